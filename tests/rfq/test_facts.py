"""What a workload is, fact by fact."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document
from pliego.rfq import facts
from pliego.spec.applicability import MODES
from pliego.spec.models import Workload
from pliego.spec.sections.data import Checkpoints, Dataset, Index
from pliego.spec.sections.task import Task
from pliego.spec.values import Level

Work = Callable[..., Document]
SideOf = Callable[..., dict[str, list[str]]]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("kind", "mode"), [(kind, mode) for kind, modes in MODES.items() for mode in modes])
def test_every_kind_of_work_says_what_it_is_and_nothing_more(
    work: Work, side_of: SideOf, kind: str, mode: str, language: str
) -> None:
    index = "\nindex: {type: flat, vectors: 10, dimensions: 4}" if kind == "vector-search" else ""
    found = side_of(work(f"task: {{kind: {kind}, mode: {mode}}}{index}", language=language), "workloads")
    assert len(found) == (2 if index else 1)
    (sentence,) = next(iter(found.values()))
    assert sentence.endswith(".")


def test_images_in_the_input(work: Work, side_of: SideOf) -> None:
    document = work("task: {kind: text-generation, mode: online, images: {per_request: 4, max_pixels: 1048576}}")
    assert side_of(document, "workloads")["Images in the input"] == [
        "Images of a request at most: 4",
        "Pixels of the largest image: 1,048,576",
    ]


def test_images_made(work: Work, side_of: SideOf) -> None:
    task = "task: {kind: image-generation, mode: online, megapixels: 1.05, steps: 28, images_per_request: 4}"
    assert side_of(work(task, language="es"), "workloads")["Imágenes generadas"] == [
        "Tamaño de una imagen en megapíxeles: 1,05",
        "Pasos de eliminación de ruido por imagen: 28",
        "Imágenes generadas por petición: 4",
    ]


def test_speech_is_in_languages_and_a_stream_or_not(work: Work, side_of: SideOf) -> None:
    task = "task: {kind: speech-to-text, mode: online, languages: [es, en], streaming: false}"
    assert side_of(work(task), "workloads")["Speech"] == [
        "Languages: es, en",
        "Audio in a stream: no, complete recordings",
    ]


def test_a_training_run_in_full(work: Work, side_of: SideOf) -> None:
    document = work(
        "task: {kind: text-generation, mode: fine-tuning, method: qlora, rank: 16, sequence_length: 2048,\n"
        "  micro_batch: 4, global_batch: 64, tokens: 2000000000000, epochs: 1.5}\n"
        "data: {size: 4 GB, loader_workers: 8}\n"
        "checkpoints: {interval: 30 min, keep: 3, content: training-state, write_time: 60 s}"
    )
    found = side_of(document, "workloads")
    assert found["Training run"] == [
        "How the model is adapted: QLoRA: low-rank adapters over frozen weights in 4 bits",
        "Rank of the adapters: 16",
        "Length of a training sequence: 2,048 tokens",
        "Sequences or samples on one accelerator at a time (micro-batch): 4",
        "Sequences or samples between two steps of the optimiser, over all accelerators: 64",
        "Tokens to train on, all epochs together: 2,000,000,000,000",
        "Passes over the data (epochs): 1.5",
    ]
    assert found["Data"] == ["Size as stored: 4 GB", "Processes that prepare data, for each accelerator: 8"]
    assert found["Checkpoints"][0] == "Time between two: 30 min"
    assert len(found["Checkpoints"]) == 3


def test_an_index_prints_what_is_stated_and_no_default(work: Work, side_of: SideOf) -> None:
    index = "index: {type: hnsw, vectors: 10000000, dimensions: 1024, links: 16, growth: 40 %}"
    assert side_of(work(f"task: {{kind: vector-search, mode: online}}\n{index}"), "workloads")["Index"] == [
        "Type: graph (HNSW)",
        "Vectors: 10,000,000",
        "Dimensions of a vector: 1,024",
        "Links of a vector in the graph (M): 16",
        "Growth in a year, of today’s vectors: 40%",
    ]


def test_no_field_of_a_workload_is_forgotten() -> None:
    stated = {key for _, keys in facts.GROUPS.values() for key in keys}
    elsewhere = {"kind", "mode", "description", "images"}
    for model in (Task, Index, Dataset, Checkpoints):
        levels = {
            name
            for name, field in model.model_fields.items()
            if any(
                isinstance(part, type) and issubclass(part, Level) for part in getattr(field.annotation, "__args__", ())
            )
        }
        assert set(model.model_fields) - levels - elsewhere <= stated
    assert {"index", "data", "checkpoints"} <= set(Workload.model_fields)
