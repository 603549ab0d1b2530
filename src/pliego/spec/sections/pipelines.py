"""Pipelines: levels from end to end over several steps, such as retrieval and answer, or a spoken dialogue."""

from typing import Annotated

from pydantic import Field

from pliego.spec.values import Duration, DurationLevel, Line, Name, ShareLevel, SpecModel, Text


class Step(SpecModel):
    """A step: a workload of this spec, or a stage outside of it."""

    workload: Name | None = None
    """Name of the workload."""
    external: Line | None = None
    """Name of a stage that is not asked for here, such as turn detection."""
    budget: Duration | None = None
    """Time that the step may take of the whole."""
    measured: Duration | None = None
    """Time that the step takes today."""


class PipelineLevels(SpecModel):
    """Service levels from end to end, measured at the buyer's client."""

    e2e_p50: DurationLevel | None = None
    """Median, at most."""
    e2e_p95: DurationLevel | None = None
    """95th percentile, at most."""
    e2e_p99: DurationLevel | None = None
    """99th percentile, at most."""
    availability: ShareLevel | None = None
    """Availability of all steps together in every calendar month, at least."""


class Pipeline(SpecModel):
    """Steps one after the other, with levels over all of them."""

    description: Text | None = None
    """What it is for, in the buyer's words."""
    starts: Line | None = None
    """Event at which the clock starts, such as the end of the caller's speech."""
    ends: Line | None = None
    """Event at which the clock stops, such as the first audio of the answer."""
    steps: Annotated[list[Step], Field(min_length=2, max_length=50)]
    """Steps in their order."""
    slo: PipelineLevels | None = None
