"""What a request may not lack once it is issued: a load behind each latency, terms of processing, decisions.

A draft that lacks them is warned, since it is there to be completed.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.parsed import Whole
from pliego.spec.schema_walk import Visit, visits
from pliego.spec.source import Data

_LATENCIES: Final = ("ttft", "tpot", "first_audio", "e2e")
_OPEN: Final = re.compile(
    r"\b(?:TB[ACDR]|T[O]DO|F[I]XME|X{3})\b|\?{3}"
    r"|\b(?i:to be (?:determined|defined|confirmed|decided|announced|agreed)"
    r"|por (?:determinar|definir|confirmar|decidir)|pendientes? de (?:definir|determinar|confirmar|decidir)"
    r"|noch (?:offen|festzulegen|zu (?:klären|bestimmen|definieren)))\b"
)
"""Words by which a writer says that something is still to be decided, in the languages of documents."""


def check_completeness(data: Data) -> Iterator[Finding]:
    """Find what is missing, as a warning in a draft and as an error in a request that is issued.

    The form of the data is sound: what is missing in one that is not may be what is misspelt.
    """
    known = list(visits(data))
    whole = {visit.path: visit.value for visit in known}
    issued = whole.get(("rfq", "status")) == "issued"
    for finding in (*_without_load(whole), *_without_terms(whole)):
        yield Finding("P339", finding.path, {"what": finding.message}, finding.hint) if issued else finding
    if issued:
        yield from _open_points(known)


def _without_load(whole: Whole) -> Iterator[Finding]:
    """Yield workloads with a latency that no load belongs to."""
    for path, levels in whole.items():
        if len(path) != 3 or path[0] != "workloads" or path[2] != "slo" or not isinstance(levels, dict):
            continue
        load = whole.get((*path[:2], "load"))
        asked = [level for level in levels if level.rpartition("_p")[0] in _LATENCIES]
        if asked and not (isinstance(load, dict) and {"peak", "concurrency"} & set(load)):
            facts = {"levels": ", ".join(asked), "are": "is" if len(asked) == 1 else "are"}
            yield Finding("P337", path, facts, "add 'load' with 'peak', such as 4 req/s, or with 'concurrency'")


def _without_terms(whole: Whole) -> Iterator[Finding]:
    """Yield personal data without the terms on which they are processed."""
    residency = whole.get(("data_residency",))
    if not isinstance(residency, dict) or residency.get("processing_contract"):
        return
    if residency.get("personal_data") is True:
        hint = "add 'processing_contract' with role, contract and sub-processors"
        yield Finding("P336", ("data_residency", "personal_data"), hint=hint)


def _open_points(known: Iterable[Visit]) -> Iterator[Finding]:
    """Yield each text that says of something that it is not decided."""
    for visit in known:
        path: SpecPath = visit.path
        if isinstance(visit.value, str) and path[0] != "internal" and (found := _OPEN.search(visit.value)):
            yield Finding("P338", path, {"words": found[0]}, "write what is decided, or set 'status' to draft")
