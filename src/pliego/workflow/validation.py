"""All checks of a spec, in order: form, schema, rules, then facts and layout."""

from dataclasses import replace

from pliego.workflow.reading import SpecName, SpecReading, read_spec


def validate(name: SpecName) -> SpecReading:
    """Read a spec and run every check on it; facts and layout are looked at only in a spec without errors.

    `name` is a path, or says that it comes on standard input.
    """
    reading = read_spec(name)
    if not reading.sound:
        return reading
    from pliego.workflow.checks import check_facts  # noqa: PLC0415 (pydantic and the catalog)

    facts = check_facts(reading.spec(), reading.base)
    return replace(reading, findings=(*reading.findings, *facts))
