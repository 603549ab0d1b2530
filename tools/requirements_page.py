"""Write docs/requirements.md, what becomes a requirement and what follows from it, from the table itself."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

from pliego.render.translation import Translator
from pliego.requirements.rules import Rule
from pliego.requirements.table import LICENCE_RULES, RULES, SIZING_RULES

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "requirements.md"

_HEAD: Final = """\
# What becomes a requirement

One table in `src/pliego/requirements/` says which value of a spec becomes a requirement, how an offered value is
compared with it, what evidence is asked for, and how it is found out whether it is met. A value with both levels gives
two requirements. `*` stands for a name that the buyer gives. The id follows from the path: `assistant` with
`slo.ttft_p95` is `ASSISTANT-SLO-TTFT-P95`, the preferred one of a pair ends in `-PREFERRED`.

This page is generated from the table by `make generated`.
"""


def page() -> str:
    """Return the page: a table for each area, then the two closed lists."""
    parts = [_HEAD]
    ordered = sorted(RULES, key=lambda rule: list(type(rule.area)).index(rule.area))
    for area, rules in groupby(ordered, key=lambda rule: rule.area):
        parts.append(f"## {_text(f'area.{area}')}\n\n{_table(rules)}\n")
    parts.append(
        "## From the sizing\n\nMandatory where they can be computed; they stand in no spec.\n\n"
        f"{_table(SIZING_RULES)}\n"
    )
    parts.append(
        "## From the licence of a model\n\nMandatory where the catalog knows the licence and `rights` are stated.\n\n"
        f"{_table(LICENCE_RULES)}\n"
    )
    return "\n".join(parts)


def _table(rules: Iterable[Rule]) -> str:
    lines = ["| spec path | requirement | compared | evidence | verified by |", "| --- | --- | --- | --- | --- |"]
    lines += [_row(rule) for rule in rules]
    return "\n".join(lines)


def _row(rule: Rule) -> str:
    how = _text(f"verified.{rule.verification}")
    if rule.pilot_case is not None:
        how = f"{how}: {_text(f'pilot_case.{rule.pilot_case}')}"
    name = "the buyer's own words" if rule.kind == "clause" else _text(f"requirement.{rule.kind}.name")
    path = f"`{'.'.join(map(str, rule.pattern))}`"
    cells = [path, name, str(rule.direction), _text(f"evidence.{rule.evidence}"), how]
    return "| " + " | ".join(cells) + " |"


def _text(key: str) -> str:
    template = Translator("en").template(key)
    return template.replace("{tier}", "…").replace("{pipeline}", "…").replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
