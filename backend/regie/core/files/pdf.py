"""Shared parts of PDF documents on letter paper: fonts, styles, numbered pages. Only their writers import it."""

from collections.abc import Sequence
from functools import cache, partial
from importlib.resources import files
from typing import IO, Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from regie.core.text.locale import Locale, translate

_REGULAR, _SEMIBOLD = "NotoSans", "NotoSans-SemiBold"
_LANGUAGES: dict[Locale, str] = {"en-us": "en-US", "fr-ca": "fr-CA"}
INK, MUTED, RULE, TINT = HexColor("#1f2328"), HexColor("#57606a"), HexColor("#d0d7de"), HexColor("#f3f4f6")
_MARGIN = 16 * mm
# The page template adds a padding of six points on each side.
WIDTH = letter[0] - 2 * _MARGIN - 12
_FOOTER_Y = 9 * mm
_MAX_FOOTER_LENGTH = 110
BODY = ParagraphStyle("body", fontName=_REGULAR, fontSize=8, leading=11, textColor=INK)
BOLD = ParagraphStyle("bold", BODY, fontName=_SEMIBOLD)
NUMBER = ParagraphStyle("number", BODY, alignment=TA_RIGHT)
BOLD_NUMBER = ParagraphStyle("bold number", BOLD, alignment=TA_RIGHT)
NOTE = ParagraphStyle("note", BODY, textColor=MUTED)
TITLE = ParagraphStyle("title", BOLD, fontSize=19, leading=25)
HEADING = ParagraphStyle("heading", BOLD, fontSize=11.5, leading=16, spaceBefore=10, spaceAfter=4)
TABLE_STYLE: Sequence[tuple[Any, ...]] = (
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("BACKGROUND", (0, 0), (-1, 0), TINT),
    ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
    ("LEFTPADDING", (0, 0), (-1, -1), 4),
    ("RIGHTPADDING", (0, 0), (-1, -1), 4),
    ("TOPPADDING", (0, 0), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
)


def write_pages(
    target: str | IO[bytes], flowables: list[Flowable], *, locale: Locale, title: str, author: str, subject: str = ""
) -> None:
    """Write the document; the footer of each page has the author, the title and the page's number."""
    page = SimpleDocTemplate(
        target,
        pagesize=letter,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 4 * mm,
        title=f"{author} – {title}",
        author=author,
        subject=subject,
        lang=_LANGUAGES[locale],
    )
    page.build(flowables, canvasmaker=partial(_NumberedCanvas, footer=f"{author} – {title}", locale=locale))


@cache
def register_fonts() -> None:
    folder = files("regie.core.files").joinpath("fonts")
    for name, file in ((_REGULAR, "NotoSans-Regular.ttf"), (_SEMIBOLD, "NotoSans-SemiBold.ttf")):
        with folder.joinpath(file).open("rb") as font:
            pdfmetrics.registerFont(TTFont(name, font))
    pdfmetrics.registerFontFamily(_REGULAR, normal=_REGULAR, bold=_SEMIBOLD, italic=_REGULAR, boldItalic=_SEMIBOLD)


class _NumberedCanvas(Canvas):
    """Writes the footer once the number of pages is known."""

    def __init__(self, *args: Any, footer: str, locale: Locale, **options: Any) -> None:
        super().__init__(*args, **options)
        self._footer = footer
        self._locale: Locale = locale
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        pages = self._pages
        for number, state in enumerate(pages, start=1):
            self.__dict__.update(state)
            self.setFont(_REGULAR, 7)
            self.setFillColor(MUTED)
            self.drawString(_MARGIN, _FOOTER_Y, self._footer[:_MAX_FOOTER_LENGTH])
            text = translate(self._locale, "pack.page", page=number, pages=len(pages))
            self.drawRightString(letter[0] - _MARGIN, _FOOTER_Y, text)
            super().showPage()
        super().save()


def paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    """Return a paragraph; texts of people are never interpreted as markup."""
    # The library breaks lines at a narrow no-break space, but not at a no-break space.
    return Paragraph(escape(text.replace("\u202f", "\u00a0")), style)


def text_cells(texts: Sequence[str], left: int, styles: tuple[ParagraphStyle, ParagraphStyle]) -> list[Any]:
    """Cells of a row whose first columns are texts, the others numbers."""
    return [paragraph(text, styles[index >= left]) for index, text in enumerate(texts)]


def ruled_table(
    rows: list[list[Any]], shares: Sequence[float], style: Sequence[tuple[Any, ...]] = TABLE_STYLE
) -> Table:
    """A table with rules; the columns have these shares of the width."""
    table = Table(rows, colWidths=[WIDTH * share for share in shares], repeatRows=1)
    table.setStyle(style)
    return table


def plain_table(rows: list[list[Any]]) -> Table:
    """Two halves beside each other, without rules."""
    table = Table(rows, colWidths=[WIDTH * 0.5] * 2)
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    return table
