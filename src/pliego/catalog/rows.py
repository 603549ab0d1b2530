"""From JSON rows of `data/` to typed facts. The rows are shipped and tested: a bad one is a KeyError."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from pliego.catalog.config import read_architecture
from pliego.catalog.facts import (
    Accelerator,
    EngineFigures,
    EngineRelease,
    ModelRow,
    NumberFormat,
    Region,
    Regions,
    RegionSet,
    Spread,
    StepLimits,
)
from pliego.units import GIB

Row: TypeAlias = Mapping[str, Any]


def model(row: Row) -> ModelRow:
    """Type a file of `models/`."""
    return ModelRow(
        id=row["id"],
        aliases=tuple(row["aliases"]),
        reading=read_architecture(row["config"]),
        parameters=row["parameters"].get("total"),
        groups=row["parameters"].get("groups", {}),
        max_positions_by_id=row.get("max_position_embeddings_by_id", {}),
        unverified=tuple(row["unverified"]),
        sources=tuple(row["sources"]),
        as_of=row["as_of"],
    )


def accelerator(row: Row) -> Accelerator:
    """Type a row of `accelerators/`."""
    memory: Row = row["memory"]
    estimate: Row = memory.get("estimate", {})
    marketing: Row | None = memory.get("marketing")
    return Accelerator(
        id=row["id"],
        name=row["name"],
        aliases=tuple(row["aliases"]),
        vendor=row["vendor"],
        kind=row["kind"],
        memory_class=f"{marketing['value']} {marketing['unit']}" if marketing else "",
        memory_bytes=memory.get("driver_total_bytes"),
        visible_bytes=memory.get("engine_visible_bytes"),
        estimate_low=estimate.get("low"),
        estimate_high=estimate.get("high"),
        devices=row.get("devices", 1),
        bandwidth_bytes_per_s=row.get("bandwidth_bytes_per_s"),
        dense_tflops={name: rate for name, rate in row.get("dense_tflops", {}).items() if rate is not None},
        formats_native=tuple(row.get("formats_native", ())),
        interconnect=row.get("interconnect", {}),
        tdp_w=row.get("tdp_w"),
        conflicts=tuple(row["conflicts"]),
        sources=tuple(row["sources"]),
        as_of=row["as_of"],
    )


def number_format(row: Row, as_of: str) -> NumberFormat:
    """Type a row of `number_formats.json`."""
    return NumberFormat(
        id=row["id"],
        name=row["name"],
        bits_per_weight=row["bits_per_weight"],
        bits_of_other_values=row["bits_of_other_values"],
        bits_per_cache_value=row["bits_per_cache_value"],
        native_as=tuple(row["native_as"]),
        sources=tuple(row["sources"]),
        as_of=as_of,
    )


def engine_releases(data: Row) -> Iterator[EngineRelease]:
    """Type the rows of `engine_releases.json`."""
    for engine in data["engines"]:
        for row in engine["releases"]:
            defaults = row["defaults"] or {}
            yield EngineRelease(
                id=row["id"],
                engine=engine["engine"],
                name=engine["name"],
                first=_version(row["from"]),
                before=_version(row["before"]) if row["before"] else None,
                graphs_inside_budget=row["graphs_inside_budget"],
                defaults_small=StepLimits(**defaults["small"]) if defaults else None,
                defaults_large=StepLimits(**defaults["large"]) if defaults else None,
                large_from=defaults["large_from_gib"] * GIB if defaults else None,
                figures=_figures(row["figures"]) if row["figures"] else None,
                sources=tuple(row["sources"]),
                as_of=row["as_of"],
            )


def _figures(row: Row) -> EngineFigures:
    return EngineFigures(
        sampler_bytes=_spread(row["sampler_bytes"]),
        forward_share=_spread(row["forward_share"]),
        non_torch={int(ranks): _spread(spread, GIB) for ranks, spread in row["non_torch_gib"].items()},
        context={int(ranks): _spread(spread, GIB) for ranks, spread in row["context_gib"].items()},
        graphs=_spread(row["graphs_gib"], GIB),
    )


def _spread(row: Row, unit: int = 1) -> Spread:
    return Spread(row["low"] * unit, row["typical"] * unit, row["high"] * unit)


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor)


def regions(data: Row) -> Regions:
    """Type `regions.json`."""
    return Regions(
        countries={code: Region(code, names) for code, names in data["countries"].items()},
        sets={
            code: RegionSet(code, row["names"], tuple(row["members"]), row["source"], row["as_of"])
            for code, row in data["sets"].items()
        },
        aliases=data["aliases"],
        not_countries=tuple(data["not_countries"]),
        sources=tuple(data["sources"]),
        as_of=data["as_of"],
    )
