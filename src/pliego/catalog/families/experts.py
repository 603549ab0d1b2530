"""Decoder families with mixtures of experts over grouped-query attention."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from pliego.catalog.architecture import (
    Architecture,
    Attention,
    DenseMLP,
    FeedForward,
    GroupedQueryAttention,
    MixtureOfExperts,
    Window,
)
from pliego.catalog.families.dense import Rules, assembled, attentions, grouped_query
from pliego.catalog.families.prediction import predicted
from pliego.catalog.families.stated import attention_kinds, finished, layer_count
from pliego.catalog.fields import Fields


@dataclass(frozen=True, slots=True)
class ExpertRules:
    """How a family states its experts: fields for their number and for the intermediate size of one.

    `shared` is `none`, `times` (`shared_number` of the size of a routed one) or the field with the size of the
    one that every token passes; `beside` counts that one as a dense network. `biased` experts have biases.
    """

    number: tuple[str, ...]
    intermediate: str = "moe_intermediate_size"
    shared: str = "none"
    shared_number: str = "n_shared_experts"
    shared_gate: bool = False
    beside: bool = False
    biased: bool = False
    active: tuple[str, ...] = ("num_experts_per_tok", "num_experts_per_token", "top_k_experts", "experts_per_token")


def mixture(fields: Fields, rules: ExpertRules) -> MixtureOfExperts:
    """Return the experts of a layer."""
    name = next((one for one in rules.number if fields.raw(one) is not None), rules.number[0])
    experts = fields.size(name)
    active = next((one for one in rules.active if fields.raw(one) is not None), rules.active[0])
    fields.ignore(*rules.active, *rules.number)
    intermediate = fields.size(rules.intermediate)
    shared = _shared(fields, rules, intermediate)
    return MixtureOfExperts(
        experts=experts,
        active=fields.size(active, largest=max(1, experts)),
        intermediate=intermediate,
        bias=rules.biased,
        router_bias=experts if rules.biased else 0,
        shared=None if rules.beside else shared,
        shared_gate=rules.shared_gate and shared is not None,
        dense=shared if rules.beside else None,
    )


def _shared(fields: Fields, rules: ExpertRules, intermediate: int) -> DenseMLP | None:
    if rules.shared == "none":
        return None
    if rules.shared != "times":
        size = fields.optional_size(rules.shared)
        return DenseMLP(size) if size else None
    number = fields.size(rules.shared_number, 0, least=0, largest=1_000)
    return DenseMLP(number * intermediate) if number else None


def sparse_layers(fields: Fields, layers: int) -> tuple[bool, ...]:
    """Say of each layer whether it has experts, by whichever of the fields in use states it."""
    kinds = fields.names("mlp_layer_types", ("dense", "sparse"))
    frequency = fields.raw("moe_layer_freq")
    fields.ignore("first_k_dense_replace")
    if kinds and fields.per_layer("mlp_layer_types", kinds, layers):
        return tuple(kind == "sparse" for kind in kinds)
    if isinstance(frequency, list):
        listed = fields.sizes("moe_layer_freq")
        return tuple(map(bool, listed)) if fields.per_layer("moe_layer_freq", listed, layers) else (True,) * layers
    every = fields.size("moe_layer_freq", 1)
    first = fields.size("first_k_dense_replace", 0, least=0)
    return tuple(index >= first and index % every == 0 for index in range(layers))


def stepped_layers(fields: Fields, layers: int) -> tuple[bool, ...]:
    """Say the same where Qwen's fields state it: every n-th layer, without those listed."""
    step = fields.size("decoder_sparse_step", 1)
    dense = set(fields.sizes("mlp_only_layers"))
    return tuple(index not in dense and (index + 1) % step == 0 for index in range(layers))


def feed_forwards(
    fields: Fields, rules: ExpertRules, sparse: tuple[bool, ...], dense: str = "intermediate_size"
) -> tuple[FeedForward, ...]:
    """Return experts where a layer has them, otherwise a dense network of the size in `dense`."""
    experts = mixture(fields, rules) if any(sparse) else None
    network = DenseMLP(fields.size(dense)) if not all(sparse) else None
    fields.ignore(dense, *rules.number, rules.intermediate)
    chosen = (experts if one else network for one in sparse)
    return tuple(one for one in chosen if one is not None)


@dataclass(frozen=True, slots=True)
class Family:
    """A family: rules of its attention, of its experts, and which of its layers have them."""

    attention: Rules
    experts: ExpertRules
    sparse: Callable[[Fields, int], tuple[bool, ...]] = sparse_layers
    dense: str = "intermediate_size"
    adapted: Callable[[Fields, tuple[GroupedQueryAttention, ...]], tuple[Attention, ...]] = field(
        default=lambda _, attention: attention
    )


