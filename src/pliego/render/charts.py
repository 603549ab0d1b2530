"""Charts to SVG: direct labels, no legend, no grid; readable without colour."""

from collections.abc import Callable
from math import ceil, floor, log10
from typing import Final

from pliego.colours import DEFAULT_ACCENT
from pliego.document.charts import Bar, Bars, Counts, Curves, Drawing, Limit, Moment, Stroke, Timeline, Tone
from pliego.document.inline import Figure, Inline
from pliego.render.svg import HAIR, INK, QUIET, Canvas, width_of

_WHITE: Final = "#ffffff"
_PAGE: Final = 170.0
_CONTENT: Final = 126.5
_BAR: Final = 5.6
_LINE: Final = 3.4

Writer = Callable[[Inline], str]
Place = Callable[[float, float], tuple[float, float]]


def draw(drawing: Drawing, write: Writer, name: str, sentence: str, accent: str = DEFAULT_ACCENT) -> str:
    """Return a drawing as SVG; `write` turns inline content into the words of a language."""
    canvas = Canvas(_PAGE if is_wide(drawing) else _CONTENT, accent)
    match drawing:
        case Timeline():
            _timeline(canvas, drawing, write)
        case Bars():
            _bars(canvas, drawing, write)
        case Curves():
            _curves(canvas, drawing, write)
        case Counts():
            _counts(canvas, drawing, write)
    return canvas.written(name, sentence)


def is_wide(drawing: Drawing) -> bool:
    """Say whether a drawing takes the whole width of the text."""
    return isinstance(drawing, Timeline)


_STEM: Final = 10.0
_LEVEL: Final = 8.2


def _timeline(canvas: Canvas, drawing: Timeline, write: Writer) -> None:
    first, last = drawing.moments[0].day, max(moment.until or moment.day for moment in drawing.moments)
    span = max(1, (last - first).days)
    left, right = 1.6, _PAGE - 1.6

    def at(moment: Moment, *, end: bool = False) -> float:
        day = moment.until if end and moment.until else moment.day
        return left + (right - left) * (day - first).days / span

    placed = _places(drawing, [at(moment) for moment in drawing.moments], write)
    above = max((level for side, level, _ in placed if side < 0), default=0)
    axis = 2.0 + _STEM + above * _LEVEL
    canvas.line((left, axis), (right, axis), 0.75)
    deadline = next((at(moment) for moment in drawing.moments if moment.deadline), None)
    if deadline is not None:
        canvas.line((left, axis), (deadline, axis), 4, canvas.accent)
    for moment, (side, level, flush_right) in zip(drawing.moments, placed, strict=True):
        x = at(moment)
        far = axis + side * (_STEM + level * _LEVEL)
        canvas.line((x, axis), (x, far), 0.6)
        base = far + 2.4 if side < 0 else far - _LINE - 0.4
        anchor, shift = ("end", -1.4) if flush_right else ("start", 1.4)
        canvas.text((x + shift, base), write(moment.text), bold=True, anchor=anchor)
        canvas.text(
            (x + shift, base + _LINE), write(moment.title), ink=INK if moment.deadline else QUIET, anchor=anchor
        )
        if moment.until is not None:
            canvas.hatch((x, axis - 1.1), (max(1.2, at(moment, end=True) - x), 2.2), 0.9)
        elif moment.deadline:
            canvas.box((x - 1.7, axis - 1.7), (3.4, 3.4), INK, 0)
        else:
            canvas.dot((x, axis), 1.2, _WHITE)


def _places(drawing: Timeline, places: list[float], write: Writer) -> list[tuple[int, int, bool]]:
    """Return side (-1 above, 1 below), level and whether the label stands left of its stem, so that none overlap."""
    taken: dict[tuple[int, int], float] = {}
    stems: dict[int, list[float]] = {-1: [], 1: []}
    found: list[tuple[int, int, bool]] = []
    side = -1
    for moment, x in zip(drawing.moments, places, strict=True):
        width = max(width_of(write(moment.text), bold=True), width_of(write(moment.title))) + 3.4
        flush_right = x + width > _PAGE
        start = x - width if flush_right else x
        options = [(one, level) for level in range(6) for one in (side, -side)]
        chosen = next((one for one in options if taken.get(one, -1.0) <= start), options[-1])
        taken[chosen] = x if flush_right else x + width
        stems[chosen[0]].append(x)
        found.append((*chosen, flush_right))
        side = -chosen[0]
    return found


def _bars(canvas: Canvas, drawing: Bars, write: Writer) -> None:
    longest = max(max(bar.limit, sum(part.value for part in bar.parts)) for bar in drawing.bars)
    scale = (_CONTENT - 32) / longest
    top = 0.0
    for number, bar in enumerate(drawing.bars):
        top = _bar(canvas, bar, top, scale, write, named=number == 0)


