#!/usr/bin/python3
"""Gives broken files to the program fairway-gdal, which must print a world or a message, and end.

usage: fuzz_edge.py --program build/release/fairway-gdal --seconds 600 [--seed 1] FILE_OR_FOLDER...

Bytes, numbers and blocks of the named files are changed at random. A finding is an exit code other than 0, 1
and 3, an exit by a signal, a missing message, a message without the file's name, a file written beside the map,
or more than 20 seconds. The script prints the folder of the findings.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VALUES = [b"0", b"-1", b"1e308", b"nan", b"99999999999", b"-0", b"1e-300", b"65536", b""]


def mutated(data, other, chance):
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        if not data:
            break
        kind = chance.randrange(6)
        at = chance.randrange(len(data))
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            del data[at:at + chance.choice((1, 4, 64, 1024))]
        elif kind == 2:
            data[at:at] = data[chance.randrange(len(data)):][:chance.choice((1, 16, 256))]
        elif kind == 3:
            numbers = list(re.finditer(rb"-?\d+\.?\d*", data))
            if numbers:
                number = chance.choice(numbers)
                data[number.start():number.end()] = chance.choice(VALUES)
        elif kind == 4:
            start = chance.randrange(len(other)) if other else 0
            data[at:at + 32] = other[start:start + 32]
        else:
            data[at:at + 4] = chance.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f"))
    return bytes(data)


def fault_of(program, file):
    before = set(file.parent.iterdir())
    try:
        answer = subprocess.run([program, file], capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return "took more than 20 seconds"
    if set(file.parent.iterdir()) != before:
        return f"wrote {set(file.parent.iterdir()) - before}"
    if answer.returncode not in (0, 1, 3):
        return f"ended with {answer.returncode}: {answer.stderr[-300:]!r}"
    if answer.returncode == 0 and not answer.stdout.startswith(b'{"fairway_world"'):
        return "wrote no world"
    lines = answer.stderr.decode(errors="replace").splitlines()
    if answer.returncode == 1 and not (lines and lines[-1].startswith(f"{file}:")):
        return f"a message without the file: {lines[-1:]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=Path("build/release/fairway-gdal"), help="program to test (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=600, help="duration in seconds (default: 600)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the changes (default: 1)")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE_OR_FOLDER", help="maps to change")
    options = parser.parse_args()
    files = sorted(f for place in options.files for f in ([place] if place.is_file() else place.rglob("*"))
                   if f.is_file())
    chance = random.Random(options.seed)
    kept = Path(tempfile.mkdtemp(prefix="edge-findings-"))
    counts = {"read": 0, "refused": 0, "findings": 0}
    end = time.monotonic() + options.seconds
    number = 0
    while time.monotonic() < end:
        model = chance.choice(files)
        other = chance.choice(files).read_bytes()
        number += 1
        with tempfile.TemporaryDirectory() as folder:
            for companion in model.parent.glob(f"{model.stem}.*"):
                (Path(folder) / companion.name).write_bytes(companion.read_bytes())
            file = Path(folder) / model.name
            file.write_bytes(mutated(model.read_bytes(), other, chance))
            fault = fault_of(options.program.resolve(), file)
            if fault:
                counts["findings"] += 1
                (kept / f"{number}-{model.name}").write_bytes(file.read_bytes())
                print(f"{kept}/{number}-{model.name}: {fault}", flush=True)
    print(f"{number} files, {counts['findings']} findings in {kept}")
    return 1 if counts["findings"] else 0


if __name__ == "__main__":
    sys.exit(main())
