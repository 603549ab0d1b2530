"""The check of a layout: does the model with its load fit on these accelerators, split like this."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from pliego.catalog.architecture import Architecture
from pliego.catalog.facts import Accelerator
from pliego.catalog.number_formats import NumberFormat
from pliego.findings import Finding, SpecPath
from pliego.resolve.model import Resolved, ResolvedWorkload
from pliego.sizing.beside_model import beside_terms, draft_cache_term, missing_draft
from pliego.sizing.cache_setting import cache_setting
from pliego.sizing.cell_terms import loaded_weights, offloaded_layers, peak_tokens_term
from pliego.sizing.devices import Visible, device_name, visible
from pliego.sizing.engine import Engine, memory_share
from pliego.sizing.kv_cache import cache_terms, peak_term
from pliego.sizing.load import concurrency_term, tokens_per_sequence_terms
from pliego.sizing.memory import Budget, Limit, Margin, budget, share_limit
from pliego.sizing.overhead import overhead
from pliego.sizing.parameters import Part, whole
from pliego.sizing.split import SIZES, obstacle, stage_lengths, stages, tensor_parallel_sizes
from pliego.sizing.taken_share import pool_share, taken, taken_findings
from pliego.sizing.terms import LayoutCheck, OffloadedLayers, Term, Verdict
from pliego.units import GIB


@dataclass(frozen=True, slots=True)
class _Case:
    """What is checked whatever the split: the workload on one kind of accelerator."""

    workload: ResolvedWorkload
    architecture: Architecture
    weights: NumberFormat
    engine: Engine
    margin: Margin
    accelerator: Accelerator
    seen: Visible


@dataclass(frozen=True, slots=True)
class _Stage:
    """One accelerator of a stage: sums with and without KV cache, and the bytes of a token there."""

    sums: Budget
    empty: Budget
    per_token: float | None
    limit: Limit | None = None
    cache: Term | None = None
    over: tuple[Term, ...] = ()


def split_findings(workload: ResolvedWorkload) -> Iterator[Finding]:
    """Find a tensor-parallel size that does not divide the model, and more pipeline stages than layers."""
    architecture, layout = workload.model.architecture, workload.layout
    path: SpecPath = ("workloads", workload.name, "precision", "runtime")
    if architecture is None:
        return
    size = layout.tensor_parallel
    found = obstacle(architecture, size) if size else None
    if size and found:
        what, number = found
        possible = ", ".join(map(str, tensor_parallel_sizes(architecture)))
        facts = {
            "size": str(size),
            "what": what,
            "number": str(number),
            "possible": possible,
            "largest": str(SIZES[-1]),
        }
        hint = None
        if size <= len(architecture.layers):
            lengths = " + ".join(map(str, stage_lengths(len(architecture.layers), size)))
            hint = f"use one of {possible}, or stages: `pipeline_parallel: {size}` gives {lengths} layers"
        yield Finding("P430", (*path, "tensor_parallel"), facts, hint)
    depth = layout.pipeline_parallel
    if depth and depth > len(architecture.layers):
        facts = {"stages": str(depth), "layers": str(len(architecture.layers))}
        yield Finding("P431", (*path, "pipeline_parallel"), facts)


def count_findings(workload: ResolvedWorkload, resolved: Resolved) -> Iterator[Finding]:
    """Find fewer accelerators than the split needs; neither a model nor a reference need be known for it."""
    layout, reference = workload.layout, resolved.reference
    size, depth = layout.tensor_parallel or 1, layout.pipeline_parallel or 1
    count = (resolved.count or 0) * resolved.nodes * (reference.devices if reference else 1)
    if count and size * depth > count:
        facts = {"count": str(count), "tensor": str(size), "pipeline": str(depth)}
        yield Finding("P432", ("hardware", "count"), facts)


def queue_findings(workload: ResolvedWorkload, resolved: Resolved, check: LayoutCheck | None) -> Iterator[Finding]:
    """Find more sequences in flight than the engine takes at once, in all copies of the model together."""
    term, limit = concurrency_term(workload.demand, workload.name), workload.layout.max_sequences
    if term is None or limit is None:
        return
    split = (workload.layout.tensor_parallel or 1) * (workload.layout.pipeline_parallel or 1)
    copies = check.copies if check else max(1, (resolved.count or 1) * resolved.nodes // split)
    if round(term.value) > limit * copies:
        path: SpecPath = ("workloads", workload.name, "precision", "runtime", "max_sequences")
        shown = f" in each of {copies} copies" if copies > 1 else ""
        facts = {"peak": str(round(term.value)), "limit": str(limit), "copies": shown}
        yield Finding("P438", path, facts)


def check_layout(
    workload: ResolvedWorkload, resolved: Resolved, engine: Engine, reserve: Term | None
) -> tuple[LayoutCheck | None, tuple[Finding, ...]]:
    """Return the check of the stated layout and its findings; no check where there is no layout to check.

    A tensor-parallel size that the spec leaves open is the smallest one that holds, else the largest
    possible one. Where only a part of what is held is known, it is at most found not to hold.
    """
    too_few = tuple(count_findings(workload, resolved))
    case = _case(workload, resolved, engine, reserve)
    if case is None or too_few:
        return None, too_few
    size, depth = workload.layout.tensor_parallel, workload.layout.pipeline_parallel or 1
    count = resolved.count * resolved.nodes * case.accelerator.devices if resolved.count else (size or 0) * depth
    if not count or depth > len(case.architecture.layers) or (size and obstacle(case.architecture, size)):
        return None, ()
    sizes = (size,) if size else tensor_parallel_sizes(case.architecture)
    checks = [_check(case, count, one, depth) for one in sizes if one * depth <= count]
    known = [check for check in checks if check is not None]
    if not known:
        return None, ()
    check = next((one for one in known if one.verdict is Verdict.HOLDS), known[-1])
    if _is_least(case) and check.verdict is not Verdict.DOES_NOT_HOLD:
        return None, ()
    findings = _layout_findings(check, known=_is_known(case, _tokens_of_copy(workload, 1)))
    return check, (*findings, *taken_findings(workload, engine, check))


def _case(workload: ResolvedWorkload, resolved: Resolved, engine: Engine, reserve: Term | None) -> _Case | None:
    reference, architecture, weights = resolved.reference, workload.model.architecture, workload.weights
    seen = visible(reference, reserve) if reference else None
    if reference is None or seen is None or architecture is None or weights is None:
        return None
    margin = Margin(resolved.memory_margin, resolved.margin_given)
    return _Case(workload, architecture, weights, engine, margin, reference, seen)


def _check(case: _Case, count: int, size: int, depth: int) -> LayoutCheck | None:
    """Check `count` accelerators with tensor parallel `size` and `depth` pipeline stages."""
    copies = count // (size * depth)
    tokens = _tokens_of_copy(case.workload, copies)
    release = case.engine.release
    parts = stages(case.architecture, size, depth, uneven_last=release is not None and release.uneven_last)
    each = [stage for part in parts if (stage := _stage(case, part, tokens, depth)) is not None]
    if len(each) < len(parts):
        return None
    fullest = max(each, key=lambda stage: stage.sums.required.value)
    rooms = [room for stage in each if (room := _room(stage, case.seen.low)) is not None]
    return LayoutCheck(
        accelerator=case.accelerator.id,
        name=device_name(case.accelerator),
        accelerators=count,
        tensor_parallel=size,
        pipeline_parallel=depth,
        copies=copies,
        needed=fullest.sums.required,
        visible_low=case.seen.low,
        visible_high=case.seen.high,
        room_tokens=min(rooms) if rooms else None,
        verdict=_verdict(fullest.sums, case.seen, known=_is_known(case, tokens)),
        offloaded=_offloaded(case, fullest, size * depth),
        taken=taken(fullest.limit, fullest.sums, case.seen.low, case.margin) if fullest.limit else None,
    )


def _offloaded(case: _Case, fullest: _Stage, cards: int) -> OffloadedLayers | None:
    """Return what fits of a model that is not certain to fit whole, with the buffers of its fullest accelerator."""
    if fullest.cache is None or _verdict(fullest.sums, case.seen, known=True) is Verdict.HOLDS:
        return None
    part, cache = whole(case.architecture), replace(fullest.cache, value=fullest.cache.value * cards)
    return offloaded_layers(part, case.workload, cards, case.seen.low, fullest.over, cache)


def _is_least(case: _Case) -> bool:
    """Say whether more is held than is counted: weights that are a floor, or what drafts and is not known."""
    return case.weights.floor or any(missing_draft(case.workload))


def _is_known(case: _Case, tokens: Term | None) -> bool:
    """Say whether everything that is held is known: the load, unless it is an encoder model without a cache."""
    return tokens is not None or case.architecture.kind == "encoder"


def _stage(case: _Case, part: Part, tokens: Term | None, depth: int) -> _Stage | None:
    workload = case.workload
    over = overhead(part, case.engine, depth, weights=case.weights)
    if over is None:
        return None
    name, source, share = workload.name, workload.model.source, memory_share(case.engine)
    weights = loaded_weights(part, workload)
    if weights is None:
        return None
    loaded = (weights, *beside_terms(part, workload))
    empty = budget(loaded, over, case.margin, share)
    if workload.kv_cache is None or part.architecture.kind == "encoder":
        return _Stage(empty, empty, None)
    cache = cache_terms(part, workload.kv_cache, source, name, cache_setting(workload))
    if cache is None:
        return _Stage(empty, empty, None)
    cache = replace(cache, draft=draft_cache_term(part, workload) if part.ends else None)
    if tokens is None:
        return _Stage(empty, empty, cache.each_token)
    held = (*loaded, peak_term(cache, tokens))
    pool = pool_share(workload, case.engine)
    limit = share_limit(held, over, pool) if pool else None
    return _Stage(budget(held, over, case.margin, share), empty, cache.each_token, limit, held[-1], over.terms)


def _tokens_of_copy(workload: ResolvedWorkload, copies: int) -> Term | None:
    """Return the tokens at the peak of one copy; the copies share the sequences in flight evenly."""
    sequences = concurrency_term(workload.demand, workload.name)
    held = tokens_per_sequence_terms(workload.demand, workload.name)
    if sequences is None or held is None or workload.kv_cache is None:
        return None
    count = ceil(sequences.value / copies)
    shared = replace(sequences, value=count, low=count, high=count)
    return peak_tokens_term(workload, workload.demand, shared, held)


def _room(stage: _Stage, seen: int) -> int | None:
    """Return the tokens for which memory is left beside weights and overhead, without margin."""
    return max(0, int(stage.empty.room(seen) // stage.per_token)) if stage.per_token else None


def _verdict(sums: Budget, seen: Visible, *, known: bool) -> Verdict:
    """Judge: holds with margin and at the high end without it; does not hold even at the low end."""
    bare = sums.without_margin
    if bare.low > seen.high:
        return Verdict.DOES_NOT_HOLD
    if known and sums.required.value <= seen.low and bare.high <= seen.low:
        return Verdict.HOLDS
    return Verdict.UNCERTAIN


def _layout_findings(check: LayoutCheck, *, known: bool) -> Iterator[Finding]:
    path: SpecPath = ("hardware", "count")
    facts = {
        "count": str(check.accelerators),
        "name": check.name,
        "tensor": str(check.tensor_parallel),
        "pipeline": str(check.pipeline_parallel),
        "needed": _gib(check.needed.value),
        "low": _gib(check.needed.low),
        "high": _gib(check.needed.high),
        "visible": _visible_gib(check),
        "room": "no" if check.room_tokens == 0 else str(check.room_tokens),
    }
    if check.verdict is Verdict.DOES_NOT_HOLD:
        yield Finding("P433", path, facts)
    elif check.verdict is Verdict.UNCERTAIN:
        yield Finding("P434" if known else "P435", path, facts)
    if check.offloaded is not None:
        fits = check.offloaded
        facts = {**facts, "fitting": str(fits.fitting), "layers": str(fits.layers), "host": _gib(fits.host_bytes)}
        yield Finding("P443", path, facts)
    idle = check.accelerators - check.copies * check.tensor_parallel * check.pipeline_parallel
    if idle:
        yield Finding("P436", path, {**facts, "idle": str(idle), "copies": str(check.copies)})


def _visible_gib(check: LayoutCheck) -> str:
    low, high = _gib(check.visible_low), _gib(check.visible_high)
    return low if low == high else f"{low} to {high}"


def _gib(value: float) -> str:
    return f"{value / GIB:.1f}"
