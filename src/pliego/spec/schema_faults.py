"""From a complaint of the schema to a finding: what was found, what is allowed, what to type."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pliego.findings import Finding, SpecPath, dotted
from pliego.spec.applicability import home
from pliego.spec.formats import DATE, MOMENT, MOST_LINES, dimension_of
from pliego.spec.ids import without_accents
from pliego.spec.number_faults import ambiguous_number, bounds, number, share_hint
from pliego.spec.scalars import number_hint
from pliego.spec.schema_walk import Schema, form_of, part_of, resolved, spec_schema
from pliego.spec.source import Data
from pliego.spec.spelling import Form, mapping, one_line, pair, part, top_level
from pliego.units import AmbiguousNumberError, QuantityError

_SHOWN: Final = 60
_MOST_LISTED: Final = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """A complaint: where, by which keyword of the schema, about which value, by which part of the schema.

    `form` is the language that the spec is written in, for what the hint says to type.
    """

    path: SpecPath
    keyword: str
    value: Any
    schema: Schema
    cause: BaseException | None = None
    form: Form = Form.YAML


_CAUSES: Final = ("type", "const", "enum", "format", "pattern", "propertyNames", "minProperties")
"""Which of several complaints about one value tells the cause; the others follow from it."""


def told(faults: Iterable[Fault], data: Data) -> tuple[Finding, ...]:
    """Return the findings for all complaints about the data: one for each key, one for each value."""
    by_path: dict[SpecPath, list[Fault]] = {}
    for fault in faults:
        by_path.setdefault(fault.path, []).append(fault)
    findings: list[Finding] = []
    strange = {path for path, group in by_path.items() if any(fault.keyword == "not" for fault in group)}
    for path, group in by_path.items():
        if path in strange:
            findings.append(_stranger(path, data))
            continue
        if any(path[:length] in strange for length in range(len(path))):
            continue
        keys = [fault for fault in group if fault.keyword in ("required", "additionalProperties")]
        if keys:
            findings.extend(unknown_and_missing(path, keys, data))
        else:
            findings.append(value_fault(min(group, key=_rank)))
    return tuple(findings)


def _stranger(path: SpecPath, data: Data) -> Finding:
    """Tell of a key that the task of its workload has no use for."""
    task = _workload_task(path, data)
    kind, mode = str(task.get("kind")), str(task.get("mode"))
    belongs = home(path[2:])
    facts = {"key": str(path[-1]), "kind": kind, "mode": mode}
    kinds, modes = (belongs.kinds, belongs.modes) if belongs else ((), ())
    where = [text for text in (", ".join(kinds), ", ".join(modes)) if text]
    hint = f"it belongs to {' in mode '.join(where)}; remove it, or correct the task" if where else None
    return Finding("P213", path, facts, hint, at_key=True)


def _workload_task(path: SpecPath, data: Data) -> Mapping[str, Data]:
    part = data
    for key in (*path[:2], "task"):
        part = part.get(str(key), {}) if isinstance(part, dict) else {}
    return part if isinstance(part, dict) else {}


def _rank(fault: Fault) -> int:
    return _CAUSES.index(fault.keyword) if fault.keyword in _CAUSES else len(_CAUSES)


def unknown_and_missing(path: SpecPath, faults: Sequence[Fault], data: Data) -> Iterator[Finding]:
    """Tell of keys that are missing and of keys that are unknown; a misspelt key is both, and one finding."""
    from pliego.spec.suggestions import closest  # noqa: PLC0415 (difflib, for faults only)

    schema, holder, form = faults[0].schema, faults[0].value, faults[0].form
    properties: Mapping[str, Schema] = schema.get("properties", {})
    missing = [key for key in schema.get("required", ()) if key not in holder]
    for key in holder:
        if part_of(schema, key) is not None and _is_name(key, schema):
            continue
        if not properties:
            yield _bad_name((*path, key), path)
            continue
        meant = closest(key, list(properties))
        if meant in missing:
            missing.remove(meant)
        yield _unknown((*path, key), meant, faults[0], data)
    for key in missing:
        facts = {"key": key, "where": _where(path)}
        yield Finding("P201", path, facts, _form_hint((*path, key), properties[key], form), at_key=True)


def value_fault(fault: Fault) -> Finding:
    """Tell of a value: its kind, its form, its size, or that it is not in the list."""
    if fault.value is None:
        return _no_value(fault)
    if fault.keyword == "type":
        return _wrong_kind(fault)
    if fault.keyword in ("enum", "const"):
        return _not_in_list(fault)
    if fault.keyword == "format":
        return _wrong_format(fault)
    if fault.keyword == "pattern":
        return _wrong_pattern(fault)
    return _wrong_size(fault)


def _no_value(fault: Fault) -> Finding:
    if fault.path and isinstance(fault.path[-1], int):
        facts = {"found": found(None), "wanted": wanted(fault.schema)}
        return Finding("P203", fault.path, facts, "give the entry a value, or remove it")
    facts = {"key": _key(fault.path), "wanted": wanted(fault.schema)}
    return Finding("P212", fault.path, facts, "give it a value, or remove the key", at_key=True)


def wanted(schema: Schema) -> str:  # noqa: PLR0911 (one for each kind of value)
    """Say in words what the schema wants: 'text', 'a whole number', 'a quantity such as 800 ms'."""
    schema = resolved(schema)
    if "then" in schema:
        return wanted(schema["else"])
    if "enum" in schema:
        return f"one of {_listed(schema['enum'])}"
    if "const" in schema:
        return f"'{schema['const']}'"
    if dimension_of(schema.get("format", "")):
        return f"a quantity such as '{schema['examples'][0]}'"
    if schema.get("format") in (DATE, MOMENT):
        return "a date such as 2027-01-11"
    if schema.get("type") == "array":
        entries = schema["items"].get("enum")
        return f"a list with entries from {', '.join(entries)}" if entries else "a list of text"
    return _KINDS[schema.get("type", "object")]


_KINDS: Final[dict[str, str]] = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a mapping",
}


def found(value: Data) -> str:
    """Say in words what stands there."""
    if isinstance(value, bool):
        return f"{str(value).lower()} (a truth value)"
    if isinstance(value, int | float):
        return f"the number {number(value)}"
    if isinstance(value, str):
        return f"the text '{_short(value)}'"
    return "a list" if isinstance(value, list) else "a mapping" if isinstance(value, dict) else "nothing"


def _wrong_kind(fault: Fault) -> Finding:
    facts = {"found": found(fault.value), "wanted": wanted(fault.schema)}
    kind = fault.schema.get("type")
    if (ambiguous := ambiguous_number(fault.path, fault.value, fault.schema)) is not None:
        return ambiguous
    hint = f"write {facts['wanted']}"
    if isinstance(fault.value, str) and kind in ("integer", "number"):
        hint = (
            share_hint(fault.value, fault.schema)
            or number_hint(fault.value)
            or f"write a number without a unit, such as {_example(fault.schema) or 8}"
        )
    elif isinstance(fault.value, str) and kind == "boolean":
        hint = "write true or false, without quotes"
    elif isinstance(fault.value, float) and kind == "integer":
        hint = f"write {round(fault.value)}"
    elif kind == "object":
        keys = list(fault.schema.get("properties", ()))
        hint = mapping(", ".join(keys[:8]), fault.form)
    elif kind == "array" and isinstance(fault.value, str):
        hint = f"write [{_short(fault.value)}]"
    elif isinstance(fault.value, dict):
        hint = f"write {facts['wanted']} in place of the keys {', '.join(map(_short, fault.value)) or '{}'}"
    return Finding("P203", fault.path, facts, hint)


def _not_in_list(fault: Fault) -> Finding:
    from pliego.spec.suggestions import closest  # noqa: PLC0415

    allowed = [str(value) for value in fault.schema.get("enum", [fault.schema.get("const")])]
    facts = {"found": found(fault.value), "allowed": _listed(allowed)}
    meant = closest(str(fault.value), allowed)
    hint = f"did you mean '{meant}'?" if meant else f"write {' or '.join(allowed[:_MOST_LISTED])}"
    return Finding("P204", fault.path, facts, hint)


def _listed(allowed: Sequence[object]) -> str:
    """Return the words of a closed list, of a long one the first."""
    first = [str(word) for word in allowed[:_MOST_LISTED]]
    more = len(allowed) - len(first)
    return ", ".join(first) + (f" and {more} more" if more else "")


def _wrong_format(fault: Fault) -> Finding:
    text = _short(fault.value)
    if isinstance(fault.cause, AmbiguousNumberError):
        facts = {"text": text, **fault.cause.readings._asdict()}
        return Finding("P340", fault.path, facts, fault.cause.hint)
    if isinstance(fault.cause, QuantityError):
        facts = {"text": text, "wanted": wanted(fault.schema), "reason": fault.cause.reason}
        return Finding("P205", fault.path, facts, fault.cause.hint)
    from pliego.spec.suggestions import date_fault  # noqa: PLC0415

    code, reason, hint = date_fault(fault.value, with_time=fault.schema.get("format") == MOMENT)
    return Finding(code, fault.path, {"text": text, "reason": reason}, hint)


_PATTERNS: Final[dict[str, tuple[str, str]]] = {
    "country": (
        "a country is two capital letters, the code of ISO 3166-1",
        "write ES, DE or NO, for example",
    ),
    "currency": ("a currency is three capital letters, the code of ISO 4217", "write EUR, for example"),
    "email": ("an address is a name, @ and a host, without spaces", "write compras@example.com, for example"),
}


def _wrong_pattern(fault: Fault) -> Finding:
    if not fault.value.strip():
        return Finding("P208", fault.path, {"reason": "is empty"}, "write a text, or remove the key")
    if (lines := fault.value.count("\n") + 1) > MOST_LINES:
        reason = f"has {lines:,} lines; {MOST_LINES:,} are allowed"
        return Finding("P208", fault.path, {"reason": reason}, "shorten it, or move details into a file of their own")
    default = ("it must stand on one line", one_line(fault.form))
    reason, hint = _PATTERNS.get(_key(fault.path), default)
    if _key(fault.path) == "country" and str(fault.value).strip().upper() != fault.value:
        hint = f"write {str(fault.value).strip().upper()[:2]}" if len(fault.value.strip()) == 2 else hint
    return Finding("P207", fault.path, {"text": _short(fault.value), "reason": reason}, hint)


def _wrong_size(fault: Fault) -> Finding:
    schema, keyword = fault.schema, fault.keyword
    if keyword == "maxLength":
        limit = schema["maxLength"]
        reason = f"has {len(fault.value):,} characters; {limit:,} are allowed"
        return Finding("P208", fault.path, {"reason": reason}, "shorten it, or move details into a file of their own")
    if keyword == "minLength":
        return Finding("P208", fault.path, {"reason": "is empty"}, "write a text, or remove the key")
    if keyword in ("minItems", "minProperties"):
        keys = ", ".join(schema.get("properties", ())) or "at least one entry"
        facts = {"found": found(fault.value), "wanted": f"it needs {_one_of(schema, keys)}"}
        return Finding("P210", fault.path, facts, f"add {_one_of(schema, keys)}, or remove the key")
    if keyword in ("maxItems", "maxProperties"):
        return too_many_parts(fault.path, len(fault.value), schema[keyword])
    words = bounds(schema)
    return Finding("P209", fault.path, {"found": found(fault.value), "reason": f"{words} is allowed"}, f"write {words}")


def too_many_parts(path: SpecPath, count: int, limit: int) -> Finding:
    """Tell of a list or a mapping with more parts than a document can be made of."""
    facts = {"key": _key(path), "count": f"{count:,}", "limit": f"{limit:,}"}
    return Finding("P214", path, facts, "group them, or split the request", at_key=True)


def _one_of(schema: Schema, keys: str) -> str:
    return f"one of {keys}" if "properties" in schema else "an entry"


def _unknown(path: SpecPath, meant: str | None, fault: Fault, data: Data) -> Finding:
    key = str(path[-1])
    properties: Mapping[str, Schema] = fault.schema["properties"]
    facts = {"key": _short(key), "where": _where(path[:-1])}
    if re.match(r"\d", key):
        hint = "a comma ends a value between braces: write 99.9 %, not 99,9 %"
        return Finding("P202", path, facts, hint, at_key=True)
    if meant is not None:
        return Finding("P202", path, facts, f"did you mean '{meant}'?", at_key=True)
    home = next((name for name, part in properties.items() if key in _keys_of(part)), None)
    if home is not None:
        return Finding("P202", path, facts, f"it belongs under '{home}'", at_key=True)
    if key in spec_schema()["properties"] and isinstance(data, dict):
        hint = top_level(key, is_mapping=isinstance(fault.value[key], dict), form=fault.form)
        return Finding("P202", path, facts, hint, at_key=True)
    return Finding("P202", path, facts, f"allowed here: {', '.join(properties)}", at_key=True)


def _bad_name(path: SpecPath, parent: SpecPath) -> Finding:
    key = str(path[-1])
    if parent == ("clauses",):
        facts = {"key": _short(key), "where": "clauses", "reason": "it must stand on one line and not be blank"}
        return Finding("P211", path, facts, "write it on one line, as in 'no-resale'", at_key=True)
    plain = re.sub(r"[^a-z0-9]+", "-", without_accents(key.lower())).strip("-")
    facts = {
        "key": _short(key),
        "where": _where(parent),
        "reason": "small letters, digits and single hyphens only",
    }
    hint = f"write '{plain}'" if plain[:1].isalpha() else "begin with a small letter, as in 'assistant'"
    return Finding("P211", path, facts, hint, at_key=True)


def _is_name(key: str, schema: Schema) -> bool:
    if key in schema.get("properties", {}):
        return True
    return any(re.search(pattern, key) for pattern in schema.get("patternProperties", {}))


def _keys_of(schema: Schema) -> Mapping[str, Schema]:
    keys: Mapping[str, Schema] = form_of({}, schema).get("properties", {})
    return keys


def _form_hint(path: SpecPath, schema: Schema, form: Form) -> str:
    whole = resolved(schema)
    meaning = str(whole.get("description", "")).rstrip(".")
    is_mapping = whole.get("type") == "object"
    spelt = part(path, form) if is_mapping else pair(str(path[-1]), _example(whole), form)
    return f"add '{spelt}'" + (f" ({meaning[:1].lower()}{meaning[1:]})" if meaning else "")


def _example(schema: Schema) -> str | int | float | None:
    for name in ("examples", "enum"):
        if schema.get(name):
            first: str | int | float = schema[name][0]
            return first
    value: str | int | float | None = schema.get("const", schema.get("default"))
    return value


def _key(path: SpecPath) -> str:
    return str(path[-1]) if path else "the file"


def _where(path: SpecPath) -> str:
    return dotted(path) if path else "the spec"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
