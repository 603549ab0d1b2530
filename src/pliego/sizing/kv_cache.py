"""Bytes of the KV cache: for a token, for a sequence beside its tokens, for a request, for the peak."""

from collections import Counter
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from pliego.catalog.architecture import (
    CachingAttention,
    CompressedAttention,
    GroupedQueryAttention,
    LatentAttention,
)
from pliego.catalog.number_formats import NumberFormat
from pliego.resolve.model import Demand, FactSource, Lengths
from pliego.sizing.cache_blocks import BlockLayout, block_layout
from pliego.sizing.cache_rates import CacheFormat, cache_format, cache_rates, heads_on_each, index_bytes
from pliego.sizing.cache_setting import CacheSetting
from pliego.sizing.cells import Cells
from pliego.sizing.parameters import Part, caching_layers
from pliego.sizing.terms import Input, Source, Term
from pliego.sizing.weights import BITS, sources

_AS_VLLM: Final = Source("assumption", "a cache in blocks of 16 tokens where no release of an engine is named")

_WIDE: Final = 16

_FAR: Final = 10_000_000
"""Longer than any window."""


@dataclass(frozen=True, slots=True)
class CacheTerms:
    """What a token takes, what a sequence takes beside its tokens, and what a step takes beyond windows.

    `draft` is what a token takes in layers that draft. All but the first are None where that is nothing.
    """

    per_token: Term
    per_sequence: Term | None = None
    step: Term | None = None
    draft: Term | None = None

    @property
    def each_token(self) -> float:
        """Bytes of a token in all layers, those that draft among them."""
        return self.per_token.value + (self.draft.value if self.draft else 0)


def kv_cache_bytes(part: Part, number_format: NumberFormat) -> float:
    """Return the bytes of one token on one accelerator, in all layers: a key and a value in each head of each layer."""
    form = cache_format(number_format, part.tensor_parallel)
    return cache_rates(part, form).every_token if form else 0


def cache_terms(
    part: Part,
    number_format: NumberFormat,
    source: FactSource | None,
    workload: str,
    setting: CacheSetting | None = None,
) -> CacheTerms | None:
    """Return k and z; None for a format that no cache is stored in, or a model without a cache.

    What follows from blocks is that of vLLM where no engine is named, and says so.
    """
    setting = setting or CacheSetting()
    found = _cache_terms(part, number_format, source, workload, setting)
    if found is None or setting.release is not None:
        return found
    blocks = any(one.key == "block_bytes" for one in found.per_token.inputs)
    return CacheTerms(
        _as_vllm(found.per_token) if blocks else found.per_token,
        _as_vllm(found.per_sequence) if found.per_sequence else None,
        _as_vllm(found.step) if found.step else None,
        found.draft,
    )


def _as_vllm(term: Term) -> Term:
    return replace(term, sources=(*term.sources, _AS_VLLM), range_key="assumed")


def _cache_terms(
    part: Part,
    number_format: NumberFormat,
    source: FactSource | None,
    workload: str,
    setting: CacheSetting,
) -> CacheTerms | None:
    """Return k and z by the engine of the setting.

    Where some layers have a window or keep a state, vLLM's blocks hold a page of a whole group of layers, with empty
    slots where a kind has fewer: k then follows the blocks.
    """
    form = cache_format(number_format, part.tensor_parallel)
    if form is None or part.architecture.kind == "encoder":
        return None
    latent = setting.release.latent if setting.release else form.latent
    if latent != form.latent and any(isinstance(one, LatentAttention) for one in caching_layers(part)):
        return _of_layers(part, replace(form, latent=latent), setting, source)
    if not cache_rates(part, form).hybrid:
        per_token = per_token_term(part, number_format, source, workload)
        return CacheTerms(per_token, _tail(per_token, setting.block))
    if setting.grouped:
        return _of_blocks(part, form, setting, source)
    return _of_layers(part, form, setting, source)


def per_token_term(part: Part, number_format: NumberFormat, source: FactSource | None, workload: str) -> Term:
    """Return k. Published in bf16: 131,072 B for Llama-3.1-8B, 327,680 B for its 70B, 70,272 B for DeepSeek-V3."""
    value = _whole(kv_cache_bytes(part, number_format))
    bits = number_format.bits_per_cache_value or 0
    width = Input("c", "bytes_per_cache_value", bits / BITS, "B", ("workloads", workload, "precision", "kv_cache"))
    kinds = Counter(caching_layers(part))
    formulas: list[str] = []
    inputs: list[Input] = []
    for number, (attention, layers) in enumerate(kinds.items(), start=1):
        mark = f"_{number}" if len(kinds) > 1 else ""
        formula, given = _of_kind(attention, layers, part.tensor_parallel, mark)
        formulas.append(formula)
        inputs += given
    formula = " + ".join(formulas) or "c × 0"
    return _exact("kv_cache_per_token", "k", value, "B/token", formula, (*inputs, width), source)


