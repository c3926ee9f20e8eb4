"""Reading imports; `visible_imports` is the only door to the table."""

from collections.abc import Iterator, Mapping

from sqlalchemy import ColumnElement, Connection, join, select, true

from regie.access.actor import ME, Actor
from regie.core.api.wire import ListQuery, Page
from regie.core.lists.listing import Listing, RowScope, one_of
from regie.core.lists.shape import Shape
from regie.core.text.locale import Locale, catalogue, write_number
from regie.domains.administration.imports.models import Import, ImportRow, Outcome
from regie.domains.administration.imports.of_clients import CLIENTS
from regie.domains.administration.imports.of_employees import EMPLOYEES
from regie.domains.administration.imports.resources import Resource
from regie.domains.administration.imports.schemas import (
    FileImportOut,
    FileImportRow,
    ImportCounts,
    ImportRowOut,
    SavedRow,
)

RESOURCES: dict[str, Resource] = {one.name: one for one in (CLIENTS, EMPLOYEES)}
IMPORTS = Listing(
    source=Import.__table__,
    key=Import.id,
    api_id=Import.api_id,
    shape=Shape.of(FileImportRow, Import),
    sorts={"created_at": Import.created_at},
    default_sort="-created_at",
    tables=("imports",),
)
ROWS = Listing(
    source=join(ImportRow, Import, Import.id == ImportRow.import_id),
    key=ImportRow.id,
    api_id=Import.api_id,
    shape=Shape.of(SavedRow, ImportRow),
    sorts={"place": ImportRow.place, "line": ImportRow.line},
    default_sort="place",
    tables=("imports", "import_rows"),
    filters={"outcome": one_of(ImportRow.outcome), "of": one_of(Import.api_id)},
)


def visible_imports() -> ColumnElement[bool]:
    """What somebody tries is theirs alone: it may hold what others may not see."""
    return Import.user_id == ME


def _sight(actor: Actor) -> RowScope:
    return RowScope(key="own", rows=visible_imports, shows_restricted=true, params=actor.params)


def read_import(db: Connection, actor: Actor, api_id: str) -> FileImportOut:
    """The import, as far as the caller still may bring such records; NotFound when it is somebody else's."""
    one = IMPORTS.one(db, _sight(actor), api_id)
    resource = RESOURCES[one["kind"]]
    actor.require(resource.permission)
    counts, refusal = _counts(one["counts"]), one["refusal"]
    return {
        "api_id": one["api_id"],
        "kind": one["kind"],
        "state": one["state"],
        "file_name": one["file_name"],
        "size": one["size"],
        "sha256": one["sha256"],
        "columns": one["columns"],
        "fields": [
            {"field": each.field, "name": resource.title(each.field, actor.locale), "is_required": each.is_required}
            for each in resource.columns
        ],
        "counts": counts,
        "refusal": None if refusal is None else say_reason(refusal["key"], refusal["values"], actor.locale),
        "can_apply": one["state"] == "checked" and counts is not None and _changes_something(counts),
        "created_at": one["created_at"],
        "updated_at": one["updated_at"],
        "applied_at": one["applied_at"],
        "version": one["version"],
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


def _changes_something(counts: ImportCounts) -> bool:
    return counts["wrong"] == 0 and counts["create"] + counts["update"] > 0


def list_import_rows(db: Connection, actor: Actor, api_id: str, query: ListQuery) -> Page[ImportRowOut]:
    """The file's rows, those that are wrong first."""
    read_import(db, actor, api_id)
    page = ROWS.page(db, _sight(actor), query, {"of": [api_id]})
    return {"data": [_shown(row, actor.locale) for row in page["data"]], "meta": page["meta"]}


def each_error(db: Connection, actor: Actor, api_id: str) -> Iterator[list[str]]:
    """One line per thing that is wrong: the row's number and name, the column, and why."""
    one = read_import(db, actor, api_id)
    names = {each["field"]: each["name"] for each in one["fields"]}
    headers = {each["field"]: each["header"] for each in one["columns"] if each["field"]}
    wrong = (
        select(ImportRow)
        .join(Import, Import.id == ImportRow.import_id)
        .where(visible_imports(), Import.api_id == api_id, ImportRow.outcome == "wrong")
        .order_by(ImportRow.place)
    )
    columns = (ImportRow.line, ImportRow.name, ImportRow.errors)
    for row in db.execute(wrong.with_only_columns(*columns), actor.params):
        for field, key, values in row.errors:
            title = headers.get(field) or names.get(field, "")
            yield [str(row.line), row.name, title, say_reason(key, values, actor.locale)]


def _shown(row: SavedRow, locale: Locale) -> ImportRowOut:
    return {
        "api_id": str(row["line"]),
        "line": row["line"],
        "outcome": row["outcome"],
        "name": row["name"],
        "record": row["record_api_id"],
        "changes": [{"field": name, "before": before, "after": after} for name, before, after in row["changes"]],
        "errors": [
            {"field": name or None, "message": say_reason(key, values, locale)} for name, key, values in row["errors"]
        ],
    }


def say_reason(key: str, values: Mapping[str, object], locale: Locale) -> str:
    """Numbers as the language writes them; where something stands in a file is no number but its name."""
    said = {name: write_number(value, locale) if isinstance(value, int) else value for name, value in values.items()}
    return catalogue(locale)[key].format(**said)
