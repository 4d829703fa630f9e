#!/usr/bin/python3
"""Runs `fairway verify` on every known map, and prints how often lengths agree: published and computed lengths, the
two exact solvers, and CGAL.

    scripts/verify_maps.py [--limit N] [--maps GLOB] [--fairway PROGRAM] [--jobs J]

`fairway list maps` lists the maps: the shipped maps, and the maps in the folder FAIRWAY_DATASETS. Each map is
asked N problems (default: 2000), evenly spaced rows of its scenario, or sampled problems if it has none. CGAL
solves 20 of them. The exit code is 1 if any lengths disagree.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
COLUMNS = {"octile": ("octile_agree", "octile_checked"), "Euclidean": ("euclidean_agree", "euclidean_checked"),
           "two solvers": ("solvers_agree", "solvers_checked"), "CGAL": ("witness_agree", "witness_checked")}
WITNESSED = 20  # CGAL solves this number of problems of each map


def verify(fairway, entry, limit):
    command = [fairway, "verify", entry["map"], "--limit", str(limit), "--witness", "cgal", "--witness-limit", str(WITNESSED),
               "--json"]
    if entry["scenario"]:
        command.insert(3, entry["scenario"])
    if entry["scenario"] and entry["lengths"]:
        command += ["--lengths", entry["lengths"]]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(result.stdout)
    except json.JSONDecodeError:
        return {"refusal": result.stderr.strip() or f"ended with {result.returncode}"}


def agreement(reports, column):
    agree, checked = (sum(r[key] for r in reports) for key in COLUMNS[column])
    return f"{agree} of {checked}" if checked else ""


def table(reports):
    """A Markdown table with one row per family; reports is a list of (entry, report)."""
    lines = ["| family | maps | " + " | ".join(COLUMNS) + " | largest difference of the solvers |",
             "|---|--:|" + "--:|" * (len(COLUMNS) + 1)]
    read = [(e, r) for e, r in reports if "refusal" not in r]
    groups = {family: [r for e, r in read if e["family"] == family]
              for family in dict.fromkeys(e["family"] for e, _ in read)}
    groups["all"] = [r for _, r in read]
    for family, group in groups.items():
        worst = max((r["max_solver_difference"] for r in group), default=0)
        cells = [family, str(len(group)), *(agreement(group, c) for c in COLUMNS), f"{worst:.2g}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def faults(entry, report):
    """One line for each disagreement in a report, and for a refused map."""
    if "refusal" in report:
        return [f"{entry['map']}: {report['refusal']}"]
    lines = [f"{entry['map']}: line {d['line']}: {d['kind']} {d['published']}, computed {d['computed']} {d['note']}".rstrip()
             for d in report["disagreements"]]
    more = report["disagreement_count"] - len(lines)
    return lines + ([f"{entry['map']}: {more} more"] if more else [])


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--limit", type=int, default=2000, help="problems per map (default: 2000)")
    parser.add_argument("--maps", default="*", help="verify only maps whose path matches this pattern")
    parser.add_argument("--fairway", type=pathlib.Path, default=ROOT / "build/release/fairway", help="the program (default: build/release/fairway)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of simultaneous maps (default: all cores)")
    options = parser.parse_args(argv)
    if options.limit < 1 or options.jobs < 1:
        parser.error("--limit and --jobs: expected 1 or more")
    if not options.fairway.is_file():
        parser.error(f"there is no {options.fairway}")
    listed = json.loads(subprocess.run([options.fairway, "list", "maps", "--json"], check=True,
                                       capture_output=True, text=True).stdout)["maps"]
    entries = [e for e in listed if fnmatch.fnmatch(e["map"], options.maps)]
    if not entries:
        parser.error(f"--maps: no map matches {options.maps}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        reports = list(zip(entries, pool.map(lambda e: verify(options.fairway, e, options.limit), entries)))
    print(table(reports))
    found = [line for entry, report in reports for line in faults(entry, report)]
    if found:
        print("\n" + "\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
