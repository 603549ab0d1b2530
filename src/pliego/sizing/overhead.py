"""What an engine needs beside weights and KV cache: activations, captured graphs, runtime outside the pool.

The activation peak is the larger of two moments, not their sum: the forward pass over the tokens of one
step, and the sampler over the sequences of one step (module `activation`).
"""

from dataclasses import dataclass

from pliego.catalog.engines import EngineFigures, EngineRelease
from pliego.catalog.number_formats import NumberFormat
from pliego.sizing.activation_terms import activation_term
from pliego.sizing.cells import CUDA_CONTEXT, Cells, compute_buffer
from pliego.sizing.engine import Engine, release_source
from pliego.sizing.estimates import Estimate, of_term
from pliego.sizing.few_measurements import few_terms
from pliego.sizing.parameters import Part
from pliego.sizing.pools import nearest
from pliego.sizing.terms import Input, Term


@dataclass(frozen=True, slots=True)
class Overhead:
    """The terms of the overhead, and what of it the engine counts inside its share of the memory."""

    terms: tuple[Term, ...]
    inside: tuple[tuple[Input, Estimate], ...]

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """The figures of the terms."""
        return tuple(map(of_term, self.terms))


def overhead(
    part: Part, engine: Engine, pipeline_parallel: int = 1, *, weights: NumberFormat | None = None
) -> Overhead | None:
    """Return the overhead on the accelerator that holds `part`; None where no release is known at all.

    The number format of the `weights` decides which kernels multiply routed experts.
    """
    release, own = engine.release, weights is not None and weights.scope == "experts"
    if not has_rule(part, engine):
        return None
    if release is not None and release.rule == "llama.cpp":
        return _of_cells(part, release, engine)
    if release is not None and release.figures is None and release.few is not None:
        return Overhead(few_terms(part, release, release.few, engine, part.tensor_parallel * pipeline_parallel), ())
    if release is not None and release.figures is not None:
        ranks = part.tensor_parallel * pipeline_parallel
        return _of_release(part, release, release.figures, engine, ranks, own_kernels=own)
    known = [(row, row.figures) for row in engine.stand_ins if row.figures is not None]
    if not known:
        return None
    ranks = part.tensor_parallel * pipeline_parallel
    each = [_of_release(part, row, figures, engine, ranks, own_kernels=own) for row, figures in known]
    sums = [_plain_sum(one.estimates) for one in each]
    value = sum(one.value for one in sums) / len(sums)
    low, high = min(one.low for one in sums), max(one.high for one in sums)
    inputs = tuple(Input(f"O_{number}", "measured", round(one.value), "B") for number, one in enumerate(sums, start=1))
    formula = f"({' + '.join(one.symbol for one in inputs)}) / {len(inputs)}" if len(inputs) > 1 else "O_1"
    origin = tuple(release_source(row) for row, _ in known)
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


def has_rule(part: Part, engine: Engine) -> bool:
    """Say whether a rule gives what the engine holds for a step of this model.

    For encoder models only vLLM has one: what servers of embeddings hold for a batch is published for single
    machines, and is many times their weights.
    """
    release = engine.release
    if release is not None and release.rule == "encoder":
        return False
    return part.architecture.kind != "encoder" or (release is not None and release.rule == "vllm")


def _of_release(
    part: Part, release: EngineRelease, figures: EngineFigures, engine: Engine, ranks: int, *, own_kernels: bool
) -> Overhead:
    activation = activation_term(part, release, figures, engine, own_kernels=own_kernels)
    origin = (release_source(release),)
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
    measured = figures.non_torch if engine.linked else figures.non_torch_unlinked
    stage_alone = part.tensor_parallel == 1 and ranks > 1
    libraries = figures.non_torch_stage if stage_alone else nearest(measured, part.tensor_parallel)
    context = nearest(figures.context, ranks)
    inputs = (
        Input("R_l", "non_torch", round(libraries.typical), "B"),
        Input("x", "driver_context", round(context.typical), "B"),
    )
    outside = Term(
        "runtime_outside",
        "R",
        round(libraries.typical + context.typical),
        "B",
        "R_l + x",
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


def _of_cells(part: Part, release: EngineRelease, engine: Engine) -> Overhead:
    """Return the compute buffer and the driver context of llama.cpp and its kin.

    The buffer holds the logits of a micro-batch and a few widths of the hidden size; without flash attention, or with
    routed experts, logs show up to several times as much.
    """
    batch = engine.layout.max_batched_tokens or release.defaults.small.batched_tokens
    cells = Cells(batch, 1, batch, unified=False)
    buffer = compute_buffer(part, cells, flash_attention=True)
    inputs = (
        Input("t", "tokens_in_step", batch, "tokens"),
        Input("V", "vocabulary", part.architecture.vocabulary, ""),
        Input("H", "hidden", part.architecture.hidden, ""),
    )
    origin = (release_source(release),)
    formula = "4 × t × (V + 4 × H)"
    high = round(buffer * _BUFFER_HIGH)
    activation = Term(
        "activation_peak",
        "A",
        round(buffer),
        "B",
        formula,
        inputs,
        origin,
        round(buffer * _BUFFER_LOW),
        high,
        "measured",
    )
    context = Input("x", "driver_context", CUDA_CONTEXT, "B")
    low, most = round(CUDA_CONTEXT * _BUFFER_LOW), CUDA_CONTEXT * 2
    outside = Term("runtime_outside", "R", CUDA_CONTEXT, "B", "x", (context,), origin, low, most, "measured")
    return Overhead((activation, outside), (_counted(activation),))


_BUFFER_LOW = 0.8
_BUFFER_HIGH = 6
"""How far compute buffers lie from the rule: four logs with flash attention give 0.94 to 1.03 of it, mixtures with
latent attention up to 5.6 times as much."""


def _counted(term: Term) -> tuple[Input, Estimate]:
    return Input(term.symbol, term.key, term.value, "B"), of_term(term)


def _plain_sum(parts: tuple[Estimate, ...]) -> Estimate:
    """Return the sum, end by end: the outermost range, because it stands for releases that nobody named."""
    return Estimate(
        sum(part.value for part in parts), sum(part.low for part in parts), sum(part.high for part in parts)
    )
