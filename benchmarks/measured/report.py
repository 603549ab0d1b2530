"""What the benchmark says: text for a reader, values for JSON, the table of the documentation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Final

from measured.holdout import Optimism
from measured.outcomes import POOL_CLASSES, Outcome
from measured.rows import QUANTITIES
from measured.scores import JUDGED_FROM, Score, Verdict, grouped, reasons, score, verdict, worst

_WORST: Final = 5
_SHOWN_IDS: Final = 6

NAMES: Final[Mapping[str, str]] = {
    "weights": "weights",
    "kv_bytes_per_token": "KV cache, bytes per token",
    "activation_peak": "activation peak",
    "kv_pool.vllm_017_on": "KV pool, vLLM 0.17 and later",
    "kv_pool.vllm_earlier": "KV pool, vLLM before 0.17",
    "kv_pool.llama_cpp": "KV cache allocated, llama.cpp family",
}

TARGETS: Final[Mapping[str, float]] = {
    "weights": 0.03,
    "kv_bytes_per_token": 0.005,
    "activation_peak": 0.25,
    "kv_pool.vllm_017_on": 0.08,
    "kv_pool.vllm_earlier": 0.12,
    "kv_pool.llama_cpp": 0.12,
}
"""What the 90th percentile of the absolute error is meant to stay below, class by class; `docs/accuracy.md` says where
it does not."""


def classes(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    """Return the outcomes by class of the report, empty classes included."""
    every = list(outcomes)
    plain = {name: [one for one in every if one.quantity == name] for name in QUANTITIES if name != "kv_pool"}
    pools = [one for one in every if one.quantity == "kv_pool"]
    return plain | {f"kv_pool.{name}": [one for one in pools if one.pool_class == name] for name in POOL_CLASSES}


def as_json(outcomes: Sequence[Outcome], held_out: Mapping[str, Optimism] | None) -> dict[str, object]:
    """Return the scores as values for JSON; errors are fractions."""
    scores = {name: asdict(score(members)) for name, members in classes(outcomes).items()}
    plain = {name: values for name, values in scores.items() if "." not in name}
    pools = {name.partition(".")[2]: values for name, values in scores.items() if "." in name}
    found: dict[str, object] = {
        "inference": {**plain, "kv_pool": pools},
        "targets": dict(TARGETS),
        "intervals": {name: _verdict_json(one) for name, one in verdicts(outcomes).items()},
        "refusals": {name: dict(reasons(members)) for name, members in classes(outcomes).items()},
        "worst": {name: _worst_json(members) for name, members in classes(outcomes).items()},
    }
    if held_out is not None:
        found["holdout"] = {name: asdict(one) for name, one in held_out.items()}
    return found


def as_text(outcomes: Sequence[Outcome], held_out: Mapping[str, Optimism] | None) -> Iterator[str]:
    """Yield the lines of the report."""
    for name, members in classes(outcomes).items():
        yield f"{NAMES[name]}"
        yield from _score_lines("all", members)
        yield f"    target: P90 {_percent(TARGETS[name])}{'' if meets(name, score(members)) else ', missed'}"
        families = grouped(members, lambda one: one.family)
        if len(families) > 1:
            for family, rows in families.items():
                yield from _score_lines(family, rows)
        for reason, refused in reasons(members):
            yield f"    refused: {reason}: {_listed(refused)}"
        listed = ", ".join(f"{one.row} {one.error:+.1%}" for one in worst(members, _WORST))
        yield f"    worst: {listed}" if listed else "    nothing predicted"
    yield "intervals of 90 %, exact binomial test at 5 %"
    for name, one in verdicts(outcomes).items():
        yield f"    {name:<36} {_verdict_text(one)}"
    if held_out is not None:
        yield "fitted with the group against fitted without it"
        yield from (f"    {name:<20} {_optimism_text(one)}" for name, one in held_out.items())


def meets(name: str, found: Score) -> bool:
    """Say whether a class reaches its target; one without predictions misses nothing."""
    return found.p90 is None or found.p90 <= TARGETS[name]


def verdicts(outcomes: Iterable[Outcome]) -> dict[str, Verdict]:
    """Return the verdict on the intervals of each quantity and engine family with predictions."""
    answered = [one for one in outcomes if one.figure is not None]
    return {name: verdict(rows) for name, rows in grouped(answered, lambda one: f"{one.quantity}/{one.family}").items()}


def _score_lines(label: str, members: Sequence[Outcome]) -> Iterator[str]:
    found = score(members)
    counts = f"    {label:<14} {found.n:4} rows, {found.refused:3} refused"
    yield counts + (f"   {_errors(found)}" if found.median is not None else "")


def _errors(found: Score) -> str:
    parts = (("median", found.median), ("P90", found.p90), ("bias", found.bias), ("held", found.coverage))
    return "   ".join(f"{name} {_percent(value)}" for name, value in parts)


def _percent(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3%}" if abs(value) < 0.001 else f"{value:.1%}"


def _verdict_text(one: Verdict) -> str:
    counts = f"{one.held} of {one.n} held, p = {one.too_narrow:.3f} (two-sided {one.two_sided:.3f})"
    if not one.judged:
        return f"{counts}: fewer than {JUDGED_FROM} rows, not judged"
    return f"{counts}: {'refuted' if one.refuted else 'not refuted'}"


def _verdict_json(one: Verdict) -> dict[str, object]:
    return {**asdict(one), "judged": one.judged, "refuted": one.refuted}


def _worst_json(members: Sequence[Outcome]) -> list[dict[str, object]]:
    return [{"id": one.row, "error": one.error, "held": one.held} for one in worst(members, _WORST)]


def _optimism_text(one: Optimism) -> str:
    pairs = (
        ("median", one.fitted.median, one.held_out.median),
        ("P90", one.fitted.p90, one.held_out.p90),
        ("held", one.fitted.coverage, one.held_out.coverage),
    )
    figures = "   ".join(f"{name} {_percent(first)} -> {_percent(second)}" for name, first, second in pairs)
    return f"{one.fitted.n:3} rows, {one.groups:3} groups   {figures}"


def _listed(rows: Sequence[str]) -> str:
    rest = len(rows) - _SHOWN_IDS
    return ", ".join(rows[:_SHOWN_IDS]) + (f" and {rest} more" if rest > 0 else "")
