"""The sums at the peak: needed, margin, to plan with; in one memory space and on each accelerator."""

from dataclasses import dataclass, replace
from typing import Final

from pliego.sizing.engine import MemoryShare
from pliego.sizing.estimates import Estimate, exact, larger, of_term, total
from pliego.sizing.overhead import Overhead
from pliego.sizing.terms import Alternative, Fact, Input, Source, Term


@dataclass(frozen=True, slots=True)
class Margin:
    """The operating margin as a share, and whether the buyer states it."""

    share: float
    given: bool

    def input(self) -> Input:
        """Return the margin as an input of a term."""
        path = ("assumptions", "memory_margin") if self.given else None
        return Input("v", "margin_share", self.share, "", path)

    def source(self) -> Source:
        """Return where the margin comes from."""
        if self.given:
            return Source("spec")
        return Source("assumption", message="memory_margin", facts=(Fact("n", round(100 * self.share)),))


@dataclass(frozen=True, slots=True)
class Limit:
    """What a share of the memory asks for: `inside` counts against it, `beside` is taken before it is reckoned.

    The terms behind both are None where there is nothing to sum.
    """

    share: MemoryShare
    beside: Estimate
    inside: Estimate
    beside_term: Term | None
    inside_term: Term | None

    @property
    def sums(self) -> tuple[Term, ...]:
        """The terms that are sums of their own."""
        return tuple(one for one in (self.beside_term, self.inside_term) if one and one.key in _SHARE_SUMS)

    @property
    def visible(self) -> Estimate:
        """The memory that an engine must see so that its share holds what counts against it."""
        return total((self.beside, self.inside.times(1 / self.share.value)))

    @property
    def formula(self) -> str:
        """What must be visible, in symbols."""
        beside = [self.beside_term.symbol] if self.beside_term else []
        return " + ".join([*beside, *([f"{self.inside_term.symbol} / u"] if self.inside_term else [])])


_SHARE_SUMS: Final = ("inside_budget", "beside_pool")


@dataclass(frozen=True, slots=True)
class Budget:
    """The sums for one accelerator: `required` must be visible.

    `required` is the plan, or with a limited share the larger of the plan and of the memory that `limit` asks for.
    """

    needed: Term
    margin: Term
    plan: Term
    required: Term
    limit: Limit | None = None

    @property
    def terms(self) -> tuple[Term, ...]:
        """All sums in order."""
        limited = (*self.limit.sums, self.required) if self.limit is not None else ()
        return self.needed, self.margin, self.plan, *limited

    @property
    def without_margin(self) -> Estimate:
        """What the accelerator must show to an engine if nothing is kept in reserve."""
        needed = of_term(self.needed)
        return needed if self.limit is None else larger(needed, self.limit.visible)

    def room(self, seen: float) -> float:
        """Return the bytes for a cache beside what is summed, on an accelerator that shows `seen` bytes."""
        left = seen - self.needed.value
        if self.limit is None:
            return left
        return min(left, self.limit.share.value * (seen - self.limit.beside.value) - self.limit.inside.value)


def budget(held: tuple[Term, ...], over: Overhead, margin: Margin, share: MemoryShare | None) -> Budget:
    """Return the sums over `held` (weights and, where known, KV cache) and the overhead.

    With a share u of the visible memory vLLM keeps weights, KV cache, activations and libraries inside u times
    the memory that it sees; graphs and the driver context have to fit into the rest. SGLang keeps weights and KV cache
    inside u times what is free before it loads them (`profile_max_num_token` of its model runner), TensorRT-LLM and TGI
    the KV cache alone inside u times what is free afterwards.
    """
    needed = _needed((*held, *over.terms))
    reserve = of_term(needed).times(margin.share)
    margin_term = Term(
        "margin",
        "M",
        round(reserve.value),
        "B",
        "v × S",
        (margin.input(), Input("S", "needed", needed.value, "B")),
        (margin.source(),),
        round(reserve.low),
        round(reserve.high),
        "chosen",
    )
    plan = _plan(needed, margin_term, margin)
    if share is None:
        return Budget(needed, margin_term, plan, plan)
    limit = share_limit(held, over, share)
    inputs = (
        *(Input(term.symbol, term.key, term.value, "B") for term in (limit.beside_term, limit.inside_term) if term),
        Input("u", "memory_utilization", share.value, "", share.path),
        Input("P", "plan", plan.value, "B"),
    )
    required = _bytes("visible_needed", "Q", larger(of_term(plan), limit.visible), f"max(P, {limit.formula})", inputs)
    if share.source is not None:
        required = replace(required, sources=(*required.sources, share.source))
    return Budget(needed, margin_term, plan, required, limit)


