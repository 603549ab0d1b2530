"""From the input columns of a row to the inputs of a prediction, or to the reason why there is none."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from measured.cards import find_card, visible_memory
from measured.flags import read_flags
from measured.rows import number
from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.engines import EngineRelease
from pliego.catalog.number_formats import NumberFormat
from pliego.sizing.runs import RunInputs
from pliego.sizing.steps import is_large, is_linked

Given = Mapping[str, str]

_VLLM_GROUPS: Final = {
    "v0": ("vllm-v0", "vllm-v0-0.7"),
    "v1_0.7-0.16": ("vllm-0.7-0.16", "vllm-0.12-0.16"),
    "0.17-0.20": ("vllm-0.17-0.20",),
    "0.21+": ("vllm-0.21",),
}
"""The catalog's rows for each group of releases, oldest first; a version alone does not tell V0 from V1."""

_CACHE_NAMES: Final = {"f16": "fp16", "f32": "fp32", "fp8_e5m2": "fp8", "fp8_e4m3": "fp8"}
_SPLIT_CACHE: Final = re.compile(r"k (\w+) / v (\w+)")
_VERSION: Final = re.compile(r"v?(\d+)\.(\d+)")
_WIDE_DTYPES: Final = frozenset({"float32", "fp32"})


class RefusedError(Exception):
    """Why a row is not predicted, in words that hold for all rows of the kind."""


@dataclass(frozen=True, slots=True)
class Run:
    """The inputs of a row. `weights_known` is false where the format is not known: then only the cache can be told."""

    inputs: RunInputs
    weights_known: bool


def run_of(given: Given, catalog: Catalog) -> Run:
    """Return the inputs of a prediction from the input columns of a row.

    Raises:
        RefusedError: the engine, the architecture or a format is not known.

    """
    architecture, release = _architecture(given, catalog), _release(given, catalog)
    named = given.get("weight_format", "unknown")
    weights = catalog.number_format(_sixteen_bit(given) if named == "unknown" else named)
    if weights is None or not weights.weights:
        raise RefusedError(f"weight format {named} is not known")
    key_cache, kv_cache = _cache(given, catalog)
    card = find_card(given.get("gpu_name", ""), catalog)
    row = card.accelerator
    visible = visible_memory(card, given.get("gpu_mem_total_gib"), catalog)
    inputs = RunInputs(
        architecture=architecture,
        weights=weights,
        release=release,
        visible=visible,
        dtype_bits=32 if given.get("dtype") in _WIDE_DTYPES else 16,
        kv_cache=kv_cache,
        key_cache=key_cache,
        large_card=None if visible is None else is_large(release, visible.value, row.id if row else None),
        capability=row.compute_capability if row else None,
        linked=row is None or is_linked(row),
    )
    inputs = _flagged(_set(inputs, given), given)
    if inputs.pipeline_parallel > len(architecture.layers):
        raise RefusedError("there are more pipeline stages than layers")
    return Run(inputs, named != "unknown")


def _set(inputs: RunInputs, given: Given) -> RunInputs:
    """Return the inputs with the settings that have a column of their own."""
    by_layers = given.get("engine_family") == "llama.cpp"
    return replace(
        inputs,
        tensor_parallel=1 if by_layers else _count(given, "tp") or 1,
        pipeline_parallel=_count(given, "pp") or 1,
        data_parallel=_count(given, "dp") or 1,
        devices=(_count(given, "gpu_count") or 1) if by_layers else 1,
        max_model_len=_count(given, "max_model_len"),
        utilization=number(given.get("gpu_memory_utilization")),
        block_size=_count(given, "block_size"),
        max_num_seqs=_count(given, "max_num_seqs"),
        max_num_batched_tokens=_count(given, "max_num_batched_tokens"),
        eager=given.get("enforce_eager") == "True",
        chunked_prefill={"True": True, "False": False}.get(given.get("chunked_prefill", "")),
        context_cells=_count(given, "n_ctx"),
        parallel=_count(given, "n_parallel") or 1,
    )


def _flagged(inputs: RunInputs, given: Given) -> RunInputs:
    """Return the inputs with what flags say."""
    flags = read_flags(given.get("other_flags", ""))
    return replace(
        inputs,
        architecture=_without_towers(inputs.architecture) if flags.text_only else inputs.architecture,
        release=replace(inputs.release, windows="full") if flags.full_windows else inputs.release,
        flash_attention=flags.flash_attention,
        unified=flags.unified,
        encoder_tokens=flags.encoder_tokens,
        decode_context_parallel=flags.decode_context_parallel,
        expert_parallel=flags.expert_parallel,
    )


def _without_towers(architecture: Architecture) -> Architecture:
    """Return an architecture of which encoders are not loaded; positions are counted as they are with them."""
    return replace(architecture, towers=tuple(replace(tower, tensors=()) for tower in architecture.towers))


def _architecture(given: Given, catalog: Catalog) -> Architecture:
    name = given.get("architecture")
    row = catalog.model(name) if name else None
    if row is None:
        raise RefusedError(f"architecture {name} is not in the catalog" if name else "no architecture is given")
    if not isinstance(row.reading, Architecture):
        refusal = row.reading[0]
        raise RefusedError(f"architecture {name} is not understood: {refusal.field}: {refusal.reason}")
    return row.reading


def _release(given: Given, catalog: Catalog) -> EngineRelease:
    engine, family = given.get("engine", "").lower(), given.get("engine_family", "").lower()
    version = given.get("engine_version", "").lstrip("~")
    if family == "vllm":
        return _vllm_release(given.get("release_group", ""), version, catalog)
    for name in (engine, family):
        rows = [row for row in catalog.engine_releases if row.engine == name]
        found = catalog.engine_release(name, version)
        if found is not None or rows:
            return found or rows[-1]
    raise RefusedError(f"engine {family or engine} is not in the catalog")


def _vllm_release(group: str, version: str, catalog: Catalog) -> EngineRelease:
    """Return the newest row of a group that is not newer than the version, or the oldest where none is named."""
    rows = [row for row in catalog.engine_releases if row.id in _VLLM_GROUPS.get(group, ())]
    number = _VERSION.match(version)
    if rows:
        first = (int(number[1]), int(number[2])) if number else rows[0].first
        return next((row for row in reversed(rows) if row.first <= first), rows[0])
    found = catalog.engine_release("vllm", version)
    if found is None:
        raise RefusedError(f"vLLM {version} is not in the catalog")
    return found


def _cache(given: Given, catalog: Catalog) -> tuple[NumberFormat | None, NumberFormat | None]:
    """Return the formats of keys (where it differs) and of the cache; both None where the engine decides."""
    named = given.get("kv_cache_dtype", "auto").lower()
    if named == "auto":
        return None, None
    split = _SPLIT_CACHE.fullmatch(named)
    names = [split[1], split[2]] if split else [named]
    found = [catalog.number_format(_CACHE_NAMES.get(name, name)) for name in names]
    if None in found:
        raise RefusedError(f"cache format {named} is not known")
    return (found[0], found[1]) if split else (None, found[0])


def _sixteen_bit(given: Given) -> str:
    return "fp16" if given.get("dtype") == "float16" else "bf16"


def _count(given: Given, column: str) -> int | None:
    value = number(given.get(column))
    return None if value is None or value < 1 else int(value)
