"""Figures that no method computes are asked for, once each."""

import pytest

from pliego.render.translation import Translator
from pliego.rfq.calculation import calculation_section
from pliego.rfq.unsized import UNSIZED, unsized_rows
from pliego.sizing.terms import Missing, Sizing, WorkloadSizing


@pytest.mark.parametrize("figure", UNSIZED)
@pytest.mark.parametrize(("language", "asks"), [("en", "The quote states"), ("es", "La oferta indica")])
def test_the_sentence_says_who_supplies_the_figure(figure: str, language: str, asks: str) -> None:
    (row,) = unsized_rows((Missing(figure, ()), Missing(figure, ())))
    (line,) = row.lines
    assert asks in Translator(language).text(line.content)


def test_what_a_spec_would_supply_is_no_such_figure() -> None:
    assert list(unsized_rows((Missing("weights", (("workloads", "a", "model", "id"),)),))) == []


@pytest.mark.parametrize("by_name", [True, False])
def test_the_calculation_names_it_only_where_no_request_does(*, by_name: bool) -> None:
    sizing = Sizing((WorkloadSizing("a", missing=(Missing("search_rate", ()),)),))
    assert len(calculation_section(sizing, by_name=by_name).blocks) == by_name
