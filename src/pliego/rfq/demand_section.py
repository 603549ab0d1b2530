"""Demand and service levels: what the service must carry and how well, workload by workload."""

from pliego.document.model import Block, Code, Section
from pliego.rfq.demand import demand_table
from pliego.rfq.phrases import say
from pliego.rfq.service_levels import service_level_table
from pliego.spec.models import Spec


def demand_section(spec: Spec) -> Section | None:
    """Return the tables of demand and service levels of each workload, None where nothing is stated."""
    blocks: list[Block] = []
    for name, workload in spec.workloads.items():
        label = Code(name) if len(spec.workloads) > 1 else None
        blocks += [table for table in (demand_table(workload, label), service_level_table(workload, label)) if table]
    if not blocks:
        return None
    return Section(
        "demand", say("demand.title"), tuple(blocks), lead=say("demand.lead"), note=say("demand.note"), same_page=True
    )
