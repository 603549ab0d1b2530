from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.resolve.model import Demand, Latency, Lengths, SequenceLimit
from pliego.sizing.load import (
    bounds_terms,
    concurrency_term,
    rate_term,
    tokens_at_peak,
    tokens_per_sequence_terms,
    tokens_term,
)
from pliego.sizing.missing_load import missing_load
from pliego.sizing.terms import Missing, Term

INPUT, OUTPUT = Lengths(1200, 6000, 16000), Lengths(300, 800, 2000)
FIRST, EACH = Latency(1.5, ("first",)), Latency(0.06, ("each",))


def test_stated_sequences_are_taken_as_they_are() -> None:
    term = concurrency_term(Demand(concurrency=80), "chat")
    assert term is not None
    assert term.value == 80
    assert term.inputs[0].path == ("workloads", "chat", "load", "concurrency", "peak")


def test_sequences_follow_from_the_rate_by_littles_law_as_an_assumption() -> None:
    demand = Demand(output=Lengths(max=101), rate=4, first_token=FIRST, per_token=EACH)
    term = concurrency_term(demand, "chat")
    assert term is not None
    assert term.value == 30  # 4 x (1.5 + 100 x 0.06)
    assert term.sources[0].key == "assumption"


def test_a_part_of_a_sequence_is_a_whole_one() -> None:
    demand = Demand(output=Lengths(max=101), rate=4.01, first_token=FIRST, per_token=EACH)
    term = concurrency_term(demand, "chat")
    assert term is not None
    assert term.value == 31  # 4.01 x (1.5 + 100 x 0.06) = 30.08


def test_the_rate_follows_from_the_sequences_by_littles_law() -> None:
    demand = Demand(output=Lengths(max=101), concurrency=30, first_token=FIRST, per_token=EACH)
    term = rate_term(demand, "chat")
    assert term is not None
    assert term.value == pytest.approx(4)
    assert term.sources[0].key == "assumption"


def test_nothing_is_assumed_where_the_load_is_silent() -> None:
    assert concurrency_term(Demand(INPUT, OUTPUT), "chat") is None
    assert concurrency_term(Demand(INPUT, OUTPUT, rate=4, first_token=FIRST), "chat") is None
    assert rate_term(Demand(INPUT, OUTPUT, concurrency=4), "chat") is None


def test_what_is_missing_is_named_with_the_paths_that_would_supply_it() -> None:
    missing = {one.figure: one.needs for one in missing_load(Demand(INPUT, Lengths(typical=300)), "chat")}
    path = ("workloads", "chat")
    assert missing == {
        "concurrency_peak": ((*path, "load", "concurrency", "peak"), (*path, "load", "peak")),
        "tokens_peak": ((*path, "context", "output", "p95"), (*path, "context", "output", "max")),
    }


def test_with_a_rate_the_missing_levels_are_named() -> None:
    (missing,) = missing_load(Demand(INPUT, OUTPUT, rate=4, per_token=EACH), "chat")
    assert missing.needs[1:] == (("workloads", "chat", "slo", "ttft_p95"),)


def test_work_without_times_of_tokens_asks_for_its_sequences_alone() -> None:
    """No rate and no level gives the sequences in flight of a batch, of embeddings or of scores."""
    for demand in (Demand(INPUT, OUTPUT), Demand(INPUT, OUTPUT, rate=4)):
        (missing,) = missing_load(demand, "chat", timed=False)
        assert missing.needs == (("workloads", "chat", "load", "concurrency", "peak"),)


def test_a_length_without_distribution_is_an_assumption() -> None:
    drawn, longest = Demand(INPUT, OUTPUT), Demand(Lengths(1200, max=16_000), OUTPUT)
    sources = [[one.text for one in held[0].sources] for held in map(held_by, (drawn, longest))]
    assert [any("at its longest" in text for text in texts) for texts in sources] == [False, True]


def held_by(demand: Demand) -> tuple[Term, Term]:
    held = tokens_per_sequence_terms(demand, "chat")
    assert held is not None
    return held


@pytest.mark.parametrize(("need", "reason"), [((("workloads", "chat", "model", "config"),), ""), ((), "image_encoder")])
def test_images_of_unknown_size_leave_the_tokens_open(need: tuple[tuple[str, ...], ...], reason: str) -> None:
    demand = Demand(Lengths(), OUTPUT, concurrency=8, images_need=need)
    assert tokens_per_sequence_terms(demand, "chat") is None
    assert list(missing_load(demand, "chat")) == [Missing("image_tokens", need, reason)]


