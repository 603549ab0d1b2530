"""Tables of computed figures: each with formula, inputs, value, range and source."""

from pliego.document.model import (
    Cell,
    Code,
    Column,
    Formula,
    Group,
    Inline,
    Line,
    LineStyle,
    Listed,
    Message,
    Row,
    Table,
)
from pliego.rfq.phrases import body, captioned, gb, gib, number, plain_number, say, small_digits
from pliego.sizing.keys import TERMS
from pliego.sizing.terms import Input, Source, Term
from pliego.units import GB, GIB

_TOTALS = ("needed", "plan", "visible_needed")
_SUMS = (*_TOTALS, "margin", "inside_budget", "beside_pool")
_ORDER = ("needed", "margin", "plan", "inside_budget", "beside_pool", "visible_needed")

Shown = set[tuple[str, str, float]]
"""Inputs that a row above has shown: symbol, key and value."""


def _term_cells(term: Term, above: Shown) -> tuple[Cell, Cell]:
    """Return name and formula of a term; an input that a row above shows with the same symbol is not shown again."""
    name = (Line(Formula(term.symbol), LineStyle.SYMBOL), Line(say(f"term.{term.key}"), LineStyle.NAME))
    formula = [Line(Formula(term.formula), LineStyle.FORMULA)] if term.formula != term.symbol else []
    new = [item for item in term.inputs if (item.symbol, item.key, item.value) not in above]
    above.update((item.symbol, item.key, item.value) for item in term.inputs)
    above.add((term.symbol, term.key, term.value))
    if new:
        formula.append(Line(Listed(tuple(_input(item) for item in new), "semicolon"), LineStyle.QUIET))
    return name, tuple(formula)


def _input(item: Input) -> Inline:
    """Return an input with its value; one that is a term of the table needs no name, its symbol stands there."""
    if item.key in TERMS:
        return say("calculation.term_input", symbol=Formula(item.symbol), value=_value(item.value, item.unit))
    return say(
        "calculation.input",
        symbol=Formula(item.symbol),
        value=_value(item.value, item.unit),
        name=say(f"input.{item.key}"),
    )


def _value(value: float, unit: str) -> Inline:
    """Return an input with the unit that suits its size."""
    if unit == "B" and value >= GIB // 10:
        return gib(value)
    if unit in ("", "ratio", "1"):
        return plain_number(round(value, max(4, small_digits(value))))
    digits = 0 if float(value).is_integer() or value >= 100 else 2 if value >= 0.1 else small_digits(value)
    return number(value, digits, unit)


def _sources_cell(term: Term, sources: dict[Source, str]) -> Cell:
    return body(Listed(tuple(Code(sources[source]) for source in term.sources)))


def quantities_table(terms: list[Term], label: Inline | None, sources: dict[Source, str]) -> Table:
    """Return the terms that are no bytes: counts, tokens, rates."""
    columns = (
        Column(say("column.term"), 43.5),
        Column(say("column.formula"), 57.5),
        Column(say("column.value"), 29, numeric=True),
        Column(say("column.range"), 26, numeric=True),
        Column(say("column.source"), 14),
    )
    rows, above = [], Shown()
    for term in terms:
        value = body(_value(term.value, term.unit))
        interval = _range(term, 1, 0 if term.value >= 20 else 2)
        rows.append(Row((*_term_cells(term, above), value, body(interval), _sources_cell(term, sources))))
    return Table("quantities", captioned("calculation.quantities", label), columns, (Group(tuple(rows)),))


def machine_table(terms: tuple[Term, ...], label: Inline | None, sources: dict[Source, str]) -> Table:
    """Return what stands beside the accelerators: bytes in GB and GiB, times and rates in their unit."""
    columns = (
        Column(say("column.term"), 43.5),
        Column(say("column.formula"), 55),
        Column(say("column.value"), 30.5, numeric=True),
        Column(say("column.range"), 27, numeric=True),
        Column(say("column.source"), 14),
    )
    rows, above = [], Shown()
    for term in terms:
        if term.unit == "B":
            lines: Cell = (Line(gb(term.value)), Line(gib(term.value), LineStyle.QUIET))
            interval = _range(term, GB, gb(term.value).digits, "GB")
        else:
            digits = _digits_of(term.value)
            lines = (Line(number(term.value, digits, term.unit)),)
            interval = _range(term, 1, digits, term.unit)
        rows.append(Row((*_term_cells(term, above), lines, body(interval), _sources_cell(term, sources))))
    return Table("machine", captioned("calculation.machine", label), columns, (Group(tuple(rows)),))


def _digits_of(value: float) -> int:
    """Return the digits after the point that leave about three significant ones, of small figures two."""
    if value >= 100 or float(value).is_integer():
        return 0
    return 1 if value >= 10 else 2 if value >= 0.1 else small_digits(value)


def memory_table(terms: list[Term], known: list[Term], label: Inline | None, sources: dict[Source, str]) -> Table:
    """Return the memory terms; `known` are the quantities of the table before, which need not be shown again."""
    columns = (
        Column(say("column.term"), 43.5),
        Column(say("column.formula"), 55),
        Column(say("column.gb"), 17, numeric=True),
        Column(say("column.gib"), 17.5, numeric=True),
        Column(say("column.range_gib"), 23, numeric=True),
        Column(say("column.source"), 14),
    )
    above = {(term.symbol, term.key, term.value) for term in known}
    groups = (
        Group(tuple(_memory_row(term, sources, above) for term in terms if term.key not in _SUMS)),
        Group(tuple(_memory_row(term, sources, above) for key in _ORDER for term in terms if term.key == key)),
    )
    return Table(
        "memory",
        captioned("calculation.memory", label),
        columns,
        tuple(group for group in groups if group.rows),
    )


def _memory_row(term: Term, sources: dict[Source, str], above: Shown) -> Row:
    digits = gib(term.value).digits
    values = (body(number(term.value / GB, digits)), body(number(term.value / GIB, digits)))
    interval = _range(term, GIB, digits)
    return Row(
        (*_term_cells(term, above), *values, body(interval), _sources_cell(term, sources)),
        total=term.key in _TOTALS,
    )


def _range(term: Term, unit: int, digits: int, symbol: str = "") -> Message:
    """Return the range of a term in units of `unit`, or the word for why it has none."""
    if term.range_key in ("exact", "chosen") or term.low == term.high:
        return say(f"range.{term.range_key}")
    return span(term.low / unit, term.high / unit, digits, symbol)


def span(low: float, high: float, digits: int, symbol: str = "") -> Message:
    """Return a range of two numbers, with the unit at its end."""
    return say("range.span", low=number(low, digits), high=number(high, digits, symbol))
