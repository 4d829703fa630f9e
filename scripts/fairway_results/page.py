"""The report: one HTML file about result stores, which needs no other file and no network.

    from fairway_results import page
    page.write(["results/default/results.sqlite"], "report.html")

The package computes all that does not depend on a filter: figures, tables, conditions, warnings. The page gets them
as they are, and the answers as columns of numbers, from which the modules in page/ compute what a filter changes.
docs/report.md says what the page shows.
"""

import contextlib
import fnmatch
import json
import pathlib
import re
import sys
import tempfile

import numpy as np
import pandas as pd

from . import conditions, figures, store as stores_of, summary, tables
from .figures import style
from .metrics import WORDS
from .pictures import Budget, Pictures, packed, packed_bytes

PAGE = pathlib.Path(__file__).with_name("page")
SIZE_MB = 25
STATUSES = ["found", "unreachable", "start_blocked", "goal_blocked", "missed", "invalid_path", "unsupported", "timeout",
            "out_of_memory", "crashed", "error"]
TRUTHS = ["reachable", "unreachable", "start_blocked", "goal_blocked"]
NOT_ASKED = 255
WORST = 10
"""So many of the largest gaps and of the slowest answers get their paths first."""
ON_DARK = {"#000000": "#FFFFFF", "#663311": "#C98A5E", "#112288": "#8FA0FF", "#8800FF": "#B366FF", "#330044": "#C07FD8",
           "#554455": "#B09AB0", "#0072B2": "#3D9BDC"}
"""Colours of methods that are too dark on a dark ground."""


class Refused(Exception):
    """The command line asks for what there is not."""


def write(stores, out, size_mb=SIZE_MB, maps=(), traces=(), figures=True):
    """Writes the page, and returns a sentence on what is in it. Numbers always go in; pictures fill what they leave,
    in this order: walls, paths of drawn queries, of the worst answers, structures, searches, all other paths. Raises
    UnreadableResults, Refused, OSError."""
    unfit = set(maps)
    with contextlib.ExitStack() as opened:
        parts = [StoreParts(opened.enter_context(contextlib.closing(stores_of.connect(file))), file, maps, unfit, figures) for file in stores]
        if unfit:
            raise Refused(f"no map of the results fits '{sorted(unfit)[0]}', expected a name, a file or a pattern of one")
        frame = skeleton()
        numbers = sum(part.number_bytes() for part in parts)
        budget = Budget(int(1e6 * size_mb) - len(frame.encode()) - numbers)
        pictures = [part.pictures(budget) for part in parts]
        for step in ("add_walls", "add_drawn_paths"):
            for one in pictures:
                getattr(one, step)()
        for part, one in zip(parts, pictures):
            one.add_worst_paths(part.worst)
        for one in pictures:
            one.add_structures()
        for part, file in zip(parts, traces):
            part.add_traces(file, budget)
        for one in pictures:
            one.add_other_paths()
        text = "".join(
            f'<script type="application/octet-stream" id="{number}-{name}">{content}</script>\n'
            for number, (part, one) in enumerate(zip(parts, pictures))
            for name, content in {"facts": packed_json(part.facts | {"pictures": one.contents}), **part.parts, **one.parts}.items())
    text = frame.replace("<!-- data -->", text, 1)
    pathlib.Path(out).write_text(text, encoding="utf-8")
    spent = ", ".join(f"{name} {count / 1e6:.1f}" for name, count in {"numbers": numbers, **budget.spent}.items())
    left_out = any(any(one.contents["left_out"].values()) for one in pictures)
    return (f"{sum(part.answers for part in parts)} answers, {len(text.encode()) / 1e6:.1f} MB ({spent}): {out}"
            + ("\nSome pictures had no room; the page says which. --size MB makes room, --maps PATTERN leaves out other maps" if left_out else ""))


def skeleton():
    """The page without data: its modules joined, each after those that it imports."""
    modules, joined = {file.stem: file.read_text(encoding="utf-8") for file in sorted(PAGE.glob("*.js"))}, {}

    def join(name):
        if name not in joined:
            joined[name] = ""
            for other in re.findall(r'^import [^;]*"\./(\w+)\.js";', modules[name], re.MULTILINE):
                join(other)
            del joined[name]
            joined[name] = re.sub(r"^export ", "", re.sub(r"^import [^;]*;", "", modules[name], flags=re.MULTILINE), flags=re.MULTILINE)

    for name in modules:
        join(name)
    text = (PAGE / "page.html").read_text(encoding="utf-8")
    for mark, content in (("/* style */", (PAGE / "page.css").read_text(encoding="utf-8")), ("/* program */", "".join(joined.values()))):
        text = text.replace(mark, content, 1)
    return text


def packed_json(value):
    return packed_bytes(json.dumps(value, allow_nan=False, separators=(",", ":")).encode())


def or_none(values):
    """Values of a column for JSON: nothing and infinity are null."""
    return [None if value is None or value != value or value in (np.inf, -np.inf) else value for value in values.tolist()]


