"""`pliego catalog`: what is known, row by row, and one row whole."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from pliego.catalog.architecture import Architecture
from pliego.catalog.facts import ModelRow
from pliego.catalog.loading import Catalog, load_catalog
from pliego.catalog.records import KINDS, Record, records
from pliego.findings import Finding
from pliego.resolve.hints import did_you_mean
from pliego.sizing.devices import device_name, driver_reserve, visible
from pliego.units import GIB

__all__ = ["KINDS", "Row", "find_row", "list_rows"]

Row: TypeAlias = Mapping[str, Any]
"""A row of a list: `id`, key figures by name (with their unit in it), `as_of`."""

_SINGULAR: Final = {
    "models": "model",
    "accelerators": "accelerator",
    "formats": "format",
    "engines": "engine",
    "licences": "licence",
    "regions": "country or set",
    "certificates": "certificate",
    "rules": "rule",
}


def list_rows(kind: str, match: str = "") -> tuple[Row, ...]:
    """Return the rows of a kind whose names contain `match`, whatever its case."""
    wanted = match.casefold()
    return tuple(row for names, row in _LISTS[kind](load_catalog()) if any(wanted in name.casefold() for name in names))


def find_row(kind: str, name: str) -> Record | Finding:
    """Return one row as it is shipped, or the finding that there is none of this name.

    Case, spaces and dashes do not matter. A row of a model says what of its configuration is not understood.
    """
    known = list(records(kind))
    wanted = _plain(name)
    for row in known:
        if wanted in map(_plain, _names(row)):
            return {**row, **_reading(load_catalog().model(row["id"]))} if kind == "models" else row
    if kind == "licences" and (of_model := _licence_of(name)) is not None:
        return of_model
    hint = did_you_mean(name, (one for row in known for one in reversed(_names(row))))
    facts = {"kind": _SINGULAR[kind], "name": name}
    return Finding("P406", facts=facts, hint=hint or f"`pliego catalog {kind}` lists all of them")


def _licence_of(model: str) -> Record | None:
    """Return the licences of a model by its id as written; None where it is not listed."""
    licences = load_catalog().licences
    of_model = licences.of_model(model)
    if of_model is None:
        return None
    texts = {row["id"]: row for row in records("licences")}
    held = [texts[one] for one in of_model.all if one in texts]
    return {"id": model, "grade": of_model.grade, "as_of": of_model.as_of, "licences": held}


def _names(row: Record) -> tuple[str, ...]:
    names = row.get("names", {}).values()
    return row["id"], *([row["name"]] if "name" in row and "engine" not in row else []), *names, *row.get("aliases", ())


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def _reading(row: ModelRow | None) -> Row:
    if row is None:
        return {}
    refusals = () if isinstance(row.reading, Architecture) else row.reading
    told = [{"field": one.field, "found": one.found, "reason": one.reason} for one in refusals]
    return {"understood": not refusals, "not_understood": told}


_Listed: TypeAlias = Iterator[tuple[tuple[str, ...], Row]]
"""Names to match, and the row."""


def _models(catalog: Catalog) -> _Listed:
    for row in catalog.models():
        reading = row.reading
        known = isinstance(reading, Architecture)
        yield (
            (row.id, *row.aliases),
            {
                "id": row.id,
                "parameters": row.parameters,
                "layers": len(reading.layers) if isinstance(reading, Architecture) else None,
                "longest_tokens": reading.max_positions if isinstance(reading, Architecture) else None,
                "as_of": row.as_of,
                "unverified": len(row.unverified),
                "understood": known,
                "architecture": _kinds(reading) if isinstance(reading, Architecture) else None,
                "reason": None
                if isinstance(reading, Architecture)
                else "; ".join(f"{one.field} is {one.found}: {one.reason}" for one in reading),
            },
        )


def _kinds(architecture: Architecture) -> str:
    """Return the kinds of attention and of feed-forward networks, as their types are named."""
    parts = dict.fromkeys(
        type(part).__name__ for layer in architecture.layers for part in (layer.attention, layer.feed_forward) if part
    )
    return ", ".join(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name) for name in parts)


def _accelerators(catalog: Catalog) -> _Listed:
    reserve = driver_reserve(catalog.accelerators)
    for row in catalog.accelerators:
        seen = visible(row, reserve)
        yield (
            (row.id, row.name, row.vendor, *row.aliases),
            {
                "id": row.id,
                "kind": row.kind,
                "memory": row.memory_class if seen else None,
                "visible_low_gib": round(seen.low / GIB, 1) if seen else None,
                "visible_high_gib": round(seen.high / GIB, 1) if seen else None,
                "basis": seen.basis if seen else None,
                "tb_per_s": round(row.bandwidth_bytes_per_s / 1e12, 2) if row.bandwidth_bytes_per_s else None,
                "tdp_w": row.tdp_w,
                "as_of": row.as_of,
                "name": device_name(row),
            },
        )


def _formats(catalog: Catalog) -> _Listed:
    for row in catalog.number_formats:
        figures = {"bits_per_weight": row.bits_per_weight, "bits_of_other_values": row.bits_of_other_values}
        cache = {"bits_per_cache_value": row.bits_per_cache_value}
        yield (row.id, row.name), {"id": row.id, **figures, **cache, "as_of": row.as_of, "name": row.name}


def _engines(catalog: Catalog) -> _Listed:
    for row in catalog.engine_releases:
        measured = {"measured_runs": row.measured, "overheads_measured": row.figures is not None}
        yield (row.id, row.engine, row.label), {"id": row.id, **measured, "as_of": row.as_of, "releases": row.label}


def _licences(catalog: Catalog) -> _Listed:
    for row in catalog.licences.texts.values():
        limits = "; ".join(
            f"{one.value:,.0f} {one.currency or ''} {one.quantity.replace('_', ' ')}".replace("  ", " ")
            for one in row.thresholds
            if one.value is not None
        )
        figures = {"commercial_use": row.commercial_use, "thresholds": limits or None}
        place = {"territory_excluded": ", ".join(row.territory_excluded) or None}
        known = {"hosted_service": row.hosted_service, "grade": row.grade, "as_of": row.as_of, "name": row.name}
        yield (row.id, row.name, *row.aliases), {"id": row.id, **figures, **place, **known}


def _regions(catalog: Catalog) -> _Listed:
    known = catalog.regions
    for code, one in known.sets.items():
        names = {"english": one.names["en"], "spanish": one.names["es"], "german": one.names["de"]}
        size = {"members": len(one.members), "adequacy": None}
        yield (code, *one.names.values()), {"id": code, **size, "as_of": one.as_of, **names}
    for code, country in known.countries.items():
        names = {"english": country.names["en"], "spanish": country.names["es"], "german": country.names["de"]}
        decision = catalog.adequacy.get(code)
        status = ("conditional" if decision.conditions else "full") if decision else None
        row = {"id": code, "members": None, "adequacy": status, "as_of": known.as_of, **names}
        yield (code, *country.names.values()), row


def _certificates(catalog: Catalog) -> _Listed:
    for row in catalog.certificates:
        known = {"status": row.status, "never_mandatory": row.never_mandatory, "grade": row.grade, "as_of": row.as_of}
        yield (row.id, row.name, *row.aliases), {"id": row.id, **known, "name": row.name}


def _rules(catalog: Catalog) -> _Listed:
    for row in catalog.dated_rules.values():
        days = {"start": str(row.start) if row.start else None, "end": str(row.end) if row.end else None}
        values = "; ".join(f"{key} {value}" for key, value in row.values.items()) or None
        yield (
            (row.id,),
            {"id": row.id, "status": row.status, **days, "grade": row.grade, "as_of": row.as_of, "values": values},
        )


_LISTS: Final[dict[str, Callable[[Catalog], _Listed]]] = {
    "models": _models,
    "accelerators": _accelerators,
    "formats": _formats,
    "engines": _engines,
    "licences": _licences,
    "regions": _regions,
    "certificates": _certificates,
    "rules": _rules,
}
