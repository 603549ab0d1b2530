"""How the engine of a workload keeps its cache: in blocks or layers, the tokens of a step, the longest request."""

from dataclasses import dataclass
from typing import Final

from pliego.catalog.engines import EngineRelease
from pliego.resolve.model import Demand, ResolvedWorkload

_BLOCK: Final = 16
"""Tokens in a block where no engine is named."""


@dataclass(frozen=True, slots=True)
class CacheSetting:
    """How an engine keeps the cache: its release (None stands for vLLM), tokens of a step, and the longest request."""

    release: EngineRelease | None = None
    step: int = 8192
    longest: int | None = None

    @property
    def grouped(self) -> bool:
        """Whether layers are cut into groups of equal blocks."""
        return self.release is None or self.release.windows == "groups"

    @property
    def block(self) -> int:
        """Tokens in a block."""
        return self.release.defaults.block_size if self.release else _BLOCK


def cache_setting(workload: ResolvedWorkload) -> CacheSetting:
    """Return how the engine of a workload keeps its cache, with the tokens of a step as stated or by default."""
    release = workload.engine
    step = workload.layout.max_batched_tokens or (release.defaults.large.batched_tokens if release else None)
    limit = workload.demand.limit
    longest = _longest(workload.demand)
    longest = min(longest, limit.tokens) if longest is not None and limit is not None else longest
    return CacheSetting(release, longest=longest) if step is None else CacheSetting(release, step, longest)


def _longest(demand: Demand) -> int | None:
    """Return the longest request; None where input or output is not known."""
    found = 0
    for lengths in (demand.input, demand.output):
        longest = next((one for one in (lengths.max, lengths.p95, lengths.typical) if one is not None), None)
        if longest is None:
            return None
        found += longest
    return found
