"""The text model of Gemma 4."""

from dataclasses import replace

from pliego.catalog.architecture import (
    Architecture,
    DenseMLP,
    FeedForward,
    GroupedQueryAttention,
    Layer,
    MixtureOfExperts,
    Tensors,
    Window,
)
from pliego.catalog.families.stated import attention_kinds, finished, layer_count, proportions, repeated
from pliego.catalog.fields import Fields

_NORMS = 4
_NORMS_WITH_EXPERTS = 7
_FULL_EVERY = 6


def read_gemma4(fields: Fields) -> Architecture:
    """Read Gemma 4: wide heads where the whole sequence is seen, experts beside a dense network, shared caches."""
    layers = layer_count(fields)
    kinds = attention_kinds(fields, layers, ("full_attention", "sliding_attention"))
    full = tuple(kind == "full_attention" for kind in kinds) or tuple(
        (index + 1) % _FULL_EVERY == 0 or index == layers - 1 for index in range(layers)
    )
    first_shared = layers - fields.size("num_kv_shared_layers", 0, least=0, largest=layers)
    inner = fields.size("hidden_size_per_layer_input", 0, least=0)
    hidden = fields.size("hidden_size")
    made = tuple(_layer(fields, whole=one, shared=index >= first_shared, inner=inner) for index, one in enumerate(full))
    architecture = Architecture(
        model_type="",
        hidden=hidden,
        vocabulary=fields.size("vocab_size"),
        layers=repeated(made),
        tied=True,
        before=_per_layer_inputs(fields, layers, inner, hidden),
    )
    return finished(fields, architecture, tied=True)


def _layer(fields: Fields, *, whole: bool, shared: bool, inner: int) -> Layer:
    attention = replace(_attention(fields, whole=whole), shared_cache=shared)
    feed_forward = _feed_forward(fields, shared=shared)
    norms = _NORMS_WITH_EXPERTS if isinstance(feed_forward, MixtureOfExperts) else _NORMS
    if not inner:
        return Layer(attention, feed_forward, norms)
    hidden = fields.size("hidden_size")
    gates = Tensors("other", "linear", (inner, hidden)), Tensors("other", "linear", (hidden, inner))
    return Layer(attention, feed_forward, norms + 1, other=gates)


def _attention(fields: Fields, *, whole: bool) -> GroupedQueryAttention:
    heads = fields.size("num_attention_heads")
    kv_heads = fields.size("num_key_value_heads")
    near, wide = fields.size("head_dim", 256), fields.size("global_head_dim", 512)
    same = fields.flag("attention_k_eq_v")
    few = fields.optional_size("num_global_key_value_heads")
    head_dim = wide if whole else near
    kv_heads = few if whole and same and few else kv_heads
    proportions(fields, heads, kv_heads, explicit=True)
    return GroupedQueryAttention(
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        qkv_bias=fields.flag("attention_bias"),
        output_bias=fields.flag("attention_bias"),
        query_norm=head_dim,
        key_norm=head_dim,
        window=None if whole else Window(fields.size("sliding_window", 512)),
        key_is_value=whole and same,
    )


def _feed_forward(fields: Fields, *, shared: bool) -> FeedForward:
    double = fields.flag("use_double_wide_mlp") and shared
    dense = DenseMLP(fields.size("intermediate_size") * (2 if double else 1))
    if not fields.flag("enable_moe_block"):
        fields.ignore("num_experts", "moe_intermediate_size", "top_k_experts")
        return dense
    experts, hidden = fields.size("num_experts"), fields.size("hidden_size")
    return MixtureOfExperts(
        experts=experts,
        active=fields.size("top_k_experts", largest=experts),
        intermediate=fields.size("moe_intermediate_size"),
        router_bias=hidden + experts,
        dense=dense,
    )


def _per_layer_inputs(fields: Fields, layers: int, inner: int, hidden: int) -> tuple[Tensors, ...]:
    """Return the second embedding, which has a vector for each layer, and what leads there from the first."""
    rows = fields.size("vocab_size_per_layer_input", 262_144)
    if not inner:
        return ()
    return (
        Tensors("embedding", "embedding", (rows, layers * inner), units=rows),
        Tensors("other", "linear", (layers * inner, hidden)),
        Tensors("norms", "norm", (inner,)),
    )
