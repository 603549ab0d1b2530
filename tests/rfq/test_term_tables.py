"""Tables of computed figures."""

import pytest

from pliego.document.model import Table
from pliego.render.translation import Translator
from pliego.rfq.term_tables import memory_table, quantities_table, span
from pliego.sizing.terms import Input, Source, Term
from pliego.units import GIB

SPEC = Source("spec")
NUMBERS = {SPEC: "S1"}


def term(key: str, symbol: str, value: float, unit: str, formula: str, *inputs: Input, **rest: object) -> Term:
    return Term(key, symbol, value, unit, formula, inputs, (SPEC,), value, value, **rest)  # type: ignore[arg-type]


def cells(table: Table) -> list[list[str]]:
    text = Translator("en").text
    return [
        [
            " | ".join(text(line.content) for line in cell).replace("\u202f", " ").replace("\u00a0", " ")
            for cell in row.cells
        ]
        for group in table.groups
        for row in group.rows
    ]


def test_a_quantity_has_formula_inputs_value_range_and_source() -> None:
    layers = Input("L", "layers", 32, "")
    made = term("kv_cache_per_token", "k", 131072, "B/token", "2 × L", layers)
    (row,) = cells(quantities_table([made], None, NUMBERS))
    assert row == ["k | KV cache of one token", "2 × L | L = 32 (layers)", "131,072 B/token", "exact", "S1"]


def test_an_input_that_stands_above_is_not_repeated() -> None:
    layers = Input("L", "layers", 32, "")
    terms = [
        term("kv_cache_per_token", "k", 1, "B/token", "L", layers),
        term("request_rate", "λ", 2, "req/s", "L", layers),
    ]
    first, second = cells(quantities_table(terms, None, NUMBERS))
    assert "L = 32" in first[1]
    assert "L = 32" not in second[1]


def test_memory_is_shown_in_gb_and_gib_and_sums_stand_last() -> None:
    weights = term("weights", "W", 16 * 10**9, "B", "N × b / 8")
    needed = term("needed", "S", 20 * GIB, "B", "W + K")
    table = memory_table([needed, weights], [], None, NUMBERS)
    first, second = cells(table)
    assert first[:5] == ["W | Weights", "N × b / 8", "16.00", "14.90", "exact"]
    assert second[:5] == ["S | Needed at the peak", "W + K", "21.5", "20.0", "exact"]
    assert [row.total for group in table.groups for row in group.rows] == [False, True]


def test_an_estimate_shows_its_range() -> None:
    made = Term("weights", "W", 20 * GIB, "B", "x", (), (SPEC,), 18 * GIB, 25 * GIB, "measured")
    (row,) = cells(memory_table([made], [], None, NUMBERS))
    assert row[4] == "18.0 – 25.0"


@pytest.mark.parametrize(("digits", "shown"), [(0, "1 – 2,000"), (1, "1.0 – 2,000.0")])
def test_a_span(digits: int, shown: str) -> None:
    assert Translator("en").text(span(1, 2000, digits)) == shown
