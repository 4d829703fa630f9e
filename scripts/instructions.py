#!/usr/bin/python3
"""Counts the CPU instructions of methods with valgrind, and compares them with public programs.

    scripts/instructions.py MAP... [--methods LIST] [--count N] [--fairway PROGRAM]
                            [--other NAME=COMMAND]... [--csv FILE] [--jobs J]

MAP.scen lies beside each MAP. The N problems (default: 200) are evenly spaced rows of MAP.scen, between
centres of cells. A query costs the instructions of `fairway answer --count N` minus the instructions of
`--count 0`, divided by N. A build costs the instructions of `--count 0`, which also reads and triangulates the
map. The gap is the mean of length / optimum - 1, with the optimum of polyanya. --other also measures another
program; {map}, {scen} and {count} in COMMAND get their values.
"""

import argparse
import concurrent.futures
import csv
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PUBLIC = pathlib.Path(__file__).with_name("public_instructions.csv")
METHODS = ("grid,grid-jps,grid-jps-stored,hub-labels,polyanya,polyanya-triangles,visibility-graph,"
           "triangle-mesh,quadtree,theta-star,lazy-theta-star,anya")
# For each quantity: its unit, and the number of decimals in the table.
QUANTITIES = {"build": ("million instructions", 0), "query": ("million instructions", 3),
              "expanded": ("a query", 0), "per_expansion": ("instructions", 0), "gap": ("%", 3)}
OPTIMUM = "polyanya"


class Failure(Exception):
    """A program failed."""


def instructions(command):
    """The number of instructions of a command, and its standard output."""
    result = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                            capture_output=True, text=True, check=False)
    counted = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or counted is None:
        raise Failure(f"{shlex.join(map(str, command))} ended with {result.returncode}:\n{result.stderr}")
    return int(counted[1]), result.stdout


def answer_command(fairway, method, map_file, count, *more):
    return [fairway, "answer", map_file, f"{map_file}.scen", "--method", method,
            "--count", str(count), *more]


def lengths(fairway, method, map_file, count):
    """The length of each path, by row of its problem. Problems without a path have no entry."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as rows:
        command = answer_command(fairway, method, map_file, count, "--csv", rows.name)
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise Failure(result.stderr)
        with open(rows.name, encoding="utf-8", newline="") as file:
            return {row["row"]: float(row["length"]) for row in csv.DictReader(file) if row["length"]}


def mean_gap(found, optima):
    """The mean gap in per cent, over problems with both lengths and an optimum above 0; None if there are none."""
    gaps = [found[row] / optima[row] - 1 for row in found if optima.get(row, 0) > 0]
    return 100 * sum(gaps) / len(gaps) if gaps else None


def per_query(counts, count):
    """Million instructions of a query and of the build, from the counts for no queries and for `count` queries."""
    return {"build": counts[0] / 1e6, "query": (counts[1] - counts[0]) / count / 1e6}


def measure_method(fairway, method, map_file, count):
    built, _ = instructions(answer_command(fairway, method, map_file, 0))
    asked, said = instructions(answer_command(fairway, method, map_file, count))
    facts = dict(line.rsplit(" ", 1) for line in said.splitlines())
    answered = int(facts["problems"])
    if int(facts["unsupported"]) > 0:
        return {}
    expanded = int(facts["expanded"])
    measured = per_query((built, asked), answered)
    measured["expanded"] = expanded / answered
    if expanded > 0:
        measured["per_expansion"] = (asked - built) / expanded
    gap = mean_gap(lengths(fairway, method, map_file, count),
                   lengths(fairway, OPTIMUM, map_file, count))
    return measured if gap is None else {**measured, "gap": gap}


def measure_other(command, map_file, count):
    counts = [instructions(shlex.split(command.format(map=map_file, scen=f"{map_file}.scen", count=n)))[0]
              for n in (0, count)]
    return per_query(counts, count)


def public_figures():
    with open(PUBLIC, encoding="utf-8", newline="") as file:
        return {(row["method"], row["quantity"], row["map"]): (row["program"], float(row["value"]))
                for row in csv.DictReader(file)}


def table(measured, maps, public):
    """A Markdown table: one row per method and quantity, one column per map, public figures in brackets."""
    lines = ["| method | | " + " | ".join(maps) + " | in brackets |", "|---" * (len(maps) + 3) + "|"]
    for method in dict.fromkeys(name for name, _ in measured):
        for quantity, (unit, digits) in QUANTITIES.items():
            cells, programs = [], []
            for name in maps:
                value = measured[method, name].get(quantity)
                cell = "" if value is None else f"{round(value, digits) + 0:.{digits}f}"  # never -0
                if (method, quantity, name) in public:
                    program, theirs = public[method, quantity, name]
                    cell += f" ({theirs:.{digits}f})"
                    programs.append(program)
                cells.append(cell)
            if any(cells):
                lines.append(f"| {method} | {quantity.replace('_', ' ')}, {unit} | " + " | ".join(cells)
                             + f" | {', '.join(dict.fromkeys(programs))} |")
    return "\n".join(lines)


def write_csv(file, measured):
    with open(file, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["method", "map", *QUANTITIES])
        for (method, name), values in measured.items():
            writer.writerow([method, name, *(values.get(q, "") for q in QUANTITIES)])


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("maps", nargs="+", type=pathlib.Path, metavar="MAP", help="maps of cells, with MAP.scen beside each")
    parser.add_argument("--methods", default=METHODS, help="names from `fairway list methods`, separated by commas")
    parser.add_argument("--count", type=int, default=200, help="problems per map (default: 200)")
    parser.add_argument("--fairway", type=pathlib.Path, default=ROOT / "build/release/fairway", help="the program (default: build/release/fairway)")
    parser.add_argument("--other", action="append", default=[], metavar="NAME=COMMAND",
                        help="also measure this program; {map}, {scen} and {count} in COMMAND get their values")
    parser.add_argument("--csv", type=pathlib.Path, help="also write the figures into this file")
    parser.add_argument("--jobs", type=int, default=1, help="number of simultaneous measurements (default: 1)")
    options = parser.parse_args(argv)
    if options.count < 1 or options.jobs < 1:
        parser.error("--count and --jobs: expected 1 or more")
    for file in [*options.maps, options.fairway, *(pathlib.Path(f"{m}.scen") for m in options.maps)]:
        if not file.is_file():
            parser.error(f"there is no {file}")
    if shutil.which("valgrind") is None:
        parser.error("there is no valgrind: install Debian's package valgrind")
    for other in options.other:
        if "=" not in other:
            parser.error(f"--other: expected NAME=COMMAND, found '{other}'")
    return options


def main(argv):
    options = arguments(argv)
    asked = {(method, file.stem): (measure_method, options.fairway, method, file, options.count)
             for method in filter(None, options.methods.split(",")) for file in options.maps}
    for other in options.other:
        name, _, command = other.partition("=")
        asked |= {(name, file.stem): (measure_other, command, file, options.count)
                  for file in options.maps}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {key: pool.submit(*call) for key, call in asked.items()}
        try:
            measured = {key: future.result() for key, future in running.items()}
        except Failure as failure:
            pool.shutdown(cancel_futures=True)
            print(f"instructions.py: {failure}", file=sys.stderr)
            return 1
    print(table(measured, [file.stem for file in options.maps], public_figures()))
    if options.csv is not None:
        write_csv(options.csv, measured)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
