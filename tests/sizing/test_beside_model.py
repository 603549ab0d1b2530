"""What is loaded beside the model: slots for adapters, and what drafts."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog.architecture import Architecture
from pliego.resolve.model import Adapters, Draft, Layout, Resolved
from pliego.sizing.beside_model import adapters_term
from pliego.sizing.calculation import size
from pliego.sizing.parameters import whole
from pliego.sizing.terms import Missing, WorkloadSizing
from pliego.spec.models import Workload

Build = Callable[..., Resolved]


def sized(resolved: Resolved, **changes: object) -> WorkloadSizing:
    workload = replace(resolved.workloads[0], **changes)  # type: ignore[arg-type]
    return size(replace(resolved, workloads=(workload,))).workloads[0]


@pytest.mark.parametrize(
    ("model", "rank", "parameters"),
    [("meta-llama/Llama-3.1-8B", 16, 41_943_040), ("meta-llama/Llama-2-7b-hf", 8, 19_988_480)],
)
def test_a_slot_holds_the_published_number_of_parameters(
    architecture: Callable[[str], Architecture], model: str, rank: int, parameters: int
) -> None:
    one, four = (adapters_term(whole(architecture(model)), Adapters(count, rank), "chat") for count in (1, 4))
    assert one.value == 2 * parameters
    assert four.value == 4 * one.value


def test_accelerators_share_one_side_of_each_pair(architecture: Callable[[str], Architecture]) -> None:
    llama = architecture("meta-llama/Llama-3.1-8B")
    alone, shared = (adapters_term(whole(llama, ranks), Adapters(1, 16), "chat").value for ranks in (1, 4))
    assert alone / 4 < shared < alone


def test_a_head_that_drafts_is_a_further_layer_of_the_pool(resolved: Build) -> None:
    """Llama-3.1-8B with EAGLE: 33 layers."""
    sizing = sized(resolved(), draft=Draft(layers=1))
    terms = {term.key: term for term in sizing.terms}
    assert terms["kv_cache_per_token"].value + terms["draft_cache_per_token"].value == 131_072 * 33 // 32
    assert terms["kv_cache_peak"].formula.startswith("(k + k_d) × T")
    assert terms["draft_weights"].value == 2 * 218_112_000 + 2 * 2 * 4096**2
    assert "W_d" in terms["needed"].formula


def test_a_draft_model_brings_weights_and_cache_of_its_own(
    resolved: Build, architecture: Callable[[str], Architecture]
) -> None:
    draft = Draft(architecture("meta-llama/Llama-3.2-1B"))
    with_draft, without = sized(resolved(count=1), draft=draft), sized(resolved(count=1))
    assert with_draft.layout is not None
    assert without.layout is not None
    assert with_draft.layout.needed.value > without.layout.needed.value
    assert (with_draft.layout.room_tokens or 0) < (without.layout.room_tokens or 0)
    cache = with_draft.term("draft_cache_per_token")
    assert cache is not None
    assert cache.value == 32_768


def test_layers_that_a_model_has_for_it_are_taken(resolved: Build) -> None:
    sizing = sized(resolved("deepseek-ai/DeepSeek-V3", weights="fp8", layout=Layout()), draft=Draft(layers=1))
    cache = sizing.term("draft_cache_per_token")
    assert cache is not None
    assert cache.value == 1152


def test_only_the_last_stage_drafts(resolved: Build) -> None:
    layout = Layout(tensor_parallel=1, pipeline_parallel=2)
    both = [sized(resolved(layout=layout, count=2), draft=draft).layout for draft in (None, Draft(layers=1))]
    assert both[0] is not None
    assert both[1] is not None
    assert both[1].needed.value > both[0].needed.value


def test_a_model_without_a_cache_has_no_layers_to_draft_with(resolved: Build) -> None:
    sizing = sized(resolved("BAAI/bge-m3", weights="fp16", kv_cache=None), draft=Draft(layers=1))
    assert sizing.term("draft_weights") is None
    assert Missing("draft_weights", (), "draft") in sizing.missing


def test_a_draft_that_is_not_known_leaves_the_sums_open(resolved: Build) -> None:
    """Without it the memory would be too small, and a layout would hold that may not."""
    runtime = {"name": "vllm", "draft": {"model": "a/b"}}
    stated = Workload.model_validate(
        {"task": {"kind": "text-generation", "mode": "online"}, "precision": {"runtime": runtime}}
    )
    sizing = sized(resolved(count=1), stated=stated)
    assert Missing("draft_weights", (), "draft") in sizing.missing
    assert sizing.term("needed") is None
    assert sizing.alternatives == ()
    assert sizing.layout is None
