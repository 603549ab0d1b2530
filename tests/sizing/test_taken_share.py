"""Servers of embeddings and scores: what the engine takes beside what is needed, and encoders without a rule."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.resolve.model import Demand, Layout, Lengths, Resolved
from pliego.sizing.calculation import size
from pliego.sizing.terms import WorkloadSizing
from pliego.units import GB

Build = Callable[..., Resolved]

TEXTS = Demand(Lengths(max=512), Lengths(max=0), concurrency=32)


def pooled(resolved: Resolved) -> WorkloadSizing:
    workload = resolved.workloads[0]
    model = replace(workload.model, pooled=True)
    return size(replace(resolved, workloads=(replace(workload, model=model),))).workloads[0]


@pytest.mark.parametrize(("share", "seen"), [(None, 22), (0.25, 6)])
def test_a_decoder_for_embeddings_takes_its_share(resolved: Build, share: float | None, seen: float) -> None:
    """Qwen3-Embedding-0.6B on a 24 GB card: 22 GB at the default, 6 GB at 0.25, as published."""
    layout = Layout(memory_utilization=share)
    sizing = pooled(resolved("Qwen/Qwen3-Embedding-0.6B", layout=layout, demand=TEXTS, reference="RTX-3090", count=1))
    check = sizing.layout
    assert check is not None
    assert check.taken is not None
    assert check.taken.value / GB == pytest.approx(seen, rel=0.06)
    assert check.taken.enough == 0.2
    assert check.taken.value > check.taken.needed
    finding = next(one for one in sizing.findings if one.code == "P440")
    assert finding.severity == "notice"
    assert "0.2" in (finding.hint or "")


def test_a_model_that_writes_is_not_said_to_take_its_share(resolved: Build) -> None:
    sizing = size(resolved(count=1)).workloads[0]
    assert sizing.layout is not None
    assert sizing.layout.taken is None


def test_an_encoder_on_vllm_takes_a_whole_text_in_a_step(resolved: Build) -> None:
    sizing = pooled(resolved("BAAI/bge-m3", weights="fp16", kv_cache=None, demand=TEXTS))
    activation = sizing.term("activation_peak")
    assert activation is not None
    tokens = next(one.value for one in activation.inputs if one.key == "tokens_in_step")
    assert tokens == 8194
    assert activation.range_key == "few"
    assert activation.high > activation.value
    assert sizing.fits


@pytest.mark.parametrize(
    ("engine", "measured"),
    [(None, {"Text Embeddings Inference", "Infinity", "Ollama"}), ("infinity", {"Infinity"}), ("llama.cpp", set())],
)
def test_an_encoder_without_a_rule_is_named_as_missing(
    resolved: Build, catalog: Catalog, engine: str | None, measured: set[str]
) -> None:
    version = "2026-03" if engine == "llama.cpp" else ""
    release = catalog.engine_release(engine, version) if engine else None
    footprints = tuple(one for row in catalog.engine_releases for one in row.footprints)
    build = resolved("BAAI/bge-m3", weights="fp16", kv_cache=None, engine=None, release=release, footprints=footprints)
    sizing = pooled(build)
    missing = next(one for one in sizing.missing if one.figure == "activation_peak")
    assert missing.reason == "batch_rule"
    assert {one.engine for one in missing.footprints} == measured
    assert bool(missing.needs) is (engine is None)
    assert sizing.term("weights") is not None
    assert sizing.term("needed") is None
    assert not sizing.fits
