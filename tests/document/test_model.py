"""The shapes that every document is made of."""

from dataclasses import FrozenInstanceError, is_dataclass

import pytest

from pliego.document import model
from pliego.document.model import Line, LineStyle, Mark, Message, Row, UserText


def test_shapes_are_values() -> None:
    shapes = [one for one in vars(model).values() if is_dataclass(one) and isinstance(one, type)]
    assert len(shapes) >= 20
    assert all(shape.__dataclass_params__.frozen for shape in shapes)  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        Message("document.rfq").key = "other"  # type: ignore[misc]


def test_equal_content_is_equal() -> None:
    assert Row(((Line(UserText("a")),),)) == Row(((Line(UserText("a"), LineStyle.BODY),),))
    assert dict(Message("document.rfq").params) == {}
    assert [str(mark) for mark in Mark] == ["mandatory", "preferred"]
