"""How quotes are compared: gate, formula with its signs and figures, floor, ceiling and what decides a tie."""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from pliego.document.model import (
    Column,
    Formula,
    Group,
    Inline,
    Line,
    LineStyle,
    Listed,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
)
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.award_formulas import FORMULAS, AwardFormula
from pliego.rfq.phrases import amount, body, plain_number, say
from pliego.spec.models import Spec
from pliego.spec.sections.award import Evaluation

if TYPE_CHECKING:
    from pliego.units import Quantity

_OF_POINTS = ("Q", "Q_max", "Q_100", "Q_tot")


def evaluation_section(spec: Spec, requirements: tuple[Requirement, ...]) -> Section | None:
    """Return how the quotes are compared, None where the spec does not say it."""
    evaluation = spec.evaluation
    if evaluation is None:
        return None
    formula = FORMULAS[evaluation.formula]
    points = _points(requirements)
    return Section(
        "evaluation",
        say("evaluation.title"),
        (
            SideText(tuple(_procedure(evaluation, formula))),
            _signs_table(evaluation, formula, points),
            SideText(tuple(_rules(spec, evaluation, formula, points))),
        ),
        lead=say("evaluation.lead"),
        note=say("evaluation.note"),
        same_page=True,
    )


def _points(requirements: tuple[Requirement, ...]) -> Decimal:
    """Return the points that all preferred requirements give together."""
    scored = (one.scoring for one in requirements if one.level is LevelName.PREFERRED and one.scoring)
    return sum((Decimal(str(scoring.weight)) for scoring in scored), Decimal())


def _procedure(evaluation: Evaluation, formula: AwardFormula) -> Iterator[SideRow]:
    yield SideRow(say("evaluation.gate.label"), (Line(say("evaluation.gate")),))
    lines = [Line(say(f"evaluation.formula.{evaluation.formula}"))]
    lines += [Line(Formula(line), LineStyle.FORMULA) for line in formula.lines]
    yield SideRow(say("evaluation.formula.label"), tuple(lines))


def _signs_table(evaluation: Evaluation, formula: AwardFormula, points: Decimal) -> Table:
    columns = (
        Column(say("column.sign"), 43.5),
        Column(say("column.meaning"), 86.5),
        Column(say("column.value"), 40, numeric=True),
    )
    rows = tuple(
        Row(
            (
                (Line(Formula(sign), LineStyle.FORMULA),),
                body(say(f"sign.{sign}")),
                body(_figure(sign, evaluation, points) or say("slo.none")),
            )
        )
        for sign in formula.signs
    )
    return Table("signs", say("evaluation.signs"), columns, (Group(rows),))


def _figure(sign: str, evaluation: Evaluation, points: Decimal) -> Inline | None:
    """Return the figure that the request gives a sign; None for what only the quotes give."""
    shares = evaluation.shares
    if sign == "Q_tot":
        return plain_number(points) if points else None
    if sign == "S_max":
        return plain_number(shares.price.base * 100) if shares else None
    stated: dict[str, Quantity | None] = {
        "E": evaluation.euro_per_point,
        "w_P": shares.price if shares else None,
        "w_Q": shares.quality if shares else None,
        "B": evaluation.ceiling,
        "c": evaluation.corridor,
        "b_s": evaluation.saturation,
    }
    quantity = stated.get(sign)
    return amount(quantity) if quantity else None


def _rules(spec: Spec, evaluation: Evaluation, formula: AwardFormula, points: Decimal) -> Iterator[SideRow]:
    yield SideRow(say("evaluation.best.label"), tuple(_best(evaluation, formula)))
    if evaluation.shares:
        shares = evaluation.shares
        text = say("evaluation.shares", price=amount(shares.price), quality=amount(shares.quality))
        yield SideRow(say("evaluation.shares.label"), (Line(text),))
    if evaluation.minimum_quality:
        text = say("evaluation.floor", share=amount(evaluation.minimum_quality))
        yield SideRow(say("evaluation.floor.label"), (Line(text),))
    if evaluation.ceiling:
        text = say("evaluation.ceiling", price=amount(evaluation.ceiling))
        yield SideRow(say("evaluation.ceiling.label"), (Line(text),))
    if evaluation.tie_break:
        yield SideRow(say("evaluation.tie.label"), (Line(say(f"evaluation.tie.{evaluation.tie_break}")),))
    if spec.rfq.options:
        yield SideRow(say("scope.options.label"), (Line(say("evaluation.options")),))
    if missing := tuple(_missing(evaluation, formula, points)):
        text = say("evaluation.open", topics=Listed(missing))
        yield SideRow(say("unspecified.label"), (Line(text),))


def _best(evaluation: Evaluation, formula: AwardFormula) -> Iterator[Line]:
    """Yield what wins, and whether the other quotes play a part in the figure of one."""
    if formula.decides == "corridor":
        deciding = evaluation.tie_break if evaluation.tie_break in ("price", "quality") else "open"
        yield Line(say(f"evaluation.corridor.{deciding}"))
    else:
        sign = formula.lines[0].partition(" ")[0] if formula.decides == "lowest" else _total_sign(formula)
        yield Line(say(f"evaluation.best.{formula.decides}", sign=Formula(sign)))
    yield Line(say("evaluation.relative" if formula.relative else "evaluation.independent"), LineStyle.QUIET)


def _total_sign(formula: AwardFormula) -> str:
    """Return the sign of the total: of the line that adds up, or of the only one."""
    names = [line.partition(" ")[0] for line in formula.lines]
    return "S" if "S" in names else names[0]


def _missing(evaluation: Evaluation, formula: AwardFormula, points: Decimal) -> Iterator[Inline]:
    for name in formula.needs:
        if getattr(evaluation, name, None) is None:
            yield say(f"evaluation.open.{name}")
    if not points and any(sign in _OF_POINTS for sign in formula.signs):
        yield say("evaluation.open.points")
