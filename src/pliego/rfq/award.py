"""How quotes are compared: gates, the formula with its parameters, ties. And what the pilot before the award is."""

from collections.abc import Iterator

from pliego.document.model import Formula, Inline, Line, LineStyle, Section, SideRow, SideText, UserText
from pliego.evaluation.formulas import FORMULAS
from pliego.requirements.model import Requirement
from pliego.rfq.award_example import example_blocks, signs
from pliego.rfq.phrases import amount, counted, number, plain_number, say, when
from pliego.spec.models import Spec
from pliego.spec.sections.award import Evaluation, Pilot, QualityTask


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


def pilot_section(spec: Spec) -> Section | None:
    """Return the frame of the pilot, or None where the spec does not say."""
    pilot = spec.pilot
    if pilot is None:
        return None
    rows = tuple(_pilot_rows(pilot))
    if not rows:
        return None
    return Section(
        "pilot",
        say("pilot.title"),
        (SideText(rows),),
        lead=say("pilot.lead"),
        note=say("pilot.note"),
        same_page=True,
    )


def _pilot_rows(pilot: Pilot) -> Iterator[SideRow]:
    if pilot.period is not None:
        span = say("pilot.period.text", start=when(pilot.period.start), end=when(pilot.period.end))
        yield SideRow(say("pilot.period"), (Line(span),))
    if pilot.duration is not None:
        yield SideRow(say("pilot.duration"), (Line(say("pilot.duration.text", time=amount(pilot.duration))),))
    if pilot.windows is not None or pilot.confidence is not None:
        yield SideRow(say("pilot.measurement"), tuple(_measurement(pilot)))
    if pilot.retries is not None or pilot.cure_time is not None:
        yield SideRow(say("pilot.chances"), tuple(_chances(pilot)))
    if pilot.paid_by is not None:
        yield SideRow(say("pilot.cost"), (Line(say(f"pilot.paid_by.{pilot.paid_by}")),))
    if pilot.data is not None:
        yield SideRow(say("pilot.data"), tuple(_data(pilot)))
    for name, task in (pilot.quality_tasks or {}).items():
        label = UserText(name, ("pilot", "quality_tasks", name))
        yield SideRow(say("pilot.quality"), (Line(label, LineStyle.NAME), *_quality(name, task)))
    if pilot.existing_result is not None and pilot.existing_result != "none":
        result = UserText(pilot.existing_result, ("pilot", "existing_result"))
        yield SideRow(say("pilot.existing"), (Line(say("pilot.existing.text", result=result)),))


def _measurement(pilot: Pilot) -> Iterator[Line]:
    if pilot.windows is not None:
        yield Line(counted(pilot.windows, "pilot.windows"))
    if pilot.confidence is not None:
        yield Line(say("pilot.confidence", share=amount(pilot.confidence)))


def _chances(pilot: Pilot) -> Iterator[Line]:
    if pilot.retries == 0:
        yield Line(say("pilot.retries.none"))
    elif pilot.retries is not None:
        yield Line(counted(pilot.retries, "pilot.retries"))
    if pilot.cure_time is not None:
        yield Line(say("pilot.cure_time", time=amount(pilot.cure_time)))


def _data(pilot: Pilot) -> Iterator[Line]:
    data = pilot.data
    if data is None:
        return
    if data.description:
        yield Line(UserText(data.description, ("pilot", "data", "description")))
    yield Line(say(f"pilot.data.authorised.{'yes' if data.authorised else 'no'}"))
    yield Line(say(f"pilot.data.anonymised.{'yes' if data.anonymised else 'no'}"))


def _quality(name: str, task: QualityTask) -> Iterator[Line]:
    yield Line(UserText(task.metric, ("pilot", "quality_tasks", name, "metric")))
    if task.samples is not None:
        yield Line(say("pilot.quality.samples", n=number(task.samples)))
    if task.baseline is not None:
        yield Line(say("pilot.quality.baseline", value=plain_number(task.baseline)))
    if task.margin is not None:
        yield Line(say("pilot.quality.margin", share=amount(task.margin)))
