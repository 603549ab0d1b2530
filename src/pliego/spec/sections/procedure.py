"""Who asks, by when, and within which frame of contract."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.values import (
    Count,
    Country,
    Day,
    Duration,
    Line,
    Money,
    Name,
    SpecModel,
    Term,
    Text,
    WhenText,
)


class Contact(SpecModel):
    """The one address for questions and quotes."""

    name: Line
    """A role or a person."""
    email: Annotated[
        str, Field(max_length=254, pattern="^[^@\\s<>\"']+@[^@\\s<>\"']+$", examples=["compras@example.com"])
    ]
    """The only address for questions and quotes."""
    phone: Line | None = None
    """Telephone number, printed as written."""


class Buyer(SpecModel):
    """Who asks for quotes."""

    name: Line
    """Legal name, as it stands on every page."""
    country: Country | None = None
    """ISO 3166-1 alpha-2 code of the buyer's seat."""
    address: Line | None = None
    """Postal address on one line."""
    contact: Contact | None = None


class Timetable(SpecModel):
    """Dates of the procedure: ISO dates, or times with their offset from UTC."""

    questions_by: WhenText | None = None
    """Last day for questions."""
    answers_by: WhenText | None = None
    """Day by which all questions are answered to all."""
    quotes_by: WhenText | None = None
    """Deadline for quotes."""
    quotes_valid_for: Duration | None = None
    """How long a quote binds the provider, counted from the deadline."""
    award_by: WhenText | None = None
    """Day on which the decision is expected."""
    service_start: WhenText | None = None
    """Day on which the service starts."""
    holidays: Annotated[list[Day], Field(min_length=1)] | None = None
    """Days on which nobody works: a date of the timetable that falls on one of them is reported."""


class Contract(SpecModel):
    """Frame of the contract; prices are asked for within it."""

    term: Term | None = None
    """Length of the contract in calendar months."""
    billing: Annotated[list[Literal["hourly", "monthly", "one-off", "usage"]], Field(min_length=1)] | None = None
    """Ways of billing for which prices are asked."""
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$", examples=["EUR"])] | None = None
    """ISO 4217 code of the currency of all prices."""
    hours_per_month: Annotated[float, Field(ge=1, le=744, examples=[730])] | None = None
    """Hours counted as one month in prices."""


class Renewals(SpecModel):
    """Extension of the contract, at the buyer's choice."""

    count: Count
    """How often the contract can be extended at most."""
    term: Term
    """Length of each extension in calendar months."""
    notice: Duration | None = None
    """How long before its end the buyer says so."""


class Option(SpecModel):
    """Something that is priced apart and may be ordered or not. It is not evaluated unless that is stated."""

    description: Text
    """What is optional, in the buyer's words."""
    evaluated: bool = False
    """Whether its price counts in the evaluation."""


class Lot(SpecModel):
    """A part that can be awarded apart from the others."""

    title: Line
    """Title of the lot."""
    workloads: Annotated[list[Name], Field(min_length=1)]
    """Workloads of the lot, by name."""


class Rfq(SpecModel):
    """Identification and procedure of the request for quotation."""

    id: Line
    """Reference of the request; stands on the cover and on every page."""
    title: Line
    """Title in the buyer's words."""
    version: Line
    """Version of the document; text, so 1.10 stays 1.10. May carry a word such as 'draft'."""
    status: Literal["draft", "issued"] = "draft"
    """Draft until it is sent."""
    language: Literal["en", "es", "de"]
    """Language of the document."""
    profile: Literal["full", "short"] = "full"
    """Extent: the whole document, or two pages with at most 15 requirements whose annexes are sent on demand."""
    issued: Day
    """Date of issue; every date in the output comes from here or from the timetable."""
    summary: Line | None = None
    """One sentence in the buyer's words below the title."""
    buyer: Buyer | None = None
    timetable: Timetable | None = None
    contract: Contract | None = None
    estimated_value: Money | None = None
    """Estimated value of the contract without tax, over its whole term and all extensions. It stays in the house."""
    lots: dict[Name, Lot] | None = None
    """Lots by name; without any, all workloads are awarded together."""
    options: dict[Name, Option] | None = None
    """Options by name."""
    renewals: Renewals | None = None
