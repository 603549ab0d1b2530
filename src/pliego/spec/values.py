"""The value types of the spec: quantities, moments, levels. Each knows its JSON Schema."""

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Annotated, Generic, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from pliego.spec.formats import DATE, MOMENT, MOST_LINES, parse_by_format
from pliego.spec.moments import DATE_PATTERN, MOMENT_PATTERN, Moment
from pliego.spec.number_formats import CacheFormatName, WeightFormatName
from pliego.units import Quantity, symbols

if TYPE_CHECKING:
    from pydantic.json_schema import JsonSchemaValue


class SpecModel(BaseModel):
    """A part of the spec: frozen, strict, no unknown keys. Docstrings of fields go into the schema."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        populate_by_name=True,
        defer_build=True,
    )


@dataclass(frozen=True, slots=True)
class Written:
    """Annotation of a value that a spec writes as text: how pydantic reads, writes and describes it.

    `format` names the reading, the same for the models as for the schema's check.
    """

    value_type: type
    format: str
    pattern: str
    examples: tuple[str, ...]

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read the value from its text, write it as its text."""
        return core_schema.no_info_plain_validator_function(
            lambda text: text if isinstance(text, self.value_type) else parse_by_format(str(text), self.format),
            serialization=core_schema.plain_serializer_function_ser_schema(str, return_schema=core_schema.str_schema()),
        )

    def __get_pydantic_json_schema__(self, _core: CoreSchema, _handler: GetJsonSchemaHandler) -> "JsonSchemaValue":
        """Describe the text: editors see the pattern, the house's own check reads it by its format."""
        return {"type": "string", "format": self.format, "pattern": self.pattern, "examples": list(self.examples)}


def _quantity(dimension: str, *examples: str) -> Written:
    units = "|".join(re.escape(symbol) for symbol in symbols(dimension))
    pattern = rf"^(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{{1,2}})? ?({units})$"
    return Written(Quantity, f"pliego-{dimension.replace('_', '-')}", pattern, examples)


Duration = Annotated[Quantity, _quantity("duration", "800 ms", "1.5 s", "8 h", "30 d")]
Term = Annotated[Quantity, _quantity("term", "12 months")]
Share = Annotated[Quantity, _quantity("share", "99.5 %")]
TokenRate = Annotated[Quantity, _quantity("token_rate", "20 tok/s")]
DocumentRate = Annotated[Quantity, _quantity("document_rate", "120000 documents/h")]
ImageRate = Annotated[Quantity, _quantity("image_rate", "30 images/min")]
RowRate = Annotated[Quantity, _quantity("row_rate", "50000 rows/s")]
DataSize = Annotated[Quantity, _quantity("data", "2 TB", "512 GiB")]
DataRate = Annotated[Quantity, _quantity("data_rate", "5 GB/s")]
Bandwidth = Annotated[Quantity, _quantity("bandwidth", "100 Gbit/s")]
Money = Annotated[Quantity, _quantity("money", "60000 EUR")]
RequestRate = Annotated[Quantity, _quantity("request_rate", "4 req/s")]

WhenText = Annotated[Moment, Written(Moment, MOMENT, MOMENT_PATTERN, ("2027-01-11", "2027-01-11 14:00 +01:00"))]
Day = Annotated[date, Written(date, DATE, DATE_PATTERN, ("2026-12-01",))]

MOST_ENTRIES = 200
"""Entries of a list in the buyer's words."""

_LINES = rf"^(?=[\s\S]*\S)(?:[^\n]*\n){{0,{MOST_LINES - 1}}}[^\n]*$"
Text = Annotated[
    str, Field(min_length=1, max_length=40_000, pattern=r"\S", json_schema_extra={"pattern": _LINES})
]  # pydantic's own patterns know no look-ahead
Line = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\S\r\n]*\S[^\r\n]*$")]
Count = Annotated[int, Field(ge=1, le=1_000_000_000)]
Amount = Annotated[int, Field(ge=1, le=1_000_000_000_000_000)]
Tokens = Annotated[int, Field(ge=1, le=100_000_000)]
Fraction = Annotated[float, Field(gt=0, le=1)]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$", examples=["ES"])]