def _of_kind(attention: CachingAttention, layers: int, ranks: int, mark: str) -> tuple[str, list[Input]]:
    """Return formula and inputs for the layers of one kind."""
    count = Input(f"L{mark}", "layers", layers, "")
    match attention:
        case GroupedQueryAttention():
            heads = Input(f"h{mark}", "kv_heads", heads_on_each(attention.kv_heads, ranks), "")
            dim = Input(f"d{mark}", "head_dim", attention.head_dim, "")
            if attention.value_width == attention.head_dim:
                formula, inputs = f"2 × L{mark} × h{mark} × d{mark} × c", [count, heads, dim]
            else:
                value = Input(f"e{mark}", "value_dim", attention.value_width, "")
                formula, inputs = f"L{mark} × h{mark} × (d{mark} + e{mark}) × c", [count, heads, dim, value]
            indexer = attention.indexer
        case LatentAttention():
            rank = Input(f"r{mark}", "latent_rank", attention.kv_rank, "")
            rope = Input(f"p{mark}", "rope_dim", attention.rope_dim, "")
            formula, inputs, indexer = f"L{mark} × (r{mark} + p{mark}) × c", [count, rank, rope], attention.indexer
        case CompressedAttention():
            dim = Input(f"d{mark}", "head_dim", attention.head_dim, "")
            ratio = Input(f"ρ{mark}", "compression", attention.ratio or 1, "")
            formula, inputs, indexer = f"L{mark} × d{mark} × c / ρ{mark}", [count, dim, ratio], attention.indexer
    if indexer is None:
        return formula, inputs
    shared = f" / ρ{mark}" if isinstance(attention, CompressedAttention) else ""
    index = Input(f"x{mark}", "index_bytes", index_bytes(indexer), "B")
    return f"{formula} + L{mark} × x{mark}{shared}", [*inputs, index]


def _tail(per_token: Term, block: int) -> Term | None:
    """Return z where it is the unused half of the last block alone."""
    if block <= 1:
        return None
    tokens = Input("b", "block_tokens", block, "tokens")
    inputs = (Input("k", per_token.key, per_token.value, "B/token"), tokens)
    value = round(per_token.value * (block - 1) / 2)
    return _exact("kv_cache_per_sequence", "z", value, "B", "k × (b − 1) / 2", inputs, None)


def _of_blocks(part: Part, form: CacheFormat, setting: CacheSetting, source: FactSource | None) -> CacheTerms:
    """Return k, z and p from blocks: z is the unused half of the last blocks, full windows, and states.

    What is behind a window is freed, but the tokens of a step are held until it ends: p, once for all sequences.
    """
    blocks = block_layout(part, form, setting.block, _state_blocks(setting), grouped=True)
    size = Input("B", "block_bytes", round(blocks.bytes), "B")
    tokens = Input("b", "block_tokens", blocks.tokens, "tokens")
    whole_groups = sum(one.groups for one in blocks.groups if one.window is None and not one.state)
    groups = Input("g", "whole_groups", whole_groups, "")
    value = _whole(blocks.bytes * whole_groups / blocks.tokens)
    per_token = _exact("kv_cache_per_token", "k", value, "B/token", "B × g / b", (size, groups, tokens), source)
    beside = Input("s", "blocks_beside", _beside(blocks, setting), "")
    half = whole_groups * (blocks.tokens - 1) / (2 * blocks.tokens)
    bytes_beside = round(blocks.bytes * (beside.value + half))
    formula = "B × (s + g × (b − 1) / (2 × b))"
    inputs = (size, beside, groups, tokens)
    per_sequence = _exact("kv_cache_per_sequence", "z", bytes_beside, "B", formula, inputs, source)
    return CacheTerms(per_token, per_sequence, _step(blocks, size, setting, source))


def _step(blocks: BlockLayout, size: Input, setting: CacheSetting, source: FactSource | None) -> Term | None:
    """Return p, the blocks of one step in groups with a window; None without such groups."""
    windows = [one for one in blocks.groups if one.window is not None]
    if not windows:
        return None
    number = sum(one.groups * ceil(setting.step / one.tokens) for one in windows)
    inputs = (size, Input("j", "blocks_of_step", number, ""))
    return _exact("kv_cache_step", "p", round(blocks.bytes * number), "B", "B × j", inputs, source)


def _beside(blocks: BlockLayout, setting: CacheSetting) -> int:
    """Return the blocks that a sequence takes in groups with a window or a state."""
    found = 0
    for group in blocks.groups:
        if group.state or group.window is not None:
            found += group.groups * blocks.of_group(group, setting.longest or _FAR, 0)
    return found


