"""Rates at which weights were read from storage, as public logs show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class LoadRates:
    """The rates of one kind of storage in bytes a second: slowest, median and fastest of `count` logs."""

    storage: str
    low: float
    middle: float
    high: float
    count: int
    as_of: str


def load_rates(data: Mapping[str, Any]) -> Mapping[str, LoadRates]:
    """Return the rates by kind of storage: `local` and `network`."""
    found: dict[str, list[float]] = {}
    for row in data["rates"]:
        found.setdefault(row["storage"], []).append(float(row["gb_per_s"]) * 1e9)
    return {
        storage: LoadRates(storage, min(rates), median(rates), max(rates), len(rates), data["as_of"])
        for storage, rates in found.items()
    }
