"""The report: one HTML file about result stores, which needs no other file and no network.

    from fairway_results import page
    page.write(["results/default/results.sqlite"], "report.html")

The package computes everything that does not depend on a filter: figures, tables, conditions, warnings. The page also
holds the answers as columns of numbers; the modules in page/ compute the filtered tables and charts from them.
docs/report.md describes the page.
"""

import contextlib
import fnmatch
import json
import os
import pathlib
import re

import numpy as np
import pandas as pd

from . import conditions, live, store as stores_of, summary, tables
from .figures import style
from .metrics import METRICS
from .pictures import Budget, Pictures, packed, packed_bytes
from .sections import templates
from .text import many

PAGE = pathlib.Path(__file__).with_name("page")
SIZE_MB = 25
STATUSES = ["found", "unreachable", "start_blocked", "goal_blocked", "missed", "invalid_path", "unsupported", "timeout",
            "out_of_memory", "crashed", "error"]
TRUTHS = ["reachable", "unreachable", "start_blocked", "goal_blocked"]
NOT_ASKED = 255
WORST = 10
"""The paths of this many largest gaps, and of this many slowest answers, are written first."""
ON_DARK = {"#000000": "#FFFFFF", "#663311": "#C98A5E", "#112288": "#8FA0FF", "#8800FF": "#B366FF", "#330044": "#C07FD8",
           "#554455": "#B09AB0", "#0072B2": "#3D9BDC"}
"""Replacements for colours that are too dark on a dark background."""


class Refused(Exception):
    """The command line names a store twice, or something that does not exist."""


def write(stores, out, size_mb=SIZE_MB, maps=(), figures=True):
    """Writes the page, and returns a sentence on its content. Numbers always go in; pictures fill the remaining room
    in this order: walls, paths of drawn queries, of the worst answers, the playground, all other paths. Raises
    UnreadableResults, Refused, OSError."""
    files = [pathlib.Path(file).resolve() for file in stores]
    for number, file in enumerate(stores):
        if files[number] in files[:number]:
            raise Refused(f"{file}: the store is named twice, expected different stores")
    unfit = set(maps)
    with contextlib.ExitStack() as opened:
        parts = [StoreParts(opened.enter_context(contextlib.closing(stores_of.connect(file))), file, maps, unfit) for file in stores]
        if unfit:
            raise Refused(f"no map of the results matches '{sorted(unfit)[0]}', expected a name, a file or a pattern of one")
        for number, part in enumerate(parts):
            others = {other.facts["file"]: other.results for other in parts if other is not part}
            part.html, svgs = templates(part.results, number, others, figures)
            part.parts |= {name: packed_bytes(svg.encode()) for name, svg in svgs.items()}
        frame = skeleton()
        numbers = sum(part.number_bytes() for part in parts)
        budget = Budget(int(1e6 * size_mb) - len(frame.encode()) - numbers)
        pictures = [part.pictures(budget) for part in parts]
        for step in (Pictures.add_walls, Pictures.add_drawn_paths, Pictures.add_worst_paths):
            for one in pictures:
                step(one)
        playground = live.add_playground([(part.results.worlds, part.facts) for part in parts], budget)
        for one in pictures:
            one.add_other_paths()
        text = "".join(part.html for part in parts) + (as_part("playground", playground) if playground else "") + "".join(
            as_part(f"{number}-{name}", content) for number, (part, one) in enumerate(zip(parts, pictures))
            for name, content in {"facts": packed_json(part.facts | {"pictures": one.contents | {"no_room": one.no_room()}}), **part.parts, **one.parts}.items())
    text = frame.replace("<!-- data -->", text, 1)
    replace(pathlib.Path(out), text)
    spent = ", ".join(f"{name} {count / 1e6:.1f}" for name, count in {"numbers": numbers, **budget.spent}.items())
    return (f"{sum(part.answers for part in parts)} answers, {len(text.encode()) / 1e6:.1f} MB ({spent}): {out}"
            + "".join(f"\n{said}" for said in [*(one.no_room() for one in pictures), live.lacking(part.facts for part in parts)] if said))


def replace(out, text):
    """Writes a file. If that fails, an older file of this name is unchanged. Raises OSError, which names `out`."""
    target = out.resolve()
    temporary = target.with_name(f"{target.name}.part")
    try:
        if out.exists() and not out.is_file():  # a device or a pipe, such as /dev/stdout
            out.write_text(text, encoding="utf-8")
            return
        try:
            temporary.write_text(text, encoding="utf-8")
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(out)) from error


