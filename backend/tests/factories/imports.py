"""Creates import files (CSV in any encoding, XLSX) and calls the imports API."""

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from httpx import Response
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.imports.jobs import Importer
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.world import World

IMPORTS_PATH = "/api/v1/imports"


def make_csv(*rows: Sequence[str], delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    return "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)


def make_records_csv(*records: Mapping[str, str], delimiter: str = ",") -> bytes:
    """Create a CSV whose header has all fields of the records; a missing field is an empty cell."""
    header = list(dict.fromkeys(name for record in records for name in record))
    return make_csv(header, *([record.get(name, "") for name in header] for record in records), delimiter=delimiter)


def make_xlsx(*rows: Sequence[Any]) -> bytes:
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet()
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    content = io.BytesIO()
    workbook.save(content)
    return content.getvalue()


def _cell(sheet: Any, value: Any) -> WriteOnlyCell:
    """Mark text as text, even if it looks like a formula."""
    cell = WriteOnlyCell(sheet, value)
    if isinstance(value, str):
        cell.data_type = "s"
    return cell


def post_import_file(browser: Browser, kind: str, content: bytes, name: str = "file.csv") -> Response:
    return browser.call("POST", f"{IMPORTS_PATH}/{kind}", files={"file": (name, content)})


def create_import(browser: Browser, kind: str, content: bytes, name: str = "file.csv") -> dict[str, Any]:
    answer = post_import_file(browser, kind, content, name)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def fetch_import_rows(browser: Browser, api_id: str, query: str = "per_page=100") -> list[dict[str, Any]]:
    answer = browser.get(f"{IMPORTS_PATH}/{api_id}/rows?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def check_columns(browser: Browser, api_id: str, *columns: str) -> Response:
    return browser.post(f"{IMPORTS_PATH}/{api_id}/checks", {"columns": columns})


def apply_import(browser: Browser, api_id: str) -> Response:
    """Apply the import at its current version."""
    version = browser.get(f"{IMPORTS_PATH}/{api_id}").json()["data"]["version"]
    return browser.post(f"{IMPORTS_PATH}/{api_id}/applications", {"version": version})


def import_counts(create: int = 0, update: int = 0, unchanged: int = 0, wrong: int = 0) -> dict[str, int]:
    return {"wrong": wrong, "create": create, "update": update, "unchanged": unchanged}


def errors_by_line(rows: Iterable[dict[str, Any]]) -> dict[int, dict[str | None, str]]:
    """Return the error messages by the row's line in the file, then by field."""
    return {row["line"]: {error["field"]: error["message"] for error in row["errors"]} for row in rows}


def make_importer(world: World) -> Importer:
    """Return an importer whose clock is fixed at NOON."""
    return Importer(world.database, world.app.state.context.files, Clock(lambda: NOON), load_actor)


def run_waiting_imports(importer: Importer) -> None:
    """Run all waiting imports, oldest first."""
    for api_id in importer.find_waiting():
        importer.run(api_id)
