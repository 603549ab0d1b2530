"""The Spec: what the buyer writes, typed. Section names are the ones that buyers use.

Only what can become a requirement takes a level (`must`, `prefer`); everything else describes.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from pliego.spec.runtime_parts import Adapters, Draft, RopeScaling
from pliego.spec.values import (
    CacheFormatLevel,
    Count,
    CountLevel,
    Day,
    Duration,
    DurationLevel,
    IntervalNameLevel,
    Line,
    ListLevel,
    NumberFormatLevel,
    RegionsLevel,
    RequestRate,
    Share,
    ShareLevel,
    SpecModel,
    Term,
    Text,
    TextLevel,
    TokenRateLevel,
    WhenText,
    YesLevel,
)

Tokens = Annotated[int, Field(ge=1, le=100_000_000)]


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
    country: Annotated[str, Field(pattern=r"^[A-Z]{2}$", examples=["ES"])] | None = None
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


class Rfq(SpecModel):
    """Identification and procedure of the request for quotation."""

    id: Line
    """Reference of the request; also stands in file names and on every page."""
    title: Line
    """Title in the buyer's words."""
    version: Line
    """Version of the document; text, so 1.10 stays 1.10. May carry a word such as 'draft'."""
    status: Literal["draft", "issued"] = "draft"
    """Draft until it is sent."""
    language: Literal["en", "es"]
    """Language of the document."""
    issued: Day
    """Date of issue; every date in the output comes from here or from the timetable."""
    summary: Line | None = None
    """One sentence in the buyer's words below the title."""
    buyer: Buyer | None = None
    timetable: Timetable | None = None
    contract: Contract | None = None


class Task(SpecModel):
    """What the workload does."""

    kind: Literal["text-generation"]
    """Kind of work."""
    mode: Literal["online"]
    """Online: users wait for the answer."""
    description: Text | None = None
    """What it is for, in the buyer's words."""


class Model(SpecModel):
    """The model: by its public name, by a config.json, or by its number of parameters alone."""

    id: Line | None = None
    """Model id as published, for example meta-llama/Llama-3.1-8B-Instruct."""
    revision: Line | None = None
    """Commit or tag of the published files."""
    config: Line | None = None
    """Path of a Hugging Face config.json, relative to the spec; it goes before the catalog."""
    parameters: Annotated[float, Field(ge=1000, le=1e14, examples=[8.03e9])] | None = None
    """Number of parameters, where the architecture is not known: sizes weights alone, no KV cache."""


class Rights(SpecModel):
    """What the buyer will do with the model; the licence must allow it."""

    use: Literal["commercial", "internal", "research"] | None = None
    """Kind of use."""
    monthly_active_users: Count | None = None
    """Users a month, for licences with a limit."""


class Runtime(SpecModel):
    """The inference engine and layout that the sizing reckons with: a basis of figures, no requirement."""

    name: Line | None = None
    """Engine, for example vllm."""
    version: Line | None = None
    """Release; text, so 0.10 is higher than 0.9."""
    tensor_parallel: Count | None = None
    """Accelerators that share each layer."""
    pipeline_parallel: Count | None = None
    """Groups of accelerators that hold consecutive layers."""
    memory_utilization: Annotated[float, Field(ge=0.05, le=1)] | None = None
    """Share of the visible memory that the engine may use."""
    max_model_length: Tokens | None = None
    """Longest sequence (input and output) that the engine accepts, in tokens."""
    max_batched_tokens: Tokens | None = None
    """Tokens that the engine processes in one step at most."""
    max_sequences: Count | None = None
    """Sequences in one step at most."""
    rope_scaling: RopeScaling | None = None
    adapters: Adapters | None = None
    draft: Draft | None = None


class Precision(SpecModel):
    """Number formats and the engine they are sized for."""

    weights: NumberFormatLevel | None = None
    """Number format of the weights."""
    kv_cache: CacheFormatLevel | None = None
    """Number format of the KV cache."""
    runtime: Runtime | None = None


class Length(SpecModel):
    """Tokens of a request: the distribution, not an average."""

    typical: Tokens | None = None
    """Median."""
    p95: Tokens | None = None
    """95th percentile."""
    max: Tokens | None = None
    """Longest that must work."""


class Context(SpecModel):
    """Length of requests. Describes the load; never a requirement by itself."""

    input: Length | None = None
    """Input tokens of a request."""
    output: Length | None = None
    """Output tokens of a request."""


