"""How to answer and by when."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document, SideText
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]

PRICED = """\
schema: pliego/v1
rfq: {id: R-1, title: A title, version: "1", language: en, issued: 2026-12-01, contract: CONTRACT}
workloads: {chat: {task: {kind: text-generation, mode: online}}}
"""


def side(document: Document) -> dict[str, str]:
    """Return the side-headed text of the section by label."""
    text = Translator(document.language).text
    return {
        text(row.label): " ".join(text(line.content) for line in row.lines)
        .replace("\u202f", " ")
        .replace("\u00a0", " ")
        for block in document.sections[0].blocks
        if isinstance(block, SideText)
        for row in block.rows
    }


def test_the_steps_of_the_example(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    found = side(request_of(example("assistant"), "en"))
    assert list(found) == [
        "One code per row",
        "Point to the evidence",
        "Equivalents",
        "Pilot",
        "Fill in the prices",
        "Send the quote",
        "Timetable",
        "Left open",
    ]
    assert found["Left open"].startswith("This request does not specify: operation and exit.")
    assert "compras@example.com" in found["Send the quote"]
    assert "90 days" in found["Send the quote"]


def test_what_is_open_is_said(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    found = side(request_of(example("minimal")))
    assert list(found) == ["Fill in the prices", "Send the quote", "Left open"]
    for topic in ("the model", "service levels", "backup and restore", "the deadline for quotes", "the contract term"):
        assert topic in found["Left open"]


def test_with_several_workloads_the_open_points_name_theirs(chat: Chat, request_of: RequestOf) -> None:
    rest = "  embed:\n    task: {kind: text-generation, mode: online}\n"
    found = side(request_of(chat("slo: {ttft_p95: 1 s}", rest)))
    assert "service levels of embed" in found["Left open"]
    assert "service levels of chat" not in found["Left open"]
    assert "the model of chat" in found["Left open"]


def test_the_pilot_is_a_step_only_where_a_pilot_verifies(chat: Chat, request_of: RequestOf) -> None:
    assert "Pilot" in side(request_of(chat("slo: {ttft_p95: 1 s}")))
    assert "Pilot" not in side(request_of(chat("slo: {availability: 99.5 %}")))


def test_the_timetable_has_the_dates_that_are_given(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    text = Translator("en").text
    (row,) = [
        row
        for block in request_of(example("service-70b")).sections[0].blocks
        if isinstance(block, SideText)
        for row in block.rows
        if text(row.label) == "Timetable"
    ]
    assert row.number is None
    rows = [text(line.content).split(": ", 1) for line in row.lines]
    assert rows[0] == ["Questions until", "Monday 1 February 2027, 12:00 (UTC)"]
    assert [row[0] for row in rows] == [
        "Questions until",
        "Answers to all by",
        "Quotes due",
        "Decision expected",
        "Service start",
    ]
    assert all(date for _, date in rows)


@pytest.mark.parametrize(
    ("task", "asked", "never"),
    [
        (
            "vector-search, mode: online",
            ("the load", "service levels"),
            ("model", "rights", "length", "number formats"),
        ),
        ("classic-ml, mode: training", ("the data", "service levels"), ("model", "rights", "the load")),
        ("text-generation, mode: fine-tuning", ("the model", "the checkpoints"), ("the load", "length of requests")),
        ("image-generation, mode: online", ("the model", "number formats", "the load"), ("length", "the data,")),
    ],
)
def test_only_what_belongs_to_a_kind_of_work_is_left_open(
    work: Callable[..., Document], task: str, asked: tuple[str, ...], never: tuple[str, ...]
) -> None:
    index = "\nindex: {type: flat, vectors: 9, dimensions: 4}" if task.startswith("vector") else ""
    found = side(work(f"task: {{kind: {task}}}{index}"))["Left open"]
    assert [topic for topic in asked if topic not in found] == []
    assert [topic for topic in never if topic in found] == []


def test_a_topic_names_all_workloads_that_leave_it_open(work: Callable[..., Document]) -> None:
    rest = "  other: {task: {kind: text-generation, mode: online}}\n"
    found = side(work("task: {kind: text-generation, mode: online}\nmodel: {id: a/b}", rest))["Left open"]
    assert "rights of use of work and other; " in found
    assert "the model of other; " in found
