"""What the request fixes of the pilot."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document

Work = Callable[..., Document]
SideOf = Callable[..., dict[str, list[str]]]
RowsOf = Callable[..., list[list[str]]]

TASK = "task: {kind: text-generation, mode: online}\nslo: {ttft_p95: 1 s}"
PILOT = """\
pilot:
  data: {authorised: true, anonymised: false, description: 500 recorded calls.}
  confidence: 95 %
  existing_result: none
  period: {start: 2027-01-18, end: 2027-02-05}
  duration: 5 d
  windows: 5
  retries: 1
  cure_time: 2 d
  paid_by: provider
  quality_tasks: {intents: {metric: exact match, samples: 500, baseline: 0.91}, words: {metric: error rate}}
"""


def test_all_of_it(work: Work, side_of: SideOf, rows_of: RowsOf) -> None:
    document = work(TASK, PILOT)
    assert side_of(document, "pilot") == {
        "Time": [
            "The pilots take place from Monday 18 January 2027 to Friday 5 February 2027.",
            "Each bidder has at most 5 days.",
        ],
        "Measuring": [
            "Measurements are taken in 5 separate windows.",
            "A case is passed when its threshold is met with a confidence of 95%.",
        ],
        "Repeating": [
            "A case that is failed can be repeated 1 time.",
            "Time to mend a fault before repeating: 2 days.",
        ],
        "Cost": ["The bidder bears the cost of its pilot."],
        "Data": [
            "500 recorded calls.",
            "The buyer may hand the data over for the pilot.",
            "They hold personal data; the terms of processing apply to the pilot too.",
        ],
        "Earlier result": ["There is no earlier result."],
    }
    assert rows_of(document, "quality_tasks") == [
        ["intents", "exact match", "500", "0.91"],
        ["words", "error rate", "–", "–"],
    ]
    assert "dates" not in side_of(document, "answer")["Pilot"][0]


@pytest.mark.parametrize(
    ("pilot", "label", "line"),
    [
        ("{retries: 0}", "Repeating", "A case that is failed is not repeated."),
        ("{windows: 1}", "Measuring", "Measurements are taken in 1 window."),
        ("{existing_result: Report 7}", "Earlier result", "The buyer has this result: Report 7"),
        ("{paid_by: each-its-own}", "Cost", "Buyer and bidder each bear their own cost."),
    ],
)
def test_a_part_alone(work: Work, side_of: SideOf, pilot: str, label: str, line: str) -> None:
    assert side_of(work(TASK, f"pilot: {pilot}\n"), "pilot") == {label: [line]}


def test_data_that_may_not_be_handed_over(work: Work, side_of: SideOf) -> None:
    document = work(TASK, "pilot: {data: {authorised: false, anonymised: true}}\n")
    assert side_of(document, "pilot")["Data"][0].startswith("The buyer may not yet hand the data over")


def test_nothing_stated_no_section(work: Work) -> None:
    assert "pilot" not in {section.name for section in work(TASK, "pilot: {}\n").sections}
