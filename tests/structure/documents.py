"""Reads tables and file names of Markdown pages, for tests."""

import re

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
# Matches the path of a file or folder from the project's root. Excludes other files in results/, because runs write them.
PATH = re.compile(r"^(?:(?:algorithms|datasets|docs|harness|scripts|tests|cmake)/[\w./-]*"
                  r"|results/README\.md|\w+\.(?:md|txt|json))$")


def tables(text):
    """Yields each table as a list of rows, with the header first. A row is a list of cells."""
    rows = []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not all(set(cell) <= set("-:") for cell in cells) or not any(cells):
                rows.append(cells)
        elif rows:
            yield rows
            rows = []


def table(text, header):
    """The rows of the only table with `header` above its first column."""
    found = [rows[1:] for rows in tables(text) if rows[0][0] == header]
    assert len(found) == 1, f"{len(found)} tables are headed '{header}'"
    return found[0]


def anchors(text):
    """The anchors of a page's headings, for links."""
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def missing_files(page, root):
    """Yields missing files that a page names in links or as paths in code."""
    text = page.read_text(encoding="utf-8")
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists():
            yield target
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
            yield target
    for code in CODE.findall(text):
        if PATH.match(code) and not (root / code).exists():
            yield code
