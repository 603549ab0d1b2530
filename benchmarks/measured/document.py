"""The table of `docs/accuracy.md`, and writing it between the two marks of that file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from measured.holdout import optimism
from measured.outcomes import Outcome
from measured.report import NAMES, TARGETS, classes, meets, verdicts
from measured.scores import Verdict, score

BEGIN: Final = "<!-- figures: written by `python benchmarks/accuracy.py --document` -->"
END: Final = "<!-- end of figures -->"

_HEAD: Final = (
    "| quantity | rows | refused | median error | P90 / target | bias | held by the 90 % interval |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
)
_OPTIMISM_HEAD: Final = (
    "| quantity | models | P90, fitted with / without the model | held, fitted with / without the model |",
    "| --- | ---: | ---: | ---: |",
)
_VERDICT_HEAD: Final = (
    "| quantity, engine family | held | probability of so few | verdict |",
    "| --- | ---: | ---: | --- |",
)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return all tables as Markdown."""
    parts = (_scores(outcomes), _held_out(outcomes), _verdicts(outcomes))
    return "\n\n".join("\n".join(part) for part in parts)


def write_table(file: Path, outcomes: Sequence[Outcome]) -> None:
    """Write the tables between the marks of a file."""
    before, after = surroundings(file.read_text(encoding="utf-8"))
    file.write_text(f"{before}{BEGIN}\n\n{table(outcomes)}\n\n{END}{after}", encoding="utf-8")


def surroundings(text: str) -> tuple[str, str]:
    """Return what stands before and after the marks."""
    return text.partition(BEGIN)[0], text.partition(END)[2]


def _scores(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    lines = []
    for name, members in classes(outcomes).items():
        found = score(members)
        p90 = f"{_percent(found.p90)} / {_plain(TARGETS[name])}{'' if meets(name, found) else ', missed'}"
        errors = (_percent(found.median), p90, _percent(found.bias), _percent(found.coverage))
        lines.append(f"| {NAMES[name]} | {found.n} | {found.refused} | {' | '.join(errors)} |")
    return (*_HEAD, *lines)


def _held_out(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    lines = []
    for quantity, one in optimism(outcomes, "model").items():
        errors = f"{_percent(one.fitted.p90)} / {_percent(one.held_out.p90)}"
        held = f"{_percent(one.fitted.coverage)} / {_percent(one.held_out.coverage)}"
        lines.append(f"| {NAMES.get(quantity, 'KV pool, all engines')} | {one.groups} | {errors} | {held} |")
    return (*_OPTIMISM_HEAD, *lines)


def _verdicts(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    lines = []
    for name, one in verdicts(outcomes).items():
        quantity, _, family = name.partition("/")
        label = NAMES.get(quantity, "KV pool")
        lines.append(f"| {label}, {family} | {one.held} of {one.n} | {one.too_narrow:.2f} | {_word(one)} |")
    return (*_VERDICT_HEAD, *lines)


def _word(one: Verdict) -> str:
    if not one.judged:
        return "too few rows to judge"
    return "refuted" if one.refuted else "not refuted"


def _plain(share: float) -> str:
    return f"{share * 100:g} %"


def _percent(value: float | None) -> str:
    if value is None:
        return "–"
    digits = 1 if abs(value) >= 0.01 else 3 if abs(value) < 0.001 else 2
    # Adding zero turns a rounded -0.0 into 0.0.
    return f"{round(value * 100, digits) + 0.0:.{digits}f} %".replace("-", "−")
