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
    logo: Annotated[Line, Field(examples=["logo.svg"])] | None = None
    """PNG, or SVG of plain shapes, in the folder of the spec or below; printed in a box of 60 × 12 mm."""
    logo_text: Line | None = None
    """What the logo says, for those who do not see it; the buyer's name where nothing is given."""
    labels: Labels | None = None
    signature: Literal["provider", "both"] | None = None
    """Whether the request ends with lines to sign: for the provider alone, or for the buyer too."""
