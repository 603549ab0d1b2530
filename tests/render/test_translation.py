"""The house text: complete in every language, all of it used, in the words of the trade."""

import ast
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from pliego import render, rfq, sizing
from pliego.catalog import load_catalog
from pliego.document.model import Amount, Code, Email, Figure, Formula, Inline, Listed, Message, Named, UserText, When
from pliego.evaluation.formulas import FORMULAS
from pliego.render.characters import covered
from pliego.render.translation import LANGUAGES, Run, Translator, catalog
from pliego.requirements import price_items
from pliego.requirements.model import Area, LevelName, PilotCaseKind, Verification
from pliego.requirements.price_items import PriceGroup, PriceUnit
from pliego.requirements.table import LICENCE_RULES, RULES, SIZING_RULES
from pliego.rfq import (
    answer,
    cover,
    details,
    format_names,
    glossary,
    memory_charts,
    protection,
    representation,
    sentences,
    service_levels,
)
from pliego.rfq.demand import ITEMS
from pliego.rfq.operation import LAYERS
from pliego.rfq.phrases import SHORT_SETS
from pliego.sizing import remedies
from pliego.sizing.keys import INPUTS, TERMS
from pliego.sizing.terms import Verdict
from pliego.spec import models, values
from pliego.spec.applicability import MODES
from pliego.spec.number_formats import CacheFormatName, WeightFormatName
from pliego.spec.sections import award as award_models
from pliego.spec.sections import data, load, model, operation, procedure, task
from pliego.spec.sections.protection import DataResidency
from pliego.units import UNITS, parse_quantity

NEVER: dict[str, list[str]] = json.loads(Path(__file__).with_name("forbidden_forms.json").read_text(encoding="utf-8"))[
    "words"
]
"""Words that never stand in house text: of other markets, too literal, or with another meaning in procurement."""


