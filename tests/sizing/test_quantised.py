from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.sizing.parameters import whole
from pliego.sizing.quantised import published_weights, stored_weights
from pliego.units import GIB


def stored(catalog: Catalog, architecture: Architecture, name: str, tensor_parallel: int = 1) -> float:
    found = catalog.number_format(name)
    assert found is not None
    return stored_weights(whole(architecture, tensor_parallel), found).bytes


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("iq1_s", 2.0042), ("iq1_m", 2.146), ("iq2_xxs", 2.3824), ("iq2_xs", 2.5882), ("iq2_s", 2.7403),
        ("iq2_m", 2.9294), ("iq3_xxs", 3.2548), ("iq3_xs", 3.4977), ("iq3_s", 3.6606), ("iq3_m", 3.7628),
        ("iq4_xs", 4.4597), ("iq4_nl", 4.6818), ("q2_k_s", 2.9697), ("q2_k", 3.1593), ("q3_k_s", 3.6429),
        ("q3_k_l", 4.2979), ("q4_k_s", 4.6672), ("q4_k_m", 4.8944), ("q5_k_s", 5.5704), ("q5_k_m", 5.7036),
        ("q6_k", 6.5633), ("q8_0", 8.5008), ("f16", 16.0005),
    ],
)  # fmt: skip
def test_published_bits_of_whole_gguf_files(
    catalog: Catalog, architecture: Callable[[str], Architecture], name: str, bits: float
) -> None:
    llama = architecture("meta-llama/Llama-3.1-8B")
    assert stored(catalog, llama, f"gguf-{name}") * 8 / 8_030_261_312 == pytest.approx(bits, rel=2e-4)


@pytest.mark.parametrize(
    ("model", "name", "tensor_parallel", "gib", "tolerance"),
    [
        ("meta-llama/Llama-3.3-70B-Instruct", "int4-awq", 1, 37.04, 0.0003),
        ("Qwen/Qwen3-30B-A3B", "bf16", 1, 56.87, 0.001),
        ("mistralai/Mixtral-8x7B-v0.1", "bf16", 1, 86.99, 0.001),
        ("deepseek-ai/DeepSeek-V3", "fp8", 1, 626.9, 0.001),
        ("openai/gpt-oss-120b", "mxfp4", 1, 64.38, 0.005),
        ("Qwen/Qwen3.5-35B-A3B", "int4-gptq", 1, 21.05, 0.01),
        ("deepseek-ai/DeepSeek-V3", "fp8", 8, 79.74, 0.01),
    ],
)
def test_published_and_measured_weights(
    catalog: Catalog,
    architecture: Callable[[str], Architecture],
    model: str,
    name: str,
    tensor_parallel: int,
    gib: float,
    tolerance: float,
) -> None:
    assert stored(catalog, architecture(model), name, tensor_parallel) / GIB == pytest.approx(gib, rel=tolerance)


def test_a_gguf_file_holds_no_towers(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    gemma = architecture("google/gemma-3-27b-it")
    found = catalog.number_format("gguf-q4_k_m")
    assert found is not None
    towers = 416_866_032 + 6_194_304
    kept = stored_weights(whole(gemma), found)
    assert kept.quantised + kept.others == 27_432_406_640 - towers


@pytest.mark.parametrize(
    ("model", "name", "tensor_parallel", "gib", "tolerance"),
    [
        ("google/gemma-4-31B-it", "nvfp4", 1, 31.1, 0.025),
        ("meta-llama/Llama-3.1-405B", "fp8", 8, 57.75, 0.02),
        ("meta-llama/Llama-3.1-70B", "fp8", 2, 33.88, 0.002),
    ],
)
def test_weights_follow_a_published_checkpoint_of_the_format(
    catalog: Catalog,
    architecture: Callable[[str], Architecture],
    model: str,
    name: str,
    tensor_parallel: int,
    gib: float,
    tolerance: float,
) -> None:
    """Logs: 31.0 to 31.2 GiB; 57.75, of a file with 16 key-value heads instead of 8; 33.88 on each of two cards."""
    assert stored(catalog, architecture(model), name, tensor_parallel) / GIB == pytest.approx(gib, rel=tolerance)


def test_checkpoints_that_differ_are_all_given_the_publishers_own_first(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    """Meta left attention, and the first and the last layer, at 16 bit; NVIDIA no linear layer."""
    llama, fp8 = architecture("meta-llama/Llama-3.1-405B"), catalog.number_format("fp8")
    assert fp8 is not None
    own, other = published_weights(whole(llama), fp8)
    attention, network = 71_873_593_344, 329_772_957_696
    assert own.bytes - other.bytes == pytest.approx(attention + network * 2 / 126, rel=0.001)
    assert stored_weights(whole(llama), fp8) == own


def test_a_format_without_published_checkpoint_follows_its_rule(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    llama, int8 = architecture("meta-llama/Llama-3.1-405B"), catalog.number_format("int8-w8a8")
    assert int8 is not None
    (only,) = published_weights(whole(llama), int8)
    assert only.quantised == 71_873_593_344 + 329_772_957_696


@pytest.mark.parametrize(("name", "quantised"), [("nf4-bnb", True), ("int8-bnb", True), ("int4-awq", False)])
def test_some_formats_convert_image_encoders_too(
    catalog: Catalog, architecture: Callable[[str], Architecture], name: str, *, quantised: bool
) -> None:
    vision, found = architecture("Qwen/Qwen2.5-VL-72B-Instruct"), catalog.number_format(name)
    assert found is not None
    with_towers = stored_weights(whole(vision), found).quantised
    without = stored_weights(whole(replace(vision, towers=())), found).quantised
    assert (with_towers > without) is quantised
