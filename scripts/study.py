#!/usr/bin/python3
"""Runs the study with a built program. scripts/study.sh calls this script; `scripts/study.sh --help` lists the options.

Steps: find the maps and check their sums; certify problem sets; run the sweeps in parts; join them; write tables to
OUT/published; test the claims. Each step continues where an earlier run stopped.
"""

import argparse
import dataclasses
import hashlib
import json
import lzma
import math
import os
import pathlib
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import fairway_results
from fairway_results import advice, claims, reference

ROOT = pathlib.Path(__file__).resolve().parents[1]
SWEEPS = ROOT / "datasets/sweeps"
SUMS = ROOT / "scripts/datasets.sha256"
PUBLISHED = ROOT / "results/published/2026.1"
MOST_SECONDS = 7200
"""A part should take at most this time."""
ESTIMATE_ERROR = 2
"""Parts are planned to take MOST_SECONDS divided by this number, because estimates are rough."""
PROBLEMS = 200
"""Certified problems of a map."""


@dataclasses.dataclass(frozen=True)
class Sweep:
    """A sweep of the study. `quick` are the options of `fairway run` for --quick; `needs` a program that must be built."""

    name: str
    file: str
    quick_file: str
    quick: tuple
    needs: str = ""


STUDY = (
    Sweep("static", "study.toml", "default.toml", ("--queries", "10", "--builds", "1")),
    Sweep("radii", "study_radii.toml", "study_radii.toml", (
        "--maps", "castle,blockers,recesses,caves,rooms", "--queries", "10")),
    Sweep("changing", "changing.toml", "changing.toml", (
        "--maps", "crates-*,doors-*", "--queries", "40", "--repetitions", "1")),
    Sweep("preprocessing", "preprocessing.toml", "preprocessing.toml", (
        "--maps", "caves,city,maze,rooms", "--queries", "10", "--methods",
        "grid,quadtree-raw,triangle-mesh-raw,visibility-graph,jump-point-graph,subgoal-graph,grid-ch,visibility-graph-ch,"
        "jump-point-graph-ch,subgoal-graph-ch,grid-alt,hub-labels")),
    Sweep("programs", "programs.toml", "programs.toml", (
        "--maps", "castle,rooms", "--queries", "5", "--methods", "grid,triangle-mesh,polyanya,detour,detour-any-angle"),
          needs="fairway-detour"),
)


class Stopped(Exception):
    """The study cannot continue; the message says why."""


