"""Service levels side by side, for every kind of work."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document
from pliego.rfq.service_levels import LEVELS
from pliego.spec.sections.load import ServiceLevels

Work = Callable[..., Document]
RowsOf = Callable[..., list[list[str]]]


@pytest.mark.parametrize(
    ("task", "slo", "rows"),
    [
        (
            "{kind: text-to-speech, mode: online}",
            "{first_audio_p95: {must: 300 ms, prefer: 200 ms}, real_time_factor: 0.3}",
            [
                ["95th percentile", "≤ 300 ms", "≤ 200 ms"],
                ["processing time over length of the audio", "≤ 0.3", "–"],
            ],
        ),
        (
            "{kind: speech-to-text, mode: online}",
            "{word_error_rate: 8 %, cold_start: {prefer: {value: 1 min, from: 5 min}}}",
            [
                ["share of words that are wrong, missing or too many", "≤ 8%", "–"],
                ["from starting an instance to its first answer", "–", "≤ 1 min"],
            ],
        ),
        (
            "{kind: vector-search, mode: online}\nindex: {type: flat, vectors: 9, dimensions: 4}",
            "{recall: 95 %}",
            [["share of the true nearest neighbours among those returned", "≥ 95%", "–"]],
        ),
        (
            "{kind: embedding, mode: batch}",
            "{throughput: 20000 tok/s, deadline: 8 h}",
            [
                ["input tokens of all requests, mean of the load run", "≥ 20,000 tokens/s", "–"],
                ["from the start of a run to its complete result", "≤ 8 h", "–"],
            ],
        ),
        (
            "{kind: text-generation, mode: fine-tuning}",
            "{throughput: 3000 tok/s, deadline: 12 h}",
            [
                ["tokens trained on, mean of the run after warm-up", "≥ 3,000 tokens/s", "–"],
                ["from the start of training to the finished model", "≤ 12 h", "–"],
            ],
        ),
    ],
)
def test_a_level_says_how_it_is_measured(
    work: Work, rows_of: RowsOf, task: str, slo: str, rows: list[list[str]]
) -> None:
    assert rows_of(work(f"task: {task}\nslo: {slo}"), "service_levels", 1) == rows


def test_what_is_not_stated_has_no_row(work: Work, rows_of: RowsOf) -> None:
    assert rows_of(work("task: {kind: reranking, mode: online}\nslo: {}"), "service_levels") == []


def test_every_level_of_the_format_has_its_place() -> None:
    assert set(LEVELS) == set(ServiceLevels.model_fields)
