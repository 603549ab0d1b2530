"""Number formats in a document: a name that a reader knows, and the term of the glossary that explains it."""

from typing import Final

from pliego.document.model import Code, Inline
from pliego.rfq.phrases import say

NAMED: Final = ("bf16", "fp16", "fp32", "fp8")
"""Formats with a name and a glossary term of their own; the others are printed as their identifiers."""

_FAMILIES: Final = (
    (("int8-bnb", "nf4", "fp4"), "bitsandbytes"),
    (("int8",), "int8"),
    (("int4",), "int4"),
    (("mxfp", "nvfp"), "microscaling"),
    (("fp8",), "fp8"),
)
"""What the identifiers of a family begin with; every other identifier is a type of GGUF files."""


def format_name(identifier: str) -> Inline:
    """Return the name of a number format."""
    return say(f"format.{identifier}") if identifier in NAMED else Code(identifier)


def format_term(identifier: str) -> str:
    """Return the glossary term that explains a number format."""
    if identifier in NAMED:
        return f"format_{identifier}"
    family = next((name for begins, name in _FAMILIES if identifier.startswith(begins)), "gguf")
    return f"format_{family}"
