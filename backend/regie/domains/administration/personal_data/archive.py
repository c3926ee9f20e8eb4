"""Writes the personal data of one person as a ZIP file: JSON for programs, HTML for readers, and their files."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from sqlalchemy import Connection

from regie.core.api.errors import NotFound
from regie.core.db.schema import METADATA
from regie.core.files.store import FileStore
from regie.core.text.erased import translate_erased_names
from regie.core.text.locale import Locale, catalogue, translate
from regie.domains.administration.personal_data.queries import Person, concerns, read_personal_data
from regie.domains.records.personal_data.schemas import PERSONAL_DATA

Tables = dict[str, list[dict[str, Any]]]
# Tables with files of the person: the columns of key and name.
_FILES = {
    "attachments": ("storage_key", "file_name"),
    "replaced_files": ("storage_key", "file_name"),
    "bug_reports": ("storage_key", "picture_name"),
    "imports": ("storage_key", "file_name"),
}
_LABEL_NOUNS = ("users", "employees", "clients", "projects", "goals", "attachments", "recognition", "activity")


def write_archive(db: Connection, files: FileStore, person: Person, locale: Locale, path: Path) -> None:
    tables = {name: rows for name, rows in read_personal_data(db, person) if rows}
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in _read_files(db, files, person, tables):
            archive.writestr(name, content)
        data = json.dumps(tables, default=_to_json, ensure_ascii=False, indent=1)
        for name, content in (("data.json", data), ("index.html", _render_index(person, tables, locale))):
            archive.writestr(name, translate_erased_names(content, locale))


def count_personal_data(db: Connection, person: Person) -> int:
    return sum(len(rows) for _, rows in read_personal_data(db, person))


def _read_files(db: Connection, files: FileStore, person: Person, tables: Tables) -> Iterator[tuple[str, bytes]]:
    """Yield the person's files; numbers make their names unique. Pictures are files instead of rows."""
    for row in tables.get("avatars", []):
        yield f"files/picture.{row['mime'].rpartition('/')[2]}", row.pop("content")
    number = 0
    for declared in PERSONAL_DATA:
        if declared.table not in _FILES:
            continue
        table, (key, name) = METADATA.tables[declared.table], _FILES[declared.table]
        rows = db.execute(table.select().where(concerns(declared, person), table.c[key].is_not(None)))
        for row in rows.mappings().all():
            number += 1
            try:
                yield f"files/{number}-{Path(row[name]).name}", b"".join(files.open(row[key]))
            except NotFound:
                continue


def _render_index(person: Person, tables: Tables, locale: Locale) -> str:
    sections = [
        {
            "title": _table_title(locale, name),
            "columns": [_column_label(locale, column) for column in rows[0]],
            "rows": [[_to_text(value) for value in row.values()] for row in rows],
        }
        for name, rows in tables.items()
    ]
    return _templates().get_template("archive.html.j2").render(
        language=locale[:2],
        title=translate(locale, "personal_data.title", name=person.name),
        detail=translate(locale, "personal_data.detail"),
        sections=sections,
    )  # fmt: skip


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _table_title(locale: Locale, name: str) -> str:
    table = name.removesuffix("_links")
    title = translate(locale, f"personal_data.table.{table}")
    return title if name == table else translate(locale, "personal_data.links", records=title)


def _column_label(locale: Locale, column: str) -> str:
    words = catalogue(locale)
    keys = (f"{noun}.field.{name}" for noun in _LABEL_NOUNS for name in (column, column.removesuffix("_id")))
    return next((words[key] for key in keys if key in words), column)


def _to_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, default=_to_json, ensure_ascii=False)
    return str(_to_json(value)) if isinstance(value, date | datetime) else str(value)


def _to_json(value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    return value.hex()
