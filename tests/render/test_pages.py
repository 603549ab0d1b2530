"""The pages of the PDF: where they break, what stands on every one, and what leads to them.

A few documents in the normal run; all examples in every language with `make test-all`.
"""

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from weasyprint import CSS, HTML

from pliego.document.model import Document
from pliego.render.bundled_fonts import FONT_SCHEME, BundledFonts, bundled_fonts, font_faces
from pliego.render.html import write_html
from pliego.render.localised import Plain, localise, printable
from pliego.render.pdf import PDF_OPTIONS
from pliego.render.translation import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(file.parent.name for file in (ROOT / "examples").glob("*/spec.*"))
FONT_NAMES = re.compile(r"/[A-Z]{6}\+(SourceSans3|SourceSerif4|SourceCodePro|Source-Sans|Source-Serif|Source-Code)")
LEADING = {"h1", "h2", "caption", "thead"}
"""Elements that lead to what follows, and so never end a page."""


@dataclass(frozen=True)
class TablePart:
    """The rows of a table that stand on one page; `rows` without those that name an area."""

    page: int
    table: Any
    rows: tuple[Any, ...]
    last_is_area: bool
    has_head: bool


class Pages:
    """A document, laid out and written."""

    def __init__(self, plain: Plain) -> None:
        self.plain = printable(plain)
        fonts, fetcher = bundled_fonts(), BundledFonts()
        faces = CSS(string=font_faces(), url_fetcher=fetcher, font_config=fonts)
        page = HTML(string=write_html(self.plain), base_url=FONT_SCHEME, url_fetcher=fetcher)
        self.elements = list(page.etree_element.iter())
        self.layout = page.render(stylesheets=[faces], font_config=fonts, **PDF_OPTIONS)

    @cached_property
    def pdf(self) -> PdfReader:
        return PdfReader(BytesIO(self.layout.write_pdf(**PDF_OPTIONS)))

    @cached_property
    def texts(self) -> list[str]:
        return [page.extract_text() for page in self.pdf.pages]

    def boxes(self) -> Iterator[tuple[int, Any]]:
        for number, page in enumerate(self.layout.pages, start=1):
            yield from ((number, box) for box in page._page_box.descendants() if box.element is not None)

    def table_parts(self) -> Iterator[TablePart]:
        for number, box in self.boxes():
            if box.element_tag == "table" and type(box).__name__ == "TableBox" and is_of(box, "data"):
                groups = [group for group in box.children if group.element_tag == "tbody"]
                rows = [row for group in groups for row in group.children]
                plain = tuple(row.element for row in rows if not is_of(row, "area"))
                head = any(group.element_tag == "thead" for group in box.children)
                yield TablePart(number, box.element, plain, is_of(rows[-1], "area"), head)

    @property
    def outline(self) -> list[tuple[str, int]]:
        def walk(entries: list[Any]) -> Iterator[tuple[str, int]]:
            for entry in entries:
                if isinstance(entry, list):
                    yield from walk(entry)
                else:
                    yield str(entry.title), (self.pdf.get_destination_page_number(entry) or 0) + 1

        return list(walk(self.pdf.outline))


def is_of(box: Any, name: str) -> bool:
    return name in (box.element.get("class") or "").split()


def check_breaks(pages: Pages) -> None:
    """No row or figure is cut, no row is alone, each table goes on with its head, no heading ends a page."""
    parts = list(pages.table_parts())
    seen: dict[Any, int] = {}
    for part in parts:
        assert part.has_head, part.page
        assert not part.last_is_area, part.page
        for row in part.rows:
            assert seen.setdefault(row, part.page) == part.page, f"a row is cut after page {seen[row]}"
        if not pages.plain["short"]:
            whole = sum(len(other.rows) for other in parts if other.table is part.table)
            assert len(part.rows) > 1 or whole == 1, f"a row is alone on page {part.page}"
    figures = [box.element for _, box in pages.boxes() if box.element_tag == "figure"]
    assert len(figures) == len(set(figures)), "a figure is cut"
    for number, page in enumerate(pages.layout.pages, start=1):
        flow = next(box for box in page._page_box.children if box.element_tag == "html")
        lines = [box for box in flow.descendants() if type(box).__name__ == "LineBox"]
        assert lines or number == 1, f"page {number} is empty"
        last = max(lines, key=lambda box: box.position_y)
        ancestors = set(ancestry(last.element))
        assert not LEADING & ancestors, f"page {number} ends with a heading"


