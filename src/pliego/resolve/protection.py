"""Residency, certificates and dated rules against the facts: sets that cannot both hold, transfers, terms of exit."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from pliego.catalog.facts import Regions
from pliego.catalog.legal import VERIFIED, Adequacy, DatedRule
from pliego.catalog.loading import Catalog
from pliego.findings import Finding, SpecPath
from pliego.resolve.law_dates import changes_of_law, contract_end
from pliego.resolve.residency import check_places, few
from pliego.spec.models import Spec
from pliego.spec.values import Level, RegionsLevel
from pliego.units import Quantity

_QUESTIONS: Final = ("storage", "processing", "backups", "logs", "support_access", "keys")
_DAY: Final = 86_400
_DAYS_IN_A_MONTH: Final = 31
"""The longest month: a notice of two months is no longer than 62 days."""

_THRESHOLDS: Final = (
    "procurement-threshold-central-supplies-services",
    "procurement-threshold-subcentral-supplies-services",
)


def expanded(codes: "list[str] | None", regions: Regions) -> frozenset[str]:
    """Return the countries that a list of codes and sets stands for, parts of EU states with own codes among them."""
    return frozenset[str]().union(*map(regions.reach, codes or ()))


def buyer_country(spec: Spec, regions: Regions) -> str | None:
    """Return the ISO code of the buyer's country, None where it is not stated; an unknown code stands for itself."""
    code = spec.rfq.buyer.country if spec.rfq.buyer else None
    return None if code is None else regions.aliases.get(code, code)


def check_protection(spec: Spec, catalog: Catalog) -> Iterator[Finding]:
    """Yield what facts say against residency, certificates, value and terms of exit."""
    yield from check_places(spec, catalog.regions)
    yield from _support(spec, catalog.regions)
    yield from _transfers(spec, catalog)
    yield from _certificates(spec, catalog)
    yield from _value(spec, catalog)
    yield from _exit(spec, catalog)
    yield from changes_of_law(spec, catalog)


def _must(level: RegionsLevel | None) -> list[str] | None:
    return level.must if level else None


def _support(spec: Spec, regions: Regions) -> Iterator[Finding]:
    residency = spec.data_residency
    access = _must(residency.support_access) if residency else None
    processing = _must(residency.processing) if residency else None
    if not access or not processing or not all(map(regions.knows, (*access, *processing))):
        return
    wider = expanded(access, regions) - expanded(processing, regions)
    if wider and not wider <= expanded(["EEA"], regions):
        facts = {"access": ", ".join(access), "processing": ", ".join(processing), "outside": few(wider)}
        yield Finding("P462", ("data_residency", "support_access"), facts)


def _transfers(spec: Spec, catalog: Catalog) -> Iterator[Finding]:
    """Find places outside the EEA to which personal data may go, with what they rest on."""
    residency = spec.data_residency
    buyer = buyer_country(spec, catalog.regions)
    eea = expanded(["EEA"], catalog.regions)
    if residency is None or residency.personal_data is not True or (buyer is not None and buyer not in eea):
        return
    told: set[str] = set()
    for question in _QUESTIONS:
        allowed = [code for code in _must(getattr(residency, question)) or () if catalog.regions.knows(code)]
        third = expanded(allowed, catalog.regions) - eea - told
        told |= third
        yield from _third_countries(third, question, catalog.adequacy, spec.rfq.issued)
        yield from _unsteady(third, question, catalog.adequacy, contract_end(spec))


def _third_countries(
    codes: frozenset[str], question: str, adequate: Mapping[str, Adequacy], issued: date
) -> Iterator[Finding]:
    path: SpecPath = ("data_residency", question)
    without = {code for code in codes if code not in adequate or _has_ended(adequate[code], issued)}
    if without:
        known = min(row.as_of for row in adequate.values())
        yield Finding("P463", path, {"places": few(without), "question": question, "as_of": known})
    for code in sorted(codes - without):
        row = adequate[code]
        if row.conditions:
            conditions = row.conditions.rstrip(".")
            facts = {"place": code, "conditions": conditions, "status": row.status, "as_of": row.as_of}
            yield Finding("P464", path, {**facts, "doubt": _doubt(row)})


