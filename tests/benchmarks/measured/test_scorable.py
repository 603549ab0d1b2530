"""Which rows count for which quantity."""

from collections.abc import Callable
from pathlib import Path

import pytest

from measured.rows import QUANTITIES, read_rows
from measured.scorable import counts, disagreements

POOL = {"kv_pool", "activation_peak"}


@pytest.mark.parametrize(
    ("change", "left_out"),
    [
        ({}, set()),
        ({"architecture": ""}, set(QUANTITIES)),
        ({"bad": "yes"}, set(QUANTITIES)),
        ({"offload": "partial"}, set(QUANTITIES)),
        ({"pp": ""}, set(QUANTITIES)),
        ({"weight_format": "unknown"}, {"weights", *POOL}),
        ({"weights_printed": "15.2 GiB (weights + non-torch)"}, {"weights"}),
        ({"kv_cache_dtype": ""}, {"kv_bytes_per_token"}),
        ({"consistency_flag": "HYBRID: no check"}, {"kv_bytes_per_token"}),
        ({"engine_family": "sglang"}, POOL),
        ({"gpu_name": "not captured", "gpu_mem_total_gib": ""}, POOL),
        ({"engine_version": "0.17.1rc1.dev88", "max_num_seqs": ""}, POOL),
        ({"engine_version": "0.17.1rc1.dev88"}, set()),
        ({"model_inferred": "yes"}, set(QUANTITIES)),
        ({"model_inferred": "yes", "notes": "model inferred from: 14.9889 GiB"}, {"weights"}),
        ({"model_inferred": "yes", "notes": "model inferred from: 32 layers, bytes/token"}, {"kv_bytes_per_token"}),
        ({"model_inferred": "yes", "notes": "model inferred from: basis not stated"}, set(QUANTITIES)),
        ({"notes": "gpu: inferred from budget"}, POOL),
        ({"notes": "gpu: inferred from 79.19 GiB"}, set()),
    ],
)
def test_what_a_quantity_asks_for(
    measurements: Callable[..., Path], change: dict[str, str], left_out: set[str]
) -> None:
    (row,) = read_rows(measurements(change))
    assert {quantity for quantity in QUANTITIES if not counts(row.columns, quantity)} == left_out


def test_a_cache_that_llama_cpp_allocates_needs_its_cells(measurements: Callable[..., Path]) -> None:
    llama = {"engine_family": "llama.cpp", "gpu_name": "", "gpu_mem_total_gib": "", "weight_format": "unknown"}
    with_cells, without = read_rows(measurements(llama | {"n_ctx": "8192"}, llama))
    assert counts(with_cells.columns, "kv_pool")
    assert not counts(without.columns, "kv_pool")
    assert not counts(with_cells.columns, "activation_peak")


def test_where_rule_and_column_differ_is_reported(measurements: Callable[..., Path]) -> None:
    rows = read_rows(measurements({}, {"pp": "", "scorable_kv_pool": "no"}))
    assert list(disagreements(rows)) == [
        ("row-2", "weights"),
        ("row-2", "kv_bytes_per_token"),
        ("row-2", "activation_peak"),
    ]


def test_the_rule_agrees_with_the_published_columns(measured_folder: Path) -> None:
    assert not list(disagreements(read_rows(measured_folder)))
