"""The price schedule: what is priced, in which unit, and how much of it is known."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from pliego.requirements.price_items import PriceGroup, PriceItem, PriceUnit, price_schedules
from pliego.spec.models import Spec
from pliego.workflow.reading import read_spec

SpecOf = Callable[[str], Spec]

HEAD = """\
schema: pliego/v1
rfq:
  {id: R, title: T, version: '1', language: en, issued: 2026-12-01, contract: CONTRACT, MORE}
"""
CHAT = "workloads:\n  chat:\n    task: {kind: text-generation, mode: online}\n"


@pytest.fixture
def spec_of(tmp_path: Path) -> SpecOf:
    """Return a function from the text of a sound spec to the spec."""

    def read(text: str) -> Spec:
        file = tmp_path / "spec.yaml"
        file.write_text(text, encoding="utf-8")
        reading = read_spec(file)
        assert reading.sound, [finding.message for finding in reading.findings]
        return reading.spec()

    return read


@pytest.fixture
def items(spec_of: SpecOf) -> Callable[..., dict[str, PriceItem]]:
    """Return the items of a spec without lots by their ids."""

    def build(
        contract: str = "{}", workloads: str = CHAT, rest: str = "", more: str = "status: draft"
    ) -> dict[str, PriceItem]:
        head = HEAD.replace("CONTRACT", contract).replace("MORE", more)
        (schedule,) = price_schedules(spec_of(head + workloads + rest))
        assert schedule.lot is None
        return {item.id: item for item in schedule.items}

    return build


def test_the_least_that_every_quote_prices(items: Callable[..., dict[str, PriceItem]]) -> None:
    found = items()
    assert list(found) == ["PRICE-CAPACITY-CHAT", "PRICE-STORAGE", "PRICE-EGRESS", "PRICE-SETUP", "PRICE-EXIT"]
    assert [item.quantity for item in found.values()] == [None, None, None, 1, 1]
    assert [item.in_total for item in found.values()] == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("billing", "expected"),
    [
        ("monthly", {"CAPACITY-CHAT": (PriceUnit.MONTH, 12)}),
        ("hourly", {"HOURS-CHAT": (PriceUnit.HOUR, 8760)}),
        (
            "monthly, hourly",
            {"CAPACITY-CHAT": (PriceUnit.MONTH, 12), "ADDITIONAL-HOURS-CHAT": (PriceUnit.ACCELERATOR_HOUR, None)},
        ),
        (
            "usage",
            {
                "INPUT-TOKENS-CHAT": (PriceUnit.MILLION_TOKENS, None),
                "OUTPUT-TOKENS-CHAT": (PriceUnit.MILLION_TOKENS, None),
            },
        ),
        ("one-off", {"CAPACITY-CHAT": (PriceUnit.MONTH, 12)}),
    ],
)
def test_capacity_is_priced_as_it_is_billed(
    items: Callable[..., dict[str, PriceItem]], billing: str, expected: dict[str, tuple[PriceUnit, int | None]]
) -> None:
    found = items(f"{{term: 12 months, hours_per_month: 730, billing: [{billing}]}}")
    assert {
        id_.removeprefix("PRICE-"): (item.unit, item.quantity) for id_, item in found.items() if id_.endswith("-CHAT")
    } == expected


@pytest.mark.parametrize(
    ("task", "load", "group", "quantity"),
    [
        ("{kind: embedding, mode: batch}", "{every: 24 h}", PriceGroup.USAGE, 365),
        ("{kind: embedding, mode: batch}", "{documents: 9}", PriceGroup.USAGE, None),
        ("{kind: text-generation, mode: fine-tuning, method: lora}", None, PriceGroup.ONCE, 1),
    ],
)
def test_a_run_is_priced_as_often_as_it_runs(
    items: Callable[..., dict[str, PriceItem]], task: str, load: str | None, group: PriceGroup, quantity: int | None
) -> None:
    stated = f"    load: {load}\n" if load else ""
    run = items("{term: 1 year, hours_per_month: 730}", f"workloads:\n  w:\n    task: {task}\n{stated}")["PRICE-RUN-W"]
    assert (run.group, run.unit, run.quantity) == (group, PriceUnit.RUN, quantity)


def test_runs_have_no_number_without_the_hours_of_a_month(items: Callable[..., dict[str, PriceItem]]) -> None:
    work = "workloads:\n  w:\n    task: {kind: embedding, mode: batch}\n    load: {every: 24 h}\n"
    assert items("{term: 12 months}", work)["PRICE-RUN-W"].quantity is None


def test_stated_sizes_are_priced_for_the_whole_term(items: Callable[..., dict[str, PriceItem]]) -> None:
    rest = "operation: {storage: {hot: {kind: block, capacity: 500 GB}, cold: {kind: object}}}\n"
    work = CHAT + "    load: {egress_per_month: 200 GB}\n"
    found = items("{term: 12 months}", work, rest)
    assert found["PRICE-STORAGE-HOT"].quantity == 6000
    assert found["PRICE-STORAGE-COLD"].quantity is None
    assert found["PRICE-EGRESS"].quantity == 2400
    assert "PRICE-STORAGE" not in found


def test_what_only_some_contracts_have(items: Callable[..., dict[str, PriceItem]]) -> None:
    rest = (
        "operation: {management: runtime, exit: {no_charge: true}}\n"
        "backup: {retention: 30 d}\npilot: {paid_by: buyer}\n"
    )
    found = items("{term: 12 months}", rest=rest)
    assert {"PRICE-OPERATION", "PRICE-BACKUP", "PRICE-PILOT"} <= set(found)
    assert "PRICE-EXIT" not in found


def test_options_count_only_where_they_are_evaluated(items: Callable[..., dict[str, PriceItem]]) -> None:
    more = "options: {a: {description: A, evaluated: true}, b: {description: B}}, renewals: {count: 2, term: 12 months}"
    found = items("{term: 12 months}", more=more)
    assert [found[f"PRICE-OPTION-{name}"].in_total for name in "AB"] == [True, False]
    assert (found["PRICE-RENEWAL"].quantity, found["PRICE-RENEWAL"].in_total) == (Decimal(24), False)


def test_workloads_that_share_machines_are_priced_together(items: Callable[..., dict[str, PriceItem]]) -> None:
    two = (
        CHAT
        + "  embed:\n    task: {kind: embedding, mode: online}\n  other:\n    task: {kind: embedding, mode: online}\n"
    )
    found = items(workloads=two, rest="colocate: [chat, embed]\n")
    assert [item.names for item in found.values() if item.kind == "capacity"] == [("chat", "embed"), ("other",)]


def test_each_lot_has_a_schedule_of_its_own(spec_of: SpecOf) -> None:
    two = CHAT + "  embed:\n    task: {kind: embedding, mode: online}\n"
    lots = "lots: {one: {title: O, workloads: [chat]}, two: {title: T, workloads: [embed]}}"
    schedules = price_schedules(spec_of(HEAD.replace("CONTRACT", "{}").replace("MORE", lots) + two))
    assert [schedule.lot for schedule in schedules] == ["one", "two"]
    ids = [item.id for schedule in schedules for item in schedule.items]
    assert len(ids) == len(set(ids))
    assert "PRICE-ONE-CAPACITY-CHAT" in ids
    assert "PRICE-TWO-CAPACITY-EMBED" in ids


def test_groups_stand_in_the_order_of_the_schedule(items: Callable[..., dict[str, PriceItem]]) -> None:
    order = list(PriceGroup)
    found = [order.index(item.group) for item in items("{term: 12 months, billing: [monthly, hourly]}").values()]
    assert found == sorted(found)
