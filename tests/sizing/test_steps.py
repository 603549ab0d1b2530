from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.sizing.runs import RunInputs
from pliego.sizing.steps import Step, is_large, is_linked, profiled
from pliego.units import GIB


@pytest.mark.parametrize(
    ("accelerator", "large"), [("H100-SXM-80GB", True), ("A100-SXM-80GB", False), ("RTX 3090", False)]
)
def test_a_large_card_has_larger_defaults_unless_it_is_left_out(
    catalog: Catalog, accelerator: str, *, large: bool
) -> None:
    release, card = catalog.engine_release("vllm", "0.19"), catalog.accelerator(accelerator)
    assert release is not None
    assert card is not None
    assert is_large(release, card.visible_bytes or 79 * GIB, card.id) is large


@pytest.mark.parametrize(
    ("accelerator", "linked"), [("H100-SXM-80GB", True), ("RTX 5090", False), ("RTX 3090", False), ("L40S", False)]
)
def test_a_bridge_between_two_cards_is_no_link_of_a_node(catalog: Catalog, accelerator: str, *, linked: bool) -> None:
    card = catalog.accelerator(accelerator)
    assert card is not None
    assert is_linked(card) is linked


@pytest.mark.parametrize(
    ("length", "chunked", "expected"),
    [(20_000, None, Step(20_000, 256)), (131_072, None, Step(2048, 256)), (32_768, True, Step(2048, 256))],
)
def test_v0_profiles_the_longest_sequence_unless_it_is_cut(
    catalog: Catalog, architecture: Callable[[str], Architecture], length: int, expected: Step, *, chunked: bool | None
) -> None:
    release, bf16 = catalog.engine_release("vllm", "0.6.6"), catalog.number_format("bf16")
    assert release is not None
    assert bf16 is not None
    llama = architecture("meta-llama/Llama-3.1-8B")
    assert profiled(RunInputs(llama, bf16, release, max_model_len=length, chunked_prefill=chunked)) == expected
