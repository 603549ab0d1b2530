"""Storage and the rest of the machine for one workload: what stands beside the memory of its accelerators."""

from collections.abc import Iterable, Iterator
from typing import Final

from pliego.resolve.model import ResolvedWorkload
from pliego.sizing.runs_needed import run_terms
from pliego.sizing.storage import checkpoint_terms, dataset_terms, load_time_terms
from pliego.sizing.tabular import table_terms
from pliego.sizing.terms import Alternative, Input, Missing, Source, Term
from pliego.sizing.vector_index import index_terms

_HOST: Final = Source("assumption", "main memory at least that of the accelerators")


def machine_terms(
    workload: ResolvedWorkload, terms: Iterable[Term], alternatives: tuple[Alternative, ...]
) -> Iterator[Term | Missing]:
    """Yield main memory, disk, times and rates of a workload; `terms` are those of its accelerators' memory.

    What one of them lacks is yielded as missing.
    """
    stated = workload.stated
    if stated is None:
        return
    known = {term.key: term for term in terms}
    weights = known.get("weights")
    if stated.index is not None:
        yield from index_terms(stated.index, workload.name)
    yield from table_terms(stated, workload.name)
    yield from load_time_terms(weights, workload.load_rates)
    if alternatives:
        yield _host_memory(alternatives[0])
    if stated.data is not None:
        yield from dataset_terms(stated.data, stated, workload.name)
    if stated.checkpoints is not None:
        yield from checkpoint_terms(stated.checkpoints, workload, known)
    yield from run_terms(stated, workload.demand, workload.name)


def _host_memory(alternative: Alternative) -> Term:
    total = alternative.driver_total
    inputs = (
        Input("a", "accelerators", alternative.accelerators, ""),
        Input(total.symbol, total.key, total.value, "B"),
    )
    low, value, high = (alternative.accelerators * one for one in (total.low, total.value, total.high))
    return Term("host_memory", "R_h", value, "B", f"a × {total.symbol}", inputs, (_HOST,), low, high, "assumed")
