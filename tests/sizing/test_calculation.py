import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.resolve.model import Demand, Layout, Resolved, ResolvedModel, ResolvedWorkload
from pliego.sizing.calculation import size
from pliego.sizing.keys import INPUTS, TERMS
from pliego.sizing.terms import Missing, Term, Verdict, WorkloadSizing

Build = Callable[..., Resolved]


def all_terms(sizing: WorkloadSizing) -> Iterator[Term]:
    yield from sizing.terms
    for split in sizing.splits:
        yield from split.terms
    for one in sizing.alternatives:
        yield from (*one.terms, one.needed, one.driver_total)
    if sizing.layout:
        yield sizing.layout.needed


def test_every_term_carries_its_proof(resolved: Build) -> None:
    for engine in ("0.19", None):
        layout = Layout(tensor_parallel=2, memory_utilization=0.9)
        sizing = size(resolved(engine=engine, weights="fp8", count=2, layout=layout)).workloads[0]
        for term in all_terms(sizing):
            assert term.key in TERMS
            assert term.formula
            assert term.inputs
            assert term.low <= term.value <= term.high
            for given in term.inputs:
                assert given.key in INPUTS or given.key in TERMS


def test_formulas_name_their_inputs(resolved: Build) -> None:
    sizing = size(resolved()).workloads[0]
    for term in all_terms(sizing):
        if term.key.startswith("tokens_"):
            continue
        for given in term.inputs:
            assert re.search(rf"(?<!\w){re.escape(given.symbol)}(?!\w)", term.formula), (
                term.key,
                given.symbol,
            )


def test_the_request_lengths_the_hidden_size_and_the_libraries_have_symbols_of_their_own(resolved: Build) -> None:
    sizing = size(resolved()).workloads[0]
    of_request = {term.key: term.symbol for term in sizing.terms if term.key.startswith("kv_cache_request_")}
    assert of_request == {
        "kv_cache_request_typical": "K_50",
        "kv_cache_request_p95": "K_95",
        "kv_cache_request_max": "K_max",
    }
    inputs = {given.key: given.symbol for term in all_terms(sizing) for given in term.inputs}
    assert (inputs["hidden"], inputs["non_torch"]) == ("H", "R_l")
    assert not {term.symbol for term in all_terms(sizing)} & {"H", "R_l"}


def test_a_number_of_parameters_alone_gives_the_weights(catalog: Catalog) -> None:
    workload = ResolvedWorkload("chat", ResolvedModel(parameters=7e9), catalog.number_format("bf16"))
    sizing = size(Resolved((workload,))).workloads[0]
    weights = sizing.term("weights")
    assert weights is not None
    assert weights.value == 14e9
    missing = {one.figure: one.needs for one in sizing.missing if one.figure == "kv_cache_per_token"}
    assert missing["kv_cache_per_token"]


def test_an_empty_workload_lists_everything_that_is_missing() -> None:
    sizing = size(Resolved((ResolvedWorkload("chat"),))).workloads[0]
    assert not sizing.terms
    assert {one.figure for one in sizing.missing} == {
        "weights",
        "kv_cache_per_token",
        "concurrency_peak",
        "tokens_peak",
    }
    assert not sizing.findings


def test_a_missing_cache_format_is_listed_and_not_assumed(resolved: Build) -> None:
    sizing = size(resolved(kv_cache=None)).workloads[0]
    assert sizing.term("weights") is not None
    assert sizing.term("kv_cache_per_token") is None
    assert [one.needs for one in sizing.missing] == [(("workloads", "chat", "precision", "kv_cache"),)]
    assert not sizing.alternatives


def test_without_catalog_facts_there_is_no_alternative(resolved: Build) -> None:
    resolution = resolved()
    bare = Resolved(resolution.workloads, memory_margin=0.15)
    assert not size(bare).workloads[0].alternatives


def test_the_same_input_gives_the_same_sizing(resolved: Build) -> None:
    assert size(resolved()) == size(resolved())


def test_the_sizing_starts_without_pydantic() -> None:
    code = "import sys, pliego.sizing.calculation, pliego.catalog; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_concurrency_of_nothing_is_not_one_user(resolved: Build) -> None:
    assert size(resolved(demand=Demand())).workloads[0].term("tokens_peak") is None


