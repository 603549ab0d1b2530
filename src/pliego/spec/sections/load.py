"""How much work comes, how long requests are, and how fast they must be answered."""

from typing import Literal

from pliego.spec.values import (
    Amount,
    Count,
    DataSize,
    DocumentRateLevel,
    Duration,
    DurationLevel,
    ImageRateLevel,
    NumberLevel,
    RequestRate,
    RowRateLevel,
    ShareLevel,
    SpecModel,
    TokenRateLevel,
    Tokens,
)


class Length(SpecModel):
    """Tokens of a request: the distribution, not an average."""

    typical: Tokens | None = None
    """Median."""
    p95: Tokens | None = None
    """95th percentile."""
    max: Tokens | None = None
    """Longest that must work."""


class Context(SpecModel):
    """Length of requests. Describes the load; never a requirement by itself."""

    input: Length | None = None
    """Input tokens of a request: of the prompt, the document, or query and passage together."""
    output: Length | None = None
    """Output tokens of a request."""


class Concurrency(SpecModel):
    """Requests in work at the same moment (sequences, calls), not users."""

    typical: Count | None = None
    """On an ordinary working day."""
    peak: Count | None = None
    """At the busiest moment; the accelerators must hold this many."""


class Load(SpecModel):
    """How much work comes, and how. Describes; never a requirement by itself."""

    arrival: Literal["poisson", "constant"] | None = None
    """Pattern of arrivals under which service levels are judged."""
    peak: RequestRate | None = None
    """Request rate at the peak."""
    concurrency: Concurrency | None = None
    """Requests in work at the same moment."""
    requests: Amount | None = None
    """Requests of one run."""
    documents: Amount | None = None
    """Documents or passages of one run."""
    images: Amount | None = None
    """Images of one run."""
    rows: Amount | None = None
    """Rows of one run."""
    characters: Amount | None = None
    """Characters of one run."""
    audio: Duration | None = None
    """Length of the audio of one run."""
    every: Duration | None = None
    """Time between the starts of two runs."""
    egress_per_month: DataSize | None = None
    """Data that leaves the provider's network in a month."""


class ServiceLevels(SpecModel):
    """Service levels, measured at the buyer's client under the stated load."""

    ttft_p50: DurationLevel | None = None
    """Time to first token, median, at most."""
    ttft_p95: DurationLevel | None = None
    """Time to first token, 95th percentile, at most."""
    ttft_p99: DurationLevel | None = None
    """Time to first token, 99th percentile, at most."""
    tpot_p50: DurationLevel | None = None
    """Time per output token, median, at most."""
    tpot_p95: DurationLevel | None = None
    """Time per output token, 95th percentile, at most."""
    tpot_p99: DurationLevel | None = None
    """Time per output token, 99th percentile, at most."""
    first_audio_p50: DurationLevel | None = None
    """Time to first audio, median, at most."""
    first_audio_p95: DurationLevel | None = None
    """Time to first audio, 95th percentile, at most."""
    first_audio_p99: DurationLevel | None = None
    """Time to first audio, 99th percentile, at most."""
    e2e_p50: DurationLevel | None = None
    """End-to-end latency, median, at most."""
    e2e_p95: DurationLevel | None = None
    """End-to-end latency, 95th percentile, at most."""
    e2e_p99: DurationLevel | None = None
    """End-to-end latency, 99th percentile, at most."""
    real_time_factor: NumberLevel | None = None
    """Processing time over length of the audio, at most."""
    throughput: TokenRateLevel | None = None
    """Tokens per second over all requests, at least: output tokens of inference, tokens trained on of training."""
    document_rate: DocumentRateLevel | None = None
    """Documents in a time, at least."""
    image_rate: ImageRateLevel | None = None
    """Images in a time, at least."""
    row_rate: RowRateLevel | None = None
    """Rows in a time, at least."""
    deadline: DurationLevel | None = None
    """Time from the start of a run to its complete result, at most."""
    recall: ShareLevel | None = None
    """Share of the true nearest neighbours among those returned, at least."""
    word_error_rate: ShareLevel | None = None
    """Share of words that are wrong, missing or too many, at most."""
    cold_start: DurationLevel | None = None
    """Time from starting an instance to its first answer, at most."""
    availability: ShareLevel | None = None
    """Availability in every calendar month, at least."""