def ancestry(element: Any) -> Iterator[str]:
    while element is not None:
        yield element.tag
        element = getattr(element, "parent", None)


def check_content(pages: Pages) -> None:
    """Every id and every row of a table of the HTML stands on a page."""
    shown = {box.element for _, box in pages.boxes()}
    hidden = {part for one in pages.elements if one.tag == "details" for part in one.iter()}
    due = [one for one in pages.elements if (one.get("id") or one.tag == "tr") and one not in hidden]
    drawn = {part for one in pages.elements if one.tag.endswith("}svg") for part in one.iter()}
    assert [one.get("id") for one in due if one not in shown and one not in drawn] == []


def check_guides(pages: Pages) -> None:
    """Outline, contents, heads and feet lead where they say."""
    plain, total = pages.plain, len(pages.layout.pages)
    headings = [" ".join(part for part in (one["number"], one["title"]) if part) for one in plain["sections"]]
    first = [plain["title"]] if plain["short"] else [plain["title"], plain["contents"]]
    assert [title.strip() for title, _ in pages.outline] == [*first, *headings]
    if plain["short"]:
        return
    contents = re.findall(r" (\d+)$", pages.texts[1], flags=re.MULTILINE)
    targets = [page for _, page in pages.outline[2:]]
    assert [int(number) for number in contents][: len(targets)] == targets
    for number, text in enumerate(pages.texts[1:], start=2):
        assert f"{number} / {total}" in text
        assert plain["reference"] in text


def check_identity(pages: Pages) -> None:
    """The file names its language, title, author and date, has the bundled fonts alone, and knows no machine."""
    plain, root = pages.plain, pages.pdf.trailer["/Root"]
    assert root["/Lang"] == plain["language"]
    metadata = pages.pdf.metadata or {}
    assert metadata["/Title"] == f"{plain['reference']}: {plain['title']}"
    assert metadata["/Author"] == plain["author"]
    assert {metadata["/CreationDate"], metadata["/ModDate"]} == {f"D:{plain['issued'].replace('-', '')}"}
    assert set(metadata) == {"/Title", "/Author", "/Creator", "/Producer", "/CreationDate", "/ModDate"}
    fonts = {str(font.get_object()["/BaseFont"]) for page in pages.pdf.pages for font in fonts_of(page)}
    assert fonts
    assert [name for name in fonts if not FONT_NAMES.match(name)] == []


def fonts_of(page: Any) -> list[Any]:
    return list(page["/Resources"].get("/Font", {}).values())


def check(plain: Plain, log: pytest.LogCaptureFixture) -> None:
    with log.at_level(logging.WARNING):
        pages = Pages(plain)
        check_breaks(pages)
        check_content(pages)
        check_guides(pages)
        check_identity(pages)
    assert log.records == []


@pytest.mark.parametrize(("name", "language"), [("service-70b", "de"), ("small-purchase", "es")])
def test_the_pages_of_a_document(
    document: Callable[..., Document], caplog: pytest.LogCaptureFixture, name: str, language: str
) -> None:
    check(localise(document(name, language)), caplog)


@pytest.mark.matrix
@pytest.mark.parametrize(("name", "language"), list(product(NAMES, LANGUAGES)))
def test_the_pages_of_every_example(
    document: Callable[..., Document], caplog: pytest.LogCaptureFixture, name: str, language: str
) -> None:
    check(localise(document(name, language)), caplog)
