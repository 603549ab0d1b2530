"""The price schedule as values: what a quote prices, in which unit, and how much of it counts in the comparison.

A quantity is one that the spec states or that follows from it by arithmetic; where there is none, a unit price is
asked for and the item stays out of the total. Nothing is estimated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from pliego.findings import SpecPath
from pliego.spec.ids import id_part
from pliego.spec.models import Spec, Workload
from pliego.units import GB

_TRAINING: Final = ("fine-tuning", "pre-training", "training")
_SECONDS_PER_HOUR: Final = 3600

_USAGE: Final[dict[str, tuple[str, ...]]] = {
    "text-generation": ("input_tokens", "output_tokens"),
    "embedding": ("input_tokens",),
    "reranking": ("input_tokens",),
    "image-generation": ("images",),
    "speech-to-text": ("audio",),
    "text-to-speech": ("audio",),
    "vector-search": ("requests",),
    "classic-ml": ("requests",),
}
"""What is counted where work is billed by use."""


class PriceGroup(StrEnum):
    """When a price is due: for capacity kept, month by month, as it is used, once, or only if it is ordered."""

    RESERVED = "reserved"
    RECURRING = "recurring"
    USAGE = "usage"
    ONCE = "once"
    OPTIONAL = "optional"


class PriceUnit(StrEnum):
    """What a unit price is for."""

    MONTH = "month"
    HOUR = "hour"
    ACCELERATOR_HOUR = "accelerator_hour"
    GB_MONTH = "gb_month"
    GB = "gb"
    RUN = "run"
    MILLION_TOKENS = "million_tokens"
    THOUSAND_IMAGES = "thousand_images"
    AUDIO_HOUR = "audio_hour"
    THOUSAND_REQUESTS = "thousand_requests"
    LUMP_SUM = "lump_sum"


_USAGE_UNITS: Final = {
    "input_tokens": PriceUnit.MILLION_TOKENS,
    "output_tokens": PriceUnit.MILLION_TOKENS,
    "images": PriceUnit.THOUSAND_IMAGES,
    "audio": PriceUnit.AUDIO_HOUR,
    "requests": PriceUnit.THOUSAND_REQUESTS,
}


@dataclass(frozen=True, slots=True)
class PriceItem:
    """One line of the schedule.

    Attributes:
        id: stable id made from what is priced.
        kind: key of its wording, for example `capacity`.
        group: when the price is due.
        unit: what the unit price is for.
        quantity: units over the whole term, None where the spec does not say how many.
        names: the workloads, the storage tier or the option that the item is of.
        path: where that stands in the spec.
        in_total: whether quantity times unit price is part of the total that is compared.

    """

    id: str
    kind: str
    group: PriceGroup
    unit: PriceUnit
    quantity: Decimal | None
    names: tuple[str, ...] = ()
    path: SpecPath = ()
    in_total: bool = False


@dataclass(frozen=True, slots=True)
class PriceSchedule:
    """The items that are priced and added up together: of one lot, or of the whole request."""

    lot: str | None
    items: tuple[PriceItem, ...]

    def of_group(self, group: PriceGroup) -> tuple[PriceItem, ...]:
        """Return the items of a group, in their order."""
        return tuple(item for item in self.items if item.group is group)


def price_schedules(spec: Spec) -> tuple[PriceSchedule, ...]:
    """Return one schedule for each lot, or one for the whole request."""
    if spec.rfq.lots:
        return tuple(
            PriceSchedule(name, tuple(_Items(spec, ("PRICE", name), tuple(lot.workloads)).of_group()))
            for name, lot in spec.rfq.lots.items()
        )
    return (PriceSchedule(None, tuple(_Items(spec, ("PRICE",), tuple(spec.workloads)).of_group())),)


class _Items:
    """Makes the items of one schedule."""

    def __init__(self, spec: Spec, prefix: tuple[str, ...], workloads: tuple[str, ...]) -> None:
        contract = spec.rfq.contract
        self._spec = spec
        self._prefix = prefix
        self._workloads = workloads
        self._billing = frozenset(contract.billing or ()) if contract else frozenset()
        self._months = contract.term.base if contract and contract.term else None
        hours = Decimal(str(contract.hours_per_month)) if contract and contract.hours_per_month else None
        self._hours = self._months * hours if self._months is not None and hours is not None else None

    def of_group(self) -> list[PriceItem]:
        """Return the items, group by group."""
        order = list(PriceGroup)
        return sorted(self._all(), key=lambda item: order.index(item.group))

    def _all(self) -> Iterator[PriceItem]:
        for names in self._machines():
            yield from self._capacity(names)
        yield from self._storage()
        if self._spec.backup is not None:
            yield self._item("backup", PriceGroup.RECURRING, PriceUnit.GB_MONTH, None, path=("backup",))
        if self._is_run_by_provider():
            yield self._item("operation", PriceGroup.RECURRING, PriceUnit.MONTH, self._months, path=("operation",))
        yield self._item("egress", PriceGroup.USAGE, PriceUnit.GB, self._egress())
        yield self._item("setup", PriceGroup.ONCE, PriceUnit.LUMP_SUM, Decimal(1))
        if self._spec.pilot is not None and self._spec.pilot.paid_by == "buyer":
            yield self._item("pilot", PriceGroup.ONCE, PriceUnit.LUMP_SUM, Decimal(1), path=("pilot",))
        if not self._is_exit_free():
            yield self._item("exit", PriceGroup.ONCE, PriceUnit.LUMP_SUM, Decimal(1))
        yield from self._options()

    def _item(
        self,
        kind: str,
        group: PriceGroup,
        unit: PriceUnit,
        quantity: Decimal | None,
        names: tuple[str, ...] = (),
        path: SpecPath = (),
        *,
        in_total: bool = True,
    ) -> PriceItem:
        parts = (*self._prefix, kind, *names)
        id_ = "-".join(slug for slug in map(id_part, parts) if slug)
        return PriceItem(id_, kind, group, unit, quantity, names, path, in_total=in_total and quantity is not None)

    def _machines(self) -> list[tuple[str, ...]]:
        """Return the workloads that have machines of their own, those that share machines together."""
        shared = tuple(name for name in self._workloads if name in (self._spec.colocate or ()))
        groups: list[tuple[str, ...]] = []
        for name in self._workloads:
            names = shared if name in shared else (name,)
            if names not in groups:
                groups.append(names)
        return groups

    def _capacity(self, names: tuple[str, ...]) -> Iterator[PriceItem]:
        workloads = [self._spec.workloads[name] for name in names]
        path: SpecPath = ("workloads", names[0])
        if all(one.task.mode != "online" for one in workloads) and self._billing != {"monthly"}:
            for name, workload in zip(names, workloads, strict=True):
                yield self._run(name, workload)
            return
        if not self._billing & {"hourly", "usage"} or "monthly" in self._billing:
            yield self._item("capacity", PriceGroup.RESERVED, PriceUnit.MONTH, self._months, names, path)
            if "hourly" in self._billing:
                yield self._item("additional_hours", PriceGroup.USAGE, PriceUnit.ACCELERATOR_HOUR, None, names, path)
        elif "hourly" in self._billing:
            yield self._item("hours", PriceGroup.USAGE, PriceUnit.HOUR, self._hours, names, path)
        if "usage" in self._billing:
            for name, workload in zip(names, workloads, strict=True):
                for counted in _USAGE[workload.task.kind]:
                    unit = _USAGE_UNITS[counted]
                    yield self._item(counted, PriceGroup.USAGE, unit, None, (name,), ("workloads", name))

    def _run(self, name: str, workload: Workload) -> PriceItem:
        every = workload.load.every if workload.load else None
        if every is not None:
            whole = None if self._hours is None else self._hours * _SECONDS_PER_HOUR // every.base
            return self._item("run", PriceGroup.USAGE, PriceUnit.RUN, whole, (name,), ("workloads", name))
        once = workload.task.mode in _TRAINING
        group = PriceGroup.ONCE if once else PriceGroup.USAGE
        return self._item("run", group, PriceUnit.RUN, Decimal(1) if once else None, (name,), ("workloads", name))

    def _storage(self) -> Iterator[PriceItem]:
        tiers = (self._spec.operation.storage if self._spec.operation else None) or {}
        for name, tier in tiers.items():
            size = tier.capacity.must.base / GB if tier.capacity and tier.capacity.must else None
            quantity = size * self._months if size is not None and self._months is not None else None
            path: SpecPath = ("operation", "storage", name)
            yield self._item("storage", PriceGroup.RECURRING, PriceUnit.GB_MONTH, quantity, (name,), path)
        if not tiers:
            yield self._item("storage", PriceGroup.RECURRING, PriceUnit.GB_MONTH, None)

    def _is_run_by_provider(self) -> bool:
        """Say whether people of the provider run more than the machines."""
        operation = self._spec.operation
        if operation is None:
            return False
        scope = operation.management.must if operation.management else None
        return scope not in (None, "hardware") or operation.support is not None

    def _egress(self) -> Decimal | None:
        """Return GB over the term, None where it is not stated of every workload that has a load."""
        loads = [self._spec.workloads[name].load for name in self._workloads]
        stated = [load.egress_per_month.base for load in loads if load and load.egress_per_month]
        if not stated or self._months is None:
            return None
        return sum(stated, Decimal()) / GB * self._months

    def _is_exit_free(self) -> bool:
        leaving = self._spec.operation.exit if self._spec.operation else None
        return leaving is not None and leaving.no_charge is not None and leaving.no_charge.must is True

    def _options(self) -> Iterator[PriceItem]:
        for name, option in (self._spec.rfq.options or {}).items():
            path: SpecPath = ("rfq", "options", name)
            yield self._item(
                "option", PriceGroup.OPTIONAL, PriceUnit.LUMP_SUM, Decimal(1), (name,), path, in_total=option.evaluated
            )
        renewals = self._spec.rfq.renewals
        if renewals is not None:
            months = renewals.count * renewals.term.base
            path = ("rfq", "renewals")
            yield self._item("renewal", PriceGroup.OPTIONAL, PriceUnit.MONTH, Decimal(months), (), path, in_total=False)
