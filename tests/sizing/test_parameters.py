from collections.abc import Callable

import pytest

from pliego.catalog import Catalog, load_catalog
from pliego.catalog.architecture import Architecture
from pliego.sizing.parameters import Part, count_parameters, whole

UNDERSTOOD = [row.id for row in load_catalog().models() if isinstance(row.reading, Architecture)]


@pytest.mark.parametrize("name", UNDERSTOOD)
def test_the_formula_gives_the_published_parameters(catalog: Catalog, name: str) -> None:
    """Without exception: what is understood is counted to the last parameter, group by group."""
    row = catalog.model(name)
    assert row is not None
    assert isinstance(row.reading, Architecture)
    count = count_parameters(whole(row.reading))
    groups = {
        "embedding": count.embedding,
        "attention": count.attention,
        "mlp": count.feed_forward,
        "norms": count.norms,
        "lm_head": count.head,
    }
    assert {group: number for group, number in groups.items() if number} == row.groups
    assert count.total == row.parameters


def test_most_dense_models_of_the_catalog_are_understood() -> None:
    assert len(UNDERSTOOD) >= 45


def test_replicated_parts_make_the_sum_over_accelerators_larger(
    architecture: Callable[[str], Architecture],
) -> None:
    llama = architecture("meta-llama/Llama-3.1-70B")
    one, eight, sixteen = (count_parameters(whole(llama, size)) for size in (1, 8, 16))
    assert eight.attention * 8 == one.attention
    assert eight.norms == one.norms
    assert sixteen.attention * 16 > one.attention


def test_a_tied_head_is_held_twice_where_stages_part_it(architecture: Callable[[str], Architecture]) -> None:
    tied = architecture("meta-llama/Llama-3.2-1B")
    first, last = count_parameters(Part(tied, 1, 0, 8)), count_parameters(Part(tied, 1, 8, 16))
    assert count_parameters(whole(tied)).head == 0
    assert first.embedding == last.head > 0
