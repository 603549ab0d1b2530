"""Engines of which a handful of machines was measured: their own rules, with ranges that hold what was seen."""

from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.resolve.model import Demand, Layout, Lengths, Resolved
from pliego.sizing.calculation import size
from pliego.sizing.terms import Fact, LayoutCheck, WorkloadSizing
from pliego.units import GIB

Build = Callable[..., Resolved]

ONE = Demand(Lengths(max=1000), Lengths(max=100), concurrency=1)


def sized(resolved: Resolved) -> WorkloadSizing:
    return size(resolved).workloads[0]


def checked(resolved: Resolved) -> LayoutCheck:
    layout = sized(resolved).layout
    assert layout is not None
    return layout


@pytest.mark.parametrize("engine", ["sglang", "tensorrt-llm", "tgi", "lmdeploy"])
def test_an_engine_has_terms_of_its_own_marked_as_few(resolved: Build, catalog: Catalog, engine: str) -> None:
    sizing = sized(resolved(release=catalog.engine_release(engine, ""), demand=ONE))
    activation = sizing.term("activation_peak")
    assert activation is not None
    assert activation.range_key == "few"
    assert sizing.term("runtime_overhead") is None
    assert [(one.name != "vLLM", one.few) for one in sizing.engines] == [(True, True)]


def test_sglang_counts_weights_and_pool_alone(resolved: Build, catalog: Catalog) -> None:
    """Qwen3-235B-A22B-FP8 over four H100 at 0.93: 367,404 tokens where vLLM's rule leaves about half."""
    layout = checked(
        resolved(
            "Qwen/Qwen3-235B-A22B",
            weights="fp8",
            release=catalog.engine_release("sglang", "0.4"),
            layout=Layout(tensor_parallel=4, memory_utilization=0.93),
            demand=ONE,
            count=4,
        )
    )
    assert layout.room_tokens == pytest.approx(367_404, rel=0.03)


def test_tensorrt_llm_takes_a_share_of_what_is_free(resolved: Build, catalog: Catalog) -> None:
    """Llama-2-7B on an A100 80GB: 132,608 tokens are 64.75 GiB, nine tenths of 71.9 GiB that were free."""
    layout = checked(
        resolved(
            "meta-llama/Llama-2-7b-hf",
            weights="int8-w8a8",
            kv_cache="fp16",
            release=catalog.engine_release("tensorrt-llm", "0.8"),
            layout=Layout(max_batched_tokens=1024),
            demand=ONE,
            reference="A100-SXM4-80GB",
            count=1,
        )
    )
    assert layout.room_tokens == pytest.approx(132_608, rel=0.02)


def test_the_pool_of_the_free_memory_raises_what_must_be_visible(resolved: Build, catalog: Catalog) -> None:
    tight = Layout(memory_utilization=0.5)
    sizing = sized(resolved(release=catalog.engine_release("tensorrt-llm", "0.18"), layout=tight))
    terms = {term.key: term for term in sizing.terms}
    beside, cache, needed = terms["beside_pool"].value, terms["kv_cache_peak"].value, terms["visible_needed"]
    assert needed.value == round(beside + cache / 0.5)
    assert needed.formula == "max(P, J + K / u)"
    assert "inside_budget" not in terms


def test_the_default_share_is_printed_with_its_source(resolved: Build, catalog: Catalog) -> None:
    needed = sized(resolved(release=catalog.engine_release("sglang", ""))).term("visible_needed")
    assert needed is not None
    share = next(one for one in needed.inputs if one.key == "memory_utilization")
    assert (share.value, share.path) == (0.88, None)
    assert Fact("name", "SGLang") in needed.sources[-1].facts


@pytest.mark.parametrize(
    ("engine", "model", "tokens", "beside"),
    [
        ("tgi", "mistralai/Mistral-7B-v0.1", 32_768, 11.1),
        ("tgi", "meta-llama/Llama-3.1-8B", None, 2.13),
        ("tensorrt-llm", "meta-llama/Llama-2-7b-hf", 8192, 0.78),
        ("tensorrt-llm", "meta-llama/Llama-2-7b-hf", 8192, 4.0),
    ],
)
def test_the_range_holds_what_was_seen(
    resolved: Build, catalog: Catalog, engine: str, model: str, tokens: int | None, beside: float
) -> None:
    layout = Layout(max_batched_tokens=tokens)
    sizing = sized(resolved(model, release=catalog.engine_release(engine, ""), layout=layout, demand=ONE))
    over = [term for term in sizing.terms if term.range_key == "few"]
    assert sum(term.low for term in over) <= beside * GIB <= sum(term.high for term in over)
