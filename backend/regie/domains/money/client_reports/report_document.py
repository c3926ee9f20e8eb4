"""Writes the content of a report in one language: the page and the PDF have the same texts."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from regie.core.money.wording import format_money
from regie.core.text.locale import Locale, format_number, translate
from regie.core.time.instants import format_long_date, format_month
from regie.core.time.months import add_months
from regie.domains.money.client_reports.report import ClientReport, ExtraWork
from regie.domains.money.client_reports.schemas import ReportDocument, ReportFigure, ReportTable, ReportWork
from regie.domains.work.retainers.queries import MonthHours

# Identifies a piece of work on one page.
KeyOf = Callable[[ExtraWork], str]


def describe_report(report: ClientReport, locale: Locale, key_of: KeyOf) -> ReportDocument:
    """Return the document as texts."""
    hours = report.hours
    return {
        "locale": locale,
        "organization": report.organization,
        "client": report.retainer.client,
        "retainer": report.retainer.name,
        "title": _text(locale, "title"),
        "month": format_month(report.month, locale),
        "as_of": _as_of(report, locale),
        "hours_title": _text(locale, "hours"),
        "hours": list(_hours(hours, report, locale)),
        "tables": list(_tables(report, locale)),
        "work_title": _text(locale, "work") if report.work else None,
        "work": [_work(one, locale, key_of) for one in report.work],
        "note": _text(locale, "note"),
    }


def _as_of(report: ClientReport, locale: Locale) -> str:
    day = format_long_date(report.today, locale)
    if report.hours.is_closed:
        return _text(locale, "final", date=day)
    name = "in_progress" if report.today <= report.hours.ends_on else "to_close"
    return _text(locale, name, date=day)


def _hours(hours: MonthHours, report: ClientReport, locale: Locale) -> Iterator[ReportFigure]:
    if not hours.states_hours:
        yield {"label": _text(locale, "used"), "value": _quantity(hours.used, locale), "is_total": True}
        return
    previous = format_month(add_months(report.month, -1), locale)
    lines = (
        (_text(locale, "included"), hours.included, True),
        (_text(locale, "carried", month=previous), hours.carried, False),
        (_text(locale, "adjustment"), hours.adjustment, False),
        (_text(locale, "late"), -hours.late, False),
        (_text(locale, "settled"), hours.settled, False),
    )
    for label, value, is_always_shown in lines:
        if value or is_always_shown:
            yield {"label": label, "value": _quantity(value, locale), "is_total": False}
    yield {"label": _text(locale, "available"), "value": _quantity(hours.available, locale), "is_total": True}
    yield {"label": _text(locale, "used"), "value": _quantity(hours.used, locale), "is_total": False}
    name = "over" if hours.left < 0 else "left"
    yield {"label": _text(locale, name), "value": _quantity(abs(hours.left), locale), "is_total": True}


def _tables(report: ClientReport, locale: Locale) -> Iterator[ReportTable]:
    if report.hours.tasks or report.hours.recorded_later:
        yield _tasks(report.hours, locale)
    if report.invoices:
        heads = ("number", "issued_on", "payable_on", "status", "total", "balance")
        yield {
            "title": _text(locale, "invoices"),
            "heads": [_text(locale, f"column.{name}") for name in heads],
            "texts": 4,
            "rows": [
                [
                    invoice.number,
                    format_long_date(invoice.issued_on, locale),
                    format_long_date(invoice.payable_on, locale),
                    _text(locale, f"invoice.{invoice.status}"),
                    format_money(invoice.total, invoice.currency, locale),
                    format_money(invoice.balance, invoice.currency, locale),
                ]
                for invoice in report.invoices
            ],
            "total_label": "",
            "total": "",
        }


def _tasks(hours: MonthHours, locale: Locale) -> ReportTable:
    rows = [[task.name or _text(locale, "no_task"), _quantity(task.hours, locale)] for task in hours.tasks]
    if hours.recorded_later:
        rows.append([_text(locale, "recorded_later"), _quantity(hours.recorded_later, locale)])
    return {
        "title": _text(locale, "tasks"),
        "heads": [_text(locale, "column.task"), _text(locale, "column.hours")],
        "texts": 1,
        "rows": rows,
        "total_label": _text(locale, "used"),
        "total": _quantity(hours.used, locale),
    }


def _work(one: ExtraWork, locale: Locale, key_of: KeyOf) -> ReportWork:
    day = format_long_date(one.sold_on, locale)
    return {
        "key": key_of(one),
        "name": one.name if one.is_original else _text(locale, "amendment", name=one.name, date=day),
        "description": one.description,
        "amount": format_money(one.amount, one.currency, locale),
        "state": "waiting" if one.decision is None else "approved" if one.decision == "approved" else "declined",
        "state_text": _state(one, locale),
    }


def _state(one: ExtraWork, locale: Locale) -> str:
    if one.decision is None or one.decided_on is None:
        return _text(locale, "waiting")
    day = format_long_date(one.decided_on, locale)
    if one.contact_name:
        return _text(locale, f"{one.decision}_by", name=one.contact_name, date=day)
    return _text(locale, one.decision, date=day)


def _quantity(hours: Decimal, locale: Locale) -> str:
    return _with_minus(format_number(hours.quantize(Decimal("0.01")), locale))


def _with_minus(text: str) -> str:
    return text.replace("-", "\u2212")


def _text(locale: Locale, key: str, **values: object) -> str:
    return translate(locale, f"client_report.{key}", **values)
