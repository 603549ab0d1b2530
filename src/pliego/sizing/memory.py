"""The sums at the peak: needed, margin, to plan with; in one memory space and on each accelerator."""

from dataclasses import dataclass

from pliego.sizing.estimates import Estimate, of_term, total
from pliego.sizing.overhead import Overhead
from pliego.sizing.terms import Alternative, Input, Source, Term


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
        return Source("spec") if self.given else Source("assumption", "memory margin")


@dataclass(frozen=True, slots=True)
class Budget:
    """The sums for one accelerator: `inside` counts against a limited share, `required` must be visible.

    `required` is the plan, or with a limited share the larger of the plan and of the memory whose share
    holds `inside`.
    """

    needed: Term
    margin: Term
    plan: Term
    inside: Term | None
    required: Term

    @property
    def terms(self) -> tuple[Term, ...]:
        """All sums in order."""
        extra = (self.inside, self.required) if self.inside is not None else ()
        return self.needed, self.margin, self.plan, *extra

    @property
    def without_margin(self) -> Estimate:
        """What the accelerator must show to an engine if nothing is kept in reserve."""
        needed = of_term(self.needed)
        if self.inside is None:
            return needed
        utilization = next(one.value for one in self.required.inputs if one.key == "memory_utilization")
        limited = of_term(self.inside).times(1 / utilization)
        return Estimate(max(needed.value, limited.value), max(needed.low, limited.low), max(needed.high, limited.high))


def budget(held: tuple[Term, ...], over: Overhead, margin: Margin, utilization: float | None, workload: str) -> Budget:
    """Return the sums over `held` (weights and, where known, KV cache) and the overhead.

    With `memory_utilization` u the engine keeps weights, KV cache, activations and libraries inside u times
    the memory that it sees; graphs and the driver context have to fit into the rest.
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
    if utilization is None:
        return Budget(needed, margin_term, plan, None, plan)
    counted = [(Input(term.symbol, term.key, term.value, "B"), of_term(term)) for term in held]
    counted += over.inside
    inside = total(figure for _, figure in counted)
    names = tuple(given for given, _ in counted)
    inside_term = _bytes("inside_budget", "I", inside, " + ".join(given.symbol for given in names), names)
    limited = inside.times(1 / utilization)
    path = ("workloads", workload, "precision", "runtime", "memory_utilization")
    inputs = (
        Input("I", "inside_budget", inside_term.value, "B"),
        Input("u", "memory_utilization", utilization, "", path),
        Input("P", "plan", plan.value, "B"),
    )
    required = Estimate(max(plan.value, limited.value), max(plan.low, limited.low), max(plan.high, limited.high))
    return Budget(
        needed,
        margin_term,
        plan,
        inside_term,
        _bytes("visible_needed", "Q", required, "max(P, I / u)", inputs),
    )


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
