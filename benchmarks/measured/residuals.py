"""The residual quantiles that intervals are made from, computed from outcomes; written into the catalog.

For each quantity and kind of run: the distance that holds 90 % of the measurements of a further model, with every model
counting once (`statistics.conformal_quantile`); from 9 to 18 models that is the largest distance. Where one odd log
makes it larger than the predicted value itself, it says nothing: the plain 90 % quantile or the distance of the
wider kind stands instead, whichever is larger. Fewer than 9 models allow no such quantile: the largest distance,
widened by the coverage that it lacks, 0.9 x (n + 1) / n, stands where it exceeds the wider kind's or there is none.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor, inf, log10
from pathlib import Path
from typing import Final

from measured.outcomes import Outcome
from measured.scores import COVERAGE, grouped
from pliego.catalog.residuals import Kind, Residual, Residuals, by_kind
from pliego.statistics import conformal_quantile, quantile_of_groups

_DIGITS: Final = 2

_SAYS_NOTHING: Final = 1.0
"""An interval of this share or more reaches from zero to twice the value."""

LEAST: Final[Mapping[str, float]] = {
    "weights": 0.01,
    "kv_bytes_per_token": 0.002,
    "activation_peak": 0.02,
    "kv_pool": 0.005,
}
"""No interval is narrower. Pools of repeated runs differ by 0.3 to 0.5 %; bytes per token are computed from a pool that
is printed with two decimals; buffers that engines add while loading differ between releases; and the constants of the
activation rule were fitted to rows of the same host."""

METHOD: Final = (
    "Distance between measured and predicted values that holds 90 % of the measurements of a further model of the "
    "kind; every model counts once. `of` says whether it is a share of the predicted value or of the memory that the "
    "engine may use. Kinds narrow from the family of engines to the kind of weights, or to releases where settings are "
    "stated and `defaults` where they are not; no kind stands for all engines. It is the conformal quantile, with "
    "9 to 18 models the largest distance; where that is more than the value itself, the plain quantile or the wider "
    "kind's distance, whichever is larger; with fewer models the largest distance, widened by 0.9 (n + 1) / n, where "
    "that exceeds the wider kind's or there is no wider kind; otherwise the wider kind stands. "
    "Forks and builds between releases are left out. No distance is less than "
    + ", ".join(f"{share:g} ({quantity})" for quantity, share in LEAST.items())
    + "."
)


def fit(outcomes: Iterable[Outcome], as_of: str) -> Residuals:
    """Return the residuals of all kinds that outcomes show, from the wide to the narrow."""
    rows: dict[tuple[str, Kind], Residual] = {}
    for (quantity, kind), members in _by_kind(outcomes):
        wider = next((rows[key] for key in _wider(quantity, kind) if key in rows), None)
        row = _residual(quantity, kind, members, as_of, wider)
        if row is not None:
            rows[quantity, kind] = row
    return by_kind(rows.values())


def write(residuals: Residuals, as_of: str, source: str, file: Path) -> None:
    """Write the rows as the catalog holds them."""
    rows = [
        {
            "quantity": row.quantity,
            "kind": list(row.kind),
            "share": row.share,
            "of": row.of,
            "measurements": row.measurements,
            "models": row.models,
        }
        for row in residuals.values()
    ]
    head = {"method": METHOD, "sources": [source], "as_of": as_of}
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    text = json.dumps(head, indent=1)[:-2] + f',\n "rows": [\n{lines}\n ]\n}}\n'
    file.write_text(text, encoding="utf-8")


def distance(outcome: Outcome) -> float:
    """Return how far the measured value is from the predicted one, as a share of the budget or of the value.

    Where published checkpoints differ that the inputs do not tell apart, it is the distance from the nearest.
    """
    if outcome.figure is None:
        raise ValueError(f"{outcome.row} has no prediction of {outcome.quantity}")
    value, (below, above) = outcome.figure.value, outcome.spread
    away = max(0.0, value - below - outcome.measured, outcome.measured - value - above)
    if outcome.budget is not None:
        return away / outcome.budget
    return away / outcome.figure.value if outcome.figure.value > 0 else inf


def _by_kind(outcomes: Iterable[Outcome]) -> Iterator[tuple[tuple[str, Kind], list[Outcome]]]:
    kinds: dict[tuple[str, Kind], list[Outcome]] = {}
    for one in outcomes:
        if one.figure is None or not one.representative:
            continue
        for length in range(len(one.kind) + 1):
            kinds.setdefault((one.quantity, one.kind[:length]), []).append(one)
    return iter(sorted(kinds.items(), key=lambda item: item[0]))


def _wider(quantity: str, kind: Kind) -> Iterator[tuple[str, Kind]]:
    return ((quantity, kind[:length]) for length in range(len(kind) - 1, -1, -1))


def _residual(
    quantity: str, kind: Kind, members: Sequence[Outcome], as_of: str, wider: Residual | None
) -> Residual | None:
    budgeted = [one for one in members if one.budget is not None]
    # Shares of unlike things have no common distance; runs with a budget stand for those without measurements.
    alike = budgeted or members
    models = [list(map(distance, group)) for group in grouped(alike, lambda one: one.architecture).values()]
    of = "budget" if budgeted else "value"
    share = _share(models, wider.share if wider is not None and wider.of == of else None)
    if share is None:
        return None
    least = max(_rounded_up(share), LEAST[quantity])
    return Residual(quantity, kind, least, of, len(alike), len(models), as_of)


def _share(models: Sequence[Sequence[float]], wider: float | None) -> float | None:
    """Return the distance of a kind; None where that of the wider kind stands."""
    conformal = conformal_quantile(models, COVERAGE)
    if conformal is not None and conformal >= _SAYS_NOTHING:
        return max(quantile_of_groups(models, COVERAGE), wider or 0.0)
    if conformal is not None:
        return conformal
    largest = max(one for group in models for one in group) * COVERAGE * (len(models) + 1) / len(models)
    return largest if wider is None or largest > wider else None


def _rounded_up(share: float) -> float:
    """Return a share with two digits, not less than it was."""
    if share <= 0:
        return 0.0
    places = _DIGITS - 1 - floor(log10(share))
    return float(round(ceil(share * 10.0**places - 1e-9) / 10.0**places, places))
