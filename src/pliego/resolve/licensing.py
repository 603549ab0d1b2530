"""What the licence of a model says of the use that the buyer has in mind, and the duties that follow from it.

Licences are looked up by the id as written. A model that is not listed is to be reviewed, never fine. All licences of a
derived model hold at once. Facts that were not read in the primary text are called unverified, and never refuse.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from pliego.catalog.licences import Licence, Licences, ModelLicence, Threshold
from pliego.findings import Finding, SpecPath
from pliego.resolve.model import Duty
from pliego.spec.sections.model import Rights

_NEAR: Final = 0.5
"""Share of a threshold from which it is worth a word."""

_GRAVE: Final = frozenset(
    {"separate_licence_required", "no_rights_without_separate_licence", "licence_ends_for_commercial_use"}
)
_CONSEQUENCES: Final = {
    "separate_licence_required": "a licence of the holder's own is needed",
    "no_rights_without_separate_licence": "no rights are granted without a licence of the holder's own",
    "licence_ends_for_commercial_use": "the licence ends for commercial use",
    "display_name_required": "the name of the model has to be shown in the user interface",
    "security_review_by_licensor_required": "the holder of the rights reviews security first",
}
_QUANTITIES: Final = {
    "monthly_active_users": "users a month",
    "annual_revenue": "of revenue a year",
    "monthly_revenue": "of revenue a month",
}
_PUBLIC: Final = frozenset({"website_or_docs", "user_interface", "public_statements_on_derivatives"})
"""Places of an attribution that readers see, unlike files beside copies."""


@dataclass(frozen=True, slots=True)
class Use:
    """The use that the buyer has in mind.

    `buyer` is the country of the buyer's seat, `users` the countries of the users, `hosts` those in which the model
    may run; `adapts` says whether a derived model is made.
    """

    rights: Rights | None
    buyer: str | None
    users: frozenset[str]
    hosts: frozenset[str]
    adapts: bool = False


def check_licences(
    model: str, use: Use, known: Licences, excluded: "dict[str, frozenset[str]]", path: SpecPath
) -> tuple[tuple[Finding, ...], tuple[Duty, ...]]:
    """Return what is wrong or worth knowing, and the duties; `excluded` expands names of sets such as EU."""
    of_model = known.of_model(model)
    if of_model is None and use.rights is None:
        return (), ()
    if of_model is None:
        facts = {"model": model}
        return (Finding("P458", (*path, "model", "id"), facts, "have the licence reviewed before issue"),), ()
    if use.rights is not None and use.rights.agreement is not None:
        return (), ()
    texts = [known.texts[one] for one in of_model.all if one in known.texts]
    if use.rights is None:
        return tuple(_conditions(texts, path)), ()
    findings: list[Finding] = []
    for text in texts:
        findings += _commercial(text, use.rights, path)
        findings += _thresholds(text, use.rights, path)
        findings += _territory(text, of_model, use, excluded, path)
        findings += _hosting(text, path)
    return tuple(findings), tuple(duty for text in texts for duty in _duties(text, use))


def _conditions(texts: Iterable[Licence], path: SpecPath) -> Iterator[Finding]:
    """Name the licences that have conditions, where the spec says nothing of the use."""
    for text in texts:
        if text.kind != "open-source":
            yield Finding("P468", (*path, "model", "id"), {"licence": text.name, "known": f"as of {text.as_of}"})


def _known(text: Licence, field: str) -> str:
    return f"as of {text.as_of}" if text.is_verified(field) else f"as of {text.as_of}, unverified"


def _commercial(text: Licence, rights: Rights, path: SpecPath) -> Iterator[Finding]:
    wanted = rights.use
    if text.commercial_use != "no" or wanted not in ("commercial", "internal"):
        return
    facts = {"licence": text.name, "known": _known(text, "commercial_use"), "use": wanted}
    grave = wanted == "commercial" and text.is_verified("commercial_use")
    hint = "choose another model, or agree a licence and name it in 'rights.agreement'"
    yield Finding("P450" if grave else "P451", (*path, "rights", "use"), facts, hint)


def _thresholds(text: Licence, rights: Rights, path: SpecPath) -> Iterator[Finding]:
    for one in text.thresholds:
        if one.value is None or one.quantity not in _QUANTITIES:
            continue
        limit = f"{one.value:,.0f} {one.currency or ''}".strip() + f" {_QUANTITIES[one.quantity]}"
        facts = {
            "licence": text.name,
            "limit": limit,
            "consequence": _CONSEQUENCES.get(one.consequence, one.consequence),
            "known": _known(text, "thresholds"),
        }
        stated = _stated(one, rights)
        if stated is None:
            yield Finding("P457", (*path, "rights"), facts, at_key=True)
            continue
        amount, place = stated
        share = float(amount) / one.value
        facts["stated"] = f"{amount:,.0f}"
        if share > 1:
            grave = one.consequence in _GRAVE and text.is_verified("thresholds")
            yield Finding("P454" if grave else "P455", (*path, "rights", place), facts)
        elif share >= _NEAR:
            yield Finding("P456", (*path, "rights", place), facts)


def _stated(threshold: Threshold, rights: Rights) -> tuple[Decimal, str] | None:
    """Return the buyer's figure for a threshold and its key; None where none is stated, or in another currency."""
    if threshold.quantity == "monthly_active_users":
        users = rights.monthly_active_users
        return None if users is None else (Decimal(users), "monthly_active_users")
    revenue = rights.annual_revenue
    if revenue is None or revenue.unit.symbol != threshold.currency:
        return None
    months = 12 if threshold.quantity == "monthly_revenue" else 1
    return revenue.value / months, "annual_revenue"


