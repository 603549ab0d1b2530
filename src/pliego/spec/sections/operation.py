"""How the service is run: machines around the accelerators, people, security, and the end of the contract."""

from typing import Annotated, Literal

from pydantic import Field

from pliego.spec.values import (
    BandwidthLevel,
    CountLevel,
    DataLevel,
    DataRateLevel,
    DurationLevel,
    IntervalNameLevel,
    Line,
    LineLevel,
    ListLevel,
    ManagementLevel,
    MonitoringLevel,
    Name,
    NumberLevel,
    ShareLevel,
    SpecModel,
    SupportHoursLevel,
    SurvivalLevel,
    TenancyLevel,
    TextLevel,
    YesLevel,
)


class StorageTier(SpecModel):
    """One kind of storage."""

    kind: Literal["local-scratch", "block", "file", "object"]
    """How it is reached: in the machine, as a volume, as a shared file system, over an object interface."""
    purpose: Line | None = None
    """What it is for, in the buyer's words."""
    capacity: DataLevel | None = None
    """Usable capacity, at least."""
    read_rate: DataRateLevel | None = None
    """Rate of reading, at least."""
    write_rate: DataRateLevel | None = None
    """Rate of writing, at least."""
    survives: SurvivalLevel | None = None
    """What the data survives."""


class Network(SpecModel):
    """One network."""

    bandwidth: BandwidthLevel | None = None
    """Bandwidth of each machine, at least; of each accelerator in the compute network."""
    separate: YesLevel | None = None
    """Whether it is kept apart from the other networks and from other customers."""


class Networks(SpecModel):
    """Networks, each for its purpose."""

    compute: Network | None = None
    """Between the machines of one workload."""
    storage: Network | None = None
    """Between machines and storage."""
    management: Network | None = None
    """For administration."""
    internet: BandwidthLevel | None = None
    """Connection to the internet, at least."""
    private_connection: YesLevel | None = None
    """Whether a private connection to the buyer's network is offered."""


class Monitoring(SpecModel):
    """What the buyer can see."""

    figures: MonitoringLevel | None = None
    """Figures that the buyer can read."""
    interval: DurationLevel | None = None
    """Time between two values of a figure, at most."""
    export: YesLevel | None = None
    """Whether the figures can be exported into the buyer's own system through an open interface."""
    retention: DurationLevel | None = None
    """How long the figures are kept, at least."""


class Security(SpecModel):
    """Protection of systems."""

    tenancy: TenancyLevel | None = None
    """Who else uses the machines."""
    multi_factor: YesLevel | None = None
    """Whether administrators sign in with more than one factor."""
    roles: YesLevel | None = None
    """Whether rights are given by role, each as small as its task allows."""
    encryption_at_rest: YesLevel | None = None
    """Whether stored data is encrypted."""
    encryption_in_transit: YesLevel | None = None
    """Whether data on the network is encrypted."""
    environments_separated: YesLevel | None = None
    """Whether development and production are apart."""
    audit_log: YesLevel | None = None
    """Whether every administrative access is logged, and the buyer can read the log."""
    audit_log_retention: DurationLevel | None = None
    """How long that log is kept, at least."""
    incident_notice: DurationLevel | None = None
    """Time from learning of an incident to telling the buyer, at most."""
    penetration_test: IntervalNameLevel | None = None
    """How often an independent party tests the systems, the buyer being told the result."""


class Versions(SpecModel):
    """Driver, framework and inference engine."""

    driver: LineLevel | None = None
    """Driver release, at least."""
    framework: LineLevel | None = None
    """Framework release, at least."""
    runtime: LineLevel | None = None
    """Release of the inference engine, at least, such as `vLLM 0.17`."""
    pinned: YesLevel | None = None
    """Whether releases change only with the buyer's consent."""
    notice: DurationLevel | None = None
    """How long before a change the buyer is told, at least."""
    rollback: DurationLevel | None = None
    """Time to return to the release before, at most."""


class Maintenance(SpecModel):
    """Planned work on the service."""

    window: TextLevel | None = None
    """When planned work may take place, in the buyer's words."""
    notice: DurationLevel | None = None
    """How long before planned work the buyer is told, at least."""
    per_month: DurationLevel | None = None
    """Planned unavailability in a calendar month, at most."""


class Support(SpecModel):
    """People who answer."""

    hours: SupportHoursLevel | None = None
    """When support answers."""
    languages: ListLevel | None = None
    """Languages in which it answers."""
    response: DurationLevel | None = None
    """Time to a qualified answer to a report that the service is down, at most."""


class Credits(SpecModel):
    """What follows when a service level is missed."""

    automatic: YesLevel | None = None
    """Whether credits come without a claim."""
    cap: ShareLevel | None = None
    """Share of the month's charge up to which credits go, at least."""
    termination_after: CountLevel | None = None
    """Months with a missed level in a year after which the buyer can end the contract, at most."""


class Growth(SpecModel):
    """More of the same later."""

    capacity: ShareLevel | None = None
    """Additional capacity that can be ordered on the same terms, as a share of the first order, at least."""
    within: DurationLevel | None = None
    """Time from such an order to use, at most."""


class Exit(SpecModel):
    """The end of the contract."""

    notice: DurationLevel | None = None
    """Notice that the buyer has to give to leave, at most."""
    transition: DurationLevel | None = None
    """Time in which the provider carries the service over, at most."""
    retrieval: DurationLevel | None = None
    """How long data can be retrieved after the end, at least."""
    formats: ListLevel | None = None
    """Formats in which data, models and configuration are handed over."""
    no_charge: YesLevel | None = None
    """Whether retrieval and transfer at the end are free of charge."""
    deletion_certificate: YesLevel | None = None
    """Whether the provider certifies that everything has been deleted, backups included."""
    deletion_within: DurationLevel | None = None
    """Time from the end of retrieval to complete deletion, at most."""


class Sustainability(SpecModel):
    """Energy."""

    power_usage_effectiveness: NumberLevel | None = None
    """Energy of the data centre over that of its computers (PUE) as a mean of a year, at most."""
    renewable_energy: ShareLevel | None = None
    """Share of renewable energy in a year, at least."""
    energy_report: IntervalNameLevel | None = None
    """How often the energy used for the buyer is reported."""


class Operation(SpecModel):
    """How the service is run."""

    management: ManagementLevel | None = None
    """Up to which layer the provider runs the service."""
    access: ListLevel | None = None
    """Ways in which the buyer reaches the service, such as an OpenAI-compatible interface or SSH."""
    cpu_cores_per_accelerator: CountLevel | None = None
    """Physical CPU cores beside each accelerator, at least."""
    ram_per_accelerator: DataLevel | None = None
    """Main memory beside each accelerator, at least."""
    cpu_cores: CountLevel | None = None
    """Physical CPU cores of a machine without accelerators, at least."""
    ram: DataLevel | None = None
    """Main memory of a machine, at least."""
    storage: Annotated[dict[Name, StorageTier], Field(min_length=1)] | None = None
    """Storage by name."""
    networks: Networks | None = None
    monitoring: Monitoring | None = None
    security: Security | None = None
    versions: Versions | None = None
    maintenance: Maintenance | None = None
    support: Support | None = None
    credits: Credits | None = None
    replacement_time: DurationLevel | None = None
    """Time from the report of a broken machine to its replacement in service, at most."""
    lead_time: DurationLevel | None = None
    """Time from the order to use, at most."""
    growth: Growth | None = None
    certificates: ListLevel | None = None
    """Certificates or equivalent evidence, by catalog id (`pliego catalog certificates`) or name."""
    exit: Exit | None = None
    sustainability: Sustainability | None = None
