"""A file as a spreadsheet of its reader opens it: the table, and below or behind it what the rows come to."""

import csv
import io
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from openpyxl import load_workbook

from tests.browser import Browser

PATH = "/api/v1/exports"


@dataclass(frozen=True)
class Read:
    head: list[str]
    rows: list[list[Any]]
    totals: list[list[Any]]


def export(browser: Browser, list_name: str, format: str = "csv", **asked: Any) -> Read:
    """Ask, download and read."""
    answer = browser.post(PATH, {"list_name": list_name, "format": format, **asked})
    assert answer.status_code == 201, answer.text
    made = answer.json()["data"]
    file = browser.get(f"{PATH}/{made['api_id']}/file")
    assert file.status_code == 200, file.text
    assert "attachment" in file.headers["content-disposition"]
    return read_csv(file.content, browser.locale) if format == "csv" else read_xlsx(file.content)


def read_csv(content: bytes, locale: str) -> Read:
    text = content.decode("utf-8")
    assert text.startswith("\ufeff")
    lines = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=";" if locale == "fr-ca" else ","))
    end = lines.index([]) if [] in lines else len(lines)
    return Read(lines[0], lines[1:end], lines[end + 2 :])


def read_xlsx(content: bytes) -> Read:
    book = load_workbook(io.BytesIO(content))
    sheet, *others = book.worksheets
    lines = [list(line) for line in sheet.iter_rows(values_only=True)]
    assert not any(cell.data_type == "f" for page in book.worksheets for line in page.iter_rows() for cell in line)
    totals = [list(line) for line in others[0].iter_rows(min_row=2, values_only=True)] if others else []
    return Read(lines[0], lines[1:], totals)


def amounts(read: Read, locale: str = "en-us") -> dict[tuple[str, str], Decimal]:
    """(name, currency) → amount of the totals."""
    return {(name, currency): as_decimal(amount, locale) for name, currency, amount in read.totals}


def as_decimal(cell: Any, locale: str = "en-us") -> Decimal:
    return Decimal(str(cell).replace(",", ".") if locale == "fr-ca" else str(cell))


def rows_of(browser: Browser, path: str, query: str = "") -> list[dict[str, Any]]:
    """Every page of a list, put together."""
    rows: list[dict[str, Any]] = []
    for page in range(1, 200):
        answer = browser.get(f"/api/v1/{path}?per_page=100&page={page}{query and '&' + query}").json()
        rows += answer["data"]
        if page >= answer["meta"]["last_page"]:
            return rows
    raise AssertionError("the list has no end")
