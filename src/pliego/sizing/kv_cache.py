"""Bytes of the KV cache: for a token, for a request, for the peak."""

from pliego.catalog.facts import NumberFormat
from pliego.resolve.model import Demand, FactSource, Lengths
from pliego.sizing.parameters import Part, kv_heads_on_each
from pliego.sizing.terms import Input, Source, Term
from pliego.sizing.weights import BITS, sources


def kv_cache_bytes(part: Part, number_format: NumberFormat) -> int:
    """Return the bytes of one token on one accelerator: a key and a value in each head of each layer."""
    width = sum(kv_heads_on_each(layer, part.tensor_parallel) * layer.attention.head_dim for layer in part.layers)
    return 2 * width * number_format.bits_per_cache_value // BITS


def per_token_term(part: Part, number_format: NumberFormat, source: FactSource | None, workload: str) -> Term:
    """Return k. Published: 131,072 B for Llama-3.1-8B and 327,680 B for Llama-3.1-70B in bf16."""
    value = kv_cache_bytes(part, number_format)
    layer = part.layers[0]
    inputs = (
        Input("L", "layers", len(part.layers), ""),
        Input("h", "kv_heads", kv_heads_on_each(layer, part.tensor_parallel), ""),
        Input("d", "head_dim", layer.attention.head_dim, ""),
        Input(
            "c",
            "bytes_per_cache_value",
            number_format.bits_per_cache_value // BITS,
            "B",
            ("workloads", workload, "precision", "kv_cache"),
        ),
    )
    return Term(
        "kv_cache_per_token",
        "k",
        value,
        "B/token",
        "2 × L × h × d × c",
        inputs,
        sources(source),
        value,
        value,
    )


def request_terms(per_token: Term, demand: Demand, workload: str) -> tuple[Term, ...]:
    """Return the KV cache of a median, 95th percentile and longest request, as far as stated."""
    terms = []
    for name, sign in (("typical", "50"), ("p95", "95"), ("max", "max")):
        given = _length(demand.input, name), _length(demand.output, name)
        if given[0] is None or given[1] is None:
            continue
        path = ("workloads", workload, "context")
        inputs = (
            Input("k", per_token.key, per_token.value, "B/token"),
            Input("i", f"input_{name}", given[0], "tokens", (*path, "input", name)),
            Input("o", f"output_{name}", given[1], "tokens", (*path, "output", name)),
        )
        value = per_token.value * (given[0] + given[1])
        key = f"kv_cache_request_{name}"
        terms.append(Term(key, f"K_{sign}", value, "B", "k × (i + o)", inputs, (Source("spec"),), value, value))
    return tuple(terms)


def peak_term(per_token: Term, tokens: Term) -> Term:
    """Return K: the tokens held at the peak times the bytes of each."""
    inputs = (
        Input("k", per_token.key, per_token.value, "B/token"),
        Input("T", tokens.key, tokens.value, "tokens"),
    )
    return Term(
        "kv_cache_peak",
        "K",
        per_token.value * tokens.value,
        "B",
        "k × T",
        inputs,
        (Source("arithmetic"),),
        per_token.value * tokens.low,
        per_token.value * tokens.high,
        tokens.range_key,
    )


def _length(lengths: Lengths, name: str) -> int | None:
    return {"typical": lengths.typical, "p95": lengths.p95, "max": lengths.max}[name]
