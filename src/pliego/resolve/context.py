"""The longest request against the longest sequence that the model and the engine accept."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pliego.catalog.architecture import Architecture
from pliego.catalog.facts import ModelRow
from pliego.findings import Finding, SpecPath
from pliego.resolve.demand import image_tokens
from pliego.resolve.model import ResolvedModel, SequenceLimit
from pliego.spec.models import Workload
from pliego.spec.sections.runtime_parts import RopeScaling

MOST_FACTOR: Final = 1024
"""No published model is extended further; a hint beyond it would help nobody."""


@dataclass(frozen=True, slots=True)
class _Limit:
    """The longest sequence, and the length that a declared scaling multiplies."""

    tokens: int
    base: int
    origin: str


def check_context(
    workload: Workload, model: ResolvedModel, row: ModelRow | None, path: SpecPath, scalings: frozenset[str]
) -> Iterator[Finding]:
    """Find requests and engine settings that are longer than the model or the engine takes.

    `scalings` are the kinds of rope scaling whose factor multiplies the length.
    """
    runtime = workload.precision.runtime if workload.precision else None
    setting = runtime.max_model_length if runtime else None
    longest = _longest_request(workload, model.architecture)
    if longest is not None and setting is not None and longest > setting:
        facts = {"longest": str(longest), "setting": str(setting)}
        yield Finding("P412", (*path, "precision", "runtime", "max_model_length"), facts)
    if model.architecture is None:
        return
    limit = _limit(model.architecture, model, _stated_maximum(model, row), _declared(workload), scalings)
    if limit is None:
        if longest is not None or setting is not None:
            yield Finding("P416", (*path, "context"), {"model": model.name or ""})
        return
    wanted = [
        (longest, (*path, "context")),
        (setting, (*path, "precision", "runtime", "max_model_length")),
    ]
    for tokens, place in wanted:
        if tokens is not None and tokens > limit.tokens:
            yield _too_long(tokens, limit, place)
    used = max(longest or 0, setting or 0)
    if _declared(workload) is not None and limit.base < used <= limit.tokens:
        facts = {"tokens": str(used), "before": str(limit.base), "after": str(limit.tokens)}
        yield Finding("P415", (*path, "precision", "runtime", "rope_scaling"), facts)


def sequence_limit(
    workload: Workload, model: ResolvedModel, row: ModelRow | None, path: SpecPath, scalings: frozenset[str]
) -> SequenceLimit | None:
    """Return the longest sequence that is accepted: the engine's setting, never above the model's own maximum."""
    runtime = workload.precision.runtime if workload.precision else None
    setting = runtime.max_model_length if runtime else None
    architecture, stated = model.architecture, _stated_maximum(model, row)
    own = _limit(architecture, model, stated, _declared(workload), scalings) if architecture else None
    if setting is not None and (own is None or setting <= own.tokens):
        return SequenceLimit(setting, (*path, "precision", "runtime", "max_model_length"))
    return SequenceLimit(own.tokens) if own else None


def _declared(workload: Workload) -> RopeScaling | None:
    runtime = workload.precision.runtime if workload.precision else None
    return runtime.rope_scaling if runtime else None


def _longest_request(workload: Workload, architecture: Architecture | None) -> int | None:
    context = workload.context
    parts = (
        [part.max or part.p95 or part.typical for part in (context.input, context.output) if part] if context else []
    )
    known = [tokens for tokens in parts if tokens is not None]
    images = image_tokens(workload, architecture)
    return sum(known) + (images.total if images else 0) if known else None


def _stated_maximum(model: ResolvedModel, row: ModelRow | None) -> int | None:
    """Return the longest sequence that is published for the id as written."""
    stated = model.architecture.max_positions if model.architecture else None
    from_catalog = model.source is not None and model.source.kind == "catalog"
    if from_catalog and row is not None and model.name is not None:
        return row.max_positions_by_id.get(model.name, stated)
    return stated


def _limit(
    architecture: Architecture,
    model: ResolvedModel,
    stated: int | None,
    declared: RopeScaling | None,
    scalings: frozenset[str],
) -> _Limit | None:
    """Return the longest sequence: for the id as written, and extended where scaling is declared.

    A declared scaling stands in place of the configuration's own, so that it multiplies the length before that one.
    Only where the own scaling is a kind without a factor on the length (llama3, longrope) is the published maximum
    the length that is extended: it was reached in training.
    """
    origin = "max_position_embeddings"
    from_catalog = model.source is not None and model.source.kind == "catalog"
    if stated is None:
        return None
    origin = f"{origin} of {model.name}" if from_catalog else f"{origin} in {model.source.text if model.source else ''}"
    own = architecture.scaling
    replaced = own is not None and own.kind in scalings
    base = own.original if own is not None and own.original is not None and replaced else stated
    if own is not None and not replaced:
        origin = f"{origin}, which its scaling of type {own.kind} has reached already"
    if declared is not None:
        return _Limit(_extended(base, declared.factor), base, f"{origin}, with the declared rope scaling")
    if own is not None and replaced:
        return _Limit(_extended(base, own.factor), base, f"{origin} with its rope scaling")
    return _Limit(stated, base, origin)


def _extended(base: int, factor: float) -> int:
    """Return the tokens that a scaling leads to, the same for the check as for its hint."""
    return int(base * factor)


def _too_long(tokens: int, limit: _Limit, place: SpecPath) -> Finding:
    """Name the smallest power of two that would do as the factor of a declared scaling."""
    facts = {"tokens": str(tokens), "limit": str(limit.tokens), "origin": limit.origin}
    factor = max(2, 1 << (-(-tokens // limit.base) - 1).bit_length())
    if factor > MOST_FACTOR:
        return Finding("P411", place, facts)
    extended = _extended(limit.base, factor)
    hint = (
        f"`precision.runtime.rope_scaling: {{type: yarn, factor: {factor}}}` raises the limit to {extended} tokens, "
        "if the model was made for it"
    )
    return Finding("P411", place, {**facts, "factor": str(factor), "extended": str(extended)}, hint)
