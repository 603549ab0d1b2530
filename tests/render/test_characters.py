"""Characters that a format cannot show."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.render.characters import (
    check_characters,
    covered,
    is_control,
    spelled,
    without_controls,
    without_uncovered,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("kr 400\v000", "kr 400U+000B000"),
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[31m", "U+001B[31m"),
        ("\u202eevil\u202c", "U+202EevilU+202C"),
        ("\u2066a\u2069", "U+2066aU+2069"),
        ("a\rb\u0085c", "aU+000DbU+0085c"),
        ("\ue000", "U+E000"),
        ("ñandú 中文 🍷", "ñandú 中文 🍷"),
    ],
)
def test_control_characters_are_spelled_out(text: str, shown: str) -> None:
    assert without_controls(text) == shown


def test_what_the_fonts_lack_is_spelled_out() -> None:
    assert without_uncovered("Ñ 中 🍷\n") == "Ñ U+4E2D U+1F377\n"
    assert spelled("a") == "U+0061"


def test_the_fonts_have_what_european_texts_need() -> None:
    letters = "ÄÖÜäöüßÁÉÍÓÚÑáéíóúñçÇàèìòùâêîôûëïÿœæøåłžščřőű"
    signs = "«»“”‘’„–—…·•×≤≥−±²³⁹°€£§¿¡☐■□\u00a0\u202f"
    assert {sign for sign in letters + signs if ord(sign) not in covered()} == set()
    assert {chr(number) for number in range(0x20, 0x7F) if number not in covered()} == set()


def test_a_finding_names_place_and_characters() -> None:
    (finding,) = check_characters([(("rfq", "title"), "A 中中 🍷"), (("rfq", "id"), "plain")])
    assert (finding.code, finding.path) == ("P510", ("rfq", "title"))
    assert finding.facts == {"characters": "U+4E2D, U+1F377"}
    assert finding.message == "the fonts of the PDF lack U+4E2D, U+1F377"


def test_a_finding_names_eight_characters_and_counts_the_rest() -> None:
    (finding,) = check_characters([((), "一二三四五六七八九十")])
    assert finding.facts["characters"].endswith("and 2 more")


def test_control_characters_are_told_of_elsewhere() -> None:
    assert list(check_characters([((), "a\vb\tc\n")])) == []


@given(st.text())
def test_no_control_is_left(text: str) -> None:
    shown = without_controls(text)
    assert not [sign for sign in shown if is_control(sign)]
    assert all(unicodedata.category(sign) != "Cc" or sign in "\t\n" for sign in shown)
    assert without_controls(shown) == shown


@given(st.text())
def test_the_pdf_gets_only_what_its_fonts_have(text: str) -> None:
    assert all(ord(sign) in covered() or sign in "\t\n" for sign in without_uncovered(without_controls(text)))
