"""The house text: complete in every language, all of it used, in the words of the trade."""

import ast
import inspect
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
from pliego.render.characters import covered
from pliego.render.translation import LANGUAGES, Run, Translator, catalog
from pliego.requirements.model import Area, LevelName, PilotCaseKind, Verification
from pliego.requirements.table import RULES, SIZING_RULES
from pliego.rfq import (
    answer,
    award_formulas,
    cover,
    demand,
    facts,
    format_names,
    glossary,
    operation,
    protection,
    sentences,
    service_levels,
    unsized,
)
from pliego.rfq.phrases import SHORT_SETS
from pliego.sizing import remedies
from pliego.sizing.keys import INPUTS, TERMS
from pliego.sizing.terms import Verdict
from pliego.spec import models
from pliego.spec.applicability import MODES
from pliego.spec.number_formats import CacheFormatName, WeightFormatName
from pliego.spec.sections import award, data, load, procedure, task
from pliego.spec.sections import operation as operation_models
from pliego.spec.sections.model import Rights
from pliego.units import UNITS, parse_quantity

SPANISH_NEVER = (
    "cotizaci[óo]n", "documentos de licitación", "autoridad contratante", "oferente", "postor", "vendedor", "consorcio",
    "oferta financiera", "número de caso", "enmienda", "libro de trabajo", "cronograma", "autodeclaración",
    "precedencia", "tiempo de entrega", "requerimientos?", "mandatorios?", "deseables?", "preferid[oa]s?", "puerta",
    "calificación", "rompe-empate", "baja temeraria", "oferta alternativa", "evidencias?", "certificación", "o similar",
    "veredicto", "extensión", "terminación", "mes calendario", "costos?", "multa", "paso a través", "afinación",
    "pre-entrenamiento", "corrida", "inferenciación", "porción", "indicación", "ficha de", "incrustación",
    "cuantificación", "punto flotante", "el caché", "prellenado", "tubería", "procesamiento por lotes",
    "rendimiento", "latencia de cola", "concurrencia", "en vuelo", "gastos generales", "escalamiento",
    "prueba de remojo", "metal desnudo", "inquilino", "computación", "grada", "punto final", "implementación",
    "uptime", "incidente", "monitoreo", "respaldo", "simulacro", "retención", "procesador de datos", "DPA",
    "encriptación", "encriptad[oa]s?", "GDPR", "EEA", "EU", "Contenidos", "deber[áa]n? de", "tienen? que", "debería",
    "preferiblemente", "billones", "soportar?", "computadora", "GPUs", "LLMs", "SLOs", "días laborables",
    "siendo requerido", "según aplique", "tú", "usted(?:es)?", "y/o", "sólo", "período",
)  # fmt: skip
"""Words that never stand in Spanish house text: Latin American, too literal, or with another meaning in Spain."""

ENGLISH_NEVER = (
    "license", "center", "quantiz(?:e|ed|ation)", "tokenizer", "optimiz\\w+", "utiliz\\w+", "and/or", "please",
    "must not", "as applicable", "including but not limited to", "state of the art", "best-in-class", "leverage",
    "requirements? will", "GPU's",
)  # fmt: skip
"""Words that never stand in English house text: American spelling, and phrases that say nothing that can be checked."""


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


@pytest.mark.parametrize(("language", "never"), [("es", SPANISH_NEVER), ("en", ENGLISH_NEVER)])
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


def choices(model: type[Any], field: str) -> tuple[str, ...]:
    """Return the words that a field of the spec allows."""

    def literals(form: Any) -> Iterator[str]:
        for part in get_args(form):
            if isinstance(part, str):
                yield part
            else:
                yield from literals(part)

    return tuple(literals(model.model_fields[field].annotation))


