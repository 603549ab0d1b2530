"""Decoder families whose layers are grouped-query attention and one dense network.

What a configuration leaves unsaid follows the configuration classes of the transformers library 5.24.0.
"""

from dataclasses import dataclass, replace
from typing import Final

from pliego.catalog.architecture import (
    Architecture,
    Attention,
    DenseMLP,
    FeedForward,
    GroupedQueryAttention,
    Layer,
    Window,
)
from pliego.catalog.families.stated import (
    attention_kinds,
    finished,
    layer_count,
    proportions,
    repeated,
)
from pliego.catalog.fields import Fields


@dataclass(frozen=True, slots=True)
class Rules:
    """What a model type leaves unsaid. `*_bias` is `never`, `always` or the field that decides it.

    `query_key_norm` is `none`, `head` (one vector of the head size), `heads` (a vector over all heads) or, with
    a leading `?`, that kind where the field use_qk_norm says so. `window` names how windows are declared: `none`,
    `all` (sliding_window holds for each layer), `switch` (use_sliding_window and max_window_layers) or `pattern`
    (layer_types, or every n-th layer is full: `full_every`). `norms` counts vectors of a layer, `final_norms`
    those after the last.
    """

    tied: bool = False
    kv_heads_required: bool = False
    head_dim: int | None = None
    qkv_bias: str = "attention_bias"
    output_bias: str = "attention_bias"
    mlp_bias: str = "never"
    gated: bool = True
    query_key_norm: str = "none"
    norms: int = 2
    final_norms: int = 1
    window: str = "none"
    window_tokens: int | None = None
    full_every: int = 0


def read_dense(fields: Fields, rules: Rules) -> Architecture:
    """Read a family by its rules."""
    layers = layer_count(fields)
    mlp = DenseMLP(fields.size("intermediate_size"), _switch(fields, rules.mlp_bias), rules.gated)
    return finished(
        fields, assembled(fields, rules, attentions(fields, rules, layers), (mlp,) * layers), tied=rules.tied
    )


def assembled(
    fields: Fields, rules: Rules, attention: tuple[Attention, ...], feed_forward: tuple[FeedForward, ...]
) -> Architecture:
    """Put the parts of each layer together."""
    pairs = zip(attention, feed_forward, strict=True)
    return Architecture(
        model_type="",
        hidden=fields.size("hidden_size"),
        vocabulary=fields.size("vocab_size"),
        layers=repeated(Layer(one, other, rules.norms) for one, other in pairs),
        tied=rules.tied,
        final_norms=rules.final_norms,
    )


def attentions(fields: Fields, rules: Rules, layers: int) -> tuple[GroupedQueryAttention, ...]:
    """Return the attention of each layer, with its window."""
    full = grouped_query(fields, rules)
    if not rules.query_key_norm.startswith("?"):
        fields.only("use_qk_norm", rules.query_key_norm != "none")
    windows = _windows(fields, rules, layers)
    return tuple(replace(full, window=window) if window else full for window in windows)


