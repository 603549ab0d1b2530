"""What an engine takes by its share where a model gives embeddings or scores: the footprint is the share, not the need.

A decoder served for embeddings or scores gets a pool of cache like one that writes: Qwen3-Embedding-0.6B was seen to
hold 22 GB of a 24 GB card at the default share of 0.9, and 6 GB at 0.25.
"""

from collections.abc import Iterator
from math import ceil
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.resolve.model import ResolvedWorkload
from pliego.sizing.engine import Engine, MemoryShare, memory_share, release_source
from pliego.sizing.memory import Budget, Limit, Margin
from pliego.sizing.terms import LayoutCheck, Taken
from pliego.units import GIB

_STEP: Final = 0.05
"""Shares are proposed in such steps: nobody sets them finer before a measurement."""

_MOST: Final = 0.95
_ROUNDING: Final = 1e-9


def pool_share(workload: ResolvedWorkload, engine: Engine) -> MemoryShare | None:
    """Return the share that becomes a pool whatever is needed; None where the model writes, or no pool is kept."""
    architecture = workload.model.architecture
    if not workload.model.pooled or architecture is None or architecture.kind == "encoder":
        return None
    stated = memory_share(engine)
    release = next(iter(engine.reckoned), None)
    if stated is not None or release is None or release.rule != "vllm":
        return stated
    return MemoryShare(release.defaults.utilization, release.share_of, None, release_source(release))


def taken(limit: Limit, sums: Budget, visible: int, margin: Margin) -> Taken:
    """Return what the share takes of an accelerator that shows `visible` bytes, and the least share that is enough."""
    share = limit.share.value
    free = visible - limit.beside.value
    held = share * free + limit.beside.value if limit.share.of != "free after loading" else visible * share
    enough = ceil(limit.inside.value * (1 + margin.share) / free / _STEP - _ROUNDING) * _STEP
    return Taken(held, share, sums.plan.value, round(enough, 2) if enough <= _MOST else None)


def taken_findings(workload: ResolvedWorkload, engine: Engine, check: LayoutCheck | None) -> Iterator[Finding]:
    """Find an engine that takes more of each accelerator than the workload needs there."""
    if check is None or check.taken is None or check.taken.value <= check.taken.needed:
        return
    path: SpecPath = ("workloads", workload.name, "precision", "runtime", "memory_utilization")
    release = next(iter(engine.reckoned), None)
    facts = {
        "engine": release.name if release else "",
        "taken": f"{check.taken.value / GIB:.1f}",
        "share": f"{check.taken.share:g}",
        "visible": f"{check.visible_low / GIB:.1f}",
        "needed": f"{check.taken.needed / GIB:.1f}",
        "name": check.name,
    }
    enough = check.taken.enough
    hint = f"`memory_utilization: {enough:g}` is enough for this load" if enough is not None else None
    yield Finding("P440", path, facts, hint)
