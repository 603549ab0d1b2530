"""From a predicted value to the interval that is meant to hold 90 % of measurements."""

from pliego.catalog.number_formats import NumberFormat
from pliego.catalog.residuals import Kind, Residuals, nearest
from pliego.sizing.estimates import Estimate
from pliego.sizing.runs import Evidence, Figure, RunInputs

_UNQUANTISED_BITS = 16


def kind_of(inputs: RunInputs, quantity: str) -> Kind:
    """Return the kind of run whose residuals count for a quantity.

    Weights err by what is left unquantised and by repacking, so their kind is the format; the cache of a token is
    arithmetic and has no narrower kind than the family; what llama.cpp allocates is stated by its cells. Pool and
    activation peak of other engines err by what a release reserves, and more where defaults stand for settings that
    nobody stated.
    """
    family = inputs.release.rule
    if quantity == "weights":
        return family, weights_kind(inputs.weights)
    if quantity == "kv_bytes_per_token" or family == "llama.cpp":
        return (family,)
    return family, inputs.release.id if _stated(inputs, quantity) else "defaults"


def _stated(inputs: RunInputs, quantity: str) -> bool:
    """Say whether every setting is stated that the quantity depends on."""
    limits = inputs.max_num_seqs is not None and inputs.max_num_batched_tokens is not None
    return limits and (quantity != "kv_pool" or inputs.utilization is not None)


def weights_kind(weights: NumberFormat) -> str:
    """Return `16 bit` where every parameter is stored as trained, else `quantised`."""
    return "16 bit" if weights.bits_per_weight >= _UNQUANTISED_BITS else "quantised"


def figure(value: float, inputs: RunInputs, quantity: str, residuals: Residuals, budget: float | None = None) -> Figure:
    """Return a value in bytes with its interval and what that rests on.

    `budget` is the memory that the engine may use, in bytes, where the value is what is left of it.
    """
    return with_interval(value, quantity, kind_of(inputs, quantity), residuals, budget)


def with_interval(value: float, quantity: str, kind: Kind, residuals: Residuals, budget: float | None) -> Figure:
    """Return a value of a kind of run with its interval; without residuals the interval is the value.

    A pool is what is left of a budget, so that its error does not shrink with the pool: the residual is then a share of
    the budget.
    """
    found = nearest(residuals, quantity, kind)
    if found is None or (found.of == "budget" and budget is None):
        return Figure(Estimate(value, value, value), Evidence(0, ""))
    distance = found.share * (budget if found.of == "budget" and budget is not None else value)
    interval = Estimate(value, max(0.0, value - distance), value + distance)
    return Figure(interval, Evidence(found.measurements, "/".join(found.kind)))


def widened(found: Figure, spread: Estimate) -> Figure:
    """Return a figure with its ends moved out by how far the ends of a spread lie from its value, in bytes."""
    low, high = found.low - (spread.value - spread.low), found.high + (spread.high - spread.value)
    return Figure(Estimate(found.value, max(0.0, low), high), found.evidence)
