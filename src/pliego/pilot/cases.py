"""The cases of the pilot: which requirements each of them proves, and on how large a sample.

A percentile is judged from requests that are counted against it. The sample of a window is the smallest, in hundreds,
that permits 38 of them above the limit and still shows the percentile with the wanted confidence (exact binomial): a
service that is above it three fifths as often as allowed then passes 94 times in 100. Requests that wait for each other
are not independent, so several separate windows each have to pass.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pliego.requirements.model import LevelName, PilotCaseKind, Requirement
from pliego.spec.models import Spec
from pliego.statistics import fewest_trials

DEFAULT_WINDOWS: Final = 5
DEFAULT_CONFIDENCE: Final = 0.95

_PERMITTED: Final = 38
_STEP: Final = 100
_UNDER_LOAD: Final = (PilotCaseKind.ACCEPTANCE_LOAD, PilotCaseKind.END_TO_END)


@dataclass(frozen=True, slots=True)
class PilotCase:
    """One case.

    Attributes:
        id: number of the case, `PT-01` and on, in the order of the kinds.
        kind: what is done.
        subject: the workload or pipeline it is done with, None where it concerns the whole service.
        requirements: what it proves, mandatory ones first.
        windows: separate windows of measurement, None where the case is not measured in windows.
        requests: requests of each window at least, None where no percentile is judged.

    """

    id: str
    kind: PilotCaseKind
    subject: str | None
    requirements: tuple[Requirement, ...]
    windows: int | None = None
    requests: int | None = None

    @property
    def named(self) -> tuple[Requirement, ...]:
        """The requirements by which the case is known: of a pair on one spec path the mandatory one."""
        first = {one.path: one for one in reversed(self.requirements)}
        return tuple(one for one in self.requirements if first[one.path] is one)


def pilot_cases(spec: Spec, requirements: tuple[Requirement, ...]) -> tuple[PilotCase, ...]:
    """Return the cases that the requirements call for, one for each kind and workload."""
    proved: dict[tuple[PilotCaseKind, str | None], list[Requirement]] = {}
    for requirement in requirements:
        if requirement.pilot_case is not None:
            proved.setdefault((requirement.pilot_case, _subject(requirement)), []).append(requirement)
    kinds = list(PilotCaseKind)
    keys = sorted(proved, key=lambda key: kinds.index(key[0]))
    return tuple(_case(spec, number, key, proved[key]) for number, key in enumerate(keys, start=1))


def _case(spec: Spec, number: int, key: tuple[PilotCaseKind, str | None], requirements: list[Requirement]) -> PilotCase:
    kind, subject = key
    mandatory = [one for one in requirements if one.level is LevelName.MANDATORY]
    preferred = [one for one in requirements if one.level is LevelName.PREFERRED]
    windows = (spec.pilot.windows if spec.pilot else None) or DEFAULT_WINDOWS
    return PilotCase(
        f"PT-{number:02d}",
        kind,
        subject,
        (*mandatory, *preferred),
        windows if kind in _UNDER_LOAD else None,
        max(_requests(spec, requirements), default=None) if kind in _UNDER_LOAD else None,
    )


def _subject(requirement: Requirement) -> str | None:
    if requirement.path[0] == "pipelines":
        return str(requirement.path[1])
    return requirement.workload


def _requests(spec: Spec, requirements: list[Requirement]) -> Iterator[int]:
    """Yield the sample that each percentile needs."""
    stated = spec.pilot.confidence if spec.pilot else None
    confidence = float(stated.base) if stated else DEFAULT_CONFIDENCE
    for percentile in {one.facts["percentile"] for one in requirements if "percentile" in one.facts}:
        fewest = fewest_trials(_PERMITTED, 1 - int(str(percentile)) / 100, confidence)
        yield -(-fewest // _STEP) * _STEP
