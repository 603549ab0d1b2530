"""What an engine needs beside weights and KV cache: activations, captured graphs, runtime outside the pool.

The activation peak is the larger of two moments, not their sum: the forward pass over the tokens of one
step, and the sampler over the sequences of one step. The rule and its constants were fitted to start-up
logs of vLLM.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pliego.catalog.facts import EngineFigures, EngineRelease, Spread, StepLimits
from pliego.findings import SpecPath
from pliego.resolve.model import Layout
from pliego.sizing.estimates import Estimate, larger, of_term
from pliego.sizing.parameters import Part
from pliego.sizing.terms import Input, Source, Term

_ACTIVATION_BYTES = 2
"""Activations are in 16 bit, also where weights are in fewer."""


@dataclass(frozen=True, slots=True)
class Overhead:
    """The terms of the overhead, and what of it the engine counts inside its share of the memory."""

    terms: tuple[Term, ...]
    inside: tuple[tuple[Input, Estimate], ...]

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The figures of the terms."""
        return tuple(map(of_term, self.terms))


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine that is reckoned with.

    Attributes:
        release: None where it is unknown; the range over `releases` then stands for it.
        releases: the releases with measured overheads.
        layout: what the buyer sets.
        large: whether the accelerator is large enough for the engine's large defaults; None where it is not
        known.
        path: where the runtime stands in the spec.

    """

    release: EngineRelease | None
    releases: tuple[EngineRelease, ...]
    layout: Layout
    large: bool | None
    path: SpecPath


def overhead(part: Part, engine: Engine, pipeline_parallel: int = 1) -> Overhead | None:
    """Return the overhead on the accelerator that holds `part`; None where no release is known at all."""
    release = engine.release
    if release is not None and release.figures is not None:
        ranks = part.tensor_parallel * pipeline_parallel
        return _of_release(part, release, release.figures, engine, ranks)
    known = [(row, row.figures) for row in engine.releases if row.figures is not None]
    if not known:
        return None
    ranks = part.tensor_parallel * pipeline_parallel
    each = [_of_release(part, row, figures, engine, ranks) for row, figures in known]
    sums = [_plain_sum(one.estimates) for one in each]
    value = sum(one.value for one in sums) / len(sums)
    low, high = min(one.low for one in sums), max(one.high for one in sums)
    inputs = tuple(Input(f"O_{number}", "measured", round(one.value), "B") for number, one in enumerate(sums, start=1))
    formula = f"({' + '.join(one.symbol for one in inputs)}) / {len(inputs)}" if len(inputs) > 1 else "O_1"
    origin = tuple(_source(row) for row, _ in known)
    term = Term(
        "runtime_overhead",
        "O",
        round(value),
        "B",
        formula,
        inputs,
        origin,
        round(low),
        round(high),
        "measured",
    )
    return Overhead((term,), (_counted(term),))


def _of_release(part: Part, release: EngineRelease, figures: EngineFigures, engine: Engine, ranks: int) -> Overhead:
    activation = _activation(part, release, figures, engine)
    origin = (_source(release),)
    graphs = Term(
        "captured_graphs",
        "G",
        round(figures.graphs.typical),
        "B",
        "G",
        (Input("G", "measured", round(figures.graphs.typical), "B"),),
        origin,
        round(figures.graphs.low),
        round(figures.graphs.high),
        "measured",
    )
    libraries, context = _nearest(figures.non_torch, part.tensor_parallel), _nearest(figures.context, ranks)
    inputs = (
        Input("y", "non_torch", round(libraries.typical), "B"),
        Input("x", "driver_context", round(context.typical), "B"),
    )
    outside = Term(
        "runtime_outside",
        "R",
        round(libraries.typical + context.typical),
        "B",
        "y + x",
        inputs,
        origin,
        round(libraries.low + context.low),
        round(libraries.high + context.high),
        "measured",
    )
    inside = [_counted(activation), (inputs[0], Estimate(libraries.typical, libraries.low, libraries.high))]
    if release.graphs_inside_budget:
        inside.append(_counted(graphs))
    return Overhead((activation, graphs, outside), tuple(inside))


def _counted(term: Term) -> tuple[Input, Estimate]:
    return Input(term.symbol, term.key, term.value, "B"), of_term(term)


def _activation(part: Part, release: EngineRelease, figures: EngineFigures, engine: Engine) -> Term:
    small, chosen, large = _limits(release, engine)
    architecture = part.architecture
    width = 3 * part.layers[0].feed_forward.intermediate / part.tensor_parallel + 3 * architecture.hidden

    def forward(limits: StepLimits) -> float:
        return _ACTIVATION_BYTES * limits.batched_tokens * width

    def sampler(limits: StepLimits) -> float:
        rows = min(limits.sequences, limits.batched_tokens)
        return architecture.vocabulary * rows if part.ends else 0

    share, each = figures.forward_share, figures.sampler_bytes
    estimate = larger(
        Estimate(forward(chosen) * share.typical, forward(small) * share.low, forward(large) * share.high),
        Estimate(sampler(chosen) * each.typical, sampler(small) * each.low, sampler(large) * each.high),
    )
    formula = "max(2 × t × (3 × f / g + 3 × H), a × V × q)" if part.ends else "2 × t × (3 × f / g + 3 × H)"
    return Term(
        "activation_peak",
        "A",
        round(estimate.value),
        "B",
        formula,
        _activation_inputs(part, figures, engine, chosen),
        (_source(release),),
        round(estimate.low),
        round(estimate.high),
        "measured",
    )


def _activation_inputs(part: Part, figures: EngineFigures, engine: Engine, limits: StepLimits) -> tuple[Input, ...]:
    tokens_path = (*engine.path, "max_batched_tokens") if engine.layout.max_batched_tokens else None
    rows_path = (*engine.path, "max_sequences") if engine.layout.max_sequences else None
    forward = (
        Input("t", "tokens_in_step", limits.batched_tokens, "tokens", tokens_path),
        Input("f", "intermediate", part.layers[0].feed_forward.intermediate, ""),
        Input("g", "tensor_parallel", part.tensor_parallel, ""),
        Input("H", "hidden", part.architecture.hidden, ""),
    )
    sampler = (
        Input("a", "sampler_bytes", figures.sampler_bytes.typical, "B"),
        Input("V", "vocabulary", part.architecture.vocabulary, ""),
        Input("q", "sequences_in_step", min(limits.sequences, limits.batched_tokens), "sequences", rows_path),
    )
    return (*forward, *sampler) if part.ends else forward


def _limits(release: EngineRelease, engine: Engine) -> tuple[StepLimits, StepLimits, StepLimits]:
    """Return the limits of a step for the low end, the value and the high end.

    They differ where the buyer states none and the size of the accelerator, which decides the defaults, is
    open.
    """
    small, large = release.defaults_small, release.defaults_large
    assert small is not None and large is not None  # noqa: S101, PT018 (releases with figures have defaults)

    def stated(limits: StepLimits) -> StepLimits:
        layout = engine.layout
        return StepLimits(layout.max_batched_tokens or limits.batched_tokens, layout.max_sequences or limits.sequences)

    if engine.large is None:
        return stated(small), stated(large), stated(large)
    chosen = stated(large if engine.large else small)
    return chosen, chosen, chosen


def _nearest(measured: Mapping[int, Spread], ranks: int) -> Spread:
    """Return the figure for the largest measured number of accelerators that is not above `ranks`."""
    return measured[max(number for number in measured if number <= ranks)]


def _plain_sum(parts: tuple[Estimate, ...]) -> Estimate:
    """Return the sum, end by end: the outermost range, because it stands for releases that nobody named."""
    return Estimate(
        sum(part.value for part in parts), sum(part.low for part in parts), sum(part.high for part in parts)
    )


def _source(release: EngineRelease) -> Source:
    return Source("catalog", f"{release.label}: {release.sources[0]}", release.as_of)
