"""Writes the content of a statement of account in the client's language: the page and the PDF have the same texts."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from regie.core.money.amounts import write_scaled
from regie.core.text.locale import Locale, format_number, translate
from regie.core.time.instants import format_long_date
from regie.domains.money.collections.schemas import (
    StatementBucket,
    StatementDocument,
    StatementFigure,
    StatementPart,
    StatementTable,
)
from regie.domains.money.collections.statement import AccountStatement, StatementCurrency

_CENT = Decimal("0.01")


def describe_statement(statement: AccountStatement) -> StatementDocument:
    """Return the document as texts; each currency has its own part and totals."""
    locale = statement.locale
    instructions = _lines(statement.instructions)
    return {
        "locale": locale,
        "title": _text(locale, "title"),
        "as_of": _text(locale, "as_of", date=format_long_date(statement.as_of, locale)),
        "organization": statement.organization,
        "client": statement.client,
        "address": _lines(statement.address),
        "nothing": None if any(one.is_open for one in statement.currencies) else _text(locale, "nothing"),
        "parts": [_part(one, statement.paid_since, locale) for one in statement.currencies],
        "instructions_title": _text(locale, "instructions") if instructions else None,
        "instructions": instructions,
        "note": _text(locale, "note"),
    }


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _part(one: StatementCurrency, paid_since: date, locale: Locale) -> StatementPart:
    return {
        "currency": one.currency,
        "figures": list(_figures(one, locale)) if one.is_open else [],
        "buckets": list(_buckets(one, locale)) if one.is_open else [],
        "tables": list(_tables(one, paid_since, locale)),
    }


def _figures(one: StatementCurrency, locale: Locale) -> Iterator[StatementFigure]:
    for name, amount in (("balance_due", one.due), ("overdue", one.overdue)):
        yield {
            "label": _text(locale, name, currency=one.currency),
            "amount": _amount(amount, locale),
            "is_overdue": name == "overdue" and amount > 0,
        }


def _buckets(one: StatementCurrency, locale: Locale) -> Iterator[StatementBucket]:
    for name, amount in one.buckets.items():
        yield {
            "label": _bucket(name, locale),
            "amount": _amount(amount, locale),
            "share_percent": _share(amount, one.owed),
        }


def _share(part: Decimal, whole: Decimal) -> str:
    """The percentage with two decimals, for the width of a bar."""
    return write_scaled(int(part * 10_000 / whole) if whole else 0, 2, 2)


def _tables(one: StatementCurrency, paid_since: date, locale: Locale) -> Iterator[StatementTable]:
    if one.invoices:
        heads = ("number", "issued_on", "payable_on", "days", "total", "balance")
        yield {
            **_head(locale, _text(locale, "invoices", currency=one.currency), heads, texts=3),
            "rows": [
                [
                    invoice.number,
                    format_long_date(invoice.issued_on, locale),
                    format_long_date(invoice.payable_on, locale),
                    format_number(invoice.days, locale) if invoice.days > 0 else _text(locale, "not_due"),
                    _amount(invoice.total, locale),
                    _amount(invoice.balance, locale),
                ]
                for invoice in one.invoices
            ],
            "total": _amount(one.owed, locale),
        }
    if one.credits:
        yield {
            **_head(locale, _text(locale, "credits", currency=one.currency), ("kind", "number", "dated_on", "balance")),
            "rows": [
                [
                    _text(locale, f"kind.{credit.kind}"),
                    credit.number,
                    format_long_date(credit.dated_on, locale),
                    _amount(credit.amount, locale),
                ]
                for credit in one.credits
            ],
            "total": _amount(one.unapplied, locale),
        }
    if one.payments:
        since = format_long_date(paid_since, locale)
        title = _text(locale, "payments", date=since, currency=one.currency)
        yield {
            **_head(locale, title, ("kind", "invoice", "dated_on", "total")),
            "rows": [
                [
                    _text(locale, f"applied.{payment.kind}"),
                    payment.invoice,
                    format_long_date(payment.paid_on, locale),
                    _amount(payment.amount, locale),
                ]
                for payment in one.payments
            ],
            "total": _amount(one.paid, locale),
        }


def _head(locale: Locale, title: str, names: Sequence[str], *, texts: int = 3) -> StatementTable:
    """The title and the heads; `rows` and `total` follow."""
    return {
        "title": title,
        "heads": [_text(locale, f"column.{name}") for name in names],
        "texts": texts,
        "rows": [],
        "total_label": _text(locale, "total"),
        "total": "",
    }


def _bucket(name: str, locale: Locale) -> str:
    """`current`, `1_30` and `over_90` in words."""
    if name == "current":
        return _text(locale, "not_due")
    first, last = name.split("_")
    if first == "over":
        return _text(locale, "days_over", days=last)
    return _text(locale, "days_between", first=first, last=last)


def _amount(amount: Decimal, locale: Locale) -> str:
    return format_number(amount.quantize(_CENT), locale).replace("-", "\u2212")


def _text(locale: Locale, name: str, **values: object) -> str:
    return translate(locale, f"statement.{name}", **values)
