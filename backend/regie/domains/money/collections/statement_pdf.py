"""Writes the statement of account of a client as a PDF on letter paper, in the client's language."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
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
from regie.core.text.locale import Locale, format_number, translate
from regie.core.time.instants import format_long_date
from regie.domains.money.collections.statement import AccountStatement, StatementCurrency

_FIGURE = ParagraphStyle("figure", BOLD, fontSize=16, leading=21)
_RIGHT_NOTE = ParagraphStyle("right note", NOTE, alignment=TA_RIGHT)
_RIGHT_TITLE = ParagraphStyle("right title", TITLE, alignment=TA_RIGHT)
_INVOICE_WIDTHS = (0.14, 0.2, 0.2, 0.14, 0.16, 0.16)
_CREDIT_WIDTHS = (0.34, 0.3, 0.2, 0.16)
_CENT = Decimal("0.01")


def write_statement(statement: AccountStatement) -> bytes:
    """Return the document; its totals are those of each currency."""
    register_fonts()
    target = BytesIO()
    write_pages(
        target,
        list(_flowables(statement)),
        locale=statement.locale,
        title=f"{_text(statement.locale, 'title')} – {statement.client}",
        author=statement.organization,
    )
    return target.getvalue()


def _flowables(statement: AccountStatement) -> Iterator[Flowable]:
    locale = statement.locale
    as_of = _text(locale, "as_of", date=format_long_date(statement.as_of, locale))
    client = [paragraph(line, BODY) for line in statement.address.splitlines() if line.strip()]
    yield _plain(
        [[paragraph(statement.organization, HEADING), paragraph(_text(locale, "title"), _RIGHT_TITLE)]], (0.5, 0.5)
    )
    yield _plain([[[paragraph(statement.client, BOLD), *client], paragraph(as_of, _RIGHT_NOTE)]], (0.5, 0.5))
    if not statement.currencies:
        yield paragraph(_text(locale, "nothing"), BODY)
    for one in statement.currencies:
        yield from _currency(one, locale)
    yield Spacer(0, 10)
    yield paragraph(_text(locale, "note"), NOTE)


def _currency(one: StatementCurrency, locale: Locale) -> Iterator[Flowable]:
    labels = [
        paragraph(_text(locale, "balance_due", currency=one.currency), NOTE),
        paragraph(_text(locale, "overdue", currency=one.currency), NOTE),
    ]
    figures = [paragraph(_amount(amount, locale), _FIGURE) for amount in (one.due, one.overdue)]
    summary = _plain([labels, figures], (0.5, 0.5))
    summary.setStyle([("LINEABOVE", (0, 0), (-1, 0), 1.2, INK), ("LINEBELOW", (0, 1), (-1, 1), 0.4, RULE)])
    yield Spacer(0, 12)
    yield KeepTogether([summary, Spacer(0, 6), _aging(one, locale)])
    if one.invoices:
        yield paragraph(_text(locale, "invoices", currency=one.currency), HEADING)
        yield _invoices(one, locale)
    if one.credits:
        yield paragraph(_text(locale, "credits", currency=one.currency), HEADING)
        yield _credits(one, locale)


def _aging(one: StatementCurrency, locale: Locale) -> Table:
    names = [paragraph(_bucket(name, locale), BOLD_NUMBER) for name in one.buckets]
    amounts = [paragraph(_amount(amount, locale), NUMBER) for amount in one.buckets.values()]
    return _table([names, amounts], [1 / len(names)] * len(names))


def _invoices(one: StatementCurrency, locale: Locale) -> Table:
    heads = ("number", "issued_on", "payable_on", "days", "total", "balance")
    rows = [_head(locale, heads, texts=3)]
    for invoice in one.invoices:
        days = format_number(invoice.days, locale) if invoice.days > 0 else _text(locale, "not_due")
        rows.append(
            [
                paragraph(invoice.number, BODY),
                paragraph(_day(invoice.issued_on, locale), BODY),
                paragraph(_day(invoice.payable_on, locale), BODY),
                paragraph(days, NUMBER),
                paragraph(_amount(invoice.total, locale), NUMBER),
                paragraph(_amount(invoice.balance, locale), NUMBER),
            ]
        )
    rows.append(_total(one.owed, locale, columns=len(heads)))
    return _table(rows, _INVOICE_WIDTHS)


def _credits(one: StatementCurrency, locale: Locale) -> Table:
    rows = [_head(locale, ("kind", "number", "dated_on", "balance"), texts=3)]
    rows += [
        [
            paragraph(_text(locale, f"kind.{credit.kind}"), BODY),
            paragraph(credit.number, BODY),
            paragraph(_day(credit.dated_on, locale), BODY),
            paragraph(_amount(credit.amount, locale), NUMBER),
        ]
        for credit in one.credits
    ]
    rows.append(_total(one.unapplied, locale, columns=4))
    return _table(rows, _CREDIT_WIDTHS)


def _head(locale: Locale, names: Sequence[str], *, texts: int) -> list[Any]:
    return [
        paragraph(_text(locale, f"column.{name}"), BOLD if index < texts else BOLD_NUMBER)
        for index, name in enumerate(names)
    ]


def _total(amount: Decimal, locale: Locale, *, columns: int) -> list[Any]:
    empty = [""] * (columns - 2)
    return [paragraph(_text(locale, "total"), BOLD), *empty, paragraph(_amount(amount, locale), BOLD_NUMBER)]


def _table(rows: list[list[Any]], shares: Sequence[float]) -> Table:
    table = Table(rows, colWidths=[WIDTH * share for share in shares], repeatRows=1)
    table.setStyle(TABLE_STYLE)
    return table


def _plain(rows: list[list[Any]], shares: Sequence[float]) -> Table:
    table = Table(rows, colWidths=[WIDTH * share for share in shares])
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    return table


def _bucket(name: str, locale: Locale) -> str:
    """`current`, `1_30` and `over_90` in words."""
    if name == "current":
        return _text(locale, "not_due")
    first, last = name.split("_")
    if first == "over":
        return _text(locale, "days_over", days=last)
    return _text(locale, "days_between", first=first, last=last)


def _day(day: date, locale: Locale) -> str:
    return format_long_date(day, locale)


def _amount(amount: Decimal, locale: Locale) -> str:
    return format_number(amount.quantize(_CENT), locale).replace("-", "\u2212")


def _text(locale: Locale, name: str, **values: object) -> str:
    return translate(locale, f"statement.{name}", **values)
