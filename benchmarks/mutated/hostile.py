"""Specs made to cost as much as their size allows: long runs, many values, patterns that invite backtracking."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

MOST = 1_900_000
"""Bytes of the largest; a little below what is read at all."""

_HEAD = """\
schema: pliego/v1
rfq: {id: R-1, title: T, version: "1", language: en, issued: 2026-12-01}
workloads:
  chat:
    task: {kind: text-generation, mode: online}
    model: {id: meta-llama/Llama-3.1-8B-Instruct}
    precision: {weights: bf16, kv_cache: bf16}
    context: {input: {typical: 100, p95: 200, max: 300}, output: {typical: 100, p95: 200, max: 300}}
    load: {concurrency: {typical: 2, peak: 4}}
"""
_WORKLOAD = _HEAD[_HEAD.index("    task") :]


_SIGNS = {
    "digits": "9", "zeros": "0", "grouped digits": "'000", "blanks": " ", "letters": "a", "line ends": "\n",
    "letters on lines": "a\n", "quotes": "'", "brackets": "[", "braces": "{a: ", "dots": "a.", "escapes": "\\",
    "hyphens": "-a", "at signs": "@", "hashes": "#", "opening tags": "<a ", "bars": "| ", "percent signs": "%",
    "numbers of 4299 digits": "9" * 4299 + ", ", "tabs": "\t", "colons": "a: ", "commas": ",", "backquotes": "`",
}  # fmt: skip
_SIZES = (30_000, MOST)
_ENDS = {"{}": ("", ""), "{}, then others": ("", " x y\nz"), "1, {}, a letter": ("1", "x")}
_QUOTED_FRAMES = (
    ("title", ".yaml", _HEAD.replace("title: T", 'title: "RUN"')),
    ("number", ".yaml", _HEAD + 'hardware: {count: "RUN"}\n'),
    ("quantity", ".yaml", _HEAD + 'backup: {rpo: "RUN"}\n'),
    ("word", ".yaml", _HEAD + 'backup: {restore_test: "RUN"}\n'),
    ("deadline", ".yaml", _HEAD.replace("issued", 'timetable: {quotes_by: "RUN"}, issued')),
    ("clause", ".yaml", _HEAD + 'clauses: {a: "RUN"}\n'),
    ("key", ".toml", 'schema = "pliego/v1"\n[rfq]\n"RUN" = 1\n'),
)
_BARE_FRAMES = (
    ("bare value", ".yaml", "rfq: RUN\n"),
    ("bare value", ".toml", "rfq = RUN\n"),
    ("line", ".yaml", "RUN\n"),
    ("line", ".toml", "RUN\n"),
)


@dataclass(frozen=True, slots=True)
class Hostile:
    """A spec that is made when it is wanted: its name, its suffix and what makes its text."""

    name: str
    suffix: str
    make: Callable[[], str]


def hostile_specs() -> Iterator[Hostile]:
    """Yield all of them, always in the same order."""
    for size, (sign, run), (form, (before, after)) in product(_SIZES, _SIGNS.items(), _ENDS.items()):
        kind = form.format(f"{size:,} bytes of {sign}")
        for name, suffix, frame in (*_QUOTED_FRAMES, *_BARE_FRAMES):
            quoted = (name, suffix, frame) in _QUOTED_FRAMES
            make = partial(_framed, frame, run, size, (before, after), quoted=quoted)
            yield Hostile(f"{name}: {kind}", suffix, make)
    for name, suffix, text in _crowds():
        yield Hostile(name, suffix, partial(str, text))


def _framed(frame: str, run: str, size: int, ends: tuple[str, str], *, quoted: bool) -> str:
    text = ends[0] + run * (size // len(run)) + ends[1]
    if quoted:
        for sign, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
            text = text.replace(sign, escape)
    return frame.replace("RUN", text)


def _crowds() -> Iterator[tuple[str, str, str]]:
    """Yield specs with many parts of one kind."""
    for count in (300, 3_000, 30_000):
        clauses = "".join(f"  c-{number}: The provider does so.\n" for number in range(count))
        yield f"{count:,} clauses", ".yaml", f"{_HEAD}clauses:\n{clauses}"
        unknown = "".join(f"  concurency{number}: 1\n" for number in range(count))
        yield f"{count:,} unknown keys", ".yaml", f"{_HEAD}hardware:\n{unknown}"
        places = ", ".join(["ES"] * count)
        yield f"{count:,} places", ".yaml", f"{_HEAD}data_residency: {{storage: [{places}]}}\n"
        others = ", ".join(f"'thing {number}'" for number in range(count))
        yield f"{count:,} entries", ".yaml", f"{_HEAD}backup: {{scope: [{others}]}}\n"
        billing = ", ".join(["monthly"] * count)
        contract = f"contract: {{billing: [{billing}]}}, issued"
        yield f"{count:,} ways of billing", ".yaml", _HEAD.replace("issued", contract)
        tables = "".join(f"[a{number}.b.c]\nd = 1\n" for number in range(count))
        yield f"{count:,} tables", ".toml", tables
        yield f"{count:,} rows of tables", ".toml", "[[a]]\nb = 1\n" * count
        notes = "".join(f"  n{number}: {{a: [1, x]}}\n" for number in range(count))
        yield f"{count:,} notes", ".yaml", f"{_HEAD}internal:\n{notes}"
    for count in (29, 500, 5_000):
        workloads = "".join(f"  w-{number}:\n{_WORKLOAD}" for number in range(count))
        yield f"{count:,} workloads", ".yaml", _HEAD + workloads
    for size in (100, 2_000):
        repeated = "".join(f"  r{number}: *a\n" for number in range(size))
        yield f"{size:,} aliases", ".yaml", f"{_HEAD}internal:\n  a: &a [{'1, ' * size}]\n{repeated}"
    for clauses in (50, 500):
        text = "a\\n" * 999
        full = "".join(f'  c-{number}: "{text}"\n' for number in range(clauses))
        yield f"{clauses} clauses of 999 lines", ".yaml", f"{_HEAD}clauses:\n{full}"
        words = "word " * (3_500_000 // clauses // 5 // 2)
        full = "".join(f"  c-{number}: {words[:39_000]}\n" for number in range(clauses))
        yield f"{clauses} clauses of {len(words[:39_000])} characters", ".yaml", f"{_HEAD}clauses:\n{full}"
    for lines in (900, 15_000):
        text = "      a line\n" * lines + "\n" * (20_000 if lines > 900 else 0)
        yield f"a clause of {lines:,} lines", ".yaml", f"{_HEAD}clauses:\n  c: |\n{text}      end\n"
