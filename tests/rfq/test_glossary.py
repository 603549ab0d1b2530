"""The glossary: the terms in use and no others."""

from collections.abc import Callable

from pliego.document.model import Document, Table
from pliego.render.localised import localise
from pliego.render.translation import Translator
from pliego.requirements.table import RULES, SIZING_RULES
from pliego.rfq.glossary import _OF_KIND, glossary_section
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


def names(composition: Composition) -> list[str]:
    section = glossary_section(composition.spec, composition.sizing, composition.requirements)
    assert section is not None
    (table,) = section.blocks
    assert isinstance(table, Table)
    return [Translator("en").text(row.cells[0][0].content) for row in table.groups[0].rows]


def test_the_terms_follow_the_requirements(chat: Chat) -> None:
    found = names(chat("", "backup: {rpo: 4 h}\n"))
    assert sorted(found) == ["Evidence", "Mandatory", "Pilot case", "Recovery point objective (RPO)", "Token"]
    assert "Time to first token (TTFT)" in names(chat("slo: {ttft_p95: 1 s}"))
    assert "BF16" in names(chat("precision: {weights: {prefer: bf16}}"))
    assert "EEA" in names(chat("", "data_residency: {storage: [EEA]}\n"))


def test_the_measures_of_speech_work_are_defined(example: Callable[[str], Composition]) -> None:
    found = names(example("speech-service"))
    assert {"Real-time factor (RTF)", "Word error rate (WER)"} <= set(found)
    assert not {"Real-time factor (RTF)", "Word error rate (WER)"} & set(names(example("assistant")))


def test_every_kind_that_has_terms_is_a_kind() -> None:
    assert set(_OF_KIND) <= {rule.kind for rule in RULES + SIZING_RULES}


def test_nothing_in_use_is_no_glossary(example: Callable[[str], Composition]) -> None:
    made = example("minimal")
    assert glossary_section(made.spec, made.sizing, made.requirements) is None


def test_the_terms_are_sorted_in_either_language(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    for language in ("en", "es"):
        sections = localise(request_of(example("assistant"), language))["sections"]
        (block,) = next(section["blocks"] for section in sections if section["anchor"] == "glossary")
        terms = [row["cells"][0][0]["runs"][0]["text"].casefold() for row in block["groups"][0]["rows"]]
        plain = [term.translate(str.maketrans("áéíóúüñ", "aeiouun")) for term in terms]
        assert plain == sorted(plain)
