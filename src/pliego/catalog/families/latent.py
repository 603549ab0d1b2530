"""Families with latent attention: DeepSeek-V2, V3 and V3.2, GLM-5, Kimi-K2 and Kimi-K2.5."""

from dataclasses import replace

from pliego.catalog.architecture import Architecture, LatentAttention, SparseIndexer
from pliego.catalog.families.dense import Rules, assembled
from pliego.catalog.families.experts import ExpertRules, feed_forwards, sparse_layers
from pliego.catalog.families.prediction import predicted
from pliego.catalog.families.stated import finished, layer_count
from pliego.catalog.fields import Fields

EXPERTS = ExpertRules(("n_routed_experts", "num_local_experts", "num_experts"), shared="times")


def read_latent(fields: Fields) -> Architecture:
    """Read a family whose layers all have latent attention."""
    layers = layer_count(fields)
    attention = (latent_attention(fields),) * layers
    return _read(fields, attention)


def read_indexed(fields: Fields) -> Architecture:
    """Read a family in which an indexer chooses the tokens; some layers may use the choice of an earlier one."""
    layers = layer_count(fields)
    full = latent_attention(fields)
    rank = fields.optional_size("q_lora_rank")
    width = fields.size("index_head_dim")
    indexer = SparseIndexer(fields.size("index_n_heads"), width, rank, key_norm=2 * width)
    fields.ignore("index_topk", "index_topk_freq", "index_skip_topk_offset", "indexer_rope_interleave")
    fields.names("layer_types", ("deepseek_sparse_attention", "full_attention"))
    kinds = fields.names("indexer_types", ("full", "shared")) or ("full",) * layers
    fields.per_layer("indexer_types", kinds, layers)
    own, shared = replace(full, indexer=indexer), replace(full, shared_indexer=True)
    attention = tuple(own if kind == "full" else shared for kind in kinds)
    return _read(fields, attention if len(attention) == layers else (own,) * layers)


def _read(fields: Fields, attention: tuple[LatentAttention, ...]) -> Architecture:
    fields.ignore("num_key_value_heads", "head_dim", "qk_head_dim", "ep_size")
    sparse = sparse_layers(fields, len(attention))
    if not fields.optional_size("n_routed_experts"):
        sparse = (False,) * len(attention)
    feed_forward = feed_forwards(fields, EXPERTS, sparse)
    return predicted(fields, finished(fields, assembled(fields, Rules(), attention, feed_forward)))


def latent_attention(fields: Fields) -> LatentAttention:
    """Return the attention of a layer."""
    return LatentAttention(
        heads=fields.size("num_attention_heads"),
        kv_rank=fields.size("kv_lora_rank"),
        rope_dim=fields.size("qk_rope_head_dim"),
        nope_dim=fields.size("qk_nope_head_dim"),
        value_dim=fields.size("v_head_dim"),
        query_rank=fields.optional_size("q_lora_rank"),
        bias=fields.flag("attention_bias"),
    )
