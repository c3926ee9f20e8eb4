"""Serializes the rows of the floor's statements to the application's JSON."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

Row = Sequence[Any]


def serialize_invoice(row: Row, today: date) -> dict[str, Any]:
    currency, balance = row[9], row[13]
    days = (today - parse_day(row[16])).days
    status, bucket = get_status(row, days)
    return {
        "api_id": row[0],
        "external_id": row[24],
        "number": row[1],
        "client": row[2] and {"api_id": row[2], "name": row[3]},
        "customer_name": row[4],
        "project": row[5] and {"api_id": row[5], "name": row[6]},
        "issued_on": row[7],
        "due_on": row[8],
        "currency": currency,
        "subtotal": serialize_money(row[10], currency),
        "tax": serialize_money(row[11], currency),
        "total": serialize_money(row[12], currency),
        "balance": serialize_money(balance, currency),
        "unreconciled": serialize_money(row[26], currency),
        "exchange_rate": row[25] and serialize_rate(row[25]),
        "status": status,
        "days_overdue": days if status == "overdue" else None,
        "aging_bucket": bucket,
        "source_url": row[17],
        "synced_at": parse_instant(row[18]),
        "deleted_at": row[14] and parse_instant(row[14]),
        "follow_up_on": row[19],
        "follow_up_owner": row[20] and {"api_id": row[20], "name": row[21]},
        "version": row[22],
    }


def serialize_payment(row: Row) -> dict[str, Any]:
    return {"external_id": row[0], "kind": row[1], "paid_on": row[2], "amount": serialize_money(row[3], row[4])}


def get_status(row: Row, days: int) -> tuple[str, str | None]:
    total, balance = row[12], row[13]
    if row[14] is not None:
        return "deleted_in_source", None
    if row[15]:
        return "voided", None
    if balance <= 0:
        return "credit" if balance < 0 else "paid", None
    if days > 0:
        buckets = ((30, "1_30"), (60, "31_60"), (90, "61_90"), (10**9, "over_90"))
        bucket = next(name for max_days, name in buckets if days <= max_days)
        return "overdue", bucket
    return ("partially_paid" if balance < total else "open"), "current"


def serialize_money(amount: int, currency: str) -> dict[str, str]:
    sign, cents = ("-", -amount) if amount < 0 else ("", amount)
    whole, fraction = divmod(cents, 10_000)
    return {"amount": f"{sign}{whole}.{fraction // 100:02d}", "currency": currency}


def serialize_rate(value: int) -> str:
    whole, fraction = divmod(value, 10**10)
    return f"{whole}.{f'{fraction:010d}'.rstrip('0'):<02}"


def parse_day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def parse_instant(value: datetime | str) -> datetime:
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
