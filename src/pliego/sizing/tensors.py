"""From a layer to its tensors: shapes, kinds, and how accelerators that share the layer divide them."""

from collections.abc import Iterator
from functools import cache, singledispatch

from pliego.catalog.architecture import (
    Attention,
    CompressedAttention,
    DenseMLP,
    FeedForward,
    GatedDelta,
    GroupedQueryAttention,
    KimiDelta,
    LatentAttention,
    Layer,
    LightningAttention,
    Mamba2,
    MixtureOfExperts,
    ParameterGroup,
    SparseIndexer,
    Tensors,
)

_STATE: ParameterGroup = "linear_attention_or_ssm"


@cache
def layer_tensors(layer: Layer, hidden: int) -> tuple[Tensors, ...]:
    """Return all tensors of a layer."""
    made = list(layer.other)
    if layer.norms:
        made.append(_norm(hidden, layer.norms))
    for attention in (layer.attention, layer.cross_attention):
        if attention is not None:
            made += attention_tensors(attention, hidden)
    if layer.feed_forward is not None:
        made += feed_forward_tensors(layer.feed_forward, hidden)
    return tuple(made)


@singledispatch
def attention_tensors(attention: Attention, hidden: int) -> Iterator[Tensors]:
    """Yield the tensors of what mixes tokens: queries and outputs are divided by heads, norms are not divided."""
    raise TypeError(f"no tensors are known for {type(attention).__name__} in a width of {hidden}")


@attention_tensors.register
def _grouped_query(attention: GroupedQueryAttention, hidden: int) -> Iterator[Tensors]:
    heads = attention.heads
    query, output = heads * attention.head_dim, heads * attention.value_width
    yield _linear("attention", query, hidden, heads)
    yield _linear("attention", hidden, output, heads)
    if attention.qkv_bias:
        yield Tensors("attention", "bias", (query,), units=heads)
    if attention.output_bias:
        yield Tensors("attention", "bias", (hidden,))
    if attention.gate:
        yield _linear("attention", attention.gate, hidden, heads)
    if attention.sinks:
        yield Tensors("attention", "other", (attention.sinks,), units=heads)
    if attention.query_norm:
        yield _norm(attention.query_norm)
    if attention.indexer:
        yield from _indexer(attention.indexer, hidden)
    if not attention.shared_cache:
        yield from _keys_and_values(attention, hidden)


def _keys_and_values(attention: GroupedQueryAttention, hidden: int) -> Iterator[Tensors]:
    kv_heads = attention.kv_heads
    key, value = kv_heads * attention.head_dim, kv_heads * attention.value_width
    yield _linear("attention", key, hidden, kv_heads)
    if not attention.key_is_value:
        yield _linear("attention", value, hidden, kv_heads)
    if attention.qkv_bias:
        width = (key if attention.key_bias else 0) + (0 if attention.key_is_value else value)
        yield Tensors("attention", "bias", (width,), units=kv_heads)
    if attention.key_norm:
        yield _norm(attention.key_norm)


@attention_tensors.register
def _latent(attention: LatentAttention, hidden: int) -> Iterator[Tensors]:
    """Yield matrices into the latent vectors, whole on each accelerator, and out of them, divided by heads."""
    heads, rank = attention.heads, attention.query_rank
    query, values = heads * (attention.nope_dim + attention.rope_dim), heads * attention.value_dim
    yield _linear("attention", attention.cached_width, hidden)
    yield _linear("attention", heads * (attention.nope_dim + attention.value_dim), attention.kv_rank, heads)
    yield _linear("attention", hidden, values, heads)
    yield _norm(attention.kv_rank)
    yield _linear("attention", query, rank or hidden, heads)
    if rank:
        yield _linear("attention", rank, hidden)
        yield _norm(rank)
    if attention.output_gate:
        yield _linear("attention", values, hidden, heads)
    if attention.bias:
        yield Tensors("attention", "bias", (attention.cached_width + (rank or 0) + hidden,))
    if attention.indexer:
        yield from _indexer(attention.indexer, hidden)


