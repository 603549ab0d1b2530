"""A file or standard input to a checked spec."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from pliego.findings import Finding, Place, Severity, SpecPath, has_errors
from pliego.spec.reading import read_source
from pliego.spec.source import Source
from pliego.workflow.file_content import STDIN, content_of

if TYPE_CHECKING:
    from pliego.spec.models import Spec

_UNNAMED: Final = "<stdin>"
MOST_FINDINGS: Final = 200
_EDITOR_SCHEMA: Final = re.compile(r"\A(?:[ \t]*#.*\n){0,20}?[ \t]*#.*?(?:\$schema=|#:schema )[ \t]*(\S+)")
"""The schema that an editor is told to check the spec with, in a comment at its beginning."""


@dataclass(frozen=True, slots=True)
class Piped:
    """A spec on standard input, read and told of as the file of this name; none is read."""

    name: str


SpecName: TypeAlias = str | Path | Piped
"""The path of a spec, `-` for YAML on standard input, or standard input with a name of its own."""


@dataclass(frozen=True, slots=True)
class SpecReading:
    """A spec as read: its source, what is wrong with it, and the folder that its file names start from.

    `file` is where its bytes came from, standard input as `/dev/stdin`; `bases` are the files that it builds on.
    """

    source: Source
    findings: tuple[Finding, ...]
    base: Path
    file: Path
    bases: tuple[Path, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """The spec and the files that it names: what is made of it must not take their place."""
        return (self.file, *self.bases, *(self.base / name for name in _named_files(self.source)))

    @property
    def sound(self) -> bool:
        """Whether no finding stops the work."""
        return not has_errors(self.findings)

    def spec(self) -> "Spec":
        """Build the typed spec of a sound reading.

        Raises:
            pydantic.ValidationError: the models refuse what schema and rules passed, a fault of pliego.

        """
        from pliego.spec.models import Spec  # noqa: PLC0415 (pydantic, not needed to find faults)

        return Spec.model_validate(self.source.data)


def read_spec(name: SpecName) -> SpecReading:
    """Read and check a spec: bytes, form, schema, rules.

    Raises nothing for a bad file: whatever is wrong is in the findings.
    """
    shown, base = _name_and_folder(name)
    file = Path("/dev/stdin" if shown == _UNNAMED or isinstance(name, Piped) else name)
    content = content_of(STDIN if isinstance(name, Piped) else str(name))
    if isinstance(content, Finding):
        return SpecReading(Source(shown, is_file=shown != _UNNAMED), (content,), base, file)
    source, form_faults = read_source(shown, content)
    source = replace(source, is_file=shown != _UNNAMED)
    if source.data is None:
        return SpecReading(source, bounded(form_faults, source), base, file)
    from pliego.spec.schema_walk import as_meant  # noqa: PLC0415 (nothing to walk in a file that is no YAML)
    from pliego.workflow.extending import with_bases  # noqa: PLC0415

    source, base_faults, bases = with_bases(source, base, file)
    faults = (*form_faults, *base_faults)
    if has_errors(base_faults):
        return SpecReading(source, bounded(faults, source), base, file, bases)
    source = replace(source, data=as_meant(source.data, source.written))
    return SpecReading(source, bounded((*faults, *_checked(source)), source), base, file, bases)


def _name_and_folder(name: SpecName) -> tuple[str, Path]:
    """Return how the file is called in findings, and the folder that file names in it start from."""
    if isinstance(name, Piped):
        return name.name, Path(name.name).parent
    return (_UNNAMED, Path()) if str(name) == STDIN else (str(name), Path(name).parent)


def _named_files(source: Source) -> Iterator[str]:
    """Yield the names of files in a spec: configurations of models, and the schema that its editor uses."""
    found = _EDITOR_SCHEMA.match(source.text)
    if found and "://" not in found[1]:
        yield found[1]
    look = source.data.get("look") if isinstance(source.data, dict) else None
    logo = look.get("logo") if isinstance(look, dict) else None
    if isinstance(logo, str):
        yield logo
    workloads = source.data.get("workloads") if isinstance(source.data, dict) else None
    for workload in workloads.values() if isinstance(workloads, dict) else ():
        model = workload.get("model") if isinstance(workload, dict) else None
        config = model.get("config") if isinstance(model, dict) else None
        if isinstance(config, str):
            yield config


def bounded(findings: tuple[Finding, ...], source: Source) -> tuple[Finding, ...]:
    """Return at most `MOST_FINDINGS`, errors before warnings, then in the order of the file, and how many more.

    Nobody reads ten thousand faults, most of which have one cause.
    """
    more = len(findings) - MOST_FINDINGS
    if more <= 0:
        return findings
    weights = list(Severity)

    def rank(finding: Finding) -> tuple[int, Place]:
        return weights.index(finding.severity), source.origin(finding).place(finding) or Place(0, 0)

    kept = sorted(findings, key=rank)[:MOST_FINDINGS]
    end = source.place_at(len(source.text))
    return (*kept, Finding("P119", facts={"count": f"{more:,}"}, hint="mend these first", place=end))


def _checked(source: Source) -> tuple[Finding, ...]:
    """Run the schema and the rules; a rule that repeats what the schema said of the same part is dropped."""
    from pliego.spec.completeness_rules import check_completeness  # noqa: PLC0415
    from pliego.spec.id_rules import check_ignored_names  # noqa: PLC0415
    from pliego.spec.rules import check_rules  # noqa: PLC0415
    from pliego.spec.validation import check_schema  # noqa: PLC0415 (jsonschema, 30 ms)
    from pliego.wording.brands import check_brands  # noqa: PLC0415
    from pliego.wording.requirement_texts import check_requirement_texts  # noqa: PLC0415

    of_schema = check_schema(source.data, source.form)
    told = _Told(of_schema)
    of_rules = [finding for finding in check_rules(source.data) if finding not in told]
    of_words = (*check_brands(source.data), *check_requirement_texts(source.data))
    missing = () if of_schema else tuple(check_completeness(source.data))
    return (*of_schema, *of_rules, *missing, *of_words, *check_ignored_names(source.offsets))


class _Told:
    """The places that the schema has spoken of: a finding at, above or below one of them is told already."""

    def __init__(self, of_schema: Iterable[Finding]) -> None:
        self._paths = {_faulty(finding) for finding in of_schema}
        self._above = {path[:length] for path in self._paths for length in range(len(path))}

    def __contains__(self, finding: Finding) -> bool:
        if finding.severity is not Severity.ERROR:
            return False
        path = finding.path
        return path in self._above or any(path[:length] in self._paths for length in range(len(path) + 1))


def _faulty(finding: Finding) -> SpecPath:
    """Return the path of what is at fault: of a missing key its own, not that of the part that lacks it."""
    return (*finding.path, finding.facts["key"]) if finding.code == "P201" else finding.path
