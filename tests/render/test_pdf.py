"""PDF: nothing is loaded but the bundled fonts, complaints of the renderer are errors, same spec, same bytes."""

import logging
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from weasyprint.urls import FatalURLFetchingError

from pliego.document.model import Document
from pliego.render.bundled_fonts import BundledFonts
from pliego.render.characters import covered
from pliego.render.faces import FONTS
from pliego.render.html import write_html
from pliego.render.localised import Plain, localise, printable
from pliego.render.pdf import PdfError, write_pdf
from pliego.resources import template_file
from pliego.rfq.request import build_request
from pliego.workflow.composition import Composition

ROOT = Path(__file__).resolve().parents[2]

LOADERS = {
    "image": '<img src="{}">',
    "stylesheet": '<link rel="stylesheet" href="{}">',
    "attachment": '<link rel="attachment" href="{}">',
    "attached link": '<a rel="attachment" href="{}">x</a>',
    "import": '<style>@import "{}";</style>',
    "background": "<style>body {{ background: url({}) }}</style><p>x</p>",
    "font": "<style>@font-face {{ font-family: f; src: url({}) }}</style><p style='font-family: f'>x</p>",
    "object": '<object data="{}"></object>',
    "base": '<base href="{}"><img src="x.png">',
}
ADDRESSES = [
    "file:///etc/hostname",
    "http://x.invalid/a.png",
    "https://x.invalid/a.png",
    "data:image/png;base64,AAAA",
    "pliego-font:../locale/en/pliego.po",
    "pliego-font:/etc/hostname",
    "relative.png",
]
FONT_NAMES = {"SourceSans3", "SourceSerif4", "SourceCodePro", "Source-Sans", "Source-Serif", "Source-Code"}


def request(composition: Composition) -> Document:
    return build_request(
        composition.spec, composition.resolved, composition.sizing, composition.requirements, composition.regions, "en"
    )


def page(body: str) -> str:
    return f'<!DOCTYPE html><html lang="en"><head><title>t</title></head><body>{body}</body></html>'


@pytest.mark.parametrize("loader", LOADERS.values(), ids=LOADERS.keys())
@pytest.mark.parametrize("address", ADDRESSES)
def test_whatever_would_be_loaded_is_refused(loader: str, address: str) -> None:
    with pytest.raises(PdfError, match="refused to load"):
        write_pdf(page(loader.format(address)))


def test_the_fetcher_gives_bundled_fonts_and_nothing_else() -> None:
    fetcher = BundledFonts()
    for *_, file in FONTS:
        assert fetcher.fetch(f"pliego-font:{file}").read() == template_file(f"fonts/{file}").read_bytes()
    for address in (*ADDRESSES, FONTS[0][-1], "pliego-font:OFL-SourceSans3.txt", "pliego-font:", ""):
        with pytest.raises(FatalURLFetchingError):
            fetcher.fetch(address)


def test_a_complaint_of_the_renderer_is_an_error() -> None:
    with pytest.raises(PdfError, match="unknown property"):
        write_pdf(page("<style>p { colour: red }</style><p>x</p>"))
    logger = logging.getLogger("weasyprint")
    assert logger.propagate
    assert [type(handler).__name__ for handler in logger.handlers if "Complaints" in type(handler).__name__] == []


def fonts(pdf: bytes) -> Iterator[tuple[str, bool]]:
    """Yield the names of all fonts of a PDF without their subset tag, and whether they are embedded."""
    for one in PdfReader(BytesIO(pdf)).pages:
        resources: Any = one["/Resources"]
        for reference in resources.get("/Font", DictionaryObject()).values():
            font = reference.get_object()
            inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            descriptor = inner["/FontDescriptor"].get_object()
            embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            yield str(font["/BaseFont"]).lstrip("/").partition("+")[2], embedded


def only_bundled(pdf: bytes) -> bool:
    found = set(fonts(pdf))
    assert found
    return all(embedded and any(name.startswith(known) for known in FONT_NAMES) for name, embedded in found)


