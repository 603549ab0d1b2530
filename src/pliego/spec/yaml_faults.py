"""What PyYAML's parser says, told to the person who has to mend the file."""

import re
from typing import Final

from yaml import MarkedYAMLError
from yaml.composer import ComposerError

from pliego.findings import Finding, Place
from pliego.spec.scalars import FORBIDDEN
from pliego.spec.source import Source

_ESCAPE: Final = "found unknown escape character"

_PROBLEMS: Final[tuple[tuple[str, str, str], ...]] = (
    ("could not find expected ':'", "a key stands without its colon", "write 'key: value'"),
    (_ESCAPE, "the text in double quotes has an unknown escape", "write \\\\ for \\, or use single quotes"),
    ("expected ',' or ']'", "the list that begins here is not closed or lacks a comma", "close it with ]"),
    ("expected ',' or '}'", "the braces that begin here are not closed or lack a comma", "close it with }"),
    ("block sequence entries", "a dash begins a list where none can stand", "put the list below its key"),
    (
        "found unexpected ':'",
        "a colon stands where none can",
        "write a space after the colon, or quote the text",
    ),
    ("incompatible YAML document", "the line %YAML names a version that is not read", "remove the line"),
    ("node content", "a value is wanted here", "write 'key: value'"),
    (
        "invalid Unicode character escape",
        "the escape stands for no character",
        "write the sign itself in place of the escape",
    ),
    ("directive", "a line begins with %", "quote the text, or remove the line"),
    ("found undefined tag handle", "the tag is not known", "remove it; quote a text that begins with !"),
    ("alphabetic or numeric", "a * or & without a name begins the value", "quote the text"),
    (
        "expected <document start>",
        "the text goes on after the end of the spec",
        "indent it like its neighbours",
    ),
    ("exceeded maximum nesting depth", "brackets are nested too deeply", "remove brackets"),
)


def control_character(source: Source) -> Finding:
    """Name the first character of the text that YAML does not allow."""
    found = FORBIDDEN.search(source.text)
    character = f"U+{ord(found[0]):04X}" if found else "U+FFFE"
    place = source.place_at(found.start()) if found else None
    hint = 'remove it; in double quotes it can be written as an escape, as in "\\x0b"'
    return Finding("P105", facts={"character": character}, hint=hint, place=place)


def explain(fault: MarkedYAMLError, source: Source) -> Finding:  # noqa: PLR0911 (one for each kind of fault)
    """Turn a fault of the parser into a finding with cause and remedy."""
    problem = fault.problem or fault.context or ""
    mark = fault.problem_mark or fault.context_mark
    offset = mark.index if mark else 0
    place = source.place_at(offset)
    if isinstance(fault, ComposerError):
        return _composition(fault, problem, source, place)
    line = source.line(place.line)
    if "\t" in re.match(r"\s*", line)[0] or source.text[offset : offset + 1] == "\t":  # type: ignore[index]
        column = line.find("\t") + 1
        return Finding("P106", place=Place(place.line, column), hint="replace the tab with spaces")
    opened = source.place_at(fault.context_mark.index) if fault.context_mark else place
    if "unexpected end of stream" in problem:
        return _syntax("the quoted text that begins here has no closing quote", "close the quote", opened)
    if "document indicator" in problem:
        return Finding("P114", place=place)
    if "did not find expected key" in problem or "did not find expected '-'" in problem:
        return _misfit(source, place)
    if "mapping values are not allowed" in problem:
        return _second_colon(source, place)
    if "cannot start any token" in problem:
        sign = source.text[offset : offset + 1]
        return _syntax(f"a value cannot begin with '{sign}'", "put the text in quotes", place)
    for words, reason, hint in _PROBLEMS:
        if words in problem or words in (fault.context or ""):
            return _syntax(reason, hint, opened if "begin" in reason and "here" in reason else place)
    return _syntax(problem, "quote text that holds signs of YAML such as : # [ { *", place)


def _syntax(reason: str, hint: str, place: Place) -> Finding:
    return Finding("P108", facts={"reason": reason}, hint=hint, place=place)


def _composition(fault: ComposerError, problem: str, source: Source, place: Place) -> Finding:
    if "another document" in problem:
        return Finding("P114", place=place, hint="remove what follows, or put it into a file of its own")
    name = re.match(r"[*&]([^\s,\]}]+)", source.text[source.line_starts[place.line - 1] + place.column - 1 :])
    anchor = name[1] if name else ""
    if "undefined alias" in problem:
        reason, hint = (
            f"*{anchor} has no anchor before it",
            f"write &{anchor} before the value that it stands for",
        )
    else:
        first = source.place_at(fault.context_mark.index).line if fault.context_mark else 1
        reason, hint = f"&{anchor} stands in line {first} already", "give the second anchor another name"
    return Finding("P116", facts={"reason": reason}, hint=hint, place=place)


def _misfit(source: Source, place: Place) -> Finding:
    """Tell of a line whose indentation is that of no open mapping, or of text after the end of a value."""
    line = source.line(place.line)
    indentation = len(line) - len(line.lstrip(" "))
    if place.column - 1 > indentation:
        return _syntax("text follows where the value is at its end", "put the whole value in quotes", place)
    above = [len(text) - len(text.lstrip(" ")) for text in _filled_lines_above(source, place.line)]
    if indentation in above or not above:
        return _syntax("a key is wanted here", "write 'key: value', or indent the line like its neighbours", place)
    nearest = min(above, key=lambda width: abs(width - indentation))
    reason = f"{_spaces(indentation)} before '{_word(line)}', and no line above it begins there"
    return Finding("P107", facts={"reason": reason}, hint=f"indent it by {_spaces(nearest)}", place=place)


def _second_colon(source: Source, place: Place) -> Finding:
    """Tell of a colon where a value stands already: on one line, or on a line deeper than the value above."""
    line = source.line(place.line)
    before = line[: place.column - 1]
    above = _filled_lines_above(source, place.line)
    if re.search(r":\s", before):
        return _syntax(
            "a second colon stands in an unquoted value",
            "put the value in quotes, or begin a new line",
            place,
        )
    width = len(line) - len(line.lstrip(" "))
    above_width = len(above[-1]) - len(above[-1].lstrip(" ")) if above else 0
    start = Place(place.line, width + 1)
    if above and width > above_width:
        reason = f"'{_word(line)}' stands deeper than '{_word(above[-1])}' above it, which has a value already"
        return Finding("P107", facts={"reason": reason}, hint=f"indent it by {_spaces(above_width)}", place=start)
    if above:
        return _syntax(f"'{_word(above[-1])}' above is no key and no value", "write 'key: value' there", start)
    return _syntax("a colon cannot stand here", "write 'key: value'", place)


def _filled_lines_above(source: Source, number: int) -> list[str]:
    lines = [source.line(line) for line in range(max(1, number - 200), number)]
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _word(line: str) -> str:
    words = line.strip().split(":")[0].split()
    return (words[-1] if words else "")[:40]


def _spaces(count: int) -> str:
    return "no spaces" if count == 0 else "1 space" if count == 1 else f"{count} spaces"
