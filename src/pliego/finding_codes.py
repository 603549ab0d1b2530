"""The finding codes: severity, message and advice. A code is never reused for another meaning.

P1xx reading the file · P2xx the schema · P3xx rules on the data · P4xx facts, sizing and layout ·
P5xx requirements and documents.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. `message` takes the finding's facts by name; `advice` is for docs/findings.md."""

    severity: str
    message: str
    advice: str


CODES: Final[dict[str, Code]] = {
    "P101": Code("error", "the file cannot be read: {reason}", "Check the path and the access rights."),
}
