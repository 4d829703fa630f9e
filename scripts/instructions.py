#!/usr/bin/python3
"""Counts with valgrind how many instructions methods need, beside public programs.

    scripts/instructions.py MAP... [--methods LIST] [--count N] [--fairway PROGRAM]
                            [--other NAME=COMMAND]... [--csv FILE] [--jobs J]

MAP.scen lies beside each MAP. N problems (default: 200) are evenly spaced rows of it, with both ends
at the centres of cells. A query takes the instructions of `fairway answer --count N` minus those of
`--count 0`, over N; a build all those of `--count 0`, which reads and triangulates the map. The gap is
the mean of length / optimum - 1, the optimum by polyanya. --other measures another program: {map},
{scen} and {count} in its command are replaced.
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
# Each quantity: its unit, and the digits that are shown.
QUANTITIES = {"build": ("million instructions", 0), "query": ("million instructions", 3),
              "expanded": ("a query", 0), "per_expansion": ("instructions", 0), "gap": ("%", 3)}
OPTIMUM = "polyanya"


class Failure(Exception):
    """A program failed."""


def instructions(command):
    """How many instructions a command needs, and what it prints."""
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
    """The length of each problem's path, by row; those without a path are left out."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as rows:
        command = answer_command(fairway, method, map_file, count, "--csv", rows.name)
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise Failure(result.stderr)
        with open(rows.name, encoding="utf-8", newline="") as file:
            return {row["row"]: float(row["length"]) for row in csv.DictReader(file) if row["length"]}


def mean_gap(found, optima):
    """In per cent, over the problems that both answer; ends in one place have no gap."""
    gaps = [found[row] / optima[row] - 1 for row in found if optima.get(row, 0) > 0]
    return 100 * sum(gaps) / len(gaps) if gaps else None


def per_query(counts, count):
    """Millions of instructions of a query and of the build."""
    return {"build": counts[0] / 1e6, "query": (counts[1] - counts[0]) / count / 1e6}


def measure_method(fairway, method, map_file, count):
    built, _ = instructions(answer_command(fairway, method, map_file, 0))
    asked, said = instructions(answer_command(fairway, method, map_file, count))
    told = dict(line.rsplit(" ", 1) for line in said.splitlines())
    answered = int(told["problems"])
    if int(told["unsupported"]) > 0:
        return {}
    expanded = int(told["expanded"])
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
    """Markdown: a row a method and quantity, a column a map; public figures in brackets."""
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
    parser.add_argument("maps", nargs="+", type=pathlib.Path, metavar="MAP")
    parser.add_argument("--methods", default=METHODS, help="names of `fairway list methods`")
    parser.add_argument("--count", type=int, default=200, help="problems a map (standard: 200)")
    parser.add_argument("--fairway", type=pathlib.Path, default=ROOT / "build/release/fairway")
    parser.add_argument("--other", action="append", default=[], metavar="NAME=COMMAND",
                        help="another program, with {map}, {scen} and {count} in its command")
    parser.add_argument("--csv", type=pathlib.Path, help="write the figures there too")
    parser.add_argument("--jobs", type=int, default=1, help="measurements at the same time")
    options = parser.parse_args(argv)
    if options.count < 1 or options.jobs < 1:
        parser.error("--count and --jobs: expected 1 or more")
    for file in [*options.maps, options.fairway, *(pathlib.Path(f"{m}.scen") for m in options.maps)]:
        if not file.is_file():
            parser.error(f"there is no {file}")
    if shutil.which("valgrind") is None:
        parser.error("there is no valgrind; Debian's package is called so")
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
