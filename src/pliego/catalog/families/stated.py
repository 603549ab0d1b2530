"""What the readers of all families share: number and kinds of layers, heads, and what stands around the layers."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from pliego.catalog.architecture import Architecture, ContextScaling
from pliego.catalog.families.quantization import read_quantization
from pliego.catalog.fields import MOST_LAYERS, Fields

Value = TypeVar("Value")


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
        max_positions=fields.optional_size("max_position_embeddings", largest=1_000_000_000),
        scaling=_scaling(fields),
        quantization=read_quantization(fields),
        dtype=fields.text("torch_dtype") or fields.text("dtype"),
    )


def _scaling(fields: Fields) -> ContextScaling | None:
    for name in ("rope_scaling", "rope_parameters"):
        scaling = fields.raw(name)
        if not isinstance(scaling, dict):
            continue
        nested = scaling.get("full_attention")
        scaling = nested if isinstance(nested, dict) else scaling
        kind = scaling.get("rope_type") or scaling.get("type")
        factor = scaling.get("factor", 1.0)
        original = scaling.get("original_max_position_embeddings")
        if (
            isinstance(kind, str)
            and kind not in ("default", "mrope", "proportional")
            and isinstance(factor, int | float)
        ):
            return ContextScaling(kind, float(factor), original if isinstance(original, int) else None)
    return None
