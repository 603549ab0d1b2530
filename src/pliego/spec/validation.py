"""The committed schema held against the data by jsonschema; one finding for each fault."""

import re
from collections.abc import Iterator
from functools import cache

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from pliego.findings import Finding
from pliego.spec.formats import is_ours, parse_by_format
from pliego.spec.schema_walk import Schema, spec_schema
from pliego.spec.source import Data
from pliego.spec.spelling import Form


def check_schema(data: Data, form: Form = Form.YAML) -> tuple[Finding, ...]:
    """Return one finding for each fault of the data against the schema, with hints for a spec of that form.

    A misspelt key is one finding, also where the right key is thereby missing. A value is told of once, by
    its first cause.
    """
    errors = list(_validator().iter_errors(data))
    if not errors:
        return ()
    from pliego.spec.schema_faults import Fault, told  # noqa: PLC0415 (for faults only)

    faults = [
        Fault(tuple(error.absolute_path), str(error.validator), error.instance, error.schema, error.cause, form)
        for error in errors
    ]
    return told(faults, data)


@cache
def _validator() -> Draft202012Validator:
    """Build the validator: `format` of quantities and dates is ours, `pattern` means the whole text.

    In Python `$` also matches before a newline at the end; in JSON Schema it does not.
    """
    checking = extend(Draft202012Validator, {"pattern": _pattern, "format": _format})  # type: ignore[no-untyped-call]
    validator: Draft202012Validator = checking(spec_schema())
    return validator


def _pattern(_validator: object, pattern: str, instance: object, schema: Schema) -> Iterator[ValidationError]:
    if not isinstance(instance, str) or is_ours(schema.get("format", "")):
        return
    if len(instance) > schema.get("maxLength", len(instance)):
        return  # told of by its length; some patterns take long for a text that no spec may have
    if not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _format(_validator: object, name: str, instance: object, _schema: Schema) -> Iterator[ValidationError]:
    if not isinstance(instance, str) or not is_ours(name):
        return
    try:
        parse_by_format(instance, name)
    except ValueError as cause:
        yield ValidationError(f"{instance!r} is not a {name!r}", cause=cause)
