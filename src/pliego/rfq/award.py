"""How quotes are compared: gates, the formula with its parameters, ties."""

from collections.abc import Iterator

from pliego.document.model import Formula, Inline, Line, LineStyle, Section, SideRow, SideText
from pliego.evaluation.formulas import FORMULAS
from pliego.requirements.model import Requirement
from pliego.rfq.award_example import example_blocks, signs
from pliego.rfq.phrases import amount, say
from pliego.spec.models import Spec
from pliego.spec.sections.award import Evaluation


def evaluation_section(spec: Spec, requirements: tuple[Requirement, ...]) -> Section | None:
    """Return how quotes are compared, with an example, or None where the spec does not say."""
    evaluation = spec.evaluation
    if evaluation is None:
        return None
    return Section(
        "evaluation",
        say("evaluation.title"),
        (SideText(tuple(_evaluation_rows(evaluation))), *example_blocks(evaluation, requirements)),
        lead=say("evaluation.lead"),
        note=say("evaluation.note"),
        same_page=True,
    )


def _evaluation_rows(evaluation: Evaluation) -> Iterator[SideRow]:
    formulas = tuple(Line(Formula(text), LineStyle.FORMULA) for text in FORMULAS[evaluation.formula].lines)
    meaning = Line(say(f"formula.{evaluation.formula}", **_parameters(evaluation)))
    yield SideRow(say("evaluation.formula"), (*formulas, meaning))
    if evaluation.ceiling is not None:
        yield SideRow(
            say("evaluation.ceiling"), (Line(say("evaluation.ceiling.text", price=amount(evaluation.ceiling))),)
        )
    if evaluation.minimum_quality is not None:
        least = say("evaluation.minimum.text", share=amount(evaluation.minimum_quality))
        yield SideRow(say("evaluation.minimum"), (Line(least),))
    if evaluation.tie_break is not None:
        yield SideRow(say("evaluation.tie"), (Line(say(f"tie_break.{evaluation.tie_break}")),))
    low = [Line(say("evaluation.low.text"))]
    if evaluation.abnormally_low is not None:
        low.append(Line(say(f"evaluation.low.{evaluation.abnormally_low}")))
    yield SideRow(say("evaluation.low"), tuple(low))


def _parameters(evaluation: Evaluation) -> dict[str, Inline]:
    """Return the values that the sentence of a formula names."""
    shares = evaluation.shares
    values = {
        "e": evaluation.euro_per_point,
        "price": shares.price if shares else None,
        "quality": shares.quality if shares else None,
        "s": evaluation.corridor or evaluation.saturation,
    }
    named = {name: amount(value) for name, value in values.items() if value is not None}
    return {**signs(), **named}
