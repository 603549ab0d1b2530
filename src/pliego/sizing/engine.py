"""The engine that a sizing reckons with: its release, or the releases that stand for an unknown one."""

from dataclasses import dataclass

from pliego.catalog.engines import EngineRelease
from pliego.findings import SpecPath
from pliego.resolve.model import Layout
from pliego.sizing.terms import Source


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
        own = named is not None and (named.figures is not None or named.rule == "llama.cpp")
        return (named,) if named is not None and own else self.stand_ins

    @property
    def stand_ins(self) -> tuple[EngineRelease, ...]:
        """The releases whose range stands for an unknown one."""
        return tuple(row for row in self.releases if row.stands_for_unknown and row.figures is not None)


def release_source(release: EngineRelease) -> Source:
    """Return a release as a term names it."""
    return Source("catalog", f"{release.label}: {release.sources[0]}", release.as_of)
