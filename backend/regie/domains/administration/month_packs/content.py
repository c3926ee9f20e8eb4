"""Reads what the files of a month-end pack say: once, when they are first written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import TypeAdapter
from sqlalchemy import Connection, select

from regie.core.text.locale import LOCALES, Locale
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.administration.month_packs.document import EnumLabels, PackDocument, PackFacts, build_document
from regie.domains.insights.statistics.figures import MonthStatement
from regie.domains.insights.statistics.queries import read_month_statement
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
    """Return the stored content under the present name of who closed the month; without one, read the records."""
    row = db.execute(
        select(ClosedMonth.__table__, MonthPack.content, User.name.label("closer"))
        .join(User, User.id == ClosedMonth.closed_by_id)
        .join(MonthPack, MonthPack.closing_id == ClosedMonth.id)
        .where(ClosedMonth.id == closing_id)
    ).one()
    if row.content is not None:
        stored = CONTENT.validate_python(row.content)
        return replace(stored, facts=replace(stored.facts, closed_by=row.closer))
    settings = read_settings(db)
    actor = load_actor(db, row.closed_by_id, "en-us")
    zoned = clock.in_zone(settings["timezone"])
    items = list_enum_options(settings, read_options(db))
    fields: Mapping[Locale, str] = {"en-us": "name_en", "fr-ca": "name_fr"}
    return PackContent(
        PackFacts(
            settings["name"], row.closer, row.closed_at, settings["timezone"], row.reason, row.comment, row.formulas
        ),
        read_month_statement(db, actor, zoned, row.id, row.month, settings["reporting_currency"]),
        {
            locale: {enum: {item["value"]: item[field] for item in of_enum} for enum, of_enum in items.items()}
            for locale, field in fields.items()
        },
    )


def build_documents(content: PackContent) -> Mapping[Locale, PackDocument]:
    """Build the pack in both languages."""
    return {
        locale: build_document(content.facts, content.statement, locale, content.labels[locale]) for locale in LOCALES
    }
