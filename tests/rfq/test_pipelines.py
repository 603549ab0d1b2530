"""Pipelines: steps, sums, and where the clock starts and stops."""

from collections.abc import Callable

from pliego.document.model import Document

Work = Callable[..., Document]
SideOf = Callable[..., dict[str, list[str]]]
RowsOf = Callable[..., list[list[str]]]

TASK = "task: {kind: text-generation, mode: online}"
CALL = """\
pipelines:
  call:
    description: One turn of a dialogue.
    starts: end of the caller's speech
    ends: first audio
    steps:
      - {external: Turn detection, budget: 150 ms, measured: 180 ms}
      - {workload: work, budget: 0.9 s}
    slo: {e2e_p95: {must: 1.2 s, prefer: 900 ms}, availability: 99.5 %}
"""
BARE = "pipelines: {call: {steps: [{workload: work}, {external: Playback}], slo: {e2e_p50: 1 s}}}\n"


def test_steps_in_order_with_their_sum(work: Work, rows_of: RowsOf) -> None:
    assert rows_of(work(TASK, CALL), "steps") == [
        ["Turn detection", "not asked for: outside", "150 ms", "180 ms"],
        ["work", "asked for here", "0.9 s", "–"],
        ["Sum", "", "1.05 s", "–"],
    ]


def test_the_sum_stands_beside_the_level_in_its_unit(work: Work, rows_of: RowsOf) -> None:
    assert rows_of(work(TASK, CALL), "pipeline_levels") == [
        ["End-to-end latency", "95th percentile", "1.05 s", "≤ 1.2 s", "≤ 900 ms"],
        ["Availability of all steps together", "share of minutes in a calendar month", "–", "≥ 99.5%", "–"],
    ]
    milliseconds = CALL.replace("must: 1.2 s", "must: 1200 ms")
    assert rows_of(work(TASK, milliseconds), "pipeline_levels")[0][2] == "1,050 ms"


def test_the_clock_and_the_note_on_sums(work: Work, side_of: SideOf) -> None:
    found = side_of(work(TASK, CALL), "pipelines")
    assert found["The clock starts"] == ["end of the caller's speech"]
    assert found["The clock stops"] == ["first audio"]
    assert "upper estimate" in found["Reading the sums"][0]


def test_without_times_there_is_no_column_and_an_open_clock_is_asked_for(
    work: Work, rows_of: RowsOf, side_of: SideOf
) -> None:
    document = work(TASK, BARE)
    assert rows_of(document, "steps") == [
        ["work", "asked for here"],
        ["Playback", "not asked for: outside"],
    ]
    assert rows_of(document, "pipeline_levels") == [["End-to-end latency", "median", "≤ 1 s", "–"]]
    found = side_of(document, "pipelines")
    assert list(found) == ["The clock starts", "The clock stops"]
    assert all(line.startswith("Not specified") for (line,) in found.values())


def test_a_unit_in_which_the_sum_has_no_end_gives_way_to_a_smaller_one(work: Work, rows_of: RowsOf) -> None:
    steps = "steps: [{workload: work, budget: 1 h}, {external: b, budget: 10 s}]"
    document = work(TASK, f"pipelines: {{call: {{{steps}, slo: {{e2e_p99: 2 h}}}}}}\n")
    assert rows_of(document, "pipeline_levels")[0][2] == "3,610 s"


def test_no_pipeline_no_section(work: Work) -> None:
    assert "pipelines" not in {section.name for section in work(TASK).sections}
