"""Encoder models for embeddings and reranking, and Whisper."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from pliego.catalog.architecture import (
    Architecture,
    DenseMLP,
    Encoder,
    GroupedQueryAttention,
    Layer,
    Tensors,
    Window,
)
from pliego.catalog.families.stated import attention_kinds, finished, layer_count
from pliego.catalog.fields import Fields


@dataclass(frozen=True, slots=True)
class EncoderRules:
    """What an encoder family leaves unsaid; `positions` says whether it has a table of positions."""

    positions: bool = True
    attention_bias: bool = True
    mlp: Literal["biased", "gated", "gated with output bias"] = "biased"
    pooler: bool = True
    types: int = 2


FAMILIES: Final = {
    "bert": EncoderRules(),
    "roberta": EncoderRules(),
    "xlm-roberta": EncoderRules(),
    "nomic_bert": EncoderRules(positions=False, attention_bias=False, mlp="gated", pooler=False),
    "gte": EncoderRules(positions=False, mlp="gated with output bias", pooler=False, types=1),
}
"""Rules by model type (classes of transformers 5.24.0). `new` is the published name of gte's type."""


def read_encoder(fields: Fields, rules: EncoderRules) -> Architecture:
    """Read a family of layer norms with biases behind each part."""
    layers = layer_count(fields)
    fields.only("position_embedding_type", "absolute", "rope")
    hidden, heads = fields.size("hidden_size"), fields.size("num_attention_heads")
    if hidden % heads:
        fields.refuse("hidden_size", f"it must be a multiple of {heads} attention heads")
    fields.ignore("head_dim", "is_encoder_decoder")
    attention = GroupedQueryAttention(heads, heads, max(1, hidden // heads), rules.attention_bias, rules.attention_bias)
    intermediate = fields.size("intermediate_size")
    biased = rules.mlp == "biased"
    other = (Tensors("mlp", "bias", (hidden,)),) if rules.mlp == "gated with output bias" else ()
    layer = Layer(attention, DenseMLP(intermediate, bias=biased, gated=not biased), 4, other=other)
    architecture = Architecture(
        model_type="",
        hidden=hidden,
        vocabulary=fields.size("vocab_size"),
        layers=(layer,) * layers,
        tied=False,
        kind="encoder",
        head=False,
        final_norms=0,
        before=_tables(fields, rules, hidden),
        after=_outputs(fields, rules, hidden),
    )
    return replace(finished(fields, architecture), tied=False)


def _tables(fields: Fields, rules: EncoderRules, hidden: int) -> tuple[Tensors, ...]:
    types = fields.size("type_vocab_size", rules.types, least=0)
    tables = [Tensors("embedding", "embedding", (types, hidden))] if types else []
    if rules.positions:
        tables.append(Tensors("embedding", "embedding", (fields.size("max_position_embeddings"), hidden)))
    return (*tables, Tensors("norms", "norm", (hidden,), 2))


def _outputs(fields: Fields, rules: EncoderRules, hidden: int) -> tuple[Tensors, ...]:
    """Return what stands on the last layer: a pooler, or a classifier of as many columns as there are labels."""
    listed = fields.raw("architectures")
    name = listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], str) else ""
    dense = Tensors("head", "linear", (hidden, hidden)), Tensors("head", "bias", (hidden,))
    if not name.endswith("ForSequenceClassification"):
        return dense if rules.pooler else ()
    labels = fields.raw("id2label")
    columns = len(labels) if isinstance(labels, dict) and labels else fields.size("num_labels", 1, largest=100_000)
    return (*dense, Tensors("head", "linear", (columns, hidden)), Tensors("head", "bias", (columns,)))


