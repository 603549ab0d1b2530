"""The example under an award formula: invented quotes, what they show, and what is said of the formula."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document
from pliego.evaluation.formulas import FORMULAS
from pliego.render.localised import localise
from pliego.render.markdown import write_markdown

Work = Callable[..., Document]
Rows = Callable[..., list[list[str]]]
Sides = Callable[..., dict[str, list[str]]]

WORK = "task: {kind: text-generation, mode: online}\nslo: {ttft_p95: {must: 2 s, prefer: {value: 1 s, weight: 20}}}"
REST = {
    "point_worth": "euro_per_point: 400 EUR",
    "price_share": "shares: {price: 60 %, quality: 40 %}",
    "ceiling": "ceiling: 90000 EUR",
    "corridor": "corridor: 6 %",
    "saturation": "saturation: 4 %",
}


def request_with(work: Work, formula: str, more: str = "", language: str = "en") -> Document:
    needs = [REST[name] for name in FORMULAS[formula].needs if name in REST]
    return work(
        WORK,
        "evaluation: {" + ", ".join([f"formula: {formula}", *needs, *([more] if more else [])]) + "}\n",
        language=language,
    )


@pytest.mark.parametrize("formula", sorted(FORMULAS))
@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_every_formula_is_printed_with_an_example(work: Work, rows_of: Rows, formula: str, language: str) -> None:
    rows = rows_of(request_with(work, formula, language=language), "award_example")
    assert [row[0] for row in rows] == ["A", "B", "C"]
    ranks = sorted(row[4] for row in rows)
    assert ranks == ["1", "2", "3"]


def test_a_formula_that_depends_on_others_shows_it(work: Work, rows_of: Rows, side_of: Sides) -> None:
    request = request_with(work, "ratio")
    rows = rows_of(request, "award_example")
    assert {row[0]: (row[4], row[6]) for row in rows} == {"A": ("2", "1"), "B": ("1", "2"), "C": ("3", "–")}
    (told,) = side_of(request, "evaluation")["What it depends on"]
    assert "in the example B is first; without C, A would be" in told


def test_a_formula_that_does_not_says_so(work: Work, side_of: Sides) -> None:
    assert side_of(request_with(work, "wtp"), "evaluation")["What it depends on"] == [
        "The result of a quote does not depend on the other quotes."
    ]


def test_prices_of_the_example_stay_below_the_ceiling(work: Work, rows_of: Rows) -> None:
    rows = rows_of(request_with(work, "linear_baja"), "award_example")
    assert all(int(row[1].replace(",", "")) < 90_000 for row in rows)


def test_points_are_those_that_can_be_earned(work: Work, rows_of: Rows) -> None:
    assert all(float(row[2]) <= 20 for row in rows_of(request_with(work, "wtp"), "award_example"))


def test_nobody_divides_by_nothing_unsaid(work: Work, side_of: Sides) -> None:
    cases = side_of(request_with(work, "linear_baja"), "evaluation")["Special cases"]
    assert cases[0] == "If no price lies below B, no quote earns anything for its price."
    assert cases[-1].startswith("A total price of zero")


def test_a_low_price_is_asked_about_by_the_rule_named(work: Work, side_of: Sides) -> None:
    told = side_of(request_with(work, "wtp", "abnormally_low: rglcap-85"), "evaluation")["Very low prices"]
    assert "never excluded without asking" in told[0]
    assert "article 85 of the Spanish RGLCAP" in told[1]


def test_variables_of_a_sentence_are_set_as_in_the_formula(work: Work) -> None:
    text = write_markdown(localise(request_with(work, "ratio")))
    assert "*P*<sub>min</sub> the lowest valid price" in text
    assert "P\\_min" not in text
