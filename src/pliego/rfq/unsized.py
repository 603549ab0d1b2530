"""Figures that no method here computes: which, why, and that the provider or the pilot supplies them."""

from collections.abc import Iterator
from typing import Final

from pliego.document.model import Line, SideRow
from pliego.rfq.phrases import say
from pliego.sizing.terms import Missing

UNSIZED: Final = ("image_memory", "speech_memory", "training_memory", "search_rate", "run_time", "processors")
"""Figures that can be missing although everything is stated: their `Missing` needs no path of the spec."""


def is_unsized(item: Missing) -> bool:
    """Say whether a figure is missing for want of a method, not of something that the spec could state."""
    return not item.needs and item.figure in UNSIZED


def unsized_rows(missing: tuple[Missing, ...]) -> Iterator[SideRow]:
    """Yield one row with a sentence for each figure that nothing in the spec would let us compute."""
    figures = dict.fromkeys(item.figure for item in missing if is_unsized(item))
    if figures:
        yield SideRow(say("unsized.label"), tuple(Line(say(f"unsized.{figure}")) for figure in figures))