def read_modernbert(fields: Fields) -> Architecture:
    """Read ModernBERT: two of three layers see a window, gated networks, no biases; the first has one norm less."""
    layers = layer_count(fields)
    hidden, heads = fields.size("hidden_size"), fields.size("num_attention_heads")
    if hidden % heads:
        fields.refuse("hidden_size", f"it must be a multiple of {heads} attention heads")
    every = fields.size("global_attn_every_n_layers", 3)
    kinds = attention_kinds(fields, layers, ("full_attention", "sliding_attention"))
    kinds = kinds or tuple("sliding_attention" if index % every else "full_attention" for index in range(layers))
    bias = fields.flag("attention_bias")
    full = GroupedQueryAttention(heads, heads, max(1, hidden // heads), bias, bias)
    near = replace(full, window=Window(fields.size("local_attention", 128)))
    vectors = 2 if fields.flag("norm_bias") else 1
    mlp = DenseMLP(fields.size("intermediate_size"), fields.flag("mlp_bias"))
    made = tuple(
        Layer(near if kind == "sliding_attention" else full, mlp, vectors * (2 if index else 1))
        for index, kind in enumerate(kinds)
    )
    architecture = Architecture(
        model_type="",
        hidden=hidden,
        vocabulary=fields.size("vocab_size"),
        layers=made,
        tied=False,
        kind="encoder",
        head=False,
        final_norms=vectors,
        before=(Tensors("norms", "norm", (hidden,), vectors),),
        after=_modernbert_head(fields, hidden),
    )
    return replace(finished(fields, architecture), tied=False)


def _modernbert_head(fields: Fields, hidden: int) -> tuple[Tensors, ...]:
    listed = fields.raw("architectures")
    if not (isinstance(listed, list) and listed and str(listed[0]).endswith("ForSequenceClassification")):
        return ()
    labels = fields.raw("id2label")
    columns = len(labels) if isinstance(labels, dict) and labels else 1
    dense = Tensors("head", "linear", (hidden, hidden)), Tensors("norms", "norm", (hidden,))
    return (*dense, Tensors("head", "linear", (columns, hidden)), Tensors("head", "bias", (columns,)))


def read_whisper(fields: Fields) -> Architecture:
    """Read Whisper: two convolutions and an encoder over 30 s of sound, a decoder that attends to both."""
    fields.ignore("is_encoder_decoder", "hidden_size", "num_hidden_layers")
    hidden = fields.size("d_model")
    encoder, decoder = _whisper_layer(fields, "encoder", hidden), _whisper_layer(fields, "decoder", hidden)
    crossed = replace(decoder, cross_attention=_whisper_attention(fields, "decoder", hidden), norms=6)
    bins, positions = fields.size("num_mel_bins", 80), fields.size("max_source_positions", 1500)
    targets = fields.size("max_target_positions", 448)
    tensors = (
        Tensors("other", "convolution", (hidden, bins, 3)),
        Tensors("other", "convolution", (hidden, hidden, 3)),
        Tensors("other", "bias", (hidden,), 2),
        Tensors("embedding", "embedding", (positions, hidden)),
        Tensors("norms", "norm", (hidden,), 2),
    )
    architecture = Architecture(
        model_type="",
        hidden=hidden,
        vocabulary=fields.size("vocab_size"),
        layers=(crossed,) * layer_count(fields, "decoder_layers"),
        tied=True,
        kind="encoder-decoder",
        final_norms=2,
        before=(Tensors("embedding", "embedding", (targets, hidden)),),
        encoder=Encoder((encoder,) * layer_count(fields, "encoder_layers"), positions, tensors),
    )
    architecture = finished(fields, architecture, tied=True)
    return replace(architecture, max_positions=targets)


def _whisper_layer(fields: Fields, side: str, hidden: int) -> Layer:
    mlp = DenseMLP(fields.size(f"{side}_ffn_dim"), bias=True, gated=False)
    return Layer(_whisper_attention(fields, side, hidden), mlp, 4)


def _whisper_attention(fields: Fields, side: str, hidden: int) -> GroupedQueryAttention:
    """Return attention in which keys have no bias."""
    heads = fields.size(f"{side}_attention_heads")
    if hidden % heads:
        fields.refuse("d_model", f"it must be a multiple of {heads} attention heads")
    head_dim = max(1, hidden // heads)
    return GroupedQueryAttention(heads, heads, head_dim, qkv_bias=True, output_bias=True, key_bias=False)
