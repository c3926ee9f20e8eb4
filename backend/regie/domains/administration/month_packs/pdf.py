"""Writes a month-end pack as a PDF on letter paper, with a place for signatures."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Paragraph, Spacer, Table

from regie.core.files.pdf import (
    BODY,
    BOLD,
    BOLD_NUMBER,
    HEADING,
    INK,
    NOTE,
    NUMBER,
    TABLE_STYLE,
    TITLE,
    WIDTH,
    paragraph,
    register_fonts,
    write_pages,
)
from regie.core.files.spreadsheet_writer import Cell, CellFormat, FormattedNumber
from regie.core.text.locale import Locale, format_number, translate
from regie.domains.administration.month_packs.document import INDENT, PackDocument, Section

# How wide a column is in relation to the others.
_WEIGHTS: dict[CellFormat, float] = {"text": 2.2, "money": 1.5, "day": 1.3}
_CODE_WEIGHT, _SIGNATURE_HEIGHT, _MIN_SECTION_HEIGHT = 1.15, 15 * mm, 36 * mm
# Tables with more rows may continue on the next page.
_MAX_UNDIVIDED_ROWS = 12
_INDENTED = ParagraphStyle("indented", BODY, leftIndent=10)


def write_pdf(path: Path, document: PackDocument) -> None:
    """Write the pack; texts of people are never interpreted as markup."""
    register_fonts()
    write_pages(
        str(path),
        _flowables(document),
        locale=document.locale,
        title=document.title,
        author=document.organization,
        subject=document.closed,
    )


def _flowables(document: PackDocument) -> list[Flowable]:
    flowables: list[Flowable] = [
        paragraph(document.organization, NOTE),
        paragraph(document.title, TITLE),
        paragraph(document.closed, BODY),
        paragraph(document.currency_note, NOTE),
    ]
    for label, text in document.notes:
        flowables += [Spacer(0, 6), paragraph(label, BOLD), *(paragraph(line, BODY) for line in text.splitlines())]
    for section in document.sections:
        flowables += _section(section, document.locale)
    return [*flowables, _signatures(document.locale)]


def _section(section: Section, locale: Locale) -> list[Flowable]:
    heading = paragraph(section.title, HEADING)
    if not section.rows:
        return [KeepTogether([heading, paragraph(translate(locale, "pack.nothing"), NOTE)])]
    notes = [paragraph(section.note, NOTE)] if section.note else []
    flowables = [heading, *notes, _table(section, locale)]
    if len(section.rows) <= _MAX_UNDIVIDED_ROWS:
        return [KeepTogether(flowables)]
    return [CondPageBreak(_MIN_SECTION_HEIGHT), *flowables]


def _table(section: Section, locale: Locale) -> Table:
    rows = [[_head(section, index) for index in range(len(section.columns))]]
    for number, row in enumerate(section.rows):
        is_total = number in section.total_rows
        rows.append(
            [_cell(cell, column.format, locale, is_total) for cell, column in zip(row, section.columns, strict=True)]
        )
    table = Table(rows, colWidths=_widths(section), repeatRows=1)
    table.setStyle(TABLE_STYLE)
    return table


def _widths(section: Section) -> list[float]:
    weights = [
        _CODE_WEIGHT if _has_codes(section, index) else _WEIGHTS.get(column.format, 1.2)
        for index, column in enumerate(section.columns)
    ]
    return [WIDTH * weight / sum(weights) for weight in weights]


def _has_codes(section: Section, index: int) -> bool:
    """Whether a column contains currency codes only."""
    cells = [row[index] for row in section.rows]
    return all(isinstance(cell, str) and len(cell) <= 3 for cell in cells)


def _head(section: Section, index: int) -> Paragraph:
    column = section.columns[index]
    return paragraph(column.text, BOLD if column.format in ("text", "day") else BOLD_NUMBER)


def _cell(cell: Cell, format: CellFormat, locale: Locale, is_total: bool) -> Paragraph:
    text = _format(cell, format, locale)
    is_text = format in ("text", "day")
    if is_text:
        style = _INDENTED if text.startswith(INDENT) else BOLD if is_total else BODY
        return paragraph(text.removeprefix(INDENT), style)
    return paragraph(text, BOLD_NUMBER if is_total else NUMBER)


def _format(cell: Cell, format: CellFormat, locale: Locale) -> str:
    if isinstance(cell, FormattedNumber):
        return _format(cell.value, cell.format, locale)
    if isinstance(cell, Decimal):
        number = format_number(cell, locale).replace("-", "\u2212")
        return translate(locale, f"pack.{format}", value=number) if format in ("percent", "points") else number
    if isinstance(cell, date | datetime):
        return cell.isoformat()
    return "–" if cell is None else cell


def _signatures(locale: Locale) -> Flowable:
    """Lines for the names, signatures and dates of who prepared and who approved the pack."""
    names = [
        paragraph(translate(locale, f"pack.signature.{name}"), NOTE) for name in ("prepared_by", "approved_by", "date")
    ]
    widths = [WIDTH * share for share in (0.36, 0.03, 0.36, 0.03, 0.22)]
    lines: Sequence[Any] = [names[0], "", names[1], "", names[2]]
    table = Table([[""] * len(widths), lines], colWidths=widths, rowHeights=[_SIGNATURE_HEIGHT, None])
    table.setStyle([("LINEABOVE", (column, 1), (column, 1), 0.6, INK) for column in (0, 2, 4)])
    return KeepTogether([Spacer(0, 8), table])
