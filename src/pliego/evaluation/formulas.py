"""Award formulas by id: as they are printed, as they are reckoned, and what is wrong with each.

Sources: the forms are those of UK fixed-quote guidance (`ratio`), the World Bank's rated criteria (`wb`), EU
institutions (`eu`), UfAB of the German federal administration (`richtwert`, `richtwert_ext`, `interp1`), UK bid
evaluation guidance of 2021 (`ppqp`), award on value (`wtp`), Spanish contract clauses (`linear_baja`, `baja_sqrt`,
`range`) and JCCA Aragón 6/2014 (`baja_umbral`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from types import MappingProxyType
from typing import Final, TypeAlias

from pliego.evaluation.offers import Offer, Parameters

Reckoning: TypeAlias = Callable[[Offer, Sequence[Offer], Parameters], float]


@dataclass(frozen=True, slots=True)
class AwardFormula:
    """One award formula.

    Attributes:
        id: its id in a spec.
        lines: as it is printed.
        figure: what it gives for an offer among all that are compared.
        needs: parameters that it cannot do without.
        lowest_wins: whether the lowest figure is the best.
        relative: whether the figure of a quote depends on the others, so that a losing one can turn the order.
        degenerate: what it cannot divide by, and what holds then, as keys of sentences.

    """

    id: str
    lines: tuple[str, ...]
    figure: Reckoning
    needs: tuple[str, ...] = ()
    lowest_wins: bool = False
    relative: bool = False
    degenerate: tuple[str, ...] = ()


def _ratio(part: float, whole: float) -> float:
    """Return part / whole; nothing of nothing is nothing."""
    return part / whole if whole else 0.0


def _lowest(offers: Sequence[Offer]) -> float:
    return min(offer.price for offer in offers)


def _most(offers: Sequence[Offer]) -> float:
    return max(offer.points for offer in offers)


def _cut(price: float, parameters: Parameters) -> float:
    ceiling = _given(parameters.ceiling)
    return (ceiling - price) / ceiling


def _given(value: float | None) -> float:
    if value is None:
        raise ValueError("a parameter that the formula needs is not given")
    return value


def _weighted(price_part: Reckoning) -> Reckoning:
    """Return 100 x (share of the price x its part + share of quality x points over the most points)."""

    def figure(offer: Offer, offers: Sequence[Offer], parameters: Parameters) -> float:
        price = _given(parameters.price_share) * price_part(offer, offers, parameters)
        quality = _given(parameters.quality_share) * _ratio(offer.points, _most(offers))
        return 100 * (price + quality)

    return figure


def _price_ratio(offer: Offer, offers: Sequence[Offer], _: Parameters) -> float:
    return _lowest(offers) / offer.price


def _interpolated(offer: Offer, offers: Sequence[Offer], _: Parameters) -> float:
    return max(0.0, 2 - offer.price / _lowest(offers))


def _linear_cut(offer: Offer, offers: Sequence[Offer], parameters: Parameters) -> float:
    return _ratio(_cut(offer.price, parameters), _cut(_lowest(offers), parameters))


def _saturated_cut(offer: Offer, offers: Sequence[Offer], parameters: Parameters) -> float:
    return _cut(offer.price, parameters) / max(_given(parameters.saturation), _cut(_lowest(offers), parameters))


def _root_cut(offer: Offer, offers: Sequence[Offer], parameters: Parameters) -> float:
    return sqrt(max(0.0, _linear_cut(offer, offers, parameters)))


def _institutions(offer: Offer, offers: Sequence[Offer], parameters: Parameters) -> float:
    price = 100 * _given(parameters.price_share) * _price_ratio(offer, offers, parameters)
    return price + _given(parameters.quality_share) * 100 * _ratio(offer.points, parameters.total)


def _ranged(offer: Offer, offers: Sequence[Offer], parameters: Parameters) -> float:
    least = parameters.least
    quality = _ratio(offer.points - least, _most(offers) - least)
    price = _price_ratio(offer, offers, parameters)
    return 100 * (_given(parameters.price_share) * price + _given(parameters.quality_share) * quality)


def _net_of_points(offer: Offer, _: Sequence[Offer], parameters: Parameters) -> float:
    return offer.price - offer.points * _given(parameters.point_worth)


def _points_for_price(offer: Offer, _: Sequence[Offer], __: Parameters) -> float:
    return offer.points / offer.price


def _price_for_points(offer: Offer, _: Sequence[Offer], __: Parameters) -> float:
    return offer.price / offer.points if offer.points else inf


_SHARES: Final = ("price_share", "quality_share")
_NO_POINT: Final = ("no_point",)

_ALL: Final = (
    AwardFormula("wtp", ("V = P − Q × e",), _net_of_points, ("point_worth",), lowest_wins=True),
    AwardFormula(
        "ratio",
        ("S = 100 × w_P × P_min / P + 100 × w_Q × Q / Q_max",),
        _weighted(_price_ratio),
        _SHARES,
        relative=True,
        degenerate=_NO_POINT,
    ),
    AwardFormula(
        "wb",
        ("B = 100 × (X × C_low / C + (1 − X) × T / T_high)",),
        _weighted(_price_ratio),
        _SHARES,
        relative=True,
        degenerate=_NO_POINT,
    ),
    AwardFormula("eu", ("S = 100 × w_P × P_min / P + w_Q × Q",), _institutions, _SHARES, relative=True),
    AwardFormula("richtwert", ("Z = L / P",), _points_for_price),
    AwardFormula(
        "richtwert_ext", ("Z = L / P", "Z ≥ Z_max × (1 − s)"), _points_for_price, ("corridor",), relative=True
    ),
    AwardFormula(
        "interp1",
        ("S = 100 × w_P × max(0, 2 − P / P_min) + 100 × w_Q × Q / Q_max",),
        _weighted(_interpolated),
        _SHARES,
        relative=True,
        degenerate=_NO_POINT,
    ),
    AwardFormula("ppqp", ("V = P / L",), _price_for_points, lowest_wins=True, degenerate=("no_points_of_quote",)),
    AwardFormula(
        "linear_baja",
        ("S = 100 × w_P × (B − P) / (B − P_min) + 100 × w_Q × Q / Q_max",),
        _weighted(_linear_cut),
        (*_SHARES, "ceiling"),
        relative=True,
        degenerate=("no_cut", *_NO_POINT),
    ),
    AwardFormula(
        "baja_umbral",
        ("b = (B − P) / B", "S = 100 × w_P × b / max(s, b_max) + 100 × w_Q × Q / Q_max"),
        _weighted(_saturated_cut),
        (*_SHARES, "ceiling", "saturation"),
        relative=True,
        degenerate=_NO_POINT,
    ),
    AwardFormula(
        "baja_sqrt",
        ("b = (B − P) / B", "S = 100 × w_P × √(b / b_max) + 100 × w_Q × Q / Q_max"),
        _weighted(_root_cut),
        (*_SHARES, "ceiling"),
        relative=True,
        degenerate=("no_cut", *_NO_POINT),
    ),
    AwardFormula(
        "range",
        ("S = 100 × w_P × P_min / P + 100 × w_Q × (v − v_min) / (v_max − v_min)",),
        _ranged,
        _SHARES,
        relative=True,
        degenerate=("no_span",),
    ),
)

FORMULAS: Final[Mapping[str, AwardFormula]] = MappingProxyType({formula.id: formula for formula in _ALL})
"""All award formulas by id."""
