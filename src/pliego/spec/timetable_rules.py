"""Rules on dates: their order, days on which nobody works, and time enough to decide."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.moments import Moment
from pliego.spec.parsed import Parsed

_TIMETABLE: Final = ("questions_by", "answers_by", "quotes_by", "award_by", "service_start")
_DEADLINES: Final = ("questions_by", "answers_by", "quotes_by", "award_by")
"""Days on which somebody has to act; a service may well start on a Sunday."""
_SATURDAY: Final = 5
_DAYS_TO_DECIDE: Final = 14
"""Days from the deadline for quotes to the start of service below which nobody can compare, award and deliver."""


def check_timetable(parsed: Parsed) -> Iterator[Finding]:
    """Find dates out of order, in the past, on days of rest, and a start too soon after the deadline."""
    yield from _order(parsed)
    yield from _rest(parsed)
    yield from _haste(parsed)
    yield from _pilot_period(parsed)


def _order(parsed: Parsed) -> Iterator[Finding]:
    """Each date comes after all that stand before it, and none before the day of issue."""
    issued = parsed.get(("rfq", "issued"))
    earlier: list[tuple[str, Moment]] = []
    for name in _TIMETABLE:
        path = ("rfq", "timetable", name)
        moment = parsed.get(path)
        if not isinstance(moment, Moment):
            continue
        if isinstance(issued, date) and moment.day < issued:
            yield Finding("P303", path, {"text": moment.written, "issued": issued.isoformat()}, _PAST)
        clash = next((other for other in reversed(earlier) if not _is_after(moment, other[1])), None)
        if clash is not None:
            facts = {
                "later": name,
                "later_text": moment.written,
                "earlier": clash[0],
                "earlier_text": clash[1].written,
            }
            yield Finding("P302", path, facts, f"write a date after {clash[1].written}")
        earlier.append((name, moment))


_PAST: Final = "correct this date, or rfq.issued"


def _is_after(later: Moment, earlier: Moment) -> bool:
    """Compare instants as instants. A day lasts to its end: an instant on it is before that, and no later one."""
    if later.instant is not None and earlier.instant is not None:
        return later.instant > earlier.instant
    if earlier.instant is None:
        return later.day > earlier.day
    return later.day >= earlier.day


def _rest(parsed: Parsed) -> Iterator[Finding]:
    """Warn of deadlines on a Saturday, a Sunday or a holiday that the buyer has named."""
    holidays = {
        day for path, day in parsed.items() if path[:3] == ("rfq", "timetable", "holidays") and isinstance(day, date)
    }
    for name in _DEADLINES:
        path: SpecPath = ("rfq", "timetable", name)
        moment = parsed.get(path)
        if not isinstance(moment, Moment):
            continue
        if moment.day in holidays:
            yield Finding("P330", path, {"text": moment.written, "day": "a holiday"}, "choose a working day")
        elif moment.day.weekday() >= _SATURDAY:
            yield Finding("P330", path, {"text": moment.written, "day": f"a {moment.day:%A}"}, "choose a working day")


def _haste(parsed: Parsed) -> Iterator[Finding]:
    closing = parsed.get(("rfq", "timetable", "quotes_by"))
    start = parsed.get(("rfq", "timetable", "service_start"))
    if not isinstance(closing, Moment) or not isinstance(start, Moment):
        return
    days = (start.day - closing.day).days
    if 0 < days < _DAYS_TO_DECIDE:
        facts = {"days": str(days), "start": start.written, "closing": closing.written}
        yield Finding("P331", ("rfq", "timetable", "service_start"), facts)


def _pilot_period(parsed: Parsed) -> Iterator[Finding]:
    start, end = parsed.get(("pilot", "period", "start")), parsed.get(("pilot", "period", "end"))
    if isinstance(start, Moment) and isinstance(end, Moment) and end.day < start.day:
        facts = {"later": "end", "later_text": end.written, "earlier": "start", "earlier_text": start.written}
        yield Finding("P302", ("pilot", "period", "end"), facts, f"write a date from {start.written} on")
