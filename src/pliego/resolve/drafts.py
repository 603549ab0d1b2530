"""What drafts tokens ahead of a model: a model of the catalog, or layers beside it."""

from pliego.catalog.architecture import Architecture
from pliego.catalog.loading import Catalog
from pliego.findings import Finding, SpecPath
from pliego.resolve.hints import did_you_mean, same_but_for_typing
from pliego.resolve.model import Draft, FactSource
from pliego.spec.sections.runtime_parts import Draft as StatedDraft


def resolve_draft(
    stated: StatedDraft | None, catalog: Catalog, path: SpecPath, findings: list[Finding]
) -> Draft | None:
    """Return what drafts; None where nothing does, or what is named is not known, which is a finding."""
    if stated is None:
        return None
    weights = catalog.number_format(stated.weights) if stated.weights else None
    if (stated.model is None) == (stated.layers is None):
        findings.append(Finding("P441", path, {"found": "neither" if stated.model is None else "both"}))
        return None
    if stated.model is None:
        return Draft(layers=stated.layers or 0, weights=weights)
    row = catalog.model(stated.model)
    if row is None or not isinstance(row.reading, Architecture):
        hint = did_you_mean(stated.model, same_but_for_typing(stated.model, catalog.model_names()))
        findings.append(Finding("P442", (*path, "model"), {"name": stated.model}, hint))
        return None
    return Draft(row.reading, weights=weights, source=FactSource("catalog", f"{row.id}, config.json", row.as_of))
