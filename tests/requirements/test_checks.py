"""Preferred values that are no better than where points begin."""

from collections.abc import Callable

import pytest

from pliego.requirements.checks import check_requirements, is_better
from pliego.requirements.model import Direction
from pliego.units import parse_quantity
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]


def duration(text: str) -> object:
    return parse_quantity(text, "duration")


@pytest.mark.parametrize(
    ("direction", "value", "than", "better"),
    [
        (Direction.AT_MOST, duration("800 ms"), duration("1.5 s"), True),
        (Direction.AT_MOST, duration("1500 ms"), duration("1.5 s"), False),
        (Direction.AT_MOST, duration("2 s"), duration("1.5 s"), False),
        (Direction.AT_LEAST, 3, 2, True),
        (Direction.AT_LEAST, 2, 2, False),
        (Direction.AT_LEAST, "monthly", "quarterly", True),
        (Direction.AT_LEAST, "yearly", "half-yearly", False),
        (Direction.WITHIN, ("ES",), ("EEA",), True),
        (Direction.WITHIN, ("FR", "ES"), ("ES", "FR"), False),
        (Direction.WITHIN, ("FR", "ES"), ("ES",), False),
        (Direction.COVERS, ("a", "b"), ("a",), True),
        (Direction.COVERS, ("a",), ("a", "b"), False),
        (Direction.EXACT, "fp8", "bf16", True),
        (Direction.EXACT, "fp8", "fp8", False),
        (Direction.YES, True, True, False),
        (Direction.TEXT, "a", "b", None),
    ],
)
def test_better_is_stricter(direction: Direction, value: object, than: object, better: bool | None) -> None:
    assert is_better(direction, value, than) is better  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("workload", "rest", "path"),
    [
        ("slo: {ttft_p95: {must: 1 s, prefer: 2 s}}", "", ("workloads", "chat", "slo", "ttft_p95", "prefer")),
        (
            "slo: {throughput: {prefer: {value: 20 tok/s, from: 20 tok/s}}}",
            "",
            ("workloads", "chat", "slo", "throughput", "prefer"),
        ),
        ("", "backup: {copies: {must: 3, prefer: 3}}\n", ("backup", "copies", "prefer")),
        ("", "backup: {restore_test: {must: monthly, prefer: yearly}}\n", ("backup", "restore_test", "prefer")),
        ("", "data_residency: {storage: {must: [ES], prefer: [ES, FR]}}\n", ("data_residency", "storage", "prefer")),
    ],
)
def test_a_preferred_value_must_be_better(chat: Chat, workload: str, rest: str, path: tuple[str, ...]) -> None:
    (finding,) = chat(workload, rest).findings
    assert (finding.code, finding.path) == ("P501", path)
    assert ".".join(path[:-1]) in finding.message


def test_better_values_and_values_without_a_start_pass(chat: Chat) -> None:
    composition = chat(
        "slo: {ttft_p95: {must: 1.5 s, prefer: 800 ms}, availability: {prefer: 99.9 %}}",
        "clauses: {a: {must: x, prefer: y}}\n",
    )
    assert check_requirements(composition.requirements) == ()


def test_values_are_compared_exactly() -> None:
    nines = parse_quantity("99." + "9" * 40 + " %", "share")
    assert is_better(Direction.AT_LEAST, parse_quantity("100 %", "share"), nines)
    assert is_better(Direction.AT_LEAST, nines, parse_quantity("100 %", "share")) is False
