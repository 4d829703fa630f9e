#!/usr/bin/python3
"""Tests the claims of the study on a result store, and prints hold, fail or not testable for each.

    scripts/claims.py STORE [--claims FILE] [--hashes FILE]
    scripts/claims.py STORE --record

STORE is a results.sqlite, or the folder of scripts/study.sh --out. docs/study.md explains the verdicts. The exit code is 0
if no claim fails and at least one holds, 1 otherwise, 2 for bad input. --record is for the author of a study: it writes the
values and intervals of STORE into the claims, and the hashes of all parts except `programs`. The script reads all answers:
millions of answers need gigabytes of memory.
"""

import argparse
import pathlib
import sys

import pandas as pd

from fairway_results import UnreadableResults, claims

PUBLISHED = pathlib.Path(__file__).resolve().parents[1] / "results/published/2026.1"
VARYING = "programs"
"""The part of the study whose answers may differ between runs: some planners of others stop after a time."""


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=pathlib.Path, help="results.sqlite, or the folder of a study")
    parser.add_argument("--claims", type=pathlib.Path, default=PUBLISHED / "claims.toml", help="file of claims (default: the published claims)")
    parser.add_argument("--hashes", type=pathlib.Path, default=PUBLISHED / "hashes.csv.xz", help="file of hashes (default: the published hashes)")
    parser.add_argument("--record", action="store_true", help="write values, intervals and hashes of STORE into these files")
    options = parser.parse_args(argv)
    try:
        known, stores = claims.read(options.claims), claims.Stores(options.store)
        if options.record:
            text = claims.recorded_text(options.claims.read_text(encoding="utf-8"), known, stores)
            hashes = [stores.rows(part)["hashes"] for part in stores.parts() if part != VARYING]
            if hashes:
                pd.concat(hashes).drop_duplicates(["world", "method", "queries_hash"]).to_csv(options.hashes, index=False)
            options.claims.write_text(text, encoding="utf-8")
            known = claims.read(options.claims)
        verdicts = claims.check(known, stores, options.hashes)
    except (claims.Faulty, UnreadableResults) as error:
        print(f"claims.py: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"claims.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    print(claims.printed(verdicts))
    return int(any(verdict.failed for verdict in verdicts) or not any(v.outcome == claims.HOLD for v in verdicts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