def _territory(
    text: Licence, of_model: ModelLicence, use: Use, excluded: "dict[str, frozenset[str]]", path: SpecPath
) -> Iterator[Finding]:
    """Find seats and places that a licence leaves out: of the buyer or the users, and of whoever hosts."""
    if not text.territory_excluded or of_model.territory_rule_applies is False:
        return
    out = frozenset[str]().union(*(excluded.get(code, frozenset((code,))) for code in text.territory_excluded))
    by_seat = text.territory_basis == "licensee_domicile"
    own = frozenset((use.buyer,)) if by_seat and use.buyer else use.users
    facts = {
        "licence": text.name,
        "territory": ", ".join(text.territory_excluded),
        "known": _known(text, "territory_excluded"),
        "who": "licensees with their seat" if by_seat else "use",
    }
    if own & out:
        facts["places"] = ", ".join(sorted(own & out))
        yield Finding("P452", (*path, "model", "id"), facts, "choose another model, or have Legal decide before issue")
    elif use.hosts and use.hosts <= out:
        facts["places"] = _first(sorted(use.hosts & out))
        yield Finding("P453", (*path, "model", "id"), facts)


def _first(codes: list[str]) -> str:
    return ", ".join(codes[:5]) + (f" and {len(codes) - 5} more" if len(codes) > 5 else "")


def _hosting(text: Licence, path: SpecPath) -> Iterator[Finding]:
    if text.hosted_service in ("yes", "separate_licence_for_hosting"):
        own = "needs a licence of its own" if text.hosted_service != "yes" else "counts as distribution"
        facts = {"licence": text.name, "counts": own, "known": _known(text, "hosted_service_counts_as_distribution")}
        yield Finding("P459", (*path, "model", "id"), facts)


def _duties(text: Licence, use: Use) -> Iterator[Duty]:
    """Yield what a licence asks of whoever offers or adapts the model."""
    if text.attribution and _PUBLIC & set(text.attribution_where) and "above threshold" not in text.attribution:
        yield Duty("attribution", text.name, text.as_of, text.is_verified("attribution"), text.attribution)
    if text.use_restrictions:
        yield Duty("use_limits", text.name, text.as_of, text.is_verified("use_restrictions_list"))
    if text.hosted_service in ("yes", "service_triggers_duties", "separate_licence_for_hosting"):
        yield Duty("licensee", text.name, text.as_of, text.is_verified("hosted_service_counts_as_distribution"))
    if use.adapts and text.derivative_name_prefix:
        verified = text.is_verified("derivative_name_prefix")
        yield Duty("derivative_name", text.name, text.as_of, verified, text.derivative_name_prefix)


def merged(duties: Iterable[Duty]) -> tuple[Duty, ...]:
    """Return one duty of each kind: of several licences the first, naming the others beside it."""
    found: dict[str, Duty] = {}
    for duty in duties:
        found.setdefault(duty.kind, duty)
    return tuple(found.values())
