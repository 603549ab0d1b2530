"""A file or standard input to a checked spec."""

import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from pliego.findings import Finding, Place, Severity, SpecPath, has_errors
from pliego.spec.reading import MOST_BYTES, read_source
from pliego.spec.source import Source

if TYPE_CHECKING:
    from pliego.spec.models import Spec

STDIN: Final = "-"
_UNNAMED: Final = "<stdin>"
MOST_FINDINGS: Final = 200


@dataclass(frozen=True, slots=True)
class Piped:
    """A spec on standard input, read and told of as the file of this name; none is read."""

    name: str


SpecName: TypeAlias = str | Path | Piped
"""The path of a spec, `-` for YAML on standard input, or standard input with a name of its own."""


@dataclass(frozen=True, slots=True)
class SpecReading:
    """A spec as read: its source, what is wrong with it, and the folder that its file names start from."""

    source: Source
    findings: tuple[Finding, ...]
    base: Path

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
    content = _content(STDIN if isinstance(name, Piped) else str(name))
    if isinstance(content, Finding):
        return SpecReading(Source(shown, is_file=shown != _UNNAMED), (content,), base)
    source, form_faults = read_source(shown, content)
    source = replace(source, is_file=shown != _UNNAMED)
    if source.data is None:
        return SpecReading(source, bounded(form_faults, source), base)
    from pliego.spec.schema_walk import as_meant  # noqa: PLC0415 (nothing to walk in a file that is no YAML)

    source = replace(source, data=as_meant(source.data, source.written))
    return SpecReading(source, bounded((*form_faults, *_checked(source)), source), base)


def _name_and_folder(name: SpecName) -> tuple[str, Path]:
    """Return how the file is called in findings, and the folder that file names in it start from."""
    if isinstance(name, Piped):
        return name.name, Path(name.name).parent
    return (_UNNAMED, Path()) if str(name) == STDIN else (str(name), Path(name).parent)


def bounded(findings: tuple[Finding, ...], source: Source) -> tuple[Finding, ...]:
    """Return at most `MOST_FINDINGS`, errors before warnings, then in the order of the file, and how many more.

    Nobody reads ten thousand faults, most of which have one cause.
    """
    more = len(findings) - MOST_FINDINGS
    if more <= 0:
        return findings
    weights = list(Severity)

    def rank(finding: Finding) -> tuple[int, Place]:
        return weights.index(finding.severity), source.place(finding) or Place(0, 0)

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


def _content(name: str) -> bytes | Finding:
    """Return the bytes, at most one more than are allowed, or say why there are none."""
    try:
        if name != STDIN:
            return _file_content(Path(name))
        if sys.stdin is None:
            return _unreadable("standard input is closed", "give the name of a file, or pipe a spec in")
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return _unreadable("there is no such file", _near_file(Path(name)))
    except IsADirectoryError:
        return _unreadable("it is a directory", f"name the file in it, such as {_file_in(Path(name))}")
    except (OSError, ValueError) as fault:  # ValueError: a NUL in the path
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        return _unreadable(reason.lower(), "check the path and its access rights")


def _file_content(path: Path) -> bytes | Finding:
    """Read a file, or a pipe that something writes to, as a shell gives it for `<(...)`.

    Opened without blocking: a named pipe that nothing writes to would keep the command waiting for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(descriptor, "rb", buffering=0) as opened:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
            return _unreadable("it is no file of text", "name a YAML or TOML file")
        beginning = opened.read(MOST_BYTES + 1)
        if beginning == b"" and stat.S_ISFIFO(mode):
            return _unreadable("it is a named pipe, and nothing writes to it", "name a file, or use - and a pipe")
        os.set_blocking(descriptor, True)
        return (beginning or b"") + _rest(opened, MOST_BYTES + 1 - len(beginning or b""))


def _rest(opened: RawIOBase, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := opened.read(most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _unreadable(reason: str, hint: str) -> Finding:
    return Finding("P101", facts={"reason": reason}, hint=hint)


def _file_in(folder: Path) -> Path:
    """Return the spec that lies in a folder, or how it would be called."""
    try:
        specs = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml", ".toml"))
    except OSError:
        specs = []
    return specs[0] if specs else folder / "spec.yaml"


def _near_file(path: Path) -> str:
    from difflib import get_close_matches  # noqa: PLC0415

    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if entry.is_file())[:1000]
    except OSError:
        return f"there is no folder {path.parent}"
    near = get_close_matches(path.name, names, n=1)
    return f"did you mean {path.parent / near[0]}?" if near else "`pliego new` writes a spec to start from"
