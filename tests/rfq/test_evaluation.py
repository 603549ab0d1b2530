"""How quotes are compared, with the figures that the request states."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document

Work = Callable[..., Document]
SideOf = Callable[..., dict[str, list[str]]]
RowsOf = Callable[..., list[list[str]]]

TASK = "task: {kind: text-generation, mode: online}\nslo: {ttft_p95: {must: 1 s, prefer: {value: 500 ms, weight: 3}}}"


def test_willingness_to_pay(work: Work, rows_of: RowsOf, side_of: SideOf) -> None:
    document = work(TASK, "evaluation: {formula: wtp, euro_per_point: 250 EUR, tie_break: quality}\n")
    found = side_of(document, "evaluation")
    assert found["Formula"] == ["Price less the value of the points:", "V = P − Q · E"]
    assert found["What decides"] == [
        "The lowest V is best.",
        "The figure of a quote does not depend on the other quotes.",
    ]
    assert found["Tie-break"] == ["Between equal quotes the higher number of points decides."]
    assert rows_of(document, "signs")[-1] == ["E", "what a point is worth", "250 EUR"]
    assert "Left open" not in found


def test_shares_become_points(work: Work, rows_of: RowsOf, side_of: SideOf) -> None:
    evaluation = (
        "{formula: baja_umbral, shares: {price: 60 %, quality: 40 %}, ceiling: 600000 EUR, saturation: 4 %, "
        "minimum_quality: 30 %}"
    )
    document = work(TASK, f"evaluation: {evaluation}\n")
    assert side_of(document, "evaluation")["Formula"][1:] == [
        "SP = Smax · b / max(bs, bmax)",
        "b = (B − P) / B",
        "S = SP + SQ",
        "SQ = 100 · wQ · Q / Qtot",
    ]
    figures = {sign: figure for sign, _, figure in rows_of(document, "signs")}
    assert (figures["Smax"], figures["B"], figures["bs"], figures["wQ"], figures["Qtot"]) == (
        *("60", "600,000 EUR", "4%", "40%", "3"),
    )
    assert side_of(document, "evaluation")["Minimum quality"] == [
        "A quote with less than 30% of all points is not compared."
    ]


@pytest.mark.parametrize(
    ("formula", "needs"),
    [
        ("wtp", "the value of a point"),
        ("wb", "the shares of price and quality"),
        ("linear_baja", "the shares of price and quality, the ceiling of the price"),
        ("richtwert_ext", "the width of the corridor"),
        ("range", "the formula for the price"),
    ],
)
def test_what_a_formula_lacks_is_said(work: Work, side_of: SideOf, formula: str, needs: str) -> None:
    found = side_of(work(TASK, f"evaluation: {{formula: {formula}}}\n"), "evaluation")
    assert found["Left open"] == [f"The formula also needs {needs}. The buyer states it to all before quotes are due."]


def test_points_need_preferred_requirements(work: Work, side_of: SideOf) -> None:
    document = work("task: {kind: text-generation, mode: online}", "evaluation: {formula: ppqp}\n", language="es")
    assert "requisitos valorables" in side_of(document, "evaluation")["Sin especificar"][0]


@pytest.mark.parametrize(("tie_break", "words"), [("price", "lowest price"), ("quality", "most points")])
def test_the_corridor_has_a_criterion_of_its_own(work: Work, side_of: SideOf, tie_break: str, words: str) -> None:
    document = work(TASK, f"evaluation: {{formula: richtwert_ext, corridor: 6 %, tie_break: {tie_break}}}\n")
    assert words in side_of(document, "evaluation")["What decides"][0]


def test_what_stays_in_the_house_is_in_no_document(work: Work) -> None:
    document = work(
        f"{TASK}\nrights: {{use: commercial, annual_revenue: 1234567 EUR}}",
        "evaluation: {formula: richtwert}\ninternal: {budget: 7654321 EUR}\n",
        rfq="estimated_value: 9876543 EUR",
    )
    written = repr(document)
    assert not [figure for figure in ("1234567", "7654321", "9876543") if figure in written]
