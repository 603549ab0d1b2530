"""The fonts that an HTML file carries: the Latin letters of the bundled faces, under their licence, in every file."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pliego.render.characters import covered
from pliego.render.faces import FONTS, embedded_faces, web_font
from pliego.render.html import embed_fonts, write_html
from pliego.render.localised import Plain
from pliego.resources import template_file

ROOT = Path(__file__).resolve().parents[2]
FILES = [face.file for face in FONTS]
BLOCKS = ((0x20, 0x24F), (0x370, 0x3FF), (0x2000, 0x22FF), (0x2500, 0x26FF))


@cache
def font(name: str) -> TTFont:
    return TTFont(BytesIO(template_file(f"fonts/{name}").read_bytes()))


@pytest.mark.parametrize("file", FILES)
def test_a_web_font_holds_the_latin_letters_of_its_face(file: str) -> None:
    whole, part = font(file), font(web_font(file))
    latin = {point for point in covered() if any(first <= point <= last for first, last in BLOCKS)}
    assert part.flavor == "woff2"
    letters, names = part.getBestCmap(), whole.getBestCmap()
    assert set(letters) == set(names) & latin
    assert all(part["hmtx"][letters[point]] == whole["hmtx"][names[point]] for point in letters)


@pytest.mark.parametrize("file", FILES)
def test_a_web_font_keeps_the_licence_and_not_the_reserved_name(file: str) -> None:
    names = {record.nameID: record.toUnicode() for record in font(web_font(file))["name"].names}
    assert "SIL Open Font License" in names[13]
    assert "Reserved Font Name" in names[0]
    assert not [name for number, name in names.items() if number in (1, 3, 4, 6, 16) and "Source" in name]


def test_the_words_of_the_house_need_no_other_font() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "templates" / "locale").rglob("*.po"))
    letters = [set(font(web_font(file)).getBestCmap()) for file in FILES[:2]]
    assert {ord(sign) for sign in text} - {10} <= set.intersection(*letters)


def test_an_html_file_holds_its_fonts_and_stays_small(hostile_plain: Plain) -> None:
    page = write_html(hostile_plain)
    file = embed_fonts(page)
    assert re.sub(r"<style>\n@font-face.*?</style>\n", "", file, flags=re.DOTALL) == page
    assert re.findall(r"url\((.{20})", file) == ["data:font/woff2;base"] * len(FONTS)
    assert len(embedded_faces()) < 250_000