class StoreParts:
    """What the page knows of one store but pictures: `facts`, and `parts` of numbers by their ids."""

    def __init__(self, database, file, maps, unfit, figures):
        self.database = database
        results = chosen(stores_of.load(database, file), maps, unfit)
        self.worlds, self.methods = list(results.worlds.index), list(results.methods.index)
        self.answers = len(results.answers)
        self.parts = {}
        self.facts = {"file": str(file), "statuses": STATUSES, "truths": TRUTHS, **facts_of(results, file)}
        self.add_queries(results)
        self.add_answers(results)
        self.add_figures(results, figures)

    def number_bytes(self):
        """Of all parts so far, at most: what the list of pictures adds is estimated."""
        listed = 12 * (len(self.facts["build"]["world"]) + 20 * len(self.worlds) + 100)
        return listed + sum(len(text) + 80 for text in [packed_json(self.facts), *self.parts.values()])

    def pictures(self, budget):
        return Pictures(self.database, self.worlds, self.methods, self.queries, budget)

    def add_queries(self, results):
        queries = pd.read_sql("SELECT id, world, number, bursts, truth, start_x, start_y, goal_x, goal_y, optimum FROM query"
                              " ORDER BY world, number", self.database)
        asked = queries.id.isin(results.answers["query"].unique()) if results.every > 1 else queries.world.isin(self.worlds)
        queries = queries[asked & queries.world.isin(self.worlds)]
        self.queries = queries.id.tolist()
        self.facts["queries"] = len(queries)
        places = pd.Series(range(len(self.worlds)), self.worlds)
        columns = {"world": queries.world.map(places).astype("<u4"), "number": queries.number.astype("<u4"), "bursts": queries.bursts.astype("<u4"),
                   "truth": queries.truth.map(TRUTHS.index).astype("u1"),
                   **{name: queries[name].astype("<f8") for name in ("start_x", "start_y", "goal_x", "goal_y", "optimum")}}
        self.parts |= {f"query-{name}": packed(column.to_numpy()) for name, column in columns.items()}

    def add_answers(self, results):
        """A value for each method and query, those of one method together."""
        answers = results.answers
        at = (pd.Index(self.methods).get_indexer(answers.method) * len(self.queries) + pd.Index(self.queries).get_indexer(answers["query"]))
        size = len(self.methods) * len(self.queries)
        status = np.full(size, NOT_ASKED, "u1")
        status[at] = answers.status.map(STATUSES.index)
        self.parts["answer-status"] = packed(status)
        for name in ("ns", "gap", "corridor_gap", "slack"):
            column = np.full(size, np.nan, "<f4")
            column[at] = answers[name].to_numpy(float)
            self.parts[f"answer-{name}"] = packed(column)
        places = {id: place for place, id in enumerate(self.methods)}, {id: place for place, id in enumerate(self.queries)}
        self.facts["words"] = [[places[0][method] * len(self.queries) + places[1][query], message, segment] for query, method, message, segment in
                               self.database.execute("SELECT query, method, message, fault_segment FROM answer WHERE message IS NOT NULL"
                                                     " AND status <> 'unsupported'") if method in places[0] and query in places[1]]
        found = results.found()
        self.worst = [(int(row.query), int(row.method)) for column in ("gap", "ns")
                      for row in found.nlargest(WORST, column)[["query", "method"]].itertuples()]

    def add_figures(self, results, with_figures):
        """The package's figures and tables, of each stratum and host."""
        rows = {table.name: table.rows(results) for table in tables.TABLES if (with_figures or table.name in KEPT_TABLES)
                and (len(results.follows) or not table.changing)} if len(results.builds) else {}
        self.facts["figures"] = []
        for about, svg in drawn(results, rows) if with_figures else ():
            part = f"figure-{len(self.facts['figures'])}"
            self.parts[part] = packed_bytes(svg.encode())
            self.facts["figures"].append({**about, "part": part})
        self.facts["tables"] = [
            {"section": section, "title": table.title, "head": [column.title for column in table.columns],
             "rows": list(zip(*(column.cells() for column in table.columns))), "labels": sum(column.kind is WORDS for column in table.columns)}
            for kept in tables.TABLES if kept.name in rows and kept.name in KEPT_TABLES
            for section in [KEPT_TABLES[kept.name]] for table in kept.printed(results, rows[kept.name])]

    def add_traces(self, file, budget):
        """The searches that `fairway traces` recorded: those asked for by number in any case, others while there is room."""
        try:
            queries = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))["traces"]
        except (KeyError, TypeError, ValueError) as error:
            raise Refused(f"{file}: is no file of `fairway traces`: {error}") from error
        names = set(self.facts["world"]["name"])
        queries = [query for query in queries if query["world"] in names]
        count = 0
        for query in queries:
            for search in query["searches"]:
                if "data" not in search:
                    continue
                part, data = f"trace-{count}", search.pop("data")
                if budget.takes({part: data}, "searches") or query["named"]:
                    search["part"], self.parts[part] = part, data
                    count += 1
                else:
                    search["why"] = "It is left out, as the page has no room. scripts/report.py --size MB makes room."
        self.parts["traces"] = packed_json(queries)


