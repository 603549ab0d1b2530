"""Memory as drawings: what stands on each accelerator against what it shows, and the cache over sequences in flight."""

from collections.abc import Callable, Iterator
from typing import Final

from pliego.document.charts import Bar, Bars, Curve, Curves, Limit, Part, Spot, Stroke, Tone
from pliego.document.inline import Figure, Inline
from pliego.document.model import Chart, Column, Row
from pliego.rfq.phrases import body, captioned, counted, gib, memory_class, number, say
from pliego.sizing.cache_curve import CacheCurve, cache_curve
from pliego.sizing.terms import Alternative, Term, WorkloadSizing
from pliego.units import GIB

_PARTS: Final = (
    ("weights", ("weights", "adapters", "draft_weights"), Tone.DARK),
    ("cache", ("kv_cache_peak",), Tone.MIDDLE),
    ("working", ("activation_peak", "captured_graphs", "runtime_outside", "runtime_overhead"), Tone.WHITE),
    ("margin", ("margin",), Tone.HATCHED),
)
_MOST_BARS: Final = 2
_BEYOND: Final = 2.2
_STEPS: Final = 44
_SHARES: Final = (0.25, 0.5, 0.75, 1, 1.5, 2)
"""Shares of the sequences at the peak for which the table behind the curve has a row."""


def memory_charts(workload: WorkloadSizing, label: Inline | None) -> Iterator[Chart]:
    """Yield the bars and the curve of a workload, as far as its figures are known."""
    classes = _classes(workload)
    if workload.alternatives and classes and (chart := _bars(workload, classes, label)):
        yield chart
    curve = cache_curve(workload)
    if curve is not None and workload.alternatives:
        yield _cache_chart(workload, curve, classes, label)


def _classes(workload: WorkloadSizing) -> list[tuple[float, str]]:
    """Return the memory classes with the least that one of them shows an engine, smallest first."""
    least: dict[str, float] = {}
    for fit in workload.fits:
        least[fit.memory_class] = min(least.get(fit.memory_class, fit.visible_low), fit.visible_low)
    return sorted((visible, name) for name, visible in least.items())


def _bars(workload: WorkloadSizing, classes: list[tuple[float, str]], label: Inline | None) -> Chart | None:
    bars = tuple(_bars_of(workload, classes))
    if not bars:
        return None
    columns = (
        Column(say("column.accelerators"), 60),
        *(Column(say(f"chart.memory.{name}"), 20, numeric=True) for name, _, _ in _PARTS),
        Column(say("column.visible"), 30, numeric=True),
    )
    rows = tuple(
        Row((body(bar.label), *(body(part.text) for part in bar.parts), body(bar.limit_label))) for bar in bars
    )
    first = bars[0]
    sentence = say("chart.memory.sentence", label=first.label, measure=first.measure, state=first.state)
    return Chart(
        "memory_bars",
        captioned("chart.memory.title", label),
        sentence,
        Bars(bars),
        columns,
        rows,
        say("chart.memory.note"),
    )


def _bars_of(workload: WorkloadSizing, classes: list[tuple[float, str]]) -> Iterator[Bar]:
    """Yield the smallest class that holds for the first alternatives, and for the first the largest that does not."""
    for position, alternative in enumerate(workload.alternatives[:_MOST_BARS]):
        holding = [one for one in classes if one[0] >= alternative.needed.value]
        short = [one for one in classes if one[0] < alternative.needed.value]
        if holding:
            yield _bar(alternative, holding[0])
        if position == 0 and short:
            yield _bar(alternative, short[-1])


def _bar(alternative: Alternative, shown: tuple[float, str]) -> Bar:
    visible, name = shown
    needed = alternative.needed.value
    holds = needed <= visible
    free = abs(visible - needed)
    split = "one" if alternative.accelerators == 1 else "several"
    return Bar(
        say(f"chart.memory.label.{split}", n=number(alternative.accelerators), memory_class=memory_class(name)),
        say("chart.memory.measure", needed=gib(needed, 1), visible=gib(visible, 1)),
        say("verdict.holds" if holds else "verdict.does_not_hold"),
        tuple(_parts(alternative.terms)),
        visible / GIB,
        say("chart.memory.limit", visible=gib(visible, 1)),
        say("chart.memory.free" if holds else "chart.memory.short", memory=gib(free, 1)),
    )


