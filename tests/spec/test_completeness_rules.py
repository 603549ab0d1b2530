"""What a request lacks: a warning in a draft, an error once it is issued."""

import pytest

from pliego.spec.completeness_rules import check_completeness
from pliego.spec.source import Data

TASK: Data = {"kind": "text-generation", "mode": "online"}


def told(status: str = "draft", chat: dict[str, Data] | None = None, **parts: Data) -> list[tuple[str, str]]:
    rfq: Data = {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01", "status": status}
    workloads: Data = {"chat": {"task": TASK, **(chat or {})}}
    found = check_completeness({"schema": "pliego/v1", "rfq": rfq, "workloads": workloads, **parts})
    return [(finding.code, str(finding.severity)) for finding in found]


@pytest.mark.parametrize(
    ("residency", "codes"),
    [
        ({"personal_data": True}, [("P336", "warning")]),
        ({"personal_data": True, "processing_contract": {"contract": True}}, []),
        ({"personal_data": False}, []),
        ({}, []),
    ],
)
def test_personal_data_need_a_contract_on_their_processing(residency: Data, codes: list[tuple[str, str]]) -> None:
    assert told(data_residency=residency) == codes
    assert told("issued", data_residency=residency) == ([("P339", "error")] if codes else [])


@pytest.mark.parametrize(
    ("load", "codes"),
    [
        (None, [("P337", "warning")]),
        ({"arrival": "poisson"}, [("P337", "warning")]),
        ({"peak": "4 req/s"}, []),
        ({"concurrency": {"peak": 8}}, []),
    ],
)
def test_a_latency_needs_a_load(load: Data, codes: list[tuple[str, str]]) -> None:
    chat: dict[str, Data] = {"slo": {"ttft_p95": "1 s", "tpot_p95": {"prefer": "40 ms"}}}
    if load is not None:
        chat["load"] = load
    assert told(chat=chat) == codes
    assert told("issued", chat=chat) == ([("P339", "error")] if codes else [])


def test_levels_that_are_no_latency_need_no_load() -> None:
    assert told("issued", chat={"slo": {"availability": "99.5 %", "deadline": "8 h"}}) == []


def test_an_issued_request_says_what_it_lacks() -> None:
    rfq: Data = {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01", "status": "issued"}
    chat: Data = {"task": TASK, "slo": {"ttft_p95": "1 s"}}
    (finding,) = check_completeness({"schema": "pliego/v1", "rfq": rfq, "workloads": {"chat": chat}})
    assert finding.message == (
        "a request that is issued is not complete: ttft_p95 is asked for, but nothing is said of the load"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Sites: TBD",
        "The site is to be confirmed.",
        "Emplazamientos por determinar.",
        "Los plazos están pendientes de definir.",
        "Der Standort ist noch offen.",
        "Noch zu klären: der Standort.",
        "Retention ??? days",
    ],
)
def test_an_open_point_is_an_error_once_the_request_is_issued(text: str) -> None:
    assert told(clauses={"site": {"must": text}}) == []
    assert told("issued", clauses={"site": {"must": text}}) == [("P338", "error")]
    assert told("issued", internal={"note": text}) == []


@pytest.mark.parametrize(
    "text", ["Open standards are used.", "Questions? Ask.", "The date is determined by the buyer."]
)
def test_other_words_are_no_open_points(text: str) -> None:
    assert told("issued", clauses={"site": {"must": text}}) == []
