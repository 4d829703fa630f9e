#!/usr/bin/python3
"""Copies the values of a result store into the table of results in README.md.

    update_readme.py results/default/results.sqlite
"""

import pathlib
import sys

import fairway_results
from fairway_results import summary, tables

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    try:
        rows = summary.summary(fairway_results.read(sys.argv[1]))
    except fairway_results.UnreadableResults as error:
        sys.exit(f"update_readme.py: {error}")
    README.write_text(tables.rewritten(README.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
