"""Who comes first: gates, the formula, ties, and what a quote that does not win can turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from math import isclose
from typing import Final, Literal, TypeAlias

from pliego.evaluation.formulas import FORMULAS, AwardFormula
from pliego.evaluation.offers import Offer, Parameters

TieBreak: TypeAlias = Literal["price", "quality", "drawing-lots"]
Gate: TypeAlias = Literal["ceiling", "minimum_quality"]

_SAME: Final = 1e-9
"""Figures that differ by less, relative to their size, are equal: a tie is not decided by rounding."""

_PRICES: Final = (0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
_POINTS: Final = (0.4, 0.5, 0.6, 0.7, 0.8, 0.95)
_VISIBLE: Final = 0.003
"""An example with two figures closer than this, relative to their size, shows a rounding, not a reversal."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A quote in the order of award.

    Attributes:
        offer: the quote.
        figure: what the formula gives for it; None where a gate is not passed.
        rank: 1 for the best; equal quotes have the same rank; None where a gate is not passed.
        gate: the gate that is not passed.

    """

    offer: Offer
    figure: float | None
    rank: int | None
    gate: Gate | None = None


def rank(
    formula: str, offers: Sequence[Offer], parameters: Parameters, tie_break: TieBreak | None = None
) -> tuple[Placed, ...]:
    """Return the quotes in their order, those that miss a gate last.

    Raises:
        KeyError: no formula has this id.
        ValueError: a parameter that the formula needs is not given.

    """
    chosen = FORMULAS[formula]
    gates = {offer: gate for offer in offers if (gate := _gate(offer, parameters))}
    compared = [offer for offer in offers if offer not in gates]
    figures = {offer: chosen.figure(offer, compared, parameters) for offer in compared}
    keys = {offer: _key(chosen, offer, figures, parameters, tie_break) for offer in compared}
    ordered = sorted(compared, key=lambda offer: keys[offer])
    placed: list[Placed] = []
    for position, offer in enumerate(ordered, start=1):
        before = placed[-1] if placed else None
        same = before is not None and _equal(keys[before.offer], keys[offer])
        placed.append(Placed(offer, figures[offer], before.rank if before is not None and same else position))
    return (*placed, *(Placed(offer, None, None, gate) for offer, gate in gates.items()))


def _gate(offer: Offer, parameters: Parameters) -> Gate | None:
    if parameters.ceiling is not None and offer.price > parameters.ceiling:
        return "ceiling"
    least = parameters.minimum_quality
    if least is not None and offer.points < least * parameters.total * (1 - _SAME):
        return "minimum_quality"
    return None


def _key(
    formula: AwardFormula,
    offer: Offer,
    figures: dict[Offer, float],
    parameters: Parameters,
    tie_break: TieBreak | None,
) -> tuple[float, ...]:
    """Return what a quote is sorted by, the best first."""
    own = figures[offer]
    decided = {"price": (offer.price,), "quality": (-offer.points,)}.get(tie_break or "", ())
    if formula.id == "richtwert_ext" and parameters.corridor is not None:
        best = max(figures.values())
        within = own >= best * (1 - parameters.corridor) * (1 - _SAME)
        return (0.0, -offer.points, *decided) if within else (1.0, -own, *decided)
    return (own if formula.lowest_wins else -own, *decided)


def _equal(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(isclose(left, right, rel_tol=_SAME, abs_tol=0) for left, right in zip(one, other, strict=True))


def winners(placed: Sequence[Placed]) -> tuple[str, ...]:
    """Return the names of those in the first place: several where nothing decides between them."""
    return tuple(one.offer.name for one in placed if one.rank == 1)


@dataclass(frozen=True, slots=True)
class Reversal:
    """Three quotes of which one changes who wins without winning itself.

    `with_all` and `without` are the orders with all of them and without the one called `turns`.
    """

    with_all: tuple[Placed, ...]
    without: tuple[Placed, ...]
    turns: str


def reversals(formula: str, offers: Sequence[Offer], parameters: Parameters) -> Iterator[Reversal]:
    """Yield each losing quote without which another quote would win."""
    placed = rank(formula, offers, parameters)
    first = winners(placed)
    for loser in offers:
        if loser.name in first:
            continue
        rest = [offer for offer in offers if offer is not loser]
        without = rank(formula, rest, parameters)
        if winners(without) != first:
            yield Reversal(placed, without, loser.name)


def reversal_example(formula: str, parameters: Parameters, highest: float) -> Reversal | None:
    """Return a reversal that this formula allows with these parameters, or None where none is found.

    `highest` is the price that those of the example stay below. The search goes through a fixed set of prices and
    points, so that the same request prints the same example: two quotes of which the dearer has more points, and one
    that loses while it is cheaper or better than both.
    """
    if not FORMULAS[formula].relative:
        return None
    rivals = [
        (Offer("A", highest * high, more * parameters.total), Offer("B", highest * low, less * parameters.total))
        for low, high in combinations(_PRICES, 2)
        for less, more in combinations(_POINTS, 2)
    ]
    for dear, cheap in rivals:
        for price, share in product(_PRICES, _POINTS):
            third = Offer("C", highest * price, share * parameters.total)
            cheaper = third.price < cheap.price and third.points < cheap.points
            better = third.price > dear.price and third.points > dear.points
            if cheaper or better:
                found = next(
                    (one for one in reversals(formula, (dear, cheap, third), parameters) if one.turns == "C"), None
                )
                if found is not None and _clear(found):
                    return found
    return None


def _clear(reversal: Reversal) -> bool:
    """Say whether both orders have figures at a visible distance from each other, and no gate is missed."""
    for placed in (reversal.with_all, reversal.without):
        figures = [one.figure for one in placed if one.figure is not None]
        if len(figures) < len(placed):
            return False
        if any(isclose(better, worse, rel_tol=_VISIBLE) for better, worse in pairwise(figures)):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Shift:
    """A change of one assumption and who wins with it: `price_share` by points of a share, or a quote's `price`."""

    what: str
    by: float
    winners: tuple[str, ...]


def sensitivity(formula: str, offers: Sequence[Offer], parameters: Parameters) -> Iterator[Shift]:
    """Yield who wins with the share of the price 5 points up and down, and with each price 5 % up and down."""
    if parameters.price_share is not None and "price_share" in FORMULAS[formula].needs:
        for by in (-0.05, 0.05):
            share = min(1.0, max(0.0, parameters.price_share + by))
            changed = replace(parameters, price_share=share, quality_share=1 - share)
            yield Shift("price_share", by, winners(rank(formula, offers, changed)))
    for offer in offers:
        for by in (-0.05, 0.05):
            other = [replace(one, price=one.price * (1 + by)) if one is offer else one for one in offers]
            yield Shift(offer.name, by, winners(rank(formula, other, parameters)))
