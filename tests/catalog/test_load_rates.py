"""Rates of loading weights: two kinds of storage, each from several logs, with their sources."""

import json

from pliego.catalog import load_catalog
from pliego.catalog.loading import _DATA


def test_rates_are_ranges_of_several_logs() -> None:
    rates = load_catalog().load_rates
    assert set(rates) == {"local", "network"}
    for row in rates.values():
        assert 0 < row.low < row.middle < row.high < 30e9
        assert row.count >= 5


def test_every_rate_has_a_source_and_a_date() -> None:
    rows = json.loads((_DATA / "load_rates.json").read_text(encoding="utf-8"))["rates"]
    assert all(row["source"] and row["as_of"] and row["as_stated"] for row in rows)
