#!/usr/bin/python3
"""Lists hard prose in the staged lines of files, or checks a commit's subject.

    scripts/prose.py FILE...                lines that a commit would add, with the words to replace
    scripts/prose.py --subject FILE         the first line of FILE: `area: imperative`, at most 72 characters

The exit code is 1 if something is listed. `.pre-commit-config.yaml` calls both.
"""

import re
import subprocess
import sys

INSTEAD = {
    r"\banew\b": "again, or rebuild",
    r"\b(tell|tells|told)\b": "report, print or return",
    r"\bso many\b": "N",
    r"\bbut for\b": "except",
    r"\b(that|those) of\b": "the noun",
    r"\bthose that\b": "the noun",
    r"\bthe one\b": "the noun",
    r"\bwhat (is|it)\b": "the noun",
    r"\bcomes? and goe?s?\b": "appear and disappear",
    r"\(standard\b|\bstandard:": "default",
}
SUBJECT = re.compile(r"(Merge|Revert) |[a-z][a-z0-9_/ -]*: \S")


def staged_lines(files):
    """Yields (file, line number, text) of the lines that the index adds to HEAD."""
    diff = subprocess.run(["git", "diff", "--cached", "--unified=0", "--", *files], capture_output=True, text=True,
                          check=True).stdout
    file, number = "", 0
    for line in diff.splitlines():
        if line.startswith("+++ "):
            file = line[6:]
        elif line.startswith("@@"):
            number = int(re.search(r"\+(\d+)", line)[1])
        elif line.startswith("+"):
            yield file, number, line[1:]
            number += 1


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if arguments[0] == "--subject":
        with open(arguments[1], encoding="utf-8") as message:
            subject = message.readline().rstrip("\n")
        if SUBJECT.match(subject) and len(subject) <= 72:
            return 0
        print(f"{subject!r}: expected `area: imperative` of at most 72 characters, found {len(subject)}")
        return 1
    found = 0
    for file, number, text in staged_lines(arguments):
        for words, instead in INSTEAD.items():
            if match := re.search(words, text):
                print(f"{file}:{number}: '{match[0]}', expected {instead}: {text.strip()}")
                found = 1
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
