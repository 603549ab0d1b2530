"""The request for quotation: Spec, facts, Sizing and requirements composed into one document value."""

from pliego.catalog.facts import Regions, RegionSet
from pliego.document.model import Document, Logo, Section, UserText
from pliego.requirements.model import Requirement
from pliego.resolve.model import Resolved
from pliego.rfq.answer import answer_section
from pliego.rfq.award import evaluation_section
from pliego.rfq.calculation import calculation_section
from pliego.rfq.cover import build_cover
from pliego.rfq.demand_section import demand_section
from pliego.rfq.glossary import glossary_section
from pliego.rfq.load_profile import load_profile_section
from pliego.rfq.operation import operation_section
from pliego.rfq.phrases import say
from pliego.rfq.pilot import pilot_section
from pliego.rfq.pipelines import pipeline_section
from pliego.rfq.prices import price_section
from pliego.rfq.protection import backup_section, residency_section
from pliego.rfq.representation import representation_section
from pliego.rfq.requirement_tables import mandatory_section, preferred_section, response_section
from pliego.rfq.short import short_sections
from pliego.rfq.signature import signature_section
from pliego.rfq.sources import sources_section
from pliego.rfq.thresholds import Names
from pliego.rfq.workloads import workload_section
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec


def build_request(
    spec: Spec,
    resolved: Resolved,
    sizing: Sizing,
    requirements: tuple[Requirement, ...],
    regions: Regions,
    language: str,
    logo: Logo | None = None,
) -> Document:
    """Return the request for quotation in `language`; a section with nothing to say is left out."""
    names = _place_names(regions)
    short = spec.rfq.profile == "short"
    sections = (
        short_sections(spec, requirements, names)
        if short
        else _full_sections(spec, resolved, sizing, requirements, names)
    )
    rfq = spec.rfq
    return Document(
        kind=say("document.rfq"),
        language=language,
        user_language=rfq.language,
        reference=UserText(rfq.id, ("rfq", "id")),
        title=UserText(rfq.title, ("rfq", "title")),
        version=UserText(rfq.version, ("rfq", "version")),
        draft=rfq.status == "draft",
        issued=rfq.issued,
        author=UserText(rfq.buyer.name if rfq.buyer else "", ("rfq", "buyer", "name")),
        cover=build_cover(spec, sizing, requirements, names, logo),
        sections=sections,
        short=short,
        accent=spec.look.accent.lower() if spec.look and spec.look.accent else None,
    )


def _full_sections(
    spec: Spec, resolved: Resolved, sizing: Sizing, requirements: tuple[Requirement, ...], names: Names
) -> tuple[Section, ...]:
    sets = tuple(place for place in resolved.regions.values() if isinstance(place, RegionSet))
    labels = spec.look.labels if spec.look else None
    sections: tuple[Section | None, ...] = (
        answer_section(spec, requirements),
        workload_section(spec, resolved, sizing),
        demand_section(spec, sizing),
        pipeline_section(spec),
        mandatory_section(requirements, names, labels),
        preferred_section(requirements, names, labels),
        representation_section(spec, resolved, requirements, names),
        residency_section(spec, names, sets),
        backup_section(spec, names),
        operation_section(spec),
        pilot_section(spec, requirements, names),
        price_section(spec),
        evaluation_section(spec, requirements),
        signature_section(spec),
        calculation_section(sizing)
        if any(one.terms or one.machine or one.missing for one in sizing.workloads)
        else None,
        load_profile_section(spec, resolved),
        response_section(requirements, names, labels),
        glossary_section(spec, sizing, requirements),
        sources_section(sizing, resolved),
    )
    return tuple(section for section in sections if section is not None)


def _place_names(regions: Regions) -> Names:
    """Return the names of countries and sets in each language, by every code that a spec may use."""
    names = {code: country.names for code, country in regions.countries.items()}
    names |= {code: region_set.names for code, region_set in regions.sets.items()}
    aliases = {code: names[meant] for code, meant in regions.aliases.items() if meant in names}
    return {**names, **aliases}
