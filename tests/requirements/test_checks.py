"""Preferred values that are no better than where points begin, and throughput that no load produces."""

from collections.abc import Callable

import pytest

from pliego.catalog import load_catalog
from pliego.finding_codes import CODES
from pliego.requirements.checks import check_requirements, is_better
from pliego.requirements.model import Direction
from pliego.units import parse_quantity
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]

SETS = load_catalog().regions.sets
MEMBERS = {code: frozenset(one.members) for code, one in SETS.items()}


def duration(text: str) -> object:
    return parse_quantity(text, "duration")


@pytest.mark.parametrize(
    ("direction", "value", "than", "better"),
    [
        (Direction.AT_MOST, duration("800 ms"), duration("1.5 s"), True),
        (Direction.AT_MOST, duration("1500 ms"), duration("1.5 s"), False),
        (Direction.AT_MOST, duration("2 s"), duration("1.5 s"), False),
        (Direction.AT_LEAST, 3, 2, True),
        (Direction.AT_LEAST, 2, 2, False),
        (Direction.AT_LEAST, "monthly", "quarterly", True),
        (Direction.AT_LEAST, "yearly", "half-yearly", False),
        (Direction.WITHIN, ("ES",), ("ES", "PT"), True),
        (Direction.WITHIN, ("FR", "ES"), ("ES", "FR"), False),
        (Direction.WITHIN, ("FR", "ES"), ("ES",), False),
        (Direction.COVERS, ("a", "b"), ("a",), True),
        (Direction.COVERS, ("a",), ("a", "b"), False),
        (Direction.EXACT, "fp8", "bf16", True),
        (Direction.EXACT, "fp8", "fp8", False),
        (Direction.YES, True, True, False),
        (Direction.TEXT, "a", "b", None),
    ],
)
def test_better_is_stricter(direction: Direction, value: object, than: object, better: bool | None) -> None:
    assert is_better(direction, value, than) is better  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("workload", "rest", "path"),
    [
        ("slo: {ttft_p95: {must: 1 s, prefer: 2 s}}", "", ("workloads", "chat", "slo", "ttft_p95", "prefer")),
        (
            "slo: {throughput: {prefer: {value: 20 tok/s, from: 20 tok/s}}}",
            "",
            ("workloads", "chat", "slo", "throughput", "prefer"),
        ),
        ("", "backup: {copies: {must: 3, prefer: 3}}\n", ("backup", "copies", "prefer")),
        ("", "backup: {restore_test: {must: monthly, prefer: yearly}}\n", ("backup", "restore_test", "prefer")),
        ("", "data_residency: {storage: {must: [ES], prefer: [ES, FR]}}\n", ("data_residency", "storage", "prefer")),
    ],
)
def test_a_preferred_value_must_be_better(chat: Chat, workload: str, rest: str, path: tuple[str, ...]) -> None:
    (finding,) = chat(workload, rest).findings
    assert (finding.code, finding.path) == ("P501", path)
    assert ".".join(path[:-1]) in finding.message


def test_better_values_and_values_without_a_start_pass(chat: Chat) -> None:
    composition = chat(
        "slo: {ttft_p95: {must: 1.5 s, prefer: 800 ms}, availability: {prefer: 99.9 %}}",
        "clauses: {a: {must: x, prefer: y}}\n",
    )
    assert check_requirements(composition.requirements, composition.sizing, MEMBERS) == ()


def test_values_are_compared_exactly() -> None:
    nines = parse_quantity("99." + "9" * 40 + " %", "share")
    assert is_better(Direction.AT_LEAST, parse_quantity("100 %", "share"), nines)
    assert is_better(Direction.AT_LEAST, nines, parse_quantity("100 %", "share")) is False


def residency(chat: Chat, must: str, prefer: str) -> list[tuple[str, object]]:
    made = chat("", f"data_residency: {{storage: {{must: [{must}], prefer: [{prefer}]}}}}\n")
    return [(finding.code, finding.path) for finding in made.findings]


