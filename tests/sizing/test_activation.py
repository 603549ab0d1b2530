from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.engines import EngineFigures
from pliego.sizing.activation import encoder_tokens, profile
from pliego.sizing.parameters import Part, whole
from pliego.sizing.split import stages
from pliego.sizing.steps import Step
from pliego.units import GIB


def figures(catalog: Catalog, version: str) -> EngineFigures:
    release = catalog.engine_release("vllm", version)
    assert release is not None
    assert release.figures is not None
    return release.figures


def peak(catalog: Catalog, part: Part, version: str = "0.19", step: Step | None = None) -> float:
    step = step or Step(8192, 1024)
    images = encoder_tokens(part, step.tokens, None)
    return profile(part, figures(catalog, version), step, encoder_tokens=images).peak / GIB


@pytest.mark.parametrize(
    ("model", "tensor_parallel", "measured"),
    [
        ("meta-llama/Llama-3.1-8B", 1, 1.89),
        ("microsoft/phi-4", 1, 1.52),
        ("google/gemma-2-2b-it", 1, 3.62),
        ("mistralai/Mixtral-8x7B-v0.1", 2, 1.21),
        ("deepseek-ai/DeepSeek-V2-Lite", 1, 1.93),
        ("Qwen/Qwen3-30B-A3B", 1, 2.68),
        ("meta-llama/Llama-4-Scout-17B-16E-Instruct", 4, 3.19),
        ("ibm-granite/granite-3.3-8b-instruct", 1, 0.85),
    ],
)
def test_peaks_of_one_release_are_met_within_two_percent(
    catalog: Catalog, architecture: Callable[[str], Architecture], model: str, tensor_parallel: int, measured: float
) -> None:
    assert peak(catalog, whole(architecture(model), tensor_parallel)) == pytest.approx(measured, rel=0.02)


def test_stages_hold_what_they_hand_on(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    found = [peak(catalog, part) for part in stages(architecture("meta-llama/Llama-3.1-8B"), 1, 4)]
    assert found == pytest.approx([1.10, 1.05, 1.05, 2.01], rel=0.05)


def test_an_older_sampler_needed_more(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    qwen = whole(architecture("Qwen/Qwen3-32B"))
    assert peak(catalog, qwen, "0.11") == pytest.approx(5.64, rel=0.02)
    assert peak(catalog, qwen, "0.11", Step(2048, 256)) < peak(catalog, qwen, "0.11") / 3


def test_without_images_the_encoder_takes_nothing(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    part = whole(architecture("Qwen/Qwen3.8-27B"))
    step, known = Step(2048, 256), figures(catalog, "0.25")
    assert encoder_tokens(part, 2048, 0) == 0
    assert profile(part, known, step, encoder_tokens=0).encoder == 0
    assert peak(catalog, whole(architecture("Qwen/Qwen3.8-27B"), 2), "0.25", step) == pytest.approx(1.59, rel=0.05)


def test_a_gated_encoder_holds_a_width_more(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    vision = architecture("Qwen/Qwen2.5-VL-7B-Instruct")
    (tower,) = vision.towers
    plain = replace(vision, towers=(replace(tower, gated=False),))
    step, known = Step(8192, 4), figures(catalog, "0.11")
    with_gate, without = (profile(whole(one), known, step, encoder_tokens=16_384).encoder for one in (vision, plain))
    # Four positions for each token of the image, in 16 bit.
    assert with_gate - without == 4 * 16_384 * 2 * tower.intermediate
