from time import perf_counter

import pytest

from pliego.findings import Finding, Place
from pliego.spec.reading import MOST_BYTES, read_source
from pliego.spec.toml_reading import read_toml

YAML = """
rfq: {id: "0042", issued: 2026-11-30, country: "NO"}
when: 2027-03-01T09:00:00Z
local: 07:32:00
list: [1, 2.5, true, text]
tables:
  - {name: a}
  - name: b
    inner: {deep: {er: 1}}
not: .inf
"""
TOML = """
when = 2027-03-01T09:00:00Z   # a comment
local = 07:32:00
list = [
  1, 2.5, true,  # another
  'text',
]
x-note = 1
not = inf
[rfq]
id = "0042"
issued = 2026-11-30
country = "NO"
[[tables]]
name = "a"
[[tables]]
name = "b"
[tables.inner]
deep.er = 1
"""


def test_the_same_content_gives_the_same_data() -> None:
    from_yaml, _ = read_source("spec.yaml", YAML.encode())
    from_toml, findings = read_source("spec.TOML", TOML.encode())
    assert not findings
    assert isinstance(from_yaml.data, dict)
    assert isinstance(from_toml.data, dict)
    assert from_toml.data.pop("not") == "inf"
    assert from_yaml.data.pop("not") == ".inf"
    assert from_toml.data == from_yaml.data


def test_windows_line_ends_are_fine() -> None:
    source, findings = read_source("a.toml", TOML.replace("\n", "\r\n").encode())
    assert not findings
    assert source.offsets.keys() == read_source("a.toml", TOML.encode())[0].offsets.keys()


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a = 1\nb = \n", "P118", 2),
        ("a = 1\na = 2\n", "P109", 2),
        ("[a]\nb = 1\n[c]\n[a]\n", "P109", 4),
        ("a = {b = 1, b = 2}", "P109", 1),
        ("[[a]]\nb = 1\n\n[[a]]\nb = 1\nb = 2", "P109", 6),
        ("a = 1\n[a.b]\n", "P118", 2),
        ("a = 22:30", "P118", 1),
        ("a = 010", "P118", 1),
        ("a = [1\n", "P118", 1),
        ("a = 'x\n", "P118", 1),
        ("a = " + "9" * 5000, "P118", 1),
        ("a.b" * 1 + " = " + "[" * 3000, "P115", None),
        ("a = " + "{b = " * 70 + "1" + "}" * 70, "P115", 1),
    ],
)
def test_a_fault_is_one_finding_with_its_line(text: str, code: str, line: int | None) -> None:
    source, (finding,) = read_toml("a.toml", text)
    place = source.place(finding)
    assert finding.code == code
    assert line is None or (place is not None and place.line == line)


def test_a_duplicate_names_both_lines() -> None:
    _, (finding,) = read_toml("a.toml", "[a]\nb = 1\n# note\nb = 2\n")
    assert finding.message == "the key 'b' stands twice: in line 2 and in line 4"
    assert finding.path == ("a", "b")


def test_a_fault_of_the_data_finds_its_place() -> None:
    source, _ = read_toml("a.toml", TOML)
    place = source.place(Finding("P203", ("tables", 1, "inner", "deep", "er")))
    assert place is not None
    assert source.line(place.line) == "deep.er = 1"


def test_more_values_than_a_spec_has_are_refused_before_they_are_made() -> None:
    (finding,) = read_toml("a.toml", "a = [" + "1," * 900_000 + "]")[1]
    assert finding.code == "P110"


def test_a_day_that_does_not_exist_is_said_to_be_none() -> None:
    (finding,) = read_toml("a.toml", "a = 2026-13-45")[1]
    assert finding.hint == "no such day or time exists; write one that does, as in 2027-01-11"


def test_hostile_texts_are_refused_quickly() -> None:
    begin = perf_counter()
    for text in (
        "9" * MOST_BYTES,
        "a = " + "9" * MOST_BYTES,
        ("9" * 4299 + "\n") * 400,
        "a." * 900_000,
        "[" * MOST_BYTES,
    ):
        assert read_toml("a.toml", text)[1]
    assert perf_counter() - begin < 5


def test_a_long_text_of_digits_is_no_number() -> None:
    source, findings = read_toml("a.toml", f"a = '{'9' * 5000}' # {'9' * 5000}")
    assert not findings
    assert source.data == {"a": "9" * 5000}


def test_a_table_above_one_that_is_named_has_a_place() -> None:
    source, _ = read_toml("a.toml", "x = 1\n[a.b.c]\nd.e = 1\n[a]\nf = 1\n")
    places = {
        path: source.place(Finding("P203", path, at_key=True)) for path in (("a", "b"), ("a", "b", "c", "d", "e"))
    }
    assert places == {("a", "b"): Place(2, 4), ("a", "b", "c", "d", "e"): Place(3, 3)}
