"""A document in one language as plain data."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from pliego.document.model import Code as CodeText
from pliego.document.model import (
    Column,
    Cover,
    Document,
    Formula,
    Group,
    Line,
    Listed,
    Message,
    Paragraph,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.render.localised import Plain, localise, localise_section, printable, user_texts


def small(*sections: Section, language: str = "en", user_language: str = "en", draft: bool = False) -> Document:
    return Document(
        kind=Message("document.rfq"),
        language=language,
        user_language=user_language,
        reference=UserText("R-1", ("rfq", "id")),
        title=UserText("A\vB", ("rfq", "title")),
        version=UserText("1", ("rfq", "version")),
        draft=draft,
        issued=date(2026, 12, 1),
        author=UserText("", ("rfq", "buyer", "name")),
        cover=Cover(UserText("words", ("rfq", "summary")), (), (), Message("cover.counts.none")),
        sections=sections,
    )


def section(*blocks: Any, **rest: Any) -> Section:
    return Section("answer", Message("answer.title"), blocks, **rest)


def strings(value: Any) -> Any:
    if isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value
    else:
        assert value is None or isinstance(value, bool | int | float)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["assistant", "service-70b", "minimal"])
def test_everything_is_plain_data(document: Callable[..., Document], name: str, language: str) -> None:
    texts = list(strings(localise(document(name, language))))
    assert texts
    assert "None" not in texts


@pytest.mark.parametrize(
    ("language", "draft", "version"),
    [
        ("en", False, "Version 1"),
        ("en", True, "Version 1, draft"),
        ("es", False, "Versión 1"),
        ("es", True, "Versión 1, borrador"),
    ],
)
def test_a_draft_says_that_it_is_one(language: str, draft: bool, version: str) -> None:
    texts = set(strings(localise(small(section(), language=language, draft=draft))))
    assert version in texts
    assert not [text for text in texts if text.startswith(version) and text != version]


def test_sections_have_numbers_and_annexes_letters() -> None:
    made = localise(small(section(), section(annex=True), section(), section(annex=True)))
    assert [one["number"] for one in made["sections"]] == ["1", "A", "2", "B"]
    assert made["sections"][1]["title"] == "Annex: How to answer"


def test_tables_are_numbered_through() -> None:
    table = Table("t", CodeText("c"), (Column(CodeText("h"), 10),), (Group((Row(((Line(CodeText("x")),),)),)),))
    made = localise(small(section(table), section(table)))
    assert [block["number"] for one in made["sections"] for block in one["blocks"]] == ["Table 1", "Table 2"]


def test_the_buyers_words_carry_their_language_where_it_differs() -> None:
    words = Paragraph(Listed((UserText("hola"), UserText("cite", language="en"), CodeText("x"))))
    (block,) = localise(small(section(words), language="en", user_language="es"))["sections"][0]["blocks"]
    assert [(run["text"], run["lang"]) for run in block["runs"] if run["kind"] == "user"] == [
        ("hola", "es"),
        ("cite", ""),
    ]


def test_neighbours_of_the_same_kind_are_one() -> None:
    (block,) = localise(small(section(Paragraph(Formula("2 + 2")))))["sections"][0]["blocks"]
    assert block["runs"] == [{"kind": "text", "text": "2 + 2", "lang": ""}]


def test_control_characters_are_spelled_out_everywhere() -> None:
    made = localise(small(section(SideText((SideRow(UserText("a\v"), (Line(UserText("b\x1b")),)),)))))
    assert made["title"] == "AU+000BB"
    assert made["sections"][0]["blocks"][0]["rows"][0]["label"][0]["text"] == "aU+000B"
    assert not [text for text in strings(made) if any(ord(sign) < 0x20 and sign not in "\t\n" for sign in text)]


def test_rows_are_sorted_as_the_language_sorts() -> None:
    rows = tuple(Row(((Line(UserText(word)),),)) for word in ("zeta", "Ávila", "beta", "ágil"))
    table = Table("t", CodeText("c"), (Column(CodeText("h"), 10),), (Group(rows),), alphabetical=True)
    (block,) = localise(small(section(table)))["sections"][0]["blocks"]
    assert [row["cells"][0][0]["runs"][0]["text"] for row in block["groups"][0]["rows"]] == [
        "ágil",
        "Ávila",
        "beta",
        "zeta",
    ]


def test_a_section_alone_has_no_number() -> None:
    made = localise_section(section(annex=True), "es")
    assert (made["number"], made["title"]) == ("", "Cómo responder")


def test_what_the_fonts_lack_is_spelled_out_for_print_alone() -> None:
    made = localise(small(section(Paragraph(UserText("中")))))
    shown = printable(made)
    assert shown["sections"][0]["blocks"][0]["runs"][0]["text"] == "U+4E2D"
    assert made["sections"][0]["blocks"][0]["runs"][0]["text"] == "中"
    assert printable(shown) == shown


def test_every_text_of_the_buyers_comes_with_its_place(hostile: Document, hostile_plain: Plain) -> None:
    found = list(user_texts(hostile))
    assert len(found) == len(set(found))
    places = {path for path, _ in found}
    assert ("rfq", "title") in places
    assert ("clauses", "markup", "must") in places
    assert ("clauses", "points", "prefer", "from") in places
    assert ("rfq", "buyer", "contact", "email") in places
    assert ("workloads", "chat", "precision", "runtime", "name") in places
    assert () not in places
    assert hostile_plain["title"] in {text for _, text in found}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a\nb\n\nc", "a\nb\n\nc"),
        ("a\n\n\nb", "a\n\nb"),
        ("a\n \t\n\n  b", "a\n\n  b"),
        ("a" + "\n" * 39_998 + "b", "a\n\nb"),
    ],
)
def test_many_blank_lines_print_as_one(text: str, printed: str) -> None:
    section = Section("a", Message("document.rfq"), (Paragraph(UserText(text)),))
    runs = localise(small(section))["sections"][0]["blocks"][0]["runs"]
    assert [run["text"] for run in runs] == [printed]
