"""Checkpoints, data sets and the time to load weights."""

from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.model import ResolvedModel, ResolvedWorkload
from pliego.sizing.storage import checkpoint_terms, dataset_terms, load_time_terms
from pliego.sizing.terms import Fact, Missing, Source, Term
from pliego.spec.models import Workload
from pliego.spec.sections.data import Checkpoints
from pliego.units import GIB


def number(key: str, value: float, unit: str) -> Term:
    return Term(key, key[0].upper(), value, unit, key, (), (Source("spec"),), value, value)


def read(name: str) -> Architecture:
    row = load_catalog().model(name)
    assert row is not None
    assert isinstance(row.reading, Architecture)
    return row.reading


def resolved(
    mode: str = "pre-training", architecture: str | None = None, method: str | None = None, rank: int | None = None
) -> ResolvedWorkload:
    task = {"kind": "text-generation", "mode": mode}
    task |= {key: value for key, value in (("method", method), ("rank", rank)) if value is not None}
    model = ResolvedModel(name="m", architecture=read(architecture) if architecture else None)
    stated = Workload.model_validate({"task": task})
    return ResolvedWorkload(name="tune", kind="text-generation", mode=mode, model=model, stated=stated)


def sizes(workload: ResolvedWorkload, *known: Term, **stated: Any) -> dict[str, Term | Missing]:
    found = checkpoint_terms(Checkpoints.model_validate(stated), workload, {term.key: term for term in known})
    return {one.key if isinstance(one, Term) else one.figure: one for one in found}


@pytest.mark.parametrize(("parameters", "gib"), [(8.03e9, 105), (70.55e9, 912), (405.85e9, 5290)])
def test_a_training_state_has_14_bytes_a_parameter(parameters: float, gib: float) -> None:
    """The checkpoint sizes of MLPerf Storage for 8, 70 and 405 billion parameters."""
    size = sizes(resolved(), number("parameters", parameters, "parameters"), content="training-state")["checkpoint"]
    assert isinstance(size, Term)
    assert size.value / GIB == pytest.approx(gib, rel=0.01)


def test_the_range_of_a_training_state_holds_one_kept_in_bf16() -> None:
    """gpt-oss-120b under FSDP2 with all of the state in bf16: 720 GB."""
    size = sizes(resolved(), number("parameters", 116.8e9, "parameters"), content="training-state")["checkpoint"]
    assert isinstance(size, Term)
    assert size.low <= 720e9 <= size.high


@pytest.mark.parametrize("method", ["lora", "qlora"])
def test_the_state_of_an_adaptation_is_that_of_its_adapters(method: str) -> None:
    """Llama-3.1-8B at rank 16 has adapters of 41,943,040 parameters, however many the model has."""
    workload = resolved("fine-tuning", "meta-llama/Llama-3.1-8B-Instruct", method, 16)
    found = sizes(workload, number("parameters", 8.03e9, "parameters"), content="training-state")
    trained, size = found["trainable_parameters"], found["checkpoint"]
    assert isinstance(trained, Term)
    assert isinstance(size, Term)
    assert trained.value == 41_943_040
    assert size.value == 41_943_040 * 14


def test_adapters_are_saved_in_the_format_in_which_they_are_trained() -> None:
    """36.7 MB of 9.18 million parameters: 4 bytes each."""
    workload = resolved("fine-tuning", "meta-llama/Llama-3.1-8B-Instruct", "lora", 16)
    size = sizes(workload, content="adapters", keep=3)
    assert isinstance(one := size["checkpoint"], Term)
    assert (one.high, one.value) == (41_943_040 * 4, 41_943_040 * 4)
    assert isinstance(kept := size["checkpoints_stored"], Term)
    assert (kept.low, kept.value) == (3 * one.low, 3 * one.value)


def test_what_adapters_train_over_in_4_bits_is_saved_in_16() -> None:
    workload = resolved("fine-tuning", None, "qlora", 16)
    known = (number("parameters", 8e9, "parameters"), number("weights", 4.5e9, "B"))
    assert isinstance(one := sizes(workload, *known, content="weights")["checkpoint"], Term)
    assert one.value == 16e9


@pytest.mark.parametrize(
    ("workload", "content", "needs"),
    [
        (resolved(), "training-state", {"model.id", "model.config", "model.parameters"}),
        (resolved("fine-tuning"), "training-state", {"task.method"}),
        (resolved("fine-tuning", None, "lora"), "training-state", {"task.rank"}),
        (resolved("fine-tuning", None, "lora"), "adapters", {"task.rank"}),
        (resolved("fine-tuning", None, "lora", 8), "adapters", {"model.id", "model.config"}),
        (resolved(), "weights", {"model.id", "model.config", "model.parameters"}),
        (resolved(), None, {"checkpoints.content"}),
    ],
)
def test_a_checkpoint_that_cannot_be_sized_says_what_it_lacks(
    workload: ResolvedWorkload, content: str | None, needs: set[str]
) -> None:
    found = sizes(workload, keep=3, **({"content": content} if content else {}))
    assert list(found) == ["checkpoint"]
    assert isinstance(one := found["checkpoint"], Missing)
    assert {".".join(map(str, path[2:])) for path in one.needs} == needs


def test_a_time_to_write_implies_a_rate() -> None:
    found = sizes(resolved(), number("weights", 20e9, "B"), content="weights", keep=3, write_time="10 s")
    assert isinstance(rate := found["checkpoint_rate"], Term)
    assert rate.value == pytest.approx(2.0)
    assert isinstance(kept := found["checkpoints_stored"], Term)
    assert kept.value == pytest.approx(60e9)


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
    assert dataset(task, data) == {"dataset": 2e12, "loader_memory": 4 * 2 * 8 * 3e6}


@pytest.mark.parametrize(("section", "key"), [("task", "micro_batch"), ("data", "sample")])
def test_loader_memory_that_cannot_be_computed_says_what_it_lacks(section: str, key: str) -> None:
    given = {
        "task": {"kind": "image-generation", "mode": "fine-tuning", "micro_batch": 8},
        "data": {"size": "2 TB", "loader_workers": 4, "sample": "3 MB"},
    }
    del given[section][key]
    assert dataset(**given) == {"dataset": 2e12, "loader_memory": (("workloads", "tune", section, key),)}


def dataset(task: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    workload = Workload.model_validate({"task": task, "data": data})
    assert workload.data is not None
    found = dataset_terms(workload.data, workload, "tune")
    return {
        (one.key if isinstance(one, Term) else one.figure): (one.value if isinstance(one, Term) else one.needs)
        for one in found
    }


def test_data_whose_size_is_not_stated_is_named() -> None:
    task = {"kind": "image-generation", "mode": "fine-tuning"}
    assert dataset(task, {"read_rate": "2 GB/s"}) == {"dataset": (("workloads", "tune", "data", "size"),)}


def test_how_many_checkpoints_are_kept_is_asked_for() -> None:
    found = sizes(resolved(), number("weights", 20e9, "B"), content="weights")
    assert found["checkpoints_stored"] == Missing("checkpoints_stored", (("workloads", "tune", "checkpoints", "keep"),))
    assert isinstance(found["checkpoint"], Term)
