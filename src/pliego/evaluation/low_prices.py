"""Prices that are presumed abnormally low. A presumption starts a question to the provider; it never excludes.

The thresholds are those of article 85 of the Spanish general regulation on public contracts (RGLCAP, Real Decreto
1098/2001), which holds by itself where the price is the only criterion and else where the buyer adopts it. Directive
2014/24/EU, article 69: the provider is asked to explain before a quote is rejected.
"""

from collections.abc import Sequence
from typing import Final

from pliego.evaluation.offers import Offer

_BELOW_CEILING: Final = 0.25
_BELOW_OTHER: Final = 0.20
_BELOW_MEAN: Final = 0.10
_FEWEST_IN_MEAN: Final = 3
_TWO: Final = 2


def presumed_low(offers: Sequence[Offer], ceiling: float | None) -> tuple[Offer, ...]:
    """Return the quotes whose price is presumed abnormally low, in the order given.

    Without a ceiling, a single quote is never presumed low, and of three only by the mean.
    """
    if not offers:
        return ()
    limits = [_limit(offers)]
    if ceiling is not None and len(offers) in (1, _FEWEST_IN_MEAN):
        limits.append(ceiling * (1 - _BELOW_CEILING))
    limit = max(limits)
    return tuple(offer for offer in offers if offer.price < limit)


def _limit(offers: Sequence[Offer]) -> float:
    """Return the price below which a quote is presumed low by the other quotes; 0 for a single one."""
    prices = sorted(offer.price for offer in offers)
    if len(prices) == 1:
        return 0.0
    if len(prices) == _TWO:
        return prices[1] * (1 - _BELOW_OTHER)
    mean = _mean(prices)
    kept = [price for price in prices if price <= mean * (1 + _BELOW_MEAN)]
    if len(prices) > _FEWEST_IN_MEAN and len(kept) < _FEWEST_IN_MEAN:
        kept = prices[:_FEWEST_IN_MEAN]
    return _mean(kept) * (1 - _BELOW_MEAN)


def _mean(prices: Sequence[float]) -> float:
    return sum(prices) / len(prices)
