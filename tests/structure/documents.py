"""What the tests read out of Markdown pages: tables, and the names of files."""

import re

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
# What looks like a file or folder of the project, from its root. Runs land in results/.
PATH = re.compile(r"^(?:(?:algorithms|datasets|docs|harness|scripts|tests|cmake)/[\w./-]*"
                  r"|results/README\.md|\w+\.(?:md|txt|json))$")


def tables(text):
    """Each table as a list of rows, the header first; a row is a list of cells."""
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
    """The rows below the header of the only table whose first column is headed so."""
    found = [rows[1:] for rows in tables(text) if rows[0][0] == header]
    assert len(found) == 1, f"{len(found)} tables are headed '{header}'"
    return found[0]


def anchors(text):
    """What links to a page's headings are."""
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def missing_files(page, root):
    """What a page names and the project has not: targets of links and paths in code."""
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
