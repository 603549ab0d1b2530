"""Errors as fractions, coverage, and when an interval counts as refuted."""

from collections.abc import Callable

import pytest

from measured.outcomes import Outcome
from measured.scores import Score, grouped, reasons, score, verdict, worst

Build = Callable[..., Outcome]


def test_a_score_counts_refusals_and_measures_errors_as_fractions(outcome: Build) -> None:
    found = score([outcome(100, 102, 1), outcome(100, 96, 5), outcome(100, 100), outcome(100, reason="unknown")])
    assert found == Score(4, 1, 0.02, pytest.approx(0.036), pytest.approx(-0.02 / 3), pytest.approx(2 / 3))


def test_a_class_without_rows_has_no_figures() -> None:
    assert score([]) == Score(0, 0, None, None, None, None)


def test_a_class_that_is_refused_whole_has_none_either(outcome: Build) -> None:
    assert score([outcome(1, reason="unknown")]) == Score(1, 1)


def test_intervals_are_refuted_where_90_percent_of_them_would_hold_more(outcome: Build) -> None:
    held, missed = outcome(100, 100), outcome(100, 120)
    assert not verdict([held] * 24 + [missed] * 6).refuted
    assert verdict([held] * 23 + [missed] * 7).refuted


def test_fewer_than_thirty_rows_are_not_judged(outcome: Build) -> None:
    found = verdict([outcome(100, 120)] * 29)
    assert found.held == 0
    assert not found.judged
    assert not found.refuted


def test_the_worst_come_first_and_refusals_by_frequency(outcome: Build) -> None:
    rows = [outcome(100, 90, row="b"), outcome(100, 130, row="c"), outcome(1, row="d", reason="x")]
    rows += [outcome(1, row="e", reason="y"), outcome(1, row="f", reason="y")]
    assert [one.row for one in worst(rows, 1)] == ["c"]
    assert list(reasons(rows)) == [("y", ["e", "f"]), ("x", ["d"])]
    assert list(grouped(rows, lambda one: one.reason)) == ["", "x", "y"]
