"""What rules read: the values of the spec that stand behind its texts, and everything else, by path."""

from collections.abc import Mapping
from datetime import date
from typing import TypeAlias

from pliego.findings import SpecPath
from pliego.spec.moments import Moment
from pliego.spec.source import Data
from pliego.units import Quantity

Parsed: TypeAlias = Mapping[SpecPath, date | Moment | Quantity]
"""Dates, instants and quantities by their path."""

Whole: TypeAlias = Mapping[SpecPath, Data]
"""Every value that the schema knows, by its path."""


def level_quantities(path: SpecPath, parsed: Parsed) -> tuple[tuple[SpecPath, Quantity], ...]:
    """Return the quantities of a level with their paths: the mandatory one first, then the preferred one."""
    forms: tuple[SpecPath, ...] = ((), ("must",), ("prefer",), ("prefer", "value"))
    found = (((*path, *form), parsed.get((*path, *form))) for form in forms)
    return tuple((place, value) for place, value in found if isinstance(value, Quantity))
