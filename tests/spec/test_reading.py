import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutated.toml_writing import as_toml
from pliego.findings import Finding, Place, Severity
from pliego.spec.reading import MOST_BYTES, read_source
from pliego.spec.source import Source
from pliego.spec.yaml_reading import MOST_VALUES
from pliego.workflow.reading import SpecReading, read_spec

BAD_SPECS = Path(__file__).parents[1] / "bad_specs"
CASES = sorted(path for path in BAD_SPECS.iterdir() if not path.name.endswith(".expected.json"))


def read(text: str | bytes, name: str = "spec.yaml") -> tuple[Source, list[str]]:
    source, findings = read_source(name, text if isinstance(text, bytes) else text.encode())
    return source, [finding.code for finding in findings]


def placed(finding: Finding, source: Source) -> tuple[str, int | None, int | None]:
    place = source.place(finding)
    return finding.code, place.line if place else None, place.column if place else None


@pytest.mark.parametrize("path", CASES, ids=[path.name for path in CASES])
def test_a_bad_spec_gets_its_findings_with_place_and_hint(path: Path) -> None:
    expected = json.loads(path.with_name(path.name + ".expected.json").read_text(encoding="utf-8"))
    reading = read_spec(path)
    found = {placed(finding, reading.source): finding for finding in reading.findings}
    assert sorted(map(str, found)) == sorted(str((row["code"], row["line"], row["column"])) for row in expected)
    assert len(found) == len(reading.findings)
    for row in expected:
        hint = found[row["code"], row["line"], row["column"]].hint
        assert (row["hint"] or "") in (hint or "")


def test_every_bad_spec_is_told_without_braces_left_over() -> None:
    for path in CASES:
        for finding in read_spec(path).findings:
            assert finding.message
            assert finding.severity is not Severity.NOTICE


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    source, codes = read("\ufeffa: 1\r\nb: 2\r\n")
    assert (source.data, codes) == ({"a": 1, "b": 2}, [])
    assert source.place(Finding("P203", ("b",))).line == 2  # type: ignore[union-attr]


def test_a_file_of_more_than_two_megabytes_is_refused() -> None:
    assert read(b"#" * (MOST_BYTES + 1))[1] == ["P102"]


def test_utf_16_is_named() -> None:
    _, findings = read_source("spec.yaml", "a: 1".encode("utf-16"))
    assert findings[0].hint == "the file is UTF-16; save it as UTF-8"


def test_the_place_of_a_bad_byte_counts_characters() -> None:
    source, findings = read_source("spec.yaml", "# é\nü: ".encode() + b"\xe4")
    assert placed(findings[0], source) == ("P103", 2, 4)


def exactness(source: Source, finding: Finding) -> tuple[int, bool]:
    """Return how far the path of a finding leads through the text, and whether it ends at a key or at a value."""
    path = source.as_written(finding.path)
    known = max(length for length in range(len(path) + 1) if path[:length] in source.offsets)
    return known, (finding.at_key or known < len(path)) and source.offsets[path[:known]].key is not None


def is_in_toml_too(data: object) -> bool:
    """Say whether TOML can hold the data: it has no null, and a spec is a table."""
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return data is not None and all(map(is_in_toml_too, parts))


NOT_COMPARED = {"P106", "P109", "P112", "P113", "P117", "P314", "P317"}
"""Codes on tabs, tags, keys and merges of YAML, on the order of keys, and on keys that are no data."""