def share_limit(held: tuple[Term, ...], over: Overhead, share: MemoryShare) -> Limit:
    """Return what a share asks for, by what it is a share of."""
    cache = tuple(term for term in held if term.key == "kv_cache_peak")
    if share.of == "free after loading":
        beside = _sum_term("beside_pool", "J", _counted((*(one for one in held if one not in cache), *over.terms)))
        return Limit(share, of_term(beside), total(map(of_term, cache)), beside, cache[0] if cache else None)
    if share.of == "free before loading":
        inside = _sum_term("inside_budget", "I", _counted(held))
        runtime = next(term for term in over.terms if term.key == "runtime_outside")
        return Limit(share, of_term(runtime), of_term(inside), runtime, inside)
    inside = _sum_term("inside_budget", "I", (*_counted(held), *over.inside))
    return Limit(share, exact(0), of_term(inside), None, inside)


def _counted(terms: tuple[Term, ...]) -> tuple[tuple[Input, Estimate], ...]:
    return tuple((Input(term.symbol, term.key, term.value, "B"), of_term(term)) for term in terms)


def _sum_term(key: str, symbol: str, counted: tuple[tuple[Input, Estimate], ...]) -> Term:
    names = tuple(given for given, _ in counted)
    return _bytes(key, symbol, total(figure for _, figure in counted), " + ".join(one.symbol for one in names), names)


def alternative(accelerators: int, terms: tuple[Term, ...], sums: Budget, reserve: Term | None) -> Alternative | None:
    """Return one way to hold the workload; None where the driver's own reserve is not known."""
    if reserve is None:
        return None
    needed = sums.required
    inputs = (
        Input(needed.symbol, needed.key, needed.value, "B"),
        Input("r", reserve.key, reserve.value, "B"),
    )
    total_term = Term(
        "driver_total",
        "D",
        round(needed.value + reserve.value),
        "B",
        f"{needed.symbol} + r",
        inputs,
        reserve.sources,
        round(needed.value + reserve.low),
        round(needed.value + reserve.high),
        "measured",
    )
    return Alternative(accelerators, (*terms, *sums.terms), needed, total_term)


def _needed(parts: tuple[Term, ...]) -> Term:
    inputs = tuple(Input(term.symbol, term.key, term.value, "B") for term in parts)
    formula = " + ".join(term.symbol for term in parts)
    return _bytes("needed", "S", total(map(of_term, parts)), formula, inputs)


def _plan(needed: Term, margin: Term, choice: Margin) -> Term:
    inputs = (Input("S", needed.key, needed.value, "B"), Input("M", margin.key, margin.value, "B"))
    return _bytes("plan", "P", of_term(needed).times(1 + choice.share), "S + M", inputs)


def _bytes(key: str, symbol: str, figure: Estimate, formula: str, inputs: tuple[Input, ...]) -> Term:
    return Term(
        key,
        symbol,
        round(figure.value),
        "B",
        formula,
        inputs,
        (Source("arithmetic"),),
        round(figure.low),
        round(figure.high),
        "exact" if figure.low == figure.high else "sum",
    )
