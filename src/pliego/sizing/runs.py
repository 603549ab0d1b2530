"""What a run of an engine is predicted from, and what is predicted: the values around `prediction.predict`."""

from dataclasses import dataclass

from pliego.catalog.architecture import Architecture
from pliego.catalog.engines import EngineRelease
from pliego.catalog.number_formats import Capability, NumberFormat
from pliego.sizing.estimates import Estimate


@dataclass(frozen=True, slots=True)
class RunInputs:
    """One start of an engine: the model, the card and the settings, as a log or a buyer states them.

    What is None is at the default of the release. Nothing here names a model or a card.

    Attributes:
        architecture: what the layers are made of.
        weights: number format of the weights.
        release: the engine with the releases that reserve memory alike.
        visible: bytes that the engine sees of each card; None where only figures without a pool are asked.
        dtype_bits: width of activations and of the weights that no format quantises: 16 or 32.
        kv_cache: number format of the cache; None is the engine's `auto`, the width of `dtype_bits`.
        large_card: whether the release's defaults for large cards apply; None where it is not known.
        capability: compute capability of an NVIDIA card, which decides about kernels; None where it is not known.
        linked: whether the cards of a node have a direct link (NVLink, Infinity Fabric) beside the bus.
        tensor_parallel, pipeline_parallel, data_parallel: accelerators that share layers, stages, copies.
        expert_parallel: whole experts on each tensor-parallel rank instead of a slice of each.
        max_model_len: longest sequence; None is the model's own maximum.
        utilization: share of the memory that the engine takes.
        block_size: tokens in a block of the cache.
        max_num_seqs, max_num_batched_tokens: limits of a step; for llama.cpp the latter is the micro-batch.
        eager: no graphs are captured.
        chunked_prefill: long prompts are processed in pieces; None is the default of the release.
        context_cells, parallel: llama.cpp: cells of the cache in all, sequences that share them.
        flash_attention: llama.cpp: attention without a score matrix; None is the default of the release.
        devices: llama.cpp: cards over which the layers are split.
        key_cache: llama.cpp: format of keys where it differs from `kv_cache`, which is then that of values.
        unified: llama.cpp: one pool of cells for all sequences instead of an equal share each.
        encoder_tokens: tokens of the largest image or video that the encoder is prepared for; 0 switches it off, None
            is the engine's own choice.
        decode_context_parallel: ranks that share the cache of one sequence among them.

    """

    architecture: Architecture
    weights: NumberFormat
    release: EngineRelease
    visible: Estimate | None = None
    dtype_bits: int = 16
    kv_cache: NumberFormat | None = None
    large_card: bool | None = None
    capability: Capability | None = None
    linked: bool = True
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    data_parallel: int = 1
    expert_parallel: bool = False
    max_model_len: int | None = None
    utilization: float | None = None
    block_size: int | None = None
    max_num_seqs: int | None = None
    max_num_batched_tokens: int | None = None
    eager: bool = False
    chunked_prefill: bool | None = None
    context_cells: int | None = None
    parallel: int = 1
    flash_attention: bool | None = None
    devices: int = 1
    key_cache: NumberFormat | None = None
    unified: bool = False
    encoder_tokens: int | None = None
    decode_context_parallel: int = 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a range rests on: how many measurements, of what kind; none where a rule is exact or a choice."""

    measurements: int
    kind: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One predicted quantity: value, low and high (90 % of measurements are meant to lie between) and evidence."""

    estimate: Estimate
    evidence: Evidence

    @property
    def value(self) -> float:
        """The typical value."""
        return self.estimate.value

    @property
    def low(self) -> float:
        """The low end."""
        return self.estimate.low

    @property
    def high(self) -> float:
        """The high end."""
        return self.estimate.high


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A quantity (name of an attribute of `Prediction`) that is not predicted, and why."""

    quantity: str
    reason: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """What an engine will report, in bytes for one rank unless it says otherwise; None where `unanswered` says why.

    Attributes:
        budget: what the engine may use of the memory that it sees, where it limits itself to a share.
        weights: weights on the rank; with pipeline stages on the fullest, for llama.cpp the sum over its cards.
        kv_bytes_per_token: cache of one more token of one sequence, in B/token on the fullest rank; for
            llama.cpp the sum over its cards.
        activation_peak: peak of a step above the weights, on the rank where it is largest.
        non_torch: memory outside the framework's allocator.
        context: driver context before anything is loaded.
        graphs: captured graphs.
        kv_pool: the pool (the smallest over the ranks); for llama.cpp what is allocated for `context_cells`.
        pool_tokens: tokens that the pool holds as the engine counts them.
        full_sequences: sequences of `max_model_len` that the pool holds.
        layers_fitting: llama.cpp: layers that fit on the cards with their cache; the others stay in host memory.

    """

    budget: Figure | None = None
    weights: Figure | None = None
    kv_bytes_per_token: Figure | None = None
    activation_peak: Figure | None = None
    non_torch: Figure | None = None
    context: Figure | None = None
    graphs: Figure | None = None
    kv_pool: Figure | None = None
    pool_tokens: Figure | None = None
    full_sequences: Figure | None = None
    layers_fitting: Figure | None = None
    unanswered: tuple[Unanswered, ...] = ()