FAMILIES = (
    "meta-llama/Llama-3.1-8B",
    "deepseek-ai/DeepSeek-V3",
    "openai/gpt-oss-120b",
    "google/gemma-3-27b-it",
    "Qwen/Qwen3.5-35B-A3B",
    "meta-llama/Llama-4-Scout-17B-16E-Instruct",
    "ibm-granite/granite-4.0-h-small",
    "BAAI/bge-m3",
)


def recomputed(term: Term, known: dict[str, float]) -> float:
    """Return what a reader gets who puts the inputs into the formula."""
    formula = term.formula.replace("×", "*").replace("−", "-").replace("√(", "sqrt(").replace("√n", "sqrt(n)")
    names = {**known, **{given.symbol: given.value for given in term.inputs}}
    for number, name in enumerate(sorted(names, key=len, reverse=True)):
        formula = re.sub(rf"(?<![\w(]){re.escape(name)}(?!\w)|(?<=\(){re.escape(name)}(?!\w)", f" v{number} ", formula)
        names[f"v{number}"] = names[name]
    return float(eval(formula, {"sqrt": math.sqrt, "max": max, "min": min}, names))  # noqa: S307 (our own formulas)


@pytest.mark.parametrize("engine", ["0.19", "0.11", "0.25"])
@pytest.mark.parametrize("model", FAMILIES)
def test_a_reader_can_recompute_every_family(resolved: Build, model: str, engine: str) -> None:
    sizing = size(resolved(model, engine=engine, weights="fp8")).workloads[0]
    known: dict[str, float] = {}
    for term in sizing.terms:
        if term.key in ("tokens_per_sequence", "tokens_deviation", "tokens_peak"):
            known[term.symbol] = term.value
            continue
        assert recomputed(term, known) == pytest.approx(term.value, rel=1e-4), term
        known[term.symbol] = term.value


def test_every_family_is_sized_on_every_engine(catalog: Catalog, resolved: Build) -> None:
    for row in catalog.engine_releases:
        for model in FAMILIES:
            resolution = resolved(model, engine=None, layout=Layout(tensor_parallel=1), count=8)
            (workload,) = resolution.workloads
            sizing = size(replace(resolution, workloads=(replace(workload, engine=row),))).workloads[0]
            needed = sizing.term("needed")
            if needed is None:
                assert any(one.reason == "batch_rule" for one in sizing.missing), (model, row.id)
                continue
            assert sizing.alternatives
            assert sizing.layout is not None


def test_an_encoder_needs_no_cache(resolved: Build) -> None:
    sizing = size(resolved("BAAI/bge-m3", kv_cache=None, weights="fp16", demand=Demand())).workloads[0]
    assert sizing.term("kv_cache_per_token") is None
    assert sizing.term("needed") is not None
    assert "kv_cache_per_token" not in {one.figure for one in sizing.missing}


def test_the_demand_is_shown_between_its_mean_and_its_most(resolved: Build) -> None:
    sizing = size(resolved()).workloads[0]
    mean, peak, most = (sizing.term(f"tokens_{name}") for name in ("mean", "peak", "most"))
    assert mean is not None
    assert peak is not None
    assert most is not None
    assert mean.value < peak.value < most.value
    assert most.value == 80 * 18_000


@pytest.mark.parametrize(("card", "verdict"), [("H100-SXM-80GB", None), ("RTX-3060-12GB", Verdict.DOES_NOT_HOLD)])
def test_a_floor_of_the_weights_is_no_total(resolved: Build, card: str, verdict: Verdict | None) -> None:
    """Four bits a weight are less than any file of them: what does not hold the floor holds nothing."""
    model = "meta-llama/Llama-3.1-8B" if verdict is None else "meta-llama/Llama-3.1-70B"
    (sizing,) = size(resolved(model, weights="int4", reference=card, count=1)).workloads
    floor = sizing.term("weights_floor")
    assert floor is not None
    assert floor.low == floor.value
    assert Missing("weights", (), "floor") in sizing.missing
    assert sizing.term("needed") is None
    assert sizing.alternatives == ()
    assert not any(term.key == "weights_floor" for split in sizing.splits for term in split.terms)
    assert (sizing.layout.verdict if sizing.layout else None) is verdict
