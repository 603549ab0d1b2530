"""Requirements in the buyer's own words: one thing each, in words that can be checked."""

import re
from collections.abc import Iterator
from typing import Final

from pliego.findings import Finding
from pliego.spec.source import Data
from pliego.wording.own_texts import own_texts

_IMPERATIVE: Final = re.compile(
    r"\b(?:must|shall|(?:is|are) required to|has to|have to|deberá[ns]?|deben?|tienen? que|muss|müssen"
    r"|(?:ist|sind) verpflichtet)\b",
    re.IGNORECASE,
)
"""Words that bind, in the languages of documents: each begins a demand of its own."""

_VAGUE: Final = re.compile(
    r"\b(?:adequate(?:ly)?|appropriate(?:ly)?|fast|robust|state[- ]of[- ]the[- ]art|user[- ]friendly|flexible|scalable"
    r"|approximately|several|sufficient(?:ly)?|minimal|optimi[sz]e[ds]?|best[- ]effort|industry[- ]standard|and/or"
    r"|if necessary|as (?:\w+ as )?possible|where (?:possible|appropriate)"
    r"|adecuad[oa]s?|suficientes?|óptim[oa]s?|rápid[oa]s?|modern[oa]s?|similares|en su caso|preferiblemente"
    r"|a ser posible|si es posible|y/o"
    r"|angemessen(?:e[mnrs]?)?|ausreichend(?:e[mnrs]?)?|zeitnah(?:e[mnrs]?)?|möglichst|in der Regel"
    r"|moderne?[mnrs]?|marktüblich(?:e[mnrs]?)?|und/oder)\b"
    r"|\b(?:approx|etc|ggf|usw)\.",
    re.IGNORECASE,
)
"""Words that each bidder reads otherwise."""


def check_requirement_texts(data: Data) -> Iterator[Finding]:
    """Find requirements that ask for two things at once, and words that nobody can check."""
    for text in own_texts(data):
        if not text.level:
            continue
        demands = [found[0] for found in _IMPERATIVE.finditer(text.words)]
        if len(demands) > 1:
            facts = {"count": str(len(demands)), "words": _listed(demands)}
            yield Finding("P523", text.path, facts, "write each as a requirement of its own")
        if vague := [found[0] for found in _VAGUE.finditer(text.words)]:
            hint = "write a figure with its unit, or what has to be shown"
            yield Finding("P524", text.path, {"words": _listed(vague)}, hint)


def _listed(words: list[str]) -> str:
    return ", ".join(f"'{word}'" for word in dict.fromkeys(words))
