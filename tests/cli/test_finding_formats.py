"""Findings for programs: nothing in a spec can end a command, a property or a text."""

import json
from types import MappingProxyType

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pliego.cli import pliego
from pliego.cli.finding_formats import as_github, as_json, as_sarif
from pliego.finding_codes import CODES
from pliego.findings import Finding
from pliego.spec.source import Offsets, Source

SOURCE = Source("dir/spec.yaml", "a: 1\nb:\n  c: 2\n", None, {("a",): Offsets(0, 3), ("b", "c"): Offsets(10, 13)})
ERROR = Finding("P203", ("b", "c"), MappingProxyType({"found": "the number 2", "wanted": "text"}), "write text")
NOTICE = Finding("P457", facts={"licence": "L", "limit": "1", "consequence": "x", "known": "y"})


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
    assert "<stdin>" in result.stdout or "%3Cstdin%3E" in result.stdout
