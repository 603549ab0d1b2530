"""Charts as SVG: the same bytes, readable without colour, labels that do not cross."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.document.charts import Curve, Curves, Limit, Moment, Spot, Stroke, Timeline
from pliego.document.model import Chart, Document, UserText
from pliego.render.charts import _places, draw
from pliego.render.localised import localise
from pliego.render.svg import TEXT, width_of
from pliego.render.translation import Translator

NAMES = {"timetable", "memory_bars", "cache_curve", "requirement_map", "points_curve"}
SVG = "{http://www.w3.org/2000/svg}"


def charts(document: Document) -> list[Chart]:
    return [block for section in document.sections for block in section.blocks if isinstance(block, Chart)]


def drawn(document: Document) -> dict[str, str]:
    return {
        block["name"]: block["svg"]
        for section in localise(document)["sections"]
        for block in section["blocks"]
        if block["type"] == "chart"
    }


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_every_chart_says_itself_in_words(document: Callable[..., Document], language: str) -> None:
    found = drawn(document("assistant", language))
    assert found.keys() == NAMES
    for svg in found.values():
        root = ET.fromstring(svg)  # noqa: S314 (our own)
        assert root.get("role") == "img"
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.get("id") == root.get("aria-labelledby")
        assert len(title.text or "") > 20


def test_the_same_document_gives_the_same_drawings(document: Callable[..., Document]) -> None:
    assert drawn(document("service-70b", "en")) == drawn(document("service-70b", "en"))


def test_text_is_in_the_bundled_face_and_nothing_else_is_asked_for(document: Callable[..., Document]) -> None:
    for svg in drawn(document("assistant", "en")).values():
        assert set(re.findall(r'font-family="([^"]+)"', svg)) <= {"Source Sans 3"}
        assert not re.search(r"<script|href|url\(|style=", svg)
        colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', svg))
        assert colours <= {"#14181d", "#4a5259", "#c3c9ce", "#0b4a5e", "#91aeb7", "#d8e2e5", "#ffffff"}


def test_everything_stays_inside(document: Callable[..., Document]) -> None:
    for name in ("assistant", "rag-200", "service-70b", "speech-service"):
        for svg in drawn(document(name, "de")).values():
            root = ET.fromstring(svg)  # noqa: S314 (our own)
            _, _, width, height = map(float, (root.get("viewBox") or "").split())
            for element in root.iter(f"{SVG}text"):
                x, y = float(element.get("x") or 0), float(element.get("y") or 0)
                length = width_of(element.text or "", bold=element.get("font-weight") == "600")
                start = {"start": x, "middle": x - length / 2, "end": x - length}[element.get("text-anchor") or "start"]
                assert start >= -1, element.text
                assert start + length <= width + 4, element.text
                assert y <= height


@given(st.lists(st.integers(0, 400), min_size=3, max_size=9, unique=True))
def test_labels_of_days_never_overlap(days: list[int]) -> None:
    first = date(2027, 1, 1)
    ordered = sorted(days)
    moments = tuple(
        Moment(first + timedelta(days=day), UserText("Fin del plazo de ofertas"), UserText("11/01/2027"))
        for day in ordered
    )
    write = Translator("es").text
    span = max(1, ordered[-1] - ordered[0])
    places = [1.6 + 166.8 * (day - ordered[0]) / span for day in ordered]
    boxes: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for moment, x, (side, level, flush) in zip(moments, places, _places(Timeline(moments), places, write), strict=True):
        width = max(width_of(write(moment.text), bold=True), width_of(write(moment.title))) + 1.4
        box = (x - width, x) if flush else (x, x + width)
        assert all(box[0] >= end - 0.01 or box[1] <= start + 0.01 for start, end in boxes.get((side, level), []))
        boxes.setdefault((side, level), []).append(box)


@given(st.floats(1e-3, 1e6), st.floats(1e-3, 1e6), st.floats(0.01, 0.99), st.lists(st.floats(0.0, 1.5), max_size=3))
def test_curves_of_any_size_are_drawn(x_end: float, y_end: float, share: float, limits: list[float]) -> None:
    line = Curve(UserText("a"), ((0.0, 0.0), (x_end, y_end)), Stroke.SOLID)
    steep = Curve(UserText("b"), ((0.0, 0.0), (x_end, y_end * 9)), Stroke.DOTTED)
    drawing = Curves(
        UserText("x"),
        UserText("y"),
        x_end,
        y_end,
        (line, line, steep),
        tuple(Limit(UserText("limit"), one * y_end, one * x_end) for one in limits),
        Spot(UserText("spot"), share * x_end, share * y_end),
    )
    root = ET.fromstring(draw(drawing, Translator("en").text, "c", "sentence"))  # noqa: S314 (our own)
    ticks = [element.text for element in root.iter(f"{SVG}text")]
    assert 5 <= len(ticks) <= 30


def test_labels_are_no_smaller_than_text_may_be() -> None:
    assert TEXT >= 7.8 * 25.4 / 72
