"""Names of cards as logs write them, and what an engine sees of each."""

import pytest

from measured.cards import find_card, visible_memory
from measured.rows import GIB
from pliego.catalog import load_catalog

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("name", "accelerator"),
    [
        ("NVIDIA H200 141GB", "nvidia-h200-sxm-141gb"),
        ("NVIDIA H100 NVL 94GB", "nvidia-h100-nvl-94gb"),
        ("NVIDIA Tesla T4 16GB x2 (row split)", "nvidia-t4"),
        ("NVIDIA GeForce RTX 3090", "nvidia-rtx-3090"),
        ("RTX 3090 Ti 24 GB", "nvidia-rtx-3090-ti"),
        ("NVIDIA GB10 (DGX Spark)", "nvidia-gb10-dgx-spark"),
        ("AMD Instinct MI300X", "amd-mi300x"),
    ],
)
def test_brands_remarks_and_counts_do_not_matter(name: str, accelerator: str) -> None:
    card = find_card(name, CATALOG)
    assert card.accelerator is not None
    assert card.accelerator.id == accelerator


@pytest.mark.parametrize(
    "name", ["", "unknown", "CPU", "NVIDIA A100", "NVIDIA H100 96GB", "RTX 5090 + RTX 4090", "80 GB GPU"]
)
def test_a_name_that_may_mean_several_cards_is_none_of_them(name: str) -> None:
    assert find_card(name, CATALOG).accelerator is None


def seen(name: str, total: str | None = None) -> tuple[float, float, float]:
    found = visible_memory(find_card(name, CATALOG), total, CATALOG)
    assert found is not None
    return tuple(round(value / GIB, 2) for value in (found.low, found.value, found.high))  # type: ignore[return-value]


def test_a_printed_total_is_what_the_engine_saw() -> None:
    assert seen("NVIDIA H100 80GB", "79.18") == (79.18, 79.18, 79.18)
    assert seen("a card that nobody knows", "44.31") == (44.31, 44.31, 44.31)


def test_a_whole_number_or_the_drivers_figure_is_not() -> None:
    assert seen("NVIDIA RTX 3090 24GB", "24.0") == seen("NVIDIA RTX 3090 24GB") == (23.58, 23.58, 23.58)
    assert seen("NVIDIA A10G 24GB", "22.49") == (22.06, 22.06, 22.06)
    low, value, high = seen("a card that nobody knows", "24.0")
    assert low < value < high < 24


def test_only_a_size_gives_a_range() -> None:
    low, value, high = seen("80 GB GPU")
    assert low < value < high < 80
    assert visible_memory(find_card("unknown", CATALOG), None, CATALOG) is None
