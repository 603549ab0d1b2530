"""llama.cpp and its kin end to end: cells, windows, the embedding on the host, layers that fit, a shared memory."""

from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.resolve.model import Demand, Layout, Lengths, Resolved
from pliego.sizing.calculation import size
from pliego.sizing.devices import driver_reserve, visible
from pliego.sizing.terms import Verdict, WorkloadSizing
from pliego.units import GIB, MIB

Build = Callable[..., Resolved]


@pytest.fixture
def sized(resolved: Build, catalog: Catalog) -> Callable[..., WorkloadSizing]:
    def build(model: str, version: str = "2026-03", **rest: object) -> WorkloadSizing:
        return size(resolved(model, release=catalog.engine_release("llama.cpp", version), **rest)).workloads[0]

    return build


def test_cells_are_allocated_for_every_sequence(sized: Callable[..., WorkloadSizing]) -> None:
    """gpt-oss-120b, two sequences of 131,072 cells, micro-batch 1,024: 9,216 MiB, and 90 MiB in 1,280 cells each."""
    demand = Demand(Lengths(max=130_000), Lengths(max=1_072), concurrency=2)
    layout = Layout(max_batched_tokens=1024)
    cache = sized("openai/gpt-oss-120b", weights="gguf-mxfp4", kv_cache="fp16", demand=demand, layout=layout).term(
        "kv_cache_peak"
    )
    assert cache is not None
    assert cache.value == (9216 + 90) * MIB
    assert cache.low == cache.high


def test_a_window_stays_at_16_bit_beside_a_quantised_cache(sized: Callable[..., WorkloadSizing]) -> None:
    demand = Demand(Lengths(max=8000), Lengths(max=192), concurrency=1)
    beside = []
    for cache in ("fp16", "q8_0"):
        sizing = sized("google/gemma-3-27b-it", weights="gguf-q4_0", kv_cache=cache, demand=demand)
        term = sizing.term("kv_cache_per_sequence")
        assert term is not None
        beside.append(term.value)
    assert beside[0] == beside[1]


def test_a_latent_cache_was_kept_as_full_heads(sized: Callable[..., WorkloadSizing]) -> None:
    """DeepSeek-V3 in llama.cpp before April 2025: 4.77 MiB for a token, 71 times the latent vector."""
    rates = []
    for version in ("2024-06", "2026-03"):
        term = sized("deepseek-ai/DeepSeek-V3", version, weights="gguf-q4_k_m", kv_cache="fp16").term(
            "kv_cache_per_token"
        )
        assert term is not None
        rates.append(term.value)
    assert rates[0] / MIB == pytest.approx(4.77, rel=0.01)
    assert rates[1] == 70_272


def test_the_token_embedding_stays_on_the_host(sized: Callable[..., WorkloadSizing]) -> None:
    """Llama-3.1-8B Q4_K_M: 4.58 GiB in the file, 281.81 MiB of it in host memory."""
    weights = sized("meta-llama/Llama-3.1-8B", weights="gguf-q4_k_m", kv_cache="fp16").term("weights")
    assert weights is not None
    host = next(one.value for one in weights.inputs if one.key == "host_embedding")
    assert host / MIB == pytest.approx(281.81, abs=0.01)
    assert (weights.value + host) / GIB == pytest.approx(4.58, rel=0.01)


def test_layers_that_fit_are_told_where_the_model_does_not(sized: Callable[..., WorkloadSizing]) -> None:
    demand = Demand(Lengths(max=8000), Lengths(max=1000), concurrency=2)
    settings = {"weights": "gguf-q4_k_m", "kv_cache": "q8_0", "demand": demand}
    one, two = (
        sized("meta-llama/Llama-3.3-70B-Instruct", reference="RTX-4090", count=count, **settings).layout
        for count in (1, 4)
    )
    assert one is not None
    assert two is not None
    assert one.offloaded is not None
    assert one.offloaded.layers == 80
    assert 40 <= one.offloaded.fitting <= 45
    assert two.verdict is Verdict.HOLDS
    assert two.offloaded is None


@pytest.mark.parametrize(("name", "low", "high"), [("M4 Max", 84.48, 107.52), ("M1 Pro", 21.12, 26.88)])
def test_a_shared_memory_gives_a_share(catalog: Catalog, name: str, low: float, high: float) -> None:
    """Metal recommends 107.52 of 128 GiB, and 21,845 MB of 32 GB."""
    accelerator = catalog.accelerator(name)
    assert accelerator is not None
    seen = visible(accelerator, driver_reserve(catalog.accelerators))
    assert seen is not None
    assert (seen.low / GIB, seen.high / GIB) == (pytest.approx(low, abs=0.01), pytest.approx(high, abs=0.01))
    assert seen.basis == "unified"
