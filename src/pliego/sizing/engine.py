"""The engine that a sizing reckons with: its release, or the releases that stand for an unknown one."""

from dataclasses import dataclass
from typing import Final

from pliego.catalog.engines import EngineRelease, ShareOf
from pliego.findings import SpecPath
from pliego.resolve.model import Layout
from pliego.sizing.terms import Fact, ReckonedEngine, Source


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine that is reckoned with.

    Attributes:
        release: None where it is unknown; the range over `releases` then stands for it.
        releases: the releases with measured overheads.
        layout: what the buyer sets.
        large: whether the accelerator is large enough for the engine's large defaults; None where it is not
        known.
        path: where the runtime stands in the spec.
        linked: whether the accelerators of a node have a direct link of their own.

    """

    release: EngineRelease | None
    releases: tuple[EngineRelease, ...]
    layout: Layout
    large: bool | None
    path: SpecPath
    linked: bool = True

    @property
    def reckoned(self) -> tuple[EngineRelease, ...]:
        """The releases whose overheads are reckoned with: the named one, or those that stand for it."""
        named = self.release
        return (named,) if named is not None and named.has_own_rule else self.stand_ins

    @property
    def stand_ins(self) -> tuple[EngineRelease, ...]:
        """The releases whose range stands for an unknown one."""
        return tuple(row for row in self.releases if row.stands_for_unknown and row.figures is not None)


def release_source(release: EngineRelease) -> Source:
    """Return a release as a term names it."""
    facts: tuple[Fact, ...] = (Fact("name", release.name), Fact("first", release.from_release))
    message = "release.later" if release.before_release is None else "release"
    if release.before_release is not None:
        facts = (*facts, Fact("before", release.before_release))
    if release.is_unnamed:
        message = f"{message}.open"
    elif release.stands_for:
        message, facts = f"{message}.nearest", (*facts, Fact("asked", release.stands_for))
    return Source("catalog", release.sources[0], release.as_of, message, facts)


def reckoned_engine(release: EngineRelease) -> ReckonedEngine:
    """Return a release as a sizing names it."""
    few = release.few is not None and release.figures is None
    asked = release.stands_for or None
    return ReckonedEngine(release.name, release.from_release, release.before_release, release.measured, few, asked)


@dataclass(frozen=True, slots=True)
class MemoryShare:
    """The share of the memory that an engine takes for its pool, and what it is a share of.

    Attributes:
        value: more than 0, at most 1.
        of: what it is a share of.
        path: where the buyer states it; None where it is the engine's default.
        source: of the default.

    """

    value: float
    of: ShareOf
    path: SpecPath | None
    source: Source | None = None


_KEEPS_NO_POOL: Final = ("llama.cpp", "encoder")
_PLANNED_WITHOUT: Final = ("vllm", *_KEEPS_NO_POOL)
"""Rules of engines whose default share is no bound: vLLM's may be raised up to what it does not count, and the plan
with its margin is below it."""


def memory_share(engine: Engine) -> MemoryShare | None:
    """Return the share that limits the workload: as stated, or the default of an engine that always has one."""
    release, stated = engine.release, engine.layout.memory_utilization
    if release is not None and release.rule in _KEEPS_NO_POOL:
        return None
    if stated is not None:
        path = (*engine.path, "memory_utilization")
        return MemoryShare(stated, release.share_of if release else "visible", path)
    if release is None or release.rule in _PLANNED_WITHOUT or not release.has_own_rule:
        return None
    return MemoryShare(release.defaults.utilization, release.share_of, None, release_source(release))
