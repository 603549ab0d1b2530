"""The formats that the schema names for texts with a value behind them: dates, moments, quantities."""

from datetime import date
from typing import Final

from pliego.spec.moments import Moment, parse_day
from pliego.units import Quantity, parse_quantity

DATE: Final = "date"
MOMENT: Final = "pliego-moment"
MOST_LINES: Final = 1000
"""Lines of a text: a line costs a millisecond in a PDF."""
MOST_LINES_TOGETHER: Final = 5000
"""Lines of all texts of a spec."""
_HOUSE: Final = "pliego-"


def is_ours(name: str) -> bool:
    """Say whether a format is checked here rather than by its pattern."""
    return name == DATE or name.startswith(_HOUSE)


def dimension_of(name: str) -> str | None:
    """Return the dimension of a quantity format: `pliego-token-rate` is `token_rate`; None for any other."""
    if not name.startswith(_HOUSE) or name == MOMENT:
        return None
    return name.removeprefix(_HOUSE).replace("-", "_")


def parse_by_format(text: str, name: str) -> date | Moment | Quantity:
    """Read a text by the name of its format.

    Raises:
        ValueError: the text is no such value; for a quantity a QuantityError with reason and hint.

    """
    if name == DATE:
        return parse_day(text)
    if name == MOMENT:
        return Moment.parse(text)
    return parse_quantity(text, dimension_of(name) or name)
