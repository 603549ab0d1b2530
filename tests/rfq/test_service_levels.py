"""The table of service levels: which tokens a throughput counts depends on the work."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document

Work = Callable[..., Document]
RowsOf = Callable[..., list[list[str]]]


@pytest.mark.parametrize(
    ("task", "measure"),
    [
        ("{kind: text-generation, mode: online}", "output tokens of all requests, mean of the load run"),
        ("{kind: embedding, mode: batch}", "input tokens of all requests, mean of the load run"),
        ("{kind: reranking, mode: online}", "input tokens of all requests, mean of the load run"),
        ("{kind: embedding, mode: fine-tuning}", "tokens trained on, mean between two checkpoints"),
        ("{kind: text-generation, mode: pre-training}", "tokens trained on, mean between two checkpoints"),
    ],
)
def test_a_throughput_counts_the_tokens_of_its_work(work: Work, rows_of: RowsOf, task: str, measure: str) -> None:
    request = work(f"task: {task}\nslo: {{throughput: 900 tok/s}}")
    assert rows_of(request, "service_levels") == [["Throughput", measure, "≥ 900 tokens/s", "–"]]


def test_the_glossary_defines_by_output_tokens_only_what_is_counted_so(work: Work, rows_of: RowsOf) -> None:
    def terms(task: str) -> set[str]:
        request = work(f"task: {{kind: {task}, mode: online}}\nslo: {{throughput: 900 tok/s, e2e_p95: 2 s}}")
        return {row[0] for row in rows_of(request, "glossary")}

    assert {"Throughput", "End-to-end latency"} <= terms("text-generation")
    assert terms("embedding") & {"Throughput", "End-to-end latency", "Percentile, 95th"} == {"Percentile, 95th"}