class Study:
    def __init__(self, options):
        self.quick, self.out, self.program = options.quick, options.out.resolve(), options.program.resolve()
        self.jobs, self.parts = options.jobs, options.part
        self.folders = [folder.resolve() for folder in options.datasets]
        self.failed = []
        self.began = time.monotonic()

    def say(self, words):
        seconds = int(time.monotonic() - self.began)
        print(f"== {seconds // 60}:{seconds % 60:02} {words}", file=sys.stderr, flush=True)

    def fairway(self, *words, **options):
        """Runs the program with the maps of the study."""
        environment = {**os.environ, "FAIRWAY_DATASETS": str(self.datasets)}
        return subprocess.run([self.program, *map(str, words)], env=environment, cwd=ROOT, text=True, check=False, **options)

    def run(self, plan_only):
        self.datasets = self.merged_datasets()
        self.check_sums()
        sweeps = [sweep for sweep in STUDY if not sweep.needs or (self.program.parent / sweep.needs).is_file()]
        for sweep in set(STUDY) - set(sweeps):
            self.say(f"{sweep.name} is left out: {sweep.needs} is not built (docs/programs.md)")
        planned = {sweep: self.planned(sweep) for sweep in sweeps}
        self.state_time(planned)
        unknown = set(self.parts or ()) - {p for s, parts in planned.items() for p in [s.name, *parts]} - {"problems"}
        if unknown:
            raise Stopped(f"--part: no part '{sorted(unknown)[0]}', expected problems, a sweep, or a part that --plan prints")
        if plan_only:
            return 0
        if self.chosen("problems", "problems"):
            self.certify()
        for sweep, parts in planned.items():
            for number, (part, seconds) in enumerate(parts.items(), 1):
                if self.chosen(sweep.name, part):
                    self.measure(sweep, part, seconds, number, len(parts))
        joined = [sweep.name for sweep, parts in planned.items() if self.join(sweep, parts)]
        return self.conclude(joined)

    def chosen(self, sweep, part):
        return not self.parts or sweep in self.parts or part in self.parts

    def merged_datasets(self):
        """Returns the folder of public maps. Makes a folder of links if --datasets names several folders, or a folder with `moving-ai`."""
        for folder in self.folders:
            if not folder.is_dir():
                raise Stopped(f"--datasets: there is no folder {folder}")
        if len(self.folders) == 1 and not (self.folders[0] / "moving-ai").is_dir():
            return self.folders[0]
        merged = self.out / "maps"
        for folder in self.folders:
            for file in sorted(folder.rglob("*")):
                path = file.relative_to(folder)
                link = merged / (path.relative_to("moving-ai") if path.is_relative_to("moving-ai") else path)
                if file.is_file() and not link.is_symlink():
                    link.parent.mkdir(parents=True, exist_ok=True)
                    link.symlink_to(file)
        merged.mkdir(parents=True, exist_ok=True)
        return merged

    def check_sums(self):
        """Compares all files of public maps with their recorded sums. Stops if one differs. Lists files without a sum."""
        known = dict(reversed(line.split(maxsplit=1)) for line in SUMS.read_text(encoding="utf-8").splitlines()
                     if line and not line.startswith("#"))
        equal, unlisted, different = 0, [], []
        for file in sorted(path for path in self.datasets.rglob("*") if path.is_file() and not path.name.startswith("README")):
            name = str(file.relative_to(self.datasets))
            found = hashlib.sha256(file.read_bytes()).hexdigest()
            if name not in known:
                unlisted.append(f"{found}  {name}\n")
            elif known[name] == found:
                equal += 1
            else:
                different.append(name)
        if different:
            raise Stopped(f"{self.datasets}: {len(different)} files have other sums than {SUMS.name}: {', '.join(different[:5])}")
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "unlisted.sha256").write_text("".join(unlisted), encoding="utf-8")
        self.say(f"Sums: {equal} public files as recorded, {len(unlisted)} without a recorded sum (unlisted.sha256)")

    def planned(self, sweep):
        """Returns the expected seconds of each part, by name."""
        if self.quick:
            return {sweep.name: None}
        folder = self.out / "parts"
        folder.mkdir(parents=True, exist_ok=True)
        plan = folder / f"{sweep.name}.plan.json"
        if not plan.exists():
            count = 1
            for _ in range(2):  # the first plan has one part and gives the expected time
                result = self.fairway("run", SWEEPS / sweep.file, "--plan-shards", count, capture_output=True)
                if result.returncode:
                    raise Stopped(f"{sweep.file} cannot be planned: {result.stderr.strip()}")
                count = max(1, math.ceil(json.loads(result.stdout)["seconds"] * ESTIMATE_ERROR / MOST_SECONDS))
            plan.write_text(result.stdout, encoding="utf-8")
        shards = json.loads(plan.read_text(encoding="utf-8"))["shards"]
        return {f"{sweep.name}-{shard['shard']}": shard["seconds"] for shard in shards}

    def state_time(self, planned):
        if self.quick:
            self.say("The quick study takes at most 5 minutes on two idle cores")
            return
        for parts in planned.values():
            for part, seconds in parts.items():
                done = ", done" if self.packed(part).exists() else ""
                print(f"{part}: about {seconds / 60:.0f} to {seconds * ESTIMATE_ERROR / 60:.0f} minutes{done}")
        total = sum(seconds for parts in planned.values() for seconds in parts.values()) / 3600
        print(f"All parts: about {total:.1f} to {total * ESTIMATE_ERROR:.1f} hours, by the program's rough estimate", flush=True)

    def certify(self):
        """Writes a problem set for each shipped map or, with --full, for each known map."""
        listed = json.loads(self.fairway("list", "maps", "--json", capture_output=True).stdout)["maps"]
        maps = [entry["map"] for entry in listed if entry["family"] == "maps" or not self.quick]
        folder = self.out / "problems"
        done = folder / "done.txt"
        finished = set(done.read_text(encoding="utf-8").splitlines()) if done.exists() else set()
        maps = [name for name in maps if name not in finished]
        self.say(f"Certifying the problems of {len(maps)} maps")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda name: (name, self.fairway(
                "problems", name, "--out", folder, "--count", 20 if self.quick else PROBLEMS, capture_output=True)), maps)
            for name, result in results:
                if result.returncode:
                    self.say(f"No problem set: {result.stderr.strip()}")
                if result.returncode not in (0, 2):
                    self.failed.append(f"problems of {name}")
                elif folder.is_dir():
                    with done.open("a", encoding="utf-8") as file:
                        file.write(f"{name}\n")

    def packed(self, part):
        return self.out / "parts" / f"{part}.sqlite.xz"

    def measure(self, sweep, part, seconds, number, count):
        """Runs a part. A part of --full becomes a compressed store."""
        folder = self.out / (sweep.name if self.quick else f"parts/{part}")
        if self.packed(part).exists():
            return
        self.say(f"Running {part}" + (f", about {seconds / 60:.0f} minutes" if seconds else ""))
        options = sweep.quick if self.quick else (
            "--plan", self.out / "parts" / f"{sweep.name}.plan.json", "--shard", f"{number}/{count}")
        result = self.fairway("run", SWEEPS / (sweep.quick_file if self.quick else sweep.file), "--out", folder,
                              "--jobs", self.jobs, *options, stdout=subprocess.DEVNULL)
        if result.returncode == 130:
            raise KeyboardInterrupt
        if result.returncode:
            self.failed.append(f"{part} ended with {result.returncode}")
        if self.quick or not (folder / "results.sqlite").exists():
            return
        fresh = self.packed(part).with_suffix(".new")
        with open(folder / "results.sqlite", "rb") as store, lzma.open(fresh, "wb", preset=3) as packed:
            shutil.copyfileobj(store, packed)
        fresh.rename(self.packed(part))
        shutil.rmtree(folder)

    def join(self, sweep, parts):
        """Joins the parts of a sweep, if all are complete. Returns whether the sweep now has one store."""
        store = self.out / sweep.name / "results.sqlite"
        if self.quick or store.exists():
            return store.exists()
        if not all(self.packed(part).exists() for part in parts):
            self.say(f"{sweep.name} is not complete")
            return False
        store.parent.mkdir(exist_ok=True)
        unpacked = [store.with_name(f"{part}.sqlite") for part in parts]
        for part, file in zip(parts, unpacked):
            with lzma.open(self.packed(part)) as packed, open(file, "wb") as plain:
                shutil.copyfileobj(packed, plain)
        joined = store.with_name("joined.sqlite")
        result = self.fairway("merge", joined, *unpacked, capture_output=True)
        if result.returncode:
            self.say(f"{sweep.name} has gaps: {result.stderr.strip()}")
            result = self.fairway("merge", joined, *unpacked, "--incomplete", capture_output=True)
        if result.returncode:
            raise Stopped(f"{sweep.name} cannot be joined: {result.stderr.strip()}")
        joined.rename(store)
        for file in unpacked:
            file.unlink()
        return True

    def conclude(self, joined):
        """Writes the tables of the joined sweeps, and tests the claims."""
        published = self.out / "published"
        stores = claims.Stores(self.out)
        for name in joined:
            self.say(f"Tables of {name}")
            reference.write(stores.rows(name), published / name)
        if "static" in joined:
            self.advise(published)
        self.say("Testing the claims")
        verdicts = claims.check(claims.read(PUBLISHED / "claims.toml"), stores, PUBLISHED / "hashes.csv.xz")
        print(claims.printed(verdicts))
        for failure in self.failed:
            self.say(f"Failed: {failure}")
        self.say(f"Tables: {published}")
        return int(bool(self.failed) or any(verdict.failed for verdict in verdicts))


    def advise(self, published):
        """Fits the model of `fairway advise` to the results of the sweep `static`, and prints its cross-validation."""
        tables = published / "static"
        self.say("Fitting the advice")
        maps = advice.features(fairway_results.read(self.out / "static/results.sqlite"), self.program)
        reference.write({"features": maps}, tables)
        result = subprocess.run([sys.executable, ROOT / "scripts/advice.py", tables, "--out", published / "advice.json",
                                 "--fairway", self.program], check=False)
        if result.returncode:
            self.say("There is no advice")


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--quick", action="store_true")
    kind.add_argument("--full", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--datasets", type=pathlib.Path, action="append")
    parser.add_argument("--part", type=lambda text: [name for name in text.split(",") if name])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--plan", action="store_true")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/fairway")
    options = parser.parse_args(argv)
    named = os.environ.get("FAIRWAY_DATASETS")
    options.datasets = options.datasets or ([pathlib.Path(named)] if named else [])
    if not options.program.is_file():
        parser.error(f"--program: there is no file {options.program}")
    try:
        return Study(options).run(options.plan)
    except (Stopped, fairway_results.UnreadableResults, claims.Faulty) as error:
        print(f"study.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("study.py: interrupted; the same command continues", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
