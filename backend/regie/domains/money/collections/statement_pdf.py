"""Draws the statement of account of a client as a PDF on letter paper."""

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
    INK,
    NOTE,
    NUMBER,
    RULE,
    TITLE,
    paragraph,
    plain_table,
    register_fonts,
    ruled_table,
    text_cells,
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
    yield plain_table([[paragraph(document["organization"], HEADING), paragraph(document["title"], _RIGHT_TITLE)]])
    yield plain_table([[[paragraph(document["client"], BOLD), *client], paragraph(document["as_of"], _RIGHT_NOTE)]])
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
        summary = plain_table([labels, amounts])
        summary.setStyle([("LINEABOVE", (0, 0), (-1, 0), 1.2, INK), ("LINEBELOW", (0, 1), (-1, 1), 0.4, RULE)])
        yield Spacer(0, 12)
        yield KeepTogether([summary, Spacer(0, 6), _aging(part["buckets"])])
    for table in part["tables"]:
        yield paragraph(table["title"], HEADING)
        yield _rows(table)


def _aging(buckets: Sequence[StatementBucket]) -> Table:
    names = [paragraph(bucket["label"], BOLD_NUMBER) for bucket in buckets]
    amounts = [paragraph(bucket["amount"], NUMBER) for bucket in buckets]
    return ruled_table([names, amounts], [1 / len(names)] * len(names))


def _rows(table: StatementTable) -> Table:
    columns = len(table["heads"])
    rows = [
        text_cells(table["heads"], table["texts"], (BOLD, BOLD_NUMBER)),
        *(text_cells(row, table["texts"], (BODY, NUMBER)) for row in table["rows"]),
        [paragraph(table["total_label"], BOLD), *[""] * (columns - 2), paragraph(table["total"], BOLD_NUMBER)],
    ]
    return ruled_table(rows, _WIDTHS[columns])
