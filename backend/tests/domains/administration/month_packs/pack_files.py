"""Closes October, writes its pack, and reads the files."""

import io
from typing import Any

from openpyxl import load_workbook
from pypdf import PdfReader

from regie.domains.administration.month_packs.jobs import MonthPackWriter
from tests.browser import Browser

OCTOBER = "/api/v1/months/2026-10"
COMMENT = "Œuvre <b>& Cie</b>\u00a0: 5\u202f000 €, ₹ 12 et 3 % de moins"
LANGUAGES = ("en-us", "fr-ca")


def write_waiting(writer: MonthPackWriter) -> None:
    for api_id in writer.find_waiting():
        writer.run(api_id)


def close(browser: Browser, month: str = "2026-10", **body: Any) -> None:
    answer = browser.post(f"/api/v1/months/{month}/closings", {"reason": "Checked", "comment": COMMENT, **body})
    assert answer.status_code == 201, answer.text


def read_pack(browser: Browser, closing: int = 0) -> dict[str, Any]:
    return browser.get(OCTOBER).json()["data"]["closings"][closing]["pack"]


def download(browser: Browser, pack: dict[str, Any], format: str, language: str) -> bytes:
    (file,) = [one for one in pack["files"] if (one["format"], one["language"]) == (format, language)]
    response = browser.get(f"/api/v1/month-pack-files/{file['api_id']}/content")
    assert response.status_code == 200, response.text
    assert response.headers["content-disposition"].startswith("attachment")
    assert len(response.content) == file["size"]
    return response.content


def read_pdf(content: bytes) -> str:
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return text.replace("\u00a0", " ")


def read_sheets(content: bytes) -> dict[str, list[list[Any]]]:
    workbook = load_workbook(io.BytesIO(content))
    assert not any(cell.data_type == "f" for sheet in workbook for line in sheet.iter_rows() for cell in line)
    return {sheet.title: [list(line) for line in sheet.iter_rows(values_only=True)] for sheet in workbook}


def write_sheets(controller: Browser, writer: MonthPackWriter) -> dict[str, list[list[Any]]]:
    """Close October and return its English workbook, in Canadian dollars."""
    assert controller.post("/api/v1/settings", {"exchange_rate_source": "by_hand"}).status_code == 200
    with writer.database.writes.begin() as connection:
        connection.exec_driver_sql("UPDATE settings SET reporting_currency = 'CAD', name = 'Agence Érable'")
    close(controller)
    write_waiting(writer)
    return read_sheets(download(controller, read_pack(controller), "xlsx", "en-us"))


def row_of(lines: list[list[Any]], name: str) -> list[Any]:
    (found,) = [line for line in lines if line[0] == name]
    return found[1:]
