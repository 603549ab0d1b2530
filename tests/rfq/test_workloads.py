"""The workloads in plain words."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document, Section, SideText
from pliego.render.localised import localise
from pliego.render.markdown import write_markdown
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

SIZED = """\
model: {id: meta-llama/Llama-3.1-8B-Instruct}
precision: {weights: fp16, kv_cache: fp16, runtime: RUNTIME}
context: {input: {max: 1200}, output: {max: 300}}
load: {concurrency: {peak: 8}}
"""

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


@pytest.mark.parametrize(
    ("runtime", "basis", "annex"),
    [
        ("{name: vllm}", "as no release is stated", "No measured release is named"),
        ("{name: vllm, version: nightly}", "as vllm nightly is none of them", "No measured release is named"),
        ("{name: vllm, version: '0.45'}", "these are nearest to vLLM 0.45", "They stand for vLLM 0.45"),
        ("{name: llama.cpp}", "as no release of llama.cpp is stated", "No release is stated"),
        ("{name: llama.cpp, version: b6000}", "nearest to llama.cpp b6000", "in place of llama.cpp b6000"),
        ("{name: ollama, version: '0.12'}", "are computed for Ollama 0.12", "those of Ollama 0.7 and later"),
        ("{name: sglang, version: '0.5'}", "few measurements are known", "Few measurements (4)"),
    ],
)
def test_the_request_says_which_releases_the_figures_are_of(
    chat: Chat, request_of: RequestOf, runtime: str, basis: str, annex: str
) -> None:
    text = clean(write_markdown(localise(request_of(chat(SIZED.replace("RUNTIME", runtime))))))
    assert basis in text
    assert annex in text
