"""KV cache over sequences in flight, by the terms of a workload: what the curve of a document is drawn from."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from pliego.sizing.load import Z_99
from pliego.sizing.terms import WorkloadSizing

_SAME: Final = 1e-6


@dataclass(frozen=True, slots=True)
class CacheCurve:
    """Bytes of KV cache by the number of sequences in flight.

    `token` and `sequence` are bytes of one token and of one sequence beside its tokens; `mean` and `deviation` are
    those of the tokens of a sequence, `longest` the tokens of the longest request; `asked` is the number at the peak.
    """

    token: float
    sequence: float
    mean: float
    deviation: float
    longest: float
    asked: int

    def on_average(self, sequences: float) -> float:
        """Return n × m × k + n × z."""
        return sequences * (self.mean * self.token + self.sequence)

    def planned(self, sequences: float) -> float:
        """Return the 99th percentile: min(max(n × m + 2.326 × s × √n, l), n × l) × k + n × z."""
        drawn = sequences * self.mean + Z_99 * self.deviation * sqrt(sequences)
        tokens = min(max(drawn, self.longest), sequences * self.longest)
        return tokens * self.token + sequences * self.sequence

    def at_most(self, sequences: float) -> float:
        """Return what it takes if every request were the longest: n × l × k + n × z."""
        return sequences * (self.longest * self.token + self.sequence)

    def sequences_in(self, room: float) -> int:
        """Return how many sequences the 99th percentile fits into so many bytes."""
        low, high = 0, 1
        while self.planned(high) <= room:
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.planned(middle) <= room else (low, middle)
        return low


def cache_curve(workload: WorkloadSizing) -> CacheCurve | None:
    """Return the curve, None where the cache at the peak follows from other terms than these."""
    tokens, peak = workload.term("tokens_peak"), workload.term("kv_cache_peak")
    if tokens is None or peak is None:
        return None
    inputs = {one.key: float(one.value) for term in (tokens, peak) for one in term.inputs}
    needed = ("tokens_per_sequence", "tokens_deviation", "longest_request", "concurrency_peak", "kv_cache_per_token")
    if any(key not in inputs for key in needed):
        return None
    curve = CacheCurve(
        inputs["kv_cache_per_token"],
        inputs.get("kv_cache_per_sequence", 0.0),
        inputs["tokens_per_sequence"],
        inputs["tokens_deviation"],
        inputs["longest_request"],
        int(inputs["concurrency_peak"]),
    )
    drawn = curve.planned(curve.asked)
    return curve if abs(drawn - peak.value) <= _SAME * peak.value + 2 * curve.token else None
