"""Values that nobody means and somebody will write: extreme, hostile, nearly right."""

import re
from random import Random
from typing import Any

NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2**31, 2**63, 2**64, 10**18, 10**30, 10**299, -(10**299), 0.0, -0.0, 1e-9, 1e-300, 5e-324, 1e300,
    1.7976931348623157e308, float("inf"), float("nan"), 0.1, 99.999999999, 1e15, 999_999_999, 1_000_000_000,
    100_000_000, True, False,
)  # fmt: skip
QUANTITIES = (
    "0 s", "1e99 s", "1e-99 s", "99999999999999999999 d", "0.0000000001 ms", "100 %", "100.0000001 %", "0 %",
    "1e99 %", "-1 s", "1 parsec", "1e99 tok/s", "1e99 req/s", "1e-99 req/s", "0 req/s", "1e99 months", "999999 months",
    "1,5 s", "1.5s", "800  ms", "1 week", "9" * 400 + " s", "0." + "0" * 400 + "1 s", "1e999 s",
)  # fmt: skip
DATES = (
    "0001-01-01", "9999-12-31", "9999-12-31 23:59 -23:59", "0001-01-01 00:00 +23:59", "2026-02-30", "2026-12-01T00:00Z",
    "2026-12-01 24:00 +01:00", "2026-12-01 23:59:60Z", "-2026-12-01", "12026-12-01",
)  # fmt: skip
TEXTS = (
    "", " ", "\t", "\n", "\r\n", "null", "~", "NO", "on", "1_000", "0x10", "0o17", "010", ".inf", "=", "<<", "*a", "&a",
    "!!python/object:os.system", "{{ 7*7 }}", "{% for x in y %}", "<script>alert(1)</script>", "](javascript:x)",
    "%s%n{0}{x}", "\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e", "\ufeff", "\ufffe", "\ud7ff",
    "e\u0301" * 50, "\u200d" * 50, "\U0001f468\u200d\U0001f469", "\u0600\u0601", "ﷺ", "语言", "Ⅷ", "१२३",
    "/etc/passwd", "..", ".", "/dev/zero", "/dev/stdin", "a" * 299 + "é", "[" * 100, "#", "|", "`", "|---|", "\\",
    "x" * 301, "x y " * 12_000, "line\n" * 6_000, "word " * 8_000, "-" * 39_000, "H100", "EEA", "bf16", "vllm",
)  # fmt: skip
MODELS = ("meta-llama/Llama-3.1-8B-Instruct", "Qwen/Qwen2.5-7B-Instruct", "mistralai/Mixtral-8x7B-v0.1")


def any_value(chance: Random, depth: int = 0) -> Any:
    """Return a value of any kind, of which most are scalars."""
    if chance.random() < 0.8:
        kinds: tuple[tuple[Any, ...], ...] = (NUMBERS, NUMBERS, QUANTITIES, DATES, MODELS, TEXTS, TEXTS, TEXTS, (None,))
        return chance.choice(chance.choice(kinds))
    parts = [any_value(chance, depth + 1) for _ in range(chance.randrange(4) if depth < 4 else 0)]
    if chance.random() < 0.5:
        return parts
    return {chance.choice(("must", "prefer", "value", "from", "weight", "x-a", "a b")): part for part in parts}


def scalar_near(chance: Random, value: Any) -> Any:
    """Return what a slip of the hand or of the unit makes of a scalar; of what is none, the value itself."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return number_near(chance, value)
    if isinstance(value, str):
        quantity = re.fullmatch(r"([0-9.]+)( .*)", value)
        if quantity:
            return f"{number_near(chance, float(quantity[1])):.10g}{quantity[2]}"
        place = chance.randrange(len(value) + 1)
        return value[:place] + chance.choice(TEXTS)[:300] + value[place:]
    return value


def number_near(chance: Random, number: float) -> Any:
    """Return a number that a slip of the hand or of the unit makes of another."""
    factor = chance.choice((0, -1, 0.5, 2, 10, 1000, 1024, 1e6, 1e9, 1e-3, 1e-9))
    if isinstance(number, int) and chance.random() < 0.7:
        return int(number * int(factor or 0)) + chance.choice((-1, 0, 1))
    return number * factor
