"""The load of a workload as plain numbers, with the mandatory limits that Little's law needs."""

from typing import Final

from pliego.findings import SpecPath
from pliego.resolve.model import Demand, Latency, Lengths, SequenceLimit
from pliego.spec.models import Workload
from pliego.spec.sections.load import Length, ServiceLevels
from pliego.spec.values import DurationLevel

_PERCENTILES = ("p95", "p99", "p50")
"""Which mandatory limit stands for the level: the one most used in service levels first."""


_ANSWERING: Final = ("text-generation",)
"""Kinds of work that answer with tokens; the others give vectors or scores and hold their input alone."""

NOTHING: Final = Lengths(max=0)


def resolve_demand(workload: Workload, path: SpecPath, limit: SequenceLimit | None = None) -> Demand:
    """Return lengths, rate, sequences in flight and the mandatory limits of the workload at `path`.

    `limit` is the longest sequence that engine and model accept.
    """
    context, load = workload.context, workload.load
    concurrency = load.concurrency if load else None
    return Demand(
        input=_lengths(context.input if context else None),
        output=_lengths(context.output if context else None) if workload.task.kind in _ANSWERING else NOTHING,
        rate=float(load.peak.base) if load and load.peak else None,
        concurrency=concurrency.peak if concurrency else None,
        first_token=_mandatory(workload.slo, "ttft", path),
        per_token=_mandatory(workload.slo, "tpot", path),
        limit=limit,
    )


def _lengths(length: Length | None) -> Lengths:
    return Lengths(length.typical, length.p95, length.max) if length else Lengths()


def _mandatory(slo: ServiceLevels | None, metric: str, path: SpecPath) -> Latency | None:
    for percentile in _PERCENTILES if slo else ():
        name = f"{metric}_{percentile}"
        level = getattr(slo, name)
        if isinstance(level, DurationLevel) and level.must is not None:
            return Latency(float(level.must.base), (*path, "slo", name, "must"))
    return None
