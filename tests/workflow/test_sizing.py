"""The sizing of a spec as text, Markdown or JSON."""

import json
from pathlib import Path

import pytest

from pliego.workflow.sizing import SIZING_FORMATS, size_spec, write_sizing

EXAMPLES = Path(__file__).parents[2] / "examples"
ASSISTANT = EXAMPLES / "assistant" / "spec.yaml"


@pytest.mark.parametrize("kind", SIZING_FORMATS)
def test_a_sizing_ends_with_a_newline_and_names_its_figures(kind: str) -> None:
    sized = size_spec(ASSISTANT, kind)
    assert sized.reading.findings == ()
    assert sized.text is not None
    assert sized.text.endswith("\n")
    assert "8030261248" in sized.text.replace(",", "")
    assert "None" not in sized.text


def test_a_sizing_is_in_english_whatever_the_spec_says() -> None:
    text = size_spec(ASSISTANT, "md").text
    assert text is not None
    assert "## Calculation" in text
    assert "H100" in text


def test_json_carries_every_term_with_its_proof() -> None:
    text = size_spec(ASSISTANT, "json").text
    assert text is not None
    written = json.loads(text)
    assert written["format"] == "pliego-sizing/v1"
    (workload,) = written["sizing"]["workloads"]
    for term in workload["terms"]:
        assert term["low"] <= term["value"] <= term["high"]
        assert term["formula"]
        assert term["sources"]
        assert (term["low"] == term["high"]) == (term["low"] == term["value"] == term["high"])


def test_a_faulty_spec_has_no_sizing(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text("schema: pliego/v1\n", encoding="utf-8")
    sized = size_spec(spec, "text")
    assert sized.text is None
    assert not sized.reading.sound


def test_facts_can_stop_a_sizing_too(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(ASSISTANT.read_text(encoding="utf-8").replace("H100-SXM-80GB", "H900"), encoding="utf-8")
    sized = size_spec(spec, "text")
    assert sized.text is None
    assert [finding.code for finding in sized.reading.findings] == ["P402"]


def test_the_smallest_spec_says_what_is_missing() -> None:
    text = size_spec(EXAMPLES / "minimal" / "spec.toml", "text").text
    assert text is not None
    assert "Cannot be computed" in text
    assert "workloads.assistant.precision.weights" in text


def test_writing_is_the_same_every_time() -> None:
    from pliego.workflow.composition import compose  # noqa: PLC0415
    from pliego.workflow.reading import read_spec  # noqa: PLC0415

    sizing = compose(read_spec(ASSISTANT).spec(), ASSISTANT.parent).sizing
    for kind in SIZING_FORMATS:
        assert write_sizing(sizing, kind) == size_spec(ASSISTANT, kind).text
