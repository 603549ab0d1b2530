"""How quotes are compared, and what a bidder has to show in a pilot before."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.values import Count, Duration, Line, Money, Share, SpecModel, Text, WhenText


class Shares(SpecModel):
    """Shares of price and quality; together 100 %."""

    price: Share
    """Share of the price."""
    quality: Share
    """Share of the points for preferred requirements."""


class Evaluation(SpecModel):
    """How quotes that meet every mandatory requirement are compared."""

    formula: Literal[
        "wtp", "ratio", "wb", "eu", "richtwert", "richtwert_ext", "interp1", "ppqp", "linear_baja", "baja_umbral",
        "baja_sqrt", "range",
    ]  # fmt: skip
    """Award formula by its id."""
    euro_per_point: Money | None = None
    """What a point is worth, for `wtp`."""
    shares: Shares | None = None
    ceiling: Money | None = None
    """Highest price that is accepted; formulas that start from a budget need it."""
    minimum_quality: Share | None = None
    """Share of the points that a quote must reach to be compared at all."""
    corridor: Share | None = None
    """Share below the best figure within which another criterion decides, for `richtwert_ext`."""
    saturation: Share | None = None
    """Reduction of the price from which no more points are given, for `baja_umbral`."""
    tie_break: Literal["price", "quality", "drawing-lots"] | None = None
    """What decides between equal quotes."""
    abnormally_low: Literal["rglcap-85"] | None = None
    """Rule by which a price is presumed abnormally low, so that its provider is asked: article 85 of RGLCAP (Spain)."""


class PilotData(SpecModel):
    """Data with which the pilot is run."""

    authorised: bool
    """Whether the buyer may hand it over for the pilot."""
    anonymised: bool
    """Whether it holds no personal data."""
    description: Text | None = None
    """What it is, in the buyer's words."""


class QualityTask(SpecModel):
    """A measure of the quality of answers, compared with a baseline."""

    metric: Line
    """What is measured, such as exact match or accuracy."""
    samples: Count | None = None
    """Items of the task."""
    baseline: Annotated[float, Field(ge=-1e9, le=1e9)] | None = None
    """Result of the reference model at the reference precision."""
    margin: Share | None = None
    """How far below the baseline is still equal."""


class Period(SpecModel):
    """Days of the pilot."""

    start: WhenText
    """First day."""
    end: WhenText
    """Last day."""


class Pilot(SpecModel):
    """The pilot that a bidder runs before the award."""

    data: PilotData | None = None
    confidence: Share | None = None
    """Confidence with which a pass is a pass; 95 % where nothing is given."""
    existing_result: Line | None = None
    """Reference of a result that the buyer has already, or `none`."""
    period: Period | None = None
    duration: Duration | None = None
    """Length of the pilot for each bidder at most."""
    windows: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Separate windows of measurement; five where nothing is given."""
    retries: Annotated[int, Field(ge=0, le=100)] | None = None
    """Repetitions of a failed case that every bidder has."""
    cure_time: Duration | None = None
    """Time that every bidder has to mend a fault before repeating."""
    paid_by: Literal["buyer", "provider", "each-its-own"] | None = None
    """Who bears the cost of the pilot."""
    quality_tasks: Annotated[dict[Line, QualityTask], Field(min_length=1)] | None = None
    """Measures of quality by name."""
