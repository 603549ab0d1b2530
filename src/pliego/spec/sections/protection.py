"""Where data may be, who may touch it, and how it is backed up."""

from pliego.spec.values import (
    CountLevel,
    DurationLevel,
    IntervalNameLevel,
    KeysLevel,
    ListLevel,
    RegionsLevel,
    RoleLevel,
    SpecModel,
    YesLevel,
)


class Processing(SpecModel):
    """Terms on which the provider processes personal data (GDPR, Article 28)."""

    role: RoleLevel | None = None
    """Role of the provider."""
    contract: YesLevel | None = None
    """Whether a processing contract is signed before any personal data is handed over."""
    sub_processors_listed: YesLevel | None = None
    """Whether all sub-processors are named with seat, purpose and place of processing."""
    sub_processor_notice: DurationLevel | None = None
    """How long before a new sub-processor starts the buyer is told, at least."""
    prompt_retention: DurationLevel | None = None
    """How long inputs and outputs are kept, at most."""
    log_retention: DurationLevel | None = None
    """How long logs that can hold personal data are kept, at most."""
    no_training: YesLevel | None = None
    """Whether training on the buyer's data, inputs and outputs is excluded."""
    breach_notice: DurationLevel | None = None
    """Time from learning of a breach of personal data to telling the buyer, at most."""


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
    keys: RegionsLevel | None = None
    """Where the keys of encryption are kept."""
    key_holder: KeysLevel | None = None
    """Who holds the keys of encryption."""
    jurisdiction: RegionsLevel | None = None
    """Seat of the provider and of the companies that control it: whose law can reach the data."""
    processing_contract: Processing | None = None


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
