"""What an engine loads beside the model: slots for adapters, and what drafts tokens ahead of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pliego.catalog.architecture import Architecture, Tensors
from pliego.catalog.number_formats import NumberFormat
from pliego.resolve.model import Adapters, FactSource, ResolvedWorkload
from pliego.sizing.kv_cache import per_token_term
from pliego.sizing.parameters import Part, caching_layers, whole
from pliego.sizing.tensors import layer_tensors
from pliego.sizing.terms import Input, Missing, Source, Term
from pliego.sizing.weights import BITS, weights_term

_ADAPTED: Final = ("attention", "mlp", "shared_experts", "linear_attention_or_ssm")
"""Groups whose matrices an adapter has a pair for; routed experts are not among them."""

_GATED: Final = ("mlp", "shared_experts")
"""Groups in which one matrix holds the two halves of a gate: each half has a pair of its own."""

_ADAPTER_BYTES: Final = 2
_MATRIX: Final = 2


def beside_terms(part: Part, workload: ResolvedWorkload) -> tuple[Term, ...]:
    """Return the bytes of adapters and of draft weights on the accelerator that holds `part`, as far as stated."""
    terms = []
    if workload.adapters is not None:
        terms.append(adapters_term(part, workload.adapters, workload.name))
    draft = draft_weights_term(part, workload) if part.ends else None
    return (*terms, draft) if draft is not None else tuple(terms)


def adapters_term(part: Part, adapters: Adapters, workload: str) -> Term:
    """Return the slots that vLLM fills with zeros when it starts: `max_loras` of them, each at `max_lora_rank`.

    A slot has a matrix of rank x input and one of output x rank for each linear layer (`create_lora_weights` in
    base_linear.py); accelerators that share a layer share the side that is divided, and hold the other whole.
    Published: 41,943,040 parameters for Llama-3.1-8B at rank 16, 19,988,480 for Llama-2-7B at rank 8.
    """
    widths = adapted_widths(part)
    path = ("workloads", workload, "precision", "runtime", "adapters")
    inputs = (
        Input("a", "adapter_slots", adapters.count, "", (*path, "count")),
        Input("r", "adapter_rank", adapters.rank, "", (*path, "rank")),
        Input("w", "adapted_widths", widths, ""),
    )
    value = _ADAPTER_BYTES * adapters.count * adapters.rank * widths
    origin = (Source("spec"), Source("catalog", "vllm-project/vllm lora/layers/base_linear.py"))
    return Term("adapters", "W_a", value, "B", "2 × a × r × w", inputs, origin, value, value)


def adapted_widths(part: Part, *, attention_only: bool = False) -> int:
    """Return input and output of the adapted layers of a part, summed: the parameters of adapters of rank 1."""
    groups = ("attention",) if attention_only else _ADAPTED
    hidden, ranks = part.architecture.hidden, part.tensor_parallel
    tensors = (one for layer in part.layers for one in layer_tensors(layer, hidden) if one.group in groups)
    return sum(_widths(one, hidden, ranks) for one in tensors)


def _widths(tensor: Tensors, hidden: int, ranks: int) -> int:
    """Return input and output of linear layers on one accelerator, summed over tensors of the kind; 0 for others."""
    if tensor.kind != "linear" or len(tensor.shape) != _MATRIX:
        return 0
    output, given = tensor.shape
    if tensor.units == 1:
        return tensor.count * (output + given)
    halves = 2 if tensor.group in _GATED and (output, given) == (2 * tensor.units, hidden) else 1
    whole_side, divided = (output, given) if output == hidden and halves == 1 else (given, output)
    return tensor.count * (halves * whole_side + -(-divided // min(ranks, tensor.units)))


def draft_weights_term(part: Part, workload: ResolvedWorkload) -> Term | None:
    """Return the weights of what drafts, in its own format or that of the model; None where nothing drafts."""
    drafted = draft_part(part, workload)
    number_format = (workload.draft.weights if workload.draft else None) or workload.weights
    if drafted is None or number_format is None or workload.draft is None:
        return None
    term = weights_term(drafted, number_format, _source(workload), workload.name)
    join = 0 if workload.draft.architecture else _join_bytes(part.architecture, number_format)
    more = (Input("e", "draft_join", join, "B"),) if join else ()
    formula = f"{term.formula} + e" if join else term.formula
    value = term.value + join
    return replace(
        term,
        key="draft_weights",
        symbol="W_d",
        value=value,
        low=value,
        high=value,
        formula=formula,
        inputs=(*term.inputs, *more),
    )


def _join_bytes(architecture: Architecture, number_format: NumberFormat) -> int:
    """Return the matrix that joins the hidden state of the model with the embedding of a token: twice the width."""
    return round(2 * architecture.hidden**2 * number_format.bits_per_weight / BITS)


def draft_cache_term(part: Part, workload: ResolvedWorkload) -> Term | None:
    """Return the bytes of a token in the layers that draft: they are further layers of the same pool.

    Llama-3.1-8B with EAGLE has 33 layers there.
    """
    drafted = draft_part(part, workload)
    if drafted is None or workload.kv_cache is None:
        return None
    term = per_token_term(drafted, workload.kv_cache, _source(workload), workload.name)
    return replace(term, key="draft_cache_per_token", symbol="k_d")


def missing_draft(workload: ResolvedWorkload) -> Iterator[Missing]:
    """Say that what drafts is stated and not known: a model of no catalog, or layers that the model has none alike."""
    precision = workload.stated.precision if workload.stated else None
    stated = precision.runtime.draft if precision is not None and precision.runtime is not None else None
    architecture = workload.model.architecture
    if (stated is None and workload.draft is None) or architecture is None:
        return
    if draft_part(whole(architecture), workload) is None:
        yield Missing("draft_weights", (), "draft")


def draft_part(part: Part, workload: ResolvedWorkload) -> Part | None:
    """Return what drafts as a part of an architecture: a whole model, or layers between embedding and head of its own.

    Layers are those that the model has for it, else like its last one that caches; None where none does.
    """
    draft = workload.draft
    if draft is None:
        return None
    if draft.architecture is not None:
        return whole(draft.architecture, part.tensor_parallel)
    architecture = part.architecture
    own = architecture.prediction.layers if architecture.prediction else ()
    caching = set(caching_layers(whole(architecture)))
    like = own[0] if own else next((one for one in reversed(architecture.layers) if one.attention in caching), None)
    if like is None or architecture.kind == "encoder":
        return None
    edge = architecture.layers[0]
    extended = replace(architecture, layers=(edge, *((like,) * draft.layers), edge))
    return Part(extended, part.tensor_parallel, 1, 1 + draft.layers)


def _source(workload: ResolvedWorkload) -> FactSource | None:
    draft = workload.draft
    return draft.source if draft is not None and draft.source is not None else workload.model.source
