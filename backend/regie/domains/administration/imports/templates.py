"""Creates an empty file with one header per field, in the user's language."""

import io
from collections.abc import Iterable

from starlette.responses import Response

from regie.core.files.downloads import disposition
from regie.core.files.spreadsheet_reader import XLSX_MIME_TYPE
from regie.core.files.spreadsheet_writer import ColumnHeader, Row, Sheet, csv_chunks
from regie.core.text.locale import Locale
from regie.domains.administration.imports.resources import Resource
from regie.domains.administration.imports.schemas import TemplateQuery

CSV = "text/csv; charset=utf-8"


def write_table(header: list[str], rows: Iterable[Row], locale: Locale) -> bytes:
    """Return a CSV of texts in the format of this language's spreadsheets."""
    sheet = Sheet("", [ColumnHeader(name, "text") for name in header], rows)
    return b"".join(csv_chunks(sheet, lambda: None, locale))


def template_response(resource: Resource, query: TemplateQuery) -> Response:
    header = [resource.title(column.field, query.language) for column in resource.columns]
    is_csv = query.format == "csv"
    content = write_table(header, (), query.language) if is_csv else _write_xlsx(header)
    name = f"{_FILE_NAMES[query.language][resource.name]}.{query.format}"
    headers = {"content-disposition": disposition(name)}
    return Response(content, headers=headers, media_type=CSV if is_csv else XLSX_MIME_TYPE)


_FILE_NAMES: dict[Locale, dict[str, str]] = {
    "en-us": {
        "clients": "clients", "employees": "employees", "projects": "projects", "terms": "dated-terms",
        "payments": "scheduled-payments", "costs": "external-costs", "churns": "churn", "teams": "teams",
        "goals": "goals",
    },
    "fr-ca": {
        "clients": "clients", "employees": "employes", "projects": "projets", "terms": "conditions-datees",
        "payments": "versements-prevus", "costs": "couts-externes", "churns": "pertes", "teams": "equipes",
        "goals": "objectifs",
    },
}  # fmt: skip


def _write_xlsx(header: list[str]) -> bytes:
    from openpyxl import Workbook

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet()
    sheet.append(header)
    content = io.BytesIO()
    workbook.save(content)
    return content.getvalue()
