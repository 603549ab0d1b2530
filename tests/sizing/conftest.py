"""What the sizing tests start from: workloads on catalog models, without a spec around them."""

from collections.abc import Callable
from typing import Any

import pytest

from pliego.catalog import Catalog, load_catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.engines import EngineRelease
from pliego.resolve.model import Demand, Layout, Lengths, Resolved, ResolvedModel, ResolvedWorkload

DEMAND = Demand(Lengths(1200, 6000, 16000), Lengths(300, 800, 2000), concurrency=80)


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="session")
def architecture(catalog: Catalog) -> Callable[[str], Architecture]:
    def find(name: str) -> Architecture:
        row = catalog.model(name)
        assert row is not None
        assert isinstance(row.reading, Architecture)
        return row.reading

    return find


@pytest.fixture(scope="session")
def resolved(catalog: Catalog, architecture: Callable[[str], Architecture]) -> Callable[..., Resolved]:
    """Return a builder of a resolved spec with one workload, by default Llama-3.1-8B on an H100."""

    def build(
        model: str | None = "meta-llama/Llama-3.1-8B",
        *,
        weights: str | None = "bf16",
        kv_cache: str | None = "bf16",
        engine: str | None = "0.19",
        release: EngineRelease | None = None,
        layout: Layout | None = None,
        demand: Demand | None = None,
        reference: str | None = "H100-SXM-80GB",
        **rest: Any,
    ) -> Resolved:
        workload = ResolvedWorkload(
            name="chat",
            model=ResolvedModel(model, architecture(model)) if model else ResolvedModel(),
            weights=catalog.number_format(weights) if weights else None,
            kv_cache=catalog.number_format(kv_cache) if kv_cache else None,
            engine=release or (catalog.engine_release("vllm", engine) if engine else None),
            layout=layout or Layout(),
            demand=demand or DEMAND,
        )
        return Resolved(
            workloads=(workload,),
            reference=catalog.accelerator(reference) if reference else None,
            accelerators=catalog.accelerators,
            engines=tuple(row for row in catalog.engine_releases if row.figures),
            **rest,
        )

    return build