def as_part(name, content):
    return f'<script type="application/octet-stream" id="{name}">{content}</script>\n'


def skeleton():
    """Returns the page without data."""
    modules = module_texts(PAGE)
    text = (PAGE / "page.html").read_text(encoding="utf-8")
    for mark, content in (("/* style */", (PAGE / "page.css").read_text(encoding="utf-8")), ("/* program */", joined(modules, modules))):
        text = text.replace(mark, content, 1)
    return text


def module_texts(*folders):
    """Returns the texts of the modules in folders, by name."""
    return {file.stem: file.read_text(encoding="utf-8") for folder in folders for file in sorted(folder.glob("*.js"))}


def joined(modules, roots):
    """Returns one program made of the modules `roots` and of all modules that they import. Each comes after the modules
    that it imports."""
    done = {}

    def join(name):
        if name not in done:
            done[name] = ""
            for other in re.findall(r'^import [^;]*"\./(\w+)\.js";', modules[name], re.MULTILINE):
                join(other)
            del done[name]
            done[name] = re.sub(r"^export ", "", re.sub(r"^import [^;]*;", "", modules[name], flags=re.MULTILINE), flags=re.MULTILINE)

    for name in roots:
        join(name)
    return "".join(done.values())


def packed_json(value):
    return packed_bytes(json.dumps(value, allow_nan=False, separators=(",", ":")).encode())


def or_none(values):
    """Values of a column for JSON: missing and infinite values are null."""
    return [None if value is None or value != value or value in (np.inf, -np.inf) else value for value in values.tolist()]


class StoreParts:
    """The content of the page for one store, without pictures: `facts`, `parts` (packed columns of numbers, by id) and `html`."""

    def __init__(self, database, file, maps, unfit):
        self.database = database
        self.results = results = chosen(stores_of.load(database, file), maps, unfit)
        self.worlds, self.methods = list(results.worlds.index), list(results.methods.index)
        self.answers = len(results.answers)
        self.parts = {}
        self.facts = {"file": str(file), "statuses": STATUSES, "truths": TRUTHS, **facts_of(results, file)}
        self.add_queries(results)
        self.add_answers(results)

    def number_bytes(self):
        """Returns an upper estimate of the bytes of all parts so far and of the list of pictures."""
        listed = 12 * (len(self.facts["build"]["world"]) + 20 * len(self.worlds) + 100)
        return listed + len(self.html.encode()) + sum(len(text) + 80 for text in [packed_json(self.facts), *self.parts.values()])

    def pictures(self, budget):
        return Pictures(self.database, self.worlds, self.methods, self.queries, self.worst, budget)

    def add_queries(self, results):
        queries = pd.read_sql("SELECT id, world, number, bursts, truth, start_x, start_y, goal_x, goal_y, optimum FROM query"
                              " ORDER BY world, number", self.database)
        asked = queries.id.isin(results.answers["query"].unique()) if results.every > 1 else queries.world.isin(self.worlds)
        queries = queries[asked & queries.world.isin(self.worlds)]
        self.queries = queries.id.tolist()
        self.facts["queries"] = len(queries)
        places = pd.Series(range(len(self.worlds)), self.worlds)
        queries = queries.assign(world=queries.world.map(places), truth=queries.truth.map(TRUTHS.index))
        kinds = {"world": "<u4", "number": "<u4", "bursts": "<u4", "truth": "u1"}
        self.parts |= {f"query-{name}": packed(queries[name].to_numpy(kinds.get(name, "<f8"))) for name in queries if name != "id"}

    def add_answers(self, results):
        """Adds a value for each method and query, grouped by method."""
        answers = results.answers
        at = self.places(answers)
        size = len(self.methods) * len(self.queries)
        status = np.full(size, NOT_ASKED, "u1")
        status[at] = answers.status.map(STATUSES.index)
        self.parts["answer-status"] = packed(status)
        for name in ("ns", "gap", "corridor_gap"):
            column = np.full(size, np.nan, "<f8")
            column[at] = answers[name].to_numpy(float)
            self.parts[f"answer-{name}"] = packed(column)
        words = pd.read_sql("SELECT query, method, message, fault_segment FROM answer WHERE message IS NOT NULL AND status <> 'unsupported'", self.database)
        words = words[words["query"].isin(self.queries) & words.method.isin(self.methods)]
        self.facts["words"] = [[*word] for word in zip(self.places(words).tolist(), words.message, or_none(words.fault_segment))]
        found = results.found()
        self.worst = [(int(row.query), int(row.method)) for column in ("gap", "ns")
                      for row in found.nlargest(WORST, column)[["query", "method"]].itertuples()]

    def places(self, answers):
        """Returns the positions of answers in the columns."""
        return pd.Index(self.methods).get_indexer(answers.method) * len(self.queries) + pd.Index(self.queries).get_indexer(answers["query"])


