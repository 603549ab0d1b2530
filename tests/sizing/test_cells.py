from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.sizing.cache_rates import CacheFormat
from pliego.sizing.cells import Cells, allocated, compute_buffer
from pliego.sizing.parameters import whole

MIB = 2**20


def cache(catalog: Catalog, architecture: Architecture, version: str, cells: Cells, bits: float = 16) -> float:
    release = catalog.engine_release("llama.cpp", version)
    assert release is not None
    return allocated(whole(architecture), CacheFormat(bits, bits), release, cells) / MIB


def test_gpt_oss_keeps_full_layers_and_windows_apart(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    large, small = architecture("openai/gpt-oss-120b"), architecture("openai/gpt-oss-20b")
    assert cache(catalog, large, "2026-05", Cells(262_144, 2, 1024, unified=False)) == 9216 + 90
    assert cache(catalog, small, "2025-10", Cells(131_072, 1, 512, unified=False)) == 3072 + 18


def test_before_windows_were_known_every_layer_kept_all(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    gemma = architecture("google/gemma-3-27b-it")
    cells = Cells(32_768, 1, 512, unified=False)
    assert cache(catalog, gemma, "2025-05", cells) / 1024 == pytest.approx(15.5)
    assert cache(catalog, gemma, "2025-07", cells) / 1024 == pytest.approx(3.2, abs=0.1)


@pytest.mark.parametrize(
    ("version", "bytes_per_token"), [("2025-03", 61 * 128 * 320 * 2), ("2025-05", 61 * 1088 * 2), ("2026-03", 70_272)]
)
def test_latent_attention_was_cached_in_full_first(
    catalog: Catalog, architecture: Callable[[str], Architecture], version: str, bytes_per_token: int
) -> None:
    cells = Cells(1024, 1, 512, unified=False)
    found = cache(catalog, architecture("deepseek-ai/DeepSeek-V3"), version, cells)
    assert found * MIB == 1024 * bytes_per_token


def test_quantised_caches_are_exact(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    cells = Cells(32_768, 1, 512, unified=False)
    assert cache(catalog, architecture("Qwen/Qwen3-235B-A22B"), "2025-10", cells, 8.5) == 3196


@pytest.mark.parametrize(
    ("model", "batch", "measured"), [("Qwen/Qwen3-30B-A3B", 512, 304.75), ("Qwen/Qwen3-32B", 1024, 633.5)]
)
def test_compute_buffers_follow_vocabulary_and_micro_batch(
    architecture: Callable[[str], Architecture], model: str, batch: int, measured: float
) -> None:
    cells = Cells(32_768, 1, batch, unified=False)
    found = compute_buffer(whole(architecture(model)), cells, flash_attention=True)
    assert found / MIB == pytest.approx(measured, rel=0.07)
