"""Every row that counts, predicted from its inputs: one outcome for each of its quantities."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from measured.rows import Row
from measured.runs import RefusedError, Run, run_of
from pliego.catalog import Catalog
from pliego.catalog.residuals import Kind, Residuals
from pliego.sizing.estimates import Estimate
from pliego.sizing.intervals import kind_of, widened, with_interval
from pliego.sizing.prediction import predict, weights_of_rank
from pliego.sizing.runs import Figure, Prediction, RunInputs
from pliego.sizing.split import stages

POOL_CLASSES: Final = ("vllm_017_on", "vllm_earlier", "llama_cpp")

_LATER_GROUPS: Final = frozenset({"0.17-0.20", "0.21+"})
_EARLIER_GROUPS: Final = frozenset({"v0", "v1_0.7-0.16"})
_NO_RELEASE: Final = re.compile(r"\bPR\b|dev|fork|image|commit")
_NEWER_FROM: Final = (0, 17)
_WITHOUT_WEIGHTS: Final = frozenset({"kv_bytes_per_token"})
"""What can be told without the format of the weights; for llama.cpp also the cache that is allocated."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One quantity of one row: what was measured beside what was predicted, or why nothing was.

    Attributes:
        row: the id of the row.
        quantity: one of `rows.QUANTITIES`.
        family, pool_class: the engine family, and for pools the class of releases that is reported.
        architecture, source: groups for holding out.
        measured: bytes, or bytes per token.
        kind: the kind of run whose residuals the interval is made from.
        budget: bytes that the engine may use, where the quantity is what is left of them.
        spread: how far below and above the value published checkpoints lie that the inputs do not tell apart.
        representative: whether the row may speak for others of its kind, so that intervals are fitted to it.
        figure: value and interval, None where `reason` says why there are none.

    """

    row: str
    quantity: str
    family: str
    pool_class: str
    architecture: str
    source: str
    measured: float
    kind: Kind = ()
    budget: float | None = None
    spread: tuple[float, float] = (0.0, 0.0)
    representative: bool = True
    figure: Figure | None = None
    reason: str = ""

    @property
    def error(self) -> float:
        """Signed relative error: positive where too much was predicted."""
        return ((self.figure.value if self.figure else 0.0) - self.measured) / self.measured

    @property
    def held(self) -> bool:
        """Whether the measured value lies in the interval."""
        return self.figure is not None and self.figure.low <= self.measured <= self.figure.high

    def renewed(self, value: float, residuals: Residuals) -> "Outcome":
        """Return the same outcome with another value and the interval that residuals give it."""
        below, above = self.spread
        found = with_interval(value, self.quantity, self.kind, residuals, self.budget)
        return replace(self, figure=widened(found, Estimate(value, value - below, value + above)))


def outcomes_of(rows: Iterable[Row], catalog: Catalog, residuals: Residuals) -> Iterator[Outcome]:
    """Yield the outcomes of all rows that count, in their order."""
    for row in rows:
        if not row.measured:
            continue
        try:
            run = run_of(row.given, catalog)
        except RefusedError as refusal:
            yield from (replace(_blank(row, quantity), reason=str(refusal)) for quantity in row.measured)
            continue
        yield from _answered(row, run, predict(run.inputs), residuals)


def _answered(row: Row, run: Run, prediction: Prediction, residuals: Residuals) -> Iterator[Outcome]:
    reasons = {one.quantity: one.reason for one in prediction.unanswered}
    for quantity in row.measured:
        outcome = replace(
            _blank(row, quantity),
            kind=kind_of(run.inputs, quantity),
            budget=prediction.budget.value if quantity == "kv_pool" and prediction.budget else None,
            representative=_representative(row.given),
        )
        found: Figure | None = getattr(prediction, quantity)
        if not run.weights_known and not _free_of_weights(row.given, quantity):
            yield replace(outcome, reason="the weight format is not known")
        elif found is None:
            yield replace(outcome, reason=reasons.get(quantity, "not predicted"))
        else:
            staged = quantity == "weights" and run.inputs.pipeline_parallel > 1
            low = _least_weights(run.inputs) if staged else found.low
            spread = found.value - low, found.high - found.value
            yield replace(outcome, spread=spread).renewed(found.value, residuals)


def _least_weights(inputs: RunInputs) -> float:
    """Return the weights of the stage that has the fewest: a row holds those of one stage and does not say of which."""
    parts = stages(
        inputs.architecture,
        inputs.tensor_parallel,
        inputs.pipeline_parallel,
        uneven_last=inputs.release.uneven_last,
    )
    return min(weights_of_rank(part, inputs).low for part in parts)


def _blank(row: Row, quantity: str) -> Outcome:
    family = row.given.get("engine_family", "")
    pool_class = _pool_class(row.given) if quantity == "kv_pool" else ""
    return Outcome(row.id, quantity, family, pool_class, row.architecture, row.source, row.measured[quantity])


def _representative(given: Mapping[str, str]) -> bool:
    """Say whether a row may speak for others.

    A fork, a development build or a state between two releases is none of the releases that a spec can name.
    """
    return _NO_RELEASE.search(given.get("engine_version", "")) is None


def _free_of_weights(given: Mapping[str, str], quantity: str) -> bool:
    return quantity in _WITHOUT_WEIGHTS or (quantity == "kv_pool" and given.get("engine_family") == "llama.cpp")


def _pool_class(given: Mapping[str, str]) -> str:
    """Return the class that a pool is reported in; empty where engine or release is not one of them."""
    family, group = given.get("engine_family"), given.get("release_group", "")
    if family == "llama.cpp":
        return "llama_cpp"
    if family != "vllm":
        return ""
    if group in _LATER_GROUPS or group in _EARLIER_GROUPS:
        return "vllm_017_on" if group in _LATER_GROUPS else "vllm_earlier"
    version = re.match(r"~?v?(\d+)\.(\d+)", given.get("engine_version", ""))
    if version is None:
        return ""
    return "vllm_017_on" if (int(version[1]), int(version[2])) >= _NEWER_FROM else "vllm_earlier"
