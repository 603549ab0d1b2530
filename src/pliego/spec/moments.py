"""Days and instants as the buyer writes them."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Self

DATE_PATTERN: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
MOMENT_PATTERN: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})? ?(Z|[+-][0-9]{2}:[0-5][0-9]))?$"


def parse_day(text: str) -> date:
    """Read an ISO date, `2026-12-01`.

    Raises:
        ValueError: the text has another form, or no such day exists.

    """
    if not re.fullmatch(DATE_PATTERN, text):
        raise ValueError("write a date as in 2026-12-01")
    return date.fromisoformat(text)


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, or an instant with its offset from UTC, as the buyer wrote it."""

    day: date
    instant: datetime | None
    written: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an ISO date or an RFC 3339 time (T or space, seconds optional, offset required).

        Raises:
            ValueError: the text has another form, or no such day or time exists.

        """
        if not re.fullmatch(MOMENT_PATTERN, text):
            raise ValueError("write a date as in 2027-01-11 or a time with its offset as in '2027-01-11 14:00 +01:00'")
        if len(text) == len("2027-01-11"):
            return cls(date.fromisoformat(text), None, text)
        instant = datetime.fromisoformat(text[:10] + "T" + text[11:].replace(" ", "").replace("Z", "+00:00"))
        return cls(instant.date(), instant, text)

    def __str__(self) -> str:
        return self.written
