"""Families that mix attention with layers that keep a state: Qwen3-Next and 3.5, Granite 4, Nemotron-H, Kimi."""

from dataclasses import replace
from typing import Final

from pliego.catalog.architecture import (
    Architecture,
    Attention,
    DenseMLP,
    FeedForward,
    GatedDelta,
    KimiDelta,
    LatentAttention,
    Layer,
    Mamba2,
    MixtureOfExperts,
)
from pliego.catalog.families.dense import Rules, assembled, grouped_query
from pliego.catalog.families.experts import ExpertRules, feed_forwards, mixture, sparse_layers, stepped_layers
from pliego.catalog.families.latent import EXPERTS, latent_attention
from pliego.catalog.families.prediction import predicted
from pliego.catalog.families.stated import attention_kinds, finished, layer_count, repeated
from pliego.catalog.fields import Fields

_QWEN_ATTENTION: Final = Rules(kv_heads_required=True, head_dim=256, query_key_norm="head")
_QWEN_EXPERTS: Final = ExpertRules(("num_experts",), shared="shared_expert_intermediate_size", shared_gate=True)
_GRANITE_EXPERTS: Final = ExpertRules(
    ("num_local_experts",), "intermediate_size", shared="shared_intermediate_size", beside=True
)


_QWEN_ROTARY_SHARE = 0.25
"""Unless stated otherwise (transformers 5.24.0, Qwen3NextConfig and Qwen3_5TextConfig)."""


def read_gated_delta(fields: Fields) -> Architecture:
    """Read Qwen3-Next and Qwen3.5: every fourth layer is gated attention, the others are a gated delta rule."""
    layers = layer_count(fields)
    full = grouped_query(fields, _QWEN_ATTENTION)
    if fields.flag("attn_output_gate", default=True):
        full = replace(full, gate=full.heads * full.head_dim)
    delta = GatedDelta(
        key_heads=fields.size("linear_num_key_heads"),
        value_heads=fields.size("linear_num_value_heads"),
        key_dim=fields.size("linear_key_head_dim"),
        value_dim=fields.size("linear_value_head_dim"),
        kernel=fields.size("linear_conv_kernel_dim", 4, largest=1_000),
        state_dtype=fields.text("mamba_ssm_dtype") or "float32",
    )
    every = fields.size("full_attention_interval", 4)
    kinds = attention_kinds(fields, layers, ("full_attention", "linear_attention"))
    full_layers = tuple(kind == "full_attention" for kind in kinds) or tuple(
        (index + 1) % every == 0 for index in range(layers)
    )
    attention = tuple(full if one else delta for one in full_layers)
    sparse = stepped_layers(fields, layers) if fields.optional_size("num_experts") else (False,) * layers
    feed_forward = feed_forwards(fields, _QWEN_EXPERTS, sparse)
    fields.ignore("shared_expert_intermediate_size")
    made = replace(assembled(fields, _QWEN_ATTENTION, attention, feed_forward), rotary_share=_QWEN_ROTARY_SHARE)
    architecture = finished(fields, made)
    attending = next((layer for layer in architecture.layers if layer.attention is full), architecture.layers[-1])
    return predicted(fields, architecture, (attending,))


def read_granite(fields: Fields) -> Architecture:
    """Read Granite 4: Mamba2 or attention, then experts beside a shared network, or that network alone."""
    layers = layer_count(fields)
    full = grouped_query(fields, Rules())
    fields.only("position_embedding_type", "nope", "rope")
    kinds = attention_kinds(fields, layers, ("attention", "full_attention", "mamba", "linear_attention"))
    if not kinds:
        fields.refuse("layer_types", "the kind of each layer is needed")
        kinds = ("attention",) * layers
    mamba = _granite_mamba(fields) if {"mamba", "linear_attention"} & set(kinds) else None
    attention: tuple[Attention, ...] = tuple(
        mamba if mamba and kind in ("mamba", "linear_attention") else full for kind in kinds
    )
    if fields.optional_size("num_local_experts"):
        feed_forward: FeedForward = mixture(fields, _GRANITE_EXPERTS)
    else:
        feed_forward = DenseMLP(fields.size("shared_intermediate_size", 1024))
    fields.ignore("num_experts_per_tok", "intermediate_size")
    return finished(fields, assembled(fields, Rules(), attention, (feed_forward,) * layers))


