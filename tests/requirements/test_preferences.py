"""Preferred values are stronger than those where points begin, in the order of each row of the table."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, get_args

import pytest

from pliego.catalog import load_catalog
from pliego.requirements.preferences import check_preferences, is_better
from pliego.requirements.rules import HOW_OFTEN, KEY_HOLDER, MANAGEMENT, SUPPORT_HOURS, TENANCY, Rule
from pliego.requirements.table import RULES
from pliego.spec import values
from pliego.spec.schema_walk import form_of, spec_schema
from pliego.units import parse_quantity
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]

REGIONS = load_catalog().regions
MEMBERS = {code: REGIONS.reach(code) for code in (*REGIONS.countries, *REGIONS.sets)}


def row(path: str) -> Rule:
    (found,) = [rule for rule in RULES if ".".join(map(str, rule.pattern)) == path]
    return found


def duration(text: str) -> object:
    return parse_quantity(text, "duration")


@pytest.mark.parametrize(
    ("path", "value", "than", "better"),
    [
        ("backup.rto", duration("800 ms"), duration("1.5 s"), True),
        ("backup.rto", duration("1500 ms"), duration("1.5 s"), False),
        ("backup.rto", duration("2 s"), duration("1.5 s"), False),
        ("backup.copies", 3, 2, True),
        ("backup.copies", 2, 2, False),
        ("backup.restore_test", "monthly", "quarterly", True),
        ("backup.restore_test", "yearly", "half-yearly", False),
        ("data_residency.storage", ("ES",), ("ES", "PT"), True),
        ("data_residency.storage", ("FR", "ES"), ("ES", "FR"), False),
        ("data_residency.storage", ("FR", "ES"), ("ES",), False),
        ("backup.scope", ("a", "b"), ("a",), True),
        ("backup.scope", ("a",), ("a", "b"), False),
        ("operation.security.roles", True, False, True),
        ("operation.security.roles", True, True, False),
        ("operation.security.roles", False, True, False),
        ("operation.versions.driver", "580", "570", True),
        ("operation.versions.driver", "550", "570", False),
        ("operation.versions.driver", "570.86", "570", True),
        ("operation.versions.driver", "570.0", "570", False),
        ("operation.versions.driver", "R580", "570", None),
        ("operation.versions.driver", "latest", "570", None),
        ("operation.versions.driver", "latest", "latest", False),
        ("operation.versions.framework", "PyTorch 2.10", "pytorch 2.9", True),
        ("operation.versions.framework", "PyTorch 2.9", "PyTorch >= 2.10", False),
        ("operation.versions.framework", "TensorFlow 2.9", "PyTorch 2.10", None),
        ("operation.versions.framework", "PyTorch 2.10rc1", "PyTorch 2.10", None),
        ("data_residency.processing_contract.role", "controller", "processor", None),
        ("workloads.*.precision.weights", "fp8", "bf16", None),
        ("workloads.*.precision.weights", "fp8", "fp8", False),
        ("clauses.*", "a", "b", None),
    ],
)
def test_better_is_stronger(path: str, value: Any, than: Any, better: bool | None) -> None:
    assert is_better(row(path), value, than) is better


WORDS = {
    "operation.management": MANAGEMENT,
    "operation.support.hours": SUPPORT_HOURS,
    "operation.security.tenancy": TENANCY,
    "data_residency.key_holder": KEY_HOLDER,
    "backup.restore_test": HOW_OFTEN,
    "operation.security.penetration_test": HOW_OFTEN,
    "operation.sustainability.energy_report": HOW_OFTEN,
}


def test_these_rows_have_an_order_of_words() -> None:
    assert {".".join(map(str, rule.pattern)): rule.order for rule in RULES if rule.order} == WORDS


@pytest.mark.parametrize(
    ("level", "order"),
    [
        (values.ManagementLevel, MANAGEMENT),
        (values.SupportHoursLevel, SUPPORT_HOURS),
        (values.TenancyLevel, TENANCY),
        (values.KeysLevel, KEY_HOLDER),
        (values.IntervalNameLevel, HOW_OFTEN),
    ],
)
def test_an_order_holds_each_word_of_its_list_once(level: Any, order: tuple[str, ...]) -> None:
    words = next(part for part in get_args(level.model_fields["must"].annotation) if part is not type(None))
    assert sorted(get_args(words)) == sorted(order)


def pairs() -> Iterator[tuple[str, str, str, bool]]:
    for path, order in WORDS.items():
        yield from (
            (path, must, prefer, order.index(prefer) > order.index(must)) for must, prefer in permutations(order, 2)
        )


@pytest.mark.parametrize(("path", "must", "prefer", "stronger"), list(pairs()))
def test_a_preferred_word_is_stronger_than_the_mandatory_one(
    chat: Chat, path: str, must: str, prefer: str, stronger: bool
) -> None:
    *sections, key = path.split(".")
    text = f"{{{key}: {{must: {must}, prefer: {prefer}}}}}"
    for section in reversed(sections[1:]):
        text = f"{{{section}: {text}}}"
    found = [(one.code, one.path) for one in chat("", f"{sections[0]}: {text}\n").findings if one.code == "P501"]
    assert found == ([] if stronger else [("P501", (*path.split("."), "prefer"))])


def test_a_preferred_no_beside_a_mandatory_yes_is_told_though_it_makes_no_requirement(chat: Chat) -> None:
    (finding,) = chat("", "operation: {credits: {automatic: {must: true, prefer: false}}}\n").findings
    assert (finding.code, finding.path) == ("P501", ("operation", "credits", "automatic", "prefer"))
    assert finding.message.startswith("the preferred value false of operation.credits.automatic is no better than true")


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
    assert list(check_preferences(composition.spec, MEMBERS)) == []


def test_values_are_compared_exactly() -> None:
    nines = parse_quantity("99." + "9" * 40 + " %", "share")
    whole = parse_quantity("100 %", "share")
    assert is_better(row("workloads.*.slo.availability"), whole, nines)
    assert is_better(row("workloads.*.slo.availability"), nines, whole) is False


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
    (finding,) = check_preferences(composition.spec, MEMBERS)
    assert finding.facts == {"path": "data_residency.storage", "value": "EEA, CH", "start": "EU"}


def test_another_code_of_a_country_is_that_country(chat: Chat) -> None:
    assert residency(chat, "UK, FR", "GB") == [("P404", ("data_residency", "storage", "must", 0))]
    assert ("P501", ("data_residency", "storage", "prefer")) in residency(chat, "GB", "UK")


UNORDERED = {
    "workloads.*.precision.weights",
    "workloads.*.precision.kv_cache",
    "workloads.*.rights.use",
    "data_residency.processing_contract.role",
}
"""Rows with words of which none is stronger than another: formats and roles are chosen, not outdone."""


def words_of(rule: Rule) -> list[str]:
    """Return the words of a row whose value is one of a closed list."""
    schema = spec_schema()
    for key in rule.pattern:
        schema = form_of({}, schema)
        part = next(iter(schema["patternProperties"].values())) if key == "*" else schema["properties"][key]
        schema = part
    found: list[str] = form_of("", schema).get("enum", [])
    return found


def test_every_row_with_words_is_ordered_or_known_to_have_no_order() -> None:
    with_words = {".".join(map(str, rule.pattern)): rule for rule in RULES if words_of(rule)}
    assert set(with_words) == set(WORDS) | UNORDERED
    for rule in RULES:
        assert not rule.order or sorted(rule.order) == sorted(words_of(rule))


def test_nothing_is_said_of_lists_to_cover_that_each_hold_what_the_other_lacks() -> None:
    scope = row("backup.scope")
    assert is_better(scope, ("a", "c"), ("a", "b")) is None
    assert is_better(scope, ("a", "b"), ("b", "a")) is False
