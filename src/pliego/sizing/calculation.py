"""The sizing of a whole spec: each workload with its terms, alternatives, fits and layout."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pliego.resolve.model import Resolved, ResolvedWorkload
from pliego.sizing.devices import driver_reserve, fits, visible
from pliego.sizing.kv_cache import peak_term, per_token_term, request_terms
from pliego.sizing.layout import check_layout, split_findings
from pliego.sizing.load import (
    concurrency_term,
    missing_load,
    rate_term,
    tokens_per_sequence_terms,
    tokens_term,
)
from pliego.sizing.memory import Margin, alternative, budget
from pliego.sizing.overhead import Engine, overhead
from pliego.sizing.parameters import whole
from pliego.sizing.split import tensor_parallel_sizes
from pliego.sizing.terms import Alternative, Missing, Sizing, Split, Term, WorkloadSizing
from pliego.sizing.weights import parameters_term, stated_parameters_term, stated_weights_term, weights_term

if TYPE_CHECKING:
    from pliego.findings import SpecPath


def size(resolved: Resolved) -> Sizing:
    """Return the sizing of every workload, each alone; what cannot be computed is listed as missing."""
    reserve = driver_reserve(resolved.accelerators)
    return Sizing(tuple(_size(workload, resolved, reserve) for workload in resolved.workloads))


@dataclass(frozen=True, slots=True)
class _Held:
    """What one accelerator holds at the peak, as far as it is known, and the terms behind it."""

    weights: Term | None = None
    per_token: Term | None = None
    cache: Term | None = None

    @property
    def complete(self) -> tuple[Term, Term] | None:
        """Weights and KV cache, where both are known."""
        return (self.weights, self.cache) if self.weights and self.cache else None


def _size(workload: ResolvedWorkload, resolved: Resolved, reserve: Term | None) -> WorkloadSizing:
    name, demand = workload.name, workload.demand
    sequences, rate = concurrency_term(demand, name), rate_term(demand, name)
    held = tokens_per_sequence_terms(demand, name)
    tokens = tokens_term(demand, sequences, held) if sequences and held else None
    load = [term for term in (sequences, rate, *(held or ()), tokens) if term is not None]
    missing = list(_missing(workload))
    if workload.model.architecture is None:
        return WorkloadSizing(name, (*_stated(workload), *load), missing=tuple(missing))
    engine = _engine(workload, resolved, reserve)
    sizes = tensor_parallel_sizes(workload.model.architecture)
    one = _hold(workload, tokens, 1)
    alternatives = _alternatives(workload, resolved, engine, tokens, reserve)
    layout, findings = check_layout(workload, resolved, engine, reserve)
    return WorkloadSizing(
        workload=name,
        terms=(*_model_terms(workload, one), *load, *_sum_terms(workload, resolved, engine, one)),
        tensor_parallel_sizes=sizes,
        splits=tuple(_split(workload, number) for number in sizes),
        alternatives=alternatives,
        fits=fits(resolved.accelerators, alternatives, reserve) if alternatives else (),
        layout=layout,
        missing=tuple(missing),
        findings=(*split_findings(workload), *findings),
    )


def _engine(workload: ResolvedWorkload, resolved: Resolved, reserve: Term | None) -> Engine:
    """Return the engine with its size class: from the reference accelerator, open where none is named."""
    seen = visible(resolved.reference, reserve) if resolved.reference else None
    limits = {row.large_from for row in (workload.engine, *resolved.engines) if row and row.large_from}
    large = seen.low >= max(limits) if seen and limits else None
    path: SpecPath = ("workloads", workload.name, "precision", "runtime")
    return Engine(workload.engine, resolved.engines, workload.layout, large, path)


def _hold(workload: ResolvedWorkload, tokens: Term | None, tensor_parallel: int) -> _Held:
    architecture, source, name = workload.model.architecture, workload.model.source, workload.name
    if architecture is None:
        return _Held()
    part = whole(architecture, tensor_parallel)
    weights = weights_term(part, workload.weights, source, name) if workload.weights else None
    if workload.kv_cache is None:
        return _Held(weights)
    per_token = per_token_term(part, workload.kv_cache, source, name)
    return _Held(weights, per_token, peak_term(per_token, tokens) if tokens else None)


def _model_terms(workload: ResolvedWorkload, held: _Held) -> tuple[Term, ...]:
    architecture = workload.model.architecture
    if architecture is None:
        return ()
    terms = [parameters_term(whole(architecture), workload.model.source)]
    terms += [held.weights] if held.weights else []
    if held.per_token:
        terms += [held.per_token, *request_terms(held.per_token, workload.demand, workload.name)]
    return tuple(terms)


def _sum_terms(workload: ResolvedWorkload, resolved: Resolved, engine: Engine, held: _Held) -> tuple[Term, ...]:
    """Return KV cache at the peak, overhead and sums in one memory space."""
    architecture = workload.model.architecture
    over = overhead(whole(architecture), engine) if architecture else None
    terms = (held.cache,) if held.cache else ()
    if over is None:
        return terms
    if held.complete is None:
        return (*terms, *over.terms)
    margin = Margin(resolved.memory_margin, resolved.margin_given)
    sums = budget(held.complete, over, margin, workload.layout.memory_utilization, workload.name)
    return (*terms, *over.terms, *sums.terms)


def _split(workload: ResolvedWorkload, tensor_parallel: int) -> Split:
    held = _hold(workload, None, tensor_parallel)
    return Split(tensor_parallel, tuple(term for term in (held.weights, held.per_token) if term))


def _alternatives(
    workload: ResolvedWorkload, resolved: Resolved, engine: Engine, tokens: Term | None, reserve: Term | None
) -> tuple[Alternative, ...]:
    """Return the ways to hold the workload on 1, 2, 4 or 8 accelerators, each with its own overheads."""
    architecture = workload.model.architecture
    if architecture is None or tokens is None:
        return ()
    margin = Margin(resolved.memory_margin, resolved.margin_given)
    found = []
    for number in tensor_parallel_sizes(architecture):
        over, held = overhead(whole(architecture, number), engine), _hold(workload, tokens, number)
        if over is None or held.complete is None:
            return ()
        sums = budget(held.complete, over, margin, workload.layout.memory_utilization, workload.name)
        one = alternative(number, (*held.complete, *over.terms), sums, reserve)
        found += [one] if one else []
    return tuple(found)


def _stated(workload: ResolvedWorkload) -> Iterator[Term]:
    """Yield what a number of parameters alone allows."""
    parameters, number_format = workload.model.parameters, workload.weights
    if parameters is None:
        return
    yield stated_parameters_term(parameters, workload.name)
    weights = stated_weights_term(parameters, number_format, workload.name) if number_format else None
    if weights is not None:
        yield weights


def _missing(workload: ResolvedWorkload) -> Iterator[Missing]:
    path: SpecPath = ("workloads", workload.name)
    model: tuple[SpecPath, ...] = ((*path, "model", "id"), (*path, "model", "config"))
    known = workload.model.architecture is not None
    if workload.weights is None:
        yield Missing("weights", ((*path, "precision", "weights"),))
    elif not known:
        parameters = workload.model.parameters
        alone = stated_weights_term(parameters, workload.weights, workload.name) if parameters else None
        if alone is None:
            yield Missing("weights", model if parameters else (*model, (*path, "model", "parameters")))
    if not known:
        yield Missing("kv_cache_per_token", model)
    if workload.kv_cache is None:
        yield Missing("kv_cache_per_token", ((*path, "precision", "kv_cache"),))
    yield from missing_load(workload.demand, workload.name)
