"""What the sizing starts from: numbers of the spec beside the facts that they refer to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pliego.catalog.architecture import Architecture
from pliego.catalog.checkpoint import Checkpoint
from pliego.catalog.engines import EngineRelease, Footprint
from pliego.catalog.facts import Accelerator, Region, RegionSet
from pliego.catalog.licences import Licence
from pliego.catalog.load_rates import LoadRates
from pliego.catalog.number_formats import NumberFormat
from pliego.catalog.residuals import Residuals
from pliego.findings import Finding, SpecPath

if TYPE_CHECKING:
    from pliego.spec.models import Workload

DEFAULT_MEMORY_MARGIN: Final = 0.15
"""Operating margin where the spec states none: a choice, printed as an assumption."""


@dataclass(frozen=True, slots=True)
class FactSource:
    """Where a fact was taken from: `kind` is `spec`, `catalog` or `config`, `text` names the row or file."""

    kind: str
    text: str
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class ResolvedModel:
    """The model of a workload.

    Attributes:
        name: as written in the spec, None where only a number of parameters is given.
        architecture: None where it is unknown or not understood.
        parameters: number of parameters as the spec states it; used where the architecture is unknown.
        source: where the architecture comes from.
        checkpoint: exact bytes of the weights, where the header or index of a weight file was read.
        pooled: it is asked for embeddings or scores; it writes nothing.
        licences: the texts that hold for a model of this id as written; none where the id is not listed.

    """

    name: str | None = None
    architecture: Architecture | None = None
    parameters: float | None = None
    source: FactSource | None = None
    checkpoint: Checkpoint | None = None
    pooled: bool = False
    licences: tuple[Licence, ...] = ()


@dataclass(frozen=True, slots=True)
class Lengths:
    """Tokens of a request: median, 95th percentile and maximum, each None where the spec is silent."""

    typical: int | None = None
    p95: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class SequenceLimit:
    """The longest sequence that is accepted: `path` is where the engine's is stated, None: the model's own."""

    tokens: int
    path: SpecPath | None = None


@dataclass(frozen=True, slots=True)
class Latency:
    """A mandatory limit in seconds, and where it stands."""

    seconds: float
    path: SpecPath


@dataclass(frozen=True, slots=True)
class ImageTokens:
    """Tokens that the images of a request make: `each` of an image of `pixels`, `per_request` of them.

    `area` is the number of pixels that a token stands for; None where every image makes the same number.
    """

    per_request: int
    pixels: int
    each: int
    area: int | None = None

    @property
    def total(self) -> int:
        """Tokens of all images of a request."""
        return self.per_request * self.each


@dataclass(frozen=True, slots=True)
class Demand:
    """The load of a workload.

    Lengths of requests, requests a second at the peak, sequences in flight, and the mandatory limits on
    time to first token and time per output token that tie the two together. `limit` is the longest sequence
    that engine and model accept, None where it is not known. Lengths of the input hold the tokens of `images`.
    `images_need`: images are stated and nobody knows their tokens, so that the input has no lengths; any of these
    paths would tell, or none. None where there are no such images.
    """

    input: Lengths = field(default_factory=Lengths)
    output: Lengths = field(default_factory=Lengths)
    rate: float | None = None
    concurrency: int | None = None
    first_token: Latency | None = None
    per_token: Latency | None = None
    limit: SequenceLimit | None = None
    images: ImageTokens | None = None
    images_need: tuple[SpecPath, ...] | None = None


@dataclass(frozen=True, slots=True)
class Duty:
    """What a licence asks of whoever offers or adapts the model: `text` is what has to be shown or to stand.

    `kind` is `attribution`, `use_limits`, `licence_copies`, `licensee` or `derivative_name`.
    """

    kind: str
    licence: str
    as_of: str
    verified: bool
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """How the buyer wants the engine set up; None where the spec is silent."""

    tensor_parallel: int | None = None
    pipeline_parallel: int | None = None
    memory_utilization: float | None = None
    max_batched_tokens: int | None = None
    max_sequences: int | None = None
    max_model_length: int | None = None


@dataclass(frozen=True, slots=True)
class Adapters:
    """Slots for LoRA adapters, and the rank that each has room for."""

    count: int
    rank: int


@dataclass(frozen=True, slots=True)
class Draft:
    """What drafts tokens ahead: a model with its `architecture`, or `layers` beside the model; None: as the model."""

    architecture: Architecture | None = None
    layers: int = 0
    weights: NumberFormat | None = None
    source: FactSource | None = None


@dataclass(frozen=True, slots=True)
class ResolvedWorkload:
    """One workload with its facts. `engine` is None where it is unknown; `residuals` make the range of its weights.

    `kind` and `mode` are those of its task; `stated` is the workload as the spec has it, for what is no model and no
    load of requests: index, data, checkpoints, runs.
    """

    name: str
    model: ResolvedModel = field(default_factory=ResolvedModel)
    weights: NumberFormat | None = None
    kv_cache: NumberFormat | None = None
    engine: EngineRelease | None = None
    layout: Layout = field(default_factory=Layout)
    demand: Demand = field(default_factory=Demand)
    residuals: Residuals = field(default_factory=dict)
    adapters: Adapters | None = None
    draft: Draft | None = None
    kind: str = "text-generation"
    mode: str = "online"
    stated: "Workload | None" = None
    load_rates: Mapping[str, LoadRates] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The whole spec with its facts.

    Attributes:
        workloads: in the order of the spec.
        reference: the accelerator named as reference.
        count: accelerators of the layout to check, for each of `nodes` nodes.
        accelerators: all accelerators of the catalog.
        engines: the engine releases with measured overheads; their range is used where a release is unknown.
        footprints: measured processes of engines for which no rule gives what they hold.
        number_formats: all number formats of the catalog, among which another one may be proposed.
        regions: what the codes used in the spec stand for, by the code as written.
        memory_margin: operating margin as a share; `margin_given` says whether the spec states it.
        findings: what the facts say against the spec.

    """

    workloads: tuple[ResolvedWorkload, ...]
    reference: Accelerator | None = None
    count: int | None = None
    nodes: int = 1
    accelerators: tuple[Accelerator, ...] = ()
    engines: tuple[EngineRelease, ...] = ()
    number_formats: tuple[NumberFormat, ...] = ()
    footprints: tuple[Footprint, ...] = ()
    regions: Mapping[str, Region | RegionSet] = field(default_factory=dict)
    memory_margin: float = DEFAULT_MEMORY_MARGIN
    margin_given: bool = False
    findings: tuple[Finding, ...] = ()
