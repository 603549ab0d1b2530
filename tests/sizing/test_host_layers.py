from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.sizing.host_layers import embedding_bytes, offload
from pliego.sizing.parameters import whole
from pliego.sizing.quantised import stored_weights
from pliego.units import GIB, MIB


@pytest.mark.parametrize(("room", "layers"), [(0, 0), (12, 36), (40, 64)])
def test_as_many_layers_stay_as_fit_with_their_cache(
    catalog: Catalog, architecture: Callable[[str], Architecture], room: int, layers: int
) -> None:
    part, found = whole(architecture("Qwen/Qwen3-32B")), catalog.number_format("gguf-q5_k_m")
    assert found is not None
    split = offload(part, found, room * GIB, 32 * MIB / 8)
    assert split.layers == pytest.approx(layers, abs=2)
    assert split.on_accelerators + split.on_host == pytest.approx(stored_weights(part, found).bytes)
    assert split.on_host >= embedding_bytes(part, found)
    assert split.on_accelerators + split.layers * 4 * MIB <= room * GIB


def test_a_log_prints_the_embedding_that_stays_on_the_host(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    part, found = whole(architecture("google/gemma-3-27b-it")), catalog.number_format("gguf-q4_k_m")
    assert found is not None
    assert embedding_bytes(part, found) / MIB == pytest.approx(1102.77, rel=0.001)
