"""The types of catalog rows other than models. Each row says where it comes from and when that was read."""

from collections.abc import Mapping
from dataclasses import dataclass

from pliego.catalog.architecture import ConfigReading
from pliego.catalog.number_formats import Capability, NumberFormat


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A published model: its configuration as read, and its number of parameters.

    `parameters` counts what an engine loads; `groups` splits it. `max_positions_by_id` holds the longest
    sequence of other ids than the one that the configuration is of, None where it is not known: ids of one
    architecture can differ in it.
    """

    id: str
    aliases: tuple[str, ...]
    reading: ConfigReading
    parameters: int | None
    groups: Mapping[str, int]
    max_positions_by_id: Mapping[str, int | None]
    unverified: tuple[str, ...]
    sources: tuple[str, ...]
    as_of: str
    modality: str = "text-generation"


@dataclass(frozen=True, slots=True)
class Accelerator:
    """An accelerator. In bytes, `memory_bytes` is the driver total, `visible_bytes` what engines see.

    Where neither is known, `estimate_low` and `estimate_high` bound the driver total by the marketing
    figure `memory_class`. `devices` is the number of devices that an operating system sees on one card.
    `compute_capability` is that of an NVIDIA card. `unified_low`, `unified_high` bound the share of a memory that
    processor and accelerator have in common which the system gives to the accelerator.
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
    compute_capability: Capability | None
    conflicts: tuple[str, ...]
    sources: tuple[str, ...]
    as_of: str
    unified_low: float | None = None
    unified_high: float | None = None

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
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Territory:
    """Codes that are often misread, and why. `parent` is the state that they belong to, None for states.

    `eu` says whether they are territory of the EU although no list of its members names them.
    """

    codes: tuple[str, ...]
    parent: str | None
    eu: bool
    note: str
    grade: str
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
    territories: tuple[Territory, ...] = ()

    def country(self, code: str) -> Region | None:
        """Return the country with this code, or the one that another code in use stands for."""
        return self.countries.get(self.aliases.get(code, code))

    def knows(self, code: str) -> bool:
        """Say whether a code stands for a country or a set."""
        return code in self.sets or self.country(code) is not None

    def reach(self, code: str) -> frozenset[str]:
        """Return the countries that a code or set stands for; an unknown code stands for itself.

        The parts of EU states that have a code of their own, such as Réunion, are among them.
        """
        meant = self.aliases.get(code, code)
        members = frozenset(self.sets[meant].members) if meant in self.sets else frozenset({meant})
        parts = (part for row in self.territories if row.eu and row.parent in members for part in row.codes)
        return members.union(parts)

    def territory(self, code: str) -> Territory | None:
        """Return what is often misread about a code."""
        meant = self.aliases.get(code, code)
        return next((row for row in self.territories if meant in row.codes), None)
