"""Changes single rows of a stub and leaves all other lines unchanged.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
import json
import re

from gen.stub.declaration import Function
from gen.stub.keys import KEYS, ROWS
from gen.stub.version import version

KEY = re.compile(r'(?:"([^"]*)"|([\w-]+))\s*=')
# The tables, in the order that they have in a stub.
TABLES = list(dict.fromkeys(key if form[0] in ROWS else key.rpartition(".")[0]
                            for key, form in KEYS.items() if key != "headers"))
COLUMNS = 100


def has_table(lines: list[str], table: str) -> bool:
    return f"[{table}]" in lines


def find_table(lines: list[str], table: str) -> tuple[int, int]:
    """Returns the index after a table's header, and the index after its last row."""
    start = end = lines.index(f"[{table}]") + 1
    while end < len(lines) and not lines[end].startswith("["):
        end += 1
    while end > start and (not lines[end - 1] or lines[end - 1].startswith("#")):
        end -= 1  # a comment above the next header belongs to that header
    return start, end


def make_table(lines: list[str], table: str) -> tuple[int, int]:
    """Inserts an empty table at its position in the order of KEYS."""
    before = [t for t in TABLES[:TABLES.index(table)] if has_table(lines, t)]
    at = find_table(lines, before[-1])[1]
    lines[at:at] = ["", f"[{table}]"]
    return at + 2, at + 2


def write(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(write, value))}]"
    if isinstance(value, dict):
        rows = [f"{key} = {write(content)}" for key, content in value.items()]
        return f"{{ {', '.join(rows)} }}" if rows else "{}"
    return json.dumps(value, ensure_ascii=False)


def set_value(lines: list[str], table: str, key: str, value: object) -> None:
    """Replaces the value of a row. The row must have only one line."""
    start, end = find_table(lines, table) if table else (0, len(lines))
    at = next(i for i in range(start, end) if (m := KEY.match(lines[i])) and key in m.groups())
    lines[at] = f"{key} = {write(value)}"


def set_rows(lines: list[str], table: str, rows: list[str]) -> None:
    """Replaces all rows of a table."""
    start, end = (find_table if has_table(lines, table) else make_table)(lines, table)
    lines[start:end] = rows


def add_row(lines: list[str], table: str, key: str, value: object) -> None:
    """Adds a row to a table, in alphabetical order."""
    start, end = (find_table if has_table(lines, table) else make_table)(lines, table)
    later = (i for i in range(start, end) if (m := KEY.match(lines[i])) and (m[1] or m[2]) > key)
    text = f"{key} = {write(value)}"
    if len(text) > COLUMNS and isinstance(value, list):
        text = "\n".join([f"{key} = [", *(f"    {write(item)}," for item in value), "]"])
    at = next(later, end)
    lines[at:at] = text.split("\n")


def add_function(lines: list[str], release: str, function: Function) -> None:
    """Adds a declaration to the text of its release in [functions], in alphabetical order."""
    row = function.prototype()
    start, end = find_table(lines, "functions")
    blocks = [(version(m[1] or m[2]), i) for i in range(start, end) if (m := KEY.match(lines[i]))]
    if not any(v == version(release) for v, _ in blocks):
        at = next((i for v, i in blocks if v > version(release)), end)
        lines[at:at] = [f'"{release}" = """', '"""']
        blocks = [(version(release), at)]
    at = next(i for v, i in blocks if v == version(release)) + 1
    while lines[at] != '"""' and lines[at] < row:
        at += 1
    lines.insert(at, row)


def remove_function(lines: list[str], name: str) -> None:
    start, end = find_table(lines, "functions")
    at = next(i for i in range(start, end) if re.search(rf"\b{name}[(;]", lines[i]))
    del lines[at]
    if lines[at] == '"""' and KEY.match(lines[at - 1]):
        del lines[at - 1:at + 1]