def messages(language: str) -> dict[str, tuple[str, ...]]:
    """Return the texts of every key, plural forms in their order."""
    found: dict[str, tuple[str, ...]] = {}
    for message in catalog(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


TEXTS = {language: messages(language) for language in LANGUAGES}
KEYS = set(TEXTS["en"])


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language: str) -> None:
    assert set(TEXTS[language]) == KEYS
    assert not [key for key, forms in TEXTS[language].items() if not all(forms)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_counts_where_another_does(language: str) -> None:
    assert [key for key in KEYS if len(TEXTS[language][key]) != len(TEXTS["en"][key])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_the_same_places(language: str) -> None:
    differing = []
    for key, forms in TEXTS[language].items():
        wanted = placeholders(TEXTS["en"][key][-1])
        for form in forms:
            # a large number is counted in what the language has a word for
            alike = {"billions": "size", "millions": "size"}
            if {alike.get(name, name) for name in placeholders(form)} != {alike.get(name, name) for name in wanted}:
                differing.append((key, form))
    assert differing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_emphasis_is_closed_and_no_template_sign_is_left(language: str) -> None:
    texts = [form for forms in TEXTS[language].values() for form in forms]
    assert not [text for text in texts if text.count("*") % 2]
    assert not [text for text in texts if "{{" in text or "%(" in text or "<" in text or "\n" in text]
    assert not [text for text in texts if text != text.strip(" ") and text.strip()]
    assert not [text for text in texts if "  " in text or " ." in text or " ," in text or '"' in text]


@pytest.mark.parametrize(("language", "other"), [("en", ","), ("es", "."), ("de", ".")])
def test_numbers_in_the_house_text_have_the_decimal_sign_of_the_language(language: str, other: str) -> None:
    pattern = re.compile(rf"\d{re.escape(other)}\d(?!\d\d(?!\d))")
    numbered = [key for key, forms in TEXTS[language].items() if any(map(pattern.search, forms))]
    assert [key for key in numbered if not key.startswith("logs.")] == []  # those name versions of releases


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_have_every_sign_of_the_house_text(language: str) -> None:
    assert {
        sign for forms in TEXTS[language].values() for form in forms for sign in form if ord(sign) not in covered()
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_has_a_name_in_every_language_that_the_fonts_can_print(language: str) -> None:
    regions = load_catalog().regions
    names = [place.names for place in regions.countries.values()] + [place.names for place in regions.sets.values()]
    for name in (named[language] for named in names):
        assert name
        assert all(ord(sign) in covered() for sign in name), name


@pytest.mark.parametrize(("language", "never"), list(NEVER.items()))
def test_words_that_never_stand_in_a_document(language: str, never: Iterable[str]) -> None:
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(never)})(?!\w)", re.IGNORECASE if language == "en" else 0)
    found = [
        (key, found[0]) for key, forms in TEXTS[language].items() for form in forms if (found := pattern.search(form))
    ]
    assert found == []


def test_the_weight_of_a_requirement_is_no_peso() -> None:
    scoring = [
        forms for key, forms in TEXTS["es"].items() if key.startswith(("preferred.", "scoring.", "column.weight"))
    ]
    assert not [form for forms in scoring for form in forms if re.search(r"\bpesos?\b", form)]


def test_house_terms() -> None:
    spanish, english = TEXTS["es"], TEXTS["en"]
    assert spanish["document.rfq"] == ("Solicitud de oferta",)
    assert english["document.rfq"] == ("Request for quotation",)
    assert (spanish["level.mandatory"], spanish["level.preferred"]) == (("Obligatorio",), ("Valorable",))
    assert spanish["document.contents"] == ("Índice",)
    assert spanish["column.weight"] == ("Ponderación",)
    assert (spanish["set.EEA"], spanish["set.EU"]) == (("EEE",), ("UE",))


# What the code asks for


def trees(package: Any) -> Iterator[ast.AST]:
    for file in sorted(Path(package.__file__).parent.glob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


def constants(*packages: Any) -> set[str]:
    """Return every text that stands as such in the sources of packages."""
    nodes = (node for package in packages for tree in trees(package) for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def asked(package: Any) -> Iterator[str]:
    """Yield the literal keys that sources hand to what makes a message of them."""
    places = {"say": 0, "counted": 1, "captioned": 0, "template": 0, "Message": 0}
    for tree in trees(package):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = places.get(name)
            if place is None or len(node.args) <= place:
                continue
            for key in literal_keys(node.args[place]):
                yield key
                if name == "captioned":
                    yield f"{key}.of"


def literal_keys(node: ast.AST) -> Iterator[str]:
    """Yield the keys that an argument stands for: a text, or either of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literal_keys(node.body)
        yield from literal_keys(node.orelse)


def literals(form: Any) -> Iterator[str]:
    """Yield the words that a type allows."""
    for part in get_args(form):
        if isinstance(part, str):
            yield part
        else:
            yield from literals(part)


def choices(model: type[Any], field: str) -> tuple[str, ...]:
    """Return the words that a field of the spec allows."""
    return tuple(literals(model.model_fields[field].annotation))


SECTIONS: dict[str, Any] = {
    "task": task.Task,
    "index": data.Index,
    "data": data.Dataset,
    "checkpoints": data.Checkpoints,
}
DETAILS = (
    ("task", details._TASK),
    ("index", details._INDEX),
    ("data", details._DATA),
    ("checkpoints", details._CHECKPOINTS),
)


def sources_of(kinds: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts of the sources of a kind that the sizing names."""
    for tree in trees(sizing):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Source" and len(node.args) > 1:
                kind, text = node.args[:2]
                if isinstance(kind, ast.Constant) and kind.value in kinds and isinstance(text, ast.Constant):
                    yield str(text.value)


def messages_of(kind: str) -> Iterator[str]:
    """Yield the keys of the sentences on what was taken from the sources of a kind."""
    for tree in trees(sizing):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Source":
                given = [
                    one.value
                    for one in (*node.args, *(word.value for word in node.keywords))
                    if isinstance(one, ast.Constant)
                ]
                yield from (text for text in given[1:] if given[0] == kind and str(text).startswith(f"{kind}."))


def keyword_values(name: str) -> set[str]:
    """Return the literal values that the sizing gives to a keyword, and those that stand last in a term."""
    nodes = (node for tree in trees(sizing) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        keyword.value.value
        for node in nodes
        for keyword in node.keywords
        if keyword.arg == name and isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
    }


def method(text: str) -> str:
    return "_".join(re.findall(r"[a-z0-9]+", text.lower()))


def endings(function: Any) -> set[str]:
    """Return the endings of keys that a function returns; `*` stands for what a requirement fills in."""
    nodes = [node.value for node in ast.walk(ast.parse(inspect.getsource(function))) if isinstance(node, ast.Return)]
    found = set()
    for node in nodes:
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts))
    return found


KINDS = {rule.kind for rule in RULES + SIZING_RULES + LICENCE_RULES} - {"clause"}
LEVELS = ("ttft", "tpot", "e2e")
LICENCES = tuple(load_catalog().licences.texts.values())
PRICED_BY_WORKLOAD = {
    *("capacity", "hours", "additional_hours", "run"),
    *(counted for ways in price_items._USAGE.values() for counted in ways),
}
PRICED_BY_NAME = PRICED_BY_WORKLOAD | {"storage", "option"}
PRICED = PRICED_BY_NAME | {"backup", "operation", "egress", "setup", "pilot", "exit", "renewal"}
IN_WORK = {"sequences", "streams", "requests"}
WORDED = (
    values.ManagementLevel, values.SupportHoursLevel, values.TenancyLevel, values.KeysLevel, values.RoleLevel,
    values.IntervalNameLevel,
)  # fmt: skip
"""Levels whose values are words of the format."""
RANGES = {"exact", "measured", "few", "demand", "sum", "chosen", "assumed"}
TOPICS = (*answer._TOPICS, "operation", "data_residency", "backup")
QUANTITY_WORDS = {
    *("parameters", "tokens", "sequences", "B/token", "req/s", "characters/s", "samples/s", "bit", "layers", "heads"),
    "accelerators",
}
GLOSSARY = {
    *("token", "evidence", "gb_gib", "kv_cache", "sequence", "accelerator", "tensor_parallel", "driver_total"),
    *("visible_memory", "billing_month", "mandatory", "preferred", "pilot_case"),
    *(term for terms in glossary._OF_KIND.values() for term in terms),
    *(format_names.format_term(name) for name in (*get_args(WeightFormatName), *get_args(CacheFormatName))),
    *(f"set_{name}" for name in SHORT_SETS),
}

REASONS = {"batch_rule", "batch_rule.open", "image_encoder", "floor", "draft"}
SENTENCES = {
    "release",
    "release.later",
    "release.nearest",
    "release.later.nearest",
    "release.later.open",
    "driver_reserve",
    "memory_margin",
    "measured_weights",
    "measured_weights.engine",
    "measured_weights.engine.16_bit",
    "measured_weights.engine.quantised",
}

FAMILIES: dict[str, set[str]] = {
    "basis.{}": {"engine", "few", "nearest", "newest", "open", "stated", "unmeasured", "without_rule"},
    "area.{}": {str(area) for area in Area},
    "level.{}": {str(level) for level in LevelName},
    "verified.{}": {str(way) for way in Verification},
    "pilot_case.{}": {str(kind) for kind in PilotCaseKind},
    "pilot_case.{}.title": {str(kind) for kind in PilotCaseKind},
    "pilot_case.{}.procedure": {str(kind) for kind in PilotCaseKind},
    "pilot_case.{}.sample": {str(kind) for kind in PilotCaseKind} - {"quality", "acceptance_load", "end_to_end"},
    "evidence.{}": {rule.evidence for rule in RULES + SIZING_RULES + LICENCE_RULES},
    "requirement.{}.name": KINDS,
    "requirement.{}.what": KINDS - {"rights_use"},
    "requirement.rights_use.what.{}": set(choices(model.Rights, "use")),
    "requirement.{}.what.plain": {"hardware_memory", "pipeline_e2e"},
    "requirement.{}.what.input": {"capacity_context", "throughput"},
    "requirement.{}.what.reference": {"hardware_memory"},
    "requirement.{}.what.extended": {"capacity_context"},
    "requirement.{}.what.open": {"model"},
    "requirement.{}.what.open.training": {"model"},
    "requirement.{}.what.training": {"model", "throughput", "deadline"},
    "requirement.e2e.what{}": set(sentences._OF_TASK.values()),
    "requirement.capacity_sequences.name.{}": IN_WORK - {"sequences"},
    "requirement.capacity_sequences.what.{}": IN_WORK - {"sequences"},
    "format.{}": set(format_names.NAMED),
    "word.{}": {
        *choices(model.Rights, "use"),
        *(word for level in WORDED for word in literals(level.model_fields["must"].annotation)),
        *literals(values.SurvivalLevel.model_fields["must"].annotation),
        *literals(values.MonitoringLevel.model_fields["must"].annotation),
        *(word for section, field in details.WORDS for word in choices(SECTIONS[section], field)),
    },
    "percentile.{}": {"50", "95", "99"},
    "set.{}": set(SHORT_SETS),
    "term.{}": set(TERMS),
    "input.{}": set(INPUTS) - set(TERMS),
    "range.{}": RANGES,
    "source.{}": {
        *("spec", "options", "catalog", "config", "assumption", "arithmetic", "rule", "measured_rates"),
        *SENTENCES,
    },
    "source.measured_rates.{}": set(load_catalog().load_rates),
    "source.rule.{}": {message.removeprefix("rule.") for message in messages_of("rule")},
    "logs.{}": {method(release.sources[0]) for release in load_catalog().engine_releases},
    "missing.{}": REASONS,
    "method.{}": {method(text) for text in sources_of(("arithmetic", "assumption"))},
    "verdict.{}": {verdict.value.replace(" ", "_") for verdict in Verdict},
    "glossary.{}.name": GLOSSARY,
    "glossary.{}.meaning": GLOSSARY,
    "load.rate.{}": {*choices(load.Load, "arrival"), "any"},
    "load.{}": IN_WORK,
    "plain.rate.{}": {*choices(load.Load, "arrival"), "any"},
    "plain.{}": IN_WORK,
    "plain.run.{}": {*ITEMS},
    "demand.arrival.{}": {*choices(load.Load, "arrival"), "any"},
    "demand.{}": {"input", "output", *IN_WORK, *ITEMS, "rate", "audio", "every", "egress"},
    "detail.{}": {f"{section}.{field}" for section, fields in DETAILS for field in fields} - {"task.streaming"},
    "detail.task.streaming.{}": {"yes", "no"},
    "workloads.details.{}": {section for section, _ in DETAILS},
    "task.{}": {f"{kind}.{mode}" for kind, modes in MODES.items() for mode in modes},
    "work.{}": {f"{kind}.{mode}" for kind, modes in MODES.items() for mode in modes},
    "representation.commercial.{}": set(representation._BY_USE),
    "representation.excluded.{}": {one.territory_basis for one in LICENCES if one.territory_basis},
    "representation.threshold.{}": {
        limit.quantity for one in LICENCES for limit in one.thresholds if limit.value is not None
    },
    "representation.business.{}": {
        limit.business for one in LICENCES for limit in one.thresholds if limit.value is not None and limit.business
    },
    "representation.users.{}": set(choices(model.Rights, "users")),
    "short.sign.{}": {"name", "date"},
    "chart.memory.{}": {name for name, _, _ in memory_charts._PARTS},
    "chart.memory.label.{}": {"one", "several"},
    "load_profile.{}": {"input", "output"},
    "load_profile.arrival.{}": {*choices(load.Load, "arrival"), "any"},
    "{}.key": {str(level) for level in LevelName},
    "{}.key.label": {str(level) for level in LevelName},
    "price_group.{}": {str(group) for group in PriceGroup},
    "price_unit.{}": {str(unit) for unit in PriceUnit},
    "price.{}.name": PRICED - {"option"},
    "price.{}.name.of": PRICED_BY_NAME,
    "price.{}.covers": PRICED - {"option"},
    "prices.total{}": {"", ".options"},
    "prices.total.open{}": {"", ".options"},
    "column.{}.in": {"unit_price", "total"},
    "short.prices.caption{}": {"", ".in"},
    "timetable.{}": set(procedure.Timetable.model_fields) - {"quotes_valid_for", "holidays"},
    "formula.{}": set(FORMULAS),
    "award.degenerate.{}": {case for formula in FORMULAS.values() for case in formula.degenerate},
    "evaluation.low.{}": set(choices(award_models.Evaluation, "abnormally_low")),
    "tie_break.{}": set(choices(award_models.Evaluation, "tie_break")),
    "pilot.paid_by.{}": set(choices(award_models.Pilot, "paid_by")),
    "pilot.data.{}": {f"{question}.{answer}" for question in ("authorised", "anonymised") for answer in ("yes", "no")},
    "pipelines.{}": {"starts", "ends", "starts.open", "ends.open"},
    "pipelines.level.{}": {"e2e", "availability"},
    "column.{}": {"mandatory", "preferred", "capacity", "rates", "survives"},
    "layer.{}": set(LAYERS),
    "operation.{}": {"read_rate", "write_rate"},
    "storage_kind.{}": set(choices(operation.StorageTier, "kind")),
    "unspecified.{}": set(TOPICS),
    "residency.{}": {*protection._QUESTIONS, *protection._MORE_QUESTIONS, "key_holder"},
    "processing.{}": set(protection._PROCESSING_ROWS),
    "backup.{}": set(protection._BACKUP_ROWS),
    "glance.{}": {"availability", *IN_WORK, *(f"{metric}.p{p}" for metric in LEVELS for p in (50, 95, 99))},
    "level_measure.throughput.{}": {"input", "training"},
    "level_measure.{}": {name for name in service_levels.LEVELS if "_p" not in name},
    "remedy.{}": set(remedies._PHRASES),
    "count.{}": {*IN_WORK, "tokens", "copies", "cores", "months"},
    "count.{}.noun": {*IN_WORK, "tokens", "copies", "cores", "months"},
    "unit.{}": QUANTITY_WORDS
    | {symbol for symbol, unit in UNITS.items() if "/" in symbol and unit.dimension not in ("data_rate", "bandwidth")}
    | {symbol for symbol in UNITS if symbol in ("d", "weeks", "month", "months", "year", "years")},
    "stated.{}": {
        "model.id", "model.config", "model.parameters", "precision.weights", "precision.kv_cache",
        "load.concurrency.peak", "load.peak", "slo.ttft_p95", "slo.tpot_p95", "task.method", "task.sequence_length",
        "task.micro_batch", "task.rank", "checkpoints.content", "data.rows", "data.columns", "data.value_format",
        "data.sample", "data.size", "index", "index.cells", "index.subvectors", "checkpoints.keep", "task.algorithm",
        "task.tokens", "task.samples", "task.epochs", "load.audio", *(f"load.{item}" for item in ITEMS),
        *(f"context.{part}.{name}" for part in ("input", "output") for name in ("typical", "p95", "max")),
    },
}  # fmt: skip
"""Keys that are put together: their form, and every part that it can take."""

FAMILY_KEYS = {form.format(part) for form, parts in FAMILIES.items() for part in parts}


def test_every_key_that_is_put_together_has_a_text() -> None:
    assert sorted(FAMILY_KEYS - KEYS) == []


@pytest.mark.parametrize("package", [rfq, render], ids=["rfq", "render"])
def test_every_key_that_the_code_names_has_a_text(package: Any) -> None:
    assert sorted(set(asked(package)) - KEYS) == []


def test_no_text_is_left_that_nothing_asks_for() -> None:
    literal = constants(rfq, render)
    captions = {f"{key}.of" for key in literal}
    assert sorted(KEYS - literal - captions - FAMILY_KEYS) == []


def test_the_parts_of_keys_are_those_of_the_code() -> None:
    assert keyword_values("range_key") <= RANGES
    assert set(cover._SERVICE_LEVELS) == set(LEVELS)
    assert set(answer._TOPICS) <= set(models.Workload.model_fields)
    asked = {*protection._QUESTIONS, *protection._MORE_QUESTIONS}
    assert asked | {"personal_data", "key_holder", "processing_contract"} == set(DataResidency.model_fields)
    assert set(FORMULAS) == set(choices(award_models.Evaluation, "formula"))
    for section, fields in DETAILS:
        levels = {"read_rate", "write_time", "restore_time", "kind", "mode", "description", "images"}
        assert set(fields) == set(SECTIONS[section].model_fields) - levels
    assert callable(answer.answer_section)
    assert {".plain", ".input", ".training", ".*"} <= endings(sentences._variant)


# How a message becomes text


def text(inline: Inline, language: str = "en") -> str:
    return Translator(language).text(inline)


def test_the_logs_that_a_release_rests_on_are_named_as_in_the_catalog() -> None:
    for release in load_catalog().engine_releases:
        assert TEXTS["en"][f"logs.{method(release.sources[0])}"] == (release.sources[0],)


def test_a_message_takes_its_parameters_as_runs() -> None:
    runs = Translator("en").runs(Message("model.at_revision", {"model": UserText("a"), "revision": UserText("b")}))
    assert runs == (Run("user", "a"), Run("text", ", revision "), Run("user", "b"))


def test_braces_and_stars_in_the_buyers_words_stay() -> None:
    name = UserText("{model} *x* {0} {{y}}")
    message = Message("cover.subtitle.model", {"model": name, "work": Message("work.embedding.online")})
    assert text(message) == "Online embedding: {model} *x* {0} {{y}}."


def test_stars_in_the_house_text_are_italics() -> None:
    assert Translator("es").runs(Message("glossary.throughput.name")) == (Run("em", "Throughput"),)


def test_one_and_many() -> None:
    one, many = (Message("count.copies", {"n": Code(str(n))}, n) for n in (1, 2))
    assert (text(one), text(many)) == ("1\u00a0copy", "2\u00a0copies")
    assert (text(one, "es"), text(many, "es")) == ("1\u00a0copia", "2\u00a0copias")


def test_a_missing_text_is_named() -> None:
    with pytest.raises(KeyError, match=r"es: no text for no\.such\.key"):
        Translator("es").template("no.such.key")
    with pytest.raises(KeyError, match="fr"):
        catalog("fr")


@pytest.mark.parametrize(
    ("joint", "items", "en", "es"),
    [
        ("comma", ("a", "b", "c"), "a, b, c", "a, b, c"),
        ("and", ("a", "b", "c"), "a, b and c", "a, b y c"),
        ("and", ("a", "Irlanda"), "a and Irlanda", "a e Irlanda"),
        ("and", ("a", "hierro"), "a and hierro", "a y hierro"),
        ("or", ("a", "b"), "a or b", "a o b"),
        ("or", ("a", "otro"), "a or otro", "a u otro"),
        ("semicolon", ("a", "b"), "a; b", "a; b"),
        ("sentence", ("A.", "B."), "A. B.", "A. B."),
        ("and", ("a",), "a", "a"),
        ("and", (), "", ""),
    ],
)
def test_lists(joint: str, items: tuple[str, ...], en: str, es: str) -> None:
    listed = Listed(tuple(Code(item) for item in items), joint)
    assert (text(listed), text(listed, "es")) == (en, es)


def test_a_formula_has_variables_and_subscripts() -> None:
    assert Translator("en").runs(Formula("K_r = k × min(i, 2)")) == (
        Run("variable", "K"),
        Run("subscript", "r"),
        Run("text", " = "),
        Run("variable", "k"),
        Run("text", " × min("),
        Run("variable", "i"),
        Run("text", ", 2)"),
    )


@pytest.mark.parametrize("index", ["50", "95", "max"])
def test_a_subscript_can_be_a_number_or_a_word(index: str) -> None:
    runs = Translator("en").runs(Formula(f"K_{index}"))
    assert runs == (Run("variable", "K"), Run("subscript", index))


@pytest.mark.parametrize(
    ("inline", "en", "es"),
    [
        (Amount(parse_quantity("1.5 s", "duration")), "1.5\u202fs", "1,5\u202fs"),
        (Figure(1234.5, "GiB", 1), "1,234.5\u202fGiB", "1234,5\u202fGiB"),
        (Figure(80, "", 0), "80", "80"),
    ],
)
def test_a_number_with_its_unit_is_one_figure(inline: Inline, en: str, es: str) -> None:
    assert Translator("en").runs(inline) == (Run("figure", en),)
    assert Translator("es").runs(inline) == (Run("figure", es),)


def test_the_other_kinds_of_content() -> None:
    assert Translator("es").runs(Email("a@example.com", ("rfq",))) == (Run("email", "a@example.com", None, ("rfq",)),)
    assert text(Named({"en": "Spain", "es": "España"}), "es") == "España"
    assert text(When(date(2027, 1, 9)), "es") == "9 de enero de 2027"
