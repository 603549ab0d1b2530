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
