"""What a layer is made of: the kinds of attention, of state and of feed-forward network that are understood."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

TensorKind: TypeAlias = Literal[
    "linear", "bias", "norm", "embedding", "head", "router", "expert", "convolution", "other"
]
"""What a tensor is to a number format: only `linear` and `expert` are stored below 16 bit as a rule."""

ParameterGroup: TypeAlias = Literal[
    "embedding",
    "attention",
    "linear_attention_or_ssm",
    "mlp",
    "router",
    "experts",
    "shared_experts",
    "norms",
    "lm_head",
    "head",
    "vision",
    "audio",
    "projector",
    "other",
]
"""The groups in which parameters are counted."""


@dataclass(frozen=True, slots=True)
class Tensors:
    """`count` tensors of one shape. `units` is the number of equal parts that accelerators share among them.

    A tensor of one unit is whole on each of the accelerators that share a layer.
    """

    group: ParameterGroup
    kind: TensorKind
    shape: tuple[int, ...]
    count: int = 1
    units: int = 1


@dataclass(frozen=True, slots=True)
class Window:
    """How far back a layer looks. Chunked: to the last multiple of `tokens`; otherwise over the last `tokens`."""

    tokens: int
    chunked: bool = False


@dataclass(frozen=True, slots=True)
class SparseIndexer:
    """Chooses the tokens that sparse attention reads; it caches one key of `head_dim` values a token.

    `query_rank` is the width of what its queries are made from, None for the hidden size. `blocks` says that
    whole blocks are chosen. Where `weighted` is set, a projection weighs its heads.
    """

    heads: int
    head_dim: int
    query_rank: int | None
    weighted: bool = True
    key_norm: int = 0
    query_norm: int = 0


@dataclass(frozen=True, slots=True)
class GroupedQueryAttention:
    """Attention with `kv_heads` key-value heads that are shared by `heads` query heads.

    `kv_heads == heads` is multi-head, `kv_heads == 1` multi-query attention.

    Attributes:
        heads: query heads.
        kv_heads: key-value heads.
        head_dim: width of a query and of a key.
        qkv_bias: queries, keys and values have a bias.
        output_bias: the output projection has one.
        query_norm: parameters of the norm of queries, 0 without one.
        key_norm: parameters of the norm of keys, 0 without one.
        value_dim: width of a value, None where it equals `head_dim`.
        window: how far back the layer looks, None for the whole sequence.
        sinks: learned values in the denominator of the softmax, one for each head that has one.
        gate: columns of a gate on the output that the query projection also makes.
        key_bias: with `qkv_bias`, whether keys have one too.
        key_is_value: values are made by the key projection; both are cached all the same.
        shared_cache: keys and values are those of an earlier layer: neither projections nor cache.
        norm_units: 1 where the norms of queries and keys are whole on each accelerator; otherwise they are
            divided as the heads are.
        indexer: what chooses the tokens that are read, None where all are.

    """

    heads: int
    kv_heads: int
    head_dim: int
    qkv_bias: bool = False
    output_bias: bool = False
    query_norm: int = 0
    key_norm: int = 0
    value_dim: int | None = None
    window: Window | None = None
    sinks: int = 0
    gate: int = 0
    key_bias: bool = True
    key_is_value: bool = False
    shared_cache: bool = False
    indexer: SparseIndexer | None = None

    @property
    def value_width(self) -> int:
        """Width of a value in one head."""
        return self.head_dim if self.value_dim is None else self.value_dim


@dataclass(frozen=True, slots=True)
class LatentAttention:
    """Multi-head latent attention: one vector of `kv_rank + rope_dim` values a token is cached, for all heads.

    Attributes:
        heads: query heads.
        kv_rank: width of the latent vector of keys and values (kv_lora_rank).
        rope_dim: width of the key part that carries positions; cached beside the latent vector.
        nope_dim: width of the part of a query and key without positions.
        value_dim: width of a value in one head.
        query_rank: width of the latent vector of queries (q_lora_rank), None for one matrix.
        bias: the projections have biases.
        output_gate: a gate of the width of all values is projected from the hidden size.
        indexer: what chooses the tokens that are read, None where all are.
        shared_indexer: the choice of an earlier layer is used.

    """

    heads: int
    kv_rank: int
    rope_dim: int
    nope_dim: int
    value_dim: int
    query_rank: int | None = None
    bias: bool = False
    output_gate: bool = False
    indexer: SparseIndexer | None = None
    shared_indexer: bool = False

    @property
    def cached_width(self) -> int:
        """Values that are cached for a token, for all heads together."""
        return self.kv_rank + self.rope_dim


@dataclass(frozen=True, slots=True)
class CompressedAttention:
    """Attention over the last `window` tokens and over entries that each stand for `ratio` older tokens.

    One key, which is the value too, of `head_dim` values for all heads (DeepSeek-V4). `ratio` 0: the window
    alone. `overlap` entries are made from twice `ratio` tokens.
    """

    heads: int
    head_dim: int
    rope_dim: int
    query_rank: int
    output_groups: int
    output_rank: int
    window: int
    ratio: int
    overlap: bool = False
    indexer: SparseIndexer | None = None


@dataclass(frozen=True, slots=True)
class GatedDelta:
    """Linear attention by the gated delta rule: state instead of a cache (Qwen3-Next, Qwen3.5).

    A sequence keeps one matrix of `key_dim` x `value_dim` for each value head and the last `kernel - 1`
    inputs of the convolution.
    """

    key_heads: int
    value_heads: int
    key_dim: int
    value_dim: int
    kernel: int
    state_dtype: str = "float32"

    @property
    def convolution_channels(self) -> int:
        """Channels of the convolution over queries, keys and values."""
        return 2 * self.key_heads * self.key_dim + self.value_heads * self.value_dim

    @property
    def state_values(self) -> int:
        """Values of the recurrent state of one sequence."""
        return self.value_heads * self.key_dim * self.value_dim


@dataclass(frozen=True, slots=True)
class KimiDelta:
    """Kimi delta attention: a delta rule with a gate for each channel; state instead of a cache.

    `gate_rank` is the width between the two matrices of each gate; None where one matrix makes the output gate.
    """

    heads: int
    head_dim: int
    kernel: int
    gate_rank: int
    full_rank_gate: bool = False
    state_dtype: str = "float32"

    @property
    def convolution_channels(self) -> int:
        """Channels of the three convolutions."""
        return 3 * self.heads * self.head_dim

    @property
    def state_values(self) -> int:
        """Values of the recurrent state of one sequence."""
        return self.heads * self.head_dim * self.head_dim


@dataclass(frozen=True, slots=True)
class Mamba2:
    """A state-space layer of the second kind: `heads` of `head_dim`, `groups` that share B and C.

    A sequence keeps `state_size` values for each channel and the last `kernel - 1` inputs of the convolution.
    """

    heads: int
    head_dim: int
    groups: int
    state_size: int
    kernel: int
    projection_bias: bool = False
    convolution_bias: bool = True
    state_dtype: str | None = None

    @property
    def convolution_channels(self) -> int:
        """Channels of the convolution over the input, B and C."""
        return self.heads * self.head_dim + 2 * self.groups * self.state_size

    @property
    def state_values(self) -> int:
        """Values of the recurrent state of one sequence."""
        return self.heads * self.head_dim * self.state_size


@dataclass(frozen=True, slots=True)
class LightningAttention:
    """Linear attention with a decay fixed for each head: one matrix of `head_dim` squared a head is kept.

    `groups` is the number of the output norm's groups, 0 for one norm over all heads.
    """

    heads: int
    head_dim: int
    state_dtype: str = "float32"

    @property
    def convolution_channels(self) -> int:
        """Without a convolution."""
        return 0

    @property
    def state_values(self) -> int:
        """Values of the recurrent state of one sequence."""
        return self.heads * self.head_dim * self.head_dim


StateLayer: TypeAlias = GatedDelta | KimiDelta | Mamba2 | LightningAttention
"""Kinds that keep a state of fixed size for each sequence, and no cache that grows with it."""

CachingAttention: TypeAlias = GroupedQueryAttention | LatentAttention | CompressedAttention
"""Kinds that cache something for each token."""

Attention: TypeAlias = CachingAttention | StateLayer
"""Every kind of attention, or of what stands in its place, that is understood."""


@dataclass(frozen=True, slots=True)
class DenseMLP:
    """A feed-forward network between the hidden and the intermediate size: three matrices, or two if not gated."""

    intermediate: int
    bias: bool = False
    gated: bool = True


@dataclass(frozen=True, slots=True)
class MixtureOfExperts:
    """Routed experts, of which each token passes `active`, and what all tokens pass beside them.

    Attributes:
        experts: routed experts held.
        active: routed experts that a token passes.
        intermediate: intermediate size of one.
        gated: three matrices each, or two.
        bias: the matrices of experts have biases.
        router_bias: parameters of the router beside its matrix.
        shared: the network that every token passes, None without one.
        shared_gate: a gate of one column weighs it.
        latent: width that the experts work in, None for the hidden size; two matrices lead there and back.
        latent_norm: the way back is normed.
        dense: a dense network with a residual of its own beside the experts (Gemma 4).

    """

    experts: int
    active: int
    intermediate: int
    gated: bool = True
    bias: bool = False
    router_bias: int = 0
    shared: DenseMLP | None = None
    shared_gate: bool = False
    latent: int | None = None
    latent_norm: bool = False
    dense: DenseMLP | None = None


FeedForward: TypeAlias = DenseMLP | MixtureOfExperts
"""Every kind of feed-forward network that is understood."""
