"""Single families with rules of their own: Falcon, Phi, Nemotron-NAS and the text model of Llama 3.2 Vision."""

from dataclasses import replace

from pliego.catalog.architecture import (
    Architecture,
    DenseMLP,
    GroupedQueryAttention,
    Layer,
    Tensors,
)
from pliego.catalog.families.dense import Rules, assembled, grouped_query, read_dense
from pliego.catalog.families.stated import finished, layer_count, proportions, repeated
from pliego.catalog.fields import Fields

_MOST_RATIO = 100
_NAS_MULTIPLE = 256


def read_falcon(fields: Fields) -> Architecture:
    """Read Falcon: ungated networks, one or two layer norms, key-value heads by the age of the model."""
    layers = layer_count(fields)
    heads, hidden = fields.size("num_attention_heads"), fields.size("hidden_size")
    new = fields.flag("new_decoder_architecture")
    fields.ignore("num_kv_heads", "multi_query", "num_ln_in_parallel_attn")
    single = fields.flag("multi_query", default=True) and not new
    kv_heads = 1 if single else fields.size("num_kv_heads", heads)
    proportions(fields, heads, kv_heads, explicit=False)
    bias = fields.flag("bias")
    attention = GroupedQueryAttention(heads, kv_heads, max(1, hidden // heads), bias, bias)
    mlp = DenseMLP(fields.size("ffn_hidden_size", 4 * hidden), bias, gated=False)
    parallel = fields.flag("parallel_attn", default=True)
    two = fields.size("num_ln_in_parallel_attn", 2 if new else 1) == 2 or not parallel
    rules = Rules(tied=True, norms=4 if two else 2, final_norms=2)
    return finished(fields, assembled(fields, rules, (attention,) * layers, (mlp,) * layers), tied=True)


def read_phi(fields: Fields) -> Architecture:
    """Read Phi-1 to Phi-2: biases everywhere, also on the output head."""
    fields.only("qk_layernorm", False)  # noqa: FBT003 (the value in the file)
    rules = Rules(norms=2, final_norms=2, gated=False, qkv_bias="always", output_bias="always", mlp_bias="always")
    architecture = read_dense(fields, rules)
    rows = architecture.vocabulary
    return replace(architecture, after=(Tensors("lm_head", "bias", (rows,), units=rows),))


def read_nemotron_nas(fields: Fields) -> Architecture:
    """Read models of architecture search: each layer has a network of its own size, and attention or none."""
    layers = layer_count(fields)
    blocks = fields.raw("block_configs")
    if not isinstance(blocks, list) or len(blocks) != layers or not all(isinstance(one, dict) for one in blocks):
        fields.refuse("block_configs", f"a block for each of {layers} layers is needed")
        blocks = []
    made = (_block(fields, Fields(block, path="block_configs.", refusals=fields.refusals)) for block in blocks)
    architecture = Architecture(
        model_type="",
        hidden=fields.size("hidden_size"),
        vocabulary=fields.size("vocab_size"),
        layers=repeated(made),
        tied=False,
    )
    return finished(fields, architecture)


def _block(fields: Fields, block: Fields) -> Layer:
    attention, network = block.section("attention"), block.section("ffn")
    for part in filter(None, (attention, network)):
        for name in ("replace_with_linear", "sparsify", "num_sink_tokens", "window_length"):
            part.only(name, False)  # noqa: FBT003 (the value in the file)
    heads = fields.size("num_attention_heads")
    has_attention = attention is not None and not attention.flag("no_op")
    has_network = network is not None and not network.flag("no_op")
    group = attention.size("n_heads_in_group") if attention and has_attention else 1
    full = grouped_query(fields, Rules())
    multiplier = network.number("ffn_mult", largest=_MOST_RATIO) if network and has_network else 0
    width = int(2 * multiplier * fields.size("hidden_size") / 3)
    mlp = DenseMLP(-(-width // _NAS_MULTIPLE) * _NAS_MULTIPLE)
    return Layer(
        replace(full, kv_heads=max(1, heads // group)) if has_attention else None,
        mlp if has_network else None,
        has_attention + has_network,
    )


def read_cross_attention(fields: Fields) -> Architecture:
    """Read the text model of Llama 3.2 Vision: some layers attend to the image instead of to the text.

    The embedding has eight rows more than the head (transformers 5.24.0, MllamaTextModel).
    """
    layers = layer_count(fields)
    full = grouped_query(fields, Rules())
    crossing = set(fields.sizes("cross_attention_layers"))
    mlp = DenseMLP(fields.size("intermediate_size"))
    cross = replace(full, query_norm=full.head_dim, key_norm=full.head_dim)
    gates = (Tensors("attention", "other", (1,), 2),)
    near, across = Layer(full, mlp), Layer(None, mlp, cross_attention=cross, other=gates)
    rows = fields.size("vocab_size")
    architecture = Architecture(
        model_type="",
        hidden=fields.size("hidden_size"),
        vocabulary=rows + 8,
        layers=tuple(across if index in crossing else near for index in range(layers)),
        tied=False,
        head_rows=rows,
    )
    return replace(finished(fields, architecture), tied=False)
