"""Tests that `repr`, which error messages and debuggers use, shows no secret."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import regie
from regie.core.mail.transports import SmtpTransport, read_smtp_url
from regie.environment import integration_environment, open_file_store
from regie.main import build_google_sign_in, create_app
from regie.settings import load_settings
from tests.rules.sources import nodes_of, source_of

ROOT = Path(regie.__file__).parent
SECRET = "canary-of-a-secret"
SETTINGS = {
    "REGIE_SECRET": SECRET,
    "REGIE_FORMER_SECRETS": SECRET,
    "REGIE_DEMO_PASSWORD": SECRET,
    "REGIE_TEAMWORK_KEY": SECRET,
    "REGIE_HUBSPOT_KEY": SECRET,
    "REGIE_QUICKBOOKS_CLIENT_SECRET": SECRET,
    "REGIE_QUICKBOOKS_REFRESH_TOKEN": SECRET,
    "REGIE_GOOGLE_CLIENT_ID": "id",
    "REGIE_GOOGLE_CLIENT_SECRET": SECRET,
    "REGIE_FILES_SECRET": SECRET,
    "REGIE_SMTP_URL": f"smtp://u:{SECRET}@h",
    "REGIE_DATABASE_URL": f"postgresql://u:{SECRET}@127.0.0.1:9/d",
}
_SECRET_NAME = re.compile(r"(^|_)(secrets?|password|passwords|token|tokens|credential)$|^(smtp|database|jobs)_url$")
# Names of fields that hold no secret.
_ALLOWED = {
    ("connectors/google/endpoints.py", "token"),  # the address where tokens are obtained
}


def shown_secrets(source: str) -> Iterator[str]:
    """Yield the text fields of dataclasses that are named like secrets and appear in `repr`."""
    for node in nodes_of(source):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    is_text = re.match(r"(str|tuple\[str|list\[str|bytes)", ast.unparse(field.annotation))
                    is_hidden = field.value is not None and "repr=False" in ast.unparse(field.value)
                    if is_text and _SECRET_NAME.search(field.target.id) and not is_hidden:
                        yield field.target.id


def test_fields_named_like_secrets_are_hidden():
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] != "sandbox"  # its secrets are invented
        for name in shown_secrets(source_of(path))
    }
    assert found == _ALLOWED


@pytest.mark.parametrize("field", ["client_secret: str", "token: str | None = None", "smtp_url: str = field()"])
def test_shown_secret_is_detected(field: str):
    assert list(shown_secrets(f"@dataclass(frozen=True)\nclass A:\n    {field}\n")) == [field.partition(":")[0]]
    assert list(shown_secrets("@dataclass\nclass A:\n    token: str = field(repr=False)\n")) == []


def _parts(value: Any) -> Iterator[Any]:
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from _parts(getattr(value, field.name))


def test_objects_built_from_settings_show_no_secret():
    settings = load_settings(SETTINGS)
    context = create_app(settings).state.context
    built = [
        settings,
        integration_environment(settings),
        open_file_store(settings)._settings,
        SmtpTransport(read_smtp_url(settings.mail.smtp_url)),
        build_google_sign_in(settings)._settings,  # type: ignore[union-attr]
        context,
        context.database.url,
    ]
    for value in built:
        for part in _parts(value):
            if not isinstance(part, str | tuple):
                assert SECRET not in repr(part), type(part)
