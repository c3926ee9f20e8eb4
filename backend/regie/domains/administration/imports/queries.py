"""Reads imports; every statement starts from `visible_imports`."""

import re
from collections.abc import Iterator, Mapping
from datetime import date

from sqlalchemy import ColumnElement, Connection, join, select, true

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.core.api.errors import format_value
from regie.core.api.wire import ListQuery, Page
from regie.core.lists.listing import Listing, RowScope, one_of
from regie.core.lists.shape import Shape
from regie.core.text.locale import Locale, catalogue
from regie.domains.administration.imports.churn_resource import CHURNS
from regie.domains.administration.imports.client_resource import CLIENTS
from regie.domains.administration.imports.cost_resource import COSTS
from regie.domains.administration.imports.employee_resource import EMPLOYEES
from regie.domains.administration.imports.goal_resource import GOALS
from regie.domains.administration.imports.models import Import, ImportRow, Outcome
from regie.domains.administration.imports.payment_resource import PAYMENTS
from regie.domains.administration.imports.project_resource import PROJECTS
from regie.domains.administration.imports.resources import Resource
from regie.domains.administration.imports.schemas import (
    FileImportOut,
    FileImportRow,
    ImportCounts,
    ImportRowOut,
    SavedRow,
)
from regie.domains.administration.imports.team_resource import TEAMS
from regie.domains.administration.imports.term_resource import TERMS

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
RESOURCES: dict[str, Resource] = {
    resource.name: resource for resource in (CLIENTS, EMPLOYEES, PROJECTS, TERMS, PAYMENTS, COSTS, CHURNS, TEAMS, GOALS)
}
IMPORTS = Listing(
    source=Import.__table__,
    key=Import.id,
    api_id=Import.api_id,
    shape=Shape.of(FileImportRow, Import),
    sorts={"created_at": Import.created_at},
    default_sort="-created_at",
)
ROWS = Listing(
    source=join(ImportRow, Import, Import.id == ImportRow.import_id),
    key=ImportRow.id,
    api_id=Import.api_id,
    shape=Shape.of(SavedRow, ImportRow),
    sorts={"place": ImportRow.place, "line": ImportRow.line},
    default_sort="place",
    filters={"outcome": one_of(ImportRow.outcome), "of": one_of(Import.api_id)},
)


def visible_imports() -> ColumnElement[bool]:
    """Imports are visible to their owner only: they may contain what others may not see."""
    return Import.user_id == CURRENT_USER_ID


def _row_scope(actor: Actor) -> RowScope:
    return RowScope(key="own", rows=visible_imports, shows_restricted=true, params=actor.params)


def read_import(db: Connection, actor: Actor, api_id: str) -> FileImportOut:
    """Return the import; raise NotFound if it belongs to someone else, Forbidden if the caller may no longer create
    such records.
    """
    record = IMPORTS.one(db, _row_scope(actor), api_id)
    resource = RESOURCES[record["kind"]]
    resource.require_permission(actor)
    counts, refusal = _counts(record["counts"]), record["refusal"]
    return {
        "api_id": record["api_id"],
        "kind": record["kind"],
        "state": record["state"],
        "file_name": record["file_name"],
        "size": record["size"],
        "sha256": record["sha256"],
        "columns": record["columns"],
        "fields": [
            {
                "field": column.field,
                "name": resource.title(column.field, actor.locale),
                "is_required": column.is_required,
            }
            for column in resource.columns
        ],
        "counts": counts,
        "refusal": None if refusal is None else translate_reason(refusal["key"], refusal["values"], actor.locale),
        "can_apply": record["state"] == "checked" and counts is not None and _has_changes(counts),
        "created_at": record["created_at"],
        "updated_at": record["updated_at"],
        "applied_at": record["applied_at"],
        "version": record["version"],
    }


def _counts(saved: Mapping[Outcome, int]) -> ImportCounts | None:
    if not saved:
        return None
    return {
        "wrong": saved["wrong"],
        "create": saved["create"],
        "update": saved["update"],
        "unchanged": saved["unchanged"],
    }


def _has_changes(counts: ImportCounts) -> bool:
    return counts["wrong"] == 0 and counts["create"] + counts["update"] > 0


def list_import_rows(db: Connection, actor: Actor, api_id: str, query: ListQuery) -> Page[ImportRowOut]:
    """Return the file's rows, invalid ones first."""
    read_import(db, actor, api_id)
    page = ROWS.page(db, _row_scope(actor), query, {"of": [api_id]})
    return {"data": [_row_out(row, actor.locale) for row in page["data"]], "meta": page["meta"]}


def list_errors(db: Connection, actor: Actor, api_id: str) -> Iterator[list[str]]:
    """Yield one row per error: the row's number and name, the column, and the message."""
    record = read_import(db, actor, api_id)
    names = {column["field"]: column["name"] for column in record["fields"]}
    headers = {column["field"]: column["header"] for column in record["columns"] if column["field"]}
    statement = (
        select(ImportRow)
        .join(Import, Import.id == ImportRow.import_id)
        .where(visible_imports(), Import.api_id == api_id, ImportRow.outcome == "wrong")
        .order_by(ImportRow.place)
    )
    columns = (ImportRow.line, ImportRow.name, ImportRow.errors)
    for row in db.execute(statement.with_only_columns(*columns), actor.params):
        for field, key, values in row.errors:
            title = headers.get(field) or names.get(field, "")
            yield [str(row.line), row.name, title, translate_reason(key, values, actor.locale)]


def _row_out(row: SavedRow, locale: Locale) -> ImportRowOut:
    return {
        "api_id": str(row["line"]),
        "line": row["line"],
        "outcome": row["outcome"],
        "name": row["name"],
        "record": row["record_api_id"],
        "changes": [{"field": name, "before": before, "after": after} for name, before, after in row["changes"]],
        "errors": [
            {"field": name or None, "message": translate_reason(key, values, locale)}
            for name, key, values in row["errors"]
        ],
    }


def translate_reason(key: str, values: Mapping[str, object], locale: Locale) -> str:
    """Numbers and days are formatted in the reader's language; positions in the file are strings and stay unchanged."""
    formatted = {name: format_value(name, _from_json(value), locale) for name, value in values.items()}
    return catalogue(locale)[key].format(**formatted)


def _from_json(value: object) -> object:
    return date.fromisoformat(value) if isinstance(value, str) and _DAY.fullmatch(value) else value
