"""How points grow with an offer: the line of one preferred requirement, with an example on it."""

from decimal import Decimal

from pliego.document.charts import Curve, Curves, Spot, Stroke
from pliego.document.model import Chart, Code, Column, Inline, Row
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.phrases import amount, body, plain_number, say
from pliego.units import Quantity


def points_chart(requirements: tuple[Requirement, ...]) -> Chart | None:
    """Return the line of the heaviest requirement whose points grow, None where none grows between two quantities."""
    growing = [
        (one.scoring.weight, one.scoring.start, one.threshold.value, one.id)
        for one in requirements
        if one.level is LevelName.PREFERRED and one.scoring is not None
    ]
    lines = [
        (weight, start, target, id_)
        for weight, start, target, id_ in growing
        if isinstance(start, Quantity) and isinstance(target, Quantity) and start.base != target.base
    ]
    return _chart(*max(lines, key=lambda line: line[0])) if lines else None


def _chart(weight: float, start: Quantity, target: Quantity, requirement: str) -> Chart:
    """Return the line from `start`, where points begin, to `target`, with an offer half way between them."""
    unit = start.unit
    first, last = start.value, target.base / unit.size
    offered = Quantity((first + last) / 2, unit)
    low, high = sorted((float(first), float(last)))
    beyond = (high - low) / 2
    begin, end = max(0.0, low - beyond), high + beyond
    if unit.dimension == "share":
        end = min(end, max(high, 100 / float(unit.size * 100)))
    before, after = (0.0, weight) if last > first else (weight, 0.0)
    half = plain_number(Decimal(str(weight)) / 2)
    drawing = Curves(
        say("chart.points.x", unit=Code(unit.symbol)),
        say("chart.points.y"),
        end,
        weight * 1.2,
        (
            Curve(
                say("chart.points.curve"), ((begin, before), (low, before), (high, after), (end, after)), Stroke.SOLID
            ),
        ),
        (),
        Spot(say("chart.points.spot", offered=amount(offered), points=half), float(offered.value), weight / 2),
        begin,
    )
    columns = (Column(say("column.value_offered"), 85, numeric=True), Column(say("chart.points.y"), 85, numeric=True))
    rows = tuple(
        Row((body(amount(value)), body(plain_number(earned))))
        for value, earned in ((start, 0.0), (offered, Decimal(str(weight)) / 2), (target, weight))
    )
    values: dict[str, Inline] = {"start": amount(start), "target": amount(target), "weight": plain_number(weight)}
    sentence = say("chart.points.sentence", id=Code(requirement), offered=amount(offered), points=half, **values)
    return Chart("points_curve", say("chart.points.title"), sentence, drawing, columns, rows, say("chart.points.note"))
