"""A level of the spec in words: what is mandatory and what is preferred, with the sign its requirement compares by."""

from typing import TYPE_CHECKING, Any, Final

from pliego.document.model import Inline, Listed, UserText
from pliego.findings import SpecPath
from pliego.requirements.model import Direction
from pliego.requirements.table import RULES
from pliego.rfq.phrases import amount, plain_number, say
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.spec.values import Level

_SIGNS: Final = {Direction.AT_MOST: "threshold.at_most", Direction.AT_LEAST: "threshold.at_least"}
_DIRECTIONS: Final = {rule.kind: rule.direction for rule in RULES}


def asked_values(kind: str, level: "Level[Any] | None", path: SpecPath) -> tuple[Inline | None, Inline | None]:
    """Return the mandatory and the preferred value of a level, each None where nothing is asked for.

    `kind` is that of the requirement which the level makes; the table of requirements knows its sign.
    """
    if level is None:
        return None, None
    prefer = level.prefer.value if level.prefer else None
    return _asked(kind, level.must, (*path, "must")), _asked(kind, prefer, (*path, "prefer"))


def _asked(kind: str, value: object, path: SpecPath) -> Inline | None:
    """Return a value in words, None where nothing is asked for: no value, or a `false`."""
    if value is None or value is False:
        return None
    if value is True:
        return say("threshold.yes")
    if isinstance(value, Quantity | int | float):
        number = amount(value) if isinstance(value, Quantity) else plain_number(value)
        return say(_SIGNS[_DIRECTIONS[kind]], value=number)
    if isinstance(value, list):
        return Listed(tuple(UserText(str(item), path) for item in value))
    return say(f"word.{value}")


def joined_values(kind: str, level: "Level[Any] | None", path: SpecPath) -> tuple[Inline, ...]:
    """Return the mandatory value and, said to be preferred, the preferred one: what is asked for, in one cell."""
    must, prefer = asked_values(kind, level, path)
    preferred = say("level.value.preferred", value=prefer) if prefer else None
    return tuple(value for value in (must, preferred) if value)
