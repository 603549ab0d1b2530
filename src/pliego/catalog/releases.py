"""Which row of an engine a release as written belongs to: the one that covers it, else the nearest, and why."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, TypeAlias

from pliego.catalog.engines import EngineRelease

Gap: TypeAlias = Literal["unnamed", "unreadable", "build", "earlier", "later"]
"""Why no row covers a release: none is written, it is no number of the engine's, only its build is, or it lies beside
what was measured."""

_VERSION: Final = re.compile(r"v?(\d{1,3})(?:[.-](\d{1,4}))?(?![\d])", re.IGNORECASE)
_MONTH: Final = re.compile(r"v?(20\d\d)[.-](\d{1,2})(?!\d)", re.IGNORECASE)
_BUILD: Final = re.compile(r"b(\d{1,6})(?!\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Build:
    """A build of an engine that numbers its builds, and a day on which it was the newest that somebody took."""

    number: int
    by: date


@dataclass(frozen=True, slots=True)
class Placed:
    """The row that stands for a release, and why it does not simply cover it.

    Attributes:
        row: None where no row is nearer than another: any of the engine's may be meant.
        gap: None where the row covers the release.

    """

    row: EngineRelease | None
    gap: Gap | None = None


def covering(rows: Iterable[EngineRelease], version: str) -> EngineRelease | None:
    """Return the row that a release stands in; of two the one that begins later. None where it stands in none."""
    number = _read(version)
    if number is None:
        return None
    fitting = [row for row in rows if row.first <= number and (row.before is None or number < row.before)]
    return max(fitting, key=lambda row: row.first, default=None)


def place(rows: Sequence[EngineRelease], version: str, builds: Sequence[Build] = ()) -> Placed:
    """Return the row of one engine that stands for a release as written.

    `rows` are oldest first, at least one. Without a release, or with one that cannot be read, any of several rows with
    figures of their own may be meant; of an engine whose rows differ in their rule alone the newest is taken.
    """
    dated = is_dated(rows)
    number = _read(version) if bool(_MONTH.match(version)) == dated else None
    if number is None:
        return _without_number(rows, version, builds if dated else ())
    row = covering(rows, version)
    if row is None:
        return Placed(min(rows, key=lambda one: one.first), "earlier")
    if row.measured_to is not None and number > row.measured_to:
        return Placed(row, "later")
    return Placed(row)


def is_dated(rows: Sequence[EngineRelease]) -> bool:
    """Say whether an engine's releases are named by year and month."""
    return rows[0].is_dated


def _without_number(rows: Sequence[EngineRelease], version: str, builds: Sequence[Build]) -> Placed:
    if not version and len(rows) == 1:
        return Placed(rows[0])
    build = _BUILD.match(version)
    if build and builds:
        day = _day(int(build[1]), builds)
        return Placed(covering(rows, f"{day.year}-{day.month}") or rows[0], "build")
    newest = None if rows[-1].figures is not None else rows[-1]
    return Placed(newest, "unreadable" if version else "unnamed")


def _day(build: int, builds: Sequence[Build]) -> date:
    """Return about when a build was made: between the days of its neighbours, in proportion."""
    before = [one for one in builds if one.number <= build]
    after = [one for one in builds if one.number > build]
    if not before:
        return after[0].by - timedelta(days=1)
    if not after:
        return before[-1].by
    first, second = before[-1], after[0]
    share = (build - first.number) / (second.number - first.number)
    return first.by + timedelta(days=int(share * (second.by - first.by).days))


def _read(version: str) -> tuple[int, int] | None:
    found = _MONTH.match(version) or _VERSION.match(version)
    return (int(found[1]), int(found[2] or 0)) if found else None
