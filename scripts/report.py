#!/usr/bin/python3
"""Writes the report about result stores: one HTML file that needs no network.

    report.py STORE... --out FILE.html [--size MB] [--maps GLOB,...] [--no-figures]

docs/report.md explains the page.
"""

import argparse
import math
import pathlib
import sqlite3
import sys

from fairway_results import UnreadableResults, page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", type=pathlib.Path, nargs="+", metavar="STORE", help="results.sqlite of a sweep")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="HTML file to write")
    parser.add_argument("--size", type=megabytes, default=page.SIZE_MB, metavar="MB", help="page size limit in MB; pictures get what the data leaves (default: %(default)s)")
    parser.add_argument("--maps", type=lambda text: [part for part in text.split(",") if part], default=[], metavar="GLOB,...",
                        help="include only maps whose name or file matches a pattern")
    parser.add_argument("--no-figures", action="store_true", help="omit the figures of scripts/plot.py (slow)")
    choice = parser.parse_args()
    try:
        print(page.write(choice.stores, choice.out, choice.size, choice.maps, not choice.no_figures))
    except (UnreadableResults, page.Refused) as error:
        print(f"report.py: {error}", file=sys.stderr)
        sys.exit(2)
    except (OSError, sqlite3.Error) as error:
        sys.exit(f"report.py: {getattr(error, 'filename', None) or choice.out}: {getattr(error, 'strerror', None) or error}")


def megabytes(text):
    size = float(text)
    if not 0 <= size < math.inf:
        raise argparse.ArgumentTypeError(f"{text}, expected a number of at least 0")
    return size


if __name__ == "__main__":
    main()
