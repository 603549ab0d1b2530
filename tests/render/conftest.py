"""Documents to render: of the examples, and of a spec whose every text tries to break out of its place."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pliego.document.model import Document
from pliego.render.localised import Plain, localise
from pliego.rfq.request import build_request
from pliego.workflow.composition import Composition

HOSTILE = r"""
schema: pliego/v1
rfq:
  id: 'RFQ|`1` <x>'
  title: "A|B <b>x</b> & \"q\" \u4E2D\u6587 \u0627\u0644\u0639\u0631\u0628\u064A\u0629 \U0001F377 \uBD80\uC0B0"
  version: '1 */* {{ 7*7 }}'
  language: en
  issued: 2026-12-01
  summary: '# no heading | [link](http://x.invalid) ![i](file:///etc/hostname) {{ 7*7 }} '
  buyer:
    name: "Buyer <script>alert(1)</script> \u202Eevil\u202C"
    address: "1. Street\t| x"
    contact: {name: '*N* "><img src=x>', email: 'a+b|c`d&e?f@example.com', phone: '=1+1'}
workloads:
  chat:
    task:
      kind: text-generation
      mode: online
      description: "- item\n> quote\n1) one\n\n# head\n```\ncode\n```\n| a | b |\n|---|---|\n    indented\n===\n"
    model: {id: 'evil/<b>model</b>|`x`', revision: '`|<'}
    precision: {runtime: {name: '<i>engine</i>', version: '*1*'}}
    slo: {ttft_p95: 1.5 s}
backup:
  scope: {must: ['a, b', 'c | d', '<e>'], prefer: ['a, b', 'c | d', '<e>', '`f`']}
clauses:
  formula: {must: '=HYPERLINK("http://x.invalid","open")'}
  phone: {must: "+49 251 83-0"}
  negative: {prefer: "-5 % price change"}
  control: {must: "kr 400\v000"}
  markup: {must: '<img src="file:///etc/hostname"> <link rel="attachment" href="file:///etc/passwd">'}
  template: {must: '{{ 7*7 }} {% include "x" %} {n} {0}'}
  two.dots (a): {must: "line one\nline two | with pipe"}
  links: {must: 'www.x.invalid mailto:a@b.example https://x.invalid/a_b_c <https://y.invalid> a@b.example'}
  'pi|pe `t` <i>': {must: x, prefer: y}
  entity: {must: '&amp; &#60; &copy; \| \\ \'}
  word: {must: WORD}
  points: {prefer: {value: all | points, from: no <b>points</b>}}
internal: {note: SECRET-OF-THE-HOUSE, '<b>': [{deep: SECRET-OF-THE-HOUSE}]}
""".replace("WORD", "w" * 300)


def request_of(composition: Composition, language: str) -> Document:
    return build_request(
        composition.spec,
        composition.resolved,
        composition.sizing,
        composition.requirements,
        composition.regions,
        language,
    )


@pytest.fixture(scope="session")
def document(example: Callable[[str], Composition]) -> Callable[..., Document]:
    """Return a function from the name of an example and a language to its request."""

    @cache
    def of_example(name: str, language: str | None = None) -> Document:
        composition = example(name)
        return request_of(composition, language or composition.spec.rfq.language)

    return of_example


@pytest.fixture(scope="session")
def hostile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hostile") / "spec.yaml"
    file.write_text(HOSTILE, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def hostile(hostile_file: Path, composed: Callable[[Path], Composition]) -> Document:
    """Return the request of the hostile spec."""
    return request_of(composed(hostile_file), "en")


@pytest.fixture(scope="session")
def hostile_plain(hostile: Document) -> Plain:
    return localise(hostile)
