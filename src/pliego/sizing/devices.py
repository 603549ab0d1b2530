"""Accelerators by memory: what an engine sees of each, and how many hold the workload."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pliego.catalog.facts import Accelerator
from pliego.sizing.terms import AcceleratorFit, Alternative, Fact, Input, Source, Term
from pliego.statistics import quantile


@dataclass(frozen=True, slots=True)
class Visible:
    """Bytes that an engine sees; `basis`: `visible` (measured), `driver` (total), `estimate` or `unified` (a share)."""

    low: int
    high: int
    basis: str


def driver_reserve(accelerators: Iterable[Accelerator]) -> Term | None:
    """Return r, the bytes that a driver reports but no engine sees: median and range of accelerators with both figures.

    It is a difference, not a share: from 16 GB cards to 141 GB cards it stays below 1 GiB.
    """
    known = [row for row in accelerators if row.memory_bytes and row.visible_bytes]
    gaps = sorted((row.memory_bytes or 0) - (row.visible_bytes or 0) for row in known)
    if not gaps:
        return None
    as_of = max(row.as_of for row in known)
    source = Source("catalog", "", as_of, "driver_reserve", (Fact("n", len(known)),))
    typical = round(quantile(gaps, 0.5))
    inputs = (Input("r", "measured", typical, "B"),)
    return Term("driver_reserve", "r", typical, "B", "r", inputs, (source,), gaps[0], gaps[-1], "measured")


def visible(accelerator: Accelerator, reserve: Term | None) -> Visible | None:
    """Return what an engine sees of one device, as far as it is known; None where no figure for memory is known.

    The catalog's figures are for the card; a card of several devices shares its memory evenly among them.
    """
    devices = accelerator.devices
    if accelerator.visible_bytes is not None:
        seen = accelerator.visible_bytes // devices
        return Visible(seen, seen, "visible")
    if accelerator.unified_low is not None and accelerator.unified_high is not None:
        memory = accelerator.estimate_high or 0
        return Visible(int(memory * accelerator.unified_low), int(memory * accelerator.unified_high), "unified")
    least, most = (reserve.low, reserve.high) if reserve else (0, 0)
    if accelerator.memory_bytes is not None:
        each = accelerator.memory_bytes / devices
        return Visible(int(each - most), int(each - least), "driver")
    low, high = accelerator.estimate_low, accelerator.estimate_high
    if low is None or high is None:
        return None
    return Visible(int(low / devices - most), int(high / devices - least), "estimate")


def device_name(accelerator: Accelerator) -> str:
    """Return the name of what an operating system sees: the card, or one of its devices."""
    if accelerator.devices == 1:
        return accelerator.name
    return f"{accelerator.name} (one of {accelerator.devices} devices on the card)"


def _memory_class(accelerator: Accelerator) -> str:
    """Return the memory of one device as sold, such as `64 GB` for one of the two of a 128 GB card."""
    size, _, unit = accelerator.memory_class.partition(" ")
    if accelerator.devices == 1 or not size:
        return accelerator.memory_class
    return f"{float(size) / accelerator.devices:g} {unit}"


def fits(
    accelerators: Iterable[Accelerator], alternatives: Sequence[Alternative], reserve: Term | None
) -> tuple[AcceleratorFit, ...]:
    """Return the fewest of each GPU that hold the workload by memory alone.

    Of a card on which an operating system sees several devices, devices are counted: its memory is not one
    space.
    """
    found = []
    for row in accelerators:
        seen = visible(row, reserve)
        if row.kind != "gpu" or seen is None:
            continue
        fit = AcceleratorFit(
            accelerator=row.id,
            name=device_name(row),
            memory_class=_memory_class(row),
            visible_low=seen.low,
            visible_high=seen.high,
            visible_basis=seen.basis,
            fewest=_fewest(alternatives, seen.low),
            fewest_if_high=_fewest(alternatives, seen.high),
            devices=row.devices,
        )
        found.append(fit)
    return tuple(found)


def _fewest(alternatives: Sequence[Alternative], seen: int) -> int | None:
    return next((one.accelerators for one in alternatives if one.needed.value <= seen), None)
