"""From the name of a card, as a log or a person wrote it, to the bytes that an engine sees of it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

from measured.rows import GIB, number
from pliego.catalog import Catalog
from pliego.catalog.facts import Accelerator
from pliego.sizing.devices import driver_reserve, visible
from pliego.sizing.estimates import Estimate, exact

_BRANDS: Final = frozenset(
    {"nvidia", "geforce", "tesla", "quadro", "amd", "instinct", "radeon", "intel", "apple", "data", "center", "gpu"}
    | {"graphics", "hbm2", "hbm2e", "hbm3", "hbm3e"}
)
"""Words that people leave out or put in at will."""

_ASIDE: Final = re.compile(r"\([^)]*\)|\bx\d+\b")
_SIZE: Final = re.compile(r"(\d+)\s*gi?b\b")
_WHOLE_TOLERANCE: Final = 0.011
"""Totals are printed with two decimals."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as far as its name tells: a catalog row or only the size in its name; neither where both are open."""

    accelerator: Accelerator | None
    size_gb: int | None


def find_card(name: str, catalog: Catalog) -> Card:
    """Return the catalog's card of that name.

    Brands, remarks in brackets and a number of cards do not matter; every other word of the name has to stand in the
    catalog's names. Of several cards that fit, the one with the fewest other words is meant; the same card in several
    forms is one card as long as all have the same memory.
    """
    plain = _ASIDE.sub(" ", name.lower())
    size = _SIZE.search(plain)
    size_gb = int(size[1]) if size else None
    words = _words(_SIZE.sub(" ", plain))
    fitting = [row for row in catalog.accelerators if words and words <= _names(row) and _has_size(row, size_gb)]
    fewest = min((len(_names(row)) for row in fitting), default=0)
    closest = [row for row in fitting if len(_names(row)) == fewest and row.kind != "cpu"]
    if len({(row.memory_bytes, row.memory_class) for row in closest}) != 1:
        return Card(None, size_gb)
    return Card(max(closest, key=lambda row: row.visible_bytes is not None), size_gb)


def visible_memory(card: Card, printed_total_gib: str | None, catalog: Catalog) -> Estimate | None:
    """Return the bytes that an engine sees of a card; None where neither a total nor the size is known.

    A printed total is what the engine saw, unless it is a whole number or the driver's figure of that card.
    """
    total, row = number(printed_total_gib), card.accelerator
    driver = row.memory_bytes if row else None
    if total is not None and not _is_driver_total(total, driver):
        return exact(total * GIB)
    if row is not None:
        return _of_accelerator(row, catalog)
    if total is not None:
        return _below_driver_total(total * GIB, catalog)
    return _of_size(card.size_gb, catalog) if card.size_gb else None


def _is_driver_total(total: float, driver: int | None) -> bool:
    return total == int(total) or (driver is not None and abs(driver / GIB - total) < _WHOLE_TOLERANCE)


def _of_accelerator(row: Accelerator, catalog: Catalog) -> Estimate | None:
    if row.visible_bytes is not None:
        return exact(row.visible_bytes)
    if row.memory_bytes is not None:
        return _below_driver_total(row.memory_bytes, catalog)
    seen = visible(row, driver_reserve(catalog.accelerators))
    size = _SIZE.search(row.memory_class.lower())
    if seen is None or size is None:
        return None
    typical = _of_size(int(size[1]), catalog, row.kind)
    return Estimate(min(max(typical.value, seen.low), seen.high), seen.low, seen.high)


def _below_driver_total(driver_total: float, catalog: Catalog) -> Estimate:
    reserve = driver_reserve(catalog.accelerators)
    if reserve is None:
        return exact(driver_total)
    return Estimate(driver_total - reserve.value, driver_total - reserve.high, driver_total - reserve.low)


def _of_size(size_gb: int, catalog: Catalog, kind: str = "gpu") -> Estimate:
    """Return what engines see of a card that is sold with so many GB: the shares of cards where both are known.

    A chip that shares its memory with an operating system shows less of it than a card, so that kinds are kept apart
    where there is one with both figures.
    """
    alike = [row for row in catalog.accelerators if row.kind == kind]
    shares = list(_visible_shares(alike)) or list(_visible_shares(catalog.accelerators))
    return Estimate(*(size_gb * GIB * share for share in (median(shares), min(shares), max(shares))))


def _visible_shares(rows: Iterable[Accelerator]) -> Iterator[float]:
    for row in rows:
        size = _SIZE.search(row.memory_class.lower())
        if size and row.visible_bytes:
            yield row.visible_bytes / (int(size[1]) * GIB)


def _has_size(row: Accelerator, size_gb: int | None) -> bool:
    sold = _SIZE.search(row.memory_class.lower())
    return size_gb is None or (sold is not None and int(sold[1]) == size_gb)


def _names(row: Accelerator) -> frozenset[str]:
    return frozenset().union(*(_words(_SIZE.sub(" ", name.lower())) for name in (row.id, row.name, *row.aliases)))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text)) - _BRANDS