def test_the_tokens_at_the_peak_of_the_example() -> None:
    demand = Demand(INPUT, OUTPUT, concurrency=80)
    sequences, held = concurrency_term(demand, "chat"), tokens_per_sequence_terms(demand, "chat")
    assert sequences is not None
    assert held is not None
    mean, deviation = held
    term = tokens_term(demand, sequences, held)
    assert term is not None
    assert term.value == pytest.approx(80 * mean.value + 2.326 * deviation.value * 80**0.5, abs=1)
    assert term.low == pytest.approx(80 * mean.value, abs=1)
    assert term.low < term.value < term.high
    assert term.range_key == "demand"


def test_without_distribution_every_sequence_is_at_its_maximum_and_the_formula_says_so() -> None:
    demand = Demand(Lengths(max=8000), Lengths(max=192), concurrency=8)
    sequences, held = concurrency_term(demand, "chat"), tokens_per_sequence_terms(demand, "chat")
    assert sequences is not None
    assert held is not None
    term = tokens_term(demand, sequences, held)
    assert term is not None
    assert (term.value, term.low, term.high) == (65_536, 65_536, 65_536)
    assert term.formula == "n × l"


def test_one_sequence_holds_one_longest_request() -> None:
    estimate = tokens_at_peak(Demand(INPUT, OUTPUT), 1)
    assert estimate is not None
    assert (estimate.low, estimate.value, estimate.high) == (18_000, 18_000, 18_000)


lengths = st.tuples(st.integers(1, 20_000), st.floats(1, 8), st.floats(1, 8)).map(
    lambda drawn: Lengths(drawn[0], round(drawn[0] * drawn[1]), round(round(drawn[0] * drawn[1]) * drawn[2]))
)


@given(lengths, lengths, st.integers(1, 2000))
def test_more_sequences_hold_more_tokens_within_their_bounds(
    given_input: Lengths, given_output: Lengths, sequences: int
) -> None:
    demand = Demand(given_input, given_output)
    one, more = tokens_at_peak(demand, sequences), tokens_at_peak(demand, sequences + 1)
    assert one is not None
    assert more is not None
    assert one.low <= one.value <= one.high
    assert more.value >= one.value
    longest = (given_input.max or 0) + (given_output.max or 0)
    assert longest <= one.value <= sequences * longest


@given(lengths, lengths, st.integers(1, 200), st.integers(2, 5))
def test_longer_requests_hold_more_tokens(
    given_input: Lengths, given_output: Lengths, sequences: int, factor: int
) -> None:
    longer = Lengths(*(factor * (part or 0) for part in (given_input.typical, given_input.p95, given_input.max)))
    short = tokens_at_peak(Demand(given_input, given_output), sequences)
    long = tokens_at_peak(Demand(longer, given_output), sequences)
    assert short is not None
    assert long is not None
    assert long.value >= short.value


WIDE = Demand(
    Lengths(1000, 4000), Lengths(100, 4000), concurrency=80, limit=SequenceLimit(8192, ("runtime", "max_model_length"))
)


def test_without_maxima_lengths_end_at_what_the_engine_accepts() -> None:
    sequences, held = concurrency_term(WIDE, "chat"), tokens_per_sequence_terms(WIDE, "chat")
    assert sequences is not None
    assert held is not None
    assert 1500 < held[0].value < 4000
    assert "truncated lognormal" in [source.text for source in held[0].sources]
    assert [(one.value, one.path) for one in held[0].inputs if one.key == "longest_sequence"] == [
        (8192, ("runtime", "max_model_length"))
    ]
    term = tokens_term(WIDE, sequences, held)
    assert term is not None
    assert term.formula == "min(max(n × m + 2.326 × s × √n, l), n × b)"
    assert term.high <= 80 * 8192
    (_, most) = bounds_terms(WIDE, term, held)
    assert (most.value, most.formula) == (80 * 8192, "n × b")


def test_no_sequence_is_longer_than_accepted_where_maxima_add_up_to_more() -> None:
    demand = Demand(Lengths(max=8000), Lengths(max=8000), limit=SequenceLimit(8192))
    estimate = tokens_at_peak(demand, 10)
    assert estimate is not None
    assert estimate.high == 81_920


def test_a_tail_that_nobody_described_is_missing_and_not_made_up() -> None:
    for limit in (None, SequenceLimit(131_072)):
        demand = replace(WIDE, limit=limit)
        assert tokens_per_sequence_terms(demand, "chat") is None
        (missing,) = missing_load(demand, "chat")
        assert missing.needs == (("workloads", "chat", "context", "output", "max"),)
