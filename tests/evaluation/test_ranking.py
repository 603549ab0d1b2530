"""The order of quotes: gates, ties, and quotes that turn an order without winning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.evaluation.formulas import FORMULAS
from pliego.evaluation.offers import Offer, Parameters
from pliego.evaluation.ranking import Placed, rank, reversal_example, reversals, sensitivity, winners

# A published demonstration: A and B alone, and with a third quote that loses.
A, B, C = Offer("A", 113_000, 98), Offer("B", 80_000, 74), Offer("C", 53_000, 42)
HALF = Parameters(100, 0.5, 0.5)
ALL = Parameters(100, 0.6, 0.4, 400, 100_000, 0.06, 0.04)


def figures(placed: tuple[Placed, ...]) -> dict[str, float | None]:
    return {one.offer.name: one.figure for one in placed}


def names(placed: tuple[Placed, ...]) -> list[str]:
    return [one.offer.name for one in placed]


def test_the_order_without_the_loser_is_the_published_one() -> None:
    placed = rank("eu", [A, B], HALF)
    assert names(placed) == ["B", "A"]
    assert figures(placed) == pytest.approx({"A": 84.40, "B": 87.00}, abs=0.005)


def test_a_quote_that_loses_turns_the_order() -> None:
    placed = rank("eu", [A, B, C], HALF)
    assert names(placed) == ["A", "C", "B"]
    assert figures(placed) == pytest.approx({"A": 72.45, "B": 70.12, "C": 71.00}, abs=0.01)
    assert [one.turns for one in reversals("eu", [A, B, C], HALF)] == ["C"]


@pytest.mark.parametrize("formula", ["wtp", "richtwert", "ppqp"])
def test_some_formulas_cannot_be_turned(formula: str) -> None:
    assert not FORMULAS[formula].relative
    assert list(reversals(formula, [A, B, C], ALL)) == []
    assert reversal_example(formula, ALL, 100_000) is None


@pytest.mark.parametrize("formula", sorted(name for name, one in FORMULAS.items() if one.relative))
def test_an_example_shows_what_can_turn(formula: str) -> None:
    found = reversal_example(formula, ALL, 100_000)
    assert found is not None
    assert winners(found.with_all) != winners(found.without)
    assert found.turns not in winners(found.with_all)
    assert found == reversal_example(formula, ALL, 100_000)
    assert all(one.offer.price < 100_000 for one in found.with_all)


@given(
    st.sampled_from(sorted(name for name, one in FORMULAS.items() if not one.relative)),
    st.lists(st.tuples(st.integers(1, 500), st.integers(0, 50)), min_size=2, max_size=6),
)
def test_a_formula_that_is_not_relative_is_never_turned(formula: str, quotes: list[tuple[int, int]]) -> None:
    offers = [Offer(str(number), price, points) for number, (price, points) in enumerate(quotes)]
    assert list(reversals(formula, offers, Parameters(50, point_worth=3))) == []


@given(
    st.sampled_from(sorted(FORMULAS)),
    st.lists(st.tuples(st.integers(1, 200_000), st.integers(0, 100)), min_size=1, max_size=6),
)
def test_every_quote_has_one_place(formula: str, quotes: list[tuple[int, int]]) -> None:
    """No division by nothing, whatever comes in: no points at all, prices at the ceiling, quotes that are alike."""
    offers = [Offer(str(number), price, points) for number, (price, points) in enumerate(quotes)]
    placed = rank(formula, offers, ALL)
    assert sorted(names(placed)) == sorted(offer.name for offer in offers)
    ranks = [one.rank for one in placed if one.rank is not None]
    assert ranks == sorted(ranks)
    assert not ranks or ranks[0] == 1
    assert all((one.rank is None) == (one.gate is not None) for one in placed)


def test_gates_come_before_the_formula() -> None:
    limits = Parameters(100, point_worth=100, ceiling=100_000, minimum_quality=0.5)
    placed = rank("wtp", [A, B, C], limits)
    assert [(one.offer.name, one.rank, one.gate) for one in placed] == [
        ("B", 1, None),
        ("A", None, "ceiling"),
        ("C", None, "minimum_quality"),
    ]


@pytest.mark.parametrize(
    ("tie_break", "first"), [("price", ("Y",)), ("quality", ("X",)), ("drawing-lots", ("X", "Y")), (None, ("X", "Y"))]
)
def test_ties_are_broken_as_published(tie_break: str | None, first: tuple[str, ...]) -> None:
    alike = [Offer("X", 1100, 2), Offer("Y", 1000, 1)]
    placed = rank("wtp", alike, Parameters(2, point_worth=100), tie_break)  # type: ignore[arg-type]
    assert winners(placed) == first


def test_within_the_corridor_the_points_decide() -> None:
    near = [Offer("cheap", 100, 60), Offer("good", 165, 95), Offer("far", 400, 100)]
    assert names(rank("richtwert_ext", near, Parameters(100, corridor=0.06))) == ["good", "cheap", "far"]


def test_sensitivity_says_who_wins_when_a_weight_or_a_price_moves() -> None:
    shifts = list(sensitivity("eu", [A, B, C], HALF))
    assert [(one.what, one.by) for one in shifts][:2] == [("price_share", -0.05), ("price_share", 0.05)]
    assert len(shifts) == 2 + 2 * 3
    assert {one.winners for one in shifts} >= {("A",), ("C",)}


@pytest.mark.parametrize(
    ("price", "points"), [(0, 1), (-1, 1), (float("nan"), 1), (float("inf"), 1), (1, -1), (1, float("nan"))]
)
def test_what_no_formula_is_made_for_is_refused(price: float, points: float) -> None:
    with pytest.raises(ValueError, match=r"^the (price|points) of X (is|are) not"):
        Offer("X", price, points)


def test_a_missing_parameter_is_told() -> None:
    with pytest.raises(ValueError, match="needs"):
        rank("wtp", [A], Parameters(100))