def _granite_mamba(fields: Fields) -> Mamba2:
    heads = fields.size("mamba_n_heads", 128)
    width = fields.size("mamba_expand", 2) * fields.size("hidden_size")
    automatic = fields.raw("mamba_d_head") in (None, "auto")
    return Mamba2(
        heads=heads,
        head_dim=max(1, width // heads) if automatic else fields.size("mamba_d_head"),
        groups=fields.size("mamba_n_groups", 1),
        state_size=fields.size("mamba_d_state", 256),
        kernel=fields.size("mamba_d_conv", 4, largest=1_000),
        projection_bias=fields.flag("mamba_proj_bias"),
        convolution_bias=fields.flag("mamba_conv_bias", default=True),
    )


_PATTERN: Final = {
    "M": "mamba",
    "*": "attention",
    "-": "mlp",
    "E": "moe",
    "linear_attention": "mamba",
    "mamba": "mamba",
    "attention": "attention",
    "full_attention": "attention",
    "mlp": "mlp",
    "moe": "moe",
}


def read_nemotron_h(fields: Fields) -> Architecture:
    """Read Nemotron-H and Nemotron 3: each layer is one of Mamba2, attention, a dense network or experts."""
    kinds = _pattern(fields)
    parts = {kind: _nemotron_layer(fields, kind) for kind in dict.fromkeys(kinds)}
    fields.ignore(*_ONLY_SOME_LAYERS)
    architecture = Architecture(
        model_type="",
        hidden=fields.size("hidden_size"),
        vocabulary=fields.size("vocab_size"),
        layers=repeated(parts[kind] for kind in kinds),
        tied=False,
    )
    mtp = fields.text("mtp_hybrid_override_pattern") or "*E"
    fields.ignore("mtp_layers_block_type")
    if fields.optional_size("num_nextn_predict_layers"):
        wanted = tuple(_nemotron_layer(fields, _PATTERN[letter]) for letter in mtp if letter in _PATTERN)
        architecture = predicted(fields, architecture, wanted)
    return finished(fields, architecture)


_ONLY_SOME_LAYERS: Final = (
    "intermediate_size",
    "n_routed_experts",
    "n_shared_experts",
    "moe_intermediate_size",
    "moe_shared_expert_intermediate_size",
    "moe_latent_size",
    "moe_shared_expert_overlap",
    "num_hidden_layers",
    "expand",
    "sliding_window",
    "mamba_num_heads",
    "mamba_head_dim",
    "ssm_state_size",
    "conv_kernel",
    "use_mamba_kernels",
    "mamba_ssm_cache_dtype",
    "mamba_hidden_act",
    "mamba_proj_bias",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "attention_head_dim",
)
"""Fields of the kinds of layers that a pattern may leave out."""


def _pattern(fields: Fields) -> tuple[str, ...]:
    pattern = fields.text("hybrid_override_pattern")
    if pattern is not None:
        other = next((letter for letter in pattern if letter not in "M*-E"), None)
        if other is not None or not pattern:
            fields.refuse_at("hybrid_override_pattern", other, "understood are M, *, - and E")
            return ("attention",)
        fields.per_layer("hybrid_override_pattern", tuple(pattern), layer_count(fields))
        return tuple(_PATTERN[letter] for letter in pattern)
    name = "layers_block_type" if fields.raw("layers_block_type") else "layer_types"
    kinds = fields.names(name, tuple(_PATTERN))
    if not kinds or not fields.per_layer(name, kinds, fields.size("num_hidden_layers", len(kinds))):
        fields.refuse(name, "the kind of each layer is needed")
        return ("attention",)
    return tuple(_PATTERN[kind] for kind in kinds)


def _nemotron_layer(fields: Fields, kind: str) -> Layer:
    if kind == "attention":
        head_dim = fields.size("attention_head_dim", 128)
        return Layer(grouped_query(fields, Rules(head_dim=head_dim)), None, 1)
    if kind == "mamba":
        return Layer(_nemotron_mamba(fields), None, 1)
    if kind == "mlp":
        return Layer(None, DenseMLP(fields.size("intermediate_size"), fields.flag("mlp_bias"), gated=False), 1)
    experts = fields.size("n_routed_experts")
    shared = fields.size("n_shared_experts", 1, least=0) and fields.size("moe_shared_expert_intermediate_size")
    mixed = MixtureOfExperts(
        experts=experts,
        active=fields.size("num_experts_per_tok", largest=experts),
        intermediate=fields.size("moe_intermediate_size"),
        gated=False,
        shared=DenseMLP(shared, fields.flag("mlp_bias"), gated=False) if shared else None,
        latent=fields.optional_size("moe_latent_size"),
    )
    return Layer(None, mixed, 1)


def _nemotron_mamba(fields: Fields) -> Mamba2:
    return Mamba2(
        heads=fields.size("mamba_num_heads"),
        head_dim=fields.size("mamba_head_dim"),
        groups=fields.size("n_groups", 8),
        state_size=fields.size("ssm_state_size"),
        kernel=fields.size("conv_kernel", 4, largest=1_000),
        projection_bias=fields.flag("use_bias") or fields.flag("mamba_proj_bias"),
        convolution_bias=fields.flag("use_conv_bias", default=True),
        state_dtype=fields.text("mamba_ssm_cache_dtype"),
    )


def read_kimi_linear(fields: Fields) -> Architecture:
    """Read Kimi-Linear and the text model of Kimi-K3: delta attention, with latent attention in between."""
    layers = layer_count(fields)
    fields.ignore("num_key_value_heads", "head_dim", "mla_use_nope", "attn_res_block_size")
    latent = latent_attention(fields)
    latent = replace(latent, output_gate=fields.flag("mla_use_output_gate"))
    delta, full_layers = _kimi_delta(fields, layers)
    attention: tuple[LatentAttention | KimiDelta, ...] = tuple(
        latent if index in full_layers else delta for index in range(layers)
    )
    feed_forward = feed_forwards(fields, _kimi_experts(fields), sparse_layers(fields, layers))
    inner = fields.optional_size("routed_expert_hidden_size")
    use_norm = fields.flag("latent_moe_use_norm")
    if inner:
        feed_forward = tuple(
            replace(one, latent=inner, latent_norm=use_norm) if isinstance(one, MixtureOfExperts) else one
            for one in feed_forward
        )
    return predicted(fields, finished(fields, assembled(fields, Rules(), attention, feed_forward)))


def _kimi_experts(fields: Fields) -> ExpertRules:
    return replace(EXPERTS, shared_number="num_shared_experts") if fields.raw("num_shared_experts") else EXPERTS


def _kimi_delta(fields: Fields, layers: int) -> tuple[KimiDelta, frozenset[int]]:
    """Return the delta layer and the indexes, from 0, of the layers that are latent attention."""
    linear = fields.section("linear_attn_config")
    if linear is None:
        kinds = attention_kinds(fields, layers, ("full_attention", "linear_attention"))
        if not kinds:
            fields.refuse("linear_attn_config", "the kind of each layer is needed")
        head_dim = fields.size("linear_head_dim", 128)
        heads = fields.size("linear_num_heads", 32)
        kernel = fields.size("linear_conv_kernel_dim", 4)
        full = frozenset(index for index, kind in enumerate(kinds) if kind == "full_attention")
        return KimiDelta(heads, head_dim, kernel, head_dim), full
    head_dim = linear.size("head_dim")
    listed = linear.sizes("full_attn_layers")
    if len(listed) + len(linear.sizes("kda_layers")) != layers:
        linear.refuse("full_attn_layers", f"with kda_layers, {layers} layers are needed")
    delta = KimiDelta(
        heads=linear.size("num_heads"),
        head_dim=head_dim,
        kernel=linear.size("short_conv_kernel_size", 4, largest=1_000),
        gate_rank=head_dim,
        full_rank_gate=linear.flag("use_full_rank_gate"),
    )
    return delta, frozenset(index - 1 for index in listed)
