"""results/README.md must name every table, view and column of the result store."""

import pathlib
import re
import sqlite3

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = (ROOT / "harness" / "store" / "schema.sql").read_text(encoding="utf-8")
PAGE = (ROOT / "results" / "README.md").read_text(encoding="utf-8")


def schema():
    """(name, 'table' or 'view') -> names of its columns."""
    with sqlite3.connect(":memory:") as database:
        database.executescript(SCHEMA)
        names = database.execute("SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall()
        return {(name, kind): [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
                for name, kind in names}


def sections():
    """Yields for each heading with a colon: the tables before the colon, and the text below the heading."""
    for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        if ":" in heading:
            yield set(re.findall(r"\w+", heading.partition(":")[0])), text


@pytest.mark.parametrize("table", [name for name, kind in schema() if kind == "table" and name != "build_phase"])
def test_every_column_of_a_table_is_explained_in_its_section(table):
    found = [text for names, text in sections() if table in names]
    assert len(found) == 1, f"{len(found)} sections are about {table}"
    said = set(re.findall(r"\w+", found[0]))
    ids = {"id", "world", "query", "method", "run", "measurement"}
    assert set(schema()[table, "table"]) - ids <= said


LINES = dict(re.findall(r"^\| `(\w+)` (\|.*)", PAGE[PAGE.index("\n## Views"):], re.MULTILINE))


def explanation(view):
    """The line that explains a view, joined with the lines of the views that this line names."""
    return LINES[view] + "".join(explanation(name) for name in re.findall(r"`(\w+)`", LINES[view]) if name in LINES and name != view)


@pytest.mark.parametrize("view", [name for name, kind in schema() if kind == "view"])
def test_every_view_is_explained_with_the_columns_that_no_table_has(view):
    said = explanation(view)
    of_tables = {column for (_, kind), columns in schema().items() if kind == "table" for column in columns}
    assert set(schema()[view, "view"]) - of_tables <= set(re.findall(r"\w+", said))


def test_the_version_is_the_schemas():
    version = re.search(r"user_version = (\d+)", SCHEMA)[1]
    assert f"(now {version})" in PAGE
