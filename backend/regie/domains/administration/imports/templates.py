"""An empty file to fill in: one header per field, in the language of whoever fills it in."""

import io
from collections.abc import Iterable

from starlette.responses import Response

from regie.core.files.downloads import disposition
from regie.core.files.spreadsheet_reader import XLSX
from regie.core.files.spreadsheet_writer import Head, Row, Sheet, csv_pieces
from regie.core.text.locale import Locale
from regie.domains.administration.imports.resources import Resource
from regie.domains.administration.imports.schemas import TemplateQuery

CSV = "text/csv; charset=utf-8"


def write_table(header: list[str], rows: Iterable[Row], locale: Locale) -> bytes:
    """A file of texts, as this language's spreadsheets open it."""
    sheet = Sheet("", [Head(name, "text") for name in header], rows)
    return b"".join(csv_pieces(sheet, lambda: None, locale))


def template_response(resource: Resource, query: TemplateQuery) -> Response:
    header = [resource.title(column.field, query.language) for column in resource.columns]
    is_csv = query.format == "csv"
    content = write_table(header, (), query.language) if is_csv else _write_xlsx(header)
    name = f"{_NAMES[query.language][resource.name]}.{query.format}"
    headers = {"content-disposition": disposition(name)}
    return Response(content, headers=headers, media_type=CSV if is_csv else XLSX)


_NAMES: dict[Locale, dict[str, str]] = {
    "en-us": {"clients": "clients", "employees": "employees"},
    "fr-ca": {"clients": "clients", "employees": "personnel"},
}


def _write_xlsx(header: list[str]) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(header)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()