@pytest.mark.parametrize(
    ("must", "prefer"),
    [("EEA", "EU"), ("EEA", "ES"), ("EEA", "ES, PT"), ("EU, CH", "EU"), ("EU, CH", "ES, CH"), ("EEA", "EU, NO")],
)
def test_fewer_countries_are_better(chat: Chat, must: str, prefer: str) -> None:
    assert residency(chat, must, prefer) == []


@pytest.mark.parametrize(
    ("must", "prefer"),
    [
        ("EU", "EEA"),
        ("ES", "EU"),
        ("EEA", "EEA"),
        ("EEA", "EU, IS, LI, NO"),
        ("EU, NO", "NO, EU"),
        ("EU", "NO"),
        ("EU", "ES, CH"),
    ],
)
def test_places_that_are_no_part_of_the_mandatory_ones_are_no_better(chat: Chat, must: str, prefer: str) -> None:
    assert residency(chat, must, prefer) == [("P501", ("data_residency", "storage", "prefer"))]


def test_places_are_named_as_the_buyer_wrote_them(chat: Chat) -> None:
    composition = chat("", "data_residency: {storage: {must: [EU], prefer: [EEA, CH]}}\n")
    (finding,) = check_requirements(composition.requirements, composition.sizing, MEMBERS)
    assert finding.facts == {"path": "data_residency.storage", "value": "EEA, CH", "start": "EU"}


def test_another_code_of_a_country_is_that_country(chat: Chat) -> None:
    assert residency(chat, "UK, FR", "GB") == [("P404", ("data_residency", "storage", "must", 0))]
    assert ("P501", ("data_residency", "storage", "prefer")) in residency(chat, "GB", "UK")


CONTEXT = "context: {input: {typical: 1000, p95: 2000, max: 4000}, output: {typical: 100, p95: 100, max: 100}}\n"
"""Every request has 100 tokens of output, so 4 req/s produce 400 tok/s."""


@pytest.mark.parametrize(
    ("peak", "throughput", "wanted"),
    [
        ("4 req/s", "401 tok/s", "401 tok/s"),
        ("240 req/min", "401 tok/s", "401 tok/s"),
        ("4 req/s", "{must: 400 tok/s, prefer: 500 tok/s}", "500 tok/s"),
        ("4 req/s", "{prefer: {value: 500 tok/s, from: 300 tok/s}}", "500 tok/s"),
    ],
)
def test_throughput_above_what_the_load_produces_is_a_warning(
    chat: Chat, peak: str, throughput: str, wanted: str
) -> None:
    (finding,) = chat(f"{CONTEXT}load: {{peak: {peak}}}\nslo: {{throughput: {throughput}}}").findings
    assert (finding.code, finding.path) == ("P502", ("workloads", "chat", "slo", "throughput"))
    assert CODES["P502"].severity == finding.severity == "warning"
    assert finding.facts == {"wanted": wanted, "produced": "400 tok/s", "mean": "100", "of": "output"}
    assert wanted in finding.message
    assert finding.hint is not None
    assert "load.peak" in finding.hint


@pytest.mark.parametrize(
    "workload",
    [
        CONTEXT + "load: {peak: 4 req/s}\nslo: {throughput: {must: 300 tok/s, prefer: 400 tok/s}}",
        CONTEXT + "load: {peak: 240 req/min}\nslo: {throughput: 400 tok/s}",
        CONTEXT + "load: {concurrency: {peak: 4}}\nslo: {throughput: 9000 tok/s}",
        "load: {peak: 4 req/s}\nslo: {throughput: 9000 tok/s}",
    ],
    ids=["as much", "as much a minute", "no rate", "no lengths"],
)
def test_throughput_that_the_load_can_produce_passes_and_so_does_what_is_not_known(chat: Chat, workload: str) -> None:
    assert chat(workload).findings == ()


def test_the_load_of_another_workload_does_not_count(chat: Chat) -> None:
    task = "    task: {kind: text-generation, mode: online}\n"
    busy = f"  other:\n{task}    {CONTEXT}    load: {{peak: 90 req/s}}\n    slo: {{throughput: 9000 tok/s}}\n"
    (finding,) = chat(f"{CONTEXT}load: {{peak: 4 req/s}}\nslo: {{throughput: 9000 tok/s}}", busy).findings
    assert (finding.code, finding.path[1]) == ("P502", "chat")