@attention_tensors.register
def _compressed(attention: CompressedAttention, hidden: int) -> Iterator[Tensors]:
    """Yield one key that is the value too, an output through groups, a compressor of older tokens (DeepSeek-V4)."""
    heads, head_dim, rank = attention.heads, attention.head_dim, attention.query_rank
    inner = attention.output_groups * attention.output_rank
    yield Tensors("attention", "other", (heads,), units=heads)
    yield _linear("attention", rank, hidden)
    yield _norm(rank)
    yield _linear("attention", heads * head_dim, rank, heads)
    yield _linear("attention", head_dim, hidden)
    yield _norm(head_dim)
    yield _linear("attention", inner, heads * head_dim // attention.output_groups, attention.output_groups)
    yield _linear("attention", hidden, inner, attention.output_groups)
    if not attention.ratio:
        return
    times = 2 if attention.overlap else 1
    yield from _compressor(attention.ratio, times * head_dim, head_dim, hidden)
    if attention.indexer:
        index = attention.indexer
        yield from _compressor(attention.ratio, times * index.head_dim, index.head_dim, hidden)
        yield _linear("attention", index.heads * index.head_dim, rank)
        yield _linear("attention", index.heads, hidden)


def _compressor(ratio: int, width: int, entry: int, hidden: int) -> Iterator[Tensors]:
    yield Tensors("attention", "other", (ratio, width))
    yield Tensors("attention", "linear", (width, hidden), 2)
    yield _norm(entry)


@attention_tensors.register
def _gated_delta(attention: GatedDelta, hidden: int) -> Iterator[Tensors]:
    values = attention.value_heads * attention.value_dim
    keys = attention.key_heads
    yield _linear(_STATE, attention.convolution_channels + values, hidden, keys)
    yield _linear(_STATE, 2 * attention.value_heads, hidden, attention.value_heads)
    yield _linear(_STATE, hidden, values, attention.value_heads)
    yield Tensors(_STATE, "convolution", (attention.convolution_channels, 1, attention.kernel), units=keys)
    yield Tensors(_STATE, "other", (attention.value_heads,), 2, attention.value_heads)
    yield _norm(attention.value_dim)


@attention_tensors.register
def _kimi_delta(attention: KimiDelta, hidden: int) -> Iterator[Tensors]:
    heads, rank = attention.heads, attention.gate_rank
    width = heads * attention.head_dim
    yield Tensors(_STATE, "linear", (width, hidden), 3, heads)
    yield _linear(_STATE, hidden, width, heads)
    yield Tensors(_STATE, "convolution", (3 * width, 1, attention.kernel), units=heads)
    yield Tensors(_STATE, "other", (width + heads,), units=heads)
    yield _linear(_STATE, heads, hidden, heads)
    yield _linear(_STATE, rank, hidden)
    yield _linear(_STATE, width, rank, heads)
    if attention.full_rank_gate:
        yield _linear(_STATE, width, hidden, heads)
    else:
        yield _linear(_STATE, rank, hidden)
        yield _linear(_STATE, width, rank, heads)
    yield _norm(attention.head_dim)


@attention_tensors.register
def _mamba2(attention: Mamba2, hidden: int) -> Iterator[Tensors]:
    heads, channels = attention.heads, attention.convolution_channels
    inner = heads * attention.head_dim
    projected = inner + channels + heads
    yield _linear(_STATE, projected, hidden, heads)
    yield _linear(_STATE, hidden, inner, heads)
    yield Tensors(_STATE, "convolution", (channels, 1, attention.kernel), units=heads)
    yield Tensors(_STATE, "other", (heads,), 3, heads)
    yield Tensors("norms", "norm", (inner,), units=heads)
    if attention.convolution_bias:
        yield Tensors(_STATE, "bias", (channels,), units=heads)
    if attention.projection_bias:
        yield Tensors(_STATE, "bias", (projected,), units=heads)
        yield Tensors(_STATE, "bias", (hidden,))


@attention_tensors.register
def _lightning(attention: LightningAttention, hidden: int) -> Iterator[Tensors]:
    heads = attention.heads
    width = heads * attention.head_dim
    yield Tensors(_STATE, "linear", (width, hidden), 4, heads)
    yield _linear(_STATE, hidden, width, heads)
    yield Tensors("norms", "norm", (width,), units=heads)


def feed_forward_tensors(network: FeedForward, hidden: int) -> Iterator[Tensors]:
    """Yield the tensors of a feed-forward network, divided by its intermediate size."""
    if isinstance(network, DenseMLP):
        yield from _dense(network, hidden, "mlp")
        return
    yield from _experts(network, hidden)
    yield Tensors("router", "router", (network.experts, hidden))
    if network.router_bias:
        yield Tensors("router", "router", (network.router_bias,))
    if network.shared:
        yield from _dense(network.shared, hidden, "shared_experts")
    if network.shared_gate:
        yield Tensors("router", "router", (1, hidden))
    if network.dense:
        yield from _dense(network.dense, hidden, "mlp")
    if network.latent:
        yield _linear("mlp", network.latent, hidden)
        yield _linear("mlp", hidden, network.latent)
    if network.latent_norm and network.latent:
        yield _norm(network.latent)


def _experts(network: MixtureOfExperts, hidden: int) -> Iterator[Tensors]:
    """Yield experts stacked in the first dimension, so that a division by experts divides it."""
    number, width, size = network.experts, network.latent or hidden, network.intermediate
    up = 2 * size if network.gated else size
    yield Tensors("experts", "expert", (number, up, width), units=size)
    yield Tensors("experts", "expert", (number, width, size), units=size)
    if network.bias:
        yield Tensors("experts", "bias", (number, up), units=size)
        yield Tensors("experts", "bias", (number, width))


def _dense(network: DenseMLP, hidden: int, group: ParameterGroup) -> Iterator[Tensors]:
    size = network.intermediate
    up = 2 * size if network.gated else size
    yield _linear(group, up, hidden, size)
    yield _linear(group, hidden, size, size)
    if network.bias:
        yield Tensors(group, "bias", (up,), units=size)
        yield Tensors(group, "bias", (hidden,))


def _indexer(indexer: SparseIndexer, hidden: int) -> Iterator[Tensors]:
    """Yield the tensors of an indexer, which are whole on each accelerator."""
    yield _linear("attention", indexer.heads * indexer.head_dim, indexer.query_rank or hidden)
    yield _linear("attention", indexer.head_dim, hidden)
    if indexer.weighted:
        yield _linear("attention", indexer.heads, hidden)
    if indexer.key_norm or indexer.query_norm:
        yield _norm(indexer.key_norm + indexer.query_norm)


def _linear(group: ParameterGroup, rows: int, columns: int, units: int = 1) -> Tensors:
    return Tensors(group, "linear", (rows, columns), units=units)


def _norm(size: int, count: int = 1) -> Tensors:
    return Tensors("norms", "norm", (size,), count)