def _doubt(row: Adequacy) -> str:
    return "" if row.grade == VERIFIED else ", unverified"


def _unsteady(
    codes: frozenset[str], question: str, adequate: Mapping[str, Adequacy], end: date | None
) -> Iterator[Finding]:
    """Find decisions that are under challenge, or that end before the contract does."""
    path: SpecPath = ("data_residency", question)
    for row in (adequate[code] for code in sorted(codes) if code in adequate):
        facts = {"place": row.code, "decision": row.decision, "as_of": row.as_of, "doubt": _doubt(row)}
        if row.status == "litigated":
            yield Finding("P478", path, {**facts, "note": (row.note or "").rstrip(".")})
        if row.expires is not None and end is not None and row.expires < end:
            yield Finding("P477", path, {**facts, "expires": str(row.expires), "end": str(end)})


def _has_ended(row: Adequacy, day: date) -> bool:
    return row.expires is not None and row.expires < day


def _certificates(spec: Spec, catalog: Catalog) -> Iterator[Finding]:
    level = spec.operation.certificates if spec.operation else None
    known = {name.casefold(): row for row in catalog.certificates for name in (row.id, row.name, *row.aliases)}
    for number, name in enumerate(level.must or () if level else ()):
        row = known.get(name.casefold())
        if row is not None and row.never_mandatory:
            facts = {"name": row.name, "status": row.status.replace("_", " "), "as_of": row.as_of}
            path: SpecPath = ("operation", "certificates", "must", number)
            yield Finding("P465", path, facts, "ask for it with 'prefer', or for another one")


def _value(spec: Spec, catalog: Catalog) -> Iterator[Finding]:
    """Compare the estimated value with the thresholds of European procurement, for a buyer in the EU."""
    value = spec.rfq.estimated_value
    buyer = buyer_country(spec, catalog.regions)
    if value is None or value.unit.symbol != "EUR" or buyer not in expanded(["EU"], catalog.regions):
        return
    rules = [catalog.dated_rules[name] for name in _THRESHOLDS]
    passed = [one for one in rules if one.holds_on(spec.rfq.issued) and value.value >= one.values["threshold"]]
    if passed:
        limits = " and ".join(f"{one.values['threshold']:,} EUR" for one in passed)
        facts = {"value": f"{value.value:,f} EUR", "limits": limits, "as_of": passed[0].as_of}
        yield Finding("P466", ("rfq", "estimated_value"), facts)


def _exit(spec: Spec, catalog: Catalog) -> Iterator[Finding]:
    """Compare the terms of exit with the Data Act, for a buyer in the EU."""
    leaving = spec.operation.exit if spec.operation else None
    buyer = buyer_country(spec, catalog.regions)
    if leaving is None or buyer not in expanded(["EU"], catalog.regions):
        return
    limits = (
        ("notice", "data-act-notice", "max_notice_months", _DAYS_IN_A_MONTH, "at most"),
        ("transition", "data-act-transition", "max_transition_calendar_days", 1, "at most"),
        ("retrieval", "data-act-retrieval", "min_retrieval_calendar_days", 1, "at least"),
    )
    start = spec.rfq.timetable.service_start if spec.rfq.timetable else None
    day = start.day if start else spec.rfq.issued
    for name, rule_id, key, days, sign in limits:
        rule = catalog.dated_rules[rule_id]
        stated = _duration(getattr(leaving, name))
        if stated is None or not rule.holds_on(day):
            continue
        limit = Decimal(rule.values[key]) * days * _DAY
        if (stated.base > limit) if sign == "at most" else (stated.base < limit):
            yield Finding("P467", ("operation", "exit", name), _limit_facts(stated, rule, key, sign))


def _duration(level: Level[Quantity] | None) -> Quantity | None:
    return level.must if level else None


def _limit_facts(stated: Quantity, rule: DatedRule, key: str, sign: str) -> dict[str, str]:
    unit = "months" if key.endswith("months") else "days"
    known = f"as of {rule.as_of}" if rule.grade == "V" else f"as of {rule.as_of}, unverified"
    return {"stated": str(stated), "limit": f"{sign} {rule.values[key]} {unit}", "known": known}
