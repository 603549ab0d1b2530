"""Page geometry and type sizes of the PDF, measured where the text stands."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from pypdf import PageObject, PdfReader

from pliego.document.model import Document
from pliego.render.html import write_html
from pliego.render.localised import localise
from pliego.render.pdf import write_pdf
from pliego.resources import template_file

MM = 72 / 25.4
LEFT, AXIS = 22.0, 65.5
SMALLEST_TEXT, SMALLEST_ID = 7.8, 6.8

Piece = tuple[str, float, float, float]
"""Text, distance from the left and the lower page edge in mm, size in points."""


SCALE = 0.75
"""Points of a CSS pixel. Text of drawings has a scale of its own, and its size is a constant that a test holds."""


def pieces(page: PageObject) -> list[Piece]:
    found: list[Piece] = []

    def keep(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if text.strip() and abs(cm[0]) == SCALE:
            x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            found.append((text.strip(), x / MM, y / MM, size * abs(cm[0])))

    page.extract_text(visitor_text=keep)
    return found


@pytest.fixture(scope="module")
def pages(document: Callable[..., Document]) -> list[PageObject]:
    return list(PdfReader(BytesIO(write_pdf(write_html(localise(document("service-70b")))))).pages)


def everything(pages: list[PageObject]) -> Iterator[Piece]:
    return (piece for page in pages for piece in pieces(page))


def test_pages_are_a4_and_the_matrix_lies_across(pages: list[PageObject]) -> None:
    sizes = {(round(float(page.mediabox.width) / MM), round(float(page.mediabox.height) / MM)) for page in pages}
    assert sizes == {(210, 297), (297, 210)}


def test_labels_stand_at_the_margin_and_content_on_the_axis(pages: list[PageObject]) -> None:
    for page in pages[1:]:
        height = float(page.mediabox.height) / MM
        head = [piece for piece in pieces(page) if piece[2] > height - 20]
        assert [round(piece[1], 1) for piece in head[:2]] == [LEFT, AXIS]
    titles = [
        piece for piece in everything(pages) if round(piece[3]) == 20 and not (len(piece[0]) == 1 or piece[0].isdigit())
    ]
    assert len(titles) >= 8
    assert {round(piece[1], 1) for piece in titles} == {AXIS}


def test_the_body_begins_30_mm_below_the_edge(pages: list[PageObject]) -> None:
    for page in pages[1:]:
        height = float(page.mediabox.height) / MM
        top = 26 if height < 250 else 30
        body = [height - piece[2] for piece in pieces(page) if 20 < height - piece[2] < height - 20]
        assert top < min(body) < top + 14


def test_nothing_leaves_the_margins(pages: list[PageObject]) -> None:
    for text, x, y, _size in everything(pages):
        assert x >= LEFT - 4.7, text
        assert y >= 8, text


def test_no_text_is_smaller_than_the_floor(pages: list[PageObject]) -> None:
    small = {(piece[0], round(piece[3], 2)) for piece in everything(pages) if piece[3] < SMALLEST_TEXT - 0.05}
    assert all(size >= SMALLEST_ID - 0.05 for _, size in small)
    words = {text for text, _ in small if text not in ("■", "□") and not text.replace("-", "").isupper()}
    assert {word for word in words if len(word) > 3 and word.islower() and word.isalpha()} == set()


def table_of(*areas: int) -> str:
    """Return a table with so many rows under each of its areas, or of one group of rows without an area."""
    number, groups = 0, []
    for rows in areas:
        lines = [f"<tr><th>row {number + one} of {sum(areas)}</th><td>x</td></tr>" for one in range(1, rows + 1)]
        head = '<tr class="area"><th colspan="2">area</th></tr>' if len(areas) > 1 else ""
        groups.append(f"<tbody>{head}{''.join(lines)}</tbody>")
        number += rows
    head = "<thead><tr><th>head</th><th>head</th></tr></thead>"
    return f'<table class="data"><caption>caption</caption>{head}{"".join(groups)}</table>'


@pytest.mark.parametrize("areas", [(4,), (9,), (4, 1), (1, 1, 3), (5, 2), (3, 1, 1)], ids=str)
def test_no_row_of_a_table_stands_alone_on_its_side_of_a_page_break(areas: tuple[int, ...]) -> None:
    """Wherever the table begins on its page: the first two rows stay together, and the last two."""
    style = template_file("html/document.css").read_text(encoding="utf-8")
    spacers = [f'<div style="break-before: page; height: {height}mm"></div>' for height in range(150, 236, 3)]
    body = "".join(spacer + table_of(*areas) for spacer in spacers)
    html = f'<html lang="en"><head><title>t</title><style>{style}</style></head><body>{body}</body></html>'
    shared = 0
    for page in PdfReader(BytesIO(write_pdf(html))).pages:
        found = [int(number) for number in re.findall(r"row (\d+) of", page.extract_text())]
        assert len(found) != 1, found
        shared += bool(found) and len(found) < sum(areas)
    assert shared >= 2
