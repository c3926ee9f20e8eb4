"""Draws the statement of account of a client as a PDF on letter paper."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from regie.core.files.pdf import (
    BODY,
    BOLD,
    BOLD_NUMBER,
    HEADING,
    INK,
    NOTE,
    NUMBER,
    RULE,
    TABLE_STYLE,
    TITLE,
    WIDTH,
    paragraph,
    register_fonts,
    write_pages,
)
from regie.domains.money.collections.schemas import StatementBucket, StatementDocument, StatementPart, StatementTable

_FIGURE = ParagraphStyle("figure", BOLD, fontSize=16, leading=21)
_RIGHT_NOTE = ParagraphStyle("right note", NOTE, alignment=TA_RIGHT)
_RIGHT_TITLE = ParagraphStyle("right title", TITLE, alignment=TA_RIGHT)
# By number of columns: open invoices, and credits or payments.
_WIDTHS = {6: (0.14, 0.2, 0.2, 0.14, 0.16, 0.16), 4: (0.34, 0.3, 0.2, 0.16)}


def write_statement(document: StatementDocument) -> bytes:
    """Return the file."""
    register_fonts()
    target = BytesIO()
    write_pages(
        target,
        list(_flowables(document)),
        locale=document["locale"],
        title=f"{document['title']} – {document['client']}",
        author=document["organization"],
    )
    return target.getvalue()


def _flowables(document: StatementDocument) -> Iterator[Flowable]:
    client = [paragraph(line, BODY) for line in document["address"]]
    yield _plain(
        [[paragraph(document["organization"], HEADING), paragraph(document["title"], _RIGHT_TITLE)]], (0.5, 0.5)
    )
    yield _plain(
        [[[paragraph(document["client"], BOLD), *client], paragraph(document["as_of"], _RIGHT_NOTE)]], (0.5, 0.5)
    )
    if document["nothing"]:
        yield paragraph(document["nothing"], BODY)
    for part in document["parts"]:
        yield from _part(part)
    if document["instructions_title"]:
        lines = [paragraph(line, BODY) for line in document["instructions"]]
        yield KeepTogether([paragraph(document["instructions_title"], HEADING), *lines])
    yield Spacer(0, 10)
    yield paragraph(document["note"], NOTE)


def _part(part: StatementPart) -> Iterator[Flowable]:
    if part["figures"]:
        labels = [paragraph(figure["label"], NOTE) for figure in part["figures"]]
        amounts = [paragraph(figure["amount"], _FIGURE) for figure in part["figures"]]
        summary = _plain([labels, amounts], (0.5, 0.5))
        summary.setStyle([("LINEABOVE", (0, 0), (-1, 0), 1.2, INK), ("LINEBELOW", (0, 1), (-1, 1), 0.4, RULE)])
        yield Spacer(0, 12)
        yield KeepTogether([summary, Spacer(0, 6), _aging(part["buckets"])])
    for table in part["tables"]:
        yield paragraph(table["title"], HEADING)
        yield _rows(table)


def _aging(buckets: Sequence[StatementBucket]) -> Table:
    names = [paragraph(bucket["label"], BOLD_NUMBER) for bucket in buckets]
    amounts = [paragraph(bucket["amount"], NUMBER) for bucket in buckets]
    return _table([names, amounts], [1 / len(names)] * len(names))


def _rows(table: StatementTable) -> Table:
    columns = len(table["heads"])
    rows = [
        _cells(table["heads"], table["texts"], (BOLD, BOLD_NUMBER)),
        *(_cells(row, table["texts"], (BODY, NUMBER)) for row in table["rows"]),
        [paragraph(table["total_label"], BOLD), *[""] * (columns - 2), paragraph(table["total"], BOLD_NUMBER)],
    ]
    return _table(rows, _WIDTHS[columns])


def _cells(texts: Sequence[str], left: int, styles: tuple[ParagraphStyle, ParagraphStyle]) -> list[Any]:
    """The first columns are texts, the others numbers."""
    return [paragraph(text, styles[index >= left]) for index, text in enumerate(texts)]


def _table(rows: list[list[Any]], shares: Sequence[float]) -> Table:
    table = Table(rows, colWidths=[WIDTH * share for share in shares], repeatRows=1)
    table.setStyle(TABLE_STYLE)
    return table


def _plain(rows: list[list[Any]], shares: Sequence[float]) -> Table:
    table = Table(rows, colWidths=[WIDTH * share for share in shares])
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    return table
