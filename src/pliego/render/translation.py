"""House text: the translation catalogs and how a message becomes text.

The catalogs are gettext files keyed by message name (`templates/locale/<language>/pliego.po`). Placeholders are
`{name}`; `*words*` are set in italics.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from pliego.document.model import (
    Amount,
    Code,
    Email,
    Figure,
    Formula,
    Inline,
    Listed,
    Message,
    Named,
    UserText,
    When,
)
from pliego.render.numerals import CONVENTIONS, format_day, format_number, format_offset, with_unit
from pliego.resources import template_file

LANGUAGES: Final = ("en", "es", "de")
_DECIMAL: Final = re.compile(r"(?<=\d)\.(?=\d)")
_EMPHASIS: Final = re.compile(r"\*([^*]+)\*")
_VARIABLE: Final = re.compile(r"(?<![A-Za-z_])([A-Za-z])(?:_([A-Za-z0-9]+))?(?![A-Za-z(_])")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text of one kind.

    `kind` is `text`, `figure` (a number with its unit, kept on one line), `em`, `user`, `email`, `code`, `variable` or
    `subscript`. `language` is set where it differs from the document's or is unknown; `where` is the place in the spec.
    """

    kind: str
    text: str
    language: str | None = None
    where: tuple[str | int, ...] = ()


@cache
def catalog(language: str) -> Catalog:
    """Return the catalog of a language.

    Raises:
        KeyError: no catalog of that language is shipped.

    """
    if language not in LANGUAGES:
        raise KeyError(language)
    with template_file(f"locale/{language}/pliego.po").open("rb") as file:
        return read_po(file, locale=language, domain="pliego")


@dataclass(frozen=True, slots=True)
class Translator:
    """Turns inline content into runs of text in one language. `group_from` overrides where digits are grouped."""

    language: str
    group_from: int | None = None

    def template(self, key: str, count: int | None = None) -> str:
        """Return the text of a message, in the plural form for `count`.

        Raises:
            KeyError: the catalog has no text for the key.

        """
        message = catalog(self.language).get(key)
        if message is None or not message.string:
            raise KeyError(f"{self.language}: no text for {key}")
        if isinstance(message.string, str):
            return message.string
        return str(message.string[0 if count == 1 else 1])

    def has(self, key: str) -> bool:
        """Say whether the catalog has a text for the key."""
        return catalog(self.language).get(key) is not None

    def text(self, inline: Inline) -> str:
        """Return inline content as plain text."""
        return "".join(run.text for run in self.runs(inline))

    def runs(self, inline: Inline) -> tuple[Run, ...]:
        """Return inline content as runs."""
        return tuple(run for run in self._runs(inline) if run.text)

    def _runs(self, inline: Inline) -> Iterator[Run]:  # noqa: C901 (one branch a kind of content)
        match inline:
            case Message():
                yield from self._message(inline)
            case UserText():
                yield Run("user", inline.text, inline.language, inline.path)
            case Code():
                yield Run("code", inline.text)
            case Email():
                yield Run("email", inline.address, None, inline.path)
            case Formula():
                yield from _formula(_DECIMAL.sub(CONVENTIONS[self.language].decimal, inline.text))
            case Amount():
                quantity = inline.quantity
                yield Run("figure", self._measured(quantity.value, None, quantity.unit.symbol))
            case Figure():
                yield Run("figure", self._measured(inline.value, inline.digits, inline.unit))
            case When():
                yield from self._when(inline)
            case Named():
                yield Run("text", inline.names[self.language])
            case Listed():
                yield from self._listed(inline)

    def _message(self, message: Message) -> Iterator[Run]:
        template = self.template(message.key, message.count)
        for literal, name, _, _ in Formatter().parse(template):
            yield from _emphasised(literal)
            if name:
                yield from self._runs(message.params[name])

    def _measured(self, value: object, digits: int | None, unit: str) -> str:
        number = format_number(value, digits, self.language, self.group_from)  # type: ignore[arg-type]
        key = f"unit.{unit}"
        if not unit or not self.has(key):
            return with_unit(number, unit, self.language)
        return self.template(key, 1 if value == 1 else 2).replace("{n}", number)

    def _when(self, moment: When) -> Iterator[Run]:
        day = format_day(moment.day, self.language, weekday=moment.weekday, short=moment.short)
        if moment.instant is None:
            yield Run("text", day)
            return
        template = self.template("date.instant")
        clock = f"{moment.instant:%H:%M:%S}" if moment.instant.second else f"{moment.instant:%H:%M}"
        yield Run("text", template.format(day=day, time=clock, offset=format_offset(moment.instant)))

    def _listed(self, listed: Listed) -> Iterator[Run]:
        items = [self.runs(item) for item in listed.items]
        if listed.alphabetical:
            items.sort(key=lambda runs: alphabetical("".join(run.text for run in runs)))
        for position, item in enumerate(items):
            if position:
                last = position == len(items) - 1
                yield Run("text", self._joint(listed.joint, item, last=last))
            yield from item

    def _joint(self, joint: str, following: tuple[Run, ...], *, last: bool) -> str:
        """Return what stands before an item: Spanish y and o change before the same sound."""
        if joint in ("semicolon", "sentence"):
            return {"semicolon": "; ", "sentence": " "}[joint]
        if joint == "comma" or not last:
            return ", "
        start = following[0].text.lower() if following else ""
        if self.language == "es":
            before_i = start.startswith("i") or (start.startswith("hi") and not start.startswith(("hie", "hia")))
            if joint == "and":
                return " e " if before_i else " y "
            return " u " if start.startswith(("o", "ho")) else " o "
        return {"and": " und ", "or": " oder "}[joint] if self.language == "de" else f" {joint} "


def _emphasised(literal: str) -> Iterator[Run]:
    position = 0
    for found in _EMPHASIS.finditer(literal):
        yield Run("text", literal[position : found.start()])
        yield Run("em", found[1])
        position = found.end()
    yield Run("text", literal[position:])


def _formula(text: str) -> Iterator[Run]:
    """Split a formula: single letters are variables, words and numbers stay upright."""
    position = 0
    for found in _VARIABLE.finditer(text):
        yield Run("text", text[position : found.start()])
        yield Run("variable", found[1])
        if found[2]:
            yield Run("subscript", found[2])
        position = found.end()
    yield Run("text", text[position:])


def alphabetical(text: str) -> str:
    """Return a key that sorts words of the languages we write as their readers expect: accents do not count."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))
