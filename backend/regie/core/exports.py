"""Rows as a file that a spreadsheet opens: streamed, in the reader's language, and never run as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from starlette.responses import StreamingResponse

from regie.core.locale import Locale

_BOM = "\ufeff"
# What a spreadsheet takes for the beginning of a formula: at the start of a cell, or of what it takes for one when it
# separates by another sign than the file does.
_DANGEROUS = re.compile(r"(^|[,;\t\r\n])(?=\s*[=+\-@\t\r\n])")


def csv_response(name: str, header: list[str], rows: Iterable[list[Any]], locale: Locale) -> StreamingResponse:
    """A download; French spreadsheets separate with semicolons, since their decimals have the comma."""
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return StreamingResponse(write_csv(header, rows, locale), media_type="text/csv; charset=utf-8", headers=headers)


def write_csv(header: list[str], rows: Iterable[list[Any]], locale: Locale) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=";" if locale == "fr-ca" else ",", lineterminator="\r\n")
    buffer.write(_BOM)
    writer.writerow(header)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        if buffer.tell() > 16_000:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return _DANGEROUS.sub(r"\1'", text)
