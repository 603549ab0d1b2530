from pathlib import Path
from time import perf_counter

import pytest

from pliego.findings import Finding
from pliego.spec.reading import read_source
from pliego.spec.source import Data, Source
from pliego.spec.yaml_reading import MOST_VALUES, read_yaml


def data_of(text: str) -> Data:
    source, findings = read_yaml("spec.yaml", text)
    assert not findings
    return source.data


def codes_of(text: str) -> list[str]:
    return [finding.code for finding in read_yaml("spec.yaml", text)[1]]


def line_of(source: Source, *path: str | int, at_key: bool = False) -> tuple[int, int]:
    place = source.place(Finding("P203", path, at_key=at_key))
    assert place is not None
    return place.line, place.column


@pytest.mark.parametrize(
    "text", ["NO", "on", "yes", "22:30", "010", "0042", "1_000", "2026-12-01", ".nan", "-.inf", "1e999", "="]
)
def test_what_only_looks_like_another_type_stays_text(text: str) -> None:
    assert data_of(f"a: {text}") == {"a": text}


def test_numbers_truth_values_and_null_are_those_of_yaml_1_2() -> None:
    text = "{a: 1, b: -2.5, c: 1e2, d: true, e: False, f: ~, g: , h: 0x1F, i: '1'}"
    expected = {"a": 1, "b": -2.5, "c": 100.0, "d": True, "e": False, "f": None, "g": None, "h": 31, "i": "1"}
    assert data_of(text) == expected


def test_keys_are_taken_as_written() -> None:
    assert data_of("{on: 1, NO: 2, 1: 3, null: 4}") == {"on": 1, "NO": 2, "1": 3, "null": 4}


def test_every_key_and_value_has_its_place() -> None:
    source, _ = read_yaml("spec.yaml", "a:\n  - b: 1\n    ü: [x, 'y']\n")
    assert line_of(source, "a", at_key=True) == (1, 1)
    assert line_of(source, "a", 0, "b") == (2, 8)
    assert line_of(source, "a", 0, "ü", at_key=True) == (3, 5)
    assert line_of(source, "a", 0, "ü", 1) == (3, 12)
    assert line_of(source, "a", 0, "missing") == (2, 5)


def test_the_text_of_unquoted_scalars_is_kept() -> None:
    source, _ = read_yaml("spec.yaml", "{a: 1.10, b: true, c: '1.10', d: text}")
    assert source.written == {("a",): "1.10", ("b",): "true"}


def test_merged_keys_can_be_overridden_and_are_no_duplicates() -> None:
    text = """
x-slow: &slow {ttft: 3 s, e2e: 9 s}
x-fast: &fast {ttft: 1 s, tpot: 20 ms}
one: {<<: *slow, ttft: 2 s}
both: {<<: [*fast, *slow]}
"""
    assert data_of(text) == {
        "one": {"ttft": "2 s", "e2e": "9 s"},
        "both": {"ttft": "1 s", "e2e": "9 s", "tpot": "20 ms"},
    }


def test_a_quoted_merge_sign_is_a_key() -> None:
    assert data_of('"<<": 1') == {"<<": 1}


def test_keys_that_begin_with_x_are_dropped_at_every_level_and_still_checked() -> None:
    assert data_of("{x-note: 1, a: {x-b: 2, c: 3}}") == {"a": {"c": 3}}
    assert codes_of("{x-note: 1, x-note: 2}") == ["P109"]


def test_a_duplicate_in_a_part_that_aliases_repeat_is_told_once() -> None:
    assert codes_of("a: &a {b: 1, b: 2}\nc: *a\nd: {<<: *a}\n") == ["P109"]


def test_faults_of_single_values_do_not_hide_each_other() -> None:
    codes = codes_of("a: !x 1\nb: 1\nb: 2\n? [c]\n: 3\nd:\t4\n")
    assert sorted(codes) == ["P106", "P109", "P112", "P113"]


def test_tabs_inside_text_and_before_comments_are_fine() -> None:
    assert data_of("a: 'b\tc'\nd: |\n  e\tf\ng: 1\t# note\n") == {"a": "b\tc", "d": "e\tf\n", "g": 1}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("%FOO\n---\na: 1", "P108"),
        ('a: "\\q"', "P108"),
        ("a: {b: 1\nc: 2\n", "P108"),
        ("a\nb: 1", "P108"),
        ("- a\nb: 1", "P108"),
        ("a: b\n- c", "P108"),
        ("a: !foo!bar 1", "P108"),
        ("a: *", "P108"),
        ("{a: 1}\nb: 2", "P108"),
        ("a: ! 1", "P112"),
        ('{"": 1}', "P113"),
        ('"a\\nb": 1', "P113"),
        ("!!str a: 1", "P112"),
        ("a: 1\n...\nb: 2", "P108"),
        ("~", "P104"),
        ("[" * 100_000, "P108"),
        ("- " * 100_000, "P115"),
        ("a: \ufffe", "P105"),
        ("a: b c: d", "P108"),
        ("a:\n  - b\n c: d", "P107"),
    ],
)
def test_what_is_no_yaml_for_us_is_one_finding(text: str, code: str) -> None:
    source, findings = read_yaml("spec.yaml", text)
    assert [finding.code for finding in findings] == [code]
    assert source.place(findings[0]) is not None


def test_hostile_texts_are_refused_quickly() -> None:
    bomb = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
        f"{chr(98 + level)}: &{chr(98 + level)} [{','.join(['*' + chr(97 + level)] * 9)}]\n" for level in range(20)
    )
    begin = perf_counter()
    for text in (
        bomb,
        "[" * 500_000,
        "- " * 500_000,
        "? " * 500_000,
        "{a: " * 200_000,
        "[" + "1," * (MOST_VALUES + 1) + "]",
    ):
        assert codes_of(text)
    assert perf_counter() - begin < 5


def test_a_text_that_is_large_but_honest_is_read() -> None:
    text = "".join(f"- {{name: n{number}, value: {number}}}\n" for number in range(8000))
    source, findings = read_source("spec.yaml", text.encode())
    assert not findings
    assert line_of(source, 7999, "value") == (8000, 24)
    assert isinstance(source.data, list)
    assert len(source.data) == 8000


def test_an_example_spec_is_read_with_a_place_for_every_value() -> None:
    path = Path(__file__).parents[2] / "examples" / "assistant" / "spec.yaml"
    source, findings = read_source(str(path), path.read_bytes())
    assert not findings
    assert ("workloads", "assistant", "slo", "ttft_p95", "must") in source.offsets


def test_only_aliases_are_blamed_for_what_aliases_do() -> None:
    (finding,) = read_yaml("a", "a: [" + "1," * (MOST_VALUES + 9) + "]")[1]
    assert "alias" not in finding.message + (finding.hint or "")
    assert finding.facts["count"] == f"{MOST_VALUES + 1:,}"
