"""What would make a layout fit where no single change does: two changes together, each the smallest that suffices."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pliego.resolve.model import Resolved, ResolvedWorkload
from pliego.sizing.remedies import (
    Case,
    Check,
    case_of,
    fewer_sequences,
    more_accelerators,
    narrower_formats,
    ranked,
    shorter_requests,
)
from pliego.sizing.split import SIZES
from pliego.sizing.terms import Change, Remedy

_LESS_LOAD: Final = (fewer_sequences, shorter_requests)


def find_pairs(workload: ResolvedWorkload, resolved: Resolved, check: Check) -> tuple[Remedy, ...]:
    """Return pairs of changes after which the layout holds, the one that leaves most room first.

    Tried are a narrower format with more accelerators or less load, and more accelerators with less load. Of each kind
    of pair the one with the widest format is kept, or that which takes least of the load away.
    """
    case = case_of(workload, resolved, check)
    if case is None:
        return ()
    kept: dict[tuple[str, str], Remedy] = {}
    for first, changed in _firsts(case):
        more = first.change == "more_accelerators"
        for second in _LESS_LOAD if more else (more_accelerators, *_LESS_LOAD):
            pair = first.change, second.__name__
            if pair in kept and not more:
                continue
            for remedy in second(changed):
                before = kept.get(pair)
                if before is None or _is_milder(remedy, before):
                    kept[pair] = replace(remedy, also=(first,))
    return ranked(kept.values())


def _is_milder(remedy: Remedy, other: Remedy) -> bool:
    """Say whether a second change takes less of the load away than another."""
    return isinstance(remedy.after, int) and isinstance(other.after, int) and remedy.after > other.after


def _firsts(case: Case) -> Iterator[tuple[Change, Case]]:
    yield from narrower_formats(case)
    for cards in (size * case.stated for size in SIZES if size > 1):
        opened = case.with_layout(None, case.workload.layout.pipeline_parallel)
        changed = replace(case, workload=opened, resolved=case.with_count(cards), stated=cards)
        yield Change("more_accelerators", case.stated, cards), changed
