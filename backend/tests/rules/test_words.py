"""Tests that all messages exist in both languages and follow French typography."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import regie
from regie.core.api.errors import Problem
from regie.core.api.field_errors import _KEYS, _VALIDATOR_KEYS
from regie.core.db.references import columns_referencing
from regie.core.db.schema import METADATA
from regie.core.text.locale import LOCALES, catalogue, read_locale
from regie.domains.administration.enum_options.queries import list_enum_options
from tests.rules.sources import nodes_of, source_of

ROOT = Path(regie.__file__).parent
PRODUCT_FILES = [path for path in ROOT.rglob("*.py") if "sandbox" not in path.parts and "migrations" not in path.parts]


def _problem_types(base: type[Problem] = Problem) -> list[type[Problem]]:
    return [base, *(found for kind in base.__subclasses__() for found in _problem_types(kind))]


def _texts(node: ast.AST) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _dict_texts(node: ast.AST) -> list[str]:
    """Return the keys in `{field: key}`."""
    if isinstance(node, ast.Dict):
        return [text for value in node.values for text in _texts(value)]
    return _texts(node.value) if isinstance(node, ast.DictComp) else []


def _message_keys(source: str) -> Iterator[str]:
    """Yield the catalogue keys of the errors that a module raises."""
    problems = {kind.__name__ for kind in _problem_types()}
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name, first = node.func.id, node.args[0] if node.args else None
            codes = [text for keyword in node.keywords if keyword.arg == "code" for text in _texts(keyword.value)]
            if (
                name in ("FieldError", "ParseError", "Unread", "UnreadableSpreadsheet", "UnsupportedFile")
                and first is not None
            ):
                yield from (f"field.{text}" for text in _texts(first))
            if name == "Invalid" and first is not None:
                yield from (f"field.{text}" for text in _dict_texts(first))
                codes += [text for extra in node.args[1:2] for text in _texts(extra)]
            elif name in problems and first is not None:
                codes += _texts(first)
            if name in problems:
                yield from (f"error.{code}" for code in codes)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            target = node.targets[0].value
            if isinstance(target, ast.Name) and target.id == "errors":
                yield from (f"field.{text}" for text in _texts(node.value))


def test_every_error_has_a_message():
    keys = {key for path in PRODUCT_FILES for key in _message_keys(source_of(path))}
    keys |= {f"error.{kind.code}" for kind in _problem_types()}
    keys |= {f"field.{key}" for key in {*_KEYS.values(), *_VALIDATOR_KEYS, "invalid"}}
    assert {"error.client_in_use", "field.not_this_kind", "field.after_start", "field.required"} <= keys
    assert keys - set(catalogue("en-us")) == set()


def _queued_mails(source: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the kinds of mail that a module queues, with the names of their values."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            named = [given["kind"]] if node.func.id in ("queue_mail", "queue_list_mail") else []
            if node.func.id == "queue_user_mail":  # its fourth argument is the kind
                named = node.args[3:4]
            yield from ((kind, set(given)) for node in named for kind in _texts(node))


def _incomplete_mails(source: str) -> list[str]:
    """Return the kinds of mail that lack messages or values of placeholders."""
    words = catalogue(LOCALES[0])
    found = []
    for kind, given in _queued_mails(source):
        keys = [key for key in words if key.startswith(f"mail.{kind}.")]
        missing = {name for key in keys for name in _placeholders(words[key])} - given
        if missing or not {f"mail.{kind}.{part}" for part in ("subject", "lead", "body")} <= set(keys):
            found.append(kind)
    return found


def test_every_mail_has_messages():
    incomplete = {path.name: kinds for path in PRODUCT_FILES if (kinds := _incomplete_mails(source_of(path)))}
    assert incomplete == {}


def test_mail_without_messages_is_detected():
    assert _incomplete_mails('queue_mail(s, b, kind="unheard_of")') == ["unheard_of"]
    assert _incomplete_mails('queue_mail(s, b, kind="sign_in_code", code=c)') == ["sign_in_code"]
    assert _incomplete_mails('queue_user_mail(s, h, u, "second_factor_on")') == ["second_factor_on"]
    right = 'queue_mail(s, b, kind="sign_in_code", code=c, minutes=10)\n'
    right += 'queue_user_mail(s, h, u, "second_factor_on", when=w)'
    assert _incomplete_mails(right) == []


def test_error_keys_are_found_in_code():
    planted = 'raise Invalid({"name": "a"}, "b")\nInvalid({n: "c" for n in x})\nFieldError("d")\nerrors["x"] = "e"'
    planted += '\nraise NotFound("f")\nraise Invalid(code="g")'
    expected = {"field.a", "error.b", "field.c", "field.d", "field.e", "error.f", "error.g"}
    assert set(_message_keys(planted)) == expected


def test_catalogues_have_the_same_keys_and_placeholders():
    english, french = (catalogue(locale) for locale in LOCALES)
    assert list(english) == list(french)
    for key in english:
        assert english[key].strip(), key
        assert french[key].strip(), key
        assert _placeholders(english[key]) == _placeholders(french[key]), key


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


# Punctuation without no-break space, straight quotes, and dots instead of an ellipsis.
_WRONG_TYPOGRAPHY = re.compile(
    r"(?<![\u00a0\w:/])(?<!^) ?[:?%](?=\s|$)|(?<=\w)[:?%](?=\s|$)|(?<!\u00a0)»|«(?!\u00a0)|'|\s[;!]|\.\.\."
)


def _french_texts() -> dict[str, str]:
    options = {item["value"]: item["name_fr"] for items in list_enum_options().values() for item in items}
    return catalogue("fr-ca") | options


def test_french_typography():
    assert {key: text for key, text in _french_texts().items() if _WRONG_TYPOGRAPHY.search(text)} == {}


@pytest.mark.parametrize(
    "wrong",
    ["Triez par : nom", "Triez par: nom", "Vraiment ?", "Vraiment?", "50 %", "50%", "« nom »", "l'envoi", "Ah !"],
)
def test_wrong_french_typography_is_detected(wrong: str):
    assert _WRONG_TYPOGRAPHY.search(wrong)


@pytest.mark.parametrize(
    "right", ["Triez par\u00a0: nom", "50\u00a0%", "«\u00a0nom\u00a0»", "https://regie.example", "10:30"]
)
def test_right_french_typography_is_accepted(right: str):
    assert not _WRONG_TYPOGRAPHY.search(right)


def test_default_language_is_english():
    assert read_locale(None) == read_locale("de") == "en-us"
    assert read_locale("fr") == read_locale("de, fr-FR;q=0.5") == "fr-ca"


@pytest.mark.parametrize("noun", ["clients", "projects"])
def test_every_reference_that_prevents_deletion_has_a_message(noun: str):
    """A table that references clients or projects needs a message for their deletion."""
    tables = {column.table.name for column in columns_referencing(METADATA.tables[noun])}
    assert tables >= {"invoices", "attachments"}
    assert {f"references.{noun}.{table}" for table in tables} <= set(catalogue("fr-ca"))
