"""DeepSeek-V4: attention over a window and over compressed entries, hyper-connections between layers."""

from dataclasses import replace
from typing import Final

from pliego.catalog.architecture import Architecture, CompressedAttention, ParameterGroup, SparseIndexer, Tensors
from pliego.catalog.families.dense import Rules, assembled
from pliego.catalog.families.experts import ExpertRules, mixture
from pliego.catalog.families.prediction import predicted
from pliego.catalog.families.stated import finished, layer_count
from pliego.catalog.fields import Fields

_KINDS: Final = {"sliding_attention": 0, "compressed_sparse_attention": 4, "heavily_compressed_attention": 128}
"""Tokens that one entry stands for, by kind of layer (transformers 5.24.0, DeepseekV4Config)."""

_SPARSE_RATIO: Final = 4
"""Layers with this ratio overlap their entries and choose among them."""


def read_deepseek_v4(fields: Fields) -> Architecture:
    """Read DeepSeek-V4."""
    layers = layer_count(fields)
    attention = tuple(_attention(fields, ratio) for ratio in _ratios(fields, layers))
    experts = mixture(fields, ExpertRules(("n_routed_experts",), shared="times"))
    fields.ignore("num_hash_layers", "index_topk", "mlp_layer_types", "compress_rope_theta", "num_key_value_heads")
    fields.ignore("hc_eps", "hc_sinkhorn_iters", "expert_dtype")
    architecture = assembled(fields, Rules(), attention, (experts,) * layers)
    streams, hidden = fields.size("hc_mult", 4), fields.size("hidden_size")
    connected = _connections(streams, hidden)
    architecture = replace(
        architecture,
        layers=tuple(replace(layer, other=connected) for layer in architecture.layers),
        after=(
            Tensors("other", "other", (streams, streams * hidden)),
            Tensors("other", "other", (streams + 1,)),
        ),
    )
    return predicted(fields, finished(fields, architecture))


def _connections(streams: int, hidden: int) -> tuple[Tensors, ...]:
    """Return the hyper-connections around attention and around the experts: mixing, base and three scales."""
    mixes = streams * (streams + 2)
    groups: tuple[ParameterGroup, ParameterGroup] = ("attention", "other")
    shapes = ((mixes, streams * hidden), (mixes + 3,))
    return tuple(Tensors(group, "other", shape) for group in groups for shape in shapes)


def _ratios(fields: Fields, layers: int) -> tuple[int, ...]:
    kinds = fields.names("layer_types", tuple(_KINDS))
    if kinds and fields.per_layer("layer_types", kinds, layers):
        return tuple(_KINDS[kind] for kind in kinds)
    listed = fields.sizes("compress_ratios")
    other = next((ratio for ratio in listed if ratio not in _KINDS.values()), None)
    if other is not None:
        fields.refuse_at("compress_ratios", other, f"understood are {', '.join(map(str, _KINDS.values()))}")
    if len(listed) < layers or len(listed) > layers + 100:
        fields.refuse("compress_ratios", f"a ratio for each of {layers} layers is needed")
        return (0,) * layers
    return listed[:layers]


def _attention(fields: Fields, ratio: int) -> CompressedAttention:
    rank = fields.size("q_lora_rank")
    head_dim = fields.size("head_dim", 512)
    width = fields.size("index_head_dim", 128)
    sparse = ratio == _SPARSE_RATIO
    return CompressedAttention(
        heads=fields.size("num_attention_heads"),
        head_dim=head_dim,
        rope_dim=fields.size("qk_rope_head_dim", 64),
        query_rank=rank,
        output_groups=fields.size("o_groups"),
        output_rank=fields.size("o_lora_rank"),
        window=fields.size("sliding_window", 128),
        ratio=ratio,
        overlap=sparse,
        indexer=SparseIndexer(fields.size("index_n_heads"), width, rank, key_norm=width) if sparse else None,
    )
