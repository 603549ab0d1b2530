"""The worked example of an award formula, with quotes that are invented, and what its result depends on."""

import re
from collections.abc import Iterator
from typing import Final

from pliego.document.model import (
    Block,
    Code,
    Column,
    Formula,
    Group,
    Inline,
    Line,
    LineStyle,
    Row,
    SideRow,
    SideText,
    Table,
)
from pliego.evaluation.formulas import FORMULAS, AwardFormula
from pliego.evaluation.offers import Offer, Parameters
from pliego.evaluation.ranking import Placed, Reversal, rank, reversal_example, winners
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.phrases import body, number, plain_number, say, small_digits
from pliego.spec.sections.award import Evaluation

_HIGHEST: Final = 100_000.0
"""The price that those of the example stay below where the request names no ceiling."""

_VARIABLE: Final = re.compile(r"\b[A-Za-z](?:_[A-Za-z]+)?\b")

_ALSO_VALUES: Final = ("e", "s")
"""Variables whose value a sentence names under their own letter."""

_TOTAL: Final = 100.0
"""The points of the example where no requirement earns any."""

_PRICES: Final = (0.65, 0.75, 0.95)
_POINTS: Final = (0.5, 0.7, 0.95)
_LARGE: Final = 1000
_SIGNS: Final = {
    "wb": ("C", "T", "B"),
    "richtwert": ("P", "L", "Z"),
    "richtwert_ext": ("P", "L", "Z"),
    "ppqp": ("P", "L", "V"),
    "wtp": ("P", "Q", "V"),
    "range": ("P", "v", "S"),
}
_USUAL_SIGNS: Final = ("P", "Q", "S")


def parameters_of(evaluation: Evaluation, requirements: tuple[Requirement, ...]) -> Parameters:
    """Return what the buyer publishes with the formula, as numbers."""
    shares = evaluation.shares
    total = sum(one.scoring.weight for one in requirements if one.level is LevelName.PREFERRED and one.scoring)
    numbers = {
        "price_share": shares.price if shares else None,
        "quality_share": shares.quality if shares else None,
        "point_worth": evaluation.euro_per_point,
        "ceiling": evaluation.ceiling,
        "corridor": evaluation.corridor,
        "saturation": evaluation.saturation,
        "minimum_quality": evaluation.minimum_quality,
    }
    known = {name: float(value.base) for name, value in numbers.items() if value is not None}
    return Parameters(total=total or _TOTAL, **known)


def example_blocks(evaluation: Evaluation, requirements: tuple[Requirement, ...]) -> Iterator[Block]:
    """Yield the table of the example, and what the result of the formula depends on."""
    formula = FORMULAS[evaluation.formula]
    parameters = parameters_of(evaluation, requirements)
    highest = parameters.ceiling or _of_worth(parameters) or _HIGHEST
    turned = reversal_example(formula.id, parameters, highest)
    if turned is None:
        offers = _offers(parameters, highest)
        yield _table(formula, (rank(formula.id, offers, parameters, evaluation.tie_break),))
    else:
        yield _table(formula, (turned.with_all, turned.without))
    yield SideText(tuple(_rows(formula, turned)))


def _of_worth(parameters: Parameters) -> float:
    """Return a price of which all points together are worth a fifth, so that the example shows what they do."""
    return 5 * parameters.total * (parameters.point_worth or 0)


def _offers(parameters: Parameters, highest: float) -> tuple[Offer, ...]:
    """Return three quotes of which each dearer one has more points, none below the least quality."""
    least = parameters.minimum_quality or 0.0
    shares = (max(share, least) for share in _POINTS)
    return tuple(
        Offer(name, highest * price, parameters.total * share)
        for name, price, share in zip("ABC", _PRICES, shares, strict=True)
    )


def _table(formula: AwardFormula, orders: tuple[tuple[Placed, ...], ...]) -> Table:
    price, points, figure = _signs(formula)
    widths = (43.5, 34.5, 30, 36, 26) if len(orders) == 1 else (43.5, 30, 23.5, 21.5, 15, 21.5, 15)
    heads: list[Inline] = [
        say("award.column.quote"),
        say("award.column.price", sign=Formula(price)),
        say("award.column.points", sign=Formula(points)),
        Formula(figure),
        say("award.column.rank"),
    ]
    if len(orders) > 1:
        heads += [say("award.column.without", sign=Formula(figure)), say("award.column.rank")]
    columns = tuple(
        Column(head, width, numeric=position > 0)
        for position, (head, width) in enumerate(zip(heads, widths, strict=True))
    )
    rows = tuple(_row(one.offer, orders) for one in sorted(orders[0], key=lambda one: one.offer.name))
    return Table("award_example", say("award.caption"), columns, (Group(rows),))


def _row(offer: Offer, orders: tuple[tuple[Placed, ...], ...]) -> Row:
    cells = [(Line(Code(offer.name), LineStyle.NAME),), body(number(offer.price)), body(plain_number(offer.points))]
    for order in orders:
        placed = next((one for one in order if one.offer.name == offer.name), None)
        if placed is None or placed.figure is None or placed.rank is None:
            cells += [body(say("award.out")), body(say("award.out"))]
            continue
        largest = max(abs(one.figure) for one in order if one.figure is not None)
        digits = 0 if largest >= _LARGE else 2 if largest >= 1 else small_digits(largest) + 1
        cells += [body(number(placed.figure, digits)), body(number(placed.rank))]
    return Row(tuple(cells))


def signs() -> dict[str, Inline]:
    """Return the variables of all formulas by the name under which a sentence takes them."""
    found = {name for formula in FORMULAS.values() for line in formula.lines for name in _VARIABLE.findall(line)}
    return {f"sign_{name}" if name in _ALSO_VALUES else name: Formula(name) for name in sorted(found)}


def _signs(formula: AwardFormula) -> tuple[str, str, str]:
    """Return the signs of price, points and result in a formula as printed."""
    return _SIGNS.get(formula.id, _USUAL_SIGNS)


def _rows(formula: AwardFormula, turned: Reversal | None) -> Iterator[SideRow]:
    """Yield what the result depends on, and what holds where the formula would divide by nothing."""
    if turned is not None:
        names = {
            "winner": Code(winners(turned.with_all)[0]),
            "loser": Code(turned.turns),
            "other": Code(winners(turned.without)[0]),
        }
        yield SideRow(say("award.depends"), (Line(say("award.depends.shown", **names)),))
    else:
        key = "award.depends.possible" if formula.relative else "award.depends.none"
        yield SideRow(say("award.depends"), (Line(say(key)),))
    lines = tuple(Line(say(f"award.degenerate.{case}", **signs())) for case in formula.degenerate)
    yield SideRow(say("award.degenerate"), (*lines, Line(say("award.degenerate.price"))))
