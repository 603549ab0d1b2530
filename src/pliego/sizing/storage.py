"""Storage around a model: data as stated, checkpoints, the time to load weights, the memory of loader processes.

A complete training state holds 14 bytes a parameter: 2 of weights and 12 of optimiser in full precision. MLPerf Storage
states 105, 912 and 5,290 GiB for 8, 70 and 405 billion parameters, which this gives to 1 %.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pliego.catalog.load_rates import LoadRates
from pliego.findings import SpecPath
from pliego.resolve.model import ResolvedWorkload
from pliego.sizing.beside_model import adapted_widths
from pliego.sizing.parameters import whole
from pliego.sizing.terms import Fact, Input, Missing, Source, Term
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.spec.models import Workload
    from pliego.spec.sections.data import Checkpoints, Dataset

_STATE_BYTES: Final = (6, 14, 16)
"""Bytes of a complete training state for each trained parameter: all of it in bf16 (gpt-oss-120b under FSDP2: 720 GB);
bf16 weights with master copy and two moments in fp32; the same with weights in fp32."""

_ADAPTER_BYTES: Final = (2, 4, 4)
"""Adapters are saved as they are trained: in fp32 (36.7 MB of 9.18 million parameters), at least in bf16."""

_MERGED_BYTES: Final = (2, 2, 2)
"""Bytes of a parameter whose adapter was merged into it."""

_PREFETCHED: Final = 2
"""Batches that a loader process of PyTorch prepares ahead (prefetch_factor)."""

_STATE: Final = Source("rule", "MLPerf Storage v2", "2026-09-30", "rule.training_state")
_ADAPTERS: Final = Source("rule", "PEFT, PeftModel.save_pretrained", "2026-09-30")
_MERGED: Final = Source("assumption", "adapters merged into weights of 16 bits")
_EVERY_LAYER: Final = Source("assumption", "adapters on every linear layer")
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


def dataset_terms(data: "Dataset", workload: "Workload", name: str) -> Iterator[Term | Missing]:
    """Yield the data as stored, and the main memory that its loader processes hold beside each accelerator."""
    path: SpecPath = ("workloads", name, "data")
    if data.size is None and workload.task.kind != "classic-ml":
        yield Missing("dataset", ((*path, "size"),))
    elif data.size is not None:
        value = float(data.size.base)
        given = Input("B", "stated_size", value, "B", (*path, "size"))
        yield Term("dataset", "B", value, "B", "B", (given,), (_SPEC,), value, value)
    if data.loader_workers is None:
        return
    batch = workload.task.micro_batch
    if data.sample is None:
        yield Missing("loader_memory", ((*path, "sample"),))
    if batch is None:
        yield Missing("loader_memory", (("workloads", name, "task", "micro_batch"),))
    if data.sample is not None and batch is not None:
        sample = float(data.sample.base)
        inputs = (
            Input("w", "loader_workers", data.loader_workers, "", (*path, "loader_workers")),
            Input("p", "prefetched_batches", _PREFETCHED, ""),
            Input("m", "micro_batch", batch, "", ("workloads", name, "task", "micro_batch")),
            Input("s", "sample_bytes", sample, "B", (*path, "sample")),
        )
        value = data.loader_workers * _PREFETCHED * batch * sample
        yield Term("loader_memory", "H", value, "B", "w × p × m × s", inputs, (_LOADER,), value, value)


def checkpoint_terms(
    stated: "Checkpoints", workload: ResolvedWorkload, known: Mapping[str, Term]
) -> Iterator[Term | Missing]:
    """Yield the size of a checkpoint, of all that are kept, and the rate that a time to write it implies.

    `known` are the terms of the model by key. What the size cannot be computed without is yielded as missing.
    """
    path: SpecPath = ("workloads", workload.name, "checkpoints")
    parts = tuple(_parts(stated, workload, known))
    yield from parts
    if stated.keep is None:
        yield Missing("checkpoints_stored", ((*path, "keep"),))
    size = parts[-1]
    if isinstance(size, Missing):
        return
    each = Input(size.symbol, size.key, size.value, "B")
    if stated.keep is not None:
        kept = Input("k", "checkpoints_kept", stated.keep, "", (*path, "keep"))
        value, low, high = (stated.keep * one for one in (size.value, size.low, size.high))
        yield Term("checkpoints_stored", "C_k", value, "B", "k × C", (kept, each), (_SPEC,), low, high, size.range_key)
    limit = stated.write_time.must if stated.write_time else None
    if isinstance(limit, Quantity):
        seconds = float(limit.base)
        time = Input("t", "write_time", seconds, "s", (*path, "write_time", "must"))
        value, low, high = (one / seconds / 1e9 for one in (size.value, size.low, size.high))
        formula = "C / t / 10⁹"
        yield Term("checkpoint_rate", "v_c", value, "GB/s", formula, (each, time), (_SPEC,), low, high, size.range_key)


def _parts(stated: "Checkpoints", workload: ResolvedWorkload, known: Mapping[str, Term]) -> Iterator[Term | Missing]:
    """Yield what the size of a checkpoint is made of, and that size or what is missing for it as the last."""
    path: SpecPath = ("workloads", workload.name)
    adapted = _adapts(workload)
    if stated.content is None:
        yield _lacking((*path, "checkpoints", "content"))
    elif stated.content == "weights":
        yield _weights(known, path, packed=workload.stated is not None and workload.stated.task.method == "qlora")
    elif stated.content == "training-state" and adapted is None:
        yield _lacking((*path, "task", "method"))
    elif stated.content == "training-state" and not adapted:
        yield _of_parameters(known.get("parameters"), _STATE_BYTES, _STATE, path)
    else:
        trained = _trainable(workload)
        yield trained
        if isinstance(trained, Term):
            each, source = (_ADAPTER_BYTES, _ADAPTERS) if stated.content == "adapters" else (_STATE_BYTES, _STATE)
            yield _of_parameters(trained, each, source, path)


def _adapts(workload: ResolvedWorkload) -> bool | None:
    """Say whether only adapters are trained; None where a fine-tuning does not state its method."""
    task = workload.stated.task if workload.stated else None
    if task is None or task.mode != "fine-tuning":
        return False
    return None if task.method is None else task.method != "full"


def _trainable(workload: ResolvedWorkload) -> Term | Missing:
    """Return the parameters of the adapters of a training: rank times input and output of each adapted matrix.

    Published: 41,943,040 for Llama-3.1-8B at rank 16 with adapters on every linear layer.
    """
    path: SpecPath = ("workloads", workload.name)
    rank = workload.stated.task.rank if workload.stated else None
    if rank is None:
        return _lacking((*path, "task", "rank"))
    architecture = workload.model.architecture
    if architecture is None:
        return _lacking((*path, "model", "id"), (*path, "model", "config"))
    widths = adapted_widths(whole(architecture))
    attention = adapted_widths(whole(architecture), attention_only=True)
    inputs = (
        Input("r", "trained_rank", rank, "", (*path, "task", "rank")),
        Input("w", "adapted_widths", widths, ""),
    )
    value, low = rank * widths, rank * attention
    sources = (_SPEC, _EVERY_LAYER)
    return Term("trainable_parameters", "N_t", value, "parameters", "r × w", inputs, sources, low, value, "assumed")


def _of_parameters(
    parameters: Term | None, each: tuple[int, int, int], source: Source, path: SpecPath
) -> Term | Missing:
    """Return a size at so many bytes a parameter: the least, the usual and the most."""
    if parameters is None:
        return _lacking(*((*path, "model", key) for key in ("id", "config", "parameters")))
    least, usual, most = each
    inputs = (
        Input(parameters.symbol, parameters.key, parameters.value, "parameters"),
        Input("a", "state_bytes_per_parameter" if source is _STATE else "saved_bytes", usual, "B"),
    )
    value, low, high = parameters.value * usual, parameters.low * least, parameters.high * most
    return Term("checkpoint", "C", value, "B", f"{parameters.symbol} × a", inputs, (source,), low, high, "assumed")


def _weights(known: Mapping[str, Term], path: SpecPath, *, packed: bool) -> Term | Missing:
    """Return the weights as they are saved; those that adapters train over in 4 bits are saved in 16."""
    if packed:
        return _of_parameters(known.get("parameters"), _MERGED_BYTES, _MERGED, path)
    weights = known.get("weights")
    if weights is None:
        return (
            _lacking((*path, "precision", "weights"))
            if "parameters" in known
            else _of_parameters(None, _MERGED_BYTES, _MERGED, path)
        )
    held = (Input("W", weights.key, weights.value, "B"),)
    return Term("checkpoint", "C", weights.value, "B", "W", held, weights.sources, weights.low, weights.high)


def _lacking(*needs: "SpecPath") -> Missing:
    return Missing("checkpoint", needs)
