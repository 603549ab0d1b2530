"""What a run has to get through in its time, and how many streams a real-time factor leaves room for.

No speed of an accelerator stands here: these are rates that the stated amount and deadline ask for.
"""

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING, Final

from pliego.findings import SpecPath
from pliego.resolve.model import Demand
from pliego.sizing.lengths import moments
from pliego.sizing.terms import Input, Source, Term
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.spec.models import Workload

_ITEMS: Final = ("requests", "documents", "images", "rows", "characters")
_SPEC: Final = Source("spec")


def run_terms(workload: "Workload", demand: Demand, name: str) -> Iterator[Term]:
    """Yield the rates that the deadline of a run asks for: items, tokens and streams of audio."""
    path: SpecPath = ("workloads", name)
    limit = workload.slo.deadline.must if workload.slo and workload.slo.deadline else None
    if isinstance(limit, Quantity):
        time = Input("T", "deadline", float(limit.base), "s", (*path, "slo", "deadline", "must"))
        yield from _items(workload, demand, time, path)
        yield from _audio(workload, time, path)
        yield from _training(workload, time, path)
    yield from _streams(workload, path)


def _items(workload: "Workload", demand: Demand, time: Input, path: SpecPath) -> Iterator[Term]:
    for item in _ITEMS:
        count = getattr(workload.load, item) if workload.load else None
        if count is None:
            continue
        amount = Input("a", f"run_{item}", count, "", (*path, "load", item))
        rate = count / time.value
        yield Term("items_needed", "u", rate, "1/s", "a / T", (amount, time), (_SPEC,), rate, rate)
        given, produced = moments(demand.input, demand.limit), moments(demand.output, demand.limit)
        if given is not None and item in ("requests", "documents"):
            mean = Input("E(i)", "mean_input", given.first, "tokens")
            each = Input("u", "items_needed", rate, "1/s")
            value = rate * given.first
            yield Term("input_rate_needed", "u_i", value, "tok/s", "u × E(i)", (each, mean), (_SPEC,), value, value)
        if produced is not None and produced.first and item in ("requests", "documents"):
            mean = Input("E(o)", "mean_output", produced.first, "tokens")
            each = Input("u", "items_needed", rate, "1/s")
            value = rate * produced.first
            yield Term("output_rate_needed", "u_o", value, "tok/s", "u × E(o)", (each, mean), (_SPEC,), value, value)


def _audio(workload: "Workload", time: Input, path: SpecPath) -> Iterator[Term]:
    audio = workload.load.audio if workload.load else None
    if audio is None:
        return
    length = Input("a", "run_audio", float(audio.base), "s", (*path, "load", "audio"))
    value = length.value / time.value
    yield Term("audio_streams_needed", "u", value, "", "a / T", (length, time), (_SPEC,), value, value)


def _training(workload: "Workload", time: Input, path: SpecPath) -> Iterator[Term]:
    tokens = workload.task.tokens
    if tokens is None:
        return
    amount = Input("a", "training_tokens", tokens, "tokens", (*path, "task", "tokens"))
    value = tokens / time.value
    yield Term("training_rate_needed", "u", value, "tok/s", "a / T", (amount, time), (_SPEC,), value, value)


def _streams(workload: "Workload", path: SpecPath) -> Iterator[Term]:
    """Yield how many streams one instance carries at the real-time factor that is asked for: 1 at 0.7, 2 at 0.5."""
    level = workload.slo.real_time_factor if workload.slo else None
    factor = level.must if level else None
    if factor is None:
        return
    given = Input("f", "real_time_factor", factor, "", (*path, "slo", "real_time_factor", "must"))
    value = floor(1 / factor + 1e-9)
    yield Term("streams_in_real_time", "g", value, "", "floor(1 / f)", (given,), (_SPEC,), value, value)
