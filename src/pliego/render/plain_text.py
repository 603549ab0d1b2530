"""Plain text of a section for the terminal: side-headed text and tables in aligned columns."""

import textwrap
from collections.abc import Iterator
from typing import Final

from pliego.render.localised import Plain

LABEL_WIDTH: Final = 26
TEXT_WIDTH: Final = 74
_GAP: Final = "  "


def write_text_section(section: Plain) -> str:
    """Return one section as plain text, at most about 140 columns wide."""
    return "\n".join(_section(section)).rstrip() + "\n"


def _section(section: Plain) -> Iterator[str]:
    title = section["title"]
    yield title
    yield "=" * len(title)
    yield ""
    for block in section["blocks"]:
        if block["type"] == "table":
            yield from _table(block)
        elif block["type"] == "side":
            yield from _side(block["rows"])
        yield ""


def _text(runs: list[Plain]) -> str:
    text = "".join(run["text"] for run in runs)
    return " ".join(text.split())


def _side(rows: list[Plain]) -> Iterator[str]:
    for row in rows:
        lines = [part for line in row["lines"] for part in textwrap.wrap(_text(line["runs"]), TEXT_WIDTH)] or [""]
        label = textwrap.wrap(_text(row["label"]), LABEL_WIDTH - 1) or [""]
        for number in range(max(len(lines), len(label))):
            left = label[number] if number < len(label) else ""
            right = lines[number] if number < len(lines) else ""
            yield f"{left:<{LABEL_WIDTH}}{right}".rstrip()


def _table(table: Plain) -> Iterator[str]:
    yield f"{table['number']}: {_text(table['caption'])}"
    heads = [_text(column["head"]) for column in table["columns"]]
    rows = [[_cell(cell) for cell in row["cells"]] for group in table["groups"] for row in group["rows"]]
    widths = [
        min(
            max(len(line) for row in [[[head] for head in heads], *rows] for line in row[column]),
            _limit(column),
        )
        for column, head in enumerate(heads)
    ]
    numeric = [column["numeric"] for column in table["columns"]]
    yield from _row([[head] for head in heads], widths, numeric)
    yield _GAP.join("-" * width for width in widths)
    for row in rows:
        yield from _row(row, widths, numeric)


def _limit(column: int) -> int:
    return LABEL_WIDTH + 4 if column == 0 else 54


def _cell(lines: list[Plain]) -> list[str]:
    symbol = [_text(line["runs"]) for line in lines if line["style"] == "symbol"]
    rest = [_text(line["runs"]) for line in lines if line["style"] != "symbol"]
    if symbol and symbol[0]:
        return [f"{symbol[0]:<2} {rest[0]}", *rest[1:]]
    return rest or [""]


def _row(cells: list[list[str]], widths: list[int], numeric: list[bool]) -> Iterator[str]:
    wrapped = [
        [part for line in cell for part in (textwrap.wrap(line, width) or [""])]
        for cell, width in zip(cells, widths, strict=True)
    ]
    for number in range(max(len(cell) for cell in wrapped)):
        parts = []
        for cell, width, right in zip(wrapped, widths, numeric, strict=True):
            text = cell[number] if number < len(cell) else ""
            parts.append(f"{text:>{width}}" if right else f"{text:<{width}}")
        yield _GAP.join(parts).rstrip()
