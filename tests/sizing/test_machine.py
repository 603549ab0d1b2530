"""What stands beside the accelerators of the examples."""

from collections.abc import Callable

import pytest

from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]


def keys(composition: Composition, workload: str) -> list[str]:
    sized = next(one for one in composition.sizing.workloads if one.workload == workload)
    return [term.key for term in sized.machine]


@pytest.mark.parametrize(
    ("name", "workload", "wanted"),
    [
        ("assistant", "assistant", ["load_time_local", "load_time_network", "host_memory"]),
        ("rag-200", "index", ["raw_vectors", "index_links", "index_metadata", "index_memory", "index_disk"]),
        ("gradient-boosting", "entrenamiento", ["table_memory", "binned_table", "dataset"]),
        ("hybrid", "adaptation", ["checkpoint", "checkpoints_stored", "checkpoint_rate", "training_rate_needed"]),
        ("nightly-batch", "classification", ["items_needed", "input_rate_needed", "output_rate_needed"]),
    ],
)
def test_each_example_has_what_its_work_needs(example: Example, name: str, workload: str, wanted: list[str]) -> None:
    assert set(wanted) <= set(keys(example(name), workload))


def test_main_memory_is_at_least_that_of_the_accelerators(example: Example) -> None:
    (sized,) = example("assistant").sizing.workloads
    host = next(term for term in sized.machine if term.key == "host_memory")
    assert host.value == sized.alternatives[0].accelerators * sized.alternatives[0].driver_total.value


def test_a_spec_that_states_nothing_has_nothing_beside_its_accelerators(example: Example) -> None:
    (sized,) = example("minimal").sizing.workloads
    assert sized.machine == ()
