"""Values that have broken programs before: extreme numbers, other types, texts that some reader acts on."""

import random
import re
from typing import Any, Final

NUMBERS: Final = (
    0, 1, -1, 2, 7, 10**6, 10**9, 2**31, 2**63, 10**30, 10**308, 0.0, -0.0, 0.1, 1e-9, 5e-324, 1e15, 1e30, 1.8e308,
    -1e308, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
WRITTEN: Final = (
    "0", "00", "1", "-1", "+1", "0.0001", "1e-9", "1e9", "1e30", "1e99", "1e400", "9" * 18, "9" * 40, "9" * 5000, "1_000",
    "1,5", "1.000.000", ".5", "5.", "0x10", "1:30", "NaN", "inf", "∞", "½", "１２", "٣", "1 000", "1\u00a0000",
)  # fmt: skip
TEXTS: Final = (
    "", " ", "~", "null", "yes", "8 GB", "1.5 TiB", "30 s", "400 ms", "0 s", "12 months", "99.9%", "100 %", "0.5",
    "1e400 s", "10 req/s", "0 req/s", "1 EUR", "2027-02-30", "2026-12-01", "0001-01-01", "9999-12-31", "10000-01-01",
    "2027-01-04T10:00:00+01:00", "2027-01-04 24:00 +99:99", "9999-12-31T23:59-12:00", "0001-01-01T00:00+14:00", "EU", "ES",
    "XX", "a\u0000b", "a\u001b[31mb", "a\u202eb\u202c", "\ud800", "\ufffe", "\ufffd\u200b\u2028", "e\u0301" * 40, "😀👩‍👩‍👧",
    "𝔸" * 300, "مرحبا", "ﬁ", "ß", "İı", "日本語", "\u00ad", "\ufeff", "x" * 301, "x" * 5000, "word " * 9000, "a\nb\n\nc",
    "a\r\nb", "${HOME}", "{{ 7 * 7 }}", "{% include 'x' %}", "%(name)s", "{name}", "../../etc/passwd", "file:///etc/passwd",
    "/dev/zero", "/", ".", "model", "<b>b</b>", "</td></table><script>1</script>", "# *a* | b", "```", "=1+1", "[](x)",
    "a|b|c", "\\", "&amp;", "-", "--", "A-B", "a.b", "x-own", "<<", "must",
)  # fmt: skip


def other_value(value: Any, chance: random.Random) -> Any:
    """Return a value of any type in its place."""
    ways = (
        lambda: None,
        lambda: chance.random() < 0.5,
        lambda: chance.choice(NUMBERS),
        lambda: chance.choice(WRITTEN),
        lambda: chance.choice(TEXTS),
        lambda: str(value),
        list,
        dict,
        lambda: [value],
        lambda: [value, value],
        lambda: [value] * (20 if isinstance(value, dict | list) else chance.choice((20, 2000))),
        lambda: {"must": value},
        lambda: {"prefer": {"value": value, "weight": chance.choice(NUMBERS)}, "from": value},
        lambda: {"": value},
        lambda: {str(value): value},
        lambda: list(value.values()) if isinstance(value, dict) else {"must": value, "prefer": value},
    )
    return chance.choice(ways)()


def extreme(value: Any, chance: random.Random) -> Any:
    """Return the same kind of value, far off: of a text with a number in it, the text with another number."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        scaled = value * chance.choice((0, -1, 2, 10, 1000, 10**6, 10**12, 1e-3, 1e-9))
        return chance.choice((scaled, chance.choice(NUMBERS)))
    if isinstance(value, str) and (number := re.search(r"[0-9]+(?:\.[0-9]+)?", value)):
        return value[: number.start()] + chance.choice(WRITTEN) + value[number.end() :]
    return other_text(value, chance) if isinstance(value, str) else chance.choice(NUMBERS)


def other_text(value: Any, chance: random.Random) -> str:
    """Return a text of signs that are seldom met, alone or with the value."""
    text = chance.choice(TEXTS)
    return chance.choice((text, f"{value}{text}", f"{text} {value}"))
