"""The shapes of a sizing: a figure that carries its proof, and what is made of such figures."""

from dataclasses import dataclass, field
from enum import StrEnum

from pliego.catalog.engines import Footprint
from pliego.findings import Finding, SpecPath


@dataclass(frozen=True, slots=True)
class Input:
    """A value that goes into a term. `key` names it; `path` leads to it in the spec, if it is there."""

    symbol: str
    key: str
    value: int | float
    unit: str
    path: SpecPath | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that the sentence of a source names."""

    name: str
    value: str | int


@dataclass(frozen=True, slots=True)
class Source:
    """Where inputs come from: the spec, a catalog row, a rule of arithmetic.

    `key` says which kind of source it is (`spec`, `catalog`, `config`, `assumption`, `arithmetic`), `text`
    names it (a file, a publication), `as_of` is the ISO date on which the fact was read. `message` names the
    sentence that says what was taken from it, with its `facts`, where the name alone does not.
    """

    key: str
    text: str = ""
    as_of: str | None = None
    message: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """One computed figure.

    Attributes:
        key: name of the figure, for example `weights` or `kv_cache_peak`.
        symbol: its letter in formulas, for example `W`.
        value: the figure in `unit`.
        unit: `B`, `B/token`, `tokens`, `sequences`, `req/s`, `parameters` or `ratio`.
        formula: how it is computed, in the symbols of `inputs` and of other terms; variables are
            single words.
        inputs: the values that the formula names.
        sources: where the inputs come from.
        low, high: the range, where the figure is an estimate; equal to `value` where it is exact.
        range_key: what the range means (`exact`, `measured`, `few` measurements, `demand`, `sum`, `chosen`, `assumed`).

    """

    key: str
    symbol: str
    value: int | float
    unit: str
    formula: str
    inputs: tuple[Input, ...]
    sources: tuple[Source, ...]
    low: int | float
    high: int | float
    range_key: str = "exact"


@dataclass(frozen=True, slots=True)
class Split:
    """The model over `accelerators` devices by tensor parallelism: weights and a token on each of them.

    It says nothing about capacity, so it also exists where the load is not known.
    """

    accelerators: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to hold the workload: `accelerators` devices in a node, each with `driver_total` bytes.

    `terms` are per accelerator; `needed` is what an engine must see there, `driver_total` what the driver
    of a sufficient device reports, both in bytes.
    """

    accelerators: int
    terms: tuple[Term, ...]
    needed: Term
    driver_total: Term


class Verdict(StrEnum):
    """Whether something fits: yes, no, or undecided because a range straddles the limit."""

    HOLDS = "holds"
    UNCERTAIN = "uncertain"
    DOES_NOT_HOLD = "does not hold"


@dataclass(frozen=True, slots=True)
class AcceleratorFit:
    """How many of one catalog accelerator hold the workload by memory alone (throughput is not sized).

    `visible_low`, `visible_high` are bytes that an engine sees; they differ where only the marketing figure
    is known. `fewest` is the smallest count that holds for certain, None where no size up to the largest
    one tried does. `fewest_if_high` is the smallest count that holds if the visible memory is at the high
    end. Where a card shows several `devices` to an operating system, everything here is for one of them.
    """

    accelerator: str
    name: str
    memory_class: str
    visible_low: int
    visible_high: int
    visible_basis: str
    fewest: int | None
    fewest_if_high: int | None
    devices: int = 1


@dataclass(frozen=True, slots=True)
class LayoutCheck:
    """The layout that the buyer wants checked.

    `accelerators` of one kind, the model split over `tensor_parallel` x `pipeline_parallel` of them,
    `copies` of the model in all.

    `needed` is for the fullest accelerator; without a known load it leaves out the KV cache, and the
    verdict is never `HOLDS`. `room_tokens` is how many tokens of KV cache remain for each copy. `taken` is what
    the engine takes of each accelerator whatever the model needs, where its cache serves embeddings or scores.
    `offloaded` is what fits of a model that does not fit whole, for engines that leave layers in host memory.
    """

    accelerator: str
    name: str
    accelerators: int
    tensor_parallel: int
    pipeline_parallel: int
    copies: int
    needed: Term
    visible_low: int
    visible_high: int
    room_tokens: int | None
    verdict: Verdict
    taken: "Taken | None" = None
    offloaded: "OffloadedLayers | None" = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What an engine takes of an accelerator by its share: `value` bytes, `share` of the memory.

    `needed` is what the load takes there, margin included. `enough` is the least share, in steps of 0.05, that holds
    it; None where none does.
    """

    value: float
    share: float
    needed: float
    enough: float | None


@dataclass(frozen=True, slots=True)
class OffloadedLayers:
    """Layers of the model that fit on the accelerators, of how many; `host_bytes` of weights stay in host memory."""

    fitting: int
    layers: int
    host_bytes: float


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its kind as in a `Remedy`, and what stands before and after it."""

    change: str
    before: int | str
    after: int | str


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change after which a layout that does not hold for certain would, and what it leads to.

    Attributes:
        change: `fewer_sequences`, `weight_format`, `cache_format`, `both_formats`, `more_accelerators`,
            `split`, `shorter_input` or `shorter_output`.
        before, after: what is changed, as a number, a format id or a split such as `4 × 1`.
        accelerators, tensor_parallel, pipeline_parallel: the layout with the change.
        needed: bytes that the fullest accelerator needs then, margin included.
        visible: bytes that an engine sees of it at least.
        also: what has to change with it, where no single change suffices.

    """

    change: str
    before: int | str
    after: int | str
    accelerators: int
    tensor_parallel: int
    pipeline_parallel: int
    needed: float
    visible: int
    also: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A figure that cannot be computed, and the spec paths any of which would supply what it lacks.

    Where no statement would, or none alone, `reason` says why (`no_method`: nothing published computes it), and
    `footprints` are what was measured of others.
    """

    figure: str
    needs: tuple[SpecPath, ...]
    reason: str = ""
    footprints: tuple[Footprint, ...] = ()


@dataclass(frozen=True, slots=True)
class ReckonedEngine:
    """Engine releases that the overheads are those of: from `first` to below `before`, `measured` on so many machines.

    `few`: too few for a range of their own, so that it holds what was seen and more. `stands_for`: engine and release
    as stated, where no row of the catalog covers them and these are the nearest.
    """

    name: str
    first: str
    before: str | None
    measured: int
    few: bool
    stands_for: str | None = None


@dataclass(frozen=True, slots=True)
class WorkloadSizing:
    """Everything computed for one workload. `terms` are for one copy of the model in one memory space.

    `engines` are the releases that the overheads are those of: one, or all that are known where none is named.
    `machine` are the terms of storage, main memory, times and rates beside the accelerators.
    """

    workload: str
    terms: tuple[Term, ...] = ()
    tensor_parallel_sizes: tuple[int, ...] = ()
    splits: tuple[Split, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    fits: tuple[AcceleratorFit, ...] = ()
    layout: LayoutCheck | None = None
    missing: tuple[Missing, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
    remedies: tuple[Remedy, ...] = ()
    engines: tuple[ReckonedEngine, ...] = ()
    machine: tuple[Term, ...] = ()

    def term(self, key: str) -> Term | None:
        """Return the term of that name, or None where it could not be computed."""
        return next((term for term in self.terms if term.key == key), None)


@dataclass(frozen=True, slots=True)
class Sizing:
    """The sizings of all workloads, in the order of the spec."""

    workloads: tuple[WorkloadSizing, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all workloads."""
        return tuple(finding for workload in self.workloads for finding in workload.findings)
