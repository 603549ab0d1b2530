"""Residuals of the catalog: looked up by the narrowest kind that was measured."""

from pliego.catalog import Catalog, load_catalog
from pliego.catalog.residuals import Kind, Residual, by_kind, nearest


def residual(kind: Kind, share: float) -> Residual:
    return Residual("weights", kind, share, "value", 20, 10, "2026-04-22")


ROWS = by_kind([residual((), 0.05), residual(("vllm",), 0.03), residual(("vllm", "16 bit"), 0.01)])


def test_the_narrowest_measured_kind_counts() -> None:
    shares = [
        found.share
        for kind in (("vllm", "16 bit"), ("vllm", "quantised"), ("tgi", "16 bit"))
        if (found := nearest(ROWS, "weights", kind))
    ]
    assert shares == [0.01, 0.03, 0.05]


def test_what_was_never_measured_has_none() -> None:
    assert nearest(ROWS, "kv_pool", ("vllm",)) is None
    assert nearest({}, "weights", ("vllm",)) is None


def test_the_shipped_rows_are_sound() -> None:
    catalog: Catalog = load_catalog()
    releases = {row.id for row in catalog.engine_releases}
    families = {row.rule for row in catalog.engine_releases}
    assert catalog.residuals
    for (quantity, kind), row in catalog.residuals.items():
        assert (row.quantity, row.kind) == (quantity, kind)
        assert 0 < row.share < 1
        assert row.of == ("budget" if quantity == "kv_pool" and kind[:1] != ("llama.cpp",) else "value")
        assert row.measurements >= row.models >= 1
        assert not kind or kind[0] in families
        assert len(kind) < 2 or kind[1] in releases | {"16 bit", "quantised", "defaults"}
