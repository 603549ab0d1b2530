"""Checks that need facts: what the catalog, the architecture and the layout say of a spec."""

from pathlib import Path

from pliego.findings import Finding
from pliego.spec.models import Spec
from pliego.workflow.composition import compose


def check_facts(spec: Spec, base: Path) -> tuple[Finding, ...]:
    """Return the findings of resolving, sizing and deriving; the spec's file names start from `base`."""
    return compose(spec, base).findings
