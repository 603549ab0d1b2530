"""All checks of a spec, in order: form, schema, rules, then facts and layout."""

from dataclasses import replace
from pathlib import Path

from pliego.workflow.reading import SpecReading, read_spec


def validate(name: str | Path) -> SpecReading:
    """Read a spec and run every check on it; facts and layout are looked at only in a spec without errors.

    `name` is a path, or `-` for standard input.
    """
    reading = read_spec(name)
    if not reading.sound:
        return reading
    from pliego.workflow.checks import check_facts  # noqa: PLC0415 (pydantic and the catalog)

    facts = check_facts(reading.spec(), reading.base)
    return replace(reading, findings=(*reading.findings, *facts))