def read_experts(fields: Fields, family: Family) -> Architecture:
    """Read a family of this module."""
    layers = layer_count(fields)
    if family.attention.query_key_norm.endswith("heads"):
        fields.only("qk_norm_type", "per_layer")
    fields.ignore("use_routing_bias", "use_moe_router_bias", "n_shared_experts")
    attention = family.adapted(fields, attentions(fields, family.attention, layers))
    feed_forward = feed_forwards(fields, family.experts, family.sparse(fields, layers), family.dense)
    architecture = assembled(fields, family.attention, attention, feed_forward)
    return predicted(fields, finished(fields, architecture, tied=family.attention.tied))


def _with_sinks(_: Fields, attention: tuple[GroupedQueryAttention, ...]) -> tuple[Attention, ...]:
    return tuple(replace(one, sinks=one.heads) for one in attention)


def _step(fields: Fields, attention: tuple[GroupedQueryAttention, ...]) -> tuple[Attention, ...]:
    """Give each head a gate, and layers with a window the heads that are stated for them."""
    other = fields.section("attention_other_setting")
    fields.ignore("num_sliding_attention_heads")
    heads = fields.optional_size("num_sliding_attention_heads")
    heads = other.optional_size("num_attention_heads") if other else heads
    adapted = (replace(one, heads=heads) if heads and one.window else one for one in attention)
    return tuple(replace(one, gate=one.heads) for one in adapted)


def read_llama4(fields: Fields) -> Architecture:
    """Read Llama 4: chunks in three of four layers, experts in every layer or every second one."""
    layers = layer_count(fields)
    fields.ignore("use_qk_norm", "no_rope_layers", "no_rope_layer_interval", "attn_temperature_tuning")
    full = grouped_query(fields, Rules(kv_heads_required=True, head_dim=128))
    chunked = replace(full, window=Window(fields.size("attention_chunk_size", 8192), chunked=True))
    kinds = attention_kinds(fields, layers, ("full_attention", "chunked_attention"))
    rope = fields.sizes("no_rope_layers") or tuple(int((index + 1) % 4 != 0) for index in range(layers))
    if fields.per_layer("no_rope_layers", rope, layers):
        kinds = kinds or tuple("chunked_attention" if one else "full_attention" for one in rope)
    attention = tuple(chunked if kind == "chunked_attention" else full for kind in kinds)
    step = fields.size("interleave_moe_layer_step", 1)
    listed = fields.sizes("moe_layers") or tuple(range(step - 1, layers, step))
    sparse = tuple(index in listed for index in range(layers))
    rules = ExpertRules(("num_local_experts",), "intermediate_size", shared="intermediate_size")
    feed_forward = feed_forwards(fields, rules, sparse, "intermediate_size_mlp")
    return finished(fields, assembled(fields, Rules(), attention or (full,) * layers, feed_forward))


_QWEN: Final = ("num_experts",)
_LOCAL: Final = ("num_local_experts",)
_ROUTED: Final = ("n_routed_experts", "num_experts")
_SWITCHED: Final = Rules(kv_heads_required=True, query_key_norm="head", window="switch")

FAMILIES: Final[dict[str, Family]] = {
    "mixtral": Family(
        Rules(kv_heads_required=True, qkv_bias="never", output_bias="never", window="all"),
        ExpertRules(_LOCAL, "intermediate_size"),
    ),
    "qwen2_moe": Family(
        Rules(kv_heads_required=True, qkv_bias="qkv_bias", output_bias="never", window="switch"),
        ExpertRules(_QWEN, shared="shared_expert_intermediate_size", shared_gate=True),
        stepped_layers,
    ),
    "qwen3_moe": Family(_SWITCHED, ExpertRules(_QWEN), stepped_layers),
    "olmoe": Family(Rules(query_key_norm="heads"), ExpertRules(_QWEN, "intermediate_size")),
    "granitemoe": Family(Rules(), ExpertRules(_LOCAL, "intermediate_size")),
    "granitemoeshared": Family(
        Rules(), ExpertRules(_LOCAL, "intermediate_size", shared="shared_intermediate_size", beside=True)
    ),
    "gpt_oss": Family(
        Rules(head_dim=64, window="pattern", window_tokens=128, full_every=2),
        ExpertRules(_LOCAL, "intermediate_size", biased=True),
        adapted=_with_sinks,
    ),
    "glm4_moe": Family(
        Rules(kv_heads_required=True, output_bias="never", query_key_norm="?head"),
        ExpertRules(_ROUTED, shared="times"),
    ),
    "minimax_m2": Family(
        Rules(kv_heads_required=True, qkv_bias="never", output_bias="never", query_key_norm="?heads"),
        ExpertRules(_LOCAL, "intermediate_size", shared="shared_intermediate_size"),
    ),
    "step3p7": Family(
        Rules(kv_heads_required=True, query_key_norm="head", window="pattern", full_every=4),
        ExpertRules(_ROUTED, shared="share_expert_dim"),
        adapted=_step,
    ),
}
"""Families by model type."""
