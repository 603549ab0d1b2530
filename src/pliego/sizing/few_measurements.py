"""The overheads of engines of which a handful of machines was measured: their own rules, with ranges that say so.

The activation peak is vLLM's rule of the forward pass at the engine's own step: the same layers are passed through.
Its range, like that of graphs and runtime, holds what was measured and more (see the notes of the catalog rows).
"""

from dataclasses import replace
from typing import Final

from pliego.catalog.engines import EngineRelease, FewFigures, Spread
from pliego.sizing.activation import ACTIVATION_BYTES, expert_columns, layer_columns
from pliego.sizing.engine import Engine, release_source
from pliego.sizing.parameters import Part
from pliego.sizing.pools import nearest
from pliego.sizing.terms import Input, Source, Term

_HIDDEN: Final = 3
"""Widths of the hidden size that a forward pass holds for each token of a step."""


def few_terms(part: Part, release: EngineRelease, few: FewFigures, engine: Engine, ranks: int) -> tuple[Term, ...]:
    """Return activation peak, captured graphs and runtime on one of `ranks` accelerators, that which holds `part`."""
    origin = (release_source(release),)
    measured = nearest(few.runtime, ranks)
    graphs = _measured("captured_graphs", "G", few.graphs, origin)
    runtime = replace(
        _measured("runtime_outside", "R", measured, origin),
        formula="x",
        inputs=(Input("x", "driver_context", round(measured.typical), "B"),),
    )
    return (_activation(part, release, few, engine), *((graphs,) if few.graphs.high else ()), runtime)


def _activation(part: Part, release: EngineRelease, few: FewFigures, engine: Engine) -> Term:
    stated = engine.layout.max_batched_tokens
    tokens = stated or release.defaults.small.batched_tokens
    path = (*engine.path, "max_batched_tokens") if stated else None
    hidden = part.architecture.hidden
    layer = ACTIVATION_BYTES * tokens * (layer_columns(part) / part.tensor_parallel + _HIDDEN * hidden)
    experts = ACTIVATION_BYTES * tokens * expert_columns(part)
    peak = max(layer, experts)
    formula = "2 × t × (f / g + c × H)"
    inputs: tuple[Input, ...] = (
        Input("t", "tokens_in_step", tokens, "tokens", path),
        Input("H", "hidden", hidden, ""),
        Input("f", "layer_columns", layer_columns(part), ""),
        Input("g", "tensor_parallel", part.tensor_parallel, ""),
        Input("c", "forward_hidden", _HIDDEN, ""),
    )
    if experts > layer:
        formula, inputs = "e", (Input("e", "expert_workspace", round(experts), "B"),)
    low, high = round(peak * few.forward_share.low), round(peak * few.forward_share.high)
    origin = (release_source(release),)
    return Term("activation_peak", "A", round(peak), "B", formula, inputs, origin, low, high, "few")


def _measured(key: str, symbol: str, spread: Spread, origin: tuple[Source, ...]) -> Term:
    inputs = (Input(symbol, "measured", round(spread.typical), "B"),)
    low, high = round(spread.low), round(spread.high)
    return Term(key, symbol, round(spread.typical), "B", symbol, inputs, origin, low, high, "few")
