"""`pliego size`: the sizing of a spec as text, Markdown or JSON."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pliego.findings import Finding, has_errors
from pliego.rfq.calculation import calculation_section
from pliego.sizing.remedies import UNFIT
from pliego.sizing.terms import Sizing
from pliego.workflow.composition import compose
from pliego.workflow.reading import SpecName, SpecReading, read_spec

SIZING_FORMATS: Final = ("text", "json", "md")


@dataclass(frozen=True, slots=True)
class SizedSpec:
    """What a sizing found and its text; None where a finding stops the work before there are figures."""

    reading: SpecReading
    text: str | None = None


def size_spec(name: SpecName, kind: str) -> SizedSpec:
    """Size a spec (`name`: a path, or `-`) and write the sizing as `text`, `json` or `md`, in English."""
    reading = read_spec(name)
    if not reading.sound:
        return SizedSpec(reading)
    composition = compose(reading.spec(), reading.base)
    reading = replace(reading, findings=(*reading.findings, *composition.findings))
    if not shows_figures(reading.findings):
        return SizedSpec(reading)
    return SizedSpec(reading, write_sizing(composition.sizing, kind))


def shows_figures(findings: Iterable[Finding]) -> bool:
    """Say whether figures are worth showing: also where the only errors are that a layout does not hold."""
    return not has_errors(finding for finding in findings if finding.code not in UNFIT)


def write_sizing(sizing: Sizing, kind: str) -> str:
    """Return a sizing as text, Markdown or JSON."""
    if kind == "json":
        from pliego.render.json_files import SIZING_FORMAT, write_json  # noqa: PLC0415

        return write_json(SIZING_FORMAT, sizing=sizing)
    from pliego.render.localised import localise_section  # noqa: PLC0415
    from pliego.render.markdown import write_markdown_section  # noqa: PLC0415
    from pliego.render.plain_text import write_text_section  # noqa: PLC0415

    section = localise_section(calculation_section(sizing, by_name=True), "en")
    return write_markdown_section(section) if kind == "md" else write_text_section(section)
