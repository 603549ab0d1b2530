"""Findings as SARIF 2.1.0, the format that code scanning and editors read.

Standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os.html
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from pliego import __version__
from pliego.cli.report import hint_of, inert_json, printable
from pliego.finding_codes import CODES
from pliego.findings import Finding, Place, Severity, dotted
from pliego.spec.source import Source

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}

Node: TypeAlias = dict[str, Any]


def as_sarif(placed: Sequence[tuple[Finding, Place | None]], source: Source) -> str:
    """Return a SARIF log of one run: a rule for each code that was found, a result for each finding."""
    codes = sorted({finding.code for finding, _ in placed})
    driver = {"name": "pliego", "version": __version__, "rules": [_rule(code) for code in codes]}
    results = [_result(finding, place, source, codes.index(finding.code)) for finding, place in placed]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return inert_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> Node:
    entry = CODES[code]
    message = re.sub(r"\{\w+\}", "…", entry.message)
    return {
        "id": code,
        "shortDescription": _message(message),
        "fullDescription": _message(f"{message}. {entry.advice}"),
        "help": _message(entry.advice),
        "defaultConfiguration": {"level": _LEVELS[Severity(entry.severity)]},
    }


def _result(finding: Finding, place: Place | None, source: Source, rule: int) -> Node:
    result = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
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
