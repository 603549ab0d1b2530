"""Tables in main memory: rows x columns x bytes x copies."""

from typing import Any

import pytest

from pliego.sizing.tabular import table_terms
from pliego.sizing.terms import Missing, Term
from pliego.spec.models import Workload


def found(algorithm: str = "joins", mode: str = "training", **data: Any) -> list[Term | Missing]:
    task = {"kind": "classic-ml", "mode": mode, "algorithm": algorithm}
    return list(table_terms(Workload.model_validate({"task": task, "data": data}), "fit"))


def terms(algorithm: str = "joins", **data: Any) -> dict[str, Term]:
    return {one.key: one for one in found(algorithm, **data) if isinstance(one, Term)}


SHAPE = {"rows": 120_000_000, "columns": 140, "value_format": "float32"}


def test_a_table_takes_its_cells_times_its_copies() -> None:
    table = terms(**SHAPE, copies=2)["table_memory"]
    assert (table.value, table.low, table.high) == (134.4e9, 134.4e9, 134.4e9)


def test_copies_that_are_not_stated_are_a_range() -> None:
    table = terms(**SHAPE)["table_memory"]
    assert (table.low, table.value, table.high) == (67.2e9, 134.4e9, 201.6e9)
    assert table.range_key == "assumed"


def test_boosted_trees_bin_each_value_into_a_byte() -> None:
    boosted = terms("gradient-boosting", **SHAPE)
    assert boosted["binned_table"].value == 16.8e9
    assert "binned_table" not in terms("random-forest", **SHAPE)


@pytest.mark.parametrize("missing", ["rows", "columns", "value_format"])
def test_a_table_without_its_shape_is_not_guessed_but_named(missing: str) -> None:
    shape = {key: value for key, value in SHAPE.items() if key != missing}
    assert found(**shape) == [Missing("table_memory", (("workloads", "fit", "data", missing),))]


def test_work_on_one_row_at_a_time_holds_no_table() -> None:
    assert found(mode="online") == []


def test_only_the_method_tells_whether_a_table_is_binned() -> None:
    workload = Workload.model_validate({"task": {"kind": "classic-ml", "mode": "training"}, "data": SHAPE})
    assert list(table_terms(workload, "fit"))[1:] == [
        Missing("binned_table", (("workloads", "fit", "task", "algorithm"),))
    ]
