"""Work for which no method with a published error computes the accelerator memory: what is known is said, no more.

The weights are known where the model is; what the work takes beside them is asked of the provider and of the pilot.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pliego.findings import SpecPath
from pliego.resolve.model import FactSource, ResolvedWorkload
from pliego.sizing.parameters import whole
from pliego.sizing.terms import Input, Missing, Term, WorkloadSizing
from pliego.sizing.weights import (
    file_weights_term,
    held_weights,
    missing_weights,
    parameters_term,
    sources,
    stated_parameters_term,
    stated_weights_term,
)

NO_METHOD: Final = "no_method"

_SERVED: Final = ("text-generation", "embedding", "reranking")
_SERVING: Final = ("online", "batch")

MODELLED: Final = (*_SERVED, "image-generation", "speech-to-text", "text-to-speech")
"""Kinds of work that load the weights of a model into an accelerator."""


def has_engine(workload: ResolvedWorkload) -> bool:
    """Say whether an inference engine whose memory is known by measurement does this kind of work."""
    return workload.kind in _SERVED and workload.mode in _SERVING


def size_without_engine(workload: ResolvedWorkload) -> WorkloadSizing:
    """Return the weights where they are known, and which figure is missing."""
    figure = _lacking(workload)
    missing = tuple(missing_weights(workload)) if workload.kind in MODELLED else ()
    missing += (Missing(figure, _open(workload), NO_METHOD),) if figure else ()
    return WorkloadSizing(workload.name, tuple(_weights(workload)), missing=missing)


def _lacking(workload: ResolvedWorkload) -> str | None:
    """Return the figure that nothing computes; None where all follows from an index or a table."""
    if workload.kind == "vector-search" or (workload.kind == "classic-ml" and workload.mode != "online"):
        return None
    if workload.kind == "classic-ml":
        return "model_memory"
    return "working_memory" if workload.mode in _SERVING else "training_memory"


def _open(workload: ResolvedWorkload) -> tuple[SpecPath, ...]:
    """Return what a training does not state and everybody needs who wants to say whether it fits."""
    task = workload.stated.task if workload.stated else None
    if task is None or task.mode in _SERVING:
        return ()
    asked = ("sequence_length", "micro_batch") if workload.kind in _SERVED else ("micro_batch",)
    asked = ("method", *asked) if task.mode == "fine-tuning" else asked
    return tuple(("workloads", workload.name, "task", key) for key in asked if getattr(task, key) is None)


def _weights(workload: ResolvedWorkload) -> Iterator[Term]:
    """Yield parameters and weights: of a described model, of weight files, or of a number of parameters."""
    architecture, parameters, number_format = (
        workload.model.architecture,
        workload.model.parameters,
        workload.weights,
    )
    if architecture is not None:
        part = whole(architecture)
        yield parameters_term(part, workload.model.source)
        held = held_weights(part, workload)
        if held is not None:
            yield held
        return
    source = workload.model.source
    published = source is not None and source.kind == "catalog"
    if parameters is not None:
        stated = stated_parameters_term(parameters, workload.name)
        yield _published(stated, source) if published else stated
    weights = file_weights_term(workload)
    if weights is None and parameters is not None and number_format is not None:
        weights = stated_weights_term(parameters, number_format, workload.name)
        weights = replace(weights, sources=sources(source)) if weights is not None and published else weights
    if weights is not None:
        yield weights


def _published(term: Term, source: FactSource | None) -> Term:
    """Return N as the publisher of the model states it."""
    count = Input("N", "published_parameters", term.value, "parameters")
    return replace(term, inputs=(count,), sources=sources(source))
