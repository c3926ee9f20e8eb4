"""Every refusal has its words in both languages, and the French is set as French is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import regie
from regie.core.api.errors import Problem
from regie.core.api.field_errors import _OWN_WORDS, _WORDS
from regie.core.db.references import columns_to
from regie.core.db.schema import METADATA
from regie.core.text.locale import LOCALES, catalogue, read_locale
from regie.domains.administration.enum_options.queries import list_enum_options
from tests.rules.sources import nodes_of, source_of

ROOT = Path(regie.__file__).parent
PRODUCT = [path for path in ROOT.rglob("*.py") if "sandbox" not in path.parts and "migrations" not in path.parts]


def _kinds_of_problem(base: type[Problem] = Problem) -> list[type[Problem]]:
    return [base, *(found for kind in base.__subclasses__() for found in _kinds_of_problem(kind))]


def _texts(node: ast.AST) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _values_of(node: ast.AST) -> list[str]:
    """The words that a `{field: word}` names."""
    if isinstance(node, ast.Dict):
        return [text for value in node.values for text in _texts(value)]
    return _texts(node.value) if isinstance(node, ast.DictComp) else []


def _said(source: str) -> Iterator[str]:
    """The catalogue keys that a module's refusals name."""
    problems = {kind.__name__ for kind in _kinds_of_problem()}
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name, first = node.func.id, node.args[0] if node.args else None
            codes = [text for keyword in node.keywords if keyword.arg == "code" for text in _texts(keyword.value)]
            if name in ("FieldError", "Unread", "Unreadable", "NotTaken") and first is not None:
                yield from (f"field.{text}" for text in _texts(first))
            if name == "Invalid" and first is not None:
                yield from (f"field.{text}" for text in _values_of(first))
                codes += [text for extra in node.args[1:2] for text in _texts(extra)]
            elif name in problems and first is not None:
                codes += _texts(first)
            if name in problems:
                yield from (f"error.{code}" for code in codes)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            target = node.targets[0].value
            if isinstance(target, ast.Name) and target.id == "errors":
                yield from (f"field.{text}" for text in _texts(node.value))


def test_every_refusal_of_the_code_has_words():
    said = {key for path in PRODUCT for key in _said(source_of(path))}
    said |= {f"error.{kind.code}" for kind in _kinds_of_problem()}
    said |= {f"field.{word}" for word in {*_WORDS.values(), *_OWN_WORDS, "invalid"}}
    assert {"error.client_in_use", "field.not_this_kind", "field.after_start", "field.required"} <= said
    assert said - set(catalogue("en-us")) == set()


def _mails(source: str) -> Iterator[tuple[str, set[str]]]:
    """The kinds of mail that a module queues, each with the names of the values that it gives."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            named = [given["kind"]] if node.func.id in ("queue_mail", "queue_list") else []
            if node.func.id == "tell_user":  # its fourth argument is the kind
                named = node.args[3:4]
            yield from ((kind, set(given)) for place in named for kind in _texts(place))


def _silent_mails(source: str) -> list[str]:
    """The mails that lack words, or a value that their words have a place for."""
    words = catalogue(LOCALES[0])
    found = []
    for kind, given in _mails(source):
        said = [key for key in words if key.startswith(f"mail.{kind}.")]
        lacking = {name for key in said for name in _placeholders(words[key])} - given
        if lacking or not {f"mail.{kind}.{part}" for part in ("subject", "lead", "body")} <= set(said):
            found.append(kind)
    return found


def test_every_mail_of_the_code_has_words():
    silent = {path.name: kinds for path in PRODUCT if (kinds := _silent_mails(source_of(path)))}
    assert silent == {}


def test_a_mail_without_words_is_noticed():
    """The control."""
    assert _silent_mails('queue_mail(s, b, kind="unheard_of")') == ["unheard_of"]
    assert _silent_mails('queue_mail(s, b, kind="sign_in_code", code=c)') == ["sign_in_code"]
    assert _silent_mails('tell_user(s, h, u, "second_factor_on")') == ["second_factor_on"]
    right = 'queue_mail(s, b, kind="sign_in_code", code=c, minutes=10)\ntell_user(s, h, u, "second_factor_on", when=w)'
    assert _silent_mails(right) == []


def test_a_refusal_without_words_is_noticed():
    """The control."""
    planted = 'raise Invalid({"name": "a"}, "b")\nInvalid({n: "c" for n in x})\nFieldError("d")\nerrors["x"] = "e"'
    planted += '\nraise NotFound("f")\nraise Invalid(code="g")'
    expected = {"field.a", "error.b", "field.c", "field.d", "field.e", "error.f", "error.g"}
    assert set(_said(planted)) == expected


def test_both_catalogues_say_the_same_things():
    english, french = (catalogue(locale) for locale in LOCALES)
    assert list(english) == list(french)
    for key in english:
        assert english[key].strip(), key
        assert french[key].strip(), key
        assert _placeholders(english[key]) == _placeholders(french[key]), key


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


# A mark that needs a no-break space before it, an opening guillemet that needs one after, and their straight cousins.
_WRONG = re.compile(
    r"(?<![\u00a0\w:/])(?<!^) ?[:?%](?=\s|$)|(?<=\w)[:?%](?=\s|$)|(?<!\u00a0)»|«(?!\u00a0)|'|\s[;!]|\.\.\."
)


def _french() -> dict[str, str]:
    options = {item["value"]: item["name_fr"] for items in list_enum_options().values() for item in items}
    return catalogue("fr-ca") | options


def test_the_french_is_set_as_canadian_french():
    assert {key: text for key, text in _french().items() if _WRONG.search(text)} == {}


@pytest.mark.parametrize(
    "wrong",
    ["Triez par : nom", "Triez par: nom", "Vraiment ?", "Vraiment?", "50 %", "50%", "« nom »", "l'envoi", "Ah !"],
)
def test_french_that_is_set_otherwise_is_noticed(wrong: str):
    assert _WRONG.search(wrong)


@pytest.mark.parametrize(
    "right", ["Triez par\u00a0: nom", "50\u00a0%", "«\u00a0nom\u00a0»", "https://regie.example", "10:30"]
)
def test_french_that_is_set_right_is_not(right: str):
    assert not _WRONG.search(right)


def test_english_is_the_language_of_those_who_name_none():
    assert read_locale(None) == read_locale("de") == "en-us"
    assert read_locale("fr") == read_locale("de, fr-FR;q=0.5") == "fr-ca"


@pytest.mark.parametrize("named", ["clients", "projects"])
def test_everything_that_keeps_a_record_has_words(named: str):
    """A new table that names clients or projects must say what it means for whoever wants to delete one."""
    tables = {column.table.name for column in columns_to(METADATA.tables[named])}
    assert tables >= {"invoices", "attachments"}
    assert {f"kept.{named}.{table}" for table in tables} <= set(catalogue("fr-ca"))
