"""Encoders for images beside a text model, tensor by tensor, with what leads from them into the text model.

Shapes are those of the classes in transformers 5.24.0. Engines divide the matrices of the layers as those of
the text model; patches, positions and the projector are whole on each accelerator.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from pliego.catalog.architecture import ParameterGroup, TensorKind, Tensors, Tower
from pliego.catalog.fields import MOST_LAYERS, Fields


@dataclass(frozen=True, slots=True)
class Blocks:
    """The layers of a tower: `vectors` of the hidden size beside the matrices, `biases` of attention and network."""

    hidden: int
    layers: int
    heads: int
    intermediate: int
    gated: bool = False
    attention_bias: bool = True
    mlp_bias: bool = True
    vectors: int = 4
    query_key_norm: int = 0
    inner: int | None = None

    def tensors(self) -> tuple[Tensors, ...]:
        """Return the tensors of all layers."""
        hidden, wide, number = self.hidden, self.inner or self.hidden, self.layers
        up = 2 * self.intermediate if self.gated else self.intermediate
        made = [
            _tensors("linear", (3 * wide, hidden), number, self.heads),
            _tensors("linear", (hidden, wide), number, self.heads),
            _tensors("linear", (up, hidden), number, self.intermediate),
            _tensors("linear", (hidden, self.intermediate), number, self.intermediate),
            _tensors("norm", (hidden,), self.vectors * number),
        ]
        if self.attention_bias:
            made += [_tensors("bias", (3 * wide,), number, self.heads), _tensors("bias", (hidden,), number)]
        if self.mlp_bias:
            made += [_tensors("bias", (up,), number, self.intermediate), _tensors("bias", (hidden,), number)]
        if self.query_key_norm:
            made.append(_tensors("norm", (self.query_key_norm,), 2 * number))
        return tuple(made)


@dataclass(slots=True)
class _Sizes:
    """Sizes that most towers state, read from one section."""

    fields: Fields
    hidden: int = field(init=False)
    patch: int = field(init=False)
    channels: int = field(init=False)

    def __post_init__(self) -> None:
        self.hidden = self.fields.size("hidden_size", largest=100_000)
        self.patch = self.fields.size("patch_size", 14, largest=1_000)
        channels = "in_chans" if self.fields.raw("in_chans") else "in_channels"
        channels = channels if self.fields.raw(channels) else "num_channels"
        self.channels = self.fields.size(channels, 3, largest=1_000)

    def blocks(self, layers: str = "num_hidden_layers", heads: str = "num_attention_heads") -> Blocks:
        """Return the layers with the sizes stated under these names."""
        return Blocks(
            self.hidden,
            self.fields.size(layers, largest=MOST_LAYERS),
            self.fields.size(heads, largest=100_000),
            self.fields.size("intermediate_size"),
        )


def _tensors(
    kind: TensorKind, shape: tuple[int, ...], count: int = 1, units: int = 1, group: ParameterGroup = "vision"
) -> Tensors:
    return Tensors(group, kind, shape, count, units)


def _tower(blocks: Blocks, *other: Tensors, tokens: int | None = None) -> Tower:
    tensors = (*blocks.tensors(), *other)
    return Tower(
        "vision",
        blocks.hidden,
        blocks.layers,
        blocks.heads,
        blocks.intermediate,
        tensors,
        tokens,
        gated=blocks.gated,
    )


def qwen2_5(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Qwen2.5-VL: gated networks, norms without bias, four patches merged into one token."""
    sizes = _Sizes(fields)
    blocks = replace(sizes.blocks("depth", "num_heads"), gated=True, vectors=2)
    merge = fields.size("spatial_merge_size", 2, largest=100)
    merged = sizes.hidden * merge**2
    frames = fields.size("temporal_patch_size", 2, largest=100)
    fields.ignore("window_size", "fullatt_block_indexes", "out_hidden_size")
    tower = _tower(
        blocks,
        _tensors("convolution", (sizes.hidden, sizes.channels, frames, sizes.patch, sizes.patch)),
        _tensors("norm", (sizes.hidden,)),
        *_perceptron(merged, merged, fields.size("out_hidden_size", hidden), divided=True),
    )
    return replace(tower, axes=True, pixels_per_token=(sizes.patch * merge) ** 2)