@pytest.fixture(scope="module")
def hostile_pdf(hostile_plain: Plain) -> bytes:
    return write_pdf(write_html(printable(hostile_plain)))


def words(pdf: bytes) -> str:
    return " ".join(" ".join(one.extract_text() for one in PdfReader(BytesIO(pdf)).pages).split())


def test_hostile_text_is_printed_with_bundled_fonts_alone(hostile_pdf: bytes) -> None:
    assert only_bundled(hostile_pdf)
    text = words(hostile_pdf)
    for part in ("U+4E2D", "U+1F377", "U+202E", "kr 400U+000B000", "{{ 7*7 }}", "line one"):
        assert part in text
    assert "SECRET" not in text
    assert b"SECRET" not in hostile_pdf


def test_links_of_the_pdf_lead_inside_or_to_an_address(hostile_pdf: bytes) -> None:
    reader = PdfReader(BytesIO(hostile_pdf))
    actions = [
        annotation.get_object().get("/A", {}).get("/URI")
        for one in reader.pages
        for annotation in one.get("/Annots", [])
    ]
    assert {action for action in actions if action} == {"mailto:a%2Bb%7Cc%60d%26e%3Ff@example.com"}
    root: Any = reader.trailer["/Root"]
    assert "/EmbeddedFiles" not in root.get("/Names", {})


def stacks() -> set[str]:
    """Return the font stacks of the stylesheet that begin with a bundled face."""
    styles = template_file("html/document.css").read_text(encoding="utf-8")
    return set(re.findall(r"'Source [^;}]*", styles))


@pytest.mark.parametrize("stack", sorted(stacks()))
def test_every_covered_sign_is_in_a_bundled_face_of_every_stack(stack: str) -> None:
    signs = "".join(f"&#{number};" for number in sorted(covered()) if number > 0x20)
    forms = ("400", "300", "600", "italic 400")
    pdf = write_pdf(page("".join(f'<p style="font: {form} 9pt {stack}">{signs}</p>' for form in forms)))
    assert only_bundled(pdf)


def test_a_pdf_says_what_it_is(document: Callable[..., Any]) -> None:
    reader = PdfReader(BytesIO(write_pdf(write_html(localise(document("minimal"))))))
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert reader.metadata is not None
    assert reader.metadata.title == "RFQ-1: Text generation on a small model"
    assert "2026" in str(reader.metadata.get("/CreationDate"))


@pytest.mark.parametrize(("name", "language"), [("assistant", "es"), ("service-70b", "en"), ("minimal", "es")])
def test_the_examples_print_with_bundled_fonts_alone(
    document: Callable[..., Any], example: Callable[[str], Composition], name: str, language: str
) -> None:
    plain = localise(document(name, language))
    assert printable(plain) == plain
    pdf = write_pdf(write_html(plain))
    assert only_bundled(pdf)
    text = words(pdf).replace(" ", "")
    for requirement in example(name).requirements:
        assert requirement.id in text


CLAUSES = {
    **{f"clause-{number}": f"The provider does the thing with number {number} within a day." for number in range(200)},
    "running": "words and words " * 2500,
    "solid": "x" * 40000,
    "foreign": "中" * 4000,
    "word": "y" * 300,
}


def test_many_and_long_clauses_take_seconds(chat: Callable[..., Composition]) -> None:
    rest = "clauses:\n" + "".join(f"  {name}: {{must: '{text.strip()}'}}\n" for name, text in CLAUSES.items())
    composition = chat("", rest)
    start = time.monotonic()
    pdf = write_pdf(write_html(printable(localise(request(composition)))))
    assert time.monotonic() - start < 60
    text = words(pdf)
    assert text.count("x") >= 40000
    assert "CLAUSES-CLAUSE-199" in text.replace(" ", "")


