"""Writes a month-end pack as a PDF on letter paper, with a place for signatures."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Paragraph, SimpleDocTemplate, Spacer, Table

from regie.core.files.spreadsheet_writer import Cell, CellFormat, FormattedNumber
from regie.core.text.locale import Locale, format_number, translate
from regie.domains.administration.month_packs.document import INDENT, PackDocument, Section

_REGULAR, _SEMIBOLD = "NotoSans", "NotoSans-SemiBold"
_LANGUAGES: dict[Locale, str] = {"en-us": "en-US", "fr-ca": "fr-CA"}
_INK, _MUTED, _RULE, _TINT = HexColor("#1f2328"), HexColor("#57606a"), HexColor("#d0d7de"), HexColor("#f3f4f6")
_MARGIN = 16 * mm
# The page template adds a padding of six points on each side.
_WIDTH = letter[0] - 2 * _MARGIN - 12
_FOOTER_Y = 9 * mm
# How wide a column is in relation to the others.
_WEIGHTS: dict[CellFormat, float] = {"text": 2.2, "money": 1.5, "day": 1.3}
_CODE_WEIGHT, _SIGNATURE_HEIGHT, _MIN_SECTION_HEIGHT = 1.15, 15 * mm, 36 * mm
# Tables with more rows may continue on the next page.
_MAX_UNDIVIDED_ROWS = 12
_BODY = ParagraphStyle("body", fontName=_REGULAR, fontSize=8, leading=11, textColor=_INK)
_INDENTED = ParagraphStyle("indented", _BODY, leftIndent=10)
_BOLD = ParagraphStyle("bold", _BODY, fontName=_SEMIBOLD)
_NUMBER = ParagraphStyle("number", _BODY, alignment=TA_RIGHT)
_BOLD_NUMBER = ParagraphStyle("bold number", _BOLD, alignment=TA_RIGHT)
_NOTE = ParagraphStyle("note", _BODY, textColor=_MUTED)
_TITLE = ParagraphStyle("title", _BOLD, fontSize=19, leading=25)
_HEADING = ParagraphStyle("heading", _BOLD, fontSize=11.5, leading=16, spaceBefore=10, spaceAfter=4)


def write_pdf(path: Path, document: PackDocument) -> None:
    """Write the pack; texts of people are never interpreted as markup."""
    _register_fonts()
    page = SimpleDocTemplate(
        str(path),
        pagesize=letter,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 4 * mm,
        title=f"{document.organization} – {document.title}",
        author=document.organization,
        subject=document.closed,
        lang=_LANGUAGES[document.locale],
    )
    page.build(_flowables(document), canvasmaker=partial(_NumberedCanvas, pack=document))


@cache
def _register_fonts() -> None:
    folder = files("regie.core.files").joinpath("fonts")
    for name, file in ((_REGULAR, "NotoSans-Regular.ttf"), (_SEMIBOLD, "NotoSans-SemiBold.ttf")):
        with folder.joinpath(file).open("rb") as font:
            pdfmetrics.registerFont(TTFont(name, font))
    pdfmetrics.registerFontFamily(_REGULAR, normal=_REGULAR, bold=_SEMIBOLD, italic=_REGULAR, boldItalic=_SEMIBOLD)


class _NumberedCanvas(Canvas):
    """Writes the footer once the number of pages is known."""

    def __init__(self, *args: Any, pack: PackDocument, **options: Any) -> None:
        super().__init__(*args, **options)
        self._pack = pack
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        pages = self._pages
        for number, state in enumerate(pages, start=1):
            self.__dict__.update(state)
            self.setFont(_REGULAR, 7)
            self.setFillColor(_MUTED)
            self.drawString(_MARGIN, _FOOTER_Y, f"{self._pack.organization} – {self._pack.title}"[:110])
            text = translate(self._pack.locale, "pack.page", page=number, pages=len(pages))
            self.drawRightString(letter[0] - _MARGIN, _FOOTER_Y, text)
            super().showPage()
        super().save()


def _flowables(document: PackDocument) -> list[Flowable]:
    flowables: list[Flowable] = [
        _paragraph(document.organization, _NOTE),
        _paragraph(document.title, _TITLE),
        _paragraph(document.closed, _BODY),
        _paragraph(document.currency_note, _NOTE),
    ]
    for label, text in document.notes:
        flowables += [Spacer(0, 6), _paragraph(label, _BOLD), *(_paragraph(line, _BODY) for line in text.splitlines())]
    for section in document.sections:
        flowables += _section(section, document.locale)
    return [*flowables, _signatures(document.locale)]


def _section(section: Section, locale: Locale) -> list[Flowable]:
    heading = _paragraph(section.title, _HEADING)
    if not section.rows:
        return [KeepTogether([heading, _paragraph(translate(locale, "pack.nothing"), _NOTE)])]
    notes = [_paragraph(section.note, _NOTE)] if section.note else []
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
    style: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("BACKGROUND", (0, 0), (-1, 0), _TINT),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, _RULE),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    table.setStyle(style)
    return table


def _widths(section: Section) -> list[float]:
    weights = [
        _CODE_WEIGHT if _has_codes(section, index) else _WEIGHTS.get(column.format, 1.2)
        for index, column in enumerate(section.columns)
    ]
    return [_WIDTH * weight / sum(weights) for weight in weights]


def _has_codes(section: Section, index: int) -> bool:
    """Whether a column contains currency codes only."""
    cells = [row[index] for row in section.rows]
    return all(isinstance(cell, str) and len(cell) <= 3 for cell in cells)


def _head(section: Section, index: int) -> Paragraph:
    column = section.columns[index]
    return _paragraph(column.text, _BOLD if column.format in ("text", "day") else _BOLD_NUMBER)


def _cell(cell: Cell, format: CellFormat, locale: Locale, is_total: bool) -> Paragraph:
    text = _format(cell, format, locale)
    is_text = format in ("text", "day")
    if is_text:
        style = _INDENTED if text.startswith(INDENT) else _BOLD if is_total else _BODY
        return _paragraph(text.removeprefix(INDENT), style)
    return _paragraph(text, _BOLD_NUMBER if is_total else _NUMBER)


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
        _paragraph(translate(locale, f"pack.signature.{name}"), _NOTE)
        for name in ("prepared_by", "approved_by", "date")
    ]
    widths = [_WIDTH * share for share in (0.36, 0.03, 0.36, 0.03, 0.22)]
    lines: Sequence[Any] = [names[0], "", names[1], "", names[2]]
    table = Table([[""] * len(widths), lines], colWidths=widths, rowHeights=[_SIGNATURE_HEIGHT, None])
    table.setStyle([("LINEABOVE", (column, 1), (column, 1), 0.6, _INK) for column in (0, 2, 4)])
    return KeepTogether([Spacer(0, 8), table])


def _paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    # The library breaks lines at a narrow no-break space, but not at a no-break space.
    return Paragraph(escape(text.replace("\u202f", "\u00a0")), style)
