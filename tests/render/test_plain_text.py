"""Plain text of a section for the terminal."""

from collections.abc import Callable

import pytest

from pliego.render.localised import localise_section
from pliego.render.plain_text import write_text_section
from pliego.rfq.calculation import calculation_section
from pliego.workflow.composition import Composition


@pytest.mark.parametrize("name", ["assistant", "service-70b"])
def test_a_sizing_fits_a_terminal_and_has_every_term(example: Callable[[str], Composition], name: str) -> None:
    sizing = example(name).sizing
    text = write_text_section(localise_section(calculation_section(sizing, by_name=True), "en"))
    lines = text.splitlines()
    assert lines[1] == "=" * len(lines[0])
    assert max(map(len, lines)) <= 150
    assert text.endswith("\n")
    assert not [line for line in lines if line != line.rstrip()]
    for word in ("Weights", "KV cache at the peak", "To plan with"):
        assert any(word in line for line in lines), word
    assert "None" not in text


def test_columns_line_up(example: Callable[[str], Composition]) -> None:
    text = write_text_section(localise_section(calculation_section(example("assistant").sizing), "en"))
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line and set(line) == {"-", " "}:
            starts = [0, *(place + 2 for place in range(len(line)) if line.startswith("  ", place))]
            body = next(following for following in lines[number + 1 :] if following)
            assert all(start == 0 or body[start - 1 : start] in (" ", "") for start in starts)
