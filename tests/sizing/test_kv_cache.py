from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.model import Demand, Lengths
from pliego.sizing.cache_setting import CacheSetting
from pliego.sizing.kv_cache import CacheTerms, cache_terms, kv_cache_bytes, per_token_term, request_terms
from pliego.sizing.parameters import whole
from pliego.units import GIB


@pytest.mark.parametrize(
    ("model", "number_format", "tensor_parallel", "expected"),
    [
        ("meta-llama/Llama-3.1-8B", "bf16", 1, 131_072),
        ("meta-llama/Llama-3.1-70B", "bf16", 1, 327_680),
        ("meta-llama/Llama-3.1-70B", "bf16", 2, 163_840),
        ("meta-llama/Llama-3.1-70B", "fp8", 1, 163_840),
        ("Qwen/Qwen2.5-7B-Instruct", "bf16", 1, 57_344),
        ("Qwen/Qwen2.5-7B-Instruct", "bf16", 4, 14_336),
        ("Qwen/Qwen3-30B-A3B", "bf16", 1, 98_304),
        ("Qwen/Qwen3-235B-A22B", "bf16", 4, 48_128),
        ("Qwen/Qwen3-235B-A22B", "bf16", 8, 48_128),
        ("deepseek-ai/DeepSeek-V3", "bf16", 1, 70_272),
        ("deepseek-ai/DeepSeek-V3", "bf16", 8, 70_272),
        ("deepseek-ai/DeepSeek-V3", "fp8", 8, 35_136),
        ("meta-llama/Llama-3.1-8B", "q8_0", 1, 69_632),
        ("meta-llama/Llama-3.1-8B", "q4_0", 1, 36_864),
    ],
)
def test_published_bytes_per_token(
    catalog: Catalog,
    architecture: Callable[[str], Architecture],
    model: str,
    number_format: str,
    tensor_parallel: int,
    expected: int,
) -> None:
    found = catalog.number_format(number_format)
    assert found is not None
    assert kv_cache_bytes(whole(architecture(model), tensor_parallel), found) == expected


def test_beyond_one_head_each_the_heads_are_replicated(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    qwen = architecture("Qwen/Qwen2.5-1.5B-Instruct")
    assert kv_cache_bytes(whole(qwen, 2), bf16) == kv_cache_bytes(whole(qwen, 4), bf16)


def test_eight_sequences_of_8192_tokens_are_8_gib(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    assert kv_cache_bytes(whole(architecture("meta-llama/Llama-3.1-8B")), bf16) * 8192 * 8 == 8 * GIB


def test_requests_are_sized_as_far_as_lengths_are_stated(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    per_token = per_token_term(whole(architecture("Qwen/Qwen2.5-7B-Instruct")), bf16, None, "chat")
    demand = Demand(Lengths(1000, 4000, 71_000), Lengths(200, None, 1000))
    terms = {term.key: term for term in request_terms(CacheTerms(per_token), demand, "chat")}
    assert set(terms) == {"kv_cache_request_typical", "kv_cache_request_max"}
    assert terms["kv_cache_request_max"].value / GIB == pytest.approx(3.85, rel=0.01)
    assert terms["kv_cache_request_max"].inputs[1].path == ("workloads", "chat", "context", "input", "max")


def test_a_latent_cache_is_explained_by_its_widths(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    term = per_token_term(whole(architecture("deepseek-ai/DeepSeek-V3"), 8), bf16, None, "chat")
    assert term.formula == "L × (r + p) × c"
    values = {one.symbol: one.value for one in term.inputs}
    assert term.value == values["L"] * (values["r"] + values["p"]) * values["c"]


def test_windows_and_states_are_what_a_sequence_takes_beside_its_tokens(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    setting = CacheSetting(longest=100_000)
    gemma = cache_terms(whole(architecture("google/gemma-3-27b-it")), bf16, None, "chat", setting)
    assert gemma is not None
    assert gemma.per_sequence is not None
    assert gemma.per_token.value == 10 * 2 * 16 * 128 * 2  # the ten layers without a window
    assert gemma.step is not None
    assert gemma.step.value == gemma.per_token.value * 16 * 6 * 512  # 8,192 tokens of a step in six groups
    window_blocks = 6 * (1024 // 16 + 1)
    assert gemma.per_sequence.value == round(gemma.per_token.value * 16 * (window_blocks + 15 / 32))


def test_half_a_block_is_lost_for_each_sequence(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    found = cache_terms(whole(architecture("meta-llama/Llama-3.1-8B")), bf16, None, "chat")
    assert found is not None
    assert found.per_sequence is not None
    assert found.per_sequence.value == 131_072 * 15 / 2


def test_an_encoder_has_no_cache(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    assert cache_terms(whole(architecture("BAAI/bge-m3")), bf16, None, "chat") is None


@pytest.mark.parametrize("model", ["meta-llama/Llama-3.1-8B", "openai/gpt-oss-20b"])
def test_blocks_of_no_named_engine_are_an_assumption(
    catalog: Catalog, architecture: Callable[[str], Architecture], model: str
) -> None:
    bf16, named = catalog.number_format("bf16"), catalog.engine_release("vllm", "0.19")
    assert bf16 is not None
    for release, kind in ((None, "assumed"), (named, "exact")):
        cache = cache_terms(whole(architecture(model)), bf16, None, "chat", CacheSetting(release))
        assert cache is not None
        assert cache.per_sequence is not None
        assert cache.per_sequence.range_key == kind
        assert any("no release of an engine is named" in one.text for one in cache.per_sequence.sources) is (
            release is None
        )
