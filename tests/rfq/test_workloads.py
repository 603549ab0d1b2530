"""The workloads in plain words."""

from collections.abc import Callable

from pliego.document.model import Document, Section, SideText, Table
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


def clean(text: str) -> str:
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def workloads(document: Document) -> Section:
    return next(section for section in document.sections if section.name == "workloads")


def side(document: Document) -> dict[str, list[str]]:
    text = Translator(document.language).text
    return {
        text(row.label): [clean(text(line.content)) for line in row.lines]
        for block in workloads(document).blocks
        if isinstance(block, SideText)
        for row in block.rows
    }


def rows(document: Document, name: str) -> list[list[str]]:
    text = Translator(document.language).text
    return [
        [clean(text(cell[0].content)) for cell in row.cells]
        for block in workloads(document).blocks
        if isinstance(block, Table) and block.name == name
        for group in block.groups
        for row in group.rows
    ]


def test_the_example_in_words(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    found = side(request_of(example("assistant"), "en"))
    assert found["Model"] == ["meta-llama/Llama-3.1-8B-Instruct, revision 0e9e39f249a1", "8.03 billion parameters"]
    assert found["Load in plain words"][0].startswith("At the peak, 4 requests/s arrive at random")
    assert "vLLM 0.19" in found["Basis of the figures"][0]
    assert "80 GB" in found["Reference accelerator"][0]
    assert "H100" not in " ".join(line for lines in found.values() for line in lines)


def test_parameters_are_counted_as_the_language_counts(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    found = side(request_of(example("assistant"), "en"))
    assert found["Model"][1] == "8.03 billion parameters"
    spanish = side(request_of(example("assistant"), "es"))
    assert spanish["Modelo"][1] == "8030 millones de parámetros"
    assert side(request_of(example("service-70b"), "es"))["Modelo"][1] == "70 554 millones de parámetros"


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
    captions = [text(block.caption) for block in workloads(document).blocks if isinstance(block, Table)]
    assert captions == ["Service levels of chat", "Service levels of embed"]


def test_the_smallest_workload_is_its_task(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    assert list(side(request_of(example("minimal")))) == ["Task"]
