"""What llama.cpp and its kin hold, as terms: cells for every sequence, the embedding on the host, layers that fit."""

from collections.abc import Iterable
from dataclasses import replace
from math import ceil

from pliego.resolve.model import Demand, ResolvedWorkload
from pliego.sizing.cells import PADDING
from pliego.sizing.host_layers import embedding_bytes, offload
from pliego.sizing.load import tokens_term
from pliego.sizing.parameters import Part
from pliego.sizing.terms import Input, OffloadedLayers, Term
from pliego.sizing.weights import held_weights


def in_cells(workload: ResolvedWorkload) -> bool:
    """Say whether the engine allocates cells when it starts, not blocks as tokens come."""
    return workload.engine is not None and workload.engine.rule == "llama.cpp"


def peak_tokens_term(
    workload: ResolvedWorkload, demand: Demand, sequences: Term, held: tuple[Term, Term]
) -> Term | None:
    """Return T. An engine with cells shares them evenly among its sequences, so that each has those of the longest.

    Cells come in multiples of 256. Where no longest request is stated, T is that of the demand.
    """
    term = tokens_term(demand, sequences, held)
    if term is None or not in_cells(workload) or demand.input.max is None or demand.output.max is None:
        return term
    longest = demand.input.max + demand.output.max
    longest = min(longest, demand.limit.tokens) if demand.limit else longest
    cells = PADDING * ceil(longest / PADDING)
    count = Input("n", sequences.key, sequences.value, "sequences")
    value = round(sequences.value * cells)
    inputs = (count, Input("c", "cells_each", cells, "tokens"))
    return replace(term, value=value, low=value, high=value, formula="n × c", inputs=inputs, range_key="exact")


def loaded_weights(part: Part, workload: ResolvedWorkload) -> Term | None:
    """Return W on an accelerator: llama.cpp and its kin keep a token embedding that is not the head too on the host."""
    term, number_format, architecture = held_weights(part, workload), workload.weights, part.architecture
    if term is None or not in_cells(workload) or number_format is None or not part.begins:
        return term
    if architecture.tied or architecture.kind != "decoder":
        return term
    host = round(embedding_bytes(part, number_format) / part.tensor_parallel)
    left = max(0, term.value - host) / term.value
    return replace(
        term,
        value=term.value - host,
        low=round(term.low * left),
        high=round(term.high * left),
        formula=f"{term.formula} − e",
        inputs=(*term.inputs, Input("e", "host_embedding", host, "B")),
    )


def offloaded_layers(
    part: Part, workload: ResolvedWorkload, cards: int, visible: float, beside: Iterable[Term], cache: Term
) -> OffloadedLayers | None:
    """Return how many layers fit on `cards` beside compute buffers and driver contexts; the others stay on the host."""
    if not in_cells(workload) or workload.weights is None:
        return None
    room = cards * (visible - sum(term.value for term in beside))
    layers = len(part.layers)
    found = offload(part, workload.weights, room, cache.value / layers)
    return OffloadedLayers(found.layers, layers, found.on_host)
