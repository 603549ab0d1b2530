from collections.abc import Callable

import pytest

from pliego.catalog.architecture import Architecture
from pliego.sizing.cache_blocks import BlockLayout, block_layout
from pliego.sizing.cache_rates import CacheFormat
from pliego.sizing.parameters import whole

GIB = 2**30


def blocks(architecture: Architecture, bits: int = 16, tensor_parallel: int = 1, state_blocks: int = 1) -> BlockLayout:
    form = CacheFormat(bits, bits, tensor_parallel)
    return block_layout(whole(architecture, tensor_parallel), form, 16, state_blocks, grouped=True)


def test_gpt_oss_20b_holds_as_many_sequences_as_its_log_says(architecture: Callable[[str], Architecture]) -> None:
    wanted = blocks(architecture("openai/gpt-oss-20b")).for_sequence(8192, 8192)
    assert wanted == 512 + 513
    assert 323_972 / wanted == pytest.approx(316.07, abs=0.005)


def test_gemma_3_27b_holds_as_many_sequences_as_its_log_says(architecture: Callable[[str], Architecture]) -> None:
    wanted = blocks(architecture("google/gemma-3-27b-it")).for_sequence(8192, 8192)
    assert wanted == 512 + 6 * 513
    assert 15_997 / wanted == pytest.approx(4.46, abs=0.005)


@pytest.mark.parametrize(
    ("model", "layers", "slots"),
    [
        ("google/gemma-3-27b-it", 62, 70),
        ("google/gemma-3-4b-it", 34, 35),
        ("google/gemma-3-1b-it", 26, 28),
        ("google/gemma-3-12b-it", 48, 48),
    ],
)
def test_groups_are_filled_up_with_empty_slots(
    architecture: Callable[[str], Architecture], model: str, layers: int, slots: int
) -> None:
    found = architecture(model)
    assert len(found.layers) == layers
    full = sum(1 for layer in found.layers if not layer.attention.window)  # type: ignore[union-attr]
    assert blocks(found).all_groups * full == slots


@pytest.mark.parametrize(
    ("model", "tensor_parallel", "pool", "tokens"),
    [
        ("Qwen/Qwen3.5-35B-A3B", 1, 6.01, 569_878),
        ("Qwen/Qwen3.5-35B-A3B", 1, 5.98, 567_978),
        ("Qwen/Qwen3.8-27B", 2, 4.99, 302_921),
    ],
)
def test_pages_of_states_and_of_attention_match(
    architecture: Callable[[str], Architecture], model: str, tensor_parallel: int, pool: float, tokens: int
) -> None:
    found = blocks(architecture(model), 8, tensor_parallel, state_blocks=2)
    sequences = found.in_pool(pool * GIB) / found.for_sequence(131_072, 8192)
    assert sequences * 131_072 == pytest.approx(tokens, rel=0.005)


def test_a_state_as_wide_as_1568_tokens_makes_blocks_of_1568(architecture: Callable[[str], Architecture]) -> None:
    assert blocks(architecture("Qwen/Qwen3.8-27B"), 8, 2).tokens == 1568


def test_layers_that_are_alike_have_one_group(architecture: Callable[[str], Architecture]) -> None:
    found = blocks(architecture("meta-llama/Llama-3.1-8B"))
    assert found.all_groups == 1
    assert found.bytes == 16 * 131_072
