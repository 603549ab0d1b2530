"""The types of engine releases: how they share out memory, their defaults, and their measured overheads."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal, TypeAlias

from pliego.catalog.number_formats import Capability

EngineRule: TypeAlias = Literal["vllm", "sglang", "tensorrt-llm", "tgi", "lmdeploy", "llama.cpp", "encoder"]
"""How an engine shares out the memory of a card."""

ShareOf: TypeAlias = Literal["visible", "free before loading", "free after loading"]
"""What an engine takes a share of: all that it sees, what is free before it loads a model, or afterwards."""


ModelFeature: TypeAlias = Literal["images", "windows", "states"]
"""What a model may have: an image encoder, a sliding window in all layers, layers that keep a state."""


@dataclass(frozen=True, slots=True)
class ExpertPadding:
    """To what multiples kernels fill routed experts in MXFP4 up on each rank.

    Attributes:
        first, before: it holds for cards with a compute capability from `first` to below `before`; without either for
            all others.
        intermediate, hidden: multiples of the two sizes of the matrices.
        contraction: multiple of the size that is summed over, in a copy of the values without their scales.

    """

    first: Capability | None
    before: Capability | None
    intermediate: int
    hidden: int
    contraction: int = 1

    def share(self, intermediate: int, hidden: int, bits: float) -> float:
        """Return the filled size of an expert, with gate, up and down matrix, as a share of its size without.

        `intermediate` is that of one rank; `bits` are those of a weight with its scale.
        """
        rows, columns = _filled_up(intermediate, self.intermediate), _filled_up(hidden, self.hidden)
        plain = 3 * intermediate * hidden
        stored = 3 * rows * columns
        summed = _filled_up(columns, self.contraction), _filled_up(rows, self.contraction)
        copied = 2 * rows * summed[0] + summed[1] * columns
        return (stored + (copied - stored) * floor(bits) / bits) / plain

    def fits(self, capability: Capability | None) -> bool:
        """Say whether it holds for a card; of an unknown one only what holds for all others does."""
        if self.first is None or self.before is None:
            return True
        return capability is not None and self.first <= capability < self.before


@dataclass(frozen=True, slots=True)
class Spread:
    """A measured figure: lowest, typical and highest value seen."""

    low: float
    typical: float
    high: float


@dataclass(frozen=True, slots=True)
class StepLimits:
    """How much an engine processes in one step unless told otherwise."""

    batched_tokens: int
    sequences: int


@dataclass(frozen=True, slots=True)
class EngineDefaults:
    """Settings of a release where the user makes none.

    Attributes:
        utilization: share of the memory that the engine takes; for engines that share out what is free after
            loading, the share of that.
        block_size: tokens in a block of the cache.
        small, large: limits of a step; the large ones hold from `large_from` bytes of memory on, except for
            accelerators whose id begins with one of `large_except`.
        chunked_prefill: whether long prompts are processed in pieces.
        chunked_above: they are all the same where the longest sequence has more tokens than this,
        chunked_except: but not for models that have one of these.
        image_tokens: least tokens of a step of a model with an image encoder, where a release fills the profiling run
            with largest images; 0 where it profiles text and one image apart.

    """

    utilization: float
    block_size: int
    small: StepLimits
    large: StepLimits
    large_from: int
    large_except: tuple[str, ...]
    chunked_prefill: bool
    chunked_above: int | None
    chunked_except: tuple[ModelFeature, ...]
    image_tokens: int


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """Measured overheads of an engine release, for each accelerator.

    Attributes:
        sampler_bytes: peak of the sampler, bytes per vocabulary entry and sequence.
        sampler_bytes_wide: what 32-bit logits add to it.
        sampler_hidden_bytes: bytes per token of a step and value of the hidden size that the sampler finds held.
        forward_share: measured peak of the forward pass as a share of its rule.
        forward_hidden: widths of the hidden size that the forward pass holds for each token of a step.
        expert_workspace: whether the buffers of routed experts stay allocated while sampling.
        non_torch: bytes outside the framework's allocator, by number of accelerators that share a layer.
        non_torch_unlinked: the same for accelerators that only the PCIe bus connects.
        non_torch_stage: the same on an accelerator that shares no layer but is one of several stages.
        context: bytes of the driver context, by number of accelerators.
        graphs: bytes of captured graphs with the default number of sequences.
        graphs_each_layer: bytes of captured graphs for each layer.

    """

    sampler_bytes: Spread
    sampler_bytes_wide: float
    sampler_hidden_bytes: float
    forward_share: Spread
    forward_hidden: float
    expert_workspace: bool
    non_torch: Mapping[int, Spread]
    non_torch_unlinked: Mapping[int, Spread]
    non_torch_stage: Spread
    context: Mapping[int, Spread]
    graphs: Spread
    graphs_each_layer: float


@dataclass(frozen=True, slots=True)
class FewFigures:
    """What is known of the overheads of an engine of which a handful of machines was measured.

    Attributes:
        forward_share: peak of a step as a share of vLLM's rule for the forward pass, at the engine's own step.
        graphs: bytes of captured graphs.
        runtime: bytes of driver context and libraries, by number of accelerators.

    """

    forward_share: Spread
    graphs: Spread
    runtime: Mapping[int, Spread]


@dataclass(frozen=True, slots=True)
class Footprint:
    """A measured process: bytes that a model took in all; accelerator and release are empty where not published."""

    engine: str
    model: str
    accelerator: str
    release: str
    total_bytes: int
    source: str
    as_of: str


@dataclass(frozen=True, slots=True)
class EngineRelease:
    """Releases of an engine that reserve memory alike.

    Attributes:
        rule: how the memory is shared out; each rule is a module of `sizing`.
        first, before: the releases, as version or as year and month; `before` None where it is the newest.
        graphs_inside_budget: captured graphs are subtracted before the cache is sized.
        windows: what a layer with a window caches: its `full` length, blocks in `groups` of equal layers, or
            `cells` of the window alone.
        latent: what a layer with latent attention caches: the `latent` vector, the vector `twice` (with a copy
            of its value part), or all heads in `full`.
        window_16_bit: layers with a window keep 16 bit where the cache is stored in fewer.
        state_blocks: blocks that a sequence takes in a group of layers that keep a state.
        tokens_of_blocks: a pool's tokens are counted as blocks by groups; otherwise as sequences of full length.
        uneven_last: layers that stages do not share evenly all go to the last stage.
        loads_prediction: layers that predict further tokens are in the file and are loaded.
        expert_padding: to what its kernels fill experts in MXFP4 up, the first row that fits a card.
        few: overheads that rest on a handful of measurements, where there are no `figures`.
        footprints: measured processes, where no rule gives what the engine holds.
        pooling_tokens: least tokens of a step where a model gives embeddings or scores, 0 where that is no default.
        measured: how many start-up logs the figures rest on.
        measured_to: the newest release that one of them is of, where the rows have no end.
        stands_for: engine and release as written, where no row covers them and this one is the nearest.
        stands_for_unknown: whether its range belongs to that of an unknown release.

    """

    id: str
    engine: str
    name: str
    rule: EngineRule
    first: tuple[int, int]
    before: tuple[int, int] | None
    graphs_inside_budget: bool
    windows: Literal["full", "groups", "cells"]
    latent: Literal["latent", "twice", "full"]
    window_16_bit: bool
    state_blocks: int
    tokens_of_blocks: bool
    uneven_last: bool
    loads_prediction: bool
    expert_padding: tuple[ExpertPadding, ...]
    defaults: EngineDefaults
    figures: EngineFigures | None
    measured: int
    stands_for_unknown: bool
    sources: tuple[str, ...]
    as_of: str
    few: FewFigures | None = None
    footprints: tuple[Footprint, ...] = ()
    pooling_tokens: int = 0
    measured_to: tuple[int, int] | None = None
    stands_for: str = ""

    @property
    def has_own_rule(self) -> bool:
        """Whether the overheads are computed from figures or buffers of its own, be they few."""
        return self.figures is not None or self.few is not None or self.rule == "llama.cpp"

    @property
    def share_of(self) -> ShareOf:
        """What its share of the memory is a share of."""
        if self.rule == "sglang":
            return "free before loading"
        return "free after loading" if self.rule in ("tensorrt-llm", "tgi", "lmdeploy") else "visible"

    @property
    def from_release(self) -> str:
        """The first of the releases as people write it: `0.17`, `2025-06`."""
        return _written(self.first)

    @property
    def before_release(self) -> str | None:
        """The release before which they end; None where they are the newest."""
        return _written(self.before) if self.before else None

    @property
    def is_dated(self) -> bool:
        """Whether its engine names releases by year and month."""
        return self.first[0] >= _YEARS_FROM

    @property
    def is_unnamed(self) -> bool:
        """Whether it stands for its engine, of which no release was written."""
        return self.stands_for == self.name

    @property
    def newest_measured(self) -> str | None:
        """The newest release that was measured, where the row has no end of its own."""
        return _written(self.measured_to) if self.measured_to else None

    def padding(self, capability: Capability | None) -> ExpertPadding | None:
        """Return how experts in MXFP4 are filled up on a card; None where the number format's own rule stands."""
        return next((row for row in self.expert_padding if row.fits(capability)), None)

    @property
    def label(self) -> str:
        """The releases as a version specifier, which is the same in every language: `vLLM >=0.17,<0.21`."""
        return f"{self.name} >={self.from_release}" + (f",<{self.before_release}" if self.before else "")


def _filled_up(size: int, multiple: int) -> int:
    return multiple * ceil(size / multiple)


_YEARS_FROM = 2000
"""Releases that are named by their date have the year as major number."""


def _written(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}" if version[0] < _YEARS_FROM else f"{version[0]}-{version[1]:02}"
