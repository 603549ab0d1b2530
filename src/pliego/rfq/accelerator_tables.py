"""Tables of layouts: what each accelerator of a split holds, and how many of which class hold the workload."""

from collections.abc import Iterator
from math import inf

from pliego.document.model import (
    Code,
    Column,
    Formula,
    Group,
    Inline,
    Line,
    LineStyle,
    Listed,
    Row,
    SideRow,
    Table,
)
from pliego.requirements.derive import asked_for
from pliego.rfq.phrases import body, captioned, counted, gib, memory_class, number, say
from pliego.sizing.terms import AcceleratorFit, Alternative, Split
from pliego.units import GIB

_SUM_KEYS = ("needed", "plan")

Span = tuple[int | None, int | None]
"""Lowest and highest count; None where none up to the largest size tried holds."""


def alternatives_table(alternatives: tuple[Alternative, ...], label: Inline | None) -> Table:
    """Return what each accelerator holds when one copy of the model is split over 1, 2, 4 or 8 of them."""
    columns = (
        Column(say("column.accelerators"), 43.5),
        Column(say("column.share_of_terms"), 64.5),
        Column(say("column.needed"), 31, numeric=True),
        Column(say("column.driver_total"), 31, numeric=True),
    )
    rows = []
    for alternative in alternatives:
        shares = tuple(
            say("calculation.share", symbol=Formula(term.symbol), value=gib(term.value))
            for term in alternative.terms
            if term.key not in _SUM_KEYS
        )
        cells = (
            body(counted(alternative.accelerators, "count.accelerators")),
            (Line(Listed(shares, "semicolon"), LineStyle.QUIET),),
            body(gib(alternative.needed.value, 1)),
            body(gib(asked_for(alternative.driver_total.value), 1)),
        )
        rows.append(Row(cells))
    return Table("alternatives", captioned("calculation.alternatives", label), columns, (Group(tuple(rows)),))


def splits_table(splits: tuple[Split, ...], label: Inline | None) -> Table:
    """Return what each accelerator of a split holds of the model itself, where the load is not known."""
    cached = any(term.unit == "B/token" for split in splits for term in split.terms)
    columns = (
        Column(say("column.accelerators"), 43.5),
        Column(say("column.weights_each"), 63 if cached else 126.5, numeric=True),
        *((Column(say("column.kv_cache_each_token"), 63.5, numeric=True),) if cached else ()),
    )
    rows = []
    for split in splits:
        weights = next((term for term in split.terms if term.unit == "B"), None)
        rate = next((term for term in split.terms if term.unit == "B/token"), None)
        cells = [
            body(counted(split.accelerators, "count.accelerators")),
            body(gib(weights.value, 1) if weights else say("split.unknown")),
        ]
        if cached:
            cells.append(body(number(rate.value, 0, rate.unit) if rate else say("split.unknown")))
        rows.append(Row(tuple(cells)))
    return Table("splits", captioned("calculation.splits", label), columns, (Group(tuple(rows)),))


def classes_table(fits: tuple[AcceleratorFit, ...], label: Inline | None) -> Table:
    """Return which memory classes need how many accelerators: a neutral reading of the catalog."""
    columns = (Column(say("column.fewest"), 43.5), Column(say("column.memory_classes"), 126.5))
    classes: dict[str, list[AcceleratorFit]] = {}
    for fit in sorted(fits, key=lambda fit: -memory_class(fit.memory_class).value):
        classes.setdefault(fit.memory_class, []).append(fit)
    by_count: dict[Span, list[str]] = {}
    for name, members in classes.items():
        by_count.setdefault(_fewest(members), []).append(name)
    rows = tuple(
        Row((body(_fewest_text(fewest)), body(Listed(tuple(memory_class(name) for name in names)))))
        for fewest, names in sorted(by_count.items(), key=_certainty)
    )
    return Table("classes", captioned("calculation.classes", label), columns, (Group(rows),))


def _certainty(item: tuple[Span, list[str]]) -> tuple[float, float]:
    """Return the order of a row: fewest first, and among equals the certain before the uncertain."""
    low, high = item[0]
    return (inf if low is None else low, inf if high is None else high)


def names_table(fits: tuple[AcceleratorFit, ...], label: Inline | None) -> Table:
    """Return the fewest of each accelerator that holds the workload, those that need fewest first.

    In the same range of counts the order is that of memory as sold, then of names: an accelerator whose exact
    memory is not known stands among its like, with its range, and not behind them.
    """
    columns = (
        Column(say("column.accelerator"), 63.5),
        Column(say("column.memory_class"), 32.5),
        Column(say("column.visible"), 44, numeric=True),
        Column(say("column.fewest"), 30, numeric=True),
    )
    holding = [fit for fit in fits if fit.fewest_if_high is not None]
    rows = tuple(
        Row(
            (
                body(Code(fit.name)),
                body(memory_class(fit.memory_class)),
                body(_visible(fit)),
                body(_fewest_text(_fewest([fit]))),
            )
        )
        for fit in sorted(holding, key=_place)
    )
    return Table("names", captioned("calculation.names", label), columns, (Group(rows),))


def never_rows(fits: tuple[AcceleratorFit, ...]) -> Iterator[SideRow]:
    """Yield one row that names the accelerators of which no number up to the largest tried holds the workload."""
    never = [fit for fit in fits if fit.fewest_if_high is None]
    if never:
        names = Listed(tuple(Code(fit.name) for fit in sorted(never, key=_place)))
        yield SideRow(say("fits.none"), (Line(names, LineStyle.QUIET),))


def _place(fit: AcceleratorFit) -> tuple[int, int, float, str]:
    never = 1_000
    sold = memory_class(fit.memory_class).value if fit.memory_class else 0.0
    return fit.fewest_if_high or never, fit.fewest or never, -sold, fit.name


def _visible(fit: AcceleratorFit) -> Inline:
    low, high = fit.visible_low / GIB, fit.visible_high / GIB
    if round(low, 1) == round(high, 1):
        return number(low, 1, "GiB")
    span = say("range.span", low=number(low, 1), high=number(high, 1, "GiB"))
    return say("fits.estimated", memory=span) if fit.visible_basis == "estimate" else span


def _fewest(members: list[AcceleratorFit]) -> Span:
    """Return between which counts the fewest lie, as the visible memory of the members differs or is uncertain."""
    hopeful = [fit.fewest_if_high for fit in members if fit.fewest_if_high is not None]
    certain = [fit.fewest for fit in members if fit.fewest is not None]
    return min(hopeful, default=None), max(certain) if len(certain) == len(members) else None


def _fewest_text(span: Span) -> Inline:
    low, high = span
    if low is None:
        return say("fits.none")
    if high is None:
        return say("fits.from", n=number(low))
    return number(low) if low == high else say("range.span", low=number(low), high=number(high))
