"""Quantities of a level, whichever way it is written."""

from decimal import Decimal

import pytest

from pliego.findings import SpecPath
from pliego.spec.parsed import level_quantities
from pliego.units import UNITS, Quantity

PATH: SpecPath = ("pipelines", "call", "slo", "e2e_p95")
TWO, ONE = (Quantity(Decimal(number), UNITS["s"]) for number in (2, 1))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({PATH: TWO}, [TWO]),
        ({(*PATH, "must"): TWO, (*PATH, "prefer"): ONE}, [TWO, ONE]),
        ({(*PATH, "prefer", "value"): ONE}, [ONE]),
        ({}, []),
    ],
)
def test_the_mandatory_value_comes_first(written: dict[SpecPath, Quantity], read: list[Quantity]) -> None:
    assert [value for _, value in level_quantities(PATH, written)] == read
