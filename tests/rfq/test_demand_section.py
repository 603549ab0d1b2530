"""Demand and service levels, table by table."""

from collections.abc import Callable

from pliego.document.model import Document, Section, Table
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


def clean(text: str) -> str:
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def demand(document: Document) -> Section:
    return next(section for section in document.sections if section.name == "demand")


def rows(document: Document, name: str) -> list[list[str]]:
    text = Translator(document.language).text
    return [
        [clean(text(cell[0].content)) for cell in row.cells]
        for block in demand(document).blocks
        if isinstance(block, Table) and block.name == name
        for group in block.groups
        for row in group.rows
    ]


def test_demand_says_what_is_not_stated(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(
        chat("context: {input: {typical: 10, max: 30}}\nload: {peak: 90 req/min, concurrency: {peak: 8}}")
    )
    assert rows(document, "demand") == [
        ["Input", "tokens per request", "10", "not stated", "30"],
        ["In flight", "at the same moment", "not stated", "not stated", "8"],
        ["Arrivals", "pattern not stated", "–", "–", "90 requests/min"],
    ]


def test_service_levels_stand_side_by_side(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(
        chat("slo: {ttft_p50: {must: 1 s, prefer: 900 ms}, throughput: {prefer: 20 tok/s}, availability: 99.5 %}")
    )
    found = rows(document, "service_levels")
    assert [row[0] for row in found] == ["Time to first token", "Throughput", "Availability"]
    assert found[0] == ["Time to first token", "median", "≤ 1 s", "≤ 900 ms"]
    assert found[1][2:] == ["–", "≥ 20 tokens/s"]
    assert found[2][2:] == ["≥ 99.5%", "–"]


def test_with_several_workloads_every_table_says_whose_it_is(chat: Chat, request_of: RequestOf) -> None:
    rest = "  embed:\n    task: {kind: text-generation, mode: online}\n    slo: {ttft_p95: 2 s}\n"
    document = request_of(chat("slo: {ttft_p95: 1 s}", rest))
    text = Translator("en").text
    captions = [text(block.caption) for block in demand(document).blocks if isinstance(block, Table)]
    assert captions == ["Service levels of chat", "Service levels of embed"]
