"""Result stores of `fairway run` as pandas DataFrames, with one definition of every number.

    import fairway_results
    results = fairway_results.read("results/default/results.sqlite")
    results.found().groupby("method").gap.describe()

`read(file)` returns Results; `tidy(file)` the wide view, a row per answer. Both raise UnreadableResults. Rows
are the rows of the views in harness/store/schema.sql (see results/README.md), by ids. Frames of Results:

methods, worlds    indexed by id; with `family` of a method, `stratum` of a world (radius and terrain in words)
answers            view timed_answer, by `query`, `method`, `world`, with `map` and `host`. `ns` is the time of the
                   median repetition, phases are of that repetition; `path_ns` the time to a legal path (the limit if
                   the query was ended, infinite without a path), `solved_ns` the same, but infinite if ended;
                   `limit_ns` the limit, if the query was ended there. Flags: `reachable`, `answered`, `censored`, `outdated`
builds             view trial: a row per world and method, with own, parts' and total costs
follows            view follow_cost: a row per world, method and burst
runs, measurements, refusals   the tables, with `host`

Results restrict themselves: strata(), samples(), by_host(), restricted(worlds, methods); docs/statistics.md says why.

    estimators   the only definitions of estimators        metrics    the table of metrics
    summary      metrics of methods, by map and family     tables     all tables, as CSV, Markdown and LaTeX
    comparisons, break_even, changes, causes, conditions   the rows of these tables
    compare      times of two stores                       figures    the table of figures, and how they look
"""

from .store import NotBegun, Results, UnreadableResults, connect, coordinates, load, read, tidy  # noqa: F401
