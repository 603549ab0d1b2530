"""The architecture of a text model: what its layers are made of, as far as memory depends on it.

A layer names its kind of attention and of feed-forward network by type. A kind that has no type here is
refused where a configuration is read; it is never priced as another one.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class GroupedQueryAttention:
    """Attention over the whole sequence; `kv_heads` key-value heads are shared by `heads` query heads.

    `kv_heads == heads` is multi-head, `kv_heads == 1` multi-query attention. The norms of queries and keys,
    where the model has them, have `query_norm` and `key_norm` parameters.
    """

    heads: int
    kv_heads: int
    head_dim: int
    qkv_bias: bool = False
    output_bias: bool = False
    query_norm: int = 0
    key_norm: int = 0


Attention: TypeAlias = GroupedQueryAttention
"""Every kind of attention that is understood."""


@dataclass(frozen=True, slots=True)
class DenseMLP:
    """A gated feed-forward network of three matrices between the hidden and the intermediate size."""

    intermediate: int
    bias: bool = False


FeedForward: TypeAlias = DenseMLP
"""Every kind of feed-forward network that is understood."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One decoder layer. `norms` counts its norm vectors of the hidden size."""

    attention: Attention
    feed_forward: FeedForward
    norms: int = 2


@dataclass(frozen=True, slots=True)
class ContextScaling:
    """The context extension that a configuration declares: its kind, factor and the length before it."""

    kind: str
    factor: float
    original: int | None = None


@dataclass(frozen=True, slots=True)
class Architecture:
    """A decoder-only text model.

    Attributes:
        model_type: the family as the configuration names it.
        hidden: width of the residual stream.
        vocabulary: rows of the embedding matrix.
        layers: the decoder layers in order.
        tied: the output head is the embedding matrix; otherwise it is a matrix of its own.
        max_positions: longest sequence as the configuration states it, None where it does not.
        scaling: context extension in the configuration, if any.

    """

    model_type: str
    hidden: int
    vocabulary: int
    layers: tuple[Layer, ...]
    tied: bool
    max_positions: int | None = None
    scaling: ContextScaling | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a configuration is not understood: the field, what was found in it, and the reason."""

    field: str
    found: str
    reason: str


ConfigReading: TypeAlias = Architecture | tuple[Refusal, ...]
"""What a configuration reads as: an architecture, or everything that stands against it."""
