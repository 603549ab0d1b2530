"""The workloads in plain words."""

from collections.abc import Callable

from pliego.document.model import Document, Section, SideText
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


def test_the_smallest_workload_is_its_task(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    assert list(side(request_of(example("minimal")))) == ["Task"]
