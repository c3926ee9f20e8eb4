"""The templates of reminders to pay: those of the settings, or of the catalogue, with placeholders."""

import re
from collections.abc import Mapping
from typing import Any

from regie.core.text.locale import Locale, catalogue
from regie.domains.records.settings.models import REMINDER_FIELDS, ReminderLevel

PLACEHOLDERS = ("client", "contact", "amount", "invoices", "oldest", "organization", "sender")
_PLACEHOLDER = re.compile(r"\{([^{}\n]*)\}")
_PREFIXES: Mapping[ReminderLevel, str] = {"friendly": "reminder", "firm": "firm_reminder"}


def refuse_unknown_placeholders(text: str) -> str:
    if any(name not in PLACEHOLDERS for name in _PLACEHOLDER.findall(text)):
        raise ValueError("placeholder")
    return text


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Replace the placeholders in one pass, so that braces in a value stay as they are."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), template)


def find_template(settings: Mapping[str, Any], level: ReminderLevel, locale: Locale) -> tuple[str, str]:
    """Return the subject and the text."""
    subject, text = (_template(settings, f"{_PREFIXES[level]}_{part}_{locale[:2]}") for part in ("subject", "text"))
    return subject, text


def effective_templates(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return all templates by the names of their fields."""
    return {name: _template(settings, name) for name in REMINDER_FIELDS}


def _template(settings: Mapping[str, Any], name: str) -> str:
    """The stored template, or that of the catalogue."""
    stem, _, language = name.rpartition("_")
    locale: Locale = "fr-ca" if language == "fr" else "en-us"
    return settings[name] or catalogue(locale)[f"template.{stem}"]
