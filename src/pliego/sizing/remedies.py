"""What would make a layout fit: neighbours of the stated workload, each through the same arithmetic as itself.

Each change is the smallest of its kind after which the layout holds for certain: the most sequences, the widest
format, the fewest accelerators, the longest request. A change that does not suffice alone is left out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from pliego.catalog.number_formats import NumberFormat
from pliego.findings import Finding
from pliego.resolve.model import Demand, Lengths, Resolved, ResolvedWorkload
from pliego.resolve.number_formats import accepts
from pliego.sizing.load import concurrency_term
from pliego.sizing.split import SIZES, tensor_parallel_sizes
from pliego.sizing.terms import LayoutCheck, Remedy, Verdict
from pliego.units import GIB

Check: TypeAlias = Callable[[ResolvedWorkload, Resolved], LayoutCheck | None]
"""Checks the layout of one workload of a resolved spec; None where there is none to check."""

UNFIT: Final = frozenset({"P430", "P432", "P433", "P434"})
"""Findings that a remedy answers: a split that is impossible, too few accelerators, too little memory."""

_MOST_NAMED: Final = 4
_MOST_MORE: Final = 256
"""Accelerators above the stated number that are tried."""

_MOST_STAGES: Final = 8
_ROUND_FROM: Final = 1000
_ROUND_TO: Final = 100


@dataclass(frozen=True, slots=True)
class _Case:
    """What is changed: the workload in its resolved spec, the check, and the accelerators stated."""

    workload: ResolvedWorkload
    resolved: Resolved
    check: Check
    stated: int

    def tried(self, workload: ResolvedWorkload, resolved: Resolved | None = None) -> LayoutCheck | None:
        """Return the check of a changed workload if it holds."""
        check = self.check(workload, resolved or self.resolved)
        return check if check is not None and check.verdict is Verdict.HOLDS else None

    def with_layout(self, tensor: int | None, pipeline: int | None) -> ResolvedWorkload:
        """Return the workload in another split; None leaves it open."""
        layout = replace(self.workload.layout, tensor_parallel=tensor, pipeline_parallel=pipeline)
        return replace(self.workload, layout=layout)

    def with_count(self, cards: int) -> Resolved:
        """Return the spec with another number of accelerators in all."""
        return replace(self.resolved, count=cards, nodes=1)


def find_remedies(workload: ResolvedWorkload, resolved: Resolved, check: Check) -> tuple[Remedy, ...]:
    """Return what would make the layout hold, the change that leaves most room first.

    Empty where no layout is stated, or the load is not known, so that nothing can hold for certain.
    """
    layout = workload.layout
    per_copy = (layout.tensor_parallel or 1) * (layout.pipeline_parallel or 1)
    stated = resolved.count * resolved.nodes if resolved.count else per_copy
    if resolved.reference is None or workload.model.architecture is None:
        return ()
    if concurrency_term(workload.demand, workload.name) is None:
        return ()
    case = _Case(workload, resolved, check, stated)
    kinds = (_formats, _more_accelerators, _splits, _fewer_sequences, _shorter_requests)
    found = [remedy for kind in kinds for remedy in kind(case)]
    return tuple(sorted(found, key=lambda remedy: remedy.needed / remedy.visible))


def _remedy(change: str, before: int | str, after: int | str, check: LayoutCheck) -> Remedy:
    return Remedy(
        change,
        before,
        after,
        check.accelerators,
        check.tensor_parallel,
        check.pipeline_parallel,
        check.needed.value,
        check.visible_low,
    )


def _formats(case: _Case) -> Iterator[Remedy]:
    """Yield the widest narrower format of the weights, and of the cache, that suffices; else the widest pair."""
    workload = case.workload
    weights, cache = workload.weights, workload.kv_cache
    if weights is None or cache is None:
        return
    fewer_weights = _narrower(case, weights, _weight_bits)
    fewer_cache = _narrower(case, cache, _cache_bits)
    changes = (
        *(("weight_format", (other, cache)) for other in fewer_weights),
        *(("cache_format", (weights, other)) for other in fewer_cache),
        *(("both_formats", pair) for pair in zip(fewer_weights, fewer_cache, strict=False)),
    )
    done: set[str] = set()
    for change, (new_weights, new_cache) in changes:
        if change in done or (change == "both_formats" and done):
            continue
        model = workload.model if new_weights is weights else replace(workload.model, checkpoint=None)
        check = case.tried(replace(workload, model=model, weights=new_weights, kv_cache=new_cache))
        if check is not None:
            done.add(change)
            before, after = _format_names(change, weights, cache), _format_names(change, new_weights, new_cache)
            yield _remedy(change, before, after, check)


def _weight_bits(number_format: NumberFormat) -> float | None:
    """Return bits of a weight; None for what stores no weights, or is a floor below every real file."""
    return number_format.bits_per_weight if number_format.weights and not number_format.floor else None


def _cache_bits(number_format: NumberFormat) -> float | None:
    return number_format.bits_per_cache_value


def _format_names(change: str, weights: NumberFormat, cache: NumberFormat) -> str:
    both = weights.id if weights.id == cache.id else f"{weights.id} + {cache.id}"
    return {"weight_format": weights.id, "cache_format": cache.id}.get(change, both)


def _narrower(case: _Case, own: NumberFormat, bits: Callable[[NumberFormat], float | None]) -> list[NumberFormat]:
    """Return formats of fewer bits that an engine loads on the reference, the widest first.

    Of those with the same whole number of bits, the one that the catalog lists first.
    """
    most = bits(own)
    known = [(width, one) for one in case.resolved.number_formats if (width := bits(one)) is not None]
    fitting = [
        (width, one)
        for width, one in known
        if most is not None and width < most and _is_loaded(case, one, cache=bits is _cache_bits)
    ]
    first_of_width = {int(width): one for width, one in reversed(fitting)}
    return [one for _, one in sorted(first_of_width.items(), reverse=True)]


def _is_loaded(case: _Case, number_format: NumberFormat, *, cache: bool) -> bool:
    """Say whether an engine that is reckoned with loads the format on the reference.

    Types of GGUF files are proposed where they are at home: for llama.cpp and its kin, and beside another such type.
    """
    release, reference = case.workload.engine, case.resolved.reference
    rows = (release,) if release else case.resolved.engines
    own = case.workload.weights
    at_home = any(row.rule == "llama.cpp" for row in rows) or (own is not None and own.scope == "gguf")
    if reference is None or (number_format.scope == "gguf" and not at_home):
        return False
    engines = {row.engine for row in rows}
    loads = number_format.caches if cache else number_format.loads
    return any(accepts(one, reference) for engine, one in loads.items() if engine in engines)


def _more_accelerators(case: _Case) -> Iterator[Remedy]:
    """Yield the fewest accelerators above the stated number that suffice: in the stated split, in any, in stages."""
    used = _used(case)
    for cards, workload in _larger_layouts(case):
        check = case.tried(workload, case.with_count(cards))
        if check is not None and check.copies * check.tensor_parallel * check.pipeline_parallel > used:
            yield _remedy("more_accelerators", case.stated, cards, check)
            return


def _larger_layouts(case: _Case) -> Iterator[tuple[int, ResolvedWorkload]]:
    """Yield numbers of accelerators with the workload in a split: first within a node, then over several."""
    layout, architecture = case.workload.layout, case.workload.model.architecture
    any_split = case.with_layout(None, layout.pipeline_parallel)
    most = max(SIZES[-1], min(2 * case.stated, case.stated + _MOST_MORE))
    alone = replace(any_split, demand=replace(any_split.demand, concurrency=1))
    if case.tried(alone, case.with_count(most)):  # else more copies do not help, however many
        for cards in range(case.stated + 1, most + 1):
            yield cards, case.workload
            if layout.tensor_parallel is not None:
                yield cards, any_split
    widest = tensor_parallel_sizes(architecture)[-1] if architecture else 1
    for stages in range(2, _MOST_STAGES + 1):
        if widest * stages > case.stated:
            yield widest * stages, case.with_layout(widest, stages)


def _used(case: _Case) -> int:
    """Return the accelerators that the stated layout uses, 0 where it is impossible."""
    check = case.check(case.workload, case.resolved)
    return check.copies * check.tensor_parallel * check.pipeline_parallel if check else 0


def _splits(case: _Case) -> Iterator[Remedy]:
    """Yield the split of the stated accelerators that leaves most room, if it is not the stated one."""
    layout, architecture = case.workload.layout, case.workload.model.architecture
    if architecture is None or (layout.tensor_parallel is None and layout.pipeline_parallel is None):
        return
    stated = layout.tensor_parallel or 1, layout.pipeline_parallel or 1
    checks = []
    for tensor in tensor_parallel_sizes(architecture):
        for pipeline in range(1, min(case.stated // tensor, len(architecture.layers)) + 1):
            if (tensor, pipeline) != stated and case.stated % (tensor * pipeline) == 0:
                check = case.tried(case.with_layout(tensor, pipeline), case.with_count(case.stated))
                checks += [check] if check else []
    if checks:
        best = min(checks, key=lambda check: check.needed.value)
        after = _split_text(best.tensor_parallel, best.pipeline_parallel)
        yield _remedy("split", _split_text(*stated), after, best)


def _split_text(tensor: int, pipeline: int) -> str:
    return f"{tensor} × {pipeline}"


def _fewer_sequences(case: _Case) -> Iterator[Remedy]:
    term = concurrency_term(case.workload.demand, case.workload.name)
    if term is None:
        return
    stated = round(term.value)

    def tried(sequences: int) -> LayoutCheck | None:
        return case.tried(replace(case.workload, demand=replace(case.workload.demand, concurrency=sequences)))

    found = _largest(1, stated - 1, tried)
    if found is not None:
        yield _remedy("fewer_sequences", stated, *found)


def _shorter_requests(case: _Case) -> Iterator[Remedy]:
    """Yield the longest input, or output where that is longer, that suffices; medians and p95 stay as they are."""
    demand = case.workload.demand
    parts = {"shorter_input": demand.input, "shorter_output": demand.output}
    change = max(parts, key=lambda name: parts[name].max or 0)
    lengths = parts[change]
    if lengths.max is None:
        return

    def tried(tokens: int) -> LayoutCheck | None:
        return case.tried(replace(case.workload, demand=_with_longest(demand, change, lengths, tokens)))

    least = max(lengths.typical or 1, lengths.p95 or 1)
    found = _largest(least, lengths.max - 1, tried)
    if found is None:
        return
    tokens, check = found
    rounded = tokens // _ROUND_TO * _ROUND_TO
    if tokens >= _ROUND_FROM and rounded >= least:
        tokens, check = rounded, tried(rounded) or check
    yield _remedy(change, lengths.max, tokens, check)


def _with_longest(demand: Demand, change: str, lengths: Lengths, tokens: int) -> Demand:
    shorter = replace(lengths, max=tokens)
    return replace(demand, input=shorter) if change == "shorter_input" else replace(demand, output=shorter)


def _largest(low: int, high: int, tried: Callable[[int], LayoutCheck | None]) -> tuple[int, LayoutCheck] | None:
    """Return the largest number from `low` to `high` that holds, with its check.

    What holds with more holds with less, so that halving finds it.
    """
    best = (low, check) if low <= high and (check := tried(low)) else None
    while best is not None and low < high:
        middle = (low + high + 1) // 2
        check = tried(middle)
        if check is None:
            high = middle - 1
        else:
            low, best = middle, (middle, check)
    return best


def with_hints(findings: Iterable[Finding], remedies: tuple[Remedy, ...]) -> tuple[Finding, ...]:
    """Return the findings; those on a layout that does not hold name the changes after which it would."""
    if not remedies:
        return tuple(findings)
    told = "it would hold with " + " or ".join(described(one) for one in remedies[:_MOST_NAMED])
    return tuple(
        replace(one, hint=f"{one.hint}; {told}" if one.hint else told) if one.code in UNFIT else one for one in findings
    )


def described(remedy: Remedy) -> str:
    """Return a remedy in English for a diagnostic: what changes, and what each accelerator needs then."""
    phrase = _PHRASES[remedy.change].format(before=remedy.before, after=remedy.after)
    return f"{phrase} ({remedy.needed / GIB:.1f} of {remedy.visible / GIB:.1f} GiB on each)"


_PHRASES: Final = {
    "weight_format": "weights in {after} instead of {before}",
    "cache_format": "a KV cache in {after} instead of {before}",
    "both_formats": "weights and KV cache in {after} instead of {before}",
    "more_accelerators": "{after} accelerators instead of {before}",
    "split": "tensor × pipeline parallel {after} instead of {before}",
    "fewer_sequences": "{after} sequences in flight instead of {before}",
    "shorter_input": "inputs of at most {after} tokens instead of {before}",
    "shorter_output": "outputs of at most {after} tokens instead of {before}",
}
