"""The Markdown of a document: the same content and ids as the HTML, in tables that keep their columns."""

import re
from collections.abc import Iterator
from typing import Final

from pliego.render.localised import Plain

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()<>#+!|~$^@:&-])")
_LINE_START: Final = r"(?:[-+](?:\s|$)|[-=]+\s*$|\d{1,9}[.)](?:\s|$))"
_RISKY: Final = re.compile(rf"[\\`*_\[\]<>|~$^@&#!{{}}]|^\s*{_LINE_START}|:(?=//)|www\.", re.MULTILINE)
_MARKS: Final = {"mandatory": "■ ", "preferred": "□ "}
_STRONG: Final = ("name", "threshold", "word")


def write_markdown(document: Plain) -> str:
    """Return the document as Markdown with tables (CommonMark and GitHub's table syntax)."""
    return "\n".join(_lines(document)).rstrip("\n") + "\n"


def write_markdown_section(section: Plain) -> str:
    """Return one section as Markdown."""
    return "\n".join(_section(section)).rstrip("\n") + "\n"


def _lines(document: Plain) -> Iterator[str]:
    yield f"# {escape(document['title'])}"
    yield ""
    yield f"**{document['kind']}** · {_code(document['reference'])} · {escape(document['version'])}, {document['date']}"
    yield ""
    yield _inline(document["cover"]["subtitle"]).strip()
    yield ""
    yield from _side(document["cover"]["rows"])
    yield from _glance(document)
    if not document["short"]:
        yield from _heading("contents", document["contents"])
        for section in document["sections"]:
            yield f"- {section['number']} [{section['title']}](#{section['anchor']})"
        yield ""
    for section in document["sections"]:
        yield from _section(section)


def _glance(document: Plain) -> Iterator[str]:
    figures = document["cover"]["glance"]
    if figures:
        yield from _heading("glance", document["glance_title"])
        for figure in figures:
            yield f"- **{_inline(figure['figure'])}** {_inline(figure['caption'])}"
        yield ""
    yield _inline(document["cover"]["counts"])
    yield ""


def _heading(anchor: str, title: str) -> Iterator[str]:
    """Yield a heading with the id that it has in the HTML: renderers of Markdown each make another from its words."""
    yield f'<a id="{anchor}"></a>'
    yield ""
    yield f"## {title}"
    yield ""


def _section(section: Plain) -> Iterator[str]:
    yield from _heading(section["anchor"], " ".join(part for part in (section["number"], section["title"]) if part))
    if section["lead"]:
        yield _inline(section["lead"])
        yield ""
    for block in section["blocks"]:
        yield from _block(block)


def _block(block: Plain) -> Iterator[str]:
    if block["type"] == "table":
        yield from _table(block)
    elif block["type"] == "side":
        yield from _side(block["rows"])
    elif block["type"] == "chart":
        yield from _chart(block)
    else:
        yield _inline(block["runs"])
        yield ""


def _chart(chart: Plain) -> Iterator[str]:
    """Yield a chart as its sentence and the numbers that it draws."""
    yield f'<a id="{chart["anchor"]}"></a>'
    yield ""
    yield f"**{chart['number']}: {_inline(chart['title'])}**"
    yield ""
    yield escape(chart["sentence"])
    yield ""
    yield _cells([_inline(column["head"]) for column in chart["columns"]])
    yield _cells(["---:" if column["numeric"] else "---" for column in chart["columns"]])
    yield from (_row(row) for row in chart["rows"])
    yield ""


def _side(rows: list[Plain]) -> Iterator[str]:
    for row in rows:
        number = f"{row['number']}\\. " if row["number"] else ""
        text = "<br>".join(_line(line) for line in row["lines"])
        yield f"**{number}{_inline(row['label'])}** · {text}"
        yield ""


def _table(table: Plain) -> Iterator[str]:
    key = f" ({table['key']})" if table["key"] else ""
    yield f'<a id="{table["anchor"]}"></a>'
    yield ""
    yield f"**{table['number']}: {_inline(table['caption'])}**{key}"
    yield ""
    heads = [_inline(column["head"]) for column in table["columns"]]
    rule = ["---:" if column["numeric"] else "---" for column in table["columns"]]
    for group in table["groups"]:
        if group["title"]:
            if group is not table["groups"][0]:
                yield ""
            yield f"### {_inline(group['title'])}"
            yield ""
        if group["title"] or group is table["groups"][0]:
            yield _cells(heads)
            yield _cells(rule)
        yield from (_row(row) for row in group["rows"])
    yield ""


def _row(row: Plain) -> str:
    cells = [_cell(cell) for cell in row["cells"]]
    anchor = f'<a id="{row["anchor"]}"></a>' if row["anchor"] else ""
    cells[0] = anchor + _MARKS.get(row["mark"], "") + cells[0]
    return _cells(cells)


def _cells(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(lines: list[Plain]) -> str:
    return "<br>".join(text for line in lines if (text := _line(line)))


def _line(line: Plain) -> str:
    text = _inline(line["runs"]).strip()
    return f"**{text}**" if text and line["style"] in _STRONG else text


def _inline(runs: list[Plain]) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Plain) -> str:
    kind, text = run["kind"], run["text"]
    if kind == "code":
        return _code(text)
    if kind in ("em", "variable"):
        return f"*{escape(text)}*"
    if kind == "subscript":
        return f"<sub>{escape(text)}</sub>"
    return escape(text)


def _code(text: str) -> str:
    """Return an identifier as code; one that could break out of the code span, or of its cell, as escaped text."""
    return escape(text) if re.search(r"[`|\\\n<]|^\s|\s$|^$", text) else f"`{text}`"


def escape(text: str) -> str:
    """Return text that Markdown shows literally: no markup, no link, no HTML, no table or list syntax.

    Line breaks become `<br>`, so that a cell or paragraph stays one.
    """
    if _RISKY.search(text):
        text = _SPECIAL.sub(_literal, text).replace("www.", "www\\.")
    lines = text.replace("\t", " ").rstrip("\n").split("\n")
    return "<br>".join(_at_line_start(line.strip() if number else line) for number, line in enumerate(lines))


def _literal(found: re.Match[str]) -> str:
    """Escape one sign; signs that end a cell or begin HTML become entities, which no reader of Markdown undoes."""
    entities = {"|": "&#124;", "<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;", ":": "&#58;"}
    return entities.get(found[1], "\\" + found[1])


def _at_line_start(line: str) -> str:
    return re.sub(r"^(\s*\d{1,9})([.)])(?=\s|$)", r"\1\\\2", line)
