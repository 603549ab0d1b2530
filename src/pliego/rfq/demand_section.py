"""Demand and service levels: what the service must carry and how well, workload by workload."""

from pliego.document.model import Block, Code, Section
from pliego.rfq.demand import demand_table
from pliego.rfq.memory_charts import memory_charts
from pliego.rfq.phrases import say
from pliego.rfq.service_levels import service_level_table
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec


def demand_section(spec: Spec, sizing: Sizing) -> Section | None:
    """Return demand, service levels and memory of each workload, None where nothing is stated."""
    blocks: list[Block] = []
    for (name, workload), sized in zip(spec.workloads.items(), sizing.workloads, strict=True):
        label = Code(name) if len(spec.workloads) > 1 else None
        blocks += [table for table in (demand_table(workload, label), service_level_table(workload, label)) if table]
        blocks += memory_charts(sized, label)
    if not blocks:
        return None
    return Section(
        "demand", say("demand.title"), tuple(blocks), lead=say("demand.lead"), note=say("demand.note"), same_page=True
    )
