"""The calculation annex: every term with formula, inputs, value, range and source."""

import re
from collections.abc import Callable

import pytest

from pliego.document.model import Document, Section, SideText, Table
from pliego.render.localised import localise_section
from pliego.render.markdown import write_markdown_section
from pliego.render.translation import LANGUAGES, Translator
from pliego.rfq.calculation import calculation_section, source_rows
from pliego.rfq.phrases import say
from pliego.sizing.expected import expected
from pliego.spec.applicability import MODES
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]


def tables(section: Section) -> dict[str, Table]:
    return {block.name: block for block in section.blocks if isinstance(block, Table)}


@pytest.mark.parametrize("name", ["assistant", "service-70b"])
def test_every_term_has_a_row(example: Callable[[str], Composition], name: str) -> None:
    sizing = example(name).sizing
    found = tables(calculation_section(sizing))
    rows = [row for table in ("quantities", "memory") for group in found[table].groups for row in group.rows]
    keys = [row.cells[0][1].content.key for row in rows]  # type: ignore[union-attr]
    assert sorted(keys) == sorted(f"term.{term.key}" for term in sizing.workloads[0].terms)


def test_every_source_has_a_number_and_every_number_a_source(example: Callable[[str], Composition]) -> None:
    sizing = example("assistant").sizing
    text = write_markdown_section(localise_section(calculation_section(sizing, by_name=True), "en"))
    listed = re.findall(r"^\*\*`(S\d+)`\*\*", text, re.MULTILINE)
    assert listed == [f"S{number}" for number in range(1, len(listed) + 1)]
    assert set(re.findall(r"`(S\d+)`", text)) == set(listed)
    neutral = write_markdown_section(localise_section(calculation_section(sizing), "en"))
    assert set(re.findall(r"`(S\d+)`", neutral)) == {row.label.text for row in source_rows(sizing)}


def test_a_request_names_no_accelerator_and_a_sizing_does(example: Callable[[str], Composition]) -> None:
    sizing = example("assistant").sizing
    neutral = write_markdown_section(localise_section(calculation_section(sizing), "en"))
    named = write_markdown_section(localise_section(calculation_section(sizing, by_name=True), "en"))
    names = {fit.name for fit in sizing.workloads[0].fits}
    assert not [name for name in names if name in neutral]
    assert not [name for name in names if name not in named]


def test_what_is_missing_is_named_for_its_reader(chat: Chat) -> None:
    made = chat("model: {id: meta-llama/Llama-3.1-8B}\nslo: {ttft_p95: 1 s}")
    text = Translator("en").text
    for by_name, wanted in ((True, "workloads.chat.precision.weights"), (False, "number format of the weights")):
        section = calculation_section(made.sizing, by_name=by_name)
        sides = [row for block in section.blocks if isinstance(block, SideText) for row in block.rows]
        rows = {text(row.label): text(row.lines[0].content) for row in sides}
        assert wanted in rows["Weights"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_layout_is_checked_in_words(example: Callable[[str], Composition], language: str) -> None:
    section = calculation_section(example("service-70b").sizing)
    rows = [row for block in section.blocks if isinstance(block, SideText) for row in block.rows]
    layout = next(row for row in rows if row.label.key == "layout.label")  # type: ignore[union-attr]
    lines = [Translator(language).text(line.content) for line in layout.lines]
    assert "4" in lines[0]
    assert "GiB" in lines[1]


def test_two_workloads_are_two_calculations(chat: Chat) -> None:
    part = "model: {id: meta-llama/Llama-3.1-8B}\nprecision: {weights: bf16, kv_cache: bf16}"
    second = part.replace("\n", "\n    ")
    rest = f"  embed:\n    task: {{kind: text-generation, mode: online}}\n    {second}\n"
    section = calculation_section(chat(part, rest).sizing)
    captions = [Translator("en").text(block.caption) for block in section.blocks if isinstance(block, Table)]
    assert any("chat" in caption for caption in captions)
    assert any("embed" in caption for caption in captions)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "mode"), [(kind, mode) for kind, modes in MODES.items() for mode in modes])
def test_the_annex_names_what_a_spec_of_required_keys_alone_lacks(
    work: Callable[..., Document],
    side_of: Callable[..., dict[str, list[str]]],
    kind: str,
    mode: str,
    language: str,
) -> None:
    said = side_of(work(f"task: {{kind: {kind}, mode: {mode}}}", language=language), "calculation")
    text = Translator(language).text
    wanted = {text(say(f"term.{one.figure}")) for one in expected(kind, mode)}
    assert wanted
    assert wanted <= said.keys()
    assert all(lines and all(lines) for lines in said.values())
