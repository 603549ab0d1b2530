"""Ids of requirements, from where they stand in the spec."""

import re
import unicodedata
from typing import Final

from pliego.findings import SpecPath

PREFERRED: Final = "PREFERRED"

WITHOUT_LEVEL: Final[tuple[SpecPath, ...]] = (("model",), ("rights", "use"))
"""Parts of a workload that become requirements though they take no level."""

FROM_SIZING: Final[tuple[SpecPath, ...]] = (("capacity", "sequences"), ("capacity", "context"), ("hardware", "memory"))
"""The closed list of requirements of a workload that come from its sizing, by the path of their ids."""

FROM_LICENCE: Final[tuple[SpecPath, ...]] = tuple(
    ("rights", kind) for kind in ("attribution", "use_limits", "licence_copies", "licensee", "derivative_name")
)
"""The closed list of requirements of a workload that come from the licence of its model, by the path of their ids."""

_LETTERS: Final = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
     "đ": "d", "Đ": "D", "þ": "th", "Þ": "TH", "ð": "d", "ı": "i"}
)  # fmt: skip


def requirement_id(path: SpecPath, *, preferred: bool = False) -> str:
    """Return the id of the requirement that stands at `path`.

    `("workloads", "assistant", "slo", "ttft_p95")` is `ASSISTANT-SLO-TTFT-P95`; everything that is no letter
    or digit becomes one hyphen, accents go, and the preferred one of a pair ends in `-PREFERRED`.
    """
    parts = path[1:] if path[:1] == ("workloads",) else path
    slugs = [slug for slug in map(id_part, parts) if slug]
    return "-".join([*slugs, PREFERRED] if preferred else slugs)


def id_part(name: str | int) -> str:
    """Return a name as it stands in an id: `two.dots (a)` as `TWO-DOTS-A`; empty without a Latin letter."""
    return re.sub(r"[^A-Z0-9]+", "-", without_accents(str(name)).upper()).strip("-")


def without_accents(text: str) -> str:
    """Return a text with plain letters in place of those with marks: `región` is `region`, `größe` is `grosse`."""
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
