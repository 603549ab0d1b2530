"""The architecture of a model: what its layers are made of, as far as memory depends on it.

A layer names its kind of attention and of feed-forward network by type. A kind that has no type here is
refused where a configuration is read; it is never priced as another one. What no type describes, such as a
position table, a pooler or the layers of a vision tower, is listed tensor by tensor.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pliego.catalog.layers import (
    Attention,
    CachingAttention,
    CompressedAttention,
    DenseMLP,
    FeedForward,
    GatedDelta,
    GroupedQueryAttention,
    KimiDelta,
    LatentAttention,
    LightningAttention,
    Mamba2,
    MixtureOfExperts,
    ParameterGroup,
    SparseIndexer,
    StateLayer,
    TensorKind,
    Tensors,
    Window,
)

__all__ = [
    "Architecture",
    "Attention",
    "CachingAttention",
    "CompressedAttention",
    "ConfigReading",
    "ContextScaling",
    "DenseMLP",
    "Encoder",
    "FeedForward",
    "GatedDelta",
    "GroupedQueryAttention",
    "KimiDelta",
    "LatentAttention",
    "Layer",
    "LightningAttention",
    "Mamba2",
    "MixtureOfExperts",
    "ParameterGroup",
    "Prediction",
    "Quantization",
    "Refusal",
    "SparseIndexer",
    "StateLayer",
    "TensorKind",
    "Tensors",
    "Tower",
    "Variant",
    "Window",
]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer; either part may be missing.

    `norms` counts its norm vectors of the hidden size (a layer norm with a bias has two). `cross_attention` reads
    the states of an encoder or a vision tower, whose keys and values are cached once for each of their tokens.
    """

    attention: Attention | None
    feed_forward: FeedForward | None
    norms: int = 2
    cross_attention: GroupedQueryAttention | None = None
    other: tuple[Tensors, ...] = ()


@dataclass(frozen=True, slots=True)
class Tower:
    """An encoder for images or sound beside the text model, with what leads from it into the text model.

    `tokens` is the number of positions that one item takes in the tower at most, `passed_tokens` of those the
    text model gets; None where it depends on the item. Each passed token has `passed_widths` hidden sizes: more than
    one where layers in the middle are passed on too. `axes`: its tokens have positions in time, height and width.
    `gated`: its networks have a gate.
    """

    modality: Literal["vision", "audio"]
    hidden: int
    layers: int
    heads: int
    intermediate: int
    tensors: tuple[Tensors, ...]
    tokens: int | None = None
    passed_tokens: int | None = None
    passed_widths: int = 1
    pixels_per_token: int | None = None
    axes: bool = False
    gated: bool = False


@dataclass(frozen=True, slots=True)
class Encoder:
    """The encoder of an encoder-decoder model: its layers, sequence length and what stands around them."""

    layers: tuple[Layer, ...]
    positions: int
    tensors: tuple[Tensors, ...] = ()


@dataclass(frozen=True, slots=True)
class Prediction:
    """Layers that predict further tokens. Engines load them only to draft; embedding and head are shared.

    `layers` may be empty where a configuration tells their number alone.
    """

    number: int
    layers: tuple[Layer, ...] = ()
    tensors: tuple[Tensors, ...] = ()


@dataclass(frozen=True, slots=True)
class Quantization:
    """The number format of a published checkpoint: method, bits of a weight, what is left at 16 bit.

    `unquantised` names parameter groups of which no linear layer is stored in the format.
    """

    method: str
    bits: int | None = None
    group_size: int | None = None
    unquantised: tuple[ParameterGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """A published checkpoint of the model in a number format.

    Attributes:
        id: its name.
        number_format: id of the format.
        bits: mean bits of a weight, scales included, of the parameter groups that are not stored as the format says;
            16 is left alone. Every other linear layer of the text model is stored in the format.

    """

    id: str
    number_format: str
    bits: tuple[tuple[ParameterGroup, float], ...] = ()


@dataclass(frozen=True, slots=True)
class ContextScaling:
    """The context extension that a configuration declares: its kind, factor and the length before it."""

    kind: str
    factor: float
    original: int | None = None


@dataclass(frozen=True, slots=True)
class Architecture:
    """A text model, with the towers it has for images and sound.

    Attributes:
        model_type: the family as the configuration names it.
        hidden: width of the residual stream.
        vocabulary: rows of the embedding matrix.
        layers: the decoder layers in order (of an encoder model: its layers).
        tied: the output head is the embedding matrix; otherwise it is a matrix of its own.
        max_positions: longest sequence as the configuration states it, None where it does not.
        scaling: context extension in the configuration, if any.
        kind: decoder, encoder (no cache, one pass) or encoder-decoder.
        head: whether there is an output head over the vocabulary at all.
        final_norms: norm vectors of the hidden size after the last layer.
        before: tensors that stand before the first layer, besides the embedding matrix.
        after: tensors that stand after the last one, besides final norm and head.
        encoder: of an encoder-decoder model.
        towers: encoders for images and sound.
        prediction: layers that predict further tokens, None without.
        quantization: number format of the published checkpoint, None for 16 or 32 bit.
        dtype: type of the values that are not quantised, as the configuration names it.
        head_rows: rows of the output head where they differ from the embedding.
        rotary_share: share of the values of a query or key that its position rotates, where heads are cached whole.
        variants: checkpoints of the model in other number formats, for each format the publisher's own first.

    """

    model_type: str
    hidden: int
    vocabulary: int
    layers: tuple[Layer, ...]
    tied: bool
    max_positions: int | None = None
    scaling: ContextScaling | None = None
    kind: Literal["decoder", "encoder", "encoder-decoder"] = "decoder"
    head: bool = True
    final_norms: int = 1
    before: tuple[Tensors, ...] = ()
    after: tuple[Tensors, ...] = ()
    encoder: Encoder | None = None
    towers: tuple[Tower, ...] = ()
    prediction: Prediction | None = None
    quantization: Quantization | None = None
    dtype: str | None = None
    head_rows: int | None = None
    rotary_share: float = 1.0
    variants: tuple[Variant, ...] = ()

    @property
    def window_layers(self) -> int:
        """Layers that attend over a window."""
        return sum(
            1 for layer in self.layers if isinstance(layer.attention, GroupedQueryAttention) and layer.attention.window
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a configuration is not understood: the field, what was found in it, and the reason."""

    field: str
    found: str
    reason: str


ConfigReading: TypeAlias = Architecture | tuple[Refusal, ...]
"""What a configuration reads as: an architecture, or everything that stands against it."""