def chosen(results, maps, unfit):
    """The part of the results whose maps fit a pattern; removes from `unfit` the patterns that some map fits."""
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
    columns = ["name", "map", "radius", "terrain", "optimum_by", "family", "file", "min_x", "min_y", "max_x", "max_y", "y_down"]
    name, scope = pathlib.PurePath(file).stem, f"{counted(len(methods), 'method')}, {counted(worlds['map'].nunique(), 'map')}. "
    if len(runs):
        first = runs.iloc[0]
        name = pathlib.PurePath(first.sweep).name.removesuffix(".toml")
        scope += (f"Fairway {first.version} ({first['commit'][:12]}{', with changes' * bool(first.dirty)}), seed {first.seed}, "
                  f"{counted(first.repetitions, 'repetition')}, on {'; '.join(dict.fromkeys(runs.host))} ({first.cpu}), {first.started}.")
    if len(results.refusals):
        scope += f" Not measured: {', '.join(results.refusals.name)}."
    follows = results.follows.groupby(["world", "method"]).ns.mean().reindex(pd.MultiIndex.from_frame(builds[["world", "method"]]))
    return {
        "name": name, "scope": scope, "hosts": results.hosts(), "build_times": conditions.builds_words(builds),
        "world": {**{column: worlds[column].tolist() for column in columns},
                  "bursts": results.follows.groupby("world").number.nunique().reindex(worlds.index, fill_value=0).tolist()},
        "method": methods_of(methods),
        "build": {**{key: [of[id] for id in builds[key]] for key, of in zip(("world", "method"), places)}, "host": builds.host.tolist(), "status": builds.status.tolist(),
                  "follow_ns": or_none(follows), **{column: or_none(builds[column]) for column in ("own_build_ns", "total_build_ns", "own_bytes", "total_bytes")}},
        "conditions": [f"{host}: {'; '.join(conditions.of_host(results, host))}." for host in results.hosts()],
        "warnings": conditions.warnings(results) if len(runs) else [],
    }


def methods_of(methods):
    styles, main = style.MethodStyles(methods), set(stores_of.main_methods(methods).values())
    colours = [styles.colour(method) for method in methods.index]
    made = [summary.made_of(method) for method in methods.itertuples()]
    return {**{column: methods[column].tolist() for column in ("name", "representation", "options", "smoother", "family")},
            "main": [id in main for id in methods.index], "search": [tables.made_of(pd.Series(of)).split(" · ")[1] for of in made],
            "colour": colours, "dark": [ON_DARK.get(colour, colour) for colour in colours]}


def counted(number, noun):
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


SECTIONS = {
    "What time and gap are made of": {"phases": "What the time is made of", "gap-causes": "What the gap is made of",
                                      "performance-profile": "Within a factor of the fastest", "terrain": "Costs on terrain"},
    "Build and memory": {"pareto": "The Pareto front", "build": "Build time", "total-time": "What the first n queries cost", "break-even": "When a dearer build has paid"},
    "By map": {"by-map-time": "Median query time", "by-map-gap": "Mean gap", "by-map-answered": "Share answered", "time-against-length": "Query time against the optimal length",
               "refusal": "Time to refuse"},
    "Methods that improve their paths": {"anytime": "Gap and queries solved against time spent"},
    "Worlds that change": {"follow-against-share": "Time to follow against what changes", "throughput-against-rate": "Queries left when the world changes",
                           "crossover": "The cheapest method"},
}
"""Section of the page -> figure of the package -> its title there."""
KEPT_TABLES = {"causes": "What time and gap are made of", "changes": "Worlds that change"}
"""Table of the package -> section of the page."""


def drawn(results, rows):
    """What the page says of a figure, and its SVG: of each figure of SECTIONS that has something to show, of the first
    sample of each stratum and host."""
    if results.builds.empty:
        return
    styles, parts, of_name = style.MethodStyles(results.methods), figures.parts(results), {figure.name: figure for figure in figures.FIGURES}
    with tempfile.TemporaryDirectory() as folder:
        for section, titles in SECTIONS.items():
            for figure, part in ((of_name[name], part) for name in titles for part in parts[of_name[name].scope]):
                if part.sample or not len(getattr(part, figure.needs)) or figure.optimum_by not in (None, part.worlds.optimum_by.iloc[0]):
                    continue
                try:
                    made = figure.make(part, styles, figures.rows_of(rows, part))
                except stores_of.NothingToShow:
                    continue
                except Exception as error:  # of a kind that nobody foresaw: the page is still written
                    print(f"report.py: the figure {figure.name} failed: {type(error).__name__}: {error}", file=sys.stderr)
                    continue
                caption, width = made.fairway_caption, 72 * made.get_figwidth()
                (file,) = style.save(made, pathlib.Path(folder), figure.name, ("svg",), paper=True)
                svg = file.read_text(encoding="utf-8")
                world = part.worlds.iloc[0]
                yield {"name": figure.name, "title": titles[figure.name], "caption": caption, "section": section, "width": width,
                       "stratum": f"{world.radius:g},{world.terrain}" if part.stratum else "", "host": part.host or ""}, svg[svg.index("<svg"):]