def _bar(canvas: Canvas, bar: Bar, top: float, scale: float, write: Writer, *, named: bool) -> float:
    """Draw one bar; return where the next may begin."""
    state = write(bar.state)
    canvas.text((0, top + 3), write(bar.label), bold=True)
    canvas.text((_CONTENT, top + 3), state, bold=True, anchor="end")
    canvas.text((_CONTENT - width_of(state, bold=True) - 3, top + 3), write(bar.measure), ink=QUIET, anchor="end")
    y, x = top + 4.8, 0.0
    canvas.box((0, y), (bar.limit * scale, _BAR), _WHITE, 0.4)
    below = y + _BAR + 3.2
    names: list[tuple[float, str]] = []
    for part in bar.parts:
        width = part.value * scale
        if part.tone is Tone.HATCHED:
            canvas.hatch((x, y), (width, _BAR))
        else:
            fill = {Tone.DARK: canvas.accent, Tone.MIDDLE: canvas.middle, Tone.WHITE: _WHITE}[part.tone]
            canvas.box((x, y), (width, _BAR), fill)
            words = write(part.text)
            if width_of(words, bold=True) + 2 < width:
                ink = _WHITE if part.tone is Tone.DARK else INK
                canvas.text((x + 1.2, y + 3.8), words, bold=True, ink=ink)
        names.append((x, f"{write(part.label)} {write(part.text)}"))
        x += width
    rest, limit = write(bar.rest), bar.limit * scale
    if x < limit and width_of(rest) + 2 < limit - x:
        canvas.text(((x + limit) / 2, y + 3.8), rest, ink=QUIET, anchor="middle")
    elif x >= limit:
        canvas.text((x + 1.4, y + 3.8), rest, bold=True)
    canvas.line((limit, y - 1), (limit, y + _BAR + 1), 1.8)
    words = write(bar.limit_label)
    base = below - 3.2
    if x < limit:
        canvas.text((limit + 1.6, y + 3.8), words, bold=True)
    else:
        canvas.text((limit, below), words, bold=True, anchor="middle")
        base = below
    return (_names(canvas, names, below) if named else base) + 3.4


def _names(canvas: Canvas, names: list[tuple[float, str]], below: float) -> float:
    """Write the names of parts below them; those without room on lines of their own, led to by strokes.

    The rightmost of these stands highest, so that no stroke crosses a name.
    """
    end, stacked = -1.0, list[tuple[float, str]]()
    following = [x for x, _ in names[1:]] + [_CONTENT + 2]
    for (x, words), after in zip(names, following, strict=True):
        if x >= end and x + width_of(words) + 1 < after and not stacked:
            canvas.text((x, below), words, ink=QUIET)
            end = x + width_of(words) + 2
        else:
            stacked.append((x, words))
    base = below - 0.4 if stacked else below
    for x, words in reversed(stacked):
        canvas.line((x + 0.6, below - 3), (x + 0.6, base - 1), 0.5)
        canvas.line((x + 0.6, base - 1), (x + 1.8, base - 1), 0.5)
        canvas.text((x + 2.4, base), words, ink=QUIET)
        base += _LINE + 0.4
    return base - (_LINE + 0.4 if stacked else 0)


_LEFT: Final = 10.0
_PLOT: Final = 40.0
_PLOT_LINE: Final = 26.0


def _curves(canvas: Canvas, drawing: Curves, write: Writer) -> None:
    width, top = _CONTENT - _LEFT - 1.5, 6.0
    height = _PLOT if len(drawing.curves) > 1 else _PLOT_LINE
    bottom = top + height

    def at(x: float, y: float) -> tuple[float, float]:
        share = (x - drawing.x_start) / (drawing.x_end - drawing.x_start)
        return _LEFT + width * share, bottom - height * min(y, drawing.y_end) / drawing.y_end

    canvas.text((0, 3), write(drawing.y_label), ink=QUIET)
    for value, digits in _ticks(0.0, drawing.y_end):
        _, y = at(0, value)
        canvas.line((_LEFT - 1.2, y), (_LEFT, y), 0.6)
        canvas.text((_LEFT - 2, y + 1), write(Figure(value, "", digits)), ink=QUIET, anchor="end")
    for value, digits in _ticks(drawing.x_start, drawing.x_end):
        x, _ = at(value, 0)
        canvas.line((x, bottom), (x, bottom + 1.2), 0.6)
        canvas.text((x, bottom + 4.4), write(Figure(value, "", digits)), ink=QUIET, anchor="middle")
    canvas.text((_CONTENT - 1.5, bottom + 8.4), write(drawing.x_label), ink=QUIET, anchor="end")
    canvas.line((_LEFT, bottom), (_CONTENT - 1.5, bottom), 0.75)
    canvas.line((_LEFT, top), (_LEFT, bottom), 0.75)
    if len(drawing.curves) > 1:
        lower, upper = drawing.curves[1].points, drawing.curves[0].points
        canvas.path([at(*one) for one in upper] + [at(*one) for one in reversed(lower)], 0, fill=canvas.band)
    for curve in drawing.curves:
        inside = _inside(curve.points, drawing.y_end)
        weight, dash = {Stroke.SOLID: (1.8, ""), Stroke.DASHED: (1.0, "2 1.2"), Stroke.DOTTED: (1.0, "0.6 1")}[
            curve.stroke
        ]
        canvas.path(
            [at(*one) for one in inside], weight, dash, ink=INK if curve.stroke is Stroke.DOTTED else canvas.accent
        )
        _curve_label(canvas, [at(*one) for one in inside], write(curve.label), curve.stroke)
    for limit in drawing.limits:
        _, y = at(drawing.x_start, limit.value)
        canvas.line((_LEFT, y), (_CONTENT - 1.5, y), 1.1)
        _limit_label(canvas, drawing, limit, y, at, write)
    if drawing.spot is not None:
        x, y = at(drawing.spot.x, drawing.spot.y)
        canvas.line((x, y), (x, bottom), 0.75)
        canvas.dot((x, y), 1.2, INK)
        canvas.text((x + 1.6, bottom - 1.8), write(drawing.spot.label), bold=True)


