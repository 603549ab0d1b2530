"""From a value to the interval that is meant to hold 90 % of measurements."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.residuals import Kind, Residual, by_kind
from pliego.sizing.intervals import figure, kind_of, with_interval
from pliego.sizing.runs import RunInputs

GIB = 1 << 30


@pytest.fixture
def inputs(catalog: Catalog, architecture: Callable[[str], Architecture]) -> RunInputs:
    weights, release = catalog.number_format("bf16"), catalog.engine_release("vllm", "0.19")
    assert weights is not None
    assert release is not None
    return RunInputs(architecture("meta-llama/Llama-3.1-8B"), weights, release)


def residual(quantity: str, kind: Kind, share: float, of: str = "value") -> Residual:
    return Residual(quantity, kind, share, of, 26, 12, "2026-04-22")


def test_an_error_of_weights_is_a_share_of_them(inputs: RunInputs) -> None:
    rows = by_kind([residual("weights", ("vllm", "16 bit"), 0.01)])
    found = figure(15 * GIB, inputs, "weights", rows)
    assert (found.low, found.value, found.high) == pytest.approx((14.85 * GIB, 15 * GIB, 15.15 * GIB))
    assert (found.evidence.measurements, found.evidence.kind) == (26, "vllm/16 bit")


def test_an_error_of_a_pool_does_not_shrink_with_the_pool() -> None:
    """3 GiB left of a budget of 75 GiB, 0.5 % of which are 0.375 GiB."""
    rows = by_kind([residual("kv_pool", ("vllm",), 0.005, "budget")])
    found = with_interval(3 * GIB, "kv_pool", ("vllm", "defaults"), rows, 75 * GIB)
    assert (found.low, found.high) == pytest.approx((2.625 * GIB, 3.375 * GIB))
    empty = with_interval(0.1 * GIB, "kv_pool", ("vllm", "defaults"), rows, 75 * GIB)
    assert empty.low == 0


def test_without_evidence_the_interval_is_the_value(inputs: RunInputs) -> None:
    for rows in ({}, by_kind([residual("weights", (), 0.1, "budget")])):
        found = figure(15 * GIB, inputs, "weights", rows)
        assert (found.low, found.high, found.evidence.measurements) == (15 * GIB, 15 * GIB, 0)


def test_stated_settings_and_defaults_are_different_kinds(inputs: RunInputs) -> None:
    stated = replace(inputs, max_num_seqs=256, max_num_batched_tokens=8192)
    assert kind_of(inputs, "activation_peak") == ("vllm", "defaults")
    assert kind_of(stated, "activation_peak") == ("vllm", "vllm-0.17-0.20")
    assert kind_of(stated, "kv_pool") == ("vllm", "defaults")
    assert kind_of(replace(stated, utilization=0.9), "kv_pool") == ("vllm", "vllm-0.17-0.20")


def test_weights_differ_by_format_and_a_token_by_nothing(inputs: RunInputs, catalog: Catalog) -> None:
    quantised = catalog.number_format("fp8")
    assert quantised is not None
    assert kind_of(inputs, "weights") == ("vllm", "16 bit")
    assert kind_of(replace(inputs, weights=quantised), "weights") == ("vllm", "quantised")
    assert kind_of(inputs, "kv_bytes_per_token") == ("vllm",)


def test_what_llama_cpp_allocates_is_stated_by_its_cells(inputs: RunInputs, catalog: Catalog) -> None:
    release = catalog.engine_release("llama.cpp", "2026-03")
    assert release is not None
    assert kind_of(replace(inputs, release=release), "kv_pool") == ("llama.cpp",)
