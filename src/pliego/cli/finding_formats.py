"""Findings for programs: JSON, workflow commands of GitHub, and SARIF 2.1.0 for code scanning.

Nothing that stands in a spec or in the name of a file ends a command, a property or a text, becomes a link, or reaches
a terminal as a sign that it would act on.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from pliego import __version__
from pliego.cli.report import hint_of, in_order, printable
from pliego.finding_codes import CODES
from pliego.findings import LONGEST_PART, Finding, Place, Severity, dotted
from pliego.spec.source import Source

SARIF_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_SARIF: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}

Node: TypeAlias = dict[str, Any]


def as_json(findings: Iterable[Finding], source: Source) -> str:
    """Return a JSON list of objects with every field of each finding; places that are not known are null."""
    rows = [
        {
            "file": origin.name,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "severity": finding.severity.value,
            "code": finding.code,
            "message": finding.message,
            "path": [_bounded(part) for part in origin.as_written(finding.path)],
            "hint": hint_of(finding),
            "facts": dict(finding.facts),
        }
        for finding, place, origin in in_order(findings, source)
    ]
    return _inert(rows)


def _bounded(part: str | int) -> str | int:
    """Return a part of a path; of a key longer than that of any sound spec, its beginning."""
    return part if isinstance(part, int) or len(part) <= LONGEST_PART else part[:LONGEST_PART] + "…"


def _inert(value: object) -> str:
    """Return JSON in which every sign that a terminal would act on stands as its number.

    What a program reads from it is exact: a number stands for the sign itself.
    """
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return re.sub(r"[^\x20-\x7e\n]", _numbered, text)


def _numbered(found: re.Match[str]) -> str:
    sign = found[0]
    if sign.isprintable():
        return sign
    return "\\u007f" if sign == "\x7f" else json.dumps(sign)[1:-1]


def as_github(findings: Iterable[Finding], source: Source) -> str:
    """Return a workflow command for each finding, which GitHub shows beside the line that it is about."""
    return "\n".join(_command(finding, place, origin) for finding, place, origin in in_order(findings, source))


def _command(finding: Finding, place: Place | None, source: Source) -> str:
    properties = {"file": source.name} if source.is_file else {}
    properties["title"] = f"{finding.code} {dotted(source.as_written(finding.path))}".strip()
    if place:
        properties |= {"line": str(place.line), "col": str(place.column)}
    told = ",".join(f"{key}={_escaped(printable(value), ':,')}" for key, value in properties.items())
    text = f"{printable(finding.message)}\n{printable(hint_of(finding))}"
    return f"::{finding.severity} {told}::{_escaped(text)}"


def _escaped(text: str, signs: str = "") -> str:
    """Escape what would end a command or a property: per cent first, then line ends, colons and commas."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for sign in signs:
        escaped = escaped.replace(sign, f"%{ord(sign):02X}")
    return escaped


def as_sarif(findings: Iterable[Finding], source: Source) -> str:
    """Return a SARIF log of one run: a rule for each code that was found, a result for each finding.

    Standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os.html
    """
    placed = in_order(findings, source)
    codes = sorted({finding.code for finding, _, _ in placed})
    driver = {"name": "pliego", "version": __version__, "rules": [_rule(code) for code in codes]}
    results = [_result(finding, place, origin, codes.index(finding.code)) for finding, place, origin in placed]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return _inert({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> Node:
    entry = CODES[code]
    message = re.sub(r"\{\w+\}", "…", entry.message)
    return {
        "id": code,
        "shortDescription": _message(message),
        "fullDescription": _message(f"{message}. {entry.advice}"),
        "help": _message(entry.advice),
        "defaultConfiguration": {"level": _SARIF[Severity(entry.severity)]},
    }


def _result(finding: Finding, place: Place | None, source: Source, rule: int) -> Node:
    result = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _SARIF[finding.severity],
        "message": _message(f"{printable(finding.message)}\nhint: {printable(hint_of(finding))}"),
    }
    location = _location(finding, place, source)
    return {**result, "locations": [location]} if location else result


def _location(finding: Finding, place: Place | None, source: Source) -> Node:
    """Return where a finding points: a place in the file, a path in the spec, both or neither."""
    location: Node = {}
    physical: Node = {"region": {"startLine": place.line, "startColumn": place.column}} if place else {}
    if place or (source.is_file and not CODES[finding.code].of_machine):
        location["physicalLocation"] = {"artifactLocation": _artifact(source), **physical}
    if finding.path:
        name = printable(dotted(source.as_written(finding.path)))
        location["logicalLocations"] = [{"fullyQualifiedName": name}]
    return location


def _artifact(source: Source) -> Node:
    return {"uri": uri(source.name)} if source.is_file else {"description": _message("standard input")}


def uri(name: str) -> str:
    """Return the name of a file as a URI: relative to the working directory where the file lies below it.

    The name stays as the user gave it; nothing of the machine is added to it.
    """
    path = PurePath(name)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return ("file://" if path.is_absolute() else "") + quote(os.fsencode(path.as_posix()))


def _message(text: str) -> Node:
    """Return text as a message of SARIF, in which braces are placeholders and [text](target) is a link."""
    doubled = text.replace("{", "{{").replace("}", "}}")
    if "](" in doubled:
        doubled = re.sub(r"([\\\[\]])", r"\\\1", doubled)
    return {"text": doubled}


WRITERS: Final[Mapping[str, Callable[[Iterable[Finding], Source], str]]] = {
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
}
"""The writers by the name of their format."""
