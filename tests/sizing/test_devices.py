from collections.abc import Callable
from dataclasses import replace

import pytest

from pliego.catalog import Catalog
from pliego.resolve.model import Resolved
from pliego.sizing.calculation import size
from pliego.sizing.devices import driver_reserve, fits, visible
from pliego.units import GIB


def test_the_reserve_comes_from_accelerators_with_both_figures(catalog: Catalog) -> None:
    reserve = driver_reserve(catalog.accelerators)
    assert reserve is not None
    assert 0.3 < reserve.low / GIB < reserve.value / GIB < reserve.high / GIB < 1
    assert driver_reserve(()) is None


@pytest.mark.parametrize(
    ("name", "basis", "low", "high"),
    [
        ("H100-SXM-80GB", "visible", 79.19, 79.19),
        ("RTX-3090", "visible", 23.58, 23.58),
        ("MI300X", "driver", 191.2, 191.6),
        ("MI325X", "estimate", 220.9, 255.6),
    ],
)
def test_what_an_engine_sees_is_measured_derived_or_estimated(
    catalog: Catalog, name: str, basis: str, low: float, high: float
) -> None:
    accelerator = catalog.accelerator(name)
    assert accelerator is not None
    seen = visible(accelerator, driver_reserve(catalog.accelerators))
    assert seen is not None
    assert seen.basis == basis
    assert seen.low / GIB == pytest.approx(low, abs=0.2)
    assert seen.high / GIB == pytest.approx(high, abs=0.2)


def test_the_fewest_of_each_gpu_are_counted(resolved: Callable[..., Resolved]) -> None:
    sizing = size(resolved("meta-llama/Llama-3.1-70B")).workloads[0]
    fits = {fit.accelerator: fit for fit in sizing.fits}
    assert fits["nvidia-h100-sxm-80gb"].fewest == 4
    assert fits["amd-mi300x"].fewest == 2
    assert fits["nvidia-t4"].fewest is None
    assert fits["nvidia-h100-sxm-80gb"].memory_class == "80 GB"


def test_other_kinds_are_left_out(resolved: Callable[..., Resolved]) -> None:
    named = {fit.accelerator for fit in size(resolved()).workloads[0].fits}
    assert not named & {"apple-m2-ultra", "google-tpu-v5p", "cpu-epyc-9005-turin"}
    assert len(named) > 60


def test_a_card_of_two_devices_counts_as_two(resolved: Callable[..., Resolved]) -> None:
    fits = {fit.accelerator: fit for fit in size(resolved()).workloads[0].fits}
    device = fits["amd-mi250"]
    assert device.name == "AMD Instinct MI250 (one of 2 devices on the card)"
    assert (device.devices, device.memory_class) == (2, "64 GB")
    assert (device.visible_low, device.visible_high) == (fits["amd-mi210"].visible_low, fits["amd-mi210"].visible_high)
    layout = size(resolved(reference="MI250", count=2)).workloads[0].layout
    assert layout is not None
    assert layout.accelerators == 4
    assert layout.visible_high < 64 * GIB


def test_an_estimate_may_leave_the_number_open(resolved: Callable[..., Resolved]) -> None:
    fits = size(resolved()).workloads[0].fits
    assert any(fit.fewest != fit.fewest_if_high for fit in fits if fit.visible_basis == "estimate")
    assert all(fit.fewest == fit.fewest_if_high for fit in fits if fit.visible_basis == "visible")


def test_memory_of_just_the_size_holds_and_a_byte_less_does_not(
    catalog: Catalog, resolved: Callable[..., Resolved]
) -> None:
    alternatives = size(resolved("meta-llama/Llama-3.1-70B")).workloads[0].alternatives
    two = next(one for one in alternatives if one.accelerators == 2)
    card = catalog.accelerator("H100-SXM-80GB")
    assert card is not None
    found = []
    for seen in (two.needed.value, two.needed.value - 1):
        (fit,) = fits([replace(card, visible_bytes=round(seen))], alternatives, driver_reserve(catalog.accelerators))
        found.append((fit.fewest, fit.fewest_if_high))
    assert found == [(2, 2), (4, 4)]
