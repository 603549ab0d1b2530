"""The memory of one run of an engine: the same arithmetic for the benchmark, for `estimate` and for a sizing."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from pliego.catalog.engines import EngineFigures, Spread
from pliego.catalog.residuals import Residuals
from pliego.sizing.activation import encoder_tokens, profile
from pliego.sizing.cache_blocks import BlockLayout, block_layout
from pliego.sizing.cache_rates import CacheFormat, CacheRates, cache_rates
from pliego.sizing.cells import CUDA_CONTEXT, Cells, allocated, compute_buffer
from pliego.sizing.estimates import Estimate, exact
from pliego.sizing.host_layers import embedding_bytes, offload
from pliego.sizing.intervals import figure, widened
from pliego.sizing.parameters import Part, whole
from pliego.sizing.pools import Card, Load, nearest, pool
from pliego.sizing.quantised import drafting_bytes, published_weights, stored_weights
from pliego.sizing.runs import Evidence, Figure, Prediction, RunInputs, Unanswered
from pliego.sizing.split import stages
from pliego.sizing.steps import limits, longest, profiled, utilization
from pliego.sizing.tables import latent_copies, rotary_tables

__all__ = ["Evidence", "Figure", "Prediction", "RunInputs", "Unanswered", "predict"]

NO_RESIDUALS: Final[Residuals] = {}
_BITS: Final = 8
_NARROW: Final = 16


def predict(inputs: RunInputs, residuals: Residuals = NO_RESIDUALS) -> Prediction:
    """Return what the engine will report; what cannot be predicted is listed with its reason.

    `residuals` make the ranges; without them every range is the value alone.
    """
    form = _cache_format(inputs)
    if inputs.release.rule == "llama.cpp":
        return _of_cells(inputs, form, residuals)
    layers = len(inputs.architecture.layers)
    if inputs.pipeline_parallel > layers:
        reason = f"{inputs.pipeline_parallel} pipeline stages are more than the {layers} layers of the model"
        return Prediction(unanswered=(Unanswered("weights", reason), Unanswered("kv_pool", reason)))
    last = inputs.release.uneven_last
    parts = stages(inputs.architecture, inputs.tensor_parallel, inputs.pipeline_parallel, uneven_last=last)
    ranks = [_rank(replace(part, expert_parallel=inputs.expert_parallel), inputs, form) for part in parts]
    return _of_ranks(ranks, inputs, residuals)


def _cache_format(inputs: RunInputs) -> CacheFormat | None:
    """Return the cache format; `auto` is the width of the activations. None where no cache is stored in it."""
    values = inputs.kv_cache.bits_per_cache_value if inputs.kv_cache else inputs.dtype_bits
    keys = inputs.key_cache.bits_per_cache_value if inputs.key_cache else values
    if values is None or keys is None:
        return None
    return CacheFormat(
        keys,
        values,
        inputs.tensor_parallel if inputs.release.rule != "llama.cpp" else 1,
        inputs.decode_context_parallel,
        inputs.dtype_bits,
        inputs.release.latent,
    )


@dataclass(frozen=True, slots=True)
class _Rank:
    """One rank in bytes; `pool` is None where the card or the overheads are not known."""

    weights: Estimate
    rates: CacheRates | None
    blocks: BlockLayout | None
    load: Load | None
    pool: float | None


def _rank(part: Part, inputs: RunInputs, form: CacheFormat | None) -> _Rank:
    weights = weights_of_rank(part, inputs)
    load = _load(part, weights.value, inputs)
    left = None
    if load is not None and inputs.visible is not None:
        left = pool(inputs.release.rule, Card(inputs.visible.value, utilization(inputs)), load)
    if form is None:
        return _Rank(weights, None, None, load, left)
    size = inputs.block_size or inputs.release.defaults.block_size
    grouped = inputs.release.windows == "groups"
    blocks = block_layout(part, form, size, inputs.release.state_blocks, grouped=grouped)
    return _Rank(weights, cache_rates(part, form), blocks, load, left)


def weights_of_rank(part: Part, inputs: RunInputs) -> Estimate:
    """Return the bytes that an engine prints for the weights of one rank, with the tables and copies that it makes.

    The ends are those of the published checkpoints of the format, where several leave unlike parts of the model alone.
    """
    padding = inputs.release.padding(inputs.capability)
    found = [one.bytes for one in published_weights(part, inputs.weights, inputs.dtype_bits, padding)]
    made = _made_beside(part, inputs)
    return Estimate(found[0] + made, min(found) + made, max(found) + made)


def _made_beside(part: Part, inputs: RunInputs) -> int:
    """Return the bytes of tables and copies that an engine makes beside the weights and prints with them."""
    if inputs.release.rule != "vllm":
        return 0
    copies = latent_copies(part) if inputs.release.latent == "latent" else 0
    return rotary_tables(part.architecture, inputs.dtype_bits // _BITS) + copies


def _load(part: Part, weights: float, inputs: RunInputs) -> Load | None:
    """Return what is on a rank beside the cache; without measured overheads only the rules that need none."""
    figures = inputs.release.figures
    if figures is None:
        return None if inputs.release.rule == "vllm" else Load(weights, _without_figures(part, inputs), 0, 0)
    step = profiled(inputs)
    images = step.image_tokens
    if images is None:
        images = encoder_tokens(part, step.tokens, inputs.encoder_tokens)
    wide, own = inputs.dtype_bits > _NARROW, inputs.weights.scope == "experts"
    moments = profile(part, figures, step, wide=wide, encoder_tokens=images, own_kernels=own)
    inside = inputs.release.graphs_inside_budget and not inputs.eager
    graphs = graphs_of(figures, len(part.layers)) if inside else 0
    return Load(weights, moments.peak, non_torch_of(figures, inputs).typical, graphs)


def _without_figures(part: Part, inputs: RunInputs) -> float:
    """Return the forward pass by the rule of vLLM, for engines of which no peak has been measured."""
    widths = 3 * max((getattr(layer.feed_forward, "intermediate", 0) for layer in part.layers), default=0)
    columns = widths / part.tensor_parallel + 3 * part.architecture.hidden
    return inputs.dtype_bits / _BITS * limits(inputs).batched_tokens * columns


def non_torch_of(figures: EngineFigures, inputs: RunInputs) -> Spread:
    """Return what libraries hold on a rank: more where ranks share layers, less in a stage that shares none."""
    if inputs.tensor_parallel == 1 and inputs.pipeline_parallel > 1:
        return figures.non_torch_stage
    return nearest(figures.non_torch if inputs.linked else figures.non_torch_unlinked, inputs.tensor_parallel)


def graphs_of(figures: EngineFigures, layers: int) -> float:
    """Return the bytes of captured graphs: a part that every model has, and one for each layer."""
    if not figures.graphs_each_layer:
        return figures.graphs.typical
    return figures.graphs.low + figures.graphs_each_layer * layers


def _of_ranks(ranks: list[_Rank], inputs: RunInputs, residuals: Residuals) -> Prediction:
    make = partial(figure, inputs=inputs, residuals=residuals)
    unanswered = list(_unanswered(ranks, inputs))
    budget = inputs.visible.times(utilization(inputs)) if inputs.visible else None
    known = [(rank.pool, rank) for rank in ranks if rank.pool is not None]
    smallest = min(room for room, _ in known) if len(known) == len(ranks) else None
    fullest = max((rank.weights for rank in ranks), key=lambda weights: weights.value)
    poorest = min(known, key=lambda one: one[0])[1].weights if known else fullest
    rates = [rank.rates for rank in ranks if rank.rates is not None]
    loads = [rank.load for rank in ranks if rank.load is not None and inputs.release.figures is not None]
    left = smallest if inputs.architecture.kind == "decoder" else None
    kept = budget.value if budget else None
    return Prediction(
        budget=Figure(budget, Evidence(0, "")) if budget else None,
        weights=widened(make(fullest.value, quantity="weights"), fullest),
        kv_bytes_per_token=make(max(rate.every_token for rate in rates), quantity="kv_bytes_per_token")
        if rates
        else None,
        activation_peak=make(max(load.activation for load in loads), quantity="activation_peak") if loads else None,
        non_torch=_measured(_spread(inputs, "non_torch"), inputs),
        context=_measured(_spread(inputs, "context"), inputs),
        graphs=_measured(None if inputs.eager else _spread(inputs, "graphs"), inputs),
        kv_pool=None if left is None else widened(make(left, quantity="kv_pool", budget=kept), poorest.mirrored),
        pool_tokens=_tokens(ranks, left, inputs),
        full_sequences=_sequences(ranks, left, inputs),
        unanswered=tuple(unanswered),
    )


def _unanswered(ranks: list[_Rank], inputs: RunInputs) -> list[Unanswered]:
    found = []
    if inputs.architecture.kind != "decoder":
        found.append(Unanswered("kv_pool", "an encoder keeps no cache between steps"))
    elif inputs.visible is None:
        found.append(Unanswered("kv_pool", "the memory of the card is not known"))
    elif any(rank.pool is None for rank in ranks):
        found.append(Unanswered("kv_pool", f"{inputs.release.name} keeps no pool, or its overheads are not measured"))
    if any(rank.rates is None for rank in ranks):
        found.append(Unanswered("kv_bytes_per_token", "no cache is stored in this number format"))
    if inputs.release.figures is None:
        found.append(Unanswered("activation_peak", f"not measured for {inputs.release.label}"))
    return found


def _tokens(ranks: list[_Rank], left: float | None, inputs: RunInputs) -> Figure | None:
    """Return the tokens of the pool as the release counts them: blocks of all groups, or full sequences."""
    sequences, length = _full(ranks, inputs), longest(inputs)
    counted = [blocks.in_pool(rank.pool or 0) * blocks.tokens // blocks.all_groups for rank, blocks in _blocks(ranks)]
    if left is None or not counted:
        return None
    parallel = inputs.decode_context_parallel
    if inputs.release.tokens_of_blocks or sequences is None or length is None:
        return Figure(exact(max(0, min(counted)) * parallel), Evidence(0, ""))
    return Figure(exact(max(0.0, sequences) * length), Evidence(0, ""))


def _sequences(ranks: list[_Rank], left: float | None, inputs: RunInputs) -> Figure | None:
    full = _full(ranks, inputs)
    return Figure(exact(max(0.0, full)), Evidence(0, "")) if left is not None and full is not None else None


def _full(ranks: list[_Rank], inputs: RunInputs) -> float | None:
    """Return the sequences of full length that the blocks of the poorest rank hold."""
    length, step = longest(inputs), limits(inputs).batched_tokens
    if length is None:
        return None
    each = [
        (blocks.in_pool(rank.pool or 0) / wanted if (wanted := blocks.for_sequence(length, step)) else 0)
        for rank, blocks in _blocks(ranks)
    ]
    return min(each) if each else None


def _blocks(ranks: list[_Rank]) -> list[tuple[_Rank, BlockLayout]]:
    return [(rank, rank.blocks) for rank in ranks if rank.blocks is not None and rank.blocks.bytes]


def _spread(inputs: RunInputs, name: str) -> Spread | None:
    figures = inputs.release.figures
    if figures is None:
        return None
    match name:
        case "non_torch":
            return non_torch_of(figures, inputs)
        case "context":
            return nearest(figures.context, inputs.tensor_parallel * inputs.pipeline_parallel)
        case _:
            return figures.graphs


def _measured(spread: Spread | None, inputs: RunInputs) -> Figure | None:
    if spread is None:
        return None
    measured = Evidence(inputs.release.measured, inputs.release.id)
    return Figure(Estimate(spread.typical, spread.low, spread.high), measured)


def _of_cells(inputs: RunInputs, form: CacheFormat | None, residuals: Residuals) -> Prediction:
    """Return what llama.cpp and its kin allocate: sums over the cards, the token embedding stays on the host."""
    make, part = partial(figure, inputs=inputs, residuals=residuals), whole(inputs.architecture)
    stored = stored_weights(part, inputs.weights, inputs.dtype_bits).bytes
    all_there = inputs.architecture.tied or inputs.architecture.kind != "decoder"
    host = 0.0 if all_there else embedding_bytes(part, inputs.weights)
    unanswered = [] if form else [Unanswered("kv_bytes_per_token", "no cache is stored in this number format")]
    cells = _cells(inputs)
    if cells is None:
        unanswered.append(Unanswered("kv_pool", "the number of cells is not known"))
    held = allocated(part, form, inputs.release, cells) if form and cells else None
    buffer = compute_buffer(part, cells, flash_attention=inputs.flash_attention is not False) if cells else None
    drafted = drafting_bytes(part, inputs.weights) if inputs.release.loads_prediction else 0
    return Prediction(
        weights=make(stored - host + drafted, quantity="weights"),
        kv_bytes_per_token=make(held / cells.context, quantity="kv_bytes_per_token") if held and cells else None,
        activation_peak=Figure(exact(buffer), Evidence(0, "")) if buffer is not None else None,
        context=Figure(exact(CUDA_CONTEXT * inputs.devices), Evidence(6, "process totals")),
        kv_pool=make(held, quantity="kv_pool") if held else None,
        pool_tokens=Figure(exact(cells.context), Evidence(0, "")) if cells else None,
        full_sequences=Figure(exact(inputs.parallel), Evidence(0, "")) if cells else None,
        layers_fitting=_layers_fitting(part, inputs, held or 0, buffer or 0),
        unanswered=tuple(unanswered),
    )


def _layers_fitting(part: Part, inputs: RunInputs, cache: float, buffer: float) -> Figure | None:
    """Return the layers that the cards hold beside compute buffer and driver context; None without a known card."""
    if inputs.visible is None:
        return None
    room = inputs.devices * (inputs.visible.value - buffer - CUDA_CONTEXT)
    found = offload(part, inputs.weights, room, cache / len(part.layers))
    return Figure(exact(found.layers), Evidence(0, ""))


def _cells(inputs: RunInputs) -> Cells | None:
    """Return the cells asked for; None where neither they nor the longest sequence are known."""
    context = inputs.context_cells or inputs.max_model_len or inputs.architecture.max_positions
    if context is None:
        return None
    return Cells(context, inputs.parallel, limits(inputs).batched_tokens, inputs.unified)
