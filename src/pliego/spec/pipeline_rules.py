"""Rules on pipelines: what a step is, and whether the steps leave the time that is promised from end to end."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from pliego.findings import Finding, SpecPath
from pliego.spec.parsed import Parsed, Whole, level_quantities
from pliego.spec.source import Data
from pliego.spec.task_rules import unknown_workload
from pliego.units import Quantity


def check_pipelines(whole: Whole, parsed: Parsed) -> Iterator[Finding]:
    """Find steps that are nothing or two things, and sums of times above the level from end to end."""
    pipelines = whole.get(("pipelines",))
    workloads = whole.get(("workloads",))
    names = list(workloads) if isinstance(workloads, dict) else []
    for name, pipeline in pipelines.items() if isinstance(pipelines, dict) else ():
        steps = pipeline.get("steps") if isinstance(pipeline, dict) else None
        if isinstance(steps, list):
            path: SpecPath = ("pipelines", name)
            for number, step in enumerate(steps):
                if isinstance(step, dict):
                    yield from _step((*path, "steps", number), step, names)
            yield from _sums(path, len(steps), parsed)


def _step(path: SpecPath, step: Mapping[str, Data], names: list[str]) -> Iterator[Finding]:
    of_ours, outside = step.get("workload"), step.get("external")
    if (of_ours is None) == (outside is None):
        found = "both" if of_ours is not None else "neither"
        hint = "name a workload of this spec, or a stage outside of it with 'external'"
        yield Finding("P324", path, {"found": found}, hint)
    if isinstance(of_ours, str) and of_ours not in names:
        yield unknown_workload((*path, "workload"), of_ours, names)


def _sums(path: SpecPath, steps: int, parsed: Parsed) -> Iterator[Finding]:
    """Compare the sums of budgets and of measured times with every level from end to end.

    Percentiles do not add: the sum of the steps' is an upper estimate, so that a sum that is too large is a warning,
    save where it is the buyer's own division of a limit.
    """
    for part, code in (("budget", "P325"), ("measured", "P326")):
        times = [parsed.get((*path, "steps", number, part)) for number in range(steps)]
        stated = [time for time in times if isinstance(time, Quantity)]
        total = sum((time.base for time in stated), Decimal())
        for percentile in ("p50", "p95", "p99"):
            for place, limit in level_quantities((*path, "slo", f"e2e_{percentile}"), parsed)[:1]:
                if stated and total > limit.base:
                    facts = {
                        "sum": f"{total.normalize():f} s",
                        "parts": " + ".join(map(str, stated)),
                        "limit": str(limit),
                        "level": f"e2e_{percentile}",
                    }
                    yield Finding(code, place, facts)
