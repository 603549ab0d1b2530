"""The JSON files for other tools: `rfq.json` with requirements and document value, `sizing.json` with every term."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any, Final

from pydantic import BaseModel

from pliego import __version__
from pliego.findings import Finding, dotted
from pliego.units import Quantity

RFQ_FORMAT: Final = "pliego-rfq/v1"
SIZING_FORMAT: Final = "pliego-sizing/v1"
SIGNIFICANT_DIGITS: Final = 12


def write_json(format_name: str, **parts: object) -> str:
    """Return values as one JSON text, keys in their order, floats with the digits that arithmetic can promise."""
    content = {"format": format_name, "generator": f"pliego {__version__}"}
    return (
        json.dumps({**content, **{name: plain(part) for name, part in parts.items()}}, ensure_ascii=False, indent=1)
        + "\n"
    )


def plain(value: object) -> Any:  # noqa: C901, PLR0911 (one branch a kind of value)
    """Return a value as JSON types. Inline content of documents carries its type's name as `is`."""
    match value:
        case None | bool() | int() | str() if not isinstance(value, Enum):
            return value
        case float():
            return _rounded(value)
        case Enum():
            return value.value
        case Quantity():
            return {"value": str(value.value), "unit": value.unit.symbol}
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case Finding():
            return {
                "code": value.code,
                "severity": value.severity.value,
                "path": dotted(value.path),
                "message": value.message,
            }
        case BaseModel():
            return value.model_dump(mode="json")
        case Mapping():
            return {str(key): plain(part) for key, part in value.items()}
        case tuple() | list():
            return [plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value)
    raise TypeError(f"no JSON form for {type(value).__name__}")


def _rounded(value: float) -> float | int:
    rounded = float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2**53 else rounded


def _record(value: object) -> dict[str, Any]:
    record = {field.name: plain(getattr(value, field.name)) for field in fields(value)}  # type: ignore[arg-type]
    if type(value).__module__.startswith("pliego.document."):
        record = {"is": type(value).__name__, **record}
    for name in ("path", "where"):
        part = getattr(value, name, None)
        if isinstance(part, tuple):
            record[name] = dotted(part)
    return record
