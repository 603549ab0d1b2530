"""What a chart draws, as values: series, labels, limits. No coordinate and no colour stands here."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from pliego.document.inline import Inline


@dataclass(frozen=True, slots=True)
class Moment:
    """A day of a timetable, or a span `until` another one. The `deadline` is marked as the one that counts."""

    day: date
    title: Inline
    text: Inline
    until: date | None = None
    deadline: bool = False


@dataclass(frozen=True, slots=True)
class Timeline:
    """Days in their order; the time to the deadline is set off from what follows."""

    moments: tuple[Moment, ...]


class Tone(StrEnum):
    """How a part is told from its neighbours without colour."""

    DARK = "dark"
    MIDDLE = "middle"
    WHITE = "white"
    HATCHED = "hatched"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar: its name, its value, and the value as written."""

    label: Inline
    value: float
    text: Inline
    tone: Tone


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of parts against a limit.

    `measure` says how much of how much, `state` whether it holds, `rest` what is free, or short, beyond the parts.
    """

    label: Inline
    measure: Inline
    state: Inline
    parts: tuple[Part, ...]
    limit: float
    limit_label: Inline
    rest: Inline


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars on one scale; the parts are named below the first."""

    bars: tuple[Bar, ...]


class Stroke(StrEnum):
    """How a curve is told from others without colour."""

    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"


@dataclass(frozen=True, slots=True)
class Curve:
    """Points in the order of x, joined by lines."""

    label: Inline
    points: tuple[tuple[float, float], ...]
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class Limit:
    """A value of y that is not to be passed; `reached` is where the first curve meets it, None where it does not."""

    label: Inline
    value: float
    reached: float | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """The point of the first curve that is asked for."""

    label: Inline
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves over one x axis from `x_start` to `x_end`, from 0 to `y_end`, with limits and the point asked for."""

    x_label: Inline
    y_label: Inline
    x_end: float
    y_end: float
    curves: tuple[Curve, ...]
    limits: tuple[Limit, ...] = ()
    spot: Spot | None = None
    x_start: float = 0.0


@dataclass(frozen=True, slots=True)
class Count:
    """How many mandatory and preferred requirements an area has."""

    label: Inline
    mandatory: int
    preferred: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts area by area."""

    counts: tuple[Count, ...]


Drawing: TypeAlias = Timeline | Bars | Curves | Counts
