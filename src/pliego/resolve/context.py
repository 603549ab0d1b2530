"""The longest request against the longest sequence that the model and the engine accept."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pliego.catalog.architecture import Architecture
from pliego.catalog.facts import ModelRow
from pliego.findings import Finding, SpecPath
from pliego.resolve.model import ResolvedModel
from pliego.spec.models import RopeScaling, Workload

_FACTOR_APPLIES: Final = frozenset({"linear", "dynamic", "yarn"})
"""Kinds of scaling whose factor an engine multiplies onto the length before scaling; for the others the
stated maximum already includes it (vLLM derives the longest sequence in this way)."""


@dataclass(frozen=True, slots=True)
class _Limit:
    tokens: int
    before_scaling: int
    origin: str


def check_context(workload: Workload, model: ResolvedModel, row: ModelRow | None, path: SpecPath) -> Iterator[Finding]:
    """Find requests and engine settings that are longer than the model or the engine takes."""
    runtime = workload.precision.runtime if workload.precision else None
    setting = runtime.max_model_length if runtime else None
    longest = _longest_request(workload)
    if longest is not None and setting is not None and longest > setting:
        facts = {"longest": str(longest), "setting": str(setting)}
        yield Finding("P412", (*path, "precision", "runtime", "max_model_length"), facts)
    if model.architecture is None:
        return
    declared = runtime.rope_scaling if runtime else None
    limit = _limit(model.architecture, model, row, declared)
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
    if declared is not None and limit.before_scaling < used <= limit.tokens:
        facts = {"tokens": str(used), "before": str(limit.before_scaling), "after": str(limit.tokens)}
        yield Finding("P415", (*path, "precision", "runtime", "rope_scaling"), facts)


def _longest_request(workload: Workload) -> int | None:
    context = workload.context
    parts = (
        [part.max or part.p95 or part.typical for part in (context.input, context.output) if part] if context else []
    )
    known = [tokens for tokens in parts if tokens is not None]
    return sum(known) if known else None


def _limit(
    architecture: Architecture, model: ResolvedModel, row: ModelRow | None, declared: RopeScaling | None
) -> _Limit | None:
    """Return the longest sequence: for the id as written, and extended where scaling is declared."""
    stated, origin = architecture.max_positions, "max_position_embeddings"
    from_catalog = model.source is not None and model.source.kind == "catalog"
    if from_catalog and row is not None and model.name is not None:
        stated = row.max_positions_by_id.get(model.name, stated)
    if stated is None:
        return None
    origin = f"{origin} of {model.name}" if from_catalog else f"{origin} in {model.source.text if model.source else ''}"
    own = architecture.scaling
    before = own.original if own is not None and own.original is not None else stated
    if declared is not None:
        return _Limit(int(before * declared.factor), before, f"{origin} with the declared rope scaling")
    if own is not None and own.kind in _FACTOR_APPLIES:
        return _Limit(int(before * own.factor), before, f"{origin} with its rope scaling")
    return _Limit(stated, stated, origin)


def _too_long(tokens: int, limit: _Limit, place: SpecPath) -> Finding:
    factor = 2
    while limit.before_scaling * factor < tokens:
        factor *= 2
    hint = (
        f"a declared rope scaling would raise the limit: `rope_scaling: {{type: yarn, factor: {factor}}}` in "
        f"`precision.runtime` gives {limit.before_scaling * factor} tokens, if the model was made for it"
    )
    facts = {
        "tokens": str(tokens),
        "limit": str(limit.tokens),
        "origin": limit.origin,
        "factor": str(factor),
        "extended": str(limit.before_scaling * factor),
    }
    return Finding("P411", place, facts, hint)
