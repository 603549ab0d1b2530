import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.findings import Finding, Severity
from pliego.spec.reading import MOST_BYTES, read_source
from pliego.spec.source import Source
from pliego.workflow.reading import read_spec

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
