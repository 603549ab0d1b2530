"""Licences of models: what their texts grant, under which conditions, and how well each fact is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

VERIFIED: Final = "V"
"""Grade of a fact that was read in the primary text; S is a secondary source, K general knowledge, C a conflict."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """A figure of the licensee from which the licence changes. `value` is None where the text names none.

    Attributes:
        quantity: `monthly_active_users`, `annual_revenue`, `monthly_revenue` or `business_model`.
        inclusive: the licence changes at the value, not only above it.
        business: the business that has to be done for the threshold to hold: `model_as_a_service`,
            `shared_instances_or_api`, `access_for_third_parties` or `competing_product`; None: every licensee.

    """

    quantity: str
    value: float | None
    currency: str | None
    consequence: str
    inclusive: bool = False
    business: str | None = None

    def is_passed(self, figure: float) -> bool:
        """Say whether the licence changes for a licensee of this size."""
        return self.value is not None and (figure >= self.value if self.inclusive else figure > self.value)


@dataclass(frozen=True, slots=True)
class Licence:
    """One licence text.

    Attributes:
        commercial_use: `yes`, `no`, `conditional` or `unknown`.
        territory_excluded: ISO codes, or `EU`; `territory_basis` says whose place counts: `licensee_domicile` or
            `place_of_use_and_output`.
        hosted_service: what a hosted service counts as: `yes` (distribution), `service_triggers_duties`,
            `separate_licence_for_hosting`, `no` or `unknown`.
        attribution: the words to be shown, in short; `attribution_where` is where.
        derivative_name_prefix: how the name of a derived model has to begin.
        use_restrictions: whether the text lists barred uses.
        internal_is_commercial: whether the text counts use inside a company as commercial.
        registration: whether the licensor is to be told before commercial use.
        passed_on: what goes on to recipients, such as `licence_text`.
        grade: how the text is known; `weak_fields` are the facts that are known less well than that.

    """

    id: str
    name: str
    aliases: tuple[str, ...]
    kind: str
    commercial_use: str
    thresholds: tuple[Threshold, ...]
    territory_excluded: tuple[str, ...]
    territory_basis: str | None
    hosted_service: str
    attribution: str | None
    attribution_where: tuple[str, ...]
    derivative_name_prefix: str | None
    use_restrictions: bool
    grade: str
    weak_fields: frozenset[str]
    as_of: str
    sources: tuple[str, ...]
    internal_is_commercial: bool = False
    registration: bool = False
    passed_on: tuple[str, ...] = ()

    def is_verified(self, field: str) -> bool:
        """Say whether a fact was read in the primary text."""
        return self.grade == VERIFIED and field not in self.weak_fields


@dataclass(frozen=True, slots=True)
class ModelLicence:
    """The licences that hold for a model: its own and those of the models it is made from, all at once.

    `conflict` says how sources differ on which licence it is; where all that they name are permissive there is none.
    """

    model: str
    licences: tuple[str, ...]
    inherits: tuple[str, ...]
    grade: str
    as_of: str
    territory_rule_applies: bool | None = None
    conflict: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """The ids of all licences that hold together."""
        return tuple(dict.fromkeys((*self.licences, *self.inherits)))


@dataclass(frozen=True, slots=True)
class Licences:
    """All licence texts, and the models by their id exactly as published."""

    texts: Mapping[str, Licence]
    models: Mapping[str, ModelLicence]
    as_of: str

    def of_model(self, name: str) -> ModelLicence | None:
        """Return the licences of the model with this id as written; None where it is not listed: a review is missing.

        An id is never led back to another one by its architecture.
        """
        return self.models.get(name)

    def texts_of(self, name: str) -> tuple[Licence, ...]:
        """Return all texts that hold for the model with this id as written; none where it is not listed."""
        found = self.of_model(name)
        return tuple(self.texts[one] for one in found.all if one in self.texts) if found else ()


def licences(texts: Mapping[str, Any], models: Mapping[str, Any]) -> Licences:
    """Type `licences.json` and `model_licences.json`. An alias of a model id stands for the entry it names."""
    known = {row["id"]: _licence(row) for row in texts["licences"]}
    listed = {row["id"]: _model(row) for row in models["models"]}
    listed |= {alias: listed[meant] for alias, meant in models["aliases"].items() if meant in listed}
    return Licences(known, listed, texts["as_of"])


def _licence(row: Mapping[str, Any]) -> Licence:
    where = row["attribution_where"]
    weak = {field for field, grade in row["field_grades"].items() if grade != VERIFIED}
    return Licence(
        id=row["id"],
        name=row["name"],
        aliases=tuple(row["aliases"]),
        kind=row["kind"],
        commercial_use=row["commercial_use"],
        thresholds=tuple(
            Threshold(
                one["quantity"],
                one["value"],
                one["currency"],
                one["consequence"],
                inclusive=one["operator"] == ">=",
                business=one.get("only_if"),
            )
            for one in row["thresholds"]
        ),
        territory_excluded=tuple(row["territory_excluded"]),
        territory_basis=row["territory_basis"],
        hosted_service=row["hosted_service"],
        attribution=row["attribution"],
        attribution_where=() if where is None else (where,) if isinstance(where, str) else tuple(where),
        derivative_name_prefix=row["derivative_name_prefix"],
        use_restrictions=bool(row["use_restrictions"]),
        grade=row["grade"],
        weak_fields=frozenset(weak),
        as_of=row["as_of"],
        sources=tuple(row["sources"]),
        internal_is_commercial=row.get("internal_is_commercial", False),
        registration=row["registration_required"],
        passed_on=tuple(row["passed_on"]),
    )


def _model(row: Mapping[str, Any]) -> ModelLicence:
    return ModelLicence(
        row["id"],
        tuple(row["licences"]),
        tuple(row.get("inherits", ())),
        row["grade"],
        row["as_of"],
        row.get("territory_rule_applies"),
        row["conflict"]["detail"] if row.get("conflict", {}).get("kind") == "disagreement" else None,
    )
