"""What the readers of all families share: number and kinds of layers, heads, and what stands around the layers."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from pliego.catalog.architecture import Architecture, ContextScaling
from pliego.catalog.families.quantization import read_quantization
from pliego.catalog.fields import MOST_LAYERS, Fields

Value = TypeVar("Value")

LONGEST: Final = 1_000_000_000
"""Tokens of a sequence; a larger number is a mistake."""

_MOST_FACTOR: Final = 1024
_ROTARY: Final = "partial_rotary_factor"
_NO_EXTENSION: Final = ("default", "mrope", "proportional")
"""Kinds of rotary positions that do not extend the context."""


def layer_count(fields: Fields, name: str = "num_hidden_layers") -> int:
    """Return the number of layers."""
    return fields.size(name, largest=MOST_LAYERS)


def attention_kinds(fields: Fields, layers: int, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """Return `layer_types` where the configuration lists the kind of each layer, otherwise nothing."""
    kinds = fields.names("layer_types", allowed)
    return kinds if fields.per_layer("layer_types", kinds, layers) else ()


def repeated(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return the values with equal ones made identical, so that a model of 80 equal layers holds one."""
    seen: dict[Value, Value] = {}
    return tuple(seen.setdefault(value, value) for value in values)


def proportions(fields: Fields, heads: int, kv_heads: int, *, explicit: bool) -> None:
    """Refuse heads that cannot share key-value heads evenly, or a hidden size that heads do not divide."""
    if heads % kv_heads:
        fields.refuse("num_key_value_heads", f"{heads} attention heads cannot share {kv_heads} key-value heads evenly")
    if not explicit and fields.size("hidden_size") % heads:
        fields.refuse("hidden_size", f"without head_dim, it must be a multiple of {heads} attention heads")


def finished(fields: Fields, architecture: Architecture, *, tied: bool = False) -> Architecture:
    """Add what every configuration states alike: tying, longest sequence, scaling, format of the checkpoint."""
    return replace(
        architecture,
        tied=fields.flag("tie_word_embeddings", default=tied),
        max_positions=fields.optional_size("max_position_embeddings", largest=LONGEST),
        scaling=_scaling(fields),
        rotary_share=_rotary_share(fields) or architecture.rotary_share,
        quantization=read_quantization(fields),
        dtype=fields.text("torch_dtype") or fields.text("dtype"),
    )


def _scaling(fields: Fields) -> ContextScaling | None:
    """Return the context extension; factor and original length are refused by name where they can be none."""
    for name in ("rope_scaling", "rope_parameters"):
        scaling = fields.raw(name)
        if scaling is None:
            continue
        if not isinstance(scaling, dict):
            fields.refuse(name, "an object is needed")
            continue
        nested, place = scaling.get("full_attention"), name
        if isinstance(nested, dict):
            scaling, place = nested, f"{name}.full_attention"
        kind = scaling.get("rope_type") or scaling.get("type")
        factor, original = _factor(fields, place, scaling), _original(fields, place, scaling)
        if kind is None and factor is not None and factor > 1:
            fields.refuse_at(f"{place}.rope_type", "absent", "a factor says nothing without the kind of scaling")
        elif kind is not None and not isinstance(kind, str):
            fields.refuse_at(f"{place}.rope_type", kind, "a text is needed")
        elif kind is not None and kind not in _NO_EXTENSION:
            return ContextScaling(kind, 1.0 if factor is None else factor, original)
    return None


def _rotary_share(fields: Fields) -> float | None:
    """Return the share of a head that positions rotate, None where it is not stated."""
    for place in ("", "rope_parameters", "rope_scaling"):
        holder = fields.raw(place) if place else {_ROTARY: fields.raw(_ROTARY)}
        stated = holder.get(_ROTARY) if isinstance(holder, dict) else None
        if stated is None:
            continue
        if isinstance(stated, bool) or not isinstance(stated, int | float) or not 0 < stated <= 1:
            fields.refuse_at(f"{place}.{_ROTARY}".lstrip("."), stated, "a number above 0 and up to 1 is needed")
            return None
        return float(stated)
    return None


def _factor(fields: Fields, place: str, scaling: Mapping[str, Any]) -> float | None:
    factor = scaling.get("factor")
    if factor is None:
        return None
    if isinstance(factor, bool) or not isinstance(factor, int | float) or not 1 <= factor <= _MOST_FACTOR:
        fields.refuse_at(f"{place}.factor", factor, f"a number from 1 to {_MOST_FACTOR} is needed")
        return None
    return float(factor)


def _original(fields: Fields, place: str, scaling: Mapping[str, Any]) -> int | None:
    original = scaling.get("original_max_position_embeddings")
    if original is None:
        return None
    # Some configurations write whole numbers as 4096.0.
    whole = not isinstance(original, bool) and isinstance(original, int | float) and original == original // 1
    if not whole or not 1 <= original <= LONGEST:
        fields.refuse_at(f"{place}.original_max_position_embeddings", original, "a whole number from 1 is needed")
        return None
    return int(original)