@pytest.mark.parametrize("depth", [0, 1, 2, 9])
@pytest.mark.parametrize("path", [path for path in CASES if path.suffix == ".yaml"], ids=lambda path: str(path.name))
def test_the_same_spec_in_toml_gets_the_same_findings_at_the_same_places(
    path: Path, depth: int, tmp_path: Path
) -> None:
    in_yaml = read_spec(path)
    if not isinstance(in_yaml.source.data, dict) or not is_in_toml_too(in_yaml.source.data):
        return
    file = tmp_path / "spec.toml"
    file.write_text(as_toml(in_yaml.source.data, depth), encoding="utf-8")
    in_toml = read_spec(file)

    def told(reading: SpecReading) -> list[object]:
        return sorted(
            (finding.code, finding.message, finding.path, exactness(reading.source, finding), bool(finding.hint))
            for finding in reading.findings
            if finding.code not in NOT_COMPARED
        )

    assert told(in_toml) == told(in_yaml)
    for finding in in_toml.findings:
        place = in_toml.source.place(finding)
        known, at_key = exactness(in_toml.source, finding)
        if at_key and place is not None:
            key = str(in_toml.source.as_written(finding.path)[known - 1])
            assert in_toml.source.line(place.line)[place.column - 1 :].lstrip('"').startswith(key[:20])


@pytest.mark.parametrize(
    ("in_yaml", "in_toml", "code"),
    [
        ("# nothing\n", "# nothing\n", "P104"),
        ("a: 'x\x0by'\n", "a = 'x\x0by'\n", "P105"),
        ("a: 1\nb: 2\na: 3\n", "a = 1\nb = 2\na = 3\n", "P109"),
        ("a: {b: 1, b: 2}\n", "a = {b = 1, b = 2}\n", "P109"),
        ("a: [" + "1, " * MOST_VALUES + "]\n", "a = [" + "1, " * MOST_VALUES + "]\n", "P110"),
        ("a: " + "[" * 70 + "]" * 70 + "\n", "a = " + "[" * 70 + "]" * 70 + "\n", "P115"),
    ],
)
def test_a_fault_of_form_has_the_same_code_and_line_in_both(in_yaml: str, in_toml: str, code: str) -> None:
    for text, name in ((in_yaml, "spec.yaml"), (in_toml, "spec.toml")):
        source, (finding,) = read_source(name, text.encode())
        assert finding.code == code
        place = source.place(finding)
        assert place is not None
        assert place.line == (3 if text.count("\n") > 2 else 1)


@given(st.binary(max_size=200))
def test_no_bytes_make_reading_fail(content: bytes) -> None:
    for name in ("spec.yaml", "spec.toml"):
        source, findings = read_source(name, content)
        assert source.data is not None or findings


@given(st.text(alphabet="ab:-?[]{}&*!|>'\"%@`#, \n\t~<1.", max_size=60))
def test_no_signs_of_yaml_make_reading_fail(text: str) -> None:
    source, findings = read_source("spec.yaml", text.encode())
    assert source.data is not None or findings
    for finding in findings:
        assert source.place(finding) is not None or not text


@given(st.text(alphabet="ab=.[]{}'\"#, \n\t1-:Te_+", max_size=60))
def test_no_signs_of_toml_make_reading_fail(text: str) -> None:
    source, findings = read_source("spec.toml", text.encode())
    assert source.data is not None or findings


@pytest.mark.parametrize(
    ("name", "text", "code", "place"),
    [
        ("a.yaml", '# c\n\nschema = "pliego/v1"\n[rfq]\nid = "R"\n', "P108", Place(3, 1)),
        ("a.txt", "[rfq]\nid = 1\n", "P108", Place(1, 1)),
        ("a.toml", "# c\nschema: pliego/v1\nrfq:\n  id: R\n", "P118", Place(2, 1)),
        ("a.toml", "---\nschema: pliego/v1\n", "P118", Place(1, 1)),
    ],
)
def test_a_text_in_the_other_language_is_told_to_be_named_so(name: str, text: str, code: str, place: Place) -> None:
    source, (finding,) = read_source(name, text.encode())
    other = "yaml" if name.endswith("toml") else "toml"
    assert (source.data, finding.code, finding.place) == (None, code, place)
    assert f"let its name end in .{other}" in str(finding.hint)


@pytest.mark.parametrize("text", ["a: b: c\n", "- a\n- b\n", "only a text\n", "x == y\n", "[a, b]\n"])
def test_other_faults_keep_their_own_findings(text: str) -> None:
    assert all("looks like" not in finding.message for finding in read_source("a.yaml", text.encode())[1])
