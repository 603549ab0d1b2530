from datetime import date

import pytest

from pliego.spec.formats import dimension_of, is_ours, parse_by_format
from pliego.units import UNITS, QuantityError


def test_each_format_reads_its_values() -> None:
    assert parse_by_format("2026-12-01", "date") == date(2026, 12, 1)
    assert str(parse_by_format("2026-12-01 10:00Z", "pliego-moment")) == "2026-12-01 10:00Z"
    assert str(parse_by_format("20 tok/s", "pliego-token-rate")) == "20 tok/s"
    with pytest.raises(QuantityError):
        parse_by_format("20 GB", "pliego-token-rate")


def test_names_of_formats() -> None:
    assert not is_ours("email")
    assert dimension_of("date") is None
    assert dimension_of("pliego-moment") is None
    assert {dimension_of(f"pliego-{unit.dimension.replace('_', '-')}") for unit in UNITS.values()} == {
        unit.dimension for unit in UNITS.values()
    }
