"""Writes a month-end pack as an XLSX workbook: one sheet for the facts and one for each section."""

from pathlib import Path

from regie.core.files.spreadsheet_writer import ColumnHeader, Row, Sheet, write_workbook
from regie.core.text.locale import translate
from regie.domains.administration.month_packs.document import PackDocument


def write_xlsx(path: Path, document: PackDocument) -> None:
    rows: list[Row] = [
        [translate(document.locale, "pack.organization"), document.organization],
        [translate(document.locale, "pack.closing"), document.closed],
        [translate(document.locale, "pack.amounts"), document.currency_note],
        *([label, text] for label, text in document.notes),
        *([section.title, section.note] for section in document.sections if section.note),
    ]
    headers = [ColumnHeader(document.title, "text"), ColumnHeader("", "text")]
    summary = Sheet(translate(document.locale, "pack.summary"), headers, rows)
    sections = (Sheet(_sheet_name(one.title), one.columns, one.rows) for one in document.sections)
    write_workbook(path, [summary, *sections], document.locale)


def _sheet_name(title: str) -> str:
    """The title without the colon, which names of sheets cannot contain."""
    return " ".join(title.replace(":", " ").split())
