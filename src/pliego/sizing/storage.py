"""Storage around a model: data as stated, checkpoints, the time to load weights, the memory of loader processes.

A complete training state holds 14 bytes a parameter: 2 of weights and 12 of optimiser in full precision. MLPerf Storage
states 105, 912 and 5,290 GiB for 8, 70 and 405 billion parameters, which this gives to 1 %.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pliego.catalog.load_rates import LoadRates
from pliego.sizing.terms import Fact, Input, Source, Term
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.findings import SpecPath
    from pliego.spec.models import Workload
    from pliego.spec.sections.data import Checkpoints, Dataset

STATE_BYTES: Final = 14
"""Bytes of a complete training state for each parameter: bf16 weights, fp32 master copy and two fp32 moments."""

_PREFETCHED: Final = 2
"""Batches that a loader process of PyTorch prepares ahead (prefetch_factor)."""

_STATE: Final = Source("rule", "MLPerf Storage v2, checkpoint workloads: 14 bytes a parameter", "2026-09-30")
_LOADER: Final = Source("rule", "PyTorch DataLoader, prefetch_factor 2", "2026-12-01")
_SPEC: Final = Source("spec")


def load_time_terms(weights: Term | None, rates: Mapping[str, LoadRates]) -> Iterator[Term]:
    """Yield the seconds to read the weights from local and from network storage, by the rates of public logs."""
    if weights is None or weights.key != "weights":
        return
    size = Input("W", weights.key, weights.value, "B")
    for storage, symbol in (("local", "t_l"), ("network", "t_n")):
        found = rates.get(storage)
        if found is None:
            continue
        source = Source("measured_rates", "", found.as_of, f"measured_rates.{storage}", (Fact("n", found.count),))
        rate = Input("v", f"{storage}_rate", found.middle / 1e9, "GB/s")
        value, low, high = (weights.value / one for one in (found.middle, found.high, found.low))
        key = f"load_time_{storage}"
        yield Term(key, symbol, value, "s", "W / v", (size, rate), (source,), low, high, "measured")


def dataset_terms(data: "Dataset", workload: "Workload", name: str) -> Iterator[Term]:
    """Yield the data as stored, and the main memory that its loader processes hold beside each accelerator."""
    path: SpecPath = ("workloads", name, "data")
    if data.size is not None:
        value = float(data.size.base)
        given = Input("B", "stated_size", value, "B", (*path, "size"))
        yield Term("dataset", "B", value, "B", "B", (given,), (_SPEC,), value, value)
    if data.loader_workers is not None and data.sample is not None:
        batch = workload.task.micro_batch or 1
        sample = float(data.sample.base)
        inputs = (
            Input("w", "loader_workers", data.loader_workers, "", (*path, "loader_workers")),
            Input("p", "prefetched_batches", _PREFETCHED, ""),
            Input("m", "micro_batch", batch, "", ("workloads", name, "task", "micro_batch")),
            Input("s", "sample_bytes", sample, "B", (*path, "sample")),
        )
        value = data.loader_workers * _PREFETCHED * batch * sample
        yield Term("loader_memory", "H", value, "B", "w × p × m × s", inputs, (_LOADER,), value, value)


def checkpoint_terms(stated: "Checkpoints", parameters: Term | None, weights: Term | None, name: str) -> Iterator[Term]:
    """Yield the size of a checkpoint, of all that are kept, and the rate that a time to write it implies."""
    path: SpecPath = ("workloads", name, "checkpoints")
    size = _size(stated, parameters, weights)
    if size is None:
        return
    yield size
    each = Input(size.symbol, size.key, size.value, "B")
    if stated.keep is not None:
        kept = Input("k", "checkpoints_kept", stated.keep, "", (*path, "keep"))
        value = stated.keep * size.value
        yield Term("checkpoints_stored", "C_k", value, "B", "k × C", (kept, each), (_SPEC,), value, value)
    limit = stated.write_time.must if stated.write_time else None
    if isinstance(limit, Quantity):
        seconds = float(limit.base)
        time = Input("t", "write_time", seconds, "s", (*path, "write_time", "must"))
        value = size.value / seconds / 1e9
        yield Term("checkpoint_rate", "v_c", value, "GB/s", "C / t / 10⁹", (each, time), (_SPEC,), value, value)


def _size(stated: "Checkpoints", parameters: Term | None, weights: Term | None) -> Term | None:
    if stated.content == "training-state" and parameters is not None:
        inputs = (
            Input("N", parameters.key, parameters.value, "parameters"),
            Input("a", "state_bytes_per_parameter", STATE_BYTES, "B"),
        )
        value = parameters.value * STATE_BYTES
        return Term("checkpoint", "C", value, "B", "N × a", inputs, (_STATE,), value, value)
    if stated.content == "weights" and weights is not None:
        held = (Input("W", weights.key, weights.value, "B"),)
        return Term("checkpoint", "C", weights.value, "B", "W", held, weights.sources, weights.low, weights.high)
    return None
