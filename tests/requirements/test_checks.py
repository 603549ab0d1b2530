"""Throughput that no load produces, and so many mandatory requirements that bidders stay away."""

from collections.abc import Callable

import pytest

from pliego.finding_codes import CODES
from pliego.requirements.checks import check_requirements
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]

CONTEXT = "context: {input: {typical: 1000, p95: 2000, max: 4000}, output: {typical: 100, p95: 100, max: 100}}\n"
"""Every request has 100 tokens of output, so 4 req/s produce 400 tok/s."""


@pytest.mark.parametrize(
    ("peak", "throughput", "wanted"),
    [
        ("4 req/s", "401 tok/s", "401 tok/s"),
        ("240 req/min", "401 tok/s", "401 tok/s"),
        ("4 req/s", "{must: 400 tok/s, prefer: 500 tok/s}", "500 tok/s"),
        ("4 req/s", "{prefer: {value: 500 tok/s, from: 300 tok/s}}", "500 tok/s"),
    ],
)
def test_throughput_above_what_the_load_produces_is_a_warning(
    chat: Chat, peak: str, throughput: str, wanted: str
) -> None:
    (finding,) = chat(f"{CONTEXT}load: {{peak: {peak}}}\nslo: {{throughput: {throughput}}}").findings
    assert (finding.code, finding.path) == ("P502", ("workloads", "chat", "slo", "throughput"))
    assert CODES["P502"].severity == finding.severity == "warning"
    assert finding.facts == {"wanted": wanted, "produced": "400 tok/s", "mean": "100", "of": "output"}
    assert wanted in finding.message
    assert finding.hint is not None
    assert "load.peak" in finding.hint


@pytest.mark.parametrize(
    "workload",
    [
        CONTEXT + "load: {peak: 4 req/s}\nslo: {throughput: {must: 300 tok/s, prefer: 400 tok/s}}",
        CONTEXT + "load: {peak: 240 req/min}\nslo: {throughput: 400 tok/s}",
        CONTEXT + "load: {concurrency: {peak: 4}}\nslo: {throughput: 9000 tok/s}",
        "load: {peak: 4 req/s}\nslo: {throughput: 9000 tok/s}",
    ],
    ids=["as much", "as much a minute", "no rate", "no lengths"],
)
def test_throughput_that_the_load_can_produce_passes_and_so_does_what_is_not_known(chat: Chat, workload: str) -> None:
    assert chat(workload).findings == ()


def test_a_short_request_has_no_room_for_many_requirements(example: Callable[[str], Composition]) -> None:
    composition = example("assistant")
    rfq = composition.spec.rfq.model_copy(update={"profile": "short"})
    spec = composition.spec.model_copy(update={"rfq": rfq})
    found = check_requirements(composition.requirements, composition.sizing, spec)
    assert [finding.code for finding in found] == ["P505"]
    assert not check_requirements(composition.requirements[:15], composition.sizing, spec)


def test_the_load_of_another_workload_does_not_count(chat: Chat) -> None:
    task = "    task: {kind: text-generation, mode: online}\n"
    busy = f"  other:\n{task}    {CONTEXT}    load: {{peak: 90 req/s}}\n    slo: {{throughput: 9000 tok/s}}\n"
    (finding,) = chat(f"{CONTEXT}load: {{peak: 4 req/s}}\nslo: {{throughput: 9000 tok/s}}", busy).findings
    assert (finding.code, finding.path[1]) == ("P502", "chat")


def engines(chat: Chat, reckoned: str, wanted: str) -> list[tuple[str, object]]:
    made = chat(f"precision: {{runtime: {{{reckoned}}}}}", f"operation: {{versions: {{runtime: {wanted}}}}}\n")
    return [(one.code, one.path) for one in made.findings if one.code == "P504"]


def test_figures_of_an_engine_release_before_the_required_one_are_told(chat: Chat) -> None:
    path = ("workloads", "chat", "precision", "runtime", "version")
    assert engines(chat, 'name: vllm, version: "0.9"', "vLLM 0.17") == [("P504", path)]


@pytest.mark.parametrize(
    ("reckoned", "wanted"),
    [
        ('name: vllm, version: "0.17"', "vLLM 0.17"),
        ('name: vllm, version: "0.17"', "vLLM >= 0.9"),
        ('name: vllm, version: "0.17"', "SGLang 0.18"),
        ('name: vllm, version: "0.17"', "{prefer: vLLM 0.18}"),
        ("name: vllm", "vLLM 0.17"),
    ],
)
def test_figures_of_the_required_release_a_later_one_or_another_engine_pass(
    chat: Chat, reckoned: str, wanted: str
) -> None:
    assert engines(chat, reckoned, wanted) == []
