"""The sections of the report that no filter changes, as HTML: findings, figures, tables, comparisons, conditions."""

import html
import pathlib
import sys
import tempfile

from . import compare, conditions, figures, tables
from .figures import style
from .findings import findings
from .metrics import WORDS
from .store import NothingToShow
from .text import many

SECTIONS = {
    "Charts": ["gap-against-time", "time-ecdf", "gap-ecdf"],
    "By family of maps": ["by-family-time", "by-family-gap", "by-family-answered"],
    "Pairs": [],
    "What time and gap are made of": ["phases", "gap-causes", "performance-profile"],
    "Build and memory": ["pareto", "by-map-build", "by-map-memory", "total-time"],
    "By map": ["by-map-time", "by-map-gap", "by-map-answered"],
    "Worlds that change": ["crossover"],
}
"""Section of the page -> its figures of the package."""
SHOWN_TABLES = {"by_family": "By family of maps", "comparisons": "Pairs", "causes": "What time and gap are made of",
                "changes": "Worlds that change"}
"""Table of the package -> section of the page."""
NOTE = '<p class="note">For the whole store: filters do not change this.</p>'
NOTE_OF_FIGURES = NOTE.replace(
    ".</p>", ". scripts/plot.py makes these figures as SVG, PNG and PDF, also of some maps or methods.</p>")
SECTION = '<section id="{id}" tabindex="-1"><h2>{section}</h2>{note}<div class="charts">{drawn}</div>{tables}</section>'
FIGURE = ('<figure id="figure-{name}" class="{across}" tabindex="-1" data-stratum="{stratum}" data-host="{host}" style="{style}"><h3>{title}</h3>'
          '<img class="package" width="{width}" height="{height}" alt="{caption}" data-part="{part}"><figcaption>{caption}</figcaption>'
          '<div class="controls"><a download="{name}.svg">SVG</a></div></figure>')
FINDINGS = '<div data-stratum="{stratum}" data-host=""><ul class="findings">{said}</ul><p class="note">{note}</p></div>'
OF_PAGE = ("methods", "worst")
"""Parts that page.html has."""
COLUMN = 300
"""Width of a column in points; wider figures take the whole width of the page."""


def templates(results, number, others, with_figures):
    """Returns the templates of store `number` of the page, and the SVG of its figures by part. `others` are the results
    of the other stores, by file."""
    needed = {"methods", *SHOWN_TABLES}
    rows = {table.name: table.rows(results) for table in tables.TABLES if len(results.builds) and (with_figures or table.name in needed)
            and (len(results.follows) or not table.changing)}
    text, svgs = "", {}
    for section, names in SECTIONS.items():
        drawn = "".join(figures_of(results, rows, names, number, svgs)) if with_figures and rows else ""
        shown = "".join(table_html(part) for table in tables.TABLES if table.name in rows and SHOWN_TABLES.get(table.name) == section
                        for part in table.parts(results, rows[table.name]))
        if drawn or shown:
            text += SECTION.format(note=NOTE_OF_FIGURES if drawn else NOTE, id=section.lower().replace(" ", "-"),
                                   section=section, drawn=drawn, tables=shown)
    for file, other in others.items():
        times = compare.times(results, other)
        shown = table_html(compare.table(times), " open") if len(times) else "<p>The stores have no answered query in common.</p>"
        text += f"<section><h2>Compared with {html.escape(file)}</h2>{shown}</section>"
    warnings = conditions.warnings(results) if len(results.runs) else []
    hosts = [f"{host}: {'; '.join(conditions.of_host(results, host))}." for host in results.hosts()]
    text += (f'<section id="conditions" tabindex="-1"><h2>Conditions</h2>{NOTE}{items(hosts, "hosts")}<h3>Warnings</h3>'
             f'{items(warnings or ["None."], "warnings")}</section>')
    warned = f'<p class="note" id="warned">{many(len(warnings), "warning")} about how this was measured: <a href="#conditions">see</a></p>'
    return (f'<template id="{number}-sections">{text}</template>\n'
            f'<template id="{number}-findings">{findings_of(results, rows, text)}{warned * bool(warnings)}</template>\n'), svgs


def findings_of(results, rows, sections):
    """Returns a list for each stratum that was measured, of its first sample, over all hosts. A finding has a link if
    the page has the part that shows it."""
    text = ""
    for part in results.strata() if rows and len(rows["methods"]) and len(rows["comparisons"]) else ():
        stratum = part.worlds.stratum.iloc[0]
        of = {name: rows[name][rows[name].stratum == stratum] for name in ("methods", "comparisons")}
        summary = of["methods"][of["methods"].maps_of.isna()]
        said, note = findings(part, summary[summary.host == summary.host.iloc[0]], of["comparisons"])
        links = "".join(f'<li>{html.escape(words)}' + f' <a href="#{place}">see</a>' * (
            place in OF_PAGE or f'id="{place}"' in sections) + "</li>" for words, place in said)
        text += FINDINGS.format(stratum=html.escape(stratum), said=links, note=html.escape(note))
    return text


def items(texts, id):
    return f'<ul class="findings" id="{id}">{"".join(f"<li>{html.escape(text)}</li>" for text in texts)}</ul>'


def table_html(table, is_open=""):
    """A table of the package that opens with a click."""
    def row(tag, cells):
        return "<tr>" + "".join(f"<{tag}{kind}>{html.escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds)) + "</tr>"
    kinds = [' class="text"' * (column.kind is WORDS) for column in table.columns]
    body = "".join(row("td", cells) for cells in zip(*(column.cells() for column in table.columns)))
    return (f'<details{is_open}><summary>{html.escape(table.title)}</summary><div class="wide"><table>'
            f'<thead>{row("th", [column.title for column in table.columns])}</thead><tbody>{body}</tbody></table></div></details>')


def figures_of(results, rows, names, number, svgs):
    """Yields the HTML of the figures with content, for the first sample of each stratum and host. Adds their pictures to
    `svgs`, by their parts of the page."""
    styles, parts, of_name = style.MethodStyles(results.methods), figures.parts(results), {figure.name: figure for figure in figures.FIGURES}
    for figure, part in ((of_name[name], part) for name in names for part in parts[of_name[name].scope]):
        if part.sample or not figure.suits(part):
            continue
        try:
            made = figure.make(part, styles, figures.rows_of(rows, part))
        except NothingToShow:
            continue
        except Exception as error:  # after an unexpected error, the page is still written
            print(f"report.py: the figure {figure.name} failed: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        width, height = (72 * made.get_size_inches()).round()
        caption, id = made.fairway_caption, f"figure-{len(svgs)}"
        with tempfile.TemporaryDirectory() as folder:
            (file,) = style.save(made, pathlib.Path(folder), figure.name, ("svg",), paper=True)
            svg = file.read_text(encoding="utf-8")
        svgs[id] = svg[svg.index("<svg"):]
        yield FIGURE.format(**{name: html.escape(str(value)) for name, value in {
            "name": figure.name, "title": figure.title, "caption": caption, "part": f"{number}-{id}", "width": width, "height": height,
            "style": f"max-width: {2.1 * width:.0f}px", "across": "across" * (width > COLUMN),
            "stratum": part.stratum or "", "host": part.host or ""}.items()})
