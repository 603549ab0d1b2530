"""The cases of a pilot: each requirement once, numbered by kind, on a sample that can show its percentile."""

from collections.abc import Callable

import pytest

from pliego.pilot.cases import PilotCase, pilot_cases
from pliego.requirements.model import PilotCaseKind
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]


def cases(composition: Composition) -> tuple[PilotCase, ...]:
    return pilot_cases(composition.spec, composition.requirements)


def test_every_requirement_of_a_pilot_stands_in_one_case(example: Callable[[str], Composition]) -> None:
    for name in ("assistant", "rag-200", "hybrid", "speech-service", "qlora-adaptation"):
        composition = example(name)
        proved = [requirement.id for case in cases(composition) for requirement in case.requirements]
        assert sorted(proved) == sorted(one.id for one in composition.requirements if one.pilot_case)


def test_cases_are_numbered_in_the_order_of_their_kinds(example: Callable[[str], Composition]) -> None:
    found = cases(example("assistant"))
    assert [case.id for case in found] == [f"PT-{number:02d}" for number in range(1, len(found) + 1)]
    order = list(PilotCaseKind)
    assert [order.index(case.kind) for case in found] == sorted(order.index(case.kind) for case in found)


@pytest.mark.parametrize(
    ("levels", "pilot", "windows", "requests"),
    [
        ("{ttft_p95: 1 s}", "", 5, 1000),
        ("{ttft_p99: 1 s, ttft_p95: 1 s}", "", 5, 5000),
        ("{ttft_p50: 1 s}", "", 5, 100),
        ("{throughput: 9 tok/s}", "", 5, None),
        ("{ttft_p95: 1 s}", "pilot: {windows: 8, confidence: 99 %}\n", 8, 1100),
    ],
)
def test_the_sample_of_a_percentile(chat: Chat, levels: str, pilot: str, windows: int, requests: int | None) -> None:
    found = cases(chat(f"slo: {levels}", pilot))
    (case,) = [case for case in found if case.kind is PilotCaseKind.ACCEPTANCE_LOAD]
    assert (case.windows, case.requests) == (windows, requests)


def test_a_case_is_known_by_the_mandatory_one_of_a_pair(chat: Chat) -> None:
    found = cases(
        chat(
            "slo: {ttft_p95: {must: 2 s, prefer: 1 s}, tpot_p95: {prefer: 20 ms, from: 30 ms}}".replace(
                "{prefer: 20 ms, from: 30 ms}", "{prefer: {value: 20 ms, from: 30 ms}}"
            )
        )
    )
    (case,) = [case for case in found if case.kind is PilotCaseKind.ACCEPTANCE_LOAD]
    assert [one.id for one in case.named] == ["CHAT-SLO-TTFT-P95", "CHAT-SLO-TPOT-P95-PREFERRED"]
    assert len(case.requirements) == 3
