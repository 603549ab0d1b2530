"""The formulas as printed give the published figures."""

from math import sqrt
from typing import TYPE_CHECKING

import pytest

from pliego.rfq.award_formulas import FORMULAS

if TYPE_CHECKING:
    from collections.abc import Callable

# Offers A (82 points, 15 000), B (61, 10 000) and C (95, 30 000), a worked example of the comparison of formulas.
OFFERS = ((82, 15_000), (61, 10_000), (95, 30_000))


def printed(line: str, **values: float) -> float:
    """Return what a printed formula gives: its right side, reckoned."""
    right = line.partition(" = ")[2].replace("·", "*").replace("−", "-").replace("√", "sqrt")
    known: dict[str, float | Callable[..., float]] = {"max": max, "sqrt": sqrt, **values}
    return float(eval(right, {"__builtins__": {}}, known))  # noqa: S307 (a formula of ours)


def results(formula: str, line: int = 0, **values: float) -> list[float]:
    lowest, most = min(price for _, price in OFFERS), max(points for points, _ in OFFERS)
    return [
        printed(FORMULAS[formula].lines[line], P=price, Q=points, P_min=lowest, Q_max=most, **values)
        for points, price in OFFERS
    ]


def test_the_ratio_of_prices() -> None:
    assert results("ratio", S_max=1) == pytest.approx([0.667, 1, 0.333], abs=0.0005)


def test_points_for_a_unit_of_price() -> None:
    assert [figure * 10**4 for figure in results("richtwert")] == pytest.approx([54.667, 61.0, 31.667], abs=0.0005)


def test_price_for_a_point() -> None:
    assert results("ppqp") == pytest.approx([182.93, 163.93, 315.79], abs=0.005)


def test_price_and_points_weighted() -> None:
    assert results("wb", w_P=0.4, w_Q=0.6) == pytest.approx([78.46, 78.53, 73.33], abs=0.005)


def test_the_interpolation_ends_at_twice_the_lowest_price() -> None:
    assert results("interp1", S_max=100) == pytest.approx([50, 100, 0])


def test_a_price_at_the_ceiling_earns_nothing_and_the_lowest_everything() -> None:
    assert results("linear_baja", B=30_000, S_max=60) == pytest.approx([45, 60, 0])


def test_reductions() -> None:
    reduced = printed(FORMULAS["baja_sqrt"].lines[1], P=15_000, B=20_000)
    assert reduced == pytest.approx(0.25)
    assert printed(FORMULAS["baja_sqrt"].lines[0], S_max=40, b=reduced, b_max=0.5) == pytest.approx(28.284, abs=0.001)
    assert printed(FORMULAS["baja_umbral"].lines[0], S_max=40, b=0.01, b_s=0.05, b_max=0.02) == pytest.approx(8)


def test_a_full_score_is_a_hundred() -> None:
    assert printed(FORMULAS["eu"].lines[0], w_P=0.3, w_Q=0.7, P=10, P_min=10, Q_100=100) == pytest.approx(100)
    assert printed(FORMULAS["ratio"].lines[2], w_Q=0.7, Q=8, Q_tot=8) == pytest.approx(70)


def test_the_value_of_points_is_taken_from_the_price() -> None:
    assert results("wtp", E=100) == pytest.approx([6800, 3900, 20500])
    assert printed(FORMULAS["range"].lines[0], S_all=5, v=60, v_req=50, v_max=90) == pytest.approx(1.25)