def chosen(results, maps, unfit):
    """Returns the results on maps that match a pattern. Removes patterns that match a map from `unfit`."""
    if not maps:
        return results
    fitting = []
    for world in results.worlds.itertuples():
        base = pathlib.PurePath(world.file).name
        names = (world.name, world.map, base, f"{world.family}/{base}", world.file)
        fits = [pattern for pattern in maps if any(fnmatch.fnmatchcase(name, pattern) for name in names)]
        unfit.difference_update(fits)
        fitting += [world.Index] * bool(fits)
    return results.restricted(fitting)


def facts_of(results, file):
    """Runs, worlds, methods and builds as the page shows them."""
    runs, worlds, methods, builds = results.runs, results.worlds, results.methods, results.builds
    places = ({id: place for place, id in enumerate(table.index)} for table in (worlds, methods))
    columns = ["name", "map", "radius", "stratum", "optimum_by", "family", "file", "min_x", "min_y", "max_x", "max_y", "y_down", "read"]
    name, scope = pathlib.PurePath(file).stem, f"{many(len(methods), 'method')}, {many(worlds['map'].nunique(), 'map')}. "
    if len(runs):
        first = runs.iloc[0]
        name = pathlib.PurePath(first.sweep).name.removesuffix(".toml")
        scope += (f"Fairway {first.version} ({first['commit'][:12]}{', with changes' * bool(first.dirty)}), seed {first.seed}, "
                  f"{many(first.repetitions, 'repetition')}, on {'; '.join(dict.fromkeys(runs.host))} ({first.cpu}), {first.started}.")
    if len(results.refusals):
        scope += f" Not measured: {', '.join(results.refusals.name)}."
    follows = results.follows.groupby(["world", "method"]).ns.mean().reindex(pd.MultiIndex.from_frame(builds[["world", "method"]]))
    return {
        "name": name, "scope": scope, "sweep": sweep_file(runs.iloc[0].sweep) if len(runs) else "", "definitions": {metric.name: metric.definition for metric in METRICS}, "hosts": results.hosts(),
        "strata": [part.worlds.stratum.iloc[0] for part in results.strata()], "build_times": conditions.builds_words(builds),
        "world": {**{column: worlds[column].tolist() for column in columns},
                  "bursts": results.follows.groupby("world").number.nunique().reindex(worlds.index, fill_value=0).tolist()},
        "method": methods_of(methods),
        "build": {**{key: [of[id] for id in builds[key]] for key, of in zip(("world", "method"), places)}, "host": builds.host.tolist(), "status": builds.status.tolist(),
                  "follow_ns": or_none(follows), **{column: or_none(builds[column]) for column in ("own_build_ns", "total_build_ns", "own_bytes", "total_bytes")}},
    }


def sweep_file(name):
    """The place of a sweep file, of which the store knows only the name: in the project, else in the current folder."""
    shipped = pathlib.PurePath("datasets", "sweeps", name)
    return str(shipped if (live.ROOT / shipped).exists() else name)


def methods_of(methods):
    styles, main = style.MethodStyles(methods), set(stores_of.main_methods(methods).values())
    colours = [styles.colour(method) for method in methods.index]
    made = [summary.made_of(method) for method in methods.itertuples()]
    return {**{column: methods[column].tolist() for column in ("name", "representation", "options", "smoother", "family", "recorded")},
            "settings": [None if isinstance(method.command, str) or method.recorded else json.loads(method.search) | json.loads(method.options)
                         for method in methods.itertuples()],
            "main": [id in main for id in methods.index], "search": [tables.made_of(pd.Series(of)).split(" · ")[1] for of in made],
            "colour": colours, "dark": [ON_DARK.get(colour, colour) for colour in colours]}
