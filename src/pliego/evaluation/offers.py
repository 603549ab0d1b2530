"""What an award formula takes in: quotes as price and points, and the parameters that the buyer has published."""

from dataclasses import dataclass
from math import isfinite


@dataclass(frozen=True, slots=True)
class Offer:
    """A quote that meets every mandatory requirement, as the formulas see it.

    Attributes:
        name: what it is called.
        price: price over the term, without tax, in the currency of the request; above zero.
        points: points earned by preferred requirements; zero or more.

    Raises:
        ValueError: a price is not above zero, points are below it, or one of them is no finite number.

    """

    name: str
    price: float
    points: float

    def __post_init__(self) -> None:
        """Refuse what no formula is made for: a price of nothing would win under most of them."""
        if not (isfinite(self.price) and self.price > 0):
            raise ValueError(f"the price of {self.name} is not above zero")
        if not (isfinite(self.points) and self.points >= 0):
            raise ValueError(f"the points of {self.name} are not zero or more")


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the buyer publishes with a formula; a formula names in `needs` what it cannot do without.

    Attributes:
        total: points that can be earned in all.
        price_share, quality_share: weights of price and points as fractions; together 1.
        point_worth: what a point is worth, in the currency of the prices.
        ceiling: highest price that is accepted.
        corridor: fraction below the best figure within which the points decide.
        saturation: reduction of the price, as a fraction of the ceiling, from which all points are given.
        least: points that the mandatory level itself is worth.
        minimum_quality: fraction of all points below which a quote is not compared.

    """

    total: float
    price_share: float | None = None
    quality_share: float | None = None
    point_worth: float | None = None
    ceiling: float | None = None
    corridor: float | None = None
    saturation: float | None = None
    least: float = 0.0
    minimum_quality: float | None = None
