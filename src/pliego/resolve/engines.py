"""The engine of a workload: the release that is named, or what stands for one that was not measured."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pliego.catalog.engines import EngineRelease
from pliego.catalog.loading import Catalog
from pliego.catalog.releases import Gap, Placed, place
from pliego.findings import Finding, SpecPath
from pliego.resolve.hints import did_you_mean
from pliego.spec.sections.model import Runtime


def resolve_engine(runtime: Runtime, catalog: Catalog, path: SpecPath, findings: list[Finding]) -> EngineRelease | None:
    """Return the releases that an engine is reckoned as, each told where it is not the one that is named.

    A release beside those that are known has the nearest of its own engine, marked with what it stands for. None where
    no engine is named or known, or where any of several measured releases may be meant: their range then counts.
    """
    if runtime.name is None:
        if runtime.version is not None:
            findings.append(Finding("P445", (*path, "version"), {"version": runtime.version}))
        return None
    rows = catalog.engine_rows(runtime.name)
    if not rows:
        findings.append(_unknown(runtime.name, catalog, path))
        return None
    placed = place(rows, runtime.version or "", catalog.builds[rows[0].engine])
    row = placed.row
    if row is not None and row.few is not None and row.figures is None:
        findings.append(Finding("P439", (*path, "name"), {"engine": row.label, "measured": str(row.measured)}))
    if placed.gap is None or not _is_reckoned(rows):
        return row
    key = "version" if runtime.version else "name"
    asked = f"{rows[0].name} {runtime.version or ''}".strip()
    findings.append(_beside(asked, placed, placed.gap, rows, (*path, key)))
    return replace(row, stands_for=asked) if row is not None else None


def _unknown(name: str, catalog: Catalog, path: SpecPath) -> Finding:
    names = tuple(dict.fromkeys(row.engine for row in catalog.engine_releases))
    near = did_you_mean(name, names)
    known = f"nown are {', '.join(names)}; leave `name` out where any engine will do"
    return Finding("P444", (*path, "name"), {"name": name}, f"{near} K{known}" if near else f"k{known}")


def _is_reckoned(rows: Sequence[EngineRelease]) -> bool:
    """Say whether releases of an engine are told apart by what they need: without a rule none has figures."""
    return any(row.has_own_rule for row in rows)


_GAPS: Final[dict[Gap, str]] = {
    "unnamed": "is named without a release",
    "unreadable": "is no release that the catalog can place",
    "build": "is a build, placed by the days of builds before and after it",
    "earlier": "is earlier than what is known, from {first} on",
    "later": "is later than what was measured, up to {last}",
}


def _beside(asked: str, placed: Placed, gap: Gap, rows: Sequence[EngineRelease], path: SpecPath) -> Finding:
    row = placed.row
    if row is None:
        stand_in = f"the range over {_known([one for one in rows if one.stands_for_unknown])}"
    else:
        stand_in = f"{row.label}, the {'newest' if gap in ('unnamed', 'unreadable') else 'nearest'} known,"
    last = row.newest_measured if row else None
    told = _GAPS[gap].format(first=rows[0].from_release, last=last)
    hint = f'name a release with `version`, such as "{rows[-1].from_release}"; known are {_known(rows)}'
    return Finding("P413", path, {"engine": asked, "gap": told, "known": stand_in}, hint)


def _known(rows: Sequence[EngineRelease]) -> str:
    """Return from which release to which an engine is known."""
    last = rows[-1].newest_measured
    return f"{rows[0].name} {rows[0].from_release} " + (f"to {last}" if last else "and later")
