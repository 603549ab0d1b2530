"""Points are for what is better: a preferred value is stronger than the value where points begin."""

from collections.abc import Iterator, Mapping
from decimal import Context, Decimal, localcontext
from typing import Final, cast

from pliego.findings import Finding, SpecPath, dotted
from pliego.requirements.derive import walk_values
from pliego.requirements.model import Direction, ThresholdValue
from pliego.requirements.releases import read_release
from pliego.requirements.rules import Rule, matches
from pliego.requirements.table import RULES
from pliego.spec.models import Spec
from pliego.spec.values import Level
from pliego.units import Quantity

_DIGITS: Final = Context(prec=200)
"""More digits than a quantity may be written with, in any unit."""

Members = Mapping[str, frozenset[str]]
"""The countries that each code of a list of places stands for."""


def check_preferences(spec: Spec, members: Members) -> Iterator[Finding]:
    """Find preferred values that are no better than where points begin.

    Values are taken from the spec and not from the requirements, which a preferred `false` does not reach.
    """
    for path, level in walk_values(spec):
        if not isinstance(level, Level) or level.prefer is None:
            continue
        start = level.must if level.prefer.start is None else level.prefer.start
        if start is not None:
            yield from _no_better(path, level.prefer.value, start, members)


def _no_better(path: SpecPath, value: object, start: object, members: Members) -> Iterator[Finding]:
    rule = next(rule for rule in RULES if matches(rule.pattern, path))
    if rule.direction is Direction.WITHIN and not all(code in members for code in (*_codes(value), *_codes(start))):
        return  # a place that is not known is told of where it stands
    if is_better(rule, _comparable(rule, value, members), _comparable(rule, start, members)) is False:
        facts = {"path": dotted(path), "value": _written(value), "start": _written(start)}
        yield Finding("P501", (*path, "prefer"), facts)


def _codes(value: object) -> list[str]:
    return value if isinstance(value, list) else []


def _comparable(rule: Rule, value: object, members: Members) -> ThresholdValue:
    """Return a value of the spec as a threshold; of places, the countries that they stand for."""
    if rule.direction is Direction.WITHIN and isinstance(value, list):
        return tuple(sorted(frozenset().union(*(members.get(code, frozenset((code,))) for code in value))))
    return tuple(value) if isinstance(value, list) else cast("ThresholdValue", value)


def is_better(rule: Rule, value: ThresholdValue, than: ThresholdValue) -> bool | None:
    """Say whether `value` is stronger than `than` for the row of a requirement; None where nothing orders the two."""
    if rule.direction is Direction.TEXT:
        return _is_other(" ".join(str(value).split()), " ".join(str(than).split()))
    if isinstance(value, tuple) and isinstance(than, tuple):
        return _is_stricter_list(rule, set(value), set(than))
    if isinstance(value, bool) and isinstance(than, bool):
        return value and not than
    if value in rule.order and than in rule.order:
        return rule.order.index(str(value)) > rule.order.index(str(than))
    with localcontext(_DIGITS):
        first, second = _number(value), _number(than)
    if first is not None and second is not None:
        return first < second if rule.direction is Direction.AT_MOST else first > second
    return _is_later(str(value), str(than)) if rule.direction is Direction.AT_LEAST else _is_other(value, than)


def _is_stricter_list(rule: Rule, value: set[object], than: set[object]) -> bool | None:
    """Compare lists: what must be covered is more of it, where something may be is less of it.

    Of two lists to cover that each hold what the other lacks neither is better. A preferred place outside of the
    mandatory ones is none that an offer could have.
    """
    if rule.direction is Direction.COVERS:
        return None if value - than and than - value else value > than
    return value < than


def _is_other(value: ThresholdValue, than: ThresholdValue) -> bool | None:
    """Return False for the same value, which is no better than itself, and None for two that nothing orders."""
    return False if value == than else None


def _is_later(value: str, than: str) -> bool | None:
    first, second = read_release(value), read_release(than)
    if first is None or second is None:
        return _is_other(value, than)
    return first.is_later_than(second)


def _number(value: ThresholdValue) -> Decimal | None:
    """Return a value exactly: 100 % is more than 99.99...9 % however many nines there are."""
    if isinstance(value, Quantity):
        return value.base
    return Decimal(repr(value)) if isinstance(value, int | float) else None


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