def sources_of(kinds: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts of the sources of a kind that the sizing names."""
    for tree in trees(sizing):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Source" and len(node.args) > 1:
                kind, text = node.args[:2]
                if isinstance(kind, ast.Constant) and kind.value in kinds and isinstance(text, ast.Constant):
                    yield str(text.value)


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


KINDS = {rule.kind for rule in RULES + SIZING_RULES} - {"clause"}
LEVELS = ("ttft", "first_audio", "tpot", "e2e")
RANGES = {"exact", "measured", "demand", "sum", "chosen"}
TOPICS = (*answer._TOPICS, "operation", "data_residency", "backup")
TASKS = {f"{kind}.{mode}" for kind, modes in MODES.items() for mode in modes}
IN_WORK = {demand.in_work(kind) for kind in MODES}
CHOICES = (
    (task.Task, "algorithm"),
    (task.Task, "method"),
    (data.Index, "type"),
    (data.Index, "format"),
    (data.Index, "metric"),
    (data.Dataset, "value_format"),
    (data.Checkpoints, "content"),
)
"""Fields of a workload whose words the document writes out."""
QUANTITY_WORDS = {"parameters", "tokens", "sequences", "B/token", "req/s", "bit", "layers", "heads", "accelerators"}
GLOSSARY = {
    *("token", "evidence", "gb_gib", "kv_cache", "sequence", "accelerator", "tensor_parallel", "driver_total"),
    *("visible_memory", "billing_month", "mandatory", "preferred", "pilot_case"),
    *(term for terms in glossary._OF_KIND.values() for term in terms),
    *(format_names.format_term(name) for name in (*get_args(WeightFormatName), *get_args(CacheFormatName))),
    *(f"set_{name}" for name in SHORT_SETS),
}

FAMILIES: dict[str, set[str]] = {
    "area.{}": {str(area) for area in Area},
    "level.{}": {str(level) for level in LevelName},
    "verified.{}": {str(way) for way in Verification},
    "pilot_case.{}": {str(kind) for kind in PilotCaseKind},
    "evidence.{}": {rule.evidence for rule in RULES + SIZING_RULES},
    "requirement.{}.name": KINDS,
    "requirement.{}.what": KINDS - {"rights_use"},
    "requirement.rights_use.what.{}": set(choices(Rights, "use")),
    "requirement.{}.what.plain": {"hardware_memory"},
    "requirement.{}.what.open": {"model"},
    "format.{}": set(format_names.NAMED),
    "word.{}": {*choices(Rights, "use"), "monthly", "quarterly", "half-yearly", "yearly"},
    "percentile.{}": {"50", "95", "99"},
    "set.{}": set(SHORT_SETS),
    "term.{}": set(TERMS),
    "input.{}": set(INPUTS) - set(TERMS),
    "range.{}": RANGES,
    "source.{}": {"spec", "options", "catalog", "config", "assumption", "arithmetic"},
    "method.{}": {method(text) for text in sources_of(("arithmetic", "assumption"))},
    "verdict.{}": {verdict.value.replace(" ", "_") for verdict in Verdict},
    "glossary.{}.name": GLOSSARY,
    "glossary.{}.meaning": GLOSSARY,
    "load.rate.{}": {*choices(load.Load, "arrival"), "any"},
    "plain.rate.{}": {*choices(load.Load, "arrival"), "any"},
    "demand.arrival.{}": {*choices(load.Load, "arrival"), "any"},
    "demand.{}": {"input", "output", *IN_WORK},
    "task.{}": TASKS,
    "task_name.{}": TASKS,
    "fact.{}": set(facts.GROUPS) | {f"{group}.{key}" for group, (_, keys) in facts.GROUPS.items() for key in keys},
    "choice.{}": {
        *(f"{key}.{word}" for model, key in CHOICES for word in choices(model, key)),
        *(f"storage.{word}" for word in choices(operation_models.StorageTier, "kind")),
        *("streaming.yes", "streaming.no"),
    },
    "unsized.{}": set(unsized.UNSIZED),
    "volume.{}": set(demand._VOLUMES),
    "volume.{}.unit": set(demand._VOLUMES),
    "layer.{}": set(operation.LAYERS),
    "layer.{}.comprises": set(operation.LAYERS),
    "operation.{}": {"read_rate", "write_rate"},
    "processing.{}": set(protection._PROCESSING_ROWS),
    "pipelines.{}": {"starts", "ends", "starts.open", "ends.open"},
    "pipelines.level.{}": {"e2e", "availability"},
    "sign.{}": {sign for formula in award_formulas.FORMULAS.values() for sign in formula.signs},
    "evaluation.formula.{}": set(choices(models.Evaluation, "formula")),
    "evaluation.best.{}": {"lowest", "highest"},
    "evaluation.corridor.{}": {"price", "quality", "open"},
    "evaluation.tie.{}": set(choices(models.Evaluation, "tie_break")),
    "evaluation.open.{}": {need for formula in award_formulas.FORMULAS.values() for need in formula.needs},
    "pilot.{}": {"time", "measuring", "repeating", "cost", "data", "earlier"},
    "pilot.paid_by.{}": set(choices(award.Pilot, "paid_by")),
    "prices.{}": {"lots", "options", "renewals"},
    "count.flight.{}": IN_WORK,
    "plain.{}": IN_WORK,
    "demand.at_once.{}": IN_WORK,
    "glance.run.{}": set(demand.RUN_AMOUNTS),
    "column.{}": {
        *("budget", "measured", "mandatory", "preferred", "capacity", "rates", "survives"),
        *("samples", "baseline", "margin"),
    },
    "billing.{}": set(choices(procedure.Contract, "billing")),
    "timetable.{}": set(procedure.Timetable.model_fields) - {"quotes_valid_for", "holidays"},
    "unspecified.{}": set(TOPICS),
    "residency.{}": {*protection._QUESTIONS, "key_holder"},
    "backup.{}": set(protection._BACKUP_ROWS),
    "glance.{}": {
        *("availability", *cover._RATES, *IN_WORK, *(f"{noun}.long" for noun in IN_WORK)),
        *(f"{metric}.p{p}" for metric in LEVELS for p in (50, 95, 99)),
    },
    "level_measure.{}": {
        *(name for name in service_levels.LEVELS if "_p" not in name),
        *("throughput.input", "throughput.training", "row_rate.training", "deadline.training"),
    },
    "remedy.{}": set(remedies._PHRASES),
    "count.{}.noun": {"sequences", "tokens", "copies"},
    "unit.{}": QUANTITY_WORDS
    | {symbol for symbol in UNITS if "/" in symbol or symbol in ("d", "weeks", "month", "months", "year", "years")},
    "stated.{}": {
        "model.id", "model.config", "model.parameters", "precision.weights", "precision.kv_cache",
        "load.concurrency.peak", "load.peak", "slo.ttft_p95", "slo.tpot_p95",
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
    assert set(cover._LATENCIES) == set(LEVELS)
    assert set(answer._TOPICS) <= set(models.Workload.model_fields)
    assert set(service_levels.LEVELS) == set(load.ServiceLevels.model_fields)
    assert set(protection._QUESTIONS) == set(models.DataResidency.model_fields) - {
        *("personal_data", "key_holder", "processing_contract"),
    }
    assert set(award_formulas.FORMULAS) == set(choices(models.Evaluation, "formula"))
    assert callable(answer.answer_section)
    assert endings(sentences._variant) == {"", ".open", ".plain", ".*"}


# How a message becomes text


def text(inline: Inline, language: str = "en") -> str:
    return Translator(language).text(inline)


def test_a_message_takes_its_parameters_as_runs() -> None:
    runs = Translator("en").runs(Message("model.at_revision", {"model": UserText("a"), "revision": UserText("b")}))
    assert runs == (Run("user", "a"), Run("text", ", revision "), Run("user", "b"))


def test_braces_and_stars_in_the_buyers_words_stay() -> None:
    name = UserText("{model} *x* {0} {{y}}")
    assert (
        text(Message("cover.subtitle.model", {"task": Code("Work"), "model": name})) == "Work on {model} *x* {0} {{y}}."
    )


def test_stars_in_the_house_text_are_italics() -> None:
    assert Translator("es").runs(Message("glossary.throughput.name")) == (Run("em", "Throughput"),)


def test_one_and_many() -> None:
    one, many = (Message("count.copies", {"n": Code(str(n))}, n) for n in (1, 2))
    assert (text(one), text(many)) == ("1\u00a0copy", "2\u00a0copies")
    assert (text(one, "es"), text(many, "es")) == ("1\u00a0copia", "2\u00a0copias")


def test_a_missing_text_is_named() -> None:
    with pytest.raises(KeyError, match=r"es: no text for no\.such\.key"):
        Translator("es").template("no.such.key")
    with pytest.raises(KeyError, match="de"):
        catalog("de")


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
