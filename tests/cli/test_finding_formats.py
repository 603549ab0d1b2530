"""Findings for programs: nothing in a spec can end a command, a property or a text."""

import json
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pliego.cli import pliego
from pliego.cli.finding_formats import as_github, as_json, as_sarif, uri
from pliego.cli.report import FORMATS, in_order, written
from pliego.finding_codes import CODES
from pliego.findings import Finding, Place
from pliego.spec.source import Offsets, Source

SOURCE = Source("dir/spec.yaml", "a: 1\nb:\n  c: 2\n", None, {("a",): Offsets(0, 3), ("b", "c"): Offsets(10, 13)})
ERROR = Finding("P203", ("b", "c"), MappingProxyType({"found": "the number 2", "wanted": "text"}), "write text")
NOTICE = Finding("P457", facts={"licence": "L", "limit": "1", "consequence": "x", "known": "y"})


SPACED = Source("specs/a b.yaml", "a: 1\nb:\n  c: 2\n", None, SOURCE.offsets)
P437_NOTICE = Finding("P437", ("a",), {"count": "2"})


def test_github_shows_a_finding_beside_its_line() -> None:
    told = as_github([ERROR], SOURCE)
    message = "the number 2 stands here, but text is wanted%0Awrite text"
    assert told == f"::error file=dir/spec.yaml,title=P203 b.c,line=3,col=6::{message}"
    assert as_github([NOTICE], SOURCE).startswith("::notice ")


@pytest.mark.parametrize("name", ["a,b:c.yaml", "a%0Ab", "x\n::error::y"])
def test_no_name_of_a_file_ends_a_property(name: str) -> None:
    told = as_github([ERROR], Source(name, "", None, {}))
    assert told.count("\n") == 0
    head = told.removeprefix("::error file=").split("::")[0]
    assert not set(",:\n") & set(head.partition(",title=")[0])


def test_sarif_names_rule_place_and_level() -> None:
    whole = json.loads(as_sarif([ERROR, NOTICE], SOURCE))
    assert whole["version"] == "2.1.0"
    (run,) = whole["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["P203", "P457"]
    by_rule = {result["ruleId"]: result for result in run["results"]}
    error = by_rule["P203"]
    assert rules[error["ruleIndex"]] == "P203"
    assert error["level"] == "error"
    place = error["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "dir/spec.yaml"}, "region": {"startLine": 3, "startColumn": 6}}
    assert error["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "b.c"}]
    assert by_rule["P457"]["level"] == "note"
    assert json.loads(as_sarif([Finding("P101", facts={"reason": "x"})], Source("a")))["runs"][0]["results"]


def test_a_run_without_findings_is_a_run() -> None:
    (run,) = json.loads(as_sarif([], SOURCE))["runs"]
    assert run["results"] == []


@given(st.text(), st.text(), st.sampled_from(sorted(CODES)))
def test_no_finding_stops_a_writer(text: str, name: str, code: str) -> None:
    names = {part.partition("}")[0] for part in CODES[code].message.split("{")[1:]}
    finding = Finding(code, ("workloads", text), dict.fromkeys(names, text), text)
    source = Source(name, text, None, {})
    assert json.loads(as_json([finding], source))[0]["code"] == code
    assert json.loads(as_sarif([finding], source))["runs"][0]["results"][0]["ruleId"] == code
    assert "\n" not in as_github([finding], source)


@pytest.mark.parametrize("form", ["json", "github", "sarif"])
def test_the_command_writes_each_format_and_keeps_its_exit_code(form: str) -> None:
    spec = "schema: pliego/v1\nworkloads: {}\n"
    result = CliRunner().invoke(pliego, ["validate", "-", "--format", form], input=spec)
    assert result.exit_code == 1
    assert "P201" in result.stdout


def test_nothing_ends_an_annotation_of_github_before_its_end() -> None:
    source = Source("a,line=9:%0A\n::error::.yaml", "x")
    facts = {"key": "%0A::stop-commands::x\r\n::error::y", "where": "a"}
    (told,) = as_github([Finding("P202", ("a\n::error::",), facts, "b\nc")], source).splitlines()
    properties, message = told.removeprefix("::error ").split("::", 1)
    file = "a%2Cline=9%3A%250A\ufffd%3A%3Aerror%3A%3A.yaml"
    assert properties == f"file={file},title=P202 a\ufffd%3A%3Aerror%3A%3A,line=1,col=1"
    assert message.startswith("the key '%250A::stop-commands::x")


def test_standard_input_is_no_file() -> None:
    source = Source("<stdin>", "a: 1", is_file=False)
    assert as_github([ERROR], source).startswith("::error title=P203 b.c,line=1,col=1::")


ALLOWED: dict[str, set[str]] = {
    "log": {"$schema", "version", "runs"},
    "run": {"tool", "columnKind", "results"},
    "driver": {"name", "version", "rules"},
    "rule": {"id", "shortDescription", "fullDescription", "help", "defaultConfiguration"},
    "result": {"ruleId", "ruleIndex", "level", "message", "locations"},
    "location": {"physicalLocation", "logicalLocations"},
}
"""Properties that we use of those that the standard defines; its schema allows no other beside them."""


def logged(*findings: Finding, source: Source = SPACED) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(written(findings, source, "sarif"))
    return log


def check(log: dict[str, Any]) -> list[dict[str, Any]]:
    """Hold a log against the constraints of the standard on all that we use of it; return the results."""
    assert set(log) == ALLOWED["log"]
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert set(run) == ALLOWED["run"]
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert set(driver) <= ALLOWED["driver"]
    rules = driver["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        assert set(rule) == ALLOWED["rule"]
        assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
        assert all(rule[text]["text"] for text in ("shortDescription", "fullDescription", "help"))
    for result in run["results"]:
        assert set(result) <= ALLOWED["result"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        for location in result.get("locations", ()):
            check_location(location)
    results: list[dict[str, Any]] = run["results"]
    return results


def check_location(location: dict[str, Any]) -> None:
    assert location
    assert set(location) <= ALLOWED["location"]
    physical = location.get("physicalLocation")
    if physical is not None:
        assert set(physical) <= {"artifactLocation", "region"}
        assert set(physical["artifactLocation"]) in ({"uri"}, {"description"})
        assert min(physical.get("region", {"startLine": 1}).values()) >= 1
    for logical in location.get("logicalLocations", ()):
        assert set(logical) == {"fullyQualifiedName"}


def test_a_result_has_its_rule_its_level_its_region_and_its_path() -> None:
    results = check(logged(ERROR, P437_NOTICE))
    assert [result["ruleId"] for result in results] == ["P437", "P203"]
    assert [result["level"] for result in results] == ["note", "error"]
    assert results[1]["message"]["text"] == "the number 2 stands here, but text is wanted\nhint: write text"
    assert results[1]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "specs/a%20b.yaml"},
                "region": {"startLine": 3, "startColumn": 6},
            },
            "logicalLocations": [{"fullyQualifiedName": "b.c"}],
        }
    ]


def test_a_run_without_findings_is_a_whole_log() -> None:
    assert check(logged()) == []


def test_every_code_makes_a_rule() -> None:
    facts = dict.fromkeys(
        (name for entry in CODES.values() for name in entry.message.replace("{", "}").split("}")[1::2]), "x"
    )
    log = logged(*(Finding(code, facts=facts) for code in CODES))
    check(log)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted(CODES)
    assert not any(sign in rule["shortDescription"]["text"] for rule in rules for sign in "{}")


def test_where_there_is_no_file_none_is_named() -> None:
    (result,) = check(logged(ERROR, source=Source("<stdin>", "a: 1", is_file=False)))
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"description": {"text": "standard input"}}
    (result,) = check(logged(Finding("P101", facts={"reason": "x"}), source=Source("pliego estimate", is_file=False)))
    assert "locations" not in result
    (result,) = check(logged(Finding("P101", facts={"reason": "it is a directory"}), source=Source("folder")))
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "folder"}}}]


