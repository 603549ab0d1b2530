"""Short ways to write inline content."""

from decimal import Decimal

import pytest

from pliego.document.model import Code, Figure, Message
from pliego.rfq.phrases import captioned, counted, gb, gib, memory_class, places, plain_number, say
from pliego.units import GIB


@pytest.mark.parametrize(
    ("size", "digits"), [(0.5, 2), (19.9, 2), (20, 1), (999, 1), (1000, 0), (0.0028, 4), (0.0000123, 6), (0, 2)]
)
def test_memory_keeps_about_three_digits(size: float, digits: int) -> None:
    assert gib(size * GIB) == Figure(size, "GiB", digits)
    assert gb(size * 10**9).digits == digits
    assert gib(size * GIB, 1).digits == 1


@pytest.mark.parametrize(
    ("value", "digits"), [(1.0, 0), (2.5, 1), (730, 0), (0.0001, 4), (Decimal("3.50"), 1), (100.0, 0)]
)
def test_a_plain_number_keeps_the_digits_that_it_has(value: float, digits: int) -> None:
    assert plain_number(value) == Figure(float(value), "", digits)


@pytest.mark.parametrize(("text", "figure"), [("80 GB", Figure(80, "GB", 0)), ("1.5 TB", Figure(1.5, "TB", 1))])
def test_a_memory_class_is_a_figure(text: str, figure: Figure) -> None:
    assert memory_class(text) == figure


def test_messages() -> None:
    assert say("a.b", n=Code("x")) == Message("a.b", {"n": Code("x")})
    assert counted(2, "count.copies") == Message("count.copies", {"n": Figure(2)}, 2)
    assert captioned("slo.caption", None) == say("slo.caption")
    assert captioned("slo.caption", Code("x")) == say("slo.caption.of", workload=Code("x"))


def test_a_place_without_a_name_is_a_fault() -> None:
    with pytest.raises(KeyError):
        places(["XX"], {})
