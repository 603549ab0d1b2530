"""The Spec: what the buyer writes, typed. Section names are the ones that buyers use.

Only what can become a requirement takes a level (`must`, `prefer`); everything else describes.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from pliego.spec.sections.award import Evaluation, Pilot
from pliego.spec.sections.data import Checkpoints, Dataset, Index
from pliego.spec.sections.load import Context, Load, ServiceLevels
from pliego.spec.sections.look import Look
from pliego.spec.sections.model import Model, Precision, Rights
from pliego.spec.sections.operation import Operation
from pliego.spec.sections.pipelines import Pipeline
from pliego.spec.sections.procedure import Rfq
from pliego.spec.sections.protection import Backup, DataResidency
from pliego.spec.sections.task import Task
from pliego.spec.values import Count, Line, Name, Share, SpecModel, Text, TextLevel


class Workload(SpecModel):
    """One workload: a model with its task, load and service levels."""

    task: Task
    model: Model | None = None
    rights: Rights | None = None
    precision: Precision | None = None
    context: Context | None = None
    load: Load | None = None
    slo: ServiceLevels | None = None
    index: Index | None = None
    data: Dataset | None = None
    checkpoints: Checkpoints | None = None


class Hardware(SpecModel):
    """A reference, printed as the neutral figures it stands for, 'or equivalent'."""

    reference: Line | None = None
    """Accelerator: catalog id or alias, for example H100-SXM-80GB."""
    count: Count | None = None
    """Accelerators of the layout to check (in each node, if nodes is given); never a requirement."""
    nodes: Count | None = None
    """Nodes of the layout to check."""


class Assumptions(SpecModel):
    """Choices behind the figures. They are printed, and are no requirements."""

    memory_margin: Share | None = None
    """Operating margin on accelerator memory; 15 % where nothing is given."""


class Spec(SpecModel):
    """One request: its procedure, its workloads and what holds for all of them."""

    schema_version: Annotated[Literal["pliego/v1"], Field(alias="schema")]
    """Version of this format."""
    rfq: Rfq
    workloads: Annotated[dict[Name, Workload], Field(min_length=1)]
    """Workloads by name; the name begins the ids of their requirements."""
    pipelines: dict[Name, Pipeline] | None = None
    """Levels from end to end over several steps, by name."""
    colocate: Annotated[list[Name], Field(min_length=2)] | None = None
    """Workloads that share machines; without it each has its own."""
    hardware: Hardware | None = None
    data_residency: DataResidency | None = None
    backup: Backup | None = None
    operation: Operation | None = None
    evaluation: Evaluation | None = None
    pilot: Pilot | None = None
    clauses: dict[Line, TextLevel] | None = None
    """The buyer's own requirements by name; each gets an id and a row in every table."""
    internal: dict[str, Any] | None = None
    """Notes for the house: budget, decisions. Never reaches a document that leaves it."""
    assumptions: Assumptions | None = None
    look: Look | None = None
    terms: dict[Line, Text] | None = None
    """The buyer's own entries of the glossary, by term."""
    extends: Annotated[Line, Field(examples=["org.yaml"])] | None = None
    """File in the folder of the spec, or below, that this one builds on; what the spec says goes before it."""