def _limit_label(canvas: Canvas, drawing: Curves, limit: Limit, y: float, at: Place, write: Writer) -> None:
    """Write what a limit is where no curve runs: above the line before it is met, below it after that."""
    words = write(limit.label)
    width, right, base = width_of(words, bold=True), _CONTENT - 1.5, y - 1.2
    reached = limit.reached
    if reached is not None and reached <= drawing.x_end:
        x, _ = at(reached, 0)
        canvas.box((x - 1.3, y - 1.3), (2.6, 2.6), _WHITE, 1.1)
        before = drawing.spot is None or reached >= drawing.spot.x
        fits = before and x - 3 - width > _LEFT + 2
        right, base = (x - 3, y - 1.2) if fits else (right, y + 3.6)
    canvas.box((right - width, base - 2.3), (width, 2.7), _WHITE, 0)
    canvas.text((right, base), words, bold=True, anchor="end")


def _curve_label(canvas: Canvas, points: list[tuple[float, float]], words: str, stroke: Stroke) -> None:
    """Write the name of a curve: right of one that leaves at the top, above or below the end of one that runs out."""
    x, y = points[-1]
    if stroke is Stroke.DOTTED:
        (first_x, first_y), share = points[0], 0.84
        canvas.text((first_x + (x - first_x) * share + 2, first_y + (y - first_y) * share + 1), words)
    else:
        canvas.text((_CONTENT - 3, y + (-2.4 if stroke is Stroke.SOLID else 5.4)), words, anchor="end")


def _inside(points: tuple[tuple[float, float], ...], top: float) -> list[tuple[float, float]]:
    """Return the points up to where they leave the drawing at its top."""
    kept: list[tuple[float, float]] = []
    for x, y in points:
        if y > top and kept:
            last_x, last_y = kept[-1]
            kept.append((last_x + (x - last_x) * (top - last_y) / (y - last_y), top))
            break
        kept.append((x, y))
    return kept


def _ticks(start: float, end: float) -> list[tuple[float, int]]:
    """Return round values from start to end, three to nine of them, each with its digits after the point."""
    span = end - start
    power = 10.0 ** floor(log10(span / 4))
    step = next(size * power for size in (1, 2, 2.5, 5, 10) if span / (size * power) <= 8)
    digits = max(0, -floor(log10(step) + 1e-9) + (1 if round(step / power, 6) == 2.5 else 0))
    first, last = ceil(start / step - 1e-9), floor(end / step + 1e-9)
    return [(step * number, digits) for number in range(first, last + 1)]


_SQUARE: Final = 2.6
_NAME: Final = 62.0


def _counts(canvas: Canvas, drawing: Counts, write: Writer) -> None:
    y = 0.0
    for one in drawing.counts:
        canvas.text((0, y + 3), write(one.label))
        x = _NAME
        for number in range(one.mandatory + one.preferred):
            filled = number < one.mandatory
            canvas.box((x, y + 0.8), (_SQUARE, _SQUARE), INK if filled else _WHITE, 0.6)
            x += _SQUARE + 0.9
            if x > _CONTENT - 14:
                x, y = _NAME, y + _SQUARE + 1.2
        words = write(Figure(one.mandatory)) + (f" + {write(Figure(one.preferred))}" if one.preferred else "")
        canvas.text((_CONTENT, y + 3), words, bold=True, anchor="end")
        y += 5
        canvas.line((0, y - 0.6), (_CONTENT, y - 0.6), 0.4, HAIR)