def grouped_query(fields: Fields, rules: Rules) -> GroupedQueryAttention:
    """Return the attention of a layer that sees the whole sequence."""
    heads = fields.size("num_attention_heads")
    kv_heads = fields.size("num_key_value_heads", None if rules.kv_heads_required else heads)
    head_dim = fields.optional_size("head_dim") or rules.head_dim
    proportions(fields, heads, kv_heads, explicit=head_dim is not None)
    head_dim = head_dim or max(1, fields.size("hidden_size") // heads)
    kind = rules.query_key_norm
    if kind.startswith("?"):
        kind = kind[1:] if fields.flag("use_qk_norm") else "none"
    over_heads = kind == "heads"
    return GroupedQueryAttention(
        heads=heads,
        kv_heads=kv_heads,
        head_dim=head_dim,
        qkv_bias=_switch(fields, rules.qkv_bias),
        output_bias=_switch(fields, rules.output_bias),
        query_norm=0 if kind == "none" else head_dim * (heads if over_heads else 1),
        key_norm=0 if kind == "none" else head_dim * (kv_heads if over_heads else 1),
    )


def _windows(fields: Fields, rules: Rules, layers: int) -> tuple[Window | None, ...]:
    tokens = fields.optional_size("sliding_window") or fields.optional_size("sliding_window_size")
    fields.ignore("attention_sink_size", "sliding_window_size")
    if rules.window == "none":
        attention_kinds(fields, layers, ("full_attention",))
        if tokens:
            fields.refuse("sliding_window", "this family is not known to attend over a window")
        return (None,) * layers
    if not tokens and not fields.is_null("sliding_window"):
        tokens = rules.window_tokens
    window = Window(tokens) if tokens else None
    kinds = attention_kinds(fields, layers, ("full_attention", "sliding_attention"))
    if rules.window == "switch":
        return _switched(fields, window, layers)
    if kinds:
        return tuple(window if kind == "sliding_attention" else None for kind in kinds)
    if rules.window == "all":
        return (window,) * layers
    every = fields.size("sliding_window_pattern", rules.full_every)
    return tuple(window if (index + 1) % every else None for index in range(layers))


def _switched(fields: Fields, window: Window | None, layers: int) -> tuple[Window | None, ...]:
    """Return the windows where a switch turns them on from layer `max_window_layers`."""
    if not fields.flag("use_sliding_window") or window is None:
        return (None,) * layers
    first = fields.size("max_window_layers", layers, least=0)
    return tuple(window if index >= first else None for index in range(layers))


def _switch(fields: Fields, rule: str) -> bool:
    return rule == "always" or (rule != "never" and fields.flag(rule))


FAMILIES: Final[dict[str, Rules]] = {
    "llama": Rules(mlp_bias="mlp_bias"),
    "mistral": Rules(kv_heads_required=True, qkv_bias="never", output_bias="never", window="all", window_tokens=4096),
    "ministral3": Rules(kv_heads_required=True, head_dim=128, qkv_bias="never", output_bias="never", window="all"),
    "ministral": Rules(kv_heads_required=True, qkv_bias="never", output_bias="never", window="all"),
    "qwen2": Rules(kv_heads_required=True, qkv_bias="always", output_bias="never", window="switch"),
    "qwen3": Rules(kv_heads_required=True, head_dim=128, query_key_norm="head", window="switch"),
    "phi3": Rules(qkv_bias="never", output_bias="never", window="all"),
    "olmo2": Rules(query_key_norm="heads"),
    "olmo3": Rules(query_key_norm="heads", window="pattern", window_tokens=4096, full_every=4),
    "granite": Rules(mlp_bias="mlp_bias"),
    "cohere": Rules(tied=True, query_key_norm="?heads", norms=1),
    "cohere2": Rules(tied=True, norms=1, window="pattern", window_tokens=4096, full_every=4),
    "glm": Rules(kv_heads_required=True, head_dim=128, output_bias="never"),
    "glm4": Rules(kv_heads_required=True, head_dim=128, output_bias="never", norms=4),
    "smollm3": Rules(tied=True, kv_heads_required=True, mlp_bias="mlp_bias", window="switch"),
    "gemma": Rules(tied=True, kv_heads_required=True, head_dim=256),
    "gemma2": Rules(
        tied=True, kv_heads_required=True, head_dim=256, norms=4, window="pattern", window_tokens=4096, full_every=2
    ),
    "gemma3_text": Rules(
        tied=True,
        kv_heads_required=True,
        head_dim=256,
        norms=4,
        query_key_norm="head",
        window="pattern",
        window_tokens=4096,
        full_every=6,
    ),
    "exaone4": Rules(
        kv_heads_required=True,
        qkv_bias="never",
        output_bias="never",
        query_key_norm="head",
        window="pattern",
        window_tokens=4096,
        full_every=4,
    ),
    "seed_oss": Rules(kv_heads_required=True, head_dim=128, output_bias="attention_out_bias", mlp_bias="mlp_bias"),
    "ernie4_5": Rules(
        tied=True,
        kv_heads_required=True,
        head_dim=128,
        qkv_bias="use_bias",
        output_bias="use_bias",
        mlp_bias="use_bias",
    ),
    "nemotron": Rules(norms=4, final_norms=2, gated=False, mlp_bias="mlp_bias"),
    "starcoder2": Rules(
        tied=True,
        norms=4,
        final_norms=2,
        gated=False,
        qkv_bias="use_bias",
        output_bias="use_bias",
        mlp_bias="use_bias",
        window="all",
    ),
}
"""Rules by model type. Bias, head size, tying and window are defaults of the family's configuration class."""
