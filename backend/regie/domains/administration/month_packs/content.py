"""Composes what the files of a month-end pack say: once, from the snapshot of the closing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.core.text.locale import LOCALES, Locale
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.administration.month_packs.document import (
    EnumLabels,
    PackDocument,
    PackFacts,
    Reopening,
    build_document,
)
from regie.domains.insights.statistics.figures import MonthStatement
from regie.domains.insights.statistics.queries import Published, read_month_statement
from regie.domains.records.months.models import ClosedMonth, MonthPack
from regie.domains.records.options.queries import read_options
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User


@dataclass(frozen=True, slots=True)
class PackContent:
    """The facts and figures of a pack, with the labels of the options that they name, in their order."""

    facts: PackFacts
    statement: MonthStatement
    labels: Mapping[Locale, EnumLabels]


CONTENT = TypeAdapter(PackContent)


def read_content(db: Connection, clock: Clock, closing_id: int) -> PackContent:
    """Return the stored content under the present name of who closed the month.

    A pack that an earlier release left to be written has none: it is composed from the present records.
    """
    row = db.execute(
        select(ClosedMonth.__table__, MonthPack.content, User.name.label("closer"))
        .join(User, User.id == ClosedMonth.closed_by_id)
        .join(MonthPack, MonthPack.closing_id == ClosedMonth.id)
        .where(ClosedMonth.id == closing_id)
    ).one()
    if row.content is not None:
        stored = CONTENT.validate_python(row.content)
        return replace(stored, facts=replace(stored.facts, closed_by=row.closer))
    return compose_content(db, load_actor(db, row.closed_by_id, "en-us"), clock, row, row.closer)


def compose_content(
    db: Connection, actor: Actor, clock: Clock, closing: Any, closed_by: str, published: Published | None = None
) -> PackContent:
    """Compose what a pack says from the records that `db` sees.

    `closing` is the row of a closed month, and `published` what it publishes in a transaction that is not committed.
    """
    settings = read_settings(db)
    zoned = clock.in_zone(settings["timezone"])
    items = list_enum_options(settings, read_options(db))
    fields: Mapping[Locale, str] = {"en-us": "name_en", "fr-ca": "name_fr"}
    return PackContent(
        PackFacts(
            settings["name"],
            closed_by,
            closing.closed_at,
            settings["timezone"],
            closing.reason,
            closing.comment,
            closing.formulas,
            _read_reopenings(db, closing.month, closing.id),
        ),
        read_month_statement(db, actor, zoned, closing.id, closing.month, settings["reporting_currency"], published),
        {
            locale: {enum: {item["value"]: item[field] for item in of_enum} for enum, of_enum in items.items()}
            for locale, field in fields.items()
        },
    )


def _read_reopenings(db: Connection, month: date, before: int) -> list[Reopening]:
    statement = (
        select(User.name, ClosedMonth.reopened_at, ClosedMonth.reopen_reason)
        .join(User, User.id == ClosedMonth.reopened_by_id)
        .where(ClosedMonth.month == month, ClosedMonth.id < before, ClosedMonth.reopened_at.is_not(None))
        .order_by(ClosedMonth.id)
    )
    return [Reopening(row.name, row.reopened_at, row.reopen_reason or "") for row in db.execute(statement)]


def build_documents(content: PackContent) -> Mapping[Locale, PackDocument]:
    """Build the pack in both languages."""
    return {
        locale: build_document(content.facts, content.statement, locale, content.labels[locale]) for locale in LOCALES
    }
