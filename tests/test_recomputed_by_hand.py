"""A reader of the annex recomputes every figure by hand, from the printed formula and the printed inputs alone."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Any, Final

import pytest

from pliego.document.model import Figure, Formula, Line, Listed, Message, Row, Table
from pliego.rfq.calculation import calculation_section
from pliego.sizing.terms import Term
from pliego.units import GB, GIB
from pliego.workflow.composition import Composition

EXAMPLES: Final = ("assistant", "service-70b", "minimal")
UNITS: Final = {"GiB": GIB, "GB": GB, "MiB": 2**20}
WORD: Final = "[A-Za-z0-9_λρ]"
FUNCTIONS: Final = {"max": max, "min": min, "ceil": ceil, "floor": floor, "sqrt": sqrt}


@dataclass(frozen=True)
class Printed:
    """A number as it stands in the annex: what was rounded away is at most `slack`."""

    value: float
    slack: float

    @classmethod
    def of(cls, figure: Figure) -> "Printed":
        size = UNITS.get(figure.unit, 1)
        return cls(round(figure.value, figure.digits) * size, 0.5 * 10**-figure.digits * size)


def evaluated(formula: str, values: Mapping[str, float]) -> float:
    """Evaluate a formula as printed: × − √ and squares, functions by name, symbols as given in `values`."""
    text = formula
    names = {}
    for number, symbol in enumerate(sorted(values, key=len, reverse=True)):
        names[f"v{number}_"] = values[symbol]
        text = re.sub(rf"(?<!{WORD}){re.escape(symbol)}(?![({WORD[1:]})", f" v{number}_ ", text)
    text = text.replace("×", "*").replace("−", "-").replace("²", "**2").replace("³", "**3")
    text = re.sub(r"√\s*([\w.]+)", r"sqrt(\1)", text).replace("√", "sqrt")
    left = set(re.findall(r"[^\W\d]\w*", text)) - set(names) - set(FUNCTIONS)
    assert not left, f"{formula}: {', '.join(sorted(left))} is not printed"
    return float(eval(text, {"__builtins__": {}}, {**FUNCTIONS, **names}))  # noqa: S307 (the test's own text)


def test_the_evaluator_reads_formulas_as_people_do() -> None:
    given = {"n": 4.0, "m": 10.0, "s": 3.0, "E(i)": 5.0, "E(i²)": 26.0, "N_e": 2.0, "N": 7.0}
    assert evaluated("max(n × m + 2 × s × √n, 1)", given) == 52
    assert evaluated("√(E(i²) − E(i)²)", given) == 1
    assert evaluated("(N_e + N) / 3", given) == 3
    with pytest.raises(AssertionError, match="unknown is not printed"):
        evaluated("unknown + 1", given)


@pytest.fixture(params=EXAMPLES)
def composition(example: Callable[[str], Composition], request: pytest.FixtureRequest) -> Composition:
    return example(request.param)


def test_every_figure_follows_from_what_is_printed_before_it(composition: Composition) -> None:
    checked = 0
    for tables in tables_of_workloads(composition):
        known: dict[str, Printed] = {}
        for table in tables:
            for row in (row for group in table.groups for row in group.rows):
                symbol, formula, value = read(row, table.name, known)
                low, high = reachable(formula, known)
                assert low - value.slack <= value.value <= high + value.slack, (formula, low, value, high)
                known[symbol] = value
                checked += 1
    assert checked or not any(workload.terms for workload in composition.sizing.workloads)


def tables_of_workloads(composition: Composition) -> Iterator[list[Table]]:
    """Yield the tables of quantities and of memory of each workload."""
    found: list[Table] = []
    for block in calculation_section(composition.sizing, by_name=True).blocks:
        if isinstance(block, Table) and block.name == "quantities":
            yield found
            found = []
        if isinstance(block, Table) and block.name in ("quantities", "memory"):
            found.append(block)
    yield found


def read(row: Row, table: str, known: dict[str, Printed]) -> tuple[str, str, Printed]:
    """Return symbol, formula and value of a row; its inputs become known, as they do to a reader."""
    names, formulas = row.cells[0], row.cells[1]
    symbol = text_of(names[0])
    formula = next((text_of(line) for line in formulas if isinstance(line.content, Formula)), symbol)
    for line in formulas:
        if isinstance(line.content, Listed):
            known.update(inputs_of(line.content))
    figure = row.cells[3 if table == "memory" else 2][0].content
    assert isinstance(figure, Figure)
    if table == "memory":
        return symbol, formula, Printed(round(figure.value, figure.digits) * GIB, 0.5 * 10**-figure.digits * GIB)
    return symbol, formula, Printed.of(figure)


def text_of(line: Line) -> str:
    assert isinstance(line.content, Formula)
    return line.content.text


def inputs_of(listed: Listed) -> Iterator[tuple[str, Printed]]:
    for item in listed.items:
        assert isinstance(item, Message)
        symbol, value = item.params["symbol"], item.params["value"]
        assert isinstance(symbol, Formula)
        assert isinstance(value, Figure)
        yield symbol.text, Printed.of(value)


def reachable(formula: str, known: Mapping[str, Printed]) -> tuple[float, float]:
    """Return between which values a formula lies while each input moves within its rounding, one at a time."""
    centre = evaluated(formula, {name: one.value for name, one in known.items()})
    spread = 0.0
    for moved in known:
        if moved not in formula:
            continue
        ends = []
        for sign in (-1, 1):
            values = {name: one.value + (sign * one.slack if name == moved else 0) for name, one in known.items()}
            ends.append(abs(evaluated(formula, values) - centre))
        spread += max(ends)
    return centre - spread, centre + spread


def all_terms(composition: Composition) -> Iterator[Term]:
    for workload in composition.sizing.workloads:
        yield from workload.terms
        for split in workload.splits:
            yield from split.terms
        for one in workload.alternatives:
            yield from (*one.terms, one.needed, one.driver_total)
        if workload.layout:
            yield workload.layout.needed


def test_every_term_is_the_value_of_its_formula(composition: Composition) -> None:
    """The unrounded inputs of each term give its value to a byte, a token or six digits."""
    for term in all_terms(composition):
        given: dict[str, Any] = {one.symbol: one.value for one in term.inputs}
        value = evaluated(term.formula, given)
        assert value == pytest.approx(term.value, rel=1e-5, abs=1), (term.key, term.formula, given)


KINDS: Final = (
    ("Qwen/Qwen3-30B-A3B", "bf16", "bf16", "vllm", "0.19"),
    ("deepseek-ai/DeepSeek-V3", "fp8-block", "bf16", "vllm", "0.21"),
    ("deepseek-ai/DeepSeek-V4-Flash", "bf16", "bf16", "vllm", "0.21"),
    ("openai/gpt-oss-20b", "mxfp4", "bf16", "vllm", "0.19"),
    ("google/gemma-3-27b-it", "int4-awq", "fp8", "vllm", "0.19"),
    ("Qwen/Qwen3-Next-80B-A3B-Instruct", "fp8", "fp8", "vllm", "0.19"),
    ("meta-llama/Llama-3.1-8B", "gguf-q4_k_m", "q8_0", "llama.cpp", "2026-03"),
    ("google/gemma-2-9b-it", "gguf-q6_k", "fp16", "llama.cpp", "2026-03"),
)
"""One of each kind of attention, of feed-forward network, of format and of engine."""


@pytest.mark.parametrize(("model", "weights", "cache", "engine", "version"), KINDS)
def test_every_kind_of_model_can_be_recomputed(
    chat: Callable[..., Composition], model: str, weights: str, cache: str, engine: str, version: str
) -> None:
    runtime = f'{{name: {engine}, version: "{version}"}}'
    composition = chat(
        f"model: {{id: {model}}}\n"
        f"precision: {{weights: {weights}, kv_cache: {cache}, runtime: {runtime}}}\n"
        "context: {input: {typical: 900, p95: 3000, max: 6000}, output: {typical: 200, p95: 600, max: 900}}\n"
        "load: {concurrency: {peak: 30}}\n"
    )
    assert composition.sizing.workloads[0].terms
    test_every_figure_follows_from_what_is_printed_before_it(composition)
    test_every_term_is_the_value_of_its_formula(composition)


def test_lengths_that_end_at_what_the_engine_accepts_can_be_recomputed(chat: Callable[..., Composition]) -> None:
    composition = chat(
        "model: {id: meta-llama/Llama-3.1-8B}\n"
        'precision: {weights: bf16, kv_cache: bf16, runtime: {name: vllm, version: "0.19", max_model_length: 8192}}\n'
        "context: {input: {typical: 1000, p95: 4000}, output: {typical: 100, p95: 4000}}\n"
        "load: {concurrency: {peak: 80}}\n"
    )
    tokens = composition.sizing.workloads[0].term("tokens_per_sequence")
    assert tokens is not None
    assert tokens.value < 4000
    test_every_figure_follows_from_what_is_printed_before_it(composition)
    test_every_term_is_the_value_of_its_formula(composition)


def test_without_the_load_the_splits_are_shown(chat: Callable[..., Composition]) -> None:
    composition = chat(
        "model: {id: meta-llama/Llama-3.1-70B}\nprecision: {weights: bf16, kv_cache: bf16}\n"
        "context: {input: {max: 8000}, output: {max: 192}}\n"
    )
    tables = {block.name: block for block in calculation_section(composition.sizing).blocks if isinstance(block, Table)}
    assert "alternatives" not in tables
    rows = [[cell[0].content for cell in row.cells] for group in tables["splits"].groups for row in group.rows]
    two = [content for content in rows[1] if isinstance(content, Figure)]
    assert two[0].value == pytest.approx(65.7, abs=0.05)
    assert two[1].value == 163_840
