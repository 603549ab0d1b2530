"""The arrows from a sound spec to its requirements."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pliego.workflow.composition import Composition, compose
from pliego.workflow.reading import read_spec

Chat = Callable[..., Composition]


def test_every_arrow_is_walked(example: Callable[[str], Composition]) -> None:
    made = example("assistant")
    assert [workload.name for workload in made.resolved.workloads] == ["assistant"]
    assert [workload.workload for workload in made.sizing.workloads] == ["assistant"]
    assert made.requirements
    assert made.findings == ()
    assert "ES" in made.regions.countries


@pytest.mark.parametrize(
    ("workload", "rest", "code"),
    [
        ("model: {config: missing.json}", "", "P420"),
        ("model: {id: nobody/unknown}", "", "P401"),
        ("", "data_residency: {storage: [QQ]}\n", "P403"),
        ("slo: {ttft_p95: {must: 1 s, prefer: 2 s}}", "", "P501"),
        (
            "model: {id: meta-llama/Llama-3.1-70B}\nprecision: {weights: bf16, runtime: {tensor_parallel: 3}}",
            "",
            "P430",
        ),
    ],
)
def test_findings_of_every_arrow_are_gathered(chat: Chat, workload: str, rest: str, code: str) -> None:
    assert code in {finding.code for finding in chat(workload, rest).findings}


def test_the_same_spec_gives_the_same_value() -> None:
    file = Path(__file__).parents[2] / "examples" / "service-70b" / "spec.yaml"
    first, second = (compose(read_spec(file).spec(), file.parent) for _ in range(2))
    assert first.sizing == second.sizing
    assert first.requirements == second.requirements


LOAD = """\
model: {id: meta-llama/Llama-3.1-8B-Instruct}
precision: {weights: bf16, kv_cache: bf16, runtime: {name: vllm, version: "0.19"}}
context: {input: {typical: 1200, p95: 6000, max: 16000}, output: {typical: 300, p95: 800, max: 2000}}
load: {concurrency: {peak: 80}}
"""


@pytest.mark.parametrize("reference", ["H100-SXM-80GB", "L40S", "RTX-4090", "MI300X", "nvidia-a100-sxm4-40gb"])
def test_what_is_asked_for_does_not_depend_on_the_accelerator_that_is_named(chat: Chat, reference: str) -> None:
    neutral = chat(LOAD).sizing.workloads[0]
    named = chat(LOAD, f"hardware: {{reference: {reference}}}\n").sizing.workloads[0]
    assert named.alternatives == neutral.alternatives
    assert named.fits == neutral.fits
    assert named.term("plan") == neutral.term("plan")


def test_a_reference_without_memory_of_its_own_is_refused(chat: Chat) -> None:
    made = chat(LOAD, "hardware: {reference: cpu-epyc-9005-turin}\n")
    assert [finding.code for finding in made.findings if finding.code != "P468"] == ["P407"]
    assert made.resolved.reference is None
