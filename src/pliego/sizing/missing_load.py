"""What the figures of a load lack, and which values would supply it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pliego.resolve.model import Demand
from pliego.sizing.lengths import moments, needs_bound
from pliego.sizing.load import IN_FLIGHT, concurrency_term
from pliego.sizing.terms import Missing

if TYPE_CHECKING:
    from pliego.findings import SpecPath


def missing_load(demand: Demand, workload: str, *, timed: bool = True) -> Iterator[Missing]:
    """Say what is missing for the tokens at the peak, and which values would supply it.

    Rate and levels give the sequences in flight of `timed` work alone: other work has no times of its tokens.
    """
    load: SpecPath = ("workloads", workload, "load")
    if concurrency_term(demand, workload) is None:
        needs: tuple[SpecPath, ...] = ((*load, "concurrency", "peak"),)
        if timed and demand.rate is None:
            needs += ((*load, "peak"),)
        elif timed:
            slo = ("workloads", workload, "slo")
            needs += tuple(
                (*slo, name)
                for name, limit in (("ttft_p95", demand.first_token), ("tpot_p95", demand.per_token))
                if limit is None
            )
        yield Missing("concurrency_peak", needs)
    yield from missing_images("image_tokens", demand)
    yield from missing_length("tokens_peak", "input", demand, workload)
    yield from missing_length("tokens_peak", "output", demand, workload, weight=IN_FLIGHT)


def missing_images(figure: str, demand: Demand) -> Iterator[Missing]:
    """Say that a figure of the input is missing because nobody knows how many tokens the stated images make."""
    if demand.images_need is not None:
        yield Missing(figure, demand.images_need, "" if demand.images_need else "image_encoder")


def missing_length(figure: str, name: str, demand: Demand, workload: str, *, weight: int = 1) -> Iterator[Missing]:
    """Say what a figure that follows from the length of `input` or `output` lacks of it."""
    lengths = demand.input if name == "input" else demand.output
    if moments(lengths, demand.limit, weight=weight) is not None or (
        name == "input" and demand.images_need is not None
    ):
        return
    path: SpecPath = ("workloads", workload, "context", name)
    if needs_bound(lengths, demand.limit, weight=weight):
        yield Missing(figure, ((*path, "max"),))
        return
    lacking = "p95" if lengths.typical is not None else "typical"
    yield Missing(figure, ((*path, lacking), (*path, "max")))