def test_text_of_the_user_is_no_link_and_no_placeholder() -> None:
    (result,) = check(logged(Finding("P207", facts={"text": "[a](https://host) {0}", "reason": "x"}, hint="x")))
    assert "\\[a\\](https" in result["message"]["text"]
    assert "{{0}}" in result["message"]["text"]


def test_a_name_is_relative_where_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert uri(str(Path("a") / "b:c.yaml")) == "a/b%3Ac.yaml"
    assert uri(str(tmp_path / "a" / "spec.yaml")) == "a/spec.yaml"
    assert uri("../spec%.yaml") == "../spec%25.yaml"
    assert uri(str(PurePath("/specs/ü.yaml"))) == "file:///specs/%C3%BC.yaml"
    assert uri("bad\udcff.yaml") == "bad%FF.yaml"


ANYTHING = st.text(max_size=30) | st.sampled_from(["\x1b[31m", "\u202e", "::error::", "\r\n", "%0A", "{0}", "[a](b)"])
FACTS = sorted({name for entry in CODES.values() for name in entry.message.replace("{", "}").split("}")[1::2]})
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(sorted(CODES)),
    path=st.lists(ANYTHING | st.integers(0, 9), max_size=4).map(tuple),
    facts=ANYTHING.map(lambda text: dict.fromkeys(FACTS, text)),
    hint=st.none() | ANYTHING,
    at_key=st.booleans(),
    place=st.none() | st.builds(Place, st.integers(1, 9), st.integers(1, 99)),
)
SOURCES = st.builds(Source, ANYTHING, ANYTHING, offsets=st.just(SOURCE.offsets) | st.just({}), is_file=st.booleans())


@given(st.lists(FINDINGS, max_size=5), SOURCES)
def test_every_reporter_tells_of_any_finding_in_order_and_inertly(findings: list[Finding], source: Source) -> None:
    placed = in_order(findings, source)
    for form in FORMATS:
        told = written(findings, source, form)
        assert all(sign.isprintable() or sign == "\n" for sign in told)
    rows = json.loads(written(findings, source, "json"))
    assert [row["code"] for row in rows] == [finding.code for finding, _, _ in placed]
    assert {(row["code"], row["message"]) for row in rows} == {(one.code, one.message) for one in findings}
    assert [(row["line"] or 0, row["column"] or 0) for row in rows] == sorted(
        (row["line"] or 0, row["column"] or 0) for row in rows
    )
    (run,) = json.loads(written(findings, source, "sarif"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == [row["code"] for row in rows]
    annotations = written(findings, source, "github").splitlines()
    assert [line.split(" ", 1)[0] for line in annotations] == [f"::{row['severity']}" for row in rows]
    assert all(row["path"] == list(finding.path) for row, (finding, _, _) in zip(rows, placed, strict=True))
