"""How to answer and by when."""

from collections.abc import Callable

from pliego.document.model import Document, SideText, Table
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


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
        "Give one code a row",
        "Point to the evidence",
        "Equivalents",
        "State the prices",
        "Send the quote",
    ]
    assert found["State the prices"].startswith("All prices in EUR")
    assert "monthly billing and hourly billing" in found["State the prices"]
    assert "12 months" in found["State the prices"]
    assert "730 hours" in found["State the prices"]
    assert "compras@example.com" in found["Send the quote"]
    assert "90 days" in found["Send the quote"]


def test_what_is_open_is_said(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    found = side(request_of(example("minimal")))
    assert list(found) == ["State the prices", "Send the quote", "Left open"]
    for topic in ("the model", "service levels", "backup and restore", "the deadline for quotes", "the contract term"):
        assert topic in found["Left open"]


def test_with_several_workloads_the_open_points_name_theirs(chat: Chat, request_of: RequestOf) -> None:
    rest = "  embed:\n    task: {kind: text-generation, mode: online}\n"
    found = side(request_of(chat("slo: {ttft_p95: 1 s}", rest)))
    assert "service levels of embed" in found["Left open"]
    assert "service levels of chat" not in found["Left open"]
    assert "the model of chat" in found["Left open"]


def test_an_hour_count_stands_only_with_hourly_billing(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    assert "hours" not in side(request_of(example("service-70b")))["State the prices"]


def test_the_timetable_has_the_dates_that_are_given(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    document = request_of(example("service-70b"))
    (table,) = [block for block in document.sections[0].blocks if isinstance(block, Table)]
    text = Translator("en").text
    rows = [[text(cell[0].content) for cell in row.cells] for row in table.groups[0].rows]
    assert rows[0] == ["Questions until", "Monday 1 February 2027, 12:00 (UTC)"]
    assert [row[0] for row in rows] == [
        "Questions until",
        "Answers to all by",
        "Quotes due",
        "Decision expected",
        "Service start",
    ]
