"""A file or standard input to a checked spec."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pliego.findings import Finding, Severity, SpecPath, has_errors
from pliego.spec.reading import MOST_BYTES, read_source
from pliego.spec.source import Source

if TYPE_CHECKING:
    from pliego.spec.models import Spec

STDIN: Final = "-"


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


def read_spec(name: str | Path) -> SpecReading:
    """Read and check a spec: bytes, form, schema, rules. `name` is a path, or `-` for standard input.

    Raises nothing for a bad file: whatever is wrong is in the findings.
    """
    base = Path() if str(name) == STDIN else Path(name).parent
    shown = "<stdin>" if str(name) == STDIN else str(name)
    content = _content(name)
    if isinstance(content, Finding):
        return SpecReading(Source(shown), (content,), base)
    source, form_faults = read_source(shown, content)
    if source.data is None:
        return SpecReading(source, form_faults, base)
    from pliego.spec.schema_walk import as_meant  # noqa: PLC0415 (nothing to walk in a file that is no YAML)

    source = replace(source, data=as_meant(source.data, source.written))
    return SpecReading(source, (*form_faults, *_checked(source)), base)


def _checked(source: Source) -> tuple[Finding, ...]:
    """Run the schema and the rules; a rule that repeats what the schema said of the same part is dropped."""
    from pliego.spec.rules import check_rules  # noqa: PLC0415
    from pliego.spec.validation import check_schema  # noqa: PLC0415 (jsonschema, 30 ms)

    of_schema = check_schema(source.data)
    told = [finding.path for finding in of_schema]
    of_rules = [finding for finding in check_rules(source.data) if not _is_told(finding, told)]
    return (*of_schema, *of_rules)


def _is_told(finding: Finding, told: list[SpecPath]) -> bool:
    if finding.severity is not Severity.ERROR:
        return False
    path = finding.path
    return any(path[: len(other)] == other or other[: len(path)] == path for other in told)


def _content(name: str | Path) -> bytes | Finding:
    """Return the bytes, at most one more than are allowed, or say why there are none."""
    try:
        if str(name) == STDIN:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return _unreadable("there is no such file", _near_file(Path(name)))
    except IsADirectoryError:
        return _unreadable("it is a directory", f"name the file in it, such as {_file_in(Path(name))}")
    except (OSError, ValueError) as fault:  # ValueError: a NUL in the path
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        return _unreadable(reason.lower(), "check the path and its access rights")


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
