"""The HTML in a browser: it loads nothing, fits every screen, prints, and reads well with assistive technology.

A few documents in the normal run; all examples in every language with `make test-all`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from pypdf import PdfReader

from pliego.document.model import Document
from pliego.render.html import embed_fonts, write_html
from pliego.render.localised import Plain, localise
from pliego.render.translation import LANGUAGES

pytestmark = pytest.mark.needs_program("chromium", "chromium")

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(file.parent.name for file in (ROOT / "examples").glob("*/spec.*"))
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
OPTIONS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE, TABLET, DESKTOP = 360, 768, 1280
SCREENS = (PHONE, TABLET, DESKTOP, 1920)

OUTSIDE = """() => [...document.querySelectorAll('body *')]
  .filter(part => !part.parentElement.closest('.scroll'))
  .filter(part => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(part => `${part.tagName} ${part.className}: ${part.textContent.slice(0, 40)}`)"""
"""What is wider than the screen, outside of the frames that scroll."""
OVERLAPS = """() => [...document.querySelectorAll('th, td, h1, h2, p, li')]
  .filter(part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
  .map(part => `${part.tagName}: ${part.textContent.slice(0, 60)}`)"""
"""Cells and paragraphs with text that reaches over their edge."""
FACES = """() => document.fonts.ready.then(() => [...document.fonts].map(face => face.status))"""
VIOLATIONS = """() => axe.run(document, {resultTypes: ['violations']}).then(result => result.violations.flatMap(
  rule => rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 120)}`)))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser with the fonts of the system, that the PDF renderer of this process does not know."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(OPTIONS), env=environment
        )
        yield started
        started.close()


class Opened:
    """A page in the browser, with the addresses that it asked for and what it complained of."""

    def __init__(self, browser: Browser, file: Path, width: int) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 800})
        self.page: Page = self.context.new_page()
        self.asked: list[str] = []
        self.told: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.told.append(message.text))
        self.page.on("pageerror", lambda error: self.told.append(str(error)))
        self.page.goto(file.as_uri())

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(script)


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Callable[[Plain, int], Opened]]:
    """Return a function that opens a document on a screen of a width."""
    kept: list[Opened] = []

    def open_document(plain: Plain, width: int = DESKTOP) -> Opened:
        file = tmp_path / "rfq.html"
        file.write_text(embed_fonts(write_html(plain)), encoding="utf-8")
        kept.append(Opened(browser, file, width))
        return kept[-1]

    yield open_document
    for one in kept:
        one.context.close()


Open = Callable[..., Opened]


def check(opened: Open, plain: Plain) -> None:
    """Hold everything that is held of a document: on each screen, and for assistive technology on a phone."""
    for width in SCREENS:
        seen = opened(plain, width)
        assert seen.evaluate("() => document.documentElement.scrollWidth") <= width
        assert seen.evaluate(OUTSIDE) == [], width
        assert seen.evaluate(OVERLAPS) == [], width
        assert {"loaded"} <= set(seen.evaluate(FACES)) <= {"loaded", "unloaded"}
        if width == PHONE:
            seen.page.evaluate(AXE.read_text(encoding="utf-8"))
            assert seen.evaluate(VIOLATIONS) == []
        assert seen.asked == [seen.page.url]
        assert seen.told == []


@pytest.mark.parametrize(("name", "language"), [("assistant", "de"), ("small-purchase", "es")])
def test_a_document_fits_every_screen_and_loads_nothing(
    document: Callable[..., Document], opened: Open, name: str, language: str
) -> None:
    check(opened, localise(document(name, language)))


def test_hostile_text_does_no_more_than_stand_there(hostile_plain: Plain, opened: Open) -> None:
    check(opened, hostile_plain)


@pytest.mark.matrix
@pytest.mark.parametrize(("name", "language"), list(product(NAMES, LANGUAGES)))
def test_every_example_fits_every_screen_and_loads_nothing(
    document: Callable[..., Document], opened: Open, name: str, language: str
) -> None:
    check(opened, localise(document(name, language)))


def test_a_wide_table_scrolls_with_the_keyboard(document: Callable[..., Document], opened: Open) -> None:
    seen = opened(localise(document("assistant", "en")), PHONE)
    frame = seen.page.locator("#mandatory .scroll:has(> table.data)")
    frame.focus()
    seen.page.keyboard.press("ArrowRight")
    seen.page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    assert frame.get_attribute("aria-labelledby") == seen.page.locator("#mandatory caption").first.get_attribute("id")


def test_the_colours_stay_those_of_paper_in_a_dark_surrounding(document: Callable[..., Document], opened: Open) -> None:
    seen = opened(localise(document("minimal", "en")))
    seen.page.emulate_media(color_scheme="dark")
    style = seen.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    assert style == "rgb(255, 255, 255)"


def test_what_a_browser_prints_is_a4_with_numbered_pages(
    document: Callable[..., Document], opened: Open, tmp_path: Path
) -> None:
    seen = opened(localise(document("service-70b", "en")))
    seen.page.pdf(path=tmp_path / "printed.pdf", prefer_css_page_size=True)
    pages = PdfReader(tmp_path / "printed.pdf").pages
    sizes = [tuple(round(float(length) * 25.4 / 72) for length in page.mediabox[2:]) for page in pages]
    assert set(sizes) == {(210, 297), (297, 210)}
    texts = [page.extract_text() for page in pages]
    assert min(len(text) for text in texts) > 100
    for number, text in enumerate(texts[1:], start=2):
        assert f"{number} / {len(pages)}" in text
