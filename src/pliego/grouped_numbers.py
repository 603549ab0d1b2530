"""Numbers whose one mark may be a decimal point or group thousands: `1.500` is 1.5 to some readers, 1500 to others."""

import re
from typing import Final, NamedTuple

_ONE_MARK: Final = re.compile(r"(?P<sign>[+-]?)(?P<before>[1-9][0-9]{0,2})(?P<mark>[.,])(?P<after>[0-9]{3})")


class Readings(NamedTuple):
    """The two numbers that a text can mean, each written so that it means nothing else."""

    decimal: str
    thousands: str


def readings(number: str) -> Readings | None:
    """Return what a number with one mark and three digits behind it can mean; None where it means one thing.

    A number below one groups nothing. What a fourth digit makes plain has one: `2.7780`.
    """
    found = _ONE_MARK.fullmatch(number)
    if found is None:
        return None
    sign, before, after = found["sign"], found["before"], found["after"]
    short = after.rstrip("0")
    decimal = f"{before}.{after}0" if short == after else f"{before}.{short}".rstrip(".")
    return Readings(sign + decimal, sign + before + after)


def is_padded(number: str) -> bool:
    """Say whether a number ends in a zero behind its mark, which a decimal number has no need of."""
    return re.search(r"[.,][0-9]*0$", number) is not None
