"""Days on which European law changes within the term of a contract. Not legal advice.

A rule is told, never required; a proposal is no law and is not told at all.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from pliego.catalog.legal import VERIFIED, DatedRule
from pliego.catalog.loading import Catalog
from pliego.findings import Finding
from pliego.spec.models import Spec


def contract_end(spec: Spec) -> date | None:
    """Return the day on which the contract ends, None where its start or its length is not stated."""
    start = spec.rfq.timetable.service_start if spec.rfq.timetable else None
    term = spec.rfq.contract.term if spec.rfq.contract else None
    if start is None or term is None:
        return None
    months = start.day.year * 12 + start.day.month - 1 + int(term.base)
    year, month = months // 12, months % 12 + 1
    if year > date.max.year:
        return date.max
    return date(year, month, min(start.day.day, monthrange(year, month)[1]))


def changes_of_law(spec: Spec, catalog: Catalog) -> Iterator[Finding]:
    """Yield the days within the contract on which rules begin that concern what the spec states, for a buyer in the EU.

    The exit is under the rules on switching, personal data under those on processors.
    """
    buyer = spec.rfq.buyer.country if spec.rfq.buyer else None
    union = catalog.regions.reach("EU")
    start = spec.rfq.timetable.service_start if spec.rfq.timetable else None
    end = contract_end(spec)
    if buyer is None or start is None or end is None or catalog.regions.reach(buyer).isdisjoint(union):
        return
    stated = {
        "data_processing_service": spec.operation is not None and spec.operation.exit is not None,
        "processor": spec.data_residency is not None and spec.data_residency.personal_data is True,
    }
    together: dict[tuple[date, str], list[DatedRule]] = {}
    for rule in catalog.dated_rules.values():
        begins = rule.start
        if begins is not None and start.day < begins <= end and rule.holds_on(begins) and stated.get(rule.applies):
            together.setdefault((begins, rule.act), []).append(rule)
    for (day, act), rules in sorted(together.items(), key=lambda item: item[0]):
        facts = {"first": start.day.isoformat(), "last": end.isoformat(), "day": day.isoformat(), "act": act}
        yield Finding("P479", ("rfq", "timetable", "service_start"), {**facts, **_told(rules)})


def _told(rules: list[DatedRule]) -> dict[str, str]:
    return {
        "statement": " ".join(rule.statement for rule in rules).rstrip("."),
        "rules": ", ".join(rule.id for rule in rules),
        "as_of": min(rule.as_of for rule in rules),
        "doubt": "" if all(rule.grade == VERIFIED for rule in rules) else ", unverified",
    }
