"""Reads the files that a spec builds on: inside its folder tree, one after the other, none twice."""

from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

from pliego.findings import Finding, has_errors
from pliego.spec.extension import DEEPEST, KEY, base_name, extended
from pliego.spec.reading import read_source
from pliego.spec.source import Source
from pliego.workflow.file_content import content_of

_ADVICE: Final = "name a YAML or TOML file in the folder of the spec or below it"


class _Refused(Exception):  # noqa: N818 (a state, told by its finding)
    """The spec cannot be extended; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


def with_bases(source: Source, folder: Path, file: Path) -> tuple[Source, tuple[Finding, ...], tuple[Path, ...]]:
    """Return the spec with all that it builds on, what is wrong with that, and the files that were read.

    `folder` is where the spec lies: nothing outside it is opened, whatever links lead there. A spec on standard input
    lies nowhere and builds on nothing.
    """
    if base_name(source.data) is None:
        return source, (), ()
    if not source.is_file:
        refused = _refused("", "a spec on standard input lies in no folder", "give the name of the spec's file")
        return source, (refused.finding,), ()
    chain = _Chain(folder, [file.resolve()])
    try:
        merged, findings = chain.of(source, folder)
    except _Refused as refusal:
        return source, (refusal.finding,), tuple(chain.files[1:])
    return merged, findings, tuple(chain.files[1:])


class _Chain:
    def __init__(self, root: Path, files: list[Path]) -> None:
        self._root = root.resolve()
        self.files = files

    def of(self, source: Source, folder: Path) -> tuple[Source, tuple[Finding, ...]]:
        """Return the source with its base and what that builds on, nearest first."""
        name = base_name(source.data)
        if name is None:
            return source, ()
        path = self._path(name, folder)
        if len(self.files) >= DEEPEST:
            raise _refused(name, f"more than {DEEPEST} files build on each other", "merge some of them into one")
        self.files.append(path.resolve())
        content = content_of(str(path))
        if isinstance(content, Finding):
            raise _refused(name, content.facts.get("reason", "it cannot be read"), _ADVICE)
        base, faults = read_source(str(path), content)
        told = tuple(replace(fault, file=str(path)) for fault in faults)
        if base.data is None or has_errors(faults):
            return replace(source, bases=(base,)), told
        whole, more = self.of(base, path.parent)
        return extended(source, whole), (*told, *more)

    def _path(self, name: str, folder: Path) -> Path:
        if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive or "\0" in name:
            raise _refused(name, "only a relative path is followed", _ADVICE)
        path = folder / name
        try:
            real = path.resolve()
            is_file = real.is_file()
        except (OSError, RuntimeError):
            raise _refused(name, "the path cannot be followed", _ADVICE) from None
        if not real.is_relative_to(self._root):
            raise _refused(name, "it lies outside the folder of the spec", _ADVICE)
        if real in self.files:
            raise _refused(name, "it builds on itself", "take `extends` out of one of the files")
        if not is_file:
            raise _refused(name, "there is no such file", _ADVICE)
        return path


def _refused(name: str, why: str, hint: str) -> _Refused:
    return _Refused(Finding("P125", (KEY,), {"file": name or KEY, "reason": why}, hint))
