"""Findings for programs: JSON, workflow commands of GitHub, and SARIF 2.1.0 for code scanning."""

import json
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import quote

from pliego import __version__
from pliego.cli.report import hint_of, in_order, printable
from pliego.finding_codes import CODES
from pliego.findings import Finding, Place, Severity, dotted
from pliego.spec.source import Source

SARIF_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_GITHUB: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "notice"}
_SARIF: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}


def as_json(findings: Iterable[Finding], source: Source) -> str:
    """Return a JSON list of objects with every field of each finding; places that are not known are null."""
    rows = [
        {
            "file": source.name,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "severity": finding.severity.value,
            "code": finding.code,
            "message": finding.message,
            "path": list(source.as_written(finding.path)),
            "hint": hint_of(finding),
            "facts": dict(finding.facts),
        }
        for finding, place in in_order(findings, source)
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False)


def as_github(findings: Iterable[Finding], source: Source) -> str:
    """Return a workflow command for each finding, which GitHub shows beside the line that it is about."""
    return "\n".join(_command(finding, place, source) for finding, place in in_order(findings, source))


def _command(finding: Finding, place: Place | None, source: Source) -> str:
    properties = {"file": source.name, "title": f"{finding.code} {dotted(source.as_written(finding.path))}".strip()}
    if place:
        properties |= {"line": str(place.line), "col": str(place.column)}
    told = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    text = f"{printable(finding.message)}\n{printable(hint_of(finding))}"
    return f"::{_GITHUB[finding.severity]} {told}::{_escaped(text)}"


def _escaped(text: str, signs: str = "") -> str:
    """Escape what would end a command or a property: per cent first, then line ends, colons and commas."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for sign in signs:
        escaped = escaped.replace(sign, f"%{ord(sign):02X}")
    return escaped


def as_sarif(findings: Iterable[Finding], source: Source) -> str:
    """Return one run of SARIF 2.1.0 with a rule for each code that occurs."""
    placed = in_order(findings, source)
    codes = sorted({finding.code for finding, _ in placed})
    driver = {"name": "pliego", "version": __version__, "rules": [_rule(code) for code in codes]}
    results = [_result(finding, place, source, codes.index(finding.code)) for finding, place in placed]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule(code: str) -> dict[str, Any]:
    entry = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.message},
        "help": {"text": entry.advice},
        "defaultConfiguration": {"level": _SARIF[Severity(entry.severity)]},
    }


def _result(finding: Finding, place: Place | None, source: Source, rule: int) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": _uri(source.name)}}}
    if place:
        location["physicalLocation"]["region"] = {"startLine": place.line, "startColumn": place.column}
    path = dotted(source.as_written(finding.path))
    if path:
        location["logicalLocations"] = [{"fullyQualifiedName": path}]
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _SARIF[finding.severity],
        "message": {"text": f"{finding.message}. {hint_of(finding)}"},
        "locations": [location],
    }


def _uri(name: str) -> str:
    """Return a file name as a URI reference, relative where the name is."""
    return quote(name.replace("\\", "/"), safe="/._-~")