T = TypeVar("T")


class Preference(SpecModel, Generic[T]):
    """What earns points: the value at which all points are given."""

    value: T
    """The value that earns all points."""
    weight: Annotated[float, Field(ge=0.001, le=1000)] = 1
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
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> "JsonSchemaValue":
        """Describe the two forms with if/then/else, so that a fault is reported once, in the form meant."""
        full = handler.resolve_ref_schema(handler(core))
        value = _without_null(full["properties"]["must"])
        preference = _without_null(full["properties"]["prefer"])
        mapping = {"type": "object"}
        full["properties"]["must"] = value
        full["properties"]["prefer"] = {
            "if": mapping,
            "then": preference,
            "else": {k: v for k, v in value.items() if k != "description"},
        }
        full["minProperties"] = 1
        return {"description": full.pop("description", ""), "if": mapping, "then": full, "else": value}


def _without_null(schema: "JsonSchemaValue") -> "JsonSchemaValue":
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


class DocumentRateLevel(Level[DocumentRate]):
    """A limit on documents in a time."""


class ImageRateLevel(Level[ImageRate]):
    """A limit on images in a time."""


class RowRateLevel(Level[RowRate]):
    """A limit on rows in a time."""


class DataLevel(Level[DataSize]):
    """A limit on an amount of data: GB are 10^9 bytes, GiB 2^30."""


class DataRateLevel(Level[DataRate]):
    """A limit on bytes in a second."""


class BandwidthLevel(Level[Bandwidth]):
    """A limit on bits in a second, as networks are sold."""


class CountLevel(Level[Count]):
    """A limit on a whole number."""


class NumberLevel(Level[Annotated[float, Field(gt=0, le=1_000_000)]]):
    """A limit on a number without a unit."""


class RegionsLevel(Level[Annotated[list[Line], Field(min_length=1, max_length=MOST_ENTRIES)]]):
    """A closed list of places: ISO 3166 codes (ES, NO) or named sets (EU, EEA)."""


class TextLevel(Level[Text]):
    """A clause in the buyer's own words."""


class LineLevel(Level[Line]):
    """Something named in a line."""


class ManagementLevel(Level[Literal["hardware", "operating-system", "runtime", "model-service"]]):
    """Up to which layer the provider runs the service."""


class SupportHoursLevel(Level[Literal["business-hours", "extended-hours", "24x7"]]):
    """When support answers."""


class TenancyLevel(Level[Literal["dedicated", "isolated", "shared"]]):
    """Who else uses the machines: nobody, others in separated virtual machines, or others."""


class KeysLevel(Level[Literal["buyer", "third-party", "provider"]]):
    """Who holds the keys of encryption."""


class RoleLevel(Level[Literal["processor", "joint-controller", "controller"]]):
    """Role in data protection."""


class SurvivalLevel(
    Level[Annotated[list[Literal["restart", "host-replacement", "contract-end"]], Field(min_length=1)]]
):
    """What stored data must survive; after the end of the contract, until it is retrieved."""


Figure = Literal[
    "utilisation", "memory", "throttling", "errors", "power", "storage", "network", "latency-percentiles", "throughput",
]  # fmt: skip


class MonitoringLevel(Level[Annotated[list[Figure], Field(min_length=1)]]):
    """Figures that the buyer can read."""


class NumberFormatLevel(Level[WeightFormatName]):
    """A number format of weights."""


class CacheFormatLevel(Level[CacheFormatName]):
    """A number format of the KV cache."""


class IntervalNameLevel(Level[Literal["monthly", "quarterly", "half-yearly", "yearly"]]):
    """How often something is done."""


class ListLevel(Level[Annotated[list[Line], Field(min_length=1, max_length=MOST_ENTRIES)]]):
    """A closed list in the buyer's own words."""


class YesLevel(Level[bool]):
    """Something that is wanted or not."""
