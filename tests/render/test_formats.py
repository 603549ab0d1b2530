"""Markdown, HTML and PDF carry the same content under the same ids; the PDF is laid out from the HTML."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pliego.document.model import Document
from pliego.render.html import write_html
from pliego.render.localised import Plain, localise
from pliego.render.markdown import write_markdown
from pliego.render.translation import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(file.parent.name for file in (ROOT / "examples").glob("*/spec.*"))


def bare(text: str) -> str:
    """Return the letters and digits of a text: what a format may neither lose nor add."""
    return re.sub(r"[\W_]", "", text)


class Content(HTMLParser):
    """The ids, headings and table rows of a page; a drawing names its title for itself."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.headings: list[tuple[str, str]] = []
        self.rows: list[str] = []
        self._heading = False
        self._row = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if (name := dict(attrs).get("id")) and tag != "title":
            self.ids.append(name)
        if tag == "h2":
            self._heading = True
            self.headings.append((self.ids[-1], ""))
        if tag == "tr":
            self._row = True
            self.rows.append("")

    def handle_endtag(self, tag: str) -> None:
        self._heading = self._heading and tag != "h2"
        self._row = self._row and tag != "tr"

    def handle_data(self, data: str) -> None:
        if self._heading:
            self.headings[-1] = (self.headings[-1][0], self.headings[-1][1] + data)
        if self._row:
            self.rows[-1] += data


def texts(tokens: list[Token]) -> str:
    return "".join(token.content for token in tokens if token.type in ("text", "code_inline"))


def anchors(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("html_inline", "html_block"):
            yield from re.findall(r'<a id="([^"]+)">', token.content)
        yield from anchors(token.children or [])


def read_markdown(text: str) -> tuple[list[str], list[tuple[str, str]], list[str]]:
    """Return the ids, the headings with the id before each, and the rows of the tables."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    ids, headings, rows = list(anchors(tokens)), [], []
    last = ""
    for number, token in enumerate(tokens):
        last = next(iter(anchors([token])), last) if token.type in ("html_block", "inline") else last
        if token.type == "heading_open" and token.tag == "h2":
            headings.append((last, texts(tokens[number + 1].children or [])))
        elif token.type == "tr_open":
            rows.append("")
        elif token.type == "inline" and token.level and tokens[number - 1].type in ("td_open", "th_open"):
            rows[-1] += texts(token.children or [])
    return ids, headings, rows


def expected_rows(plain: Plain) -> Iterator[str]:
    for section in plain["sections"]:
        for block in section["blocks"]:
            groups = block["groups"] if block["type"] == "table" else [block] if block["type"] == "chart" else []
            for row in (row for group in groups for row in group["rows"]):
                lines = (line for cell in row["cells"] for line in cell)
                yield bare("".join(run["text"] for line in lines for run in line["runs"]))


@pytest.mark.parametrize(("name", "language"), list(product(NAMES, LANGUAGES)))
def test_markdown_and_html_carry_the_same_ids_headings_and_rows(
    document: Callable[..., Document], name: str, language: str
) -> None:
    plain = localise(document(name, language))
    page = Content(write_html(plain))
    ids, headings, rows = read_markdown(write_markdown(plain))
    assert Counter(ids) == Counter(page.ids)
    assert [(one, bare(title)) for one, title in headings if one != "glance"] == [
        (one, bare(title)) for one, title in page.headings
    ]
    expected = Counter(expected_rows(plain))
    assert expected - Counter(map(bare, rows)) == Counter()
    assert expected - Counter(map(bare, page.rows)) == Counter()
