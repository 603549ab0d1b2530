"""The buyer's look and words: accent, logo, names of the levels, who signs."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.values import Line, SpecModel


class Labels(SpecModel):
    """What the house calls the two levels, such as A and B."""

    mandatory: Line | None = None
    """Name of the mandatory level."""
    preferred: Line | None = None
    """Name of the preferred level."""


class Look(SpecModel):
    """What a document takes over from the buyer's house. Fonts, sizes and grid are not among it."""

    accent: Annotated[str, Field(pattern="^#[0-9A-Fa-f]{6}$", examples=["#7a1f2b"])] | None = None
    """Colour of headings' bars, section numbers and charts; dark enough to be read on white."""
    labels: Labels | None = None
    signature: Literal["provider", "both"] | None = None
    """Whether the request ends with lines to sign: for the provider alone, or for the buyer too."""
