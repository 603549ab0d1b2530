"""The timetable as a line: from the issue to the start of the service, in proportion."""

from collections.abc import Iterator
from datetime import timedelta

from pliego.document.charts import Moment, Timeline
from pliego.document.inline import Inline, Listed, When
from pliego.document.model import Chart, Column, Row
from pliego.rfq.phrases import body, say, when
from pliego.spec.models import Spec

_FEWEST = 3
_STEPS = ("questions_by", "answers_by", "quotes_by", "award_by", "service_start")


def timetable_chart(spec: Spec) -> Chart | None:
    """Return the chart, None where fewer than three days are stated."""
    moments = sorted(_moments(spec), key=lambda moment: moment.day)
    if len(moments) < _FEWEST or moments[0].day == moments[-1].day:
        return None
    columns = (Column(say("column.date"), 60), Column(say("column.timetable_step"), 110))
    rows = tuple(Row((body(moment.text), body(moment.title))) for moment in moments)
    steps = tuple(say("timetable.line", step=moment.title, date=moment.text) for moment in moments)
    sentence = say("chart.timetable.sentence", steps=Listed(steps, "semicolon"))
    return Chart("timetable", say("chart.timetable.title"), sentence, Timeline(tuple(moments)), columns, rows)


def _moments(spec: Spec) -> Iterator[Moment]:
    timetable = spec.rfq.timetable
    yield Moment(spec.rfq.issued, say("timetable.issued"), When(spec.rfq.issued, short=True))
    for name in _STEPS:
        moment = getattr(timetable, name) if timetable else None
        if moment is not None:
            title = say(f"timetable.{name}")
            yield Moment(moment.day, title, when(moment, short=True), deadline=name == "quotes_by")
    if spec.pilot is not None and spec.pilot.period is not None:
        start, end = spec.pilot.period.start, spec.pilot.period.end
        span: Inline = say("chart.timetable.span", start=when(start, short=True), end=when(end, short=True))
        yield Moment(start.day, say("timetable.pilot"), span, until=end.day)
    if timetable is not None and timetable.quotes_by is not None and timetable.quotes_valid_for is not None:
        days = int(timetable.quotes_valid_for.base) // 86_400
        last = timetable.quotes_by.day + timedelta(days=days)
        yield Moment(last, say("timetable.quotes_valid"), When(last, short=True))