class Concurrency(SpecModel):
    """Sequences in flight at the same moment, not users."""

    typical: Count | None = None
    """On an ordinary working day."""
    peak: Count | None = None
    """At the busiest moment; the accelerators must hold this many."""


class Load(SpecModel):
    """How requests arrive."""

    arrival: Literal["poisson", "constant"] | None = None
    """Pattern of arrivals under which service levels are judged."""
    peak: RequestRate | None = None
    """Request rate at the peak."""
    concurrency: Concurrency | None = None
    """Sequences in flight."""


class ServiceLevels(SpecModel):
    """Service levels, measured at the buyer's client under the stated load."""

    ttft_p50: DurationLevel | None = None
    """Time to first token, median, at most."""
    ttft_p95: DurationLevel | None = None
    """Time to first token, 95th percentile, at most."""
    ttft_p99: DurationLevel | None = None
    """Time to first token, 99th percentile, at most."""
    tpot_p50: DurationLevel | None = None
    """Time per output token, median, at most."""
    tpot_p95: DurationLevel | None = None
    """Time per output token, 95th percentile, at most."""
    tpot_p99: DurationLevel | None = None
    """Time per output token, 99th percentile, at most."""
    e2e_p50: DurationLevel | None = None
    """End-to-end latency, median, at most."""
    e2e_p95: DurationLevel | None = None
    """End-to-end latency, 95th percentile, at most."""
    e2e_p99: DurationLevel | None = None
    """End-to-end latency, 99th percentile, at most."""
    throughput: TokenRateLevel | None = None
    """Output tokens per second over all requests, at least."""
    availability: ShareLevel | None = None
    """Availability in every calendar month, at least."""


class Workload(SpecModel):
    """One workload: a model with its task, load and service levels."""

    task: Task
    model: Model | None = None
    rights: Rights | None = None
    precision: Precision | None = None
    context: Context | None = None
    load: Load | None = None
    slo: ServiceLevels | None = None


class Hardware(SpecModel):
    """A reference, printed as the neutral figures it stands for, 'or equivalent'."""

    reference: Line | None = None
    """Accelerator: catalog id or alias, for example H100-SXM-80GB."""
    count: Count | None = None
    """Accelerators of the layout to check (in each node, if nodes is given); never a requirement."""
    nodes: Count | None = None
    """Nodes of the layout to check."""


class DataResidency(SpecModel):
    """Where data may be. Storage, processing, backups, logs and remote support are separate questions."""

    personal_data: bool | None = None
    """Whether personal data are processed."""
    storage: RegionsLevel | None = None
    """Where data are stored."""
    processing: RegionsLevel | None = None
    """Where data are processed."""
    backups: RegionsLevel | None = None
    """Where backups are kept."""
    logs: RegionsLevel | None = None
    """Where logs are kept."""
    support_access: RegionsLevel | None = None
    """From where support may reach data or systems."""


class Copies(CountLevel):
    """Copies of each backup."""

    sites: RegionsLevel | None = None
    """Where the copies are."""
    encrypted: YesLevel | None = None
    """Whether the copies are encrypted."""


class Backup(SpecModel):
    """Backup and restore."""

    scope: ListLevel | None = None
    """What is backed up."""
    interval: DurationLevel | None = None
    """Time between two backups, at most."""
    rpo: DurationLevel | None = None
    """Recovery point objective: age of restored data, at most."""
    rto: DurationLevel | None = None
    """Recovery time objective: time to restored service, at most."""
    copies: Copies | None = None
    """Number of copies, at least."""
    retention: DurationLevel | None = None
    """How long each backup is kept, at least."""
    restore_test: IntervalNameLevel | None = None
    """How often a restore is tested."""


class Assumptions(SpecModel):
    """Choices behind the figures. They are printed, and are no requirements."""

    memory_margin: Share | None = None
    """Operating margin on accelerator memory; 15 % where nothing is given."""


class Spec(SpecModel):
    """One request: its procedure, its workloads and what holds for all of them."""

    schema_version: Annotated[Literal["pliego/v1"], Field(alias="schema")]
    """Version of this format."""
    rfq: Rfq
    workloads: Annotated[
        dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")], Workload], Field(min_length=1)
    ]
    """Workloads by name; the name begins the ids of their requirements."""
    hardware: Hardware | None = None
    data_residency: DataResidency | None = None
    backup: Backup | None = None
    clauses: dict[Line, TextLevel] | None = None
    """The buyer's own requirements by name; each gets an id and a row in every table."""
    internal: dict[str, Any] | None = None
    """Notes for the house: budget, decisions. Never reaches a document that leaves it."""
    assumptions: Assumptions | None = None
