"""The finding codes: severity, message and advice. A code is never reused for another meaning.

P1xx reading the file · P2xx the schema · P3xx rules on the data · P4xx facts, sizing and layout ·
P5xx requirements and documents.
"""

from typing import Final

from pliego.finding_codes.code import Code
from pliego.finding_codes.document import DOCUMENT
from pliego.finding_codes.facts import FACTS
from pliego.finding_codes.layout import LAYOUT
from pliego.finding_codes.reading import READING
from pliego.finding_codes.rules import RULES
from pliego.finding_codes.schema import SCHEMA

CODES: Final[dict[str, Code]] = {**READING, **SCHEMA, **RULES, **FACTS, **LAYOUT, **DOCUMENT}

__all__ = ["CODES", "Code"]
