"""Draws the report of a retainer's month as a PDF on letter paper."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from regie.core.files.pdf import (
    BODY,
    BOLD,
    BOLD_NUMBER,
    HEADING,
    NOTE,
    NUMBER,
    TABLE_STYLE,
    TITLE,
    paragraph,
    plain_table,
    register_fonts,
    ruled_table,
    text_cells,
    write_pages,
)
from regie.domains.money.client_reports.schemas import ReportDocument, ReportFigure, ReportTable, ReportWork

_RIGHT_NOTE = ParagraphStyle("right note", NOTE, alignment=TA_RIGHT)
_RIGHT_TITLE = ParagraphStyle("right title", TITLE, alignment=TA_RIGHT)
# By number of columns: tasks, and invoices.
_WIDTHS: dict[int, Sequence[float]] = {2: (0.8, 0.2), 6: (0.13, 0.18, 0.18, 0.17, 0.17, 0.17)}


def write_report(document: ReportDocument) -> bytes:
    """Return the file."""
    register_fonts()
    target = BytesIO()
    write_pages(
        target,
        list(_flowables(document)),
        locale=document["locale"],
        title=f"{document['title']} – {document['client']} – {document['month']}",
        author=document["organization"],
    )
    return target.getvalue()


def _flowables(document: ReportDocument) -> Iterator[Flowable]:
    yield plain_table([[paragraph(document["organization"], HEADING), paragraph(document["title"], _RIGHT_TITLE)]])
    yield plain_table(
        [
            [
                [paragraph(document["client"], BOLD), paragraph(document["retainer"], BODY)],
                [paragraph(document["month"], BOLD_NUMBER), paragraph(document["as_of"], _RIGHT_NOTE)],
            ]
        ]
    )
    yield KeepTogether([paragraph(document["hours_title"], HEADING), _hours(document["hours"])])
    if document["work_title"]:
        yield paragraph(document["work_title"], HEADING)
        yield _work(document["work"])
    for table in document["tables"]:
        yield paragraph(table["title"], HEADING)
        yield _rows(table)
    yield Spacer(0, 10)
    yield paragraph(document["note"], NOTE)


def _hours(figures: Sequence[ReportFigure]) -> Table:
    rows = [
        [
            paragraph(figure["label"], BOLD if figure["is_total"] else BODY),
            paragraph(figure["value"], BOLD_NUMBER if figure["is_total"] else NUMBER),
        ]
        for figure in figures
    ]
    # Without the head's background: the first line is a figure like the others.
    return ruled_table(rows, _WIDTHS[2], [style for style in TABLE_STYLE if style[0] != "BACKGROUND"])


def _work(work: Sequence[ReportWork]) -> Table:
    rows = [
        [
            [paragraph(one["name"], BOLD), paragraph(one["description"] or "", BODY)],
            paragraph(one["state_text"], BODY),
            paragraph(one["amount"], NUMBER),
        ]
        for one in work
    ]
    return ruled_table(rows, (0.52, 0.3, 0.18), [style for style in TABLE_STYLE if style[0] != "BACKGROUND"])


def _rows(table: ReportTable) -> Table:
    columns = len(table["heads"])
    rows = [
        text_cells(table["heads"], table["texts"], (BOLD, BOLD_NUMBER)),
        *(text_cells(row, table["texts"], (BODY, NUMBER)) for row in table["rows"]),
    ]
    if table["total"]:
        rows.append(
            [paragraph(table["total_label"], BOLD), *[""] * (columns - 2), paragraph(table["total"], BOLD_NUMBER)]
        )
    return ruled_table(rows, _WIDTHS[columns])
