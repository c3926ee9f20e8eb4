"""Files of rows as people send them: CSV in any encoding, XLSX, and what becomes of them over HTTP."""

import io
from collections.abc import Iterable, Sequence
from typing import Any

from httpx import Response
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import find_person
from regie.domains.administration.imports.jobs import Importer
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.world import World

PATH = "/api/v1/imports"


def csv_of(*rows: Sequence[str], sign: str = ",", encoding: str = "utf-8") -> bytes:
    return "\r\n".join(sign.join(row) for row in rows).encode(encoding)


def xlsx_of(*rows: Sequence[Any]) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _cell(sheet: Any, value: Any) -> WriteOnlyCell:
    """Text is text, whatever it begins with."""
    cell = WriteOnlyCell(sheet, value)
    if isinstance(value, str):
        cell.data_type = "s"
    return cell


def try_file(browser: Browser, kind: str, content: bytes, name: str = "file.csv") -> Response:
    return browser.call("POST", f"{PATH}/{kind}", files={"file": (name, content)})


def tried(browser: Browser, kind: str, content: bytes, name: str = "file.csv") -> dict[str, Any]:
    answer = try_file(browser, kind, content, name)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def rows_of(browser: Browser, api_id: str, query: str = "per_page=100") -> list[dict[str, Any]]:
    answer = browser.get(f"{PATH}/{api_id}/rows?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def check(browser: Browser, api_id: str, *columns: str) -> Response:
    return browser.post(f"{PATH}/{api_id}/checks", {"columns": columns})


def apply(browser: Browser, api_id: str) -> Response:
    """As the file stands now."""
    version = browser.get(f"{PATH}/{api_id}").json()["data"]["version"]
    return browser.post(f"{PATH}/{api_id}/applications", {"version": version})


def counts(create: int = 0, update: int = 0, unchanged: int = 0, wrong: int = 0) -> dict[str, int]:
    return {"wrong": wrong, "create": create, "update": update, "unchanged": unchanged}


def errors_of(rows: Iterable[dict[str, Any]]) -> dict[int, dict[str | None, str]]:
    """Error, by the row's number in the file and the field."""
    return {row["line"]: {error["field"]: error["message"] for error in row["errors"]} for row in rows}


def importer(world: World) -> Importer:
    """The worker's, at the tests' own moment."""
    return Importer(world.database, world.app.state.context.files, Clock(lambda: NOON), find_person)


def work(importer: Importer) -> None:
    """All that waits, the oldest first."""
    for api_id in importer.find_waiting():
        importer.run(api_id)
