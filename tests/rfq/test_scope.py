"""Lots, options and extensions."""

from collections.abc import Callable

from pliego.document.model import Document

Work = Callable[..., Document]
SideOf = Callable[..., dict[str, list[str]]]
RowsOf = Callable[..., list[list[str]]]

TASK = "task: {kind: text-generation, mode: online}"
PARTS = (
    "lots: {one: {title: All of it, workloads: [work]}}, "
    "options: {site: {description: A second site.}, days: {description: Training., evaluated: true}}, "
    "renewals: {count: 2, term: 12 months, notice: 90 d}"
)


def test_lots_options_and_extensions(work: Work, rows_of: RowsOf, side_of: SideOf) -> None:
    document = work(TASK, rfq=PARTS)
    assert rows_of(document, "lots") == [["one / All of it", "work"]]
    assert rows_of(document, "options") == [
        ["site", "A second site.", "priced apart; not evaluated"],
        ["days", "Training.", "priced apart; the price counts in the evaluation"],
    ]
    assert side_of(document, "scope")["Extension"] == [
        "At the buyer’s choice the contract is extended up to 2 times, by 12 months each time.",
        "The buyer says so at least this long before the end: 90 days.",
    ]
    prices = " ".join(side_of(document, "answer")["State the prices"])
    assert "Each lot has prices of its own." in prices
    assert "Each option is priced apart." in prices


def test_an_extension_alone(work: Work, side_of: SideOf) -> None:
    document = work(TASK, rfq="renewals: {count: 1, term: 1 year}", language="es")
    assert side_of(document, "scope") == {
        "Prórroga": ["A elección del comprador, el contrato puede prorrogarse hasta 1 vez, cada vez por 1 año."]
    }


def test_nothing_stated_no_section(work: Work) -> None:
    assert "scope" not in {section.name for section in work(TASK).sections}
