"""Checkpoints, data sets and the time to load weights."""

import pytest

from pliego.catalog import load_catalog
from pliego.sizing.storage import checkpoint_terms, dataset_terms, load_time_terms
from pliego.sizing.terms import Fact, Source, Term
from pliego.spec.models import Workload
from pliego.spec.sections.data import Checkpoints
from pliego.units import GIB


def number(key: str, value: float, unit: str) -> Term:
    return Term(key, key[0].upper(), value, unit, key, (), (Source("spec"),), value, value)


@pytest.mark.parametrize(("parameters", "gib"), [(8.03e9, 105), (70.55e9, 912), (405.85e9, 5290)])
def test_a_training_state_has_14_bytes_a_parameter(parameters: float, gib: float) -> None:
    """The checkpoint sizes of MLPerf Storage for 8, 70 and 405 billion parameters."""
    stated = Checkpoints.model_validate({"content": "training-state"})
    (size,) = checkpoint_terms(stated, number("parameters", parameters, "parameters"), None, "tune")
    assert size.value / GIB == pytest.approx(gib, rel=0.01)


def test_a_time_to_write_implies_a_rate() -> None:
    stated = Checkpoints.model_validate({"content": "weights", "keep": 3, "write_time": "10 s"})
    found = {term.key: term for term in checkpoint_terms(stated, None, number("weights", 20e9, "B"), "tune")}
    assert found["checkpoint_rate"].value == pytest.approx(2.0)
    assert found["checkpoints_stored"].value == pytest.approx(60e9)


def test_a_checkpoint_of_unknown_content_has_no_size() -> None:
    stated = Checkpoints.model_validate({"keep": 3})
    assert list(checkpoint_terms(stated, number("parameters", 1e9, "parameters"), None, "tune")) == []


def test_the_time_to_load_is_a_range_over_public_logs() -> None:
    rates = load_catalog().load_rates
    local, network = load_time_terms(number("weights", 16e9, "B"), rates)
    assert local.low < local.value < local.high
    assert (local.low, local.high) == pytest.approx((16 / 5.32, 16 / 0.3))
    assert network.high == pytest.approx(16 / 0.06)
    assert local.sources[0].facts == (Fact("n", 6),)
    assert network.sources[0].facts == (Fact("n", 5),)


def test_a_floor_of_weights_is_no_file_to_load() -> None:
    assert list(load_time_terms(number("weights_floor", 4e9, "B"), load_catalog().load_rates)) == []


def test_loader_processes_hold_batches_ahead() -> None:
    task = {"kind": "image-generation", "mode": "fine-tuning", "micro_batch": 8}
    data = {"size": "2 TB", "loader_workers": 4, "sample": "3 MB"}
    workload = Workload.model_validate({"task": task, "data": data})
    assert workload.data is not None
    found = {term.key: term.value for term in dataset_terms(workload.data, workload, "tune")}
    assert found == {"dataset": 2e12, "loader_memory": 4 * 2 * 8 * 3e6}
