"""A GGUF file's header: to an architecture, by way of the fields of a configuration, and to exact sizes.

Keys are those of llama.cpp's converters. What has no counterpart here is handed on by its own name, so that a
key that announces another kind of layer is refused where the configuration is read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pliego.catalog.architecture import ConfigReading, Refusal
from pliego.catalog.checkpoint import Checkpoint, TensorType, bytes_by_group
from pliego.catalog.config import read_architecture
from pliego.intake.gguf_file import Counted, GgufHeader, Value, parse_gguf

_TYPES: Final = {
    "llama": "llama",
    "mistral3": "ministral3",
    "qwen2": "qwen2",
    "qwen2moe": "qwen2_moe",
    "qwen3": "qwen3",
    "qwen3moe": "qwen3_moe",
    "gemma": "gemma",
    "gemma2": "gemma2",
    "gemma3": "gemma3_text",
    "phi2": "phi",
    "phi3": "phi3",
    "command-r": "cohere",
    "cohere2": "cohere2",
    "glm4": "glm4",
    "glm4moe": "glm4_moe",
    "olmo2": "olmo2",
    "olmoe": "olmoe",
    "granite": "granite",
    "granitemoe": "granitemoe",
    "starcoder2": "starcoder2",
    "gpt-oss": "gpt_oss",
    "deepseek2": "deepseek_v3",
    "exaone4": "exaone4",
    "smollm3": "smollm3",
    "seed_oss": "seed_oss",
    "minimax-m2": "minimax_m2",
}
"""Model types by general.architecture."""

_FIELDS: Final = {
    "block_count": "num_hidden_layers",
    "context_length": "max_position_embeddings",
    "embedding_length": "hidden_size",
    "feed_forward_length": "intermediate_size",
    "vocab_size": "vocab_size",
    "attention.head_count": "num_attention_heads",
    "attention.head_count_kv": "num_key_value_heads",
    "attention.key_length": "head_dim",
    "attention.sliding_window": "sliding_window",
    "attention.kv_lora_rank": "kv_lora_rank",
    "attention.q_lora_rank": "q_lora_rank",
    "expert_count": "num_experts",
    "expert_used_count": "num_experts_per_tok",
    "expert_feed_forward_length": "moe_intermediate_size",
    "expert_shared_feed_forward_length": "shared_expert_intermediate_size",
    "expert_shared_count": "n_shared_experts",
    "leading_dense_block_count": "first_k_dense_replace",
    "nextn_predict_layers": "num_nextn_predict_layers",
}
"""Fields of a configuration by the key behind the architecture's name."""

_WITHOUT_LAYERS: Final = re.compile(
    r"^(rope\.|attention\.(layer_norm|scale|causal|temperature|value_length|key_length)|tensor_data|.*scale|"
    r"expert_(weights|gating|group)|use_parallel_residual|.*softcapping|logit_|pooling_type|interleave|vocab)"
)
"""Keys that change what is computed, not what is held."""

_INTERMEDIATE_IS_EXPERT: Final = ("mixtral", "gpt_oss", "granitemoe", "minimax_m2", "olmoe")


def read_gguf(content: bytes, types: Mapping[int, TensorType]) -> Checkpoint:
    """Return what the header of a GGUF file says: exact bytes, and the architecture or what stands against it.

    Raises:
        ConfigError: the bytes are not the header of a GGUF file.

    """
    header = parse_gguf(content, types)
    return Checkpoint(
        "gguf",
        sum(tensor.size for tensor in header.tensors),
        bytes_by_group(header.tensors),
        sum(tensor.values for tensor in header.tensors),
        tuple(sorted(header.formats.items(), key=lambda item: -item[1])),
        _reading(header),
    )


def _reading(header: GgufHeader) -> ConfigReading:
    name = header.pairs.get("general.architecture")
    if not isinstance(name, str) or name not in _TYPES:
        reason = f"understood in this format are {', '.join(_TYPES)}"
        return (Refusal("general.architecture", str(name)[:40] if name else "absent", reason),)
    config = dict(_config(header, name))
    config["model_type"] = _model_type(name, config)
    if config["model_type"] == "deepseek_v3":
        refusal = _latent(header, name, config)
        if refusal:
            return (refusal,)
    if config["model_type"] in _INTERMEDIATE_IS_EXPERT:
        inner = config.pop("moe_intermediate_size", None)
        config["intermediate_size"] = inner or config.get("intermediate_size")
        config["num_local_experts" if config["model_type"] != "olmoe" else "num_experts"] = config.pop(
            "num_experts", None
        )
    return read_architecture(config)


def _model_type(name: str, config: Mapping[str, Any]) -> str:
    """Return the type; files of Mixtral call themselves llama and have experts."""
    return "mixtral" if name == "llama" and config.get("num_experts") else _TYPES[name]


def _config(header: GgufHeader, name: str) -> Iterator[tuple[str, Any]]:
    names = {tensor.name for tensor in header.tensors}
    tokens = header.pairs.get("tokenizer.ggml.tokens")
    yield "tie_word_embeddings", "output.weight" not in names
    if isinstance(tokens, Counted):
        yield "vocab_size", tokens.length
    yield "attention_bias", any(one.endswith("attn_q.bias") for one in names)
    yield "mlp_bias", any(one.endswith("ffn_up.bias") for one in names)
    if any("attn_q_norm" in one for one in names):
        yield "use_qk_norm", True
    yield "use_sliding_window", False
    window = f"{name}.attention.sliding_window"
    if window not in header.pairs:
        yield "sliding_window", None
    for key, value in header.pairs.items():
        prefix, _, rest = key.partition(".")
        if prefix != name or (rest not in _FIELDS and _WITHOUT_LAYERS.match(rest)):
            continue
        if rest == "vocab_size" and isinstance(tokens, Counted):
            continue
        yield _FIELDS.get(rest, rest.replace(".", "_")), _scalar(value)


def _scalar(value: Value) -> Any:
    """Return one value for all layers where they agree; a list of values that differ is refused as no number."""
    if isinstance(value, tuple):
        return value[0] if len(set(value)) == 1 else list(value)
    return value.length if isinstance(value, Counted) else value


def _latent(header: GgufHeader, name: str, config: dict[str, Any]) -> Refusal | None:
    """Fill in the sizes of latent attention; a file converted before its cache was latent is refused."""
    key, value = f"{name}.attention.key_length_mla", f"{name}.attention.value_length_mla"
    if key not in header.pairs:
        reason = "without it the engine caches full heads; convert the model anew"
        return Refusal(key, "absent", reason)
    rope, whole = header.pairs.get(f"{name}.rope.dimension_count"), header.pairs[key]
    config["qk_rope_head_dim"], config["v_head_dim"] = rope, header.pairs.get(value)
    if isinstance(rope, int) and isinstance(whole, int):
        config["qk_nope_head_dim"] = whole - rope
    config["n_routed_experts"] = config.pop("num_experts", None)
    for passed in ("num_key_value_heads", "head_dim", "attention_key_length_mla", "attention_value_length_mla"):
        config.pop(passed, None)
    return None
