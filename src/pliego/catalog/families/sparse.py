"""Families whose layers differ in more than a window: MiMo-V2 and MiniMax-M3."""

from dataclasses import replace

from pliego.catalog.architecture import Architecture, DenseMLP, GroupedQueryAttention, SparseIndexer, Window
from pliego.catalog.families.dense import Rules, assembled, grouped_query
from pliego.catalog.families.experts import ExpertRules, feed_forwards, sparse_layers
from pliego.catalog.families.prediction import predicted
from pliego.catalog.families.stated import finished, layer_count
from pliego.catalog.fields import Fields


def read_mimo_v2(fields: Fields) -> Architecture:
    """Read MiMo-V2: layers with a window have heads, head sizes and sinks of their own."""
    layers = layer_count(fields)
    fields.ignore("sliding_window_size", "attention_chunk_size", "swa_rope_theta")
    full = replace(_mimo_attention(fields, ""), sinks=_sinks(fields, "add_full_attention_sink_bias", ""))
    near = replace(_mimo_attention(fields, "swa_"), window=Window(fields.size("sliding_window", 128)))
    near = replace(near, sinks=near.heads if fields.flag("add_swa_attention_sink_bias") else 0)
    pattern = fields.sizes("hybrid_layer_pattern")
    kinds = fields.names("layer_types", ("full_attention", "sliding_attention"))
    near_layers = tuple(map(bool, pattern)) or tuple(kind == "sliding_attention" for kind in kinds)
    if not fields.per_layer("hybrid_layer_pattern", near_layers, layers):
        fields.refuse("hybrid_layer_pattern", "the kind of each layer is needed")
        near_layers = (False,) * layers
    attention = tuple(near if one else full for one in near_layers)
    feed_forward = feed_forwards(
        fields, ExpertRules(("n_routed_experts",), shared="times"), sparse_layers(fields, layers)
    )
    return predicted(fields, finished(fields, assembled(fields, Rules(), attention, feed_forward)))


def _mimo_attention(fields: Fields, prefix: str) -> GroupedQueryAttention:
    heads = fields.size("num_attention_heads")
    heads = fields.size(f"{prefix}num_attention_heads", heads)
    head_dim = fields.size(f"{prefix}head_dim", fields.size("head_dim", 192))
    return GroupedQueryAttention(
        heads=heads,
        kv_heads=fields.size(f"{prefix}num_key_value_heads", fields.size("num_key_value_heads", heads)),
        head_dim=head_dim,
        qkv_bias=fields.flag("attention_bias"),
        value_dim=fields.size(f"{prefix}v_head_dim", fields.size("v_head_dim", 128)),
    )


def _sinks(fields: Fields, name: str, prefix: str) -> int:
    return fields.size(f"{prefix}num_attention_heads") if fields.flag(name) else 0


def read_minimax_m3(fields: Fields) -> Architecture:
    """Read MiniMax-M3: in most layers an indexer chooses blocks of tokens; the first layers are dense."""
    layers = layer_count(fields)
    fields.only("attention_output_gate", False)  # noqa: FBT003 (the value in the file)
    fields.only("qk_norm_type", "per_head")
    fields.ignore("use_qk_norm", "use_gemma_norm")
    full = grouped_query(fields, Rules(kv_heads_required=True, query_key_norm="head"))
    sparse = _indexed_layers(fields, layers)
    chosen = replace(full, indexer=_indexer(fields)) if any(sparse) else full
    attention = tuple(chosen if one else full for one in sparse)
    rules = ExpertRules(("num_local_experts",), "intermediate_size")
    feed_forward = feed_forwards(fields, rules, sparse_layers(fields, layers), "dense_intermediate_size")
    number = fields.size("n_shared_experts", 1, least=0, largest=1_000)
    size = fields.size("shared_intermediate_size", fields.size("intermediate_size"))
    shared = DenseMLP(number * size) if number else None
    with_shared = tuple(one if isinstance(one, DenseMLP) else replace(one, shared=shared) for one in feed_forward)
    return predicted(fields, finished(fields, assembled(fields, Rules(), attention, with_shared)))


def _indexed_layers(fields: Fields, layers: int) -> tuple[bool, ...]:
    sparse = fields.section("sparse_attention_config")
    if sparse is None:
        kinds = fields.names("layer_types", ("full_attention", "minimax_m3_sparse"))
        return tuple(kind != "full_attention" for kind in kinds) or (False,) * layers
    listed = sparse.sizes("sparse_attention_freq")
    if not sparse.flag("use_sparse_attention", default=True):
        return (False,) * layers
    return tuple(map(bool, listed)) if sparse.per_layer("sparse_attention_freq", listed, layers) else (True,) * layers


def _indexer(fields: Fields) -> SparseIndexer:
    sparse = fields.section("sparse_attention_config") or fields
    names = ("sparse_num_index_heads", "sparse_index_dim")
    heads, head_dim = names if sparse is not fields else ("index_n_heads", "index_head_dim")
    width = sparse.size(head_dim, 128)
    return SparseIndexer(sparse.size(heads, 4), width, None, weighted=False, key_norm=width, query_norm=width)
