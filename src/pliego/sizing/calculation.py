"""The sizing of a whole spec: each workload with its terms, alternatives, fits and layout."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pliego.findings import Finding
from pliego.resolve.model import Resolved, ResolvedWorkload
from pliego.sizing.beside_model import beside_terms, draft_cache_term, missing_draft
from pliego.sizing.cache_setting import cache_setting
from pliego.sizing.cell_terms import loaded_weights, peak_tokens_term
from pliego.sizing.devices import driver_reserve, fits, visible
from pliego.sizing.engine import Engine, memory_share, reckoned_engine
from pliego.sizing.expected import unsaid
from pliego.sizing.kv_cache import CacheTerms, cache_terms, peak_term, request_terms
from pliego.sizing.layout import check_layout, count_findings, queue_findings, split_findings
from pliego.sizing.load import (
    bounds_terms,
    concurrency_term,
    image_term,
    rate_term,
    tokens_per_sequence_terms,
)
from pliego.sizing.machine import machine_terms
from pliego.sizing.memory import Margin, alternative, budget
from pliego.sizing.missing_load import missing_load
from pliego.sizing.overhead import has_rule, overhead
from pliego.sizing.parameters import whole
from pliego.sizing.remedies import UNFIT, find_remedies, with_hints
from pliego.sizing.remedy_pairs import find_pairs
from pliego.sizing.split import tensor_parallel_sizes
from pliego.sizing.steps import is_large, is_linked
from pliego.sizing.terms import (
    Alternative,
    LayoutCheck,
    Missing,
    ReckonedEngine,
    Remedy,
    Sizing,
    Source,
    Split,
    Term,
    WorkloadSizing,
)
from pliego.sizing.weights import (
    file_weights_term,
    missing_weights,
    model_needs,
    parameters_term,
    stated_parameters_term,
    stated_weights_term,
)
from pliego.sizing.without_engine import has_engine, size_without_engine

if TYPE_CHECKING:
    from pliego.findings import SpecPath


def size(resolved: Resolved) -> Sizing:
    """Return the sizing of every workload, each alone; what cannot be computed is listed as missing."""
    reserve = driver_reserve(resolved.accelerators)
    return Sizing(tuple(_complete(workload, resolved, reserve) for workload in resolved.workloads))


def _complete(workload: ResolvedWorkload, resolved: Resolved, reserve: Term | None) -> WorkloadSizing:
    """Return the memory of the accelerators, and what stands beside them."""
    sized = _size(workload, resolved, reserve) if has_engine(workload) else size_without_engine(workload)
    beside = tuple(machine_terms(workload, sized.terms, sized.alternatives))
    machine = tuple(one for one in beside if isinstance(one, Term))
    lacking = (*sized.missing, *(one for one in beside if isinstance(one, Missing)))
    return replace(sized, machine=machine, missing=(*lacking, *unsaid(workload, (*sized.terms, *machine), lacking)))


@dataclass(frozen=True, slots=True)
class _Held:
    """What one accelerator holds at the peak, as far as it is known, and the terms behind it.

    `open`: it holds something else too, of which nothing is known.
    """

    weights: Term | None = None
    beside: tuple[Term, ...] = ()
    each: CacheTerms | None = None
    cache: Term | None = None
    cacheless: bool = False
    open: bool = False

    @property
    def rates(self) -> tuple[Term, ...]:
        """What a token takes, and a sequence beside its tokens, where that is known."""
        if self.each is None:
            return ()
        known = (self.each.per_token, self.each.draft, self.each.per_sequence, self.each.step)
        return tuple(term for term in known if term is not None)

    @property
    def complete(self) -> tuple[Term, ...] | None:
        """Weights and KV cache, where both are known; a floor is no total, and an encoder model has no cache."""
        if self.weights is None or self.weights.key == "weights_floor" or self.open:
            return None
        if self.cacheless:
            return (self.weights, *self.beside)
        return (self.weights, *self.beside, self.cache) if self.cache else None


def _size(workload: ResolvedWorkload, resolved: Resolved, reserve: Term | None) -> WorkloadSizing:
    name, demand = workload.name, workload.demand
    sequences, rate = concurrency_term(demand, name), rate_term(demand, name)
    held = tokens_per_sequence_terms(demand, name)
    tokens = peak_tokens_term(workload, demand, sequences, held) if sequences and held else None
    around = bounds_terms(demand, tokens, held) if tokens and held else ()
    images = image_term(demand, name)
    load = [term for term in (sequences, rate, images, *(held or ()), *around, tokens) if term is not None]
    missing = list(_missing(workload, resolved))
    if workload.model.architecture is None:
        findings = (*count_findings(workload, resolved), *queue_findings(workload, resolved, None))
        return WorkloadSizing(name, (*_stated(workload), *load), missing=tuple(missing), findings=findings)
    engine = _engine(workload, resolved, reserve)
    sizes = tensor_parallel_sizes(workload.model.architecture)
    one = _hold(workload, tokens, 1)
    alternatives = _alternatives(workload, resolved, tokens, reserve)
    single = _single_engine(workload, resolved, alternatives)
    layout, findings = check_layout(workload, resolved, engine, reserve)
    findings = (*split_findings(workload), *findings, *queue_findings(workload, resolved, layout))
    remedies = _remedies(workload, resolved, findings, reserve)
    return WorkloadSizing(
        workload=name,
        terms=(*_model_terms(workload, one), *load, *_sum_terms(workload, resolved, single, one)),
        tensor_parallel_sizes=sizes,
        splits=tuple(_split(workload, number) for number in sizes),
        alternatives=alternatives,
        fits=fits(resolved.accelerators, alternatives, reserve) if alternatives else (),
        layout=layout,
        missing=tuple(missing),
        findings=with_hints(findings, remedies),
        remedies=remedies,
        engines=_engines(workload, engine),
    )


def _engines(workload: ResolvedWorkload, engine: Engine) -> tuple[ReckonedEngine, ...]:
    """Return the engines whose overheads are reckoned with; none where no rule gives them."""
    architecture = workload.model.architecture
    known = architecture is not None and has_rule(whole(architecture), engine)
    return tuple(map(reckoned_engine, engine.reckoned)) if known else ()


def _single_engine(workload: ResolvedWorkload, resolved: Resolved, alternatives: tuple[Alternative, ...]) -> Engine:
    """Return the engine of the terms in one memory space: of the size class that holding it on one device needs."""
    engine = _neutral_engine(workload, resolved, large=True)
    release = next(iter(engine.reckoned), None)
    needed = alternatives[0].needed.value if alternatives and alternatives[0].accelerators == 1 else None
    large = needed is None or release is None or is_large(release, needed)
    return engine if large else _neutral_engine(workload, resolved, large=False)


def _remedies(
    workload: ResolvedWorkload, resolved: Resolved, findings: Iterable[Finding], reserve: Term | None
) -> tuple[Remedy, ...]:
    """Return what would make the layout hold, where a finding says that it does not."""
    if UNFIT.isdisjoint(finding.code for finding in findings):
        return ()

    def check(changed: ResolvedWorkload, within: Resolved) -> LayoutCheck | None:
        return check_layout(changed, within, _engine(changed, within, reserve), reserve)[0]

    return find_remedies(workload, resolved, check) or find_pairs(workload, resolved, check)


def _engine(workload: ResolvedWorkload, resolved: Resolved, reserve: Term | None) -> Engine:
    """Return the engine with its size class: from the reference accelerator, open where none is named."""
    seen = visible(resolved.reference, reserve) if resolved.reference else None
    rows = [row for row in (workload.engine, *resolved.engines) if row is not None]
    card = resolved.reference
    large = is_large(rows[0], seen.low, card.id) if seen and card and rows else None
    path: SpecPath = ("workloads", workload.name, "precision", "runtime")
    linked = card is None or is_linked(card)
    return Engine(workload.engine, resolved.engines, workload.layout, large, path, linked=linked)


def _hold(workload: ResolvedWorkload, tokens: Term | None, tensor_parallel: int) -> _Held:
    architecture, source, name = workload.model.architecture, workload.model.source, workload.name
    if architecture is None:
        return _Held()
    part, lacks_draft = whole(architecture, tensor_parallel), any(missing_draft(workload))
    weights, beside = loaded_weights(part, workload), beside_terms(part, workload)
    if architecture.kind == "encoder":
        return _Held(weights, beside, cacheless=True, open=lacks_draft)
    if workload.kv_cache is None:
        return _Held(weights, beside)
    each = cache_terms(part, workload.kv_cache, source, name, cache_setting(workload))
    each = replace(each, draft=draft_cache_term(part, workload)) if each else None
    cache = peak_term(each, tokens) if tokens and each else None
    return _Held(weights, beside, each, cache, open=lacks_draft)


def _model_terms(workload: ResolvedWorkload, held: _Held) -> tuple[Term, ...]:
    architecture = workload.model.architecture
    if architecture is None:
        return ()
    terms = [parameters_term(whole(architecture), workload.model.source)]
    terms += [held.weights] if held.weights else []
    terms += held.beside
    terms += held.rates
    if held.each:
        terms += request_terms(held.each, workload.demand, workload.name)
    return tuple(terms)


def _sum_terms(workload: ResolvedWorkload, resolved: Resolved, engine: Engine, held: _Held) -> tuple[Term, ...]:
    """Return KV cache at the peak, overhead and sums in one memory space."""
    architecture = workload.model.architecture
    over = overhead(whole(architecture), engine, weights=workload.weights) if architecture else None
    terms = (held.cache,) if held.cache else ()
    if over is None:
        return terms
    if held.complete is None:
        return (*terms, *_of_open_size(over.terms, workload, resolved))
    margin = Margin(resolved.memory_margin, resolved.margin_given)
    sums = budget(held.complete, over, margin, memory_share(engine))
    return (*terms, *over.terms, *sums.terms)


_LARGE = Source("assumption", "defaults of the engine for large accelerators where the memory needed is open")


def _of_open_size(terms: tuple[Term, ...], workload: ResolvedWorkload, resolved: Resolved) -> Iterator[Term]:
    """Yield the overhead with the assumption behind it where small accelerators would make it another one."""
    architecture = workload.model.architecture
    engine = _neutral_engine(workload, resolved, large=False)
    small = overhead(whole(architecture), engine, weights=workload.weights) if architecture else None
    others = {term.key: term.value for term in small.terms} if small else {}
    for term in terms:
        told = others.get(term.key) == term.value
        yield term if told else replace(term, sources=(*term.sources, _LARGE))


def _split(workload: ResolvedWorkload, tensor_parallel: int) -> Split:
    held = _hold(workload, None, tensor_parallel)
    weights = (held.weights,) if held.weights is not None and held.weights.key == "weights" else ()
    return Split(tensor_parallel, (*weights, *held.rates[:1]))


def _alternatives(
    workload: ResolvedWorkload, resolved: Resolved, tokens: Term | None, reserve: Term | None
) -> tuple[Alternative, ...]:
    """Return the ways to hold the workload on 1, 2, 4 or 8 accelerators, each with its own overheads.

    They do not depend on the accelerator that the buyer names. An engine takes larger steps on a large accelerator:
    a way is reckoned with the small defaults unless what it then needs is already the size of a large one.
    """
    architecture = workload.model.architecture
    if architecture is None or (tokens is None and architecture.kind != "encoder"):
        return ()
    found = []
    for number in tensor_parallel_sizes(architecture):
        held = _hold(workload, tokens, number)
        engine = _neutral_engine(workload, resolved, large=False)
        one = _alternative(workload, resolved, held, engine, number, reserve)
        if one is None:
            return ()
        if is_large(engine.reckoned[0], one.needed.value):
            engine = _neutral_engine(workload, resolved, large=True)
            one = _alternative(workload, resolved, held, engine, number, reserve) or one
        found.append(one)
    return tuple(found)


def _neutral_engine(workload: ResolvedWorkload, resolved: Resolved, *, large: bool) -> Engine:
    """Return the engine on accelerators of a size class, whichever they are, with a direct link between them."""
    path: SpecPath = ("workloads", workload.name, "precision", "runtime")
    return Engine(workload.engine, resolved.engines, workload.layout, large, path, linked=True)


def _alternative(
    workload: ResolvedWorkload, resolved: Resolved, held: _Held, engine: Engine, number: int, reserve: Term | None
) -> Alternative | None:
    architecture = workload.model.architecture
    if architecture is None or held.complete is None:
        return None
    over = overhead(whole(architecture, number), engine, weights=workload.weights)
    if over is None:
        return None
    margin = Margin(resolved.memory_margin, resolved.margin_given)
    sums = budget(held.complete, over, margin, memory_share(engine))
    return alternative(number, (*held.complete, *over.terms), sums, reserve)


def _without_rule(workload: ResolvedWorkload, resolved: Resolved) -> Missing:
    """Return the activation peak as missing, with the processes that were measured of the engine, or of all."""
    named = workload.engine
    footprints = tuple(one for one in resolved.footprints if named is None or one.engine == named.name)
    path: SpecPath = ("workloads", workload.name, "precision", "runtime", "name")
    return Missing("activation_peak", () if named else (path,), "batch_rule", footprints)


def _stated(workload: ResolvedWorkload) -> Iterator[Term]:
    """Yield what a number of parameters alone, or the size of weight files, allows."""
    parameters, number_format = workload.model.parameters, workload.weights
    if parameters is not None:
        yield stated_parameters_term(parameters, workload.name)
    weights = file_weights_term(workload)
    if weights is None and parameters is not None and number_format is not None:
        weights = stated_weights_term(parameters, number_format, workload.name)
    if weights is not None:
        yield weights


def _missing(workload: ResolvedWorkload, resolved: Resolved) -> Iterator[Missing]:
    yield from missing_weights(workload)
    if workload.model.architecture is None:
        yield Missing("kv_cache_per_token", model_needs(workload, "id", "config"))
    architecture = workload.model.architecture
    if architecture is not None and not has_rule(whole(architecture), _neutral_engine(workload, resolved, large=True)):
        yield _without_rule(workload, resolved)
    yield from missing_draft(workload)
    if architecture is not None and architecture.kind == "encoder":
        return
    if workload.kv_cache is None:
        yield Missing("kv_cache_per_token", (("workloads", workload.name, "precision", "kv_cache"),))
    timed = workload.kind == "text-generation" and workload.mode == "online"
    yield from missing_load(workload.demand, workload.name, timed=timed)
