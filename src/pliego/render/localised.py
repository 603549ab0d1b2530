"""A document value in one language, as plain data for the writers of formats.

Everything is a dict, a list, a string or a number: templates get no object with methods. Inline content is a list of
runs, `{"kind", "text", "lang"}`; control characters in the buyer's text are already spelled out.
"""

import re
from base64 import b64decode
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from pliego.colours import DEFAULT_ACCENT
from pliego.document.model import (
    Block,
    Cell,
    Chart,
    Cover,
    Document,
    Figure,
    Inline,
    Line,
    Logo,
    Message,
    Paragraph,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    When,
)
from pliego.findings import SpecPath
from pliego.render.characters import without_controls, without_uncovered
from pliego.render.charts import draw, is_wide
from pliego.render.numerals import CONVENTIONS
from pliego.render.translation import Run, Translator, alphabetical

Plain: TypeAlias = dict[str, Any]
GROUP_ALWAYS = 4
_LOGO_WIDTH, _LOGO_HEIGHT = 60.0, 12.0
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
"""More than one blank line: one is printed, else a text of nothing else would fill hundreds of pages."""


def localise(document: Document) -> Plain:
    """Return the document in its language as plain data."""
    return _Localiser(document).document()


def localise_section(section: Section, language: str) -> Plain:
    """Return a single section in a language as plain data, its tables numbered from 1."""
    writer = _Writer(Translator(language), language)
    return writer.section(section, number="")


class _Writer:
    """Writes blocks in one language and numbers the tables as they come."""

    def __init__(self, translator: Translator, user_language: str, accent: str = DEFAULT_ACCENT) -> None:
        self._translator = translator
        self._accent = accent
        self._user_language = user_language
        self._tables = 0
        self._figures = 0

    def inline(self, content: Inline, group_from: int | None = None) -> list[Plain]:
        """Return the runs of inline content, neighbours of the same kind joined."""
        translator = Translator(self._translator.language, group_from) if group_from else self._translator
        joined: list[Plain] = []
        for run in translator.runs(content):
            plain = self._run(run)
            if joined and plain["kind"] in ("text", "em") and joined[-1]["kind"] == plain["kind"]:
                joined[-1]["text"] += plain["text"]
            else:
                joined.append(plain)
        return joined

    def _run(self, run: Run) -> Plain:
        language = run.language or self._user_language
        foreign = run.kind == "user" and language != self._translator.language
        text = _BLANK_LINES.sub("\n\n", without_controls(run.text))
        return {"kind": run.kind, "text": text, "lang": language if foreign else ""}

    def section(self, section: Section, number: str) -> Plain:
        """Return a section with its number or letter."""
        title = self._translator.text(section.title)
        if section.annex and number:
            title = self._translator.template("document.annex_title").format(title=title)
        return {
            "anchor": section.name,
            "number": number,
            "title": title,
            "lead": self.inline(section.lead) if section.lead else [],
            "note": self._translator.text(section.note) if section.note else "",
            "wide": section.wide,
            "same_page": section.same_page,
            "blocks": [self._block(block) for block in section.blocks],
        }

    def _block(self, block: Block) -> Plain:
        match block:
            case Table():
                return self._table(block)
            case SideText():
                return {"type": "side", "rows": [self.side_row(row) for row in block.rows]}
            case Paragraph():
                return {"type": "paragraph", "runs": self.inline(block.content)}
            case Chart():
                return self._chart(block)

    def side_row(self, row: SideRow) -> Plain:
        """Return a side-headed row."""
        return {
            "label": self.inline(row.label),
            "number": row.number,
            "lines": [self._line(line) for line in row.lines],
        }

    def _line(self, line: Line, group_from: int | None = None) -> Plain:
        return {"style": str(line.style), "runs": self.inline(line.content, group_from)}

    def _table(self, table: Table) -> Plain:
        self._tables += 1
        grouping = [_grouping(table, column, self._translator.language) for column in range(len(table.columns))]
        groups = [
            {
                "title": self.inline(group.title) if group.title else [],
                "rows": [self._row(row, grouping) for row in group.rows],
            }
            for group in table.groups
        ]
        if table.alphabetical:
            for group in groups:
                group["rows"].sort(key=_sort_key)
        return {
            "type": "table",
            "name": table.name,
            "anchor": f"table-{self._tables}",
            "number": self._translator.template("document.table").format(n=self._tables),
            "caption": self.inline(table.caption),
            "key": self._translator.text(table.key) if table.key else "",
            "columns": [
                {"head": self.inline(column.head), "width": column.width, "numeric": column.numeric}
                for column in table.columns
            ],
            "groups": groups,
        }

    def _chart(self, chart: Chart) -> Plain:
        self._figures += 1
        text = self._translator.text
        anchor = f"{chart.name}-{self._figures}"
        sentence = text(chart.sentence)
        return {
            "type": "chart",
            "name": chart.name,
            "anchor": f"figure-{self._figures}",
            "number": self._translator.template("document.figure").format(n=self._figures),
            "title": self.inline(chart.title),
            "note": self.inline(chart.note) if chart.note else [],
            "sentence": sentence,
            "numbers": self._translator.template("document.numbers"),
            "wide": is_wide(chart.drawing),
            "svg": draw(chart.drawing, text, anchor, sentence, self._accent),
            "columns": [{"head": self.inline(column.head), "numeric": column.numeric} for column in chart.columns],
            "rows": [self._row(row, [None] * len(chart.columns)) for row in chart.rows],
        }

    def _row(self, row: Row, grouping: list[int | None]) -> Plain:
        cells = [[self._line(line, group) for line in cell] for cell, group in zip(row.cells, grouping, strict=True)]
        return {
            "cells": cells,
            "mark": str(row.mark or ""),
            "anchor": row.anchor or "",
            "total": row.total,
            "label_columns": _label_columns(row),
        }


