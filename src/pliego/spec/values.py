"""The value types of the spec: quantities, moments, levels. Each knows its JSON Schema."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, PlainSerializer, PlainValidator, WithJsonSchema
from pydantic import model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from pliego.units import Quantity, parse_quantity, symbols


class SpecModel(BaseModel):
    """A part of the spec: frozen, strict, no unknown keys. Attribute docstrings become schema descriptions."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True, populate_by_name=True, defer_build=True
    )


def _quantity(dimension: str, *examples: str) -> Any:  # noqa: ANN401 (a typing form, not a value)
    """Return the annotated type of a quantity of `dimension`, with its schema and examples."""
    units = "|".join(re.escape(symbol) for symbol in symbols(dimension))
    schema = {
        "type": "string",
        "format": f"pliego-{dimension.replace('_', '-')}",
        "pattern": rf"^[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*({units})$",
        "examples": list(examples),
    }
    return Annotated[
        Quantity,
        PlainValidator(lambda text: text if isinstance(text, Quantity) else parse_quantity(text, dimension)),
        PlainSerializer(str, return_type=str),
        WithJsonSchema(schema),
    ]


Duration = _quantity("duration", "800 ms", "1.5 s", "8 h", "30 d")
Term = _quantity("term", "12 months")
Share = _quantity("share", "99.5 %")
TokenRate = _quantity("token_rate", "20 tok/s")
RequestRate = _quantity("request_rate", "4 req/s")

_DATE: Final = r"\d{4}-\d{2}-\d{2}"
MOMENT_PATTERN: Final = rf"^{_DATE}([T ]\d{{2}}:\d{{2}}(:\d{{2}})? ?(Z|[+-]\d{{2}}:\d{{2}}))?$"


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, or an instant with its offset from UTC, as the buyer wrote it."""

    day: date
    instant: datetime | None
    written: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an ISO date or an RFC 3339 time (T or space, seconds optional, offset required).

        Raises:
            ValueError: the text has another form, or no such day or time exists.
        """
        if not re.fullmatch(MOMENT_PATTERN, text):
            raise ValueError("write a date as in 2027-01-11 or a time with its offset as in '2027-01-11 14:00 +01:00'")
        if len(text) == len("2027-01-11"):
            return cls(date.fromisoformat(text), None, text)
        instant = datetime.fromisoformat(text[:10] + "T" + text[11:].replace(" ", "").replace("Z", "+00:00"))
        return cls(instant.date(), instant, text)

    def __str__(self) -> str:
        return self.written


def _moment(text: object) -> Moment:
    return text if isinstance(text, Moment) else Moment.parse(str(text))


WhenText = Annotated[
    Moment,
    PlainValidator(_moment),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(
        {
            "type": "string",
            "format": "pliego-moment",
            "pattern": MOMENT_PATTERN,
            "examples": ["2027-01-11", "2027-01-11 14:00 +01:00"],
        }
    ),
]


def _day(text: object) -> date:
    return text if isinstance(text, date) else date.fromisoformat(str(text))


Day = Annotated[
    date,
    PlainValidator(_day),
    PlainSerializer(lambda day: day.isoformat(), return_type=str),
    WithJsonSchema({"type": "string", "format": "date", "pattern": f"^{_DATE}$", "examples": ["2026-12-01"]}),
]

Text = Annotated[str, Field(min_length=1, max_length=40_000)]
Line = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\r\n]*$")]
Count = Annotated[int, Field(ge=1)]

T = TypeVar("T")


class Preference(SpecModel, Generic[T]):
    """What earns points: the value at which all points are given."""

    value: T
    """The value that earns all points."""
    weight: Annotated[float, Field(gt=0, le=1000)] = 1
    """Weight of this requirement among the preferred ones."""
    start: Annotated[T | None, Field(alias="from")] = None
    """Where points begin, when there is no mandatory value on the same line."""


class Level(SpecModel, Generic[T]):
    """A value that becomes a requirement: mandatory (`must`), preferred (`prefer`) or both.

    A bare value means `must`.
    """

    must: T | None = None
    """Mandatory: a quote that misses it is not evaluated further."""
    prefer: Preference[T] | None = None
    """Preferred: earns points. Either the value alone or a mapping with value, weight and from."""

    bare_types: ClassVar[tuple[type, ...]] = (str, int, list, bool)

    @model_validator(mode="before")
    @classmethod
    def _bare_means_must(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data if isinstance(data, Level) else {"must": data}
        prefer = data.get("prefer")
        if prefer is None or isinstance(prefer, dict | Preference):
            return data
        return {**data, "prefer": {"value": prefer}}

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the two forms with if/then/else, so that a fault is reported once, in the form meant."""
        full = handler.resolve_ref_schema(handler(core))
        value = _without_null(full["properties"]["must"])
        preference = _without_null(full["properties"]["prefer"])
        mapping = {"type": "object"}
        full["properties"]["must"] = value
        full["properties"]["prefer"] = {"if": mapping, "then": preference, "else": {k: v for k, v in value.items() if k != "description"}}
        full["minProperties"] = 1
        return {"description": full.pop("description", ""), "if": mapping, "then": full, "else": value}


def _without_null(schema: JsonSchemaValue) -> JsonSchemaValue:
    """Drop the null branch and the null default that stand for an absent key."""
    kept = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    branches = [branch for branch in schema.get("anyOf", []) if branch != {"type": "null"}]
    return {**kept, **(branches[0] if branches else {})}


class DurationLevel(Level[Duration]):
    """A limit on a time."""


class ShareLevel(Level[Share]):
    """A limit on a share."""


class TokenRateLevel(Level[TokenRate]):
    """A limit on output tokens per second."""


class CountLevel(Level[Count]):
    """A limit on a number."""


class RegionsLevel(Level[Annotated[list[Line], Field(min_length=1)]]):
    """A closed list of places: ISO 3166 codes (ES, NO) or named sets (EU, EEA)."""


class TextLevel(Level[Text]):
    """A clause in the buyer's own words."""


NumberFormatName = Literal["bf16", "fp16", "fp8"]


class NumberFormatLevel(Level[NumberFormatName]):
    """A number format."""


class IntervalNameLevel(Level[Literal["monthly", "quarterly", "half-yearly", "yearly"]]):
    """How often something is done."""


class ListLevel(Level[Annotated[list[Line], Field(min_length=1)]]):
    """A closed list in the buyer's own words."""


class YesLevel(Level[bool]):
    """Something that is wanted or not."""


def as_float(value: Decimal) -> float:
    """Return a Decimal as a float for arithmetic that needs no exact digits."""
    return float(value)
