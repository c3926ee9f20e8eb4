"""Renders the text of notifications from the catalogue, in the reader's language."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from regie.core.text.locale import Locale, format_number, translate
from regie.core.time.instants import format_long_date

# The values of each kind. A name's suffix determines how its value is stored and formatted: `…_on` is a day
# (`2026-11-27`), `…_hours` a decimal as text (`12.50`), `…_count` a whole number, `…_money` an amount with its
# currency, `…_words` a text per language; others are inserted unchanged.
KINDS: dict[str, frozenset[str]] = {
    "retainer_hours": frozenset({"project", "client", "percent", "used_hours", "available_hours", "ends_on"}),
    "retainer_pace": frozenset(
        {"project", "client", "percent", "used_hours", "available_hours", "forecast_hours", "ends_on"}
    ),
    "project_budget": frozenset({"project", "client", "percent", "used_hours", "budget_hours"}),
    "retainer_renewal": frozenset({"project", "client", "renews_on"}),
    "retainer_automatic_renewal": frozenset({"project", "client", "renews_on"}),
    "award": frozenset({"giver", "value_words", "message"}),
    "goal_ending": frozenset({"goal", "person", "ends_on"}),
    "goal_overdue": frozenset({"goal", "person", "ends_on"}),
    "invoice_overdue": frozenset({"number", "client", "balance_money", "due_on"}),
    "sync_trouble": frozenset({"service", "error_words", "todo_words"}),
    "records_missing": frozenset({"service", "missing_words"}),
    "export_ready": frozenset({"file", "rows_count", "until_on"}),
    "export_failed": frozenset({"file"}),
    "export_stopped_by_disk": frozenset({"file"}),
    "month_closed": frozenset({"name", "month_words"}),
    "month_reopened": frozenset({"name", "month_words", "reason"}),
    "month_pack_ready": frozenset({"month_words"}),
    "churn_to_confirm": frozenset({"project", "client", "lost_money", "effective_on", "reason_words"}),
    "retainer_leaving": frozenset({"project", "client", "lost_money", "effective_on"}),
    "extra_work_decided": frozenset({"project", "client", "name", "decision_words"}),
    "impersonation": frozenset({"name", "start_words", "until_words", "reason"}),
}
_BABEL: dict[Locale, str] = {"en-us": "en_US", "fr-ca": "fr_CA"}


def title_of(kind: str, values: Mapping[str, Any], locale: Locale) -> str:
    return translate(locale, f"notification.{kind}.title", **_format_values(values, locale))


def detail_of(kind: str, values: Mapping[str, Any], locale: Locale) -> str:
    return translate(locale, f"notification.{kind}.detail", **_format_values(values, locale))


def _format_values(values: Mapping[str, Any], locale: Locale) -> dict[str, str]:
    return {name: _format_value(name, value, locale) for name, value in values.items()}


def _format_value(name: str, value: Any, locale: Locale) -> str:
    if name.endswith("_on"):
        return format_long_date(date.fromisoformat(value), locale)
    if name.endswith("_count"):
        return format_number(value, locale)
    if name.endswith("_words"):
        return str(value[locale])
    if name.endswith(("_hours", "_money")):
        return _format_number_value(name, value, locale)
    return str(value)


def _format_number_value(name: str, value: Any, locale: Locale) -> str:
    from babel.numbers import format_currency, format_decimal

    if name.endswith("_money"):
        return format_currency(Decimal(value["amount"]), value["currency"], locale=_BABEL[locale])
    return format_decimal(Decimal(value), "#,##0.##", locale=_BABEL[locale])
