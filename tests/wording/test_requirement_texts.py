"""Requirements in the buyer's own words: one demand each, and no words that nobody can check."""

from typing import Any

import pytest

from pliego.wording.requirement_texts import check_requirement_texts


def told(text: str, level: str = "must") -> list[tuple[str, str]]:
    data: dict[str, Any] = {"clauses": {"one": {level: text}}}
    return [(one.code, one.facts["words"]) for one in check_requirement_texts(data)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The provider must encrypt backups and must test restores.", "'must'"),
        ("Access shall be logged. The log must be readable.", "'shall', 'must'"),
        ("El proveedor deberá cifrar las copias y deberán probarse.", "'deberá', 'deberán'"),
        ("Der Anbieter muss sichern, und die Kopien müssen verschlüsselt sein.", "'muss', 'müssen'"),
    ],
)
def test_two_demands_in_one_requirement_are_an_error(text: str, words: str) -> None:
    assert told(text) == [("P523", words)]
    assert told(text, "prefer") == [("P523", words)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The service is fast and scalable.", "'fast', 'scalable'"),
        ("Restores are tested as soon as possible.", "'as soon as possible'"),
        ("Formats: CSV, Parquet etc.", "'etc.'"),
        ("El servicio tiene un soporte adecuado, a ser posible en español.", "'adecuado', 'a ser posible'"),
        ("Antworten kommen zeitnah, ggf. per Telefon.", "'zeitnah', 'ggf.'"),
    ],
)
def test_vague_words_are_a_warning(text: str, words: str) -> None:
    assert told(text) == [("P524", words)]


@pytest.mark.parametrize(
    "text",
    [
        "The provider must not resell the capacity.",
        "El proveedor no revende la capacidad mientras esté reservada.",
        "Answers arrive in at least 95 % of cases within 2 s, and no later than 4 s.",
    ],
)
def test_one_demand_that_can_be_checked_is_fine(text: str) -> None:
    assert told(text) == []


def test_what_only_describes_is_free() -> None:
    rfq: dict[str, Any] = {"title": "A fast service", "summary": "It must answer and must be robust."}
    assert list(check_requirement_texts({"rfq": rfq})) == []
