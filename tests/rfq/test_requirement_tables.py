"""The tables of requirements and the response matrix."""

from collections.abc import Callable
from typing import Any

import pytest

from pliego.document.model import Document, Mark, Section, Table
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


def section(document: Document, name: str) -> Section | None:
    return next((one for one in document.sections if one.name == name), None)


def table(document: Document, name: str) -> Table:
    found = section(document, name)
    assert found is not None
    (made,) = [block for block in found.blocks if isinstance(block, Table)]
    return made


def cells(row: Any) -> list[str]:
    text = Translator("en").text
    return [
        " / ".join(text(line.content) for line in cell).replace("\u202f", " ").replace("\u00a0", " ")
        for cell in row.cells
    ]


def rows(document: Document, name: str) -> list[list[str]]:
    return [cells(row) for group in table(document, name).groups for row in group.rows]


def test_a_mandatory_row(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("load: {peak: 4 req/s}\nslo: {e2e_p99: 9 s}"))
    (row,) = table(document, "mandatory").groups[0].rows
    assert (row.mark, row.anchor) == (Mark.MANDATORY, "CHAT-SLO-E2E-P99")
    header, what, threshold, evidence, verified = cells(row)
    assert header == "CHAT-SLO-E2E-P99 / End-to-end latency"
    assert "4 requests/s" in what
    assert threshold == "≤ 9 s / 99th percentile"
    assert evidence.startswith("Load report")
    assert verified == "Pilot case / acceptance load"
    assert section(document, "preferred") is None


def test_a_preferred_row_says_where_points_begin_and_end(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(
        chat("slo: {ttft_p95: {must: 1.5 s, prefer: {value: 800 ms, weight: 2.5}}, tpot_p95: {prefer: 9 ms}}")
    )
    first, second, total = rows(document, "preferred")
    assert first[1] == "As CHAT-SLO-TTFT-P95, with the value stated here."
    assert first[2:5] == ["1.5 s", "≤ 800 ms / 95th percentile / linear", "2.5"]
    assert second[2:5] == ["–", "≤ 9 ms / 95th percentile / all or nothing", "1"]
    assert (total[0], total[4]) == ("Sum", "3.5")


@pytest.mark.parametrize(
    ("wanted", "labels"),
    [
        ("{must: 1.5 s, prefer: 800 ms}", ["How points are given", "Linear"]),
        ("{prefer: 800 ms}", ["How points are given", "All or nothing"]),
    ],
)
def test_only_the_ways_of_scoring_in_use_are_explained(
    chat: Chat, request_of: RequestOf, side_of: Callable[..., dict[str, list[str]]], wanted: str, labels: list[str]
) -> None:
    found = side_of(request_of(chat(f"slo: {{ttft_p95: {wanted}}}")), "preferred")
    assert list(found) == labels
    assert found["How points are given"][0].endswith("the most that can be earned in all is 1.")


def test_weights_add_up_as_they_are_written(chat: Chat, request_of: RequestOf) -> None:
    rest = "clauses: {a: {prefer: {value: x, weight: 0.1}}, b: {prefer: {value: y, weight: 0.2}}}\n"
    assert [row[4] for row in rows(request_of(chat("", rest)), "preferred")] == ["0.1", "0.2", "0.3"]


def test_a_preferred_clause_is_printed_in_full(chat: Chat, request_of: RequestOf) -> None:
    rest = "clauses: {both: {must: one, prefer: two}, alone: {prefer: {value: all, from: half}}}\n"
    both, alone, _ = rows(request_of(chat("", rest)), "preferred")
    assert (both[1], both[2]) == ("two", "–")
    assert (alone[1], alone[2]) == ("all", "half")
    assert both[3] == alone[3] == "As worded / all or nothing"


def test_requirements_stand_under_their_area(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("slo: {ttft_p95: 1 s}", "clauses: {a: b}\nbackup: {rto: 4 h}\n"))
    titles = [Translator("en").text(group.title) for group in table(document, "mandatory").groups if group.title]
    assert titles == ["Service levels and capacity", "Backup and restore", "Further terms"]


def test_the_response_matrix_has_a_row_and_fields_for_each(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("slo: {ttft_p95: {must: 1 s, prefer: 900 ms}}"))
    must, prefer = rows(document, "response")
    assert must[:3] == ["CHAT-SLO-TTFT-P95 / Time to first token", "Mandatory", "≤ 1 s / 95th percentile"]
    assert prefer[:3] == [
        "CHAT-SLO-TTFT-P95-PREFERRED / Time to first token",
        "Preferred",
        "≤ 900 ms / 95th percentile",
    ]
    assert must[3] == "☐ C ☐ P ☐ N ☐ A ☐ Q"
    assert [one.strip() for one in must[4:]] == ["", "", ""]


def test_the_response_matrix_has_every_line_of_the_thresholds(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    document = request_of(example("assistant"), "en")
    thresholds = {
        row.anchor: cells(row)[column]
        for name, column in (("mandatory", 2), ("preferred", 3))
        for group in table(document, name).groups
        for row in group.rows
        if row.anchor
    }
    answered = {row[0].split(" / ")[0]: row[2] for row in rows(document, "response")}
    assert answered.keys() == thresholds.keys()
    # a preferred row of the table also says how its points are counted
    assert not [one for one, shown in answered.items() if not f"{thresholds[one]} / ".startswith(f"{shown} / ")]
    assert {one: shown for one, shown in answered.items() if not one.endswith("-PREFERRED")} == {
        one: shown for one, shown in thresholds.items() if not one.endswith("-PREFERRED")
    }
    assert answered["ASSISTANT-HARDWARE-MEMORY"].count(" × ≥ ") == 4


def test_without_requirements_there_is_nothing_to_fill_in(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    document = request_of(example("minimal"))
    assert [section(document, name) for name in ("mandatory", "preferred", "response", "glossary")] == [None] * 4
