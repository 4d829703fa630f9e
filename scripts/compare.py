#!/usr/bin/python3
"""Compares the times of two result stores, method by method; `fairway diff` compares everything else.

    compare.py A.sqlite B.sqlite

Prints the geometric mean over maps of the time ratios B / A, with 95 % interval, Student's t test and Holm's correction
(docs/statistics.md). The exit code is 0 even if times differ, and 2 for bad input.
"""

import argparse
import sys

import fairway_results
from fairway_results import compare


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", metavar="A.sqlite", help="result store")
    parser.add_argument("b", metavar="B.sqlite", help="result store to compare with it")
    arguments = parser.parse_args()
    try:
        rows = compare.times(fairway_results.read(arguments.a), fairway_results.read(arguments.b))
    except fairway_results.UnreadableResults as error:
        print(f"compare.py: {error}", file=sys.stderr)
        sys.exit(2)
    if rows.empty:
        print("compare.py: the stores have no timed trial in common; expected a common method, world and query", file=sys.stderr)
        sys.exit(2)
    print(compare.printed(rows))


if __name__ == "__main__":
    main()
