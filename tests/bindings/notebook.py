"""Executes the cells of docs/notebook.ipynb in this process. `notebook.py --write` stores their outputs in the file."""

import ast
import contextlib
import io
import json
import pathlib
import sys

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "docs/notebook.ipynb"


def shown(value):
    """The output of a cell's last expression, as Jupyter shows it."""
    data = {"text/plain": repr(value)}
    for kind, name in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
        if hasattr(value, name):
            data[kind] = getattr(value, name)()
    return data


def read():
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))


def executed():
    """The notebook with the outputs of its cells. Raises the exception of a cell."""
    book = read()
    names = {"__name__": "__main__"}
    number = 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        number += 1
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, f"cell {number}", "exec"), names)
            value = None if last is None else eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
        cell["execution_count"] = number
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": printed.getvalue()}] if printed.getvalue() else []
        if value is not None:
            cell["outputs"].append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": shown(value)})
    return book


if __name__ == "__main__":
    text = json.dumps(executed(), indent=1, ensure_ascii=False) + "\n"
    if sys.argv[1:] == ["--write"]:
        NOTEBOOK.write_text(text, encoding="utf-8")
