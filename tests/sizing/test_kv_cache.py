from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.model import Demand, Lengths
from pliego.sizing.kv_cache import kv_cache_bytes, per_token_term, request_terms
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
    terms = {term.key: term for term in request_terms(per_token, demand, "chat")}
    assert set(terms) == {"kv_cache_request_typical", "kv_cache_request_max"}
    assert terms["kv_cache_request_max"].value / GIB == pytest.approx(3.85, rel=0.01)
    assert terms["kv_cache_request_max"].inputs[1].path == ("workloads", "chat", "context", "input", "max")
