"""What a run has to get through in its time, and how many streams a real-time factor leaves room for.

No speed of an accelerator stands here: these are rates that the stated amount and deadline ask for.
"""

from collections.abc import Iterator, Mapping
from math import floor
from typing import TYPE_CHECKING, Final

from pliego.findings import SpecPath
from pliego.resolve.model import Demand
from pliego.sizing.lengths import Moments, moments
from pliego.sizing.load import at_most
from pliego.sizing.missing_load import missing_images, missing_length
from pliego.sizing.terms import Input, Missing, Source, Term
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.spec.models import Workload

_ITEMS: Final[Mapping[str, str]] = {
    "requests": "req/s",
    "documents": "documents/s",
    "images": "images/s",
    "rows": "rows/s",
    "characters": "characters/s",
}
"""What a run can go through, and the unit of its rate."""
_SPEC: Final = Source("spec")


_AMOUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("text-generation", "embedding", "reranking"), ("requests", "documents")),
    "image-generation": ("images",),
    "text-to-speech": ("characters",),
    "classic-ml": ("rows",),
}
"""What a run of each kind of work is counted in; speech to text in hours of audio."""

_OF_TOKENS: Final = ("text-generation", "embedding", "reranking")


def run_terms(workload: "Workload", demand: Demand, name: str) -> Iterator[Term | Missing]:
    """Yield the rates that the deadline of a run asks for: items, tokens and streams of audio.

    What the rate lacks is yielded as missing, where a deadline is stated.
    """
    path: SpecPath = ("workloads", name)
    limit = workload.slo.deadline.must if workload.slo and workload.slo.deadline else None
    if isinstance(limit, Quantity):
        time = Input("T", "deadline", float(limit.base), "s", (*path, "slo", "deadline", "must"))
        yield from _items(workload, demand, time, path)
        yield from _audio(workload, time, path)
        yield from _training(workload, time, path)
        yield from _lacking(workload, path)
    yield from _streams(workload, path)


def _items(workload: "Workload", demand: Demand, time: Input, path: SpecPath) -> Iterator[Term | Missing]:
    for item, unit in _ITEMS.items():
        count = getattr(workload.load, item) if workload.load else None
        if count is None:
            continue
        amount = Input("a", f"run_{item}", count, "", (*path, "load", item))
        rate = count / time.value
        yield Term("items_needed", "u", rate, unit, "a / T", (amount, time), (_SPEC,), rate, rate)
        if item in ("requests", "documents"):
            yield from _tokens(Input("u", "items_needed", rate, unit), demand, str(path[1]))


def _tokens(each: Input, demand: Demand, name: str) -> Iterator[Term | Missing]:
    """Yield the tokens a second that so many items a second are, or what their lengths lack."""
    given, produced = moments(demand.input, demand.limit), moments(demand.output, demand.limit)
    yield from _token_rate("input_rate_needed", "i", each, given, at_most(demand.input))
    yield from missing_images("input_rate_needed", demand)
    yield from missing_length("input_rate_needed", "input", demand, name)
    yield from _token_rate("output_rate_needed", "o", each, produced, at_most(demand.output))
    yield from missing_length("output_rate_needed", "output", demand, name)


def _token_rate(
    key: str, sign: str, each: Input, lengths: Moments | None, assumed: tuple[Source, ...]
) -> Iterator[Term]:
    if lengths is None or not lengths.first:
        return
    mean = Input(f"E({sign})", "mean_input" if sign == "i" else "mean_output", lengths.first, "tokens")
    value = each.value * lengths.first
    yield Term(key, f"u_{sign}", value, "tok/s", f"u × E({sign})", (each, mean), (_SPEC, *assumed), value, value)


def _lacking(workload: "Workload", path: SpecPath) -> Iterator[Missing]:
    """Yield the rate that a deadline asks for where the amount of work is not stated."""
    task, load = workload.task, workload.load
    if task.mode == "batch":
        audio = task.kind == "speech-to-text"
        keys = ("audio",) if audio else _AMOUNTS.get(task.kind, ())
        if keys and all(load is None or getattr(load, key) is None for key in keys):
            figure = "audio_streams_needed" if audio else "items_needed"
            yield Missing(figure, tuple((*path, "load", key) for key in keys))
    elif task.mode in ("fine-tuning", "pre-training") and task.tokens is None:
        of_tokens = task.kind in _OF_TOKENS and task.samples is None
        if of_tokens:
            yield Missing("training_rate_needed", ((*path, "task", "tokens"),))
        else:
            for key in ("samples", "epochs"):
                if getattr(task, key) is None:
                    yield Missing("items_needed", ((*path, "task", key),))


def _audio(workload: "Workload", time: Input, path: SpecPath) -> Iterator[Term]:
    audio = workload.load.audio if workload.load else None
    if audio is None:
        return
    length = Input("a", "run_audio", float(audio.base), "s", (*path, "load", "audio"))
    value = length.value / time.value
    yield Term("audio_streams_needed", "u", value, "", "a / T", (length, time), (_SPEC,), value, value)


def _training(workload: "Workload", time: Input, path: SpecPath) -> Iterator[Term]:
    """Yield tokens a second, or samples where none are counted: those of one epoch come again in each."""
    task = workload.task
    if task.tokens is not None:
        amount = Input("a", "training_tokens", task.tokens, "tokens", (*path, "task", "tokens"))
        value = task.tokens / time.value
        yield Term("training_rate_needed", "u", value, "tok/s", "a / T", (amount, time), (_SPEC,), value, value)
    elif task.samples is not None and task.epochs is not None:
        amount = Input("a", "training_samples", task.samples, "", (*path, "task", "samples"))
        epochs = Input("e", "epochs", task.epochs, "", (*path, "task", "epochs"))
        value = task.samples * task.epochs / time.value
        yield Term("items_needed", "u", value, "samples/s", "a × e / T", (amount, epochs, time), (_SPEC,), value, value)


def _streams(workload: "Workload", path: SpecPath) -> Iterator[Term]:
    """Yield how many streams one instance carries at the real-time factor that is asked for: 1 at 0.7, 2 at 0.5."""
    level = workload.slo.real_time_factor if workload.slo else None
    factor = level.must if level else None
    if factor is None:
        return
    given = Input("f", "real_time_factor", factor, "", (*path, "slo", "real_time_factor", "must"))
    value = floor(1 / factor + 1e-9)
    yield Term("streams_in_real_time", "g", value, "", "floor(1 / f)", (given,), (_SPEC,), value, value)