def _state_blocks(setting: CacheSetting) -> int:
    return setting.release.state_blocks if setting.release else 1


def _of_layers(part: Part, form: CacheFormat, setting: CacheSetting, source: FactSource | None) -> CacheTerms:
    """Return k and z for engines without groups: windows in full or as cells of the window, states as they are."""
    rates = cache_rates(part, form)
    in_cells = setting.release is not None and setting.release.windows == "cells"
    value = _whole(rates.token if in_cells else rates.every_token)
    each = Input("k", "bytes_of_layers", value, "B/token")
    per_token = _exact("kv_cache_per_token", "k", value, "B/token", "k", (each,), source)
    held = 0.0
    if in_cells:
        cells = Cells(setting.longest or _FAR, 1, setting.step, unified=False)
        windows = cache_rates(part, _window_form(form, setting)).windows
        held = sum(cells.of_window(window) * each_token for window, each_token in windows)
    inputs = (Input("y", "window_bytes", round(held), "B"), Input("s", "state_bytes", round(rates.state), "B"))
    beside = round(held + rates.state)
    return CacheTerms(
        per_token, _exact("kv_cache_per_sequence", "z", beside, "B", "y + s", inputs, source) if beside else None
    )


def _window_form(form: CacheFormat, setting: CacheSetting) -> CacheFormat:
    """Return the format of layers with a window, which some releases keep in 16 bit."""
    if setting.release is None or not setting.release.window_16_bit:
        return form
    return replace(form, key_bits=max(form.key_bits, _WIDE), value_bits=max(form.value_bits, _WIDE))


def request_terms(cache: CacheTerms, demand: Demand, workload: str) -> tuple[Term, ...]:
    """Return the KV cache of a median, 95th percentile and longest request, as far as stated."""
    terms = []
    beside, per_token = cache.per_sequence, cache.per_token
    more = (Input("z", beside.key, beside.value, "B"),) if beside else ()
    formula = "k × (i + o) + z" if beside else "k × (i + o)"
    for name, sign in (("typical", "50"), ("p95", "95"), ("max", "max")):
        given = _length(demand.input, name), _length(demand.output, name)
        if given[0] is None or given[1] is None:
            continue
        path = ("workloads", workload, "context")
        inputs = (
            Input("k", per_token.key, per_token.value, "B/token"),
            Input("i", f"input_{name}", given[0], "tokens", (*path, "input", name)),
            Input("o", f"output_{name}", given[1], "tokens", (*path, "output", name)),
            *more,
        )
        value = round(per_token.value * (given[0] + given[1]) + (beside.value if beside else 0))
        key = f"kv_cache_request_{name}"
        terms.append(Term(key, f"K_{sign}", value, "B", formula, inputs, (Source("spec"),), value, value))
    return tuple(terms)


def peak_term(cache: CacheTerms, tokens: Term) -> Term:
    """Return K: the tokens held at the peak times the bytes of each, and what sequences and a step take beside them."""
    per_token, beside = cache.per_token, cache.per_sequence
    inputs = [Input("k", per_token.key, per_token.value, "B/token"), Input("T", tokens.key, tokens.value, "tokens")]
    sequences = next((one for one in tokens.inputs if one.key == "concurrency_peak"), None)
    formula, fixed = "k × T", 0.0
    if cache.draft is not None:
        inputs.insert(1, Input(cache.draft.symbol, cache.draft.key, cache.draft.value, "B/token"))
        formula = "(k + k_d) × T"
    if beside is not None and sequences is not None:
        inputs += [Input("n", sequences.key, sequences.value, "sequences"), Input("z", beside.key, beside.value, "B")]
        formula, fixed = f"{formula} + n × z", sequences.value * beside.value
    if cache.step is not None:
        inputs.append(Input("p", cache.step.key, cache.step.value, "B"))
        formula, fixed = f"{formula} + p", fixed + cache.step.value
    return Term(
        "kv_cache_peak",
        "K",
        round(cache.each_token * tokens.value + fixed),
        "B",
        formula,
        tuple(inputs),
        (Source("arithmetic"),),
        round(cache.each_token * tokens.low + fixed),
        round(cache.each_token * tokens.high + fixed),
        tokens.range_key,
    )


def _exact(
    key: str, symbol: str, value: float, unit: str, formula: str, inputs: tuple[Input, ...], source: FactSource | None
) -> Term:
    origin = sources(source) or (Source("arithmetic"),)
    return Term(key, symbol, value, unit, formula, inputs, origin, value, value)


def _whole(value: float) -> float:
    """Return a whole number of bytes as one."""
    return int(value) if float(value).is_integer() else value


def _length(lengths: Lengths, name: str) -> int | None:
    return {"typical": lengths.typical, "p95": lengths.p95, "max": lengths.max}[name]
