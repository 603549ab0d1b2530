"""From the `config.json` of a published model to an architecture, or to the reasons against it.

Strict: a family that is not listed here, a field that announces another kind of attention or of feed-forward
network, and a missing size are refused by name. Defaults are those of the family's configuration class in the
transformers library (5.24.0), because a configuration leaves out what equals its default.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pliego.catalog.architecture import (
    Architecture,
    ConfigReading,
    ContextScaling,
    DenseMLP,
    GroupedQueryAttention,
    Layer,
    Refusal,
)

Config: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Family:
    """What a model type leaves unsaid. `*_bias` is `never`, `always` or the field that decides it.

    `query_key_norm` is `none`, `head` (one vector of the head size), `heads` (a vector over all heads) or,
    with a leading `?`, that kind where the field use_qk_norm says so.
    """

    tied: bool = False
    kv_heads_required: bool = False
    head_dim: int | None = None
    qkv_bias: str = "attention_bias"
    output_bias: str = "attention_bias"
    mlp_bias: str = "never"
    query_key_norm: str = "none"
    norms: int = 2
    window: int | None = None
    window_switch: bool = False


_FAMILIES: Final[dict[str, _Family]] = {
    "llama": _Family(mlp_bias="mlp_bias"),
    "mistral": _Family(kv_heads_required=True, qkv_bias="never", output_bias="never", window=4096),
    "qwen2": _Family(kv_heads_required=True, qkv_bias="always", output_bias="never", window_switch=True),
    "qwen3": _Family(kv_heads_required=True, head_dim=128, query_key_norm="head", window_switch=True),
    "phi3": _Family(qkv_bias="never", output_bias="never"),
    "olmo2": _Family(query_key_norm="heads"),
    "granite": _Family(mlp_bias="mlp_bias"),
    "cohere": _Family(tied=True, query_key_norm="?heads", norms=1),
    "glm": _Family(kv_heads_required=True, head_dim=128, output_bias="never"),
    "smollm3": _Family(tied=True, kv_heads_required=True, mlp_bias="mlp_bias", window_switch=True),
}

_EXPERTS: Final = "expert models are not understood yet"
_LATENT: Final = "latent attention is not understood yet"
_WINDOW: Final = "attention over a window is not understood yet"
_STATE: Final = "linear attention and state-space layers are not understood yet"
_VISION: Final = "models for images or sound are not understood yet"

_ANNOUNCING: Final[dict[str, str]] = {
    "num_experts": _EXPERTS,
    "num_local_experts": _EXPERTS,
    "n_routed_experts": _EXPERTS,
    "moe_num_experts": _EXPERTS,
    "kv_lora_rank": _LATENT,
    "q_lora_rank": _LATENT,
    "sliding_window_size": _WINDOW,
    "sliding_window_pattern": _WINDOW,
    "attention_chunk_size": _WINDOW,
    "dual_chunk_attention_config": "attention over chunks is not understood yet",
    "sparse_attention_config": "sparse attention is not understood yet",
    "index_topk": "sparse attention is not understood yet",
    "linear_num_value_heads": _STATE,
    "linear_attn_config": _STATE,
    "ssm_state_size": _STATE,
    "mamba_d_state": _STATE,
    "hybrid_override_pattern": _STATE,
    "block_configs": "layers that differ from each other are not understood yet",
    "num_nextn_predict_layers": "layers that predict several tokens are not understood yet",
    "cross_attention_layers": "attention to another model is not understood yet",
    "vision_config": _VISION,
    "audio_config": _VISION,
    "text_config": _VISION,
    "is_encoder_decoder": "encoder-decoder models are not understood yet",
}
"""Fields that announce what is not understood, unless they are null, false, zero or empty."""

_LARGEST: Final = 10_000_000
_MOST_LAYERS: Final = 1_000


def read_architecture(config: Config) -> ConfigReading:
    """Return the architecture, or every refusal, each with field, value and reason."""
    model_type = config.get("model_type")
    family = _FAMILIES.get(model_type) if isinstance(model_type, str) else None
    refusals = list(_announced(config))
    if family is None or not isinstance(model_type, str):
        known = ", ".join(_FAMILIES)
        unknown = Refusal("model_type", _written(config, "model_type"), f"understood are {known}")
        return unknown, *refusals, *_window(config, _Family(window_switch="use_sliding_window" in config))
    refusals += [*_window(config, family), *_sizes(config, family), *_quantization(config)]
    return tuple(refusals) if refusals else _architecture(config, model_type, family)


def _architecture(config: Config, model_type: str, family: _Family) -> Architecture:
    heads: int = config["num_attention_heads"]
    layer = Layer(
        _attention(config, family, heads, config.get("num_key_value_heads") or heads),
        DenseMLP(config["intermediate_size"], _switch(config, family.mlp_bias)),
        family.norms,
    )
    tied = config.get("tie_word_embeddings")
    return Architecture(
        model_type=model_type,
        hidden=config["hidden_size"],
        vocabulary=config["vocab_size"],
        layers=(layer,) * config["num_hidden_layers"],
        tied=family.tied if tied is None else tied is True,
        max_positions=config.get("max_position_embeddings"),
        scaling=_scaling(config),
    )


def _attention(config: Config, family: _Family, heads: int, kv_heads: int) -> GroupedQueryAttention:
    head_dim = _head_dim(config, family)
    kind = family.query_key_norm
    if kind.startswith("?"):
        kind = kind[1:] if config.get("use_qk_norm") else "none"
    over_heads = kind == "heads"
    return GroupedQueryAttention(
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        qkv_bias=_switch(config, family.qkv_bias),
        output_bias=_switch(config, family.output_bias),
        query_norm=0 if kind == "none" else head_dim * (heads if over_heads else 1),
        key_norm=0 if kind == "none" else head_dim * (kv_heads if over_heads else 1),
    )


def _head_dim(config: Config, family: _Family) -> int:
    explicit: int | None = config.get("head_dim") or family.head_dim
    derived: int = config["hidden_size"] // config["num_attention_heads"]
    return explicit or derived


def _switch(config: Config, rule: str) -> bool:
    return rule == "always" or (rule != "never" and config.get(rule) is True)


def _announced(config: Config) -> Iterator[Refusal]:
    for field, reason in _ANNOUNCING.items():
        if config.get(field):
            yield Refusal(field, _written(config, field), reason)
    layer_types = config.get("layer_types")
    if isinstance(layer_types, list):
        other = next((kind for kind in layer_types if kind != "full_attention"), None)
        if other is not None:
            yield Refusal("layer_types", _shortened(other), "only layers with full_attention are understood yet")


def _window(config: Config, family: _Family) -> Iterator[Refusal]:
    if family.window_switch:
        if config.get("use_sliding_window"):
            yield Refusal("use_sliding_window", _written(config, "use_sliding_window"), _WINDOW)
        return
    if config.get("sliding_window") is not None:
        yield Refusal("sliding_window", _written(config, "sliding_window"), _WINDOW)
    elif family.window and "sliding_window" not in config:
        yield Refusal("sliding_window", "absent", f"the default of this family is {family.window}, and {_WINDOW}")


def _sizes(config: Config, family: _Family) -> Iterator[Refusal]:
    needed = ["hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "vocab_size"]
    needed += ["num_key_value_heads"] if family.kv_heads_required else []
    allowed = ["num_key_value_heads", "head_dim", "max_position_embeddings"]
    broken = False
    for field in dict.fromkeys([*needed, *allowed]):
        value, largest = config.get(field), _MOST_LAYERS if field == "num_hidden_layers" else _LARGEST
        if value is None and field not in needed:
            continue
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= largest:
            broken = True
            yield Refusal(field, _written(config, field), f"a whole number from 1 to {largest} is needed")
    if not broken:
        yield from _proportions(config, family)


def _proportions(config: Config, family: _Family) -> Iterator[Refusal]:
    heads: int = config["num_attention_heads"]
    kv_heads: int = config.get("num_key_value_heads") or heads
    if heads % kv_heads:
        reason = f"{heads} attention heads cannot share {kv_heads} key-value heads evenly"
        yield Refusal("num_key_value_heads", str(kv_heads), reason)
    if not (config.get("head_dim") or family.head_dim) and config["hidden_size"] % heads:
        reason = f"without head_dim, hidden_size must be a multiple of {heads} attention heads"
        yield Refusal("hidden_size", str(config["hidden_size"]), reason)


def _quantization(config: Config) -> Iterator[Refusal]:
    quantization = config.get("quantization_config")
    if quantization is None:
        return
    method = quantization.get("quant_method") if isinstance(quantization, dict) else None
    if method != "fp8":
        yield Refusal("quantization_config.quant_method", _shortened(method), "understood is fp8")


def _scaling(config: Config) -> ContextScaling | None:
    for field in ("rope_scaling", "rope_parameters"):
        scaling = config.get(field)
        if not isinstance(scaling, dict):
            continue
        kind = scaling.get("rope_type") or scaling.get("type")
        factor = scaling.get("factor", 1.0)
        original = scaling.get("original_max_position_embeddings")
        if isinstance(kind, str) and kind != "default" and isinstance(factor, int | float):
            return ContextScaling(kind, float(factor), original if isinstance(original, int) else None)
    return None


def _written(config: Config, field: str) -> str:
    return _shortened(config[field]) if field in config else "absent"


def _shortened(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
