"""Rules that a schema cannot state, in plain Python, over data that may still have other faults."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import accumulate, pairwise
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.award_rules import check_award
from pliego.spec.formats import MOST_LINES, MOST_LINES_TOGETHER, is_ours, parse_by_format
from pliego.spec.id_rules import check_ids
from pliego.spec.look_rules import check_look
from pliego.spec.moments import Moment
from pliego.spec.parsed import Parsed
from pliego.spec.pipeline_rules import check_pipelines
from pliego.spec.schema_walk import Visit, visits
from pliego.spec.source import Data
from pliego.spec.task_rules import check_tasks
from pliego.spec.timetable_rules import check_timetable
from pliego.units import BOUNDS, Quantity, is_plausible

_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]")
_MOST_SHOWN: Final = 8
_LONGEST_AMOUNT: Final = 60
_ZERO_IS_MEANT: Final[frozenset[SpecPath]] = frozenset({("assumptions", "memory_margin")})


def check_rules(data: Data) -> tuple[Finding, ...]:
    """Return what is wrong, or worth knowing, in data whose form the schema has checked.

    Parts in which the schema found a fault are passed over where they cannot be read.
    """
    known = list(visits(data))
    parsed = dict(_parsed(known))
    whole = {visit.path: visit.value for visit in known}
    return (
        *check_timetable(parsed),
        *_amounts(parsed),
        *_lengths(known),
        *_backup(whole, parsed),
        *_levels(known),
        *_lists(known),
        *_crowds(known),
        *_lines_together(known),
        *_sections(known),
        *check_tasks(whole, known),
        *check_pipelines(whole, parsed),
        *check_award(whole, parsed),
        *check_look(whole),
        *check_ids(known),
        *_control_characters(data),
    )


def _parsed(known: Iterable[Visit]) -> Iterator[tuple[SpecPath, date | Moment | Quantity]]:
    for visit in known:
        if isinstance(visit.value, str) and is_ours(visit.format):
            try:
                yield visit.path, parse_by_format(visit.value, visit.format)
            except ValueError:
                continue


def _amounts(parsed: Parsed) -> Iterator[Finding]:
    for path, quantity in parsed.items():
        if not isinstance(quantity, Quantity):
            continue
        zero = quantity.value == 0 and path in _ZERO_IS_MEANT
        if quantity.unit.dimension == "share":
            if not zero and not is_plausible(quantity):
                reason = "above 0 % and up to 100 % is allowed"
                yield Finding("P305", path, {"text": _short(quantity), "reason": reason}, _share_hint(quantity))
        elif quantity.value <= 0:
            yield Finding("P306", path, {"text": _short(quantity)}, "write an amount above zero, or remove the key")
        elif not is_plausible(quantity):
            least, most = BOUNDS[quantity.unit.dimension]
            reason = f"{least} to {most} is allowed"
            yield Finding("P305", path, {"text": _short(quantity), "reason": reason}, "check the number and its unit")


def _short(quantity: Quantity) -> str:
    """Return a quantity as documents print it, or as a power of ten where that would be a row of zeros."""
    text = str(quantity)
    return text if len(text) <= _LONGEST_AMOUNT else f"{quantity.value:.3E} {quantity.unit.symbol}"


_MOST_WORKLOADS: Final = 30
_MOST_NAMED: Final = 500
_MOST_ENTRIES: Final = 200
"""The most that a document is made of in seconds and read in a day; a list with a limit of its own keeps that."""


def _crowds(known: Iterable[Visit]) -> Iterator[Finding]:
    for visit in known:
        limit = _most_parts(visit)
        if limit is not None and isinstance(visit.value, dict | list) and len(visit.value) > limit:
            from pliego.spec.schema_faults import too_many_parts  # noqa: PLC0415 (for faults only)

            yield too_many_parts(visit.path, len(visit.value), limit)


def _lines_together(known: Iterable[Visit]) -> Iterator[Finding]:
    """Name the text with which there are more lines than a document is made of in seconds."""
    breaks = [(visit.path, visit.value.count("\n")) for visit in known if isinstance(visit.value, str)]
    added = [(path, count) for path, count in breaks if count < MOST_LINES]  # a longer text is told of by itself
    totals = list(accumulate(count for _, count in added))
    first = bisect_right(totals, MOST_LINES_TOGETHER)
    if first < len(totals):
        facts = {"count": f"{totals[-1]:,}", "limit": f"{MOST_LINES_TOGETHER:,}"}
        hint = "shorten the texts, or move details into files of their own"
        yield Finding("P215", added[first][0], facts, hint, at_key=True)


def _most_parts(visit: Visit) -> int | None:
    """Return how many parts a list or a mapping by names can have; None of a mapping whose keys the schema knows."""
    if isinstance(visit.value, list):
        return int(visit.schema.get("maxItems", _MOST_ENTRIES))
    if "properties" in visit.schema or "patternProperties" not in visit.schema:
        return None
    return _MOST_WORKLOADS if visit.path == ("workloads",) else _MOST_NAMED


def _share_hint(quantity: Quantity) -> str:
    return "write a share of the whole, such as 99.5 %" if quantity.value > 0 else "remove the key if none is meant"


def _lengths(known: Iterable[Visit]) -> Iterator[Finding]:
    """Typical ≤ p95 ≤ max in lengths, typical ≤ peak in concurrency."""
    for visit in known:
        if visit.path[:1] != ("workloads",) or not isinstance(visit.value, dict):
            continue
        for order in (("typical", "p95", "max"), ("typical", "peak")):
            if not set(order) <= set(visit.schema.get("properties", ())):
                continue
            given = [(name, visit.value.get(name)) for name in order]
            numbers = [(name, value) for name, value in given if type(value) is int and value > 0]
            for (lower, low), (upper, high) in pairwise(numbers):
                if low > high:
                    facts = {
                        "lower": lower,
                        "lower_value": str(low),
                        "upper": upper,
                        "upper_value": str(high),
                    }
                    hint = f"{' ≤ '.join(order)} must hold; are the two numbers swapped?"
                    yield Finding("P304", (*visit.path, lower), facts, hint)


def _backup(whole: Mapping[SpecPath, Data], parsed: Parsed) -> Iterator[Finding]:
    """Backups are no farther apart than restored data may be old; the places of copies are stated once."""
    for level, forms in _LEVEL_FORMS.items():
        interval_path, interval = _first_quantity("interval", forms, parsed)
        _, limit = _first_quantity("rpo", forms, parsed)
        if interval is not None and limit is not None and interval.base > limit.base:
            facts = {"interval": str(interval), "rpo": str(limit), "level": level}
            yield Finding("P307", interval_path, facts, f"write an interval of at most {limit}")
    sites = _regions(("backup", "copies", "sites"), whole)
    backups = _regions(("data_residency", "backups"), whole)
    if sites and backups and set(sites) != set(backups):
        facts = {"sites": ", ".join(sites), "backups": ", ".join(backups)}
        hint = "each becomes a requirement of its own; state both alike, or one alone"
        yield Finding("P308", ("backup", "copies", "sites"), facts, hint)


_LEVEL_FORMS: Final[dict[str, tuple[SpecPath, ...]]] = {
    "mandatory": ((), ("must",)),
    "preferred": (("prefer",), ("prefer", "value")),
}
"""Where a value of each level stands below its key."""


def _first_quantity(name: str, forms: Iterable[SpecPath], parsed: Parsed) -> tuple[SpecPath, Quantity | None]:
    for form in forms:
        quantity = parsed.get(("backup", name, *form))
        if isinstance(quantity, Quantity):
            return ("backup", name, *form), quantity
    return ("backup", name), None


def _regions(path: SpecPath, whole: Mapping[SpecPath, Data]) -> list[str]:
    value = whole.get(path)
    mandatory = value.get("must") if isinstance(value, dict) else value
    return [entry for entry in mandatory if isinstance(entry, str)] if isinstance(mandatory, list) else []


def _levels(known: Iterable[Visit]) -> Iterator[Finding]:
    for visit in known:
        if not visit.level or not isinstance(visit.value, dict) or "must" not in visit.value:
            continue
        prefer = visit.value.get("prefer")
        if isinstance(prefer, dict) and "from" in prefer:
            hint = "remove 'from': points begin at the mandatory value"
            yield Finding("P309", (*visit.path, "prefer", "from"), hint=hint, at_key=True)


def _lists(known: Iterable[Visit]) -> Iterator[Finding]:
    for visit in known:
        if isinstance(visit.value, list) and "items" in visit.schema:
            before: set[str] = set()
            for number, entry in enumerate(visit.value):
                if not isinstance(entry, str):
                    continue
                if entry in before:
                    yield Finding("P310", (*visit.path, number), {"entry": f"'{entry[:60]}'"}, "remove one of the two")
                before.add(entry)


def _sections(known: Iterable[Visit]) -> Iterator[Finding]:
    for visit in known:
        if not isinstance(visit.value, dict):
            continue
        if visit.path == ("hardware",) and "nodes" in visit.value and "count" not in visit.value:
            yield Finding(
                "P311",
                ("hardware", "nodes"),
                hint="add 'count', such as 8: the accelerators in each node",
                at_key=True,
            )
        is_model = visit.path[:1] == ("workloads",) and len(visit.path) == 3 and visit.path[2] == "model"
        if is_model and not {"id", "config", "parameters"} & set(visit.value):
            hint = "add 'id', such as meta-llama/Llama-3.1-8B-Instruct, or remove the section"
            yield Finding("P312", visit.path, hint=hint, at_key=True)


def _control_characters(data: Data, path: SpecPath = ()) -> Iterator[Finding]:
    """Name the control characters of each text, outside of `internal`, which is never printed."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from _control_character(key, (*path, key), at_key=True)
            if (*path, key) != ("internal",):
                yield from _control_characters(part, (*path, key))
    elif isinstance(data, list):
        for number, item in enumerate(data):
            yield from _control_characters(item, (*path, number))
    elif isinstance(data, str):
        yield from _control_character(data, path, at_key=False)


def _control_character(text: str, path: SpecPath, *, at_key: bool) -> Iterator[Finding]:
    found = dict.fromkeys(_CONTROL.findall(text))
    if found:
        shown = [f"U+{ord(sign):04X}" for sign in found]
        more = f" and {len(shown) - _MOST_SHOWN} more" if len(shown) > _MOST_SHOWN else ""
        facts = {"character": ", ".join(shown[:_MOST_SHOWN]) + more}
        yield Finding("P315", path, facts, "remove it or its escape", at_key=at_key)
