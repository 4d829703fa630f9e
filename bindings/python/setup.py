# SPDX-License-Identifier: MIT
"""Puts libfairway.so, the program fairway and the package fairway_results into the package. CMake builds the first two in
build/release, unless FAIRWAY_BUILD names the folder of an existing build."""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("FAIRWAY_BUILD", ROOT / "build/release"))
WORK = BUILT / "python"


class Build(build_py):
    def run(self):
        super().run()
        if "FAIRWAY_BUILD" not in os.environ:
            subprocess.run(["cmake", "--preset", "release"], cwd=ROOT, check=True)
            subprocess.run(["cmake", "--build", BUILT, "--target", "fairway", "fairway_c"], check=True)
        target = pathlib.Path(self.build_lib)
        (target / "fairway/built").mkdir(parents=True, exist_ok=True)
        for name in ("libfairway.so", "fairway"):
            shutil.copy2(BUILT / name, target / "fairway/built" / name)
        shutil.copytree(ROOT / "scripts/fairway_results", target / "fairway_results", dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__"))


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True  # the wheel is for one platform


WORK.mkdir(parents=True, exist_ok=True)
version = re.search(r"project\(Fairway VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
setup(version=version, packages=["fairway"], package_data={"fairway": ["py.typed"]}, cmdclass={"build_py": Build},
      distclass=WithLibrary, options={"build": {"build_base": str(WORK)}, "egg_info": {"egg_base": str(WORK)}})
