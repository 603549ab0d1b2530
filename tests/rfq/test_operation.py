"""Who runs what, and which storage is for what."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document, Line, Message, Table
from pliego.rfq.operation import LAYERS

Work = Callable[..., Document]
RowsOf = Callable[..., list[list[str]]]

TASK = "task: {kind: text-generation, mode: online}"


@pytest.mark.parametrize(("scope", "by_provider"), [(scope, number + 1) for number, scope in enumerate(LAYERS)])
def test_the_provider_runs_every_layer_up_to_the_scope(
    work: Work, rows_of: RowsOf, scope: str, by_provider: int
) -> None:
    parties = [row[-1] for row in rows_of(work(TASK, f"operation: {{management: {scope}}}\n"), "layers")]
    assert parties == ["The provider"] * by_provider + ["The buyer"] * (len(LAYERS) - by_provider)


def test_a_preferred_scope_stands_beside_the_mandatory(work: Work, rows_of: RowsOf) -> None:
    document = work(TASK, "operation: {management: {must: hardware, prefer: model-service}}\n", language="es")
    assert [row[2:] for row in rows_of(document, "layers")][1:] == [["El comprador", "El proveedor"]] * 3


def test_storage_has_columns_for_what_is_stated(work: Work, rows_of: RowsOf) -> None:
    tiers = (
        "{models: {kind: object, purpose: Weights, capacity: {must: 2 TB, prefer: 4 TB}}, tmp: {kind: local-scratch}}"
    )
    assert rows_of(work(TASK, f"operation: {{storage: {tiers}}}\n"), "storage") == [
        ["models", "Object storage / Weights", "≥ 2 TB / preferred: ≥ 4 TB"],
        ["tmp", "Local storage in the machine", "–"],
    ]


def test_rates_say_which_way_and_survival_is_a_list_of_words(work: Work) -> None:
    tiers = "{fast: {kind: file, read_rate: 5 GB/s, write_rate: 2 GB/s, survives: [restart, contract-end]}}"
    document = work(TASK, f"operation: {{storage: {tiers}}}\n")
    (table,) = [
        block
        for section in document.sections
        if section.name == "operation"
        for block in section.blocks
        if isinstance(block, Table)
    ]
    _, _, rates, survives = table.groups[0].rows[0].cells
    assert [line.content.key for line in rates if isinstance(line.content, Message)] == [
        "operation.read_rate",
        "operation.write_rate",
    ]
    assert isinstance(survives[0], Line)


def test_requirements_alone_need_no_section(work: Work) -> None:
    assert "operation" not in {section.name for section in work(TASK, "operation: {lead_time: 30 d}\n").sections}