LONG_WORDS = {
    "id": "I" * 70,
    "title": "T" * 190,
    "version": "v" * 60,
    "summary": "S" * 290,
    "buyer": "N" * 190,
    "address": "a" * 290,
    "contact": "n" * 190,
    "phone": "7" * 190,
    "email": "e" * 190,
    "clause": "x" * 600,
    "spelled": "\u4e2d" * 600,
}
LONG = """
schema: pliego/v1
rfq:
  id: {id}
  title: {title}
  version: "{version}"
  language: en
  issued: 2026-12-01
  summary: {summary}
  buyer: {{name: {buyer}, address: {address}, contact: {{name: {contact}, email: {email}@e.org, phone: "{phone}"}}}}
workloads: {{chat: {{task: {{kind: text-generation, mode: online}}}}}}
clauses: {{a: {{must: {clause}}}, b: {{must: {spelled}}}}}
"""
WORD = re.compile(r'<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*)</word>')
MARGIN = 18 / 25.4 * 72
"""The narrowest margin of the page in points; the marks of levels hang a little into the left one, of 22 mm."""


@pytest.fixture(scope="module")
def long_pdf(composed: Callable[[Path], Composition], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    (folder / "spec.yaml").write_text(LONG.format(**LONG_WORDS), encoding="utf-8")
    target = folder / "rfq.pdf"
    target.write_bytes(write_pdf(write_html(printable(localise(request(composed(folder / "spec.yaml")))))))
    return target


@pytest.mark.needs_program("pdftotext", "poppler-utils")
def test_no_letter_of_a_long_word_leaves_the_page(long_pdf: Path) -> None:
    command = [str(shutil.which("pdftotext")), "-bbox", str(long_pdf), "-"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    printed, width, height = "", 0.0, 0.0
    for line in done.stdout.splitlines():
        if size := re.search(r'<page width="(\S+)" height="(\S+)"', line):
            width, height = float(size[1]), float(size[2])
        elif word := WORD.search(line):
            left, top, right, bottom = (float(word[number]) for number in range(1, 5))
            assert left > MARGIN - 3
            assert right < width - MARGIN + 1, line
            assert 0 < top < bottom < height, line
            printed += word[5]
    assert printed.count("x") >= len(LONG_WORDS["clause"])
    assert printed.count("4E2D") + printed.count("4E2") >= 570
    for name in ("id", "title", "summary", "buyer", "address", "contact", "phone", "email"):
        assert printed.count(LONG_WORDS[name][0]) >= len(LONG_WORDS[name])


def test_nothing_is_left_in_the_folder_for_temporary_files(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(temporary)}
    spec = str(ROOT / "examples" / "minimal" / "spec.toml")
    subprocess.run(
        [sys.executable, "-c", RENDER, "render", spec, "-o", str(tmp_path / "out"), "--format", "pdf"],
        env=environment, check=True, capture_output=True,
    )  # fmt: skip
    assert (tmp_path / "out" / "rfq.pdf").exists()
    assert list(temporary.iterdir()) == []


RENDER = "from pliego.cli import main; main()"


def test_another_machine_makes_the_same_bytes(tmp_path: Path) -> None:
    spec = ROOT / "examples" / "assistant" / "spec.yaml"
    made = []
    for number, (seed, zone, language) in enumerate((("1", "Asia/Tokyo", "C"), ("2", "America/Lima", "es_ES.UTF-8"))):
        place = tmp_path / f"place-{number}"
        place.mkdir()
        copy = place / ("deep" * number) / "spec.yaml"
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(spec.read_bytes())
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LANG": language, "LC_ALL": language}
        environment |= {"PYTHONPATH": str(ROOT / "src"), "HOME": str(place)}
        subprocess.run(
            [sys.executable, "-c", RENDER, "render", str(copy), "-o", "out"],
            cwd=place,
            env=environment,
            check=True,
            capture_output=True,
        )
        made.append({file.name: file.read_bytes() for file in sorted((place / "out").iterdir())})
    assert sorted(made[0]) == ["rfq.html", "rfq.json", "rfq.md", "rfq.pdf"]
    assert made[0] == made[1]