def qwen3(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Qwen3-VL and Qwen3.5: learned positions, and mergers after chosen layers beside the last one."""
    sizes = _Sizes(fields)
    blocks = sizes.blocks("depth", "num_heads")
    merge = fields.size("spatial_merge_size", 2, largest=100)
    merged = sizes.hidden * merge**2
    frames = fields.size("temporal_patch_size", 2, largest=100)
    out = fields.size("out_hidden_size", hidden)
    deep = len(fields.sizes("deepstack_visual_indexes"))
    tower = _tower(
        blocks,
        _tensors("convolution", (sizes.hidden, sizes.channels, frames, sizes.patch, sizes.patch)),
        _tensors("bias", (sizes.hidden,)),
        _tensors("embedding", (fields.size("num_position_embeddings", 2304), sizes.hidden)),
        _tensors("norm", (sizes.hidden,), 2),
        _tensors("norm", (merged,), 2 * deep),
        *_perceptron(merged, merged, out, 1 + deep, divided=True),
    )
    area = (sizes.patch * merge) ** 2
    return replace(tower, passed_widths=1 + deep, axes=True, pixels_per_token=area)


def siglip(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Gemma 3: SigLIP without its pooling head; a norm and one matrix lead into the text model."""
    sizes = _Sizes(fields)
    fields.only("vision_use_head", False)  # noqa: FBT003 (the value in the file)
    tokens = (fields.size("image_size", 224, largest=100_000) // sizes.patch) ** 2
    return _tower(
        sizes.blocks(),
        _tensors("convolution", (sizes.hidden, sizes.channels, sizes.patch, sizes.patch)),
        _tensors("bias", (sizes.hidden,)),
        _tensors("embedding", (tokens, sizes.hidden)),
        _tensors("norm", (sizes.hidden,), 2),
        _tensors("linear", (sizes.hidden, hidden), group="projector"),
        _tensors("norm", (sizes.hidden,), group="projector"),
        tokens=tokens,
    )


def gemma4(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Gemma 4: two tables of positions, gated networks, norms of queries and keys."""
    sizes = _Sizes(fields)
    fields.only("use_clipped_linears", False)  # noqa: FBT003 (the value in the file)
    fields.ignore("global_head_dim", "num_key_value_heads")
    head_dim = fields.size("head_dim", 64)
    blocks = replace(
        sizes.blocks(),
        gated=True,
        attention_bias=fields.flag("attention_bias"),
        mlp_bias=False,
        query_key_norm=head_dim,
    )
    return _tower(
        blocks,
        _tensors("embedding", (2, fields.size("position_embedding_size", 10_240), sizes.hidden)),
        _tensors("linear", (sizes.hidden, sizes.channels * sizes.patch**2)),
        _tensors("linear", (hidden, sizes.hidden), group="projector"),
    )


def mllama(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Llama 3.2 Vision: tiles of an image, local and gated global layers."""
    sizes = _Sizes(fields)
    blocks = replace(sizes.blocks(heads="attention_heads"), attention_bias=False)
    overall = fields.size("num_global_layers", 8, least=0, largest=MOST_LAYERS)
    wide = Blocks(blocks.hidden, overall, blocks.heads, blocks.intermediate, attention_bias=False)
    patches = (fields.size("image_size", largest=100_000) // sizes.patch) ** 2 + 1
    tiles = fields.size("max_num_tiles", 4, largest=1_000)
    ratios = fields.raw("supported_aspect_ratios")
    kinds = 1 + (len(ratios) if isinstance(ratios, list) else 8)
    out = fields.size("vision_output_dim", 7680)
    return _tower(
        blocks,
        *wide.tensors(),
        _tensors("other", (1,), 3 + 2 * overall),
        _tensors("embedding", (1, sizes.hidden)),
        _tensors("convolution", (sizes.hidden, sizes.channels, sizes.patch, sizes.patch)),
        _tensors("embedding", (patches, sizes.hidden)),
        _tensors("embedding", (kinds, tiles * patches * sizes.hidden)),
        _tensors("embedding", (kinds, tiles * sizes.hidden), 2),
        _tensors("norm", (sizes.hidden,), 4),
        _tensors("linear", (hidden, out), group="projector"),
        _tensors("bias", (hidden,), group="projector"),
        tokens=tiles * patches,
    )


def llama4(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Llama 4: learned positions; an adapter shuffles pixels before one matrix leads into the text model."""
    sizes = _Sizes(fields)
    fields.only("multi_modal_projector_bias", False)  # noqa: FBT003 (the value in the file)
    patches = (fields.size("image_size", 448, largest=100_000) // sizes.patch) ** 2 + 1
    blocks = sizes.blocks()
    into, out = fields.size("projector_input_dim", 4096), fields.size("projector_output_dim", 4096)
    vision_out = fields.size("vision_output_dim", out)
    return _tower(
        blocks,
        _tensors("embedding", (1 + patches, sizes.hidden)),
        _tensors("linear", (sizes.hidden, sizes.channels * sizes.patch**2)),
        _tensors("norm", (sizes.hidden,), 4),
        _tensors("linear", (into, blocks.intermediate)),
        _tensors("linear", (out, into)),
        _tensors("linear", (hidden, vision_out), group="projector"),
        tokens=patches,
    )


def pixtral(fields: Fields, outer: Fields, hidden: int) -> Tower:
    """Mistral 3: gated networks without biases; neighbouring patches are merged before the projector."""
    sizes = _Sizes(fields)
    fields.ignore("head_dim")
    bias = outer.flag("multimodal_projector_bias")
    merge = outer.size("spatial_merge_size", 2, largest=100)
    side = fields.size("image_size", 1540, largest=100_000) // sizes.patch
    biases = (_tensors("bias", (hidden,), 2, group="projector"),) if bias else ()
    tower = _tower(
        replace(sizes.blocks(), gated=True, attention_bias=False, mlp_bias=False, vectors=2),
        _tensors("convolution", (sizes.hidden, sizes.channels, sizes.patch, sizes.patch)),
        _tensors("norm", (sizes.hidden,)),
        _tensors("norm", (sizes.hidden,), group="projector"),
        _tensors("linear", (sizes.hidden, sizes.hidden * merge**2), group="projector"),
        _tensors("linear", (hidden, sizes.hidden), group="projector"),
        _tensors("linear", (hidden, hidden), group="projector"),
        *biases,
        tokens=side**2,
    )
    return replace(tower, pixels_per_token=(sizes.patch * merge) ** 2)


def moonvit(fields: Fields, _: Fields, hidden: int) -> Tower:
    """Kimi-K2.5 and K3: a square table of positions; a merged patch goes through two matrices."""
    width = fields.size("vt_hidden_size", 1152)
    fields.only("norm_type", "layernorm", "rmsnorm")
    fields.only("mlp_type", "mlp2")
    fields.ignore("mm_hidden_size", "text_hidden_size")
    vectors = 1 if fields.text("norm_type") == "rmsnorm" else 2
    plain = fields.text("mm_projector_type") == "patchmergerv2"
    blocks = Blocks(
        width,
        fields.size("vt_num_hidden_layers", 27, largest=MOST_LAYERS),
        fields.size("vt_num_attention_heads", 16),
        fields.size("vt_intermediate_size", 4304),
        attention_bias=fields.flag("attn_bias", default=True),
        mlp_bias=fields.flag("linear_bias", default=True),
        vectors=2 * vectors,
        inner=fields.optional_size("qkv_hidden_size"),
    )
    merge = fields.sizes("merge_kernel_size") or (2, 2)
    merged = width * merge[0] * merge[-1]
    patch = fields.size("patch_size", 14, largest=1_000)
    rows = fields.size("init_pos_emb_height", 64), fields.size("init_pos_emb_width", 64)
    return _tower(
        blocks,
        _tensors("convolution", (width, 3, patch, patch)),
        _tensors("bias", (width,), int(fields.flag("patch_embed_proj_bias", default=True))),
        _tensors("embedding", (*rows, width)),
        _tensors("norm", (width,), vectors),
        _tensors("norm", (width,), 1 if plain else 2, group="projector"),
        *_perceptron(merged, merged, hidden, group="projector"),
    )


def minimax(fields: Fields, outer: Fields, hidden: int) -> Tower:
    """MiniMax-M3: CLIP layers; each patch and then each group of patches goes through two matrices."""
    sizes = _Sizes(fields)
    compression = fields.section("img_token_compression_config")
    merge = compression.size("spatial_merge_size", 2, largest=100) if compression else 2
    frames = compression.size("temporal_patch_size", 2, largest=100) if compression else 2
    inner = outer.size("projector_hidden_size", hidden)
    return _tower(
        sizes.blocks(),
        _tensors("convolution", (sizes.hidden, sizes.channels, frames, sizes.patch, sizes.patch)),
        _tensors("norm", (sizes.hidden,), 2),
        *_perceptron(sizes.hidden, inner, hidden, group="projector"),
        *_perceptron(hidden * merge**2, inner, hidden, group="projector"),
    )


def step(fields: Fields, outer: Fields, hidden: int) -> Tower:
    """Step-3.7: scaled layers, two convolutions that halve the sides, one matrix into the text model."""
    width = fields.size("width", fields.size("hidden_size", 1536))
    layers = fields.size("layers", fields.size("num_hidden_layers", 47), largest=MOST_LAYERS)
    heads = fields.size("heads", fields.size("num_attention_heads", 16))
    ratio = fields.number("mlp_ratio", _STEP_RATIO, largest=_MOST_RATIO)
    side = fields.size("image_size", 728, largest=100_000) // fields.size("patch_size", 14, largest=1_000)
    patch = fields.size("patch_size", 14, largest=1_000)
    biases = (_tensors("bias", (hidden,), group="projector"),) if outer.flag("projector_bias") else ()
    return _tower(
        Blocks(width, layers, heads, int(width * ratio), vectors=6),
        _tensors("convolution", (width, 3, patch, patch)),
        _tensors("embedding", (side**2, width)),
        _tensors("norm", (width,), 2),
        _tensors("convolution", (2 * width, width, 3, 3)),
        _tensors("convolution", (4 * width, 2 * width, 3, 3)),
        _tensors("bias", (2 * width,)),
        _tensors("bias", (4 * width,)),
        _tensors("linear", (hidden, 4 * width), group="projector"),
        *biases,
        tokens=side**2,
    )


_MOST_RATIO: Final = 100
_STEP_RATIO: Final = 8960 / 1536


def _perceptron(
    into: int, inner: int, out: int, count: int = 1, group: ParameterGroup = "vision", *, divided: bool = False
) -> tuple[Tensors, ...]:
    """Return two matrices with biases; `divided`: accelerators share the width between them."""
    units = inner if divided else 1
    return (
        _tensors("linear", (inner, into), count, units, group),
        _tensors("bias", (inner,), count, units, group),
        _tensors("linear", (out, inner), count, units, group),
        _tensors("bias", (out,), count, group=group),
    )


TowerReader = Callable[[Fields, Fields, int], Tower]
"""From the section of the tower, the configuration around it and the hidden size of the text model."""
