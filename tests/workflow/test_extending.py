"""A spec that builds on other files: what holds, where faults are told, and what is never opened."""

import json
from pathlib import Path

import pytest

from pliego.cli.finding_formats import as_json
from pliego.cli.report import as_text
from pliego.workflow.reading import SpecReading, read_spec

SPEC = """\
schema: pliego/v1
extends: org.yaml
rfq: {id: R-1, title: T, version: "1", language: en, issued: 2026-12-01}
workloads:
  chat:
    task: {kind: text-generation, mode: online}
"""
ORG = """\
rfq:
  buyer:
    name: Org
    country: ES
  contract: {currency: EUR}
data_residency:
  storage: {must: [EEA]}
clauses:
  no-resale: {must: The capacity is not resold.}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    file = tmp_path / "specs" / "spec.yaml"
    file.parent.mkdir()
    file.write_text(SPEC, encoding="utf-8")
    (file.parent / "org.yaml").write_text(ORG, encoding="utf-8")
    return file


def codes(reading: SpecReading) -> list[str]:
    return [finding.code for finding in reading.findings]


def test_what_the_spec_does_not_say_comes_from_its_base(spec: Path) -> None:
    reading = read_spec(spec)
    assert reading.sound, codes(reading)
    found = reading.spec()
    assert found.rfq.buyer is not None
    assert found.rfq.buyer.name == "Org"
    assert found.clauses is not None
    assert [file.name for file in reading.files[:2]] == ["spec.yaml", "org.yaml"]


def test_what_the_spec_says_goes_before_its_base(spec: Path) -> None:
    spec.write_text(
        SPEC.replace("issued: 2026-12-01}", "issued: 2026-12-01, buyer: {name: Own}}")
        + "data_residency: {storage: {must: [ES, DE]}}\n",
        encoding="utf-8",
    )
    found = read_spec(spec).spec()
    assert found.rfq.buyer is not None
    assert (found.rfq.buyer.name, found.rfq.buyer.country) == ("Own", "ES")
    assert found.data_residency is not None
    assert found.data_residency.storage is not None
    assert found.data_residency.storage.must == ["ES", "DE"]


def test_faults_are_told_in_the_file_that_they_stand_in(spec: Path) -> None:
    spec.write_text(SPEC.replace("kind: text-generation", "kind: poetry"), encoding="utf-8")
    org = spec.parent / "org.yaml"
    org.write_text(ORG.replace("country: ES", "country: Spain"), encoding="utf-8")
    reading = read_spec(spec)
    rows = json.loads(as_json(reading.findings, reading.source))
    places = {Path(row["file"]).name: (row["line"], row["column"]) for row in rows if row["severity"] == "error"}
    assert places == {"spec.yaml": (6, 18), "org.yaml": (4, 14)}
    assert f"{org}:4:14: error" in as_text(reading.findings, reading.source)
    assert "country: Spain" in as_text(reading.findings, reading.source)


def test_a_base_that_cannot_be_read_is_told_at_its_own_place(spec: Path) -> None:
    (spec.parent / "org.yaml").write_text("rfq:\n\tbuyer: x\n", encoding="utf-8")
    reading = read_spec(spec)
    (row,) = json.loads(as_json(reading.findings, reading.source))
    assert (Path(row["file"]).name, row["line"]) == ("org.yaml", 2)
    assert not reading.sound


def test_toml_and_yaml_build_on_each_other_along_a_chain(spec: Path) -> None:
    spec.write_text(SPEC.replace("org.yaml", "house/org.toml"), encoding="utf-8")
    house = spec.parent / "house"
    house.mkdir()
    (house / "org.toml").write_text('extends = "group.yaml"\n[rfq.buyer]\nname = "House"\n', encoding="utf-8")
    (house / "group.yaml").write_text("rfq: {buyer: {name: Group, country: DE}}\n", encoding="utf-8")
    buyer = read_spec(spec).spec().rfq.buyer
    assert buyer is not None
    assert (buyer.name, buyer.country) == ("House", "DE")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../outside.yaml", "outside"),
        ("link.yaml", "outside"),
        ("/etc/passwd", "relative"),
        ("C:\\\\x.yaml", "relative"),
        ("missing.yaml", "no such file"),
        ("specs", "no such file"),
        ("spec.yaml", "itself"),
        (".", "no such file"),
        ("pipe", "no such file"),
    ],
)
def test_nothing_else_is_opened(spec: Path, name: str, reason: str) -> None:
    import os  # noqa: PLC0415

    outside = spec.parent.parent / "outside.yaml"
    outside.write_text("rfq: {buyer: {name: SECRET}}\n", encoding="utf-8")
    (spec.parent / "link.yaml").symlink_to(outside)
    os.mkfifo(spec.parent / "pipe")
    spec.write_text(SPEC.replace("org.yaml", f'"{name}"'), encoding="utf-8")
    reading = read_spec(spec)
    assert codes(reading) == ["P125"]
    assert reason in reading.findings[0].message
    assert "SECRET" not in as_text(reading.findings, reading.source)


def test_files_that_build_on_each_other_in_a_circle_are_refused(spec: Path) -> None:
    (spec.parent / "org.yaml").write_text("extends: other.yaml\n", encoding="utf-8")
    (spec.parent / "other.yaml").write_text("extends: org.yaml\n", encoding="utf-8")
    reading = read_spec(spec)
    assert codes(reading) == ["P125"]
    assert "itself" in reading.findings[0].message


def test_a_long_chain_is_refused(spec: Path) -> None:
    for number in range(6):
        name = "org.yaml" if number == 0 else f"org{number}.yaml"
        (spec.parent / name).write_text(f"extends: org{number + 1}.yaml\n", encoding="utf-8")
    assert "more than 4" in read_spec(spec).findings[0].message


def test_a_spec_on_standard_input_lies_in_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    import io  # noqa: PLC0415

    class Piped:
        buffer = io.BytesIO(SPEC.encode())

    monkeypatch.setattr("sys.stdin", Piped())
    reading = read_spec("-")
    assert codes(reading) == ["P125"]
