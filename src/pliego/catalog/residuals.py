"""How far measurements lay from predictions: the facts behind every interval, by quantity and kind of run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Kind: TypeAlias = tuple[str, ...]
"""What kind of run: the family of engines; then the kind of weights, or the releases where settings are stated and
`defaults` where they are not. Empty stands for every run."""


@dataclass(frozen=True, slots=True)
class Residual:
    """90 % of the measurements of models that were not looked at are expected within this distance of a prediction.

    Attributes:
        quantity: `weights`, `kv_bytes_per_token`, `activation_peak` or `kv_pool`.
        kind: the runs that it rests on.
        share: the distance, as a share of what `of` says.
        of: `value`, the predicted value itself; or `budget`, the memory that the engine may use, for a pool that is
            left over from it.
        measurements, models: how many rows of how many different models it rests on.
        as_of: ISO date of the measurements.

    """

    quantity: str
    kind: Kind
    share: float
    of: str
    measurements: int
    models: int
    as_of: str


Residuals: TypeAlias = Mapping[tuple[str, Kind], Residual]
"""Residuals by quantity and kind."""


def nearest(residuals: Residuals, quantity: str, kind: Kind) -> Residual | None:
    """Return the residual of the narrowest kind that holds this one and was measured; None where none was."""
    for length in range(len(kind), -1, -1):
        found = residuals.get((quantity, kind[:length]))
        if found is not None:
            return found
    return None


def by_kind(rows: Iterable[Residual]) -> Residuals:
    """Return the rows by quantity and kind."""
    return {(row.quantity, row.kind): row for row in rows}


def residuals(data: Mapping[str, Any]) -> Residuals:
    """Type `residuals.json`."""
    return by_kind(
        Residual(
            quantity=row["quantity"],
            kind=tuple(row["kind"]),
            share=row["share"],
            of=row["of"],
            measurements=row["measurements"],
            models=row["models"],
            as_of=data["as_of"],
        )
        for row in data["rows"]
    )
