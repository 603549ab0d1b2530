"""Rates that an amount and a deadline ask for, and streams in real time."""

from typing import Any

import pytest

from pliego.resolve.demand import resolve_demand
from pliego.sizing.runs_needed import run_terms
from pliego.sizing.terms import Missing, Term
from pliego.spec.models import Workload


def found(kind: str, mode: str, **parts: Any) -> list[Term | Missing]:
    task = {"kind": kind, "mode": mode, **parts.pop("task", {})}
    workload = Workload.model_validate({"task": task, **parts})
    return list(run_terms(workload, resolve_demand(workload, ("workloads", "run")), "run"))


def terms(kind: str, mode: str, **parts: Any) -> dict[str, Term]:
    return {one.key: one for one in found(kind, mode, **parts) if isinstance(one, Term)}


def test_documents_by_a_deadline_are_documents_and_tokens_a_second() -> None:
    context = {"input": {"max": 1000}, "output": {"max": 100}}
    found = terms(
        "text-generation", "batch", load={"documents": 36_000}, context=context, slo={"deadline": {"must": "1 h"}}
    )
    assert found["items_needed"].value == pytest.approx(10)
    assert found["items_needed"].unit == "documents/s"
    assert found["input_rate_needed"].value == pytest.approx(10_000)
    assert found["output_rate_needed"].value == pytest.approx(1000)


@pytest.mark.parametrize(
    ("kind", "item", "unit"),
    [
        ("text-generation", "requests", "req/s"),
        ("image-generation", "images", "images/s"),
        ("classic-ml", "rows", "rows/s"),
        ("text-to-speech", "characters", "characters/s"),
    ],
)
def test_a_rate_has_the_unit_of_what_is_counted(kind: str, item: str, unit: str) -> None:
    found = terms(kind, "batch", load={item: 7200}, slo={"deadline": {"must": "2 h"}})
    assert (found["items_needed"].value, found["items_needed"].unit) == (1, unit)


def test_audio_by_a_deadline_is_hours_in_an_hour() -> None:
    found = terms("speech-to-text", "batch", load={"audio": "300 h"}, slo={"deadline": "10 h"})
    assert found["audio_streams_needed"].value == pytest.approx(30)


@pytest.mark.parametrize(("factor", "streams"), [(0.7, 1), (0.5, 2), (0.1, 10), (1.4, 0)])
def test_an_instance_carries_the_streams_that_it_keeps_up_with(factor: float, streams: int) -> None:
    """One call at a real-time factor of 0.7: a second one does not fit."""
    found = terms("text-to-speech", "online", slo={"real_time_factor": factor})
    assert found["streams_in_real_time"].value == streams


def test_tokens_to_train_on_by_a_deadline() -> None:
    found = terms("text-generation", "pre-training", task={"tokens": 864_000_000}, slo={"deadline": "1 d"})
    assert found["training_rate_needed"].value == pytest.approx(10_000)


def test_without_a_deadline_nothing_is_needed_by_then() -> None:
    assert terms("text-generation", "batch", load={"documents": 5}) == {}


def test_samples_come_again_in_each_epoch() -> None:
    task = {"samples": 86_400, "epochs": 3}
    rate = terms("image-generation", "fine-tuning", task=task, slo={"deadline": "1 d"})["items_needed"]
    assert (rate.value, rate.unit) == (pytest.approx(3), "samples/s")


@pytest.mark.parametrize(
    ("kind", "mode", "task", "lacking"),
    [
        ("text-generation", "batch", {}, {"items_needed": ["load.requests", "load.documents"]}),
        ("text-to-speech", "batch", {}, {"items_needed": ["load.characters"]}),
        ("speech-to-text", "batch", {}, {"audio_streams_needed": ["load.audio"]}),
        ("classic-ml", "batch", {}, {"items_needed": ["load.rows"]}),
        ("text-generation", "pre-training", {}, {"training_rate_needed": ["task.tokens"]}),
        ("speech-to-text", "fine-tuning", {"samples": 9}, {"items_needed": ["task.epochs"]}),
        ("speech-to-text", "fine-tuning", {"epochs": 9}, {"items_needed": ["task.samples"]}),
    ],
)
def test_a_deadline_without_an_amount_says_what_it_lacks(
    kind: str, mode: str, task: dict[str, Any], lacking: dict[str, list[str]]
) -> None:
    missing = [one for one in found(kind, mode, task=task, slo={"deadline": "8 h"}) if isinstance(one, Missing)]
    assert {one.figure: [".".join(map(str, path[2:])) for path in one.needs] for one in missing} == lacking


def test_requests_of_unknown_length_are_no_tokens_a_second() -> None:
    missing = found("text-generation", "batch", load={"requests": 5}, slo={"deadline": "8 h"})[1:]
    assert [one.figure for one in missing if isinstance(one, Missing)] == ["input_rate_needed", "output_rate_needed"]
