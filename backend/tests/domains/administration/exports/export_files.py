"""Exports lists and parses the files as a spreadsheet does: rows, and the totals below or on the second sheet."""

import csv
import io
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from openpyxl import load_workbook

from tests.browser import Browser

PATH = "/api/v1/exports"


@dataclass(frozen=True)
class ExportedFile:
    header: list[str]
    rows: list[list[Any]]
    totals: list[list[Any]]


def export_list(browser: Browser, list_name: str, format: str = "csv", **fields: Any) -> ExportedFile:
    """Export, download and parse a list."""
    answer = browser.post(PATH, {"list_name": list_name, "format": format, **fields})
    assert answer.status_code == 201, answer.text
    export = answer.json()["data"]
    response = browser.get(f"{PATH}/{export['api_id']}/file")
    assert response.status_code == 200, response.text
    assert "attachment" in response.headers["content-disposition"]
    return parse_csv(response.content, browser.locale) if format == "csv" else parse_xlsx(response.content)


def parse_csv(content: bytes, locale: str) -> ExportedFile:
    text = content.decode("utf-8")
    assert text.startswith("\ufeff")
    lines = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=";" if locale == "fr-ca" else ","))
    end = lines.index([]) if [] in lines else len(lines)
    return ExportedFile(lines[0], lines[1:end], lines[end + 2 :])


def parse_xlsx(content: bytes) -> ExportedFile:
    workbook = load_workbook(io.BytesIO(content))
    sheet, *others = workbook.worksheets
    lines = [list(line) for line in sheet.iter_rows(values_only=True)]
    assert not any(cell.data_type == "f" for page in workbook.worksheets for line in page.iter_rows() for cell in line)
    totals = [list(line) for line in others[0].iter_rows(min_row=2, values_only=True)] if others else []
    return ExportedFile(lines[0], lines[1:], totals)


def totals_by_currency(file: ExportedFile, locale: str = "en-us") -> dict[tuple[str, str], Decimal]:
    """Return the totals by name and currency."""
    return {(name, currency): parse_decimal(amount, locale) for name, currency, amount in file.totals}


def parse_decimal(cell: Any, locale: str = "en-us") -> Decimal:
    return Decimal(str(cell).replace(",", ".") if locale == "fr-ca" else str(cell))


def fetch_all_rows(browser: Browser, path: str, query: str = "") -> list[dict[str, Any]]:
    """Return the rows of all pages of a list."""
    rows: list[dict[str, Any]] = []
    for page in range(1, 200):
        answer = browser.get(f"/api/v1/{path}?per_page=100&page={page}{query and '&' + query}").json()
        rows += answer["data"]
        if page >= answer["meta"]["last_page"]:
            return rows
    raise AssertionError("the list has no end")
