"""The families that are understood: for each model type, how its layers and its towers are read.

What a configuration leaves out equals the default of its class in the transformers library, of which those
that matter are named here and in the rules (transformers 5.24.0).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from pliego.catalog.architecture import Architecture
from pliego.catalog.families import dense, encoders, experts
from pliego.catalog.fields import Fields

if TYPE_CHECKING:
    from pliego.catalog.families.towers import TowerReader

Reader = Callable[[Fields], Architecture]


@dataclass(frozen=True, slots=True)
class Family:
    """How a model type is read; `defaults` are of its configuration class, `aliases` other names of fields."""

    read: Reader
    defaults: Mapping[str, Any] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A model type around a text model: the text model's type, and how its tower for images is read."""

    text: str
    tower: "TowerReader"
    defaults: Mapping[str, Any] = field(default_factory=dict)


_DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "glm": {"attention_bias": True, "num_key_value_heads": 2},
    "glm4": {"attention_bias": True, "num_key_value_heads": 2},
    "seed_oss": {"attention_bias": True, "num_key_value_heads": 8},
    "starcoder2": {"use_bias": True, "num_key_value_heads": 2},
    "gemma3_text": {
        "num_attention_heads": 8,
        "num_key_value_heads": 4,
        "head_dim": 256,
        "vocab_size": 262_208,
        "sliding_window": 4096,
        "max_position_embeddings": 131_072,
    },
    "gpt_oss": {"attention_bias": True, "head_dim": 64},
    "qwen2_moe": {"qkv_bias": True},
    "minimax_m2": {"use_qk_norm": True},
}
"""Defaults of configuration classes that published files rely on."""

_DENSE: Final = {
    name: Family(partial(dense.read_dense, rules=rules), _DEFAULTS.get(name, {}))
    for name, rules in dense.FAMILIES.items()
}
_EXPERTS: Final = {
    name: Family(partial(experts.read_experts, family=family), _DEFAULTS.get(name, {}))
    for name, family in experts.FAMILIES.items()
}
_NOMIC: Final = {
    "n_embd": "hidden_size",
    "n_head": "num_attention_heads",
    "n_inner": "intermediate_size",
    "n_layer": "num_hidden_layers",
    "n_positions": "max_position_embeddings",
}
_ENCODERS: Final = {
    name: Family(partial(encoders.read_encoder, rules=rules), aliases=_NOMIC if name == "nomic_bert" else {})
    for name, rules in encoders.FAMILIES.items()
}


def _late(module: str, name: str) -> Callable[..., Any]:
    """Return a reader whose module is imported when it first reads: one run meets one family, not twenty."""

    def read(*given: object) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*given)

    return read


def _read_mimo(fields: Fields) -> Architecture:
    """Read MiMo-7B: Qwen2 with a layer that predicts a second token."""
    from pliego.catalog.families.prediction import predicted  # noqa: PLC0415 (see _late)

    return predicted(fields, dense.read_dense(fields, dense.FAMILIES["qwen2"]))


FAMILIES: Final[Mapping[str, Family]] = {
    **_DENSE,
    **_EXPERTS,
    **_ENCODERS,
    "new": _ENCODERS["gte"],
    "mimo": Family(_read_mimo),
    "phi": Family(_late("variants", "read_phi")),
    "falcon": Family(_late("variants", "read_falcon")),
    "nemotron-nas": Family(_late("variants", "read_nemotron_nas")),
    "llama4_text": Family(experts.read_llama4),
    "mllama_text_model": Family(_late("variants", "read_cross_attention")),
    "gemma4_text": Family(_late("gemma4", "read_gemma4")),
    "mimo_v2_flash": Family(_late("sparse", "read_mimo_v2")),
    "minimax_m3_text": Family(_late("sparse", "read_minimax_m3")),
    "deepseek_v2": Family(_late("latent", "read_latent")),
    "deepseek_v3": Family(_late("latent", "read_latent")),
    "kimi_k2": Family(_late("latent", "read_latent")),
    "glm4_moe_lite": Family(_late("latent", "read_latent")),
    "deepseek_v32": Family(_late("latent", "read_indexed")),
    "glm_moe_dsa": Family(_late("latent", "read_indexed")),
    "deepseek_v4": Family(_late("compressed", "read_deepseek_v4")),
    "kimi_linear": Family(_late("hybrid", "read_kimi_linear")),
    "qwen3_next": Family(_late("hybrid", "read_gated_delta")),
    "qwen3_5_text": Family(_late("hybrid", "read_gated_delta")),
    "qwen3_5_moe_text": Family(_late("hybrid", "read_gated_delta")),
    "granitemoehybrid": Family(_late("hybrid", "read_granite")),
    "nemotron_h": Family(_late("hybrid", "read_nemotron_h")),
    "modernbert": Family(encoders.read_modernbert),
    "whisper": Family(encoders.read_whisper),
}
"""Model types of text models and of encoders."""

WRAPPERS: Final[Mapping[str, Wrapper]] = {
    "qwen2_5_vl": Wrapper("qwen2", _late("towers", "qwen2_5")),
    "qwen3_vl": Wrapper("qwen3", _late("towers", "qwen3")),
    "qwen3_vl_moe": Wrapper("qwen3_moe", _late("towers", "qwen3")),
    "qwen3_5": Wrapper("qwen3_5_text", _late("towers", "qwen3")),
    "qwen3_5_moe": Wrapper("qwen3_5_moe_text", _late("towers", "qwen3")),
    "gemma3": Wrapper("gemma3_text", _late("towers", "siglip")),
    "gemma4": Wrapper("gemma4_text", _late("towers", "gemma4")),
    "mllama": Wrapper("mllama_text_model", _late("towers", "mllama")),
    "llama4": Wrapper("llama4_text", _late("towers", "llama4")),
    "mistral3": Wrapper("mistral", _late("towers", "pixtral")),
    "kimi_k25": Wrapper("deepseek_v3", _late("towers", "moonvit")),
    "kimi_k3": Wrapper("kimi_linear", _late("towers", "moonvit")),
    "minimax_m3_vl": Wrapper("minimax_m3_text", _late("towers", "minimax")),
    "step3p7": Wrapper("step3p7", _late("towers", "step"), {"vision_config": {}}),
}
"""Model types of a text model with a tower. Their text model may be named by its own type in `text_config`."""

UNDERSTOOD: Final = tuple(sorted({*FAMILIES, *WRAPPERS}))
