import json
from pathlib import Path, PurePath
from typing import Any

import pytest

from pliego.cli.report import written
from pliego.cli.sarif import uri
from pliego.finding_codes import CODES
from pliego.findings import Finding
from pliego.spec.source import Offsets, Source

SOURCE = Source("specs/a b.yaml", "a: 1\nb:\n  c: 2\n", None, {("a",): Offsets(0, 3), ("b", "c"): Offsets(10, 13)})
ERROR = Finding("P203", ("b", "c"), {"found": "the number 2", "wanted": "text"}, "write text")
NOTICE = Finding("P437", ("a",), {"count": "2"})

ALLOWED: dict[str, set[str]] = {
    "log": {"$schema", "version", "runs"},
    "run": {"tool", "columnKind", "results"},
    "driver": {"name", "version", "rules"},
    "rule": {"id", "shortDescription", "fullDescription", "help", "defaultConfiguration"},
    "result": {"ruleId", "ruleIndex", "level", "message", "locations"},
    "location": {"physicalLocation", "logicalLocations"},
}
"""Properties that we use of those that the standard defines; its schema allows no other beside them."""


def logged(*findings: Finding, source: Source = SOURCE) -> dict[str, Any]:
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
    results = check(logged(ERROR, NOTICE))
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
