"""The types of catalog rows other than models. Each row says where it comes from and when that was read."""

from collections.abc import Mapping
from dataclasses import dataclass

from pliego.catalog.architecture import ConfigReading


@dataclass(frozen=True, slots=True)
class Spread:
    """A measured figure: lowest, typical and highest value seen."""

    low: float
    typical: float
    high: float


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A published model: its configuration as read, and its number of parameters.

    `parameters` counts what an engine loads; `groups` splits it. `max_positions_by_id` holds the longest
    sequence where the ids of one row differ in it.
    """

    id: str
    aliases: tuple[str, ...]
    reading: ConfigReading
    parameters: int | None
    groups: Mapping[str, int]
    max_positions_by_id: Mapping[str, int]
    unverified: tuple[str, ...]
    sources: tuple[str, ...]
    as_of: str


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A number format: bits of a weight in a linear layer, of other parameters, of a cached value.

    `native_as` are the names under which accelerators list it.
    """

    id: str
    name: str
    bits_per_weight: int
    bits_of_other_values: int
    bits_per_cache_value: int
    native_as: tuple[str, ...]
    sources: tuple[str, ...]
    as_of: str


@dataclass(frozen=True, slots=True)
class StepLimits:
    """How much an engine processes in one step unless told otherwise."""

    batched_tokens: int
    sequences: int


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """Measured overheads of an engine release, for each accelerator.

    Attributes:
        sampler_bytes: peak of the sampler, bytes per vocabulary entry and sequence.
        forward_share: measured peak of the forward pass as a share of its rule.
        non_torch: bytes outside the framework's allocator, by number of accelerators that share a layer.
        context: bytes of the driver context, by the same number.
        graphs: bytes of captured graphs.

    """

    sampler_bytes: Spread
    forward_share: Spread
    non_torch: Mapping[int, Spread]
    context: Mapping[int, Spread]
    graphs: Spread


@dataclass(frozen=True, slots=True)
class EngineRelease:
    """Releases of an engine that reserve memory alike; `defaults_large` apply from `large_from` bytes."""

    id: str
    engine: str
    name: str
    first: tuple[int, int]
    before: tuple[int, int] | None
    graphs_inside_budget: bool
    defaults_small: StepLimits | None
    defaults_large: StepLimits | None
    large_from: int | None
    figures: EngineFigures | None
    sources: tuple[str, ...]
    as_of: str

    @property
    def label(self) -> str:
        """The releases as people write them, for example `vLLM 0.17 to below 0.21`."""
        first = f"{self.name} {self.first[0]}.{self.first[1]}"
        return first + (f" to below {self.before[0]}.{self.before[1]}" if self.before else " and later")


@dataclass(frozen=True, slots=True)
class Accelerator:
    """An accelerator. In bytes, `memory_bytes` is the driver total, `visible_bytes` what engines see.

    Where neither is known, `estimate_low` and `estimate_high` bound the driver total by the marketing
    figure `memory_class`. `devices` is the number of devices that an operating system sees on one card.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    vendor: str
    kind: str
    memory_class: str
    memory_bytes: int | None
    visible_bytes: int | None
    estimate_low: int | None
    estimate_high: int | None
    devices: int
    bandwidth_bytes_per_s: float | None
    dense_tflops: Mapping[str, float]
    formats_native: tuple[str, ...]
    interconnect: Mapping[str, object]
    tdp_w: float | None
    conflicts: tuple[str, ...]
    sources: tuple[str, ...]
    as_of: str

    def computes_natively(self, number_format: NumberFormat) -> bool:
        """Say whether the matrix units accept the format."""
        listed = {name.partition("(")[0] for name in self.formats_native}
        return any(name in listed for name in number_format.native_as)


@dataclass(frozen=True, slots=True)
class Region:
    """A country by its ISO 3166-1 alpha-2 code, with its name in each language."""

    code: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RegionSet:
    """A named set of countries."""

    code: str
    names: Mapping[str, str]
    members: tuple[str, ...]
    source: str
    as_of: str


@dataclass(frozen=True, slots=True)
class Regions:
    """All codes that a list of places may use. `aliases` maps other codes in use to the ISO code."""

    countries: Mapping[str, Region]
    sets: Mapping[str, RegionSet]
    aliases: Mapping[str, str]
    not_countries: tuple[str, ...]
    sources: tuple[str, ...]
    as_of: str
