"""From JSON rows of `data/` to typed facts. The rows are shipped and tested: a bad one is a KeyError."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypeAlias

from pliego.catalog.architecture import Architecture, ConfigReading, Variant
from pliego.catalog.config import read_architecture
from pliego.catalog.engines import (
    EngineDefaults,
    EngineFigures,
    EngineRelease,
    ExpertPadding,
    FewFigures,
    Footprint,
    Spread,
    StepLimits,
)
from pliego.catalog.facts import Accelerator, ModelRow, Region, Regions, RegionSet, Territory
from pliego.catalog.number_formats import BlockType, Kept, Loading, Mix, MixRule, NumberFormat
from pliego.catalog.releases import Build
from pliego.units import GIB, MIB

Row: TypeAlias = Mapping[str, Any]


def model(row: Row) -> ModelRow:
    """Type a file of `models/`."""
    return ModelRow(
        id=row["id"],
        aliases=tuple(row["aliases"]),
        reading=_reading(row),
        parameters=row["parameters"].get("total"),
        groups=row["parameters"].get("groups", {}),
        max_positions_by_id=dict.fromkeys(row["aliases"]) | row.get("max_position_embeddings_by_id", {}),
        unverified=tuple(row["unverified"]),
        sources=tuple(row["sources"]),
        as_of=row["as_of"],
        modality=row.get("modality", "text-generation"),
    )


def _reading(row: Row) -> ConfigReading:
    """Read the configuration; a model published for embeddings has no output head, whatever its class is called."""
    reading = read_architecture(row["config"])
    if not isinstance(reading, Architecture):
        return reading
    if row.get("modality") == "embedding":
        reading = replace(reading, head=False)
    return replace(reading, variants=_variants(row)) if "variants" in row else reading


def _variants(row: Row) -> tuple[Variant, ...]:
    """Return the variants of a model; those of the organisation that published the model itself come first."""
    own = row["id"].partition("/")[0] + "/"
    listed = sorted(row["variants"], key=lambda one: not one["id"].startswith(own))
    return tuple(Variant(one["id"], one["format"], tuple(one.get("bits", {}).items())) for one in listed)


def _memory_class(marketing: Row | None) -> str:
    """Return the memory as sold, such as `80 GB`; empty where the device has none of its own."""
    if marketing is None or marketing["value"] is None:
        return ""
    return f"{marketing['value']} {marketing['unit'].split()[0]}"


def accelerator(row: Row, unified: Row | None = None) -> Accelerator:
    """Type a row of `accelerators/`; `unified` is the share of a common memory that its file states for all rows."""
    share = unified or {}
    memory: Row = row["memory"]
    estimate: Row = memory.get("estimate", {})
    marketing: Row | None = memory.get("marketing")
    return Accelerator(
        id=row["id"],
        name=row["name"],
        aliases=tuple(row["aliases"]),
        vendor=row["vendor"],
        kind=row["kind"],
        memory_class=_memory_class(marketing),
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
        compute_capability=_capability(row.get("compute_capability")),
        conflicts=tuple(row["conflicts"]),
        sources=tuple(row["sources"]),
        as_of=row["as_of"],
        unified_low=share.get("low"),
        unified_high=share.get("high"),
    )


def number_formats(data: Row) -> Iterator[NumberFormat]:
    """Type the rows of `number_formats.json`."""
    blocks = _BlockTypes(data["block_bits"], data["fallback_types"])
    for row in data["formats"]:
        yield NumberFormat(
            id=row["id"],
            name=row["name"],
            weights=row["weights"],
            bits_per_weight=row["bits_per_weight"],
            bits_of_other_values=row["bits_of_other_values"],
            bits_per_cache_value=row["bits_per_cache_value"],
            scope=row["scope"],
            towers=row.get("towers", False),
            mix=_mix(row["mix"], blocks) if "mix" in row else None,
            kept=tuple(Kept(tuple(one["with"]), tuple(one["groups"])) for one in row.get("kept", ())),
            expert_multiple=row.get("expert_multiple", 1),
            floor=row.get("floor", False),
            native_as=tuple(row["native_as"]),
            loads={engine: _loading(loads) for engine, loads in row["loads"].items()},
            caches={engine: _loading(loads) for engine, loads in row.get("caches", row["loads"]).items()},
            sources=tuple(row["sources"]),
            as_of=data["as_of"],
        )


@dataclass(frozen=True, slots=True)
class _BlockTypes:
    bits: Mapping[str, float]
    fallbacks: Mapping[str, str]

    def named(self, name: str) -> BlockType:
        return BlockType(name, self.bits[name], self.bits[self.fallbacks.get(name, name)])


def _mix(row: Row, blocks: _BlockTypes) -> Mix:
    rules = {
        role: tuple(MixRule(blocks.named(rule["type"]), rule["where"], rule.get("wide", False)) for rule in listed)
        for role, listed in row.get("roles", {}).items()
    }
    return Mix(blocks.named(row["base"]), blocks.named(row["embedding"]), blocks.named(row["output"]), rules)


def _loading(row: Row) -> Loading:
    return Loading(
        nvidia_from=_capability(row.get("nvidia_from")),
        native_from=_capability(row.get("native_from")),
        nvidia_before=_capability(row.get("nvidia_before")),
        also=tuple(row.get("also", ())),
    )


def _capability(text: str | None) -> tuple[int, int] | None:
    return _version(text) if text else None


def engine_releases(data: Row) -> Iterator[EngineRelease]:
    """Type the rows of `engine_releases.json`."""
    for engine in data["engines"]:
        for row in engine["releases"]:
            yield EngineRelease(
                id=row["id"],
                engine=engine["engine"],
                name=engine["name"],
                rule=engine["rule"],
                first=_version(row["from"]),
                before=_version(row["before"]) if row["before"] else None,
                measured_to=_version(row["measured_to"]) if "measured_to" in row else None,
                graphs_inside_budget=row["graphs_inside_budget"],
                windows=row["windows"],
                latent=row["latent"],
                window_16_bit=row.get("window_16_bit", False),
                state_blocks=row.get("state_blocks", 1),
                tokens_of_blocks=row.get("tokens_of_blocks", False),
                uneven_last=row.get("uneven_last", False),
                loads_prediction=row.get("loads_prediction", False),
                expert_padding=tuple(map(_padding, row.get("expert_padding", ()))),
                defaults=_defaults(row["defaults"]),
                figures=_figures(row["figures"]) if row["figures"] else None,
                measured=row["measured"],
                stands_for_unknown=row.get("stands_for_unknown", False),
                sources=tuple(row["sources"]),
                as_of=row["as_of"],
                few=_few(row["few"]) if "few" in row else None,
                footprints=tuple(_footprint(one, engine["name"]) for one in row.get("footprints", ())),
                pooling_tokens=row.get("pooling_tokens", 0),
            )


def builds(data: Row) -> dict[str, tuple[Build, ...]]:
    """Type the builds of known date in `engine_releases.json`, by engine, oldest first."""
    return {
        engine["engine"]: tuple(Build(one["build"], date.fromisoformat(one["by"])) for one in engine.get("builds", ()))
        for engine in data["engines"]
    }


def _padding(row: Row) -> ExpertPadding:
    return ExpertPadding(
        first=_capability(row.get("nvidia_from")),
        before=_capability(row.get("nvidia_before")),
        intermediate=row["intermediate"],
        hidden=row["hidden"],
        contraction=row.get("contraction", 1),
    )


def _few(row: Row) -> FewFigures:
    return FewFigures(_spread(row["forward_share"]), _spread(row["graphs_gib"], GIB), _by_ranks(row["runtime_gib"]))


def _footprint(row: Row, engine: str) -> Footprint:
    total = round(row["total_mib"] * MIB)
    return Footprint(engine, row["model"], row["accelerator"], row["release"], total, row["source"], row["as_of"])


def _defaults(row: Row) -> EngineDefaults:
    return EngineDefaults(
        utilization=row["utilization"],
        block_size=row["block_size"],
        small=StepLimits(**row["small"]),
        large=StepLimits(**row["large"]),
        large_from=row["large_from_gib"] * GIB,
        large_except=tuple(row["large_except"]),
        chunked_prefill=row["chunked_prefill"],
        chunked_above=row["chunked_above"],
        chunked_except=tuple(row.get("chunked_except", ())),
        image_tokens=row.get("image_tokens", 0),
    )


def _figures(row: Row) -> EngineFigures:
    return EngineFigures(
        sampler_bytes=_spread(row["sampler_bytes"]),
        sampler_bytes_wide=row["sampler_bytes_wide"],
        sampler_hidden_bytes=row["sampler_hidden_bytes"],
        forward_share=_spread(row["forward_share"]),
        forward_hidden=row["forward_hidden"],
        expert_workspace=row["expert_workspace"],
        non_torch=_by_ranks(row["non_torch_gib"]),
        non_torch_unlinked=_by_ranks(row["non_torch_unlinked_gib"]),
        non_torch_stage=_spread(row["non_torch_stage_gib"], GIB),
        context=_by_ranks(row["context_gib"]),
        graphs=_spread(row["graphs_gib"], GIB),
        graphs_each_layer=row["graphs_each_layer_mib"] * MIB,
    )


def _by_ranks(row: Row) -> dict[int, Spread]:
    return {int(ranks): _spread(spread, GIB) for ranks, spread in row.items()}


def _spread(row: Row, unit: int = 1) -> Spread:
    return Spread(row["low"] * unit, row["typical"] * unit, row["high"] * unit)


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.replace("-", ".").partition(".")
    return int(major), int(minor)


def regions(data: Row) -> Regions:
    """Type `regions.json`."""
    return Regions(
        countries={code: Region(code, names) for code, names in data["countries"].items()},
        sets={
            code: RegionSet(code, row["names"], tuple(row["members"]), row["source"], row["as_of"], row["note"])
            for code, row in data["sets"].items()
        },
        aliases=data["aliases"],
        not_countries=tuple(data["not_countries"]),
        sources=tuple(data["sources"]),
        as_of=data["as_of"],
        territories=tuple(
            Territory(tuple(row["codes"]), row["parent"], row["eu"], row["note"], row["grade"], row["as_of"])
            for row in data["territory_notes"]
        ),
    )
