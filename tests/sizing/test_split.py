from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.catalog.architecture import Architecture, DenseMLP, GroupedQueryAttention, Layer
from pliego.sizing.split import obstacle, stage_lengths, tensor_parallel_sizes


def model(heads: int, kv_heads: int, intermediate: int) -> Architecture:
    layer = Layer(GroupedQueryAttention(heads, kv_heads, 64), DenseMLP(intermediate))
    return Architecture("test", 64 * heads, 1000, (layer,), tied=False)


def test_three_accelerators_do_not_divide_64_heads(architecture: Callable[[str], Architecture]) -> None:
    llama = architecture("meta-llama/Llama-3.1-70B")
    assert obstacle(llama, 3) == ("attention heads", 64)
    assert tensor_parallel_sizes(llama) == (1, 2, 4, 8)


@pytest.mark.parametrize(
    ("heads", "kv_heads", "intermediate", "sizes"),
    [
        (28, 4, 18944, (1, 2, 4)),
        (12, 2, 8960, (1, 2, 4)),
        (9, 3, 1536, (1,)),
        (40, 10, 17920, (1, 2)),
        (8, 8, 4100, (1, 2, 4)),
    ],
)
def test_heads_key_value_heads_and_intermediate_size_decide(
    heads: int, kv_heads: int, intermediate: int, sizes: tuple[int, ...]
) -> None:
    assert tensor_parallel_sizes(model(heads, kv_heads, intermediate)) == sizes


def test_left_over_layers_go_to_stages_before_the_last() -> None:
    assert stage_lengths(80, 3) == (27, 27, 26)
    assert stage_lengths(32, 4) == (8, 8, 8, 8)
    assert stage_lengths(7, 4) == (2, 2, 2, 1)


@given(st.integers(1, 200), st.integers(1, 64))
def test_stages_hold_all_layers_evenly(layers: int, stages: int) -> None:
    lengths = stage_lengths(layers, stages)
    assert sum(lengths) == layers
    assert max(lengths) - min(lengths) <= 1
