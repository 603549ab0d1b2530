"""The shape of a finding code."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. `message` takes the finding's facts by name; `advice` is for docs/findings.md.

    `of_machine` marks what is wrong with the machine, not with the spec: it has no place in the file.
    """

    severity: str
    message: str
    advice: str
    of_machine: bool = False
