"""The award formulas as printed give the published figures."""

import re
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.evaluation.formulas import FORMULAS
from pliego.evaluation.offers import Offer, Parameters

# Offers A (82 points, 15 000), B (61, 10 000) and C (95, 30 000): a published comparison of award formulas.
OFFERS = ((82, 15_000), (61, 10_000), (95, 30_000))


def reckoned(line: str, **values: float) -> float:
    """Return what the right side of a printed formula gives."""
    right = line.partition(" = ")[2].replace("×", "*").replace("−", "-").replace("√", "sqrt")
    return float(eval(right, {"__builtins__": {}}, {"max": max, "sqrt": sqrt, **values}))  # noqa: S307 (a line of ours)


def results(formula: str, line: int = 0, **values: float) -> list[float]:
    """Return the figure of each offer, under every sign that the formulas use for price and points."""
    lowest, most = min(price for _, price in OFFERS), max(points for points, _ in OFFERS)
    common = {"P_min": lowest, "C_low": lowest, "Q_max": most, "T_high": most, **values}
    return [
        reckoned(FORMULAS[formula].lines[line], P=price, C=price, Q=points, L=points, T=points, **common)
        for points, price in OFFERS
    ]


def test_the_ratio_of_prices() -> None:
    assert results("ratio", w_P=0.01, w_Q=0) == pytest.approx([0.667, 1, 0.333], abs=0.0005)


def test_points_for_a_unit_of_price() -> None:
    assert [figure * 10**4 for figure in results("richtwert")] == pytest.approx([54.667, 61.0, 31.667], abs=0.0005)


def test_price_for_a_point() -> None:
    assert results("ppqp") == pytest.approx([182.93, 163.93, 315.79], abs=0.005)


def test_price_and_points_weighted() -> None:
    assert results("wb", X=0.4) == pytest.approx([78.46, 78.53, 73.33], abs=0.005)


def test_the_value_of_points_is_taken_from_the_price() -> None:
    assert results("wtp", e=100) == pytest.approx([6800, 3900, 20500])


def test_the_interpolation_ends_at_twice_the_lowest_price() -> None:
    assert results("interp1", w_P=1, w_Q=0) == pytest.approx([50, 100, 0])


def test_a_price_at_the_ceiling_earns_nothing_and_the_lowest_everything() -> None:
    assert results("linear_baja", B=30_000, w_P=0.6, w_Q=0) == pytest.approx([45, 60, 0])


def test_a_reduction_below_the_threshold_earns_its_part() -> None:
    reduction = reckoned(FORMULAS["baja_umbral"].lines[0], P=990, B=1000)
    assert reduction == pytest.approx(0.01)
    points = {"w_P": 0.4, "w_Q": 0, "Q": 0, "Q_max": 1, "b": reduction, "b_max": 0.02}
    assert reckoned(FORMULAS["baja_umbral"].lines[1], s=0.05, **points) == pytest.approx(8)
    assert reckoned(FORMULAS["baja_sqrt"].lines[1], **points) == pytest.approx(28.284, abs=0.001)


def test_the_best_quote_in_everything_has_a_hundred() -> None:
    best = {"P": 10, "P_min": 10, "Q_max": 80, "w_P": 0.3, "w_Q": 0.7, "B": 20, "b": 0.5, "b_max": 0.5, "s": 0.04}
    best |= {"v": 9, "v_min": 5, "v_max": 9}
    for name in ("ratio", "eu", "interp1", "linear_baja", "baja_umbral", "baja_sqrt", "range"):
        points = 100 if name == "eu" else 80
        assert reckoned(FORMULAS[name].lines[-1], Q=points, **best) == pytest.approx(100), name


@given(
    st.sampled_from(sorted(set(FORMULAS) - {"richtwert_ext"})),
    st.lists(st.tuples(st.integers(1, 999), st.integers(1, 100)), min_size=1, max_size=5),
    st.integers(0, 100),
)
def test_what_is_reckoned_is_what_is_printed(formula: str, quotes: list[tuple[int, int]], share: int) -> None:
    offers = [Offer(str(number), price, points) for number, (price, points) in enumerate(quotes)]
    published = Parameters(100, share / 100, 1 - share / 100, 40, 1000, 0.06, 0.04)
    prices, points = [one.price for one in offers], [one.points for one in offers]
    most = max(points)
    signs = {"P_min": min(prices), "C_low": min(prices), "Q_max": most, "T_high": most, "v_max": most, "v_min": 0}
    signs |= {
        "w_P": published.price_share,
        "w_Q": published.quality_share,
        "X": published.price_share,
        "e": 40,
        "B": 1000,
        "s": 0.04,
    }
    for offer in offers:
        own = {"P": offer.price, "C": offer.price, **dict.fromkeys("QLTv", offer.points)}
        cuts = {"b": (1000 - offer.price) / 1000, "b_max": (1000 - min(prices)) / 1000}
        printed = reckoned(FORMULAS[formula].lines[-1], **signs, **own, **cuts)
        assert FORMULAS[formula].figure(offer, offers, published) == pytest.approx(printed)


MAY_BE_ZERO = {
    "L": "no_points_of_quote",
    "Q_max": "no_point",
    "T_high": "no_point",
    "(B − P_min)": "no_cut",
    "b_max": "no_cut",
    "(v_max − v_min)": "no_span",
}
NEVER_ZERO = {"B", "P", "P_min", "C", "max(s, b_max)"}
"""A total price of zero is not compared; a sum of money and a share in a spec are above zero."""


@pytest.mark.parametrize("name", FORMULAS)
def test_what_holds_is_said_of_each_divisor_that_can_be_zero(name: str) -> None:
    divisors = re.findall(r"/ (max\([^)]*\)|\([^)]*\)|\w+)", " ".join(FORMULAS[name].lines))
    assert {MAY_BE_ZERO[divisor] for divisor in divisors if divisor not in NEVER_ZERO} == set(FORMULAS[name].degenerate)
