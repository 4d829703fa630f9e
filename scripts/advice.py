#!/usr/bin/python3
"""Fits the model of `fairway advise` to the tables of a study, and cross-validates it over maps.

    scripts/advice.py TABLES [--out FILE] [--fairway PROGRAM]

TABLES is the folder published/static of scripts/study.sh --out. The printed table shows on which share of the maps the
advice from all other maps is good. docs/study.md explains the model.
"""

import argparse
import json
import pathlib
import sys

import pandas as pd

from fairway_results import advice

ROOT = pathlib.Path(__file__).resolve().parents[1]


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=pathlib.Path, help="folder with per_map, features and runs")
    parser.add_argument("--out", type=pathlib.Path, help="write the model to this file (default: only validate)")
    parser.add_argument("--fairway", type=pathlib.Path, default=ROOT / "build/release/fairway", help="the program (default: build/release/fairway)")
    options = parser.parse_args(argv)
    if not options.fairway.is_file():
        parser.error(f"--fairway: there is no file {options.fairway}")
    try:
        per_map, maps, runs = (pd.read_csv(options.tables / f"{name}.csv.xz") for name in ("per_map", "features", "runs"))
        rows = advice.table(per_map, maps, advice.registered(options.fairway))
    except OSError as error:
        sys.exit(f"advice.py: {error.filename}: {error.strerror}, expected the tables of a study")
    except advice.NoModel as error:
        sys.exit(f"advice.py: {options.tables}: {error}")
    if options.out:
        model = advice.fit(rows, advice.measured_by(runs, rows["map"].nunique()))
        options.out.write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")
    print(advice.printed(advice.cross_validated(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