def _grouping(table: Table, column: int, language: str) -> int | None:
    """Return 4 where a column of numbers has one long enough to be grouped, so that all of them line up."""
    if not table.columns[column].numeric:
        return None
    figures = (
        line.content
        for group in table.groups
        for row in group.rows
        for line in row.cells[column]
        if isinstance(line.content, Figure)
    )
    longest = max((len(f"{abs(figure.value):.{figure.digits}f}".partition(".")[0]) for figure in figures), default=0)
    return GROUP_ALWAYS if longest >= CONVENTIONS[language].group_from else None


def _label_columns(row: Row) -> int:
    """Return how many columns the label of a total may take: its own and the empty ones that follow."""
    if not row.total:
        return 1
    return 1 + sum(1 for _ in takewhile(lambda cell: not cell, row.cells[1:]))


def _sort_key(row: Plain) -> str:
    return alphabetical("".join(run["text"] for line in row["cells"][0] for run in line["runs"]))


class _Localiser:
    """Writes a whole document."""

    def __init__(self, document: Document) -> None:
        self._source = document
        self._translator = Translator(document.language)
        self._accent = document.accent or DEFAULT_ACCENT
        self._writer = _Writer(self._translator, document.user_language, self._accent)

    def document(self) -> Plain:
        source, text = self._source, self._translator.text
        key = "document.version.draft" if source.draft else "document.version"
        version = text(Message(key, {"version": source.version}))
        return {
            "language": source.language,
            "user_language": source.user_language,
            "kind": text(source.kind),
            "reference": without_controls(source.reference.text),
            "title": without_controls(source.title.text),
            "version": without_controls(version),
            "date": text(When(source.issued)),
            "issued": source.issued.isoformat(),
            "author": without_controls(source.author.text),
            "short": source.short,
            "accent": self._accent,
            "contents": self._translator.template("document.contents"),
            "glance_title": self._translator.template("cover.glance"),
            "cover": self._cover(source.cover),
            "sections": [
                self._writer.section(section, number)
                for section, number in zip(source.sections, _numbers(source), strict=True)
            ],
        }

    def _cover(self, cover: Cover) -> Plain:
        write = self._writer
        return {
            "subtitle": write.inline(cover.subtitle),
            "rows": [write.side_row(row) for row in cover.rows],
            "glance": [
                {"figure": write.inline(glance.figure), "caption": write.inline(glance.caption)}
                for glance in cover.glance
            ],
            "counts": write.inline(cover.counts),
            "logo": _logo(cover.logo),
        }


def _logo(logo: Logo | None) -> Plain | None:
    """Return a logo fitted into its box, an SVG as text, a PNG as the address that holds it."""
    if logo is None:
        return None
    height = min(_LOGO_HEIGHT, _LOGO_WIDTH / logo.aspect)
    size = {"width": round(height * logo.aspect, 2), "height": round(height, 2)}
    text = without_controls(logo.text.text)
    if logo.media == "image/png":
        return {**size, "text": text, "svg": "", "address": f"data:image/png;base64,{logo.content}"}
    inner = b64decode(logo.content).decode().partition(" ")[2]
    label = quoteattr(text)
    svg = f'<svg width="{size["width"]}mm" height="{size["height"]}mm" role="img" aria-label={label} {inner}'
    return {**size, "text": text, "svg": svg.replace(">", f"><title>{escape(text)}</title>", 1), "address": ""}


def _numbers(document: Document) -> Iterator[str]:
    """Yield 1, 2, 3 for sections and A, B, C for annexes; those of a short document have none."""
    number = letter = 0
    for section in document.sections:
        if document.short:
            yield ""
        elif section.annex:
            letter += 1
            yield chr(ord("A") + letter - 1)
        else:
            number += 1
            yield str(number)


def printable(plain: Plain) -> Plain:
    """Return the same content with characters that the bundled fonts lack written as U+XXXX, for the PDF."""
    printed: Plain = _printable(plain)
    return printed


def _printable(value: Any) -> Any:
    if isinstance(value, str):
        return without_uncovered(value)
    if isinstance(value, list):
        return [_printable(part) for part in value]
    if isinstance(value, dict):
        return {key: _printable(part) for key, part in value.items()}
    return value


def user_texts(document: Document) -> Iterator[tuple[SpecPath, str]]:
    """Yield every text of the buyer's that the document prints, with its place in the spec."""
    translator = Translator(document.language)
    seen: set[tuple[SpecPath, str]] = set()
    for content in _contents(document):
        for run in translator.runs(content):
            if run.kind in ("user", "email") and (item := (run.where, run.text)) not in seen:
                seen.add(item)
                yield item


def _contents(document: Document) -> Iterator[Inline]:
    yield from (
        document.reference,
        document.title,
        document.version,
        document.author,
        document.cover.subtitle,
    )
    for row in document.cover.rows:
        yield from _side_contents(row)
    for section in document.sections:
        for block in section.blocks:
            yield from _block_contents(block)


def _side_contents(row: SideRow) -> Iterator[Inline]:
    yield row.label
    yield from (line.content for line in row.lines)


def _block_contents(block: Block) -> Iterator[Inline]:
    match block:
        case Table():
            yield block.caption
            for group in block.groups:
                for row in group.rows:
                    yield from _cells(row.cells)
        case SideText():
            for side in block.rows:
                yield from _side_contents(side)
        case Paragraph():
            yield block.content


def _cells(cells: tuple[Cell, ...]) -> Iterator[Inline]:
    for cell in cells:
        yield from (line.content for line in cell)