def _parts(terms: tuple[Term, ...]) -> Iterator[Part]:
    """Yield the parts; they add up to what the annex calls the memory to plan with."""
    values = {term.key: float(term.value) for term in terms}
    for name, keys, tone in _PARTS:
        total = sum(values.get(key, 0.0) for key in keys)
        yield Part(say(f"chart.memory.{name}"), total / GIB, Figure(total / GIB, "", 1), tone)


def _cache_chart(
    workload: WorkloadSizing, curve: CacheCurve, classes: list[tuple[float, str]], label: Inline | None
) -> Chart:
    drawing = _drawing(curve, _rooms(workload, classes))
    functions = (curve.planned, curve.on_average, curve.at_most)
    columns = (
        Column(say("chart.cache.x"), 40, numeric=True),
        *(Column(one.label, 40, numeric=True) for one in drawing.curves),
    )
    counts = sorted({max(1, round(curve.asked * share)) for share in _SHARES})
    rows = tuple(
        Row((body(number(count)), *(body(gib(function(count), 1)) for function in functions))) for count in counts
    )
    sentence = say(
        "chart.cache.sentence",
        n=counted(curve.asked, "count.sequences"),
        planned=gib(curve.planned(curve.asked), 1),
        mean=gib(curve.on_average(curve.asked), 1),
        most=gib(curve.at_most(curve.asked), 1),
    )
    note = say("chart.cache.note") if drawing.limits else None
    return Chart("cache_curve", captioned("chart.cache.title", label), sentence, drawing, columns, rows, note)


def _drawing(curve: CacheCurve, rooms: list[tuple[float, str]]) -> Curves:
    end = float(max(round(curve.asked * _BEYOND), 4))
    top = max(curve.planned(end), curve.planned(curve.asked) * 1.3)
    steps = [end * step / _STEPS for step in range(_STEPS + 1)]
    planned = curve.planned(curve.asked)
    label = say("chart.cache.spot", n=counted(curve.asked, "count.sequences"), memory=gib(planned, 1))
    return Curves(
        say("chart.cache.x"),
        say("chart.cache.y"),
        end,
        top / GIB,
        (
            Curve(say("chart.cache.planned"), _points(steps, curve.planned), Stroke.SOLID),
            Curve(say("chart.cache.mean"), _points(steps, curve.on_average), Stroke.DASHED),
            Curve(say("chart.cache.most"), _points(steps, curve.at_most), Stroke.DOTTED),
        ),
        tuple(_limit(curve, room, name) for room, name in rooms if room < top),
        Spot(label, float(curve.asked), planned / GIB),
    )


def _limit(curve: CacheCurve, room: float, name: str) -> Limit:
    held = curve.sequences_in(room)
    label = say("chart.cache.limit", room=gib(room, 1), memory_class=memory_class(name), n=number(held))
    return Limit(label, room / GIB, float(held))


def _rooms(workload: WorkloadSizing, classes: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """Return the room for cache in one accelerator of a class, margin kept: one that is too small and one that holds.

    Only of a model that one accelerator holds: of one that is split each of them has a share of the cache.
    """
    first = workload.alternatives[0]
    if first.accelerators > 1:
        return []
    values = {term.key: float(term.value) for term in first.terms}
    beside = values["needed"] - values["kv_cache_peak"]
    margin = values["margin"] / values["needed"]
    rooms = [(visible / (1 + margin) - beside, name) for visible, name in classes]
    positive = [one for one in rooms if one[0] > 0]
    short = [one for one in positive if one[0] < values["kv_cache_peak"]]
    holding = [one for one in positive if one[0] >= values["kv_cache_peak"]]
    return [*short[-1:], *holding[:1]]


def _points(steps: list[float], function: Callable[[float], float]) -> tuple[tuple[float, float], ...]:
    return tuple((step, function(step) / GIB if step else 0.0) for step in steps)
