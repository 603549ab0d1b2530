"""Rules on price and award: shares that sum, parameters that a formula needs, sums of money."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.parsed import Parsed, Whole
from pliego.units import Quantity

_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "wtp": ("euro_per_point",),
    "wb": ("shares",),
    "eu": ("shares",),
    "ratio": ("shares",),
    "interp1": ("shares",),
    "richtwert": (),
    "ppqp": (),
    "richtwert_ext": ("corridor",),
    "linear_baja": ("shares", "ceiling"),
    "baja_umbral": ("shares", "ceiling", "saturation"),
    "baja_sqrt": ("shares", "ceiling"),
    "range": ("shares",),
}
"""Parameters without which a formula gives no figure."""

_OPTIONAL: Final = ("formula", "ceiling", "minimum_quality", "tie_break", "abnormally_low")
_LARGE: Final = Decimal(1_000_000_000)
"""A sum of money from which a slip of the pen is likelier than what stands there."""


def check_award(whole: Whole, parsed: Parsed) -> Iterator[Finding]:
    """Find shares that do not sum, formulas without their parameters, and large sums."""
    yield from _shares(parsed)
    yield from _formula(whole)
    yield from _money(parsed)


def _shares(parsed: Parsed) -> Iterator[Finding]:
    path: SpecPath = ("evaluation", "shares")
    price, quality = parsed.get((*path, "price")), parsed.get((*path, "quality"))
    if isinstance(price, Quantity) and isinstance(quality, Quantity) and price.base + quality.base != 1:
        total = (price.base + quality.base) * 100
        facts = {"sum": f"{total.normalize():f} %"}
        rest = ((1 - price.base) * 100).normalize()
        hint = f"write {rest:f} % for 'quality'" if 0 < rest < 100 else "write two shares that together are 100 %"
        yield Finding("P332", path, facts, hint)


def _formula(whole: Whole) -> Iterator[Finding]:
    evaluation = whole.get(("evaluation",))
    if not isinstance(evaluation, dict):
        return
    formula = evaluation.get("formula")
    if not isinstance(formula, str) or formula not in _NEEDS:
        return
    needed = _NEEDS[formula]
    for key in needed:
        if key not in evaluation:
            facts = {"formula": formula, "key": key}
            yield Finding("P333", ("evaluation", "formula"), facts, f"add '{key}', or choose another formula")
    for key in evaluation:
        if key not in needed and key not in _OPTIONAL and not key.startswith("x-"):
            facts = {"formula": formula, "key": key}
            yield Finding("P334", ("evaluation", key), facts, "remove it, or choose another formula", at_key=True)


def _money(parsed: Parsed) -> Iterator[Finding]:
    for path, quantity in parsed.items():
        if isinstance(quantity, Quantity) and quantity.unit.dimension == "money" and quantity.value >= _LARGE:
            facts = {"amount": f"{quantity.value:,f} {quantity.unit.symbol}"}
            yield Finding("P335", path, facts, "count the zeros")
