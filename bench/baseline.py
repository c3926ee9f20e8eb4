"""The baseline server: a minimal ASGI app that returns the same JSON with prepared SQL, a count and orjson.

It checks neither sessions nor permissions. It reads the application's database, `REGIE_DATABASE_URL`.
"""

import os
import sqlite3
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import asyncpg
import orjson

from bench import CURRENCY, PER_PAGE

ZONE = ZoneInfo("America/Toronto")
LIST, ONE = "/invoices", "/invoices/"
COLUMNS = """
    SELECT i.api_id, i.number, c.api_id, c.name, i.customer_name, p.api_id, p.name, i.issued_on, i.due_on,
           i.currency, i.subtotal, i.tax, i.total, i.balance, i.deleted_at, i.is_voided, i.payable_on,
           i.source_url, i.synced_at, f.follow_up_on, u.api_id, u.name, coalesce(f.version, 0), f.follow_up_note,
           i.external_id, i.exchange_rate
    FROM invoices i LEFT JOIN clients c ON c.id = i.client_id LEFT JOIN projects p ON p.id = i.project_id
    LEFT JOIN invoice_follow_ups f ON f.invoice_id = i.id LEFT JOIN users u ON u.id = f.follow_up_owner_id
"""
PAGE_SQL = (
    COLUMNS
    + """ WHERE i.id IN (
    SELECT id FROM invoices WHERE currency = $1 ORDER BY total DESC, id DESC LIMIT $2 OFFSET 0
) ORDER BY i.total DESC, i.id DESC"""
)
COUNT_SQL = "SELECT count(*) FROM invoices WHERE currency = $1"
ONE_SQL = COLUMNS + " WHERE i.api_id = $1"
PAYMENTS_SQL = """
    SELECT y.external_id, y.kind, y.paid_on, y.amount, y.currency
    FROM invoice_payments y JOIN invoices i ON i.external_id = y.invoice_external_id
    WHERE i.api_id = $1 AND y.deleted_at IS NULL ORDER BY y.paid_on, y.id
"""
Row = Sequence[Any]


class Source(Protocol):
    """A database that runs a statement and returns its rows."""

    async def rows(self, sql: str, *values: object) -> Sequence[Row]: ...


class Postgres:
    def __init__(self, url: str) -> None:
        self.url = url.replace("+psycopg", "")
        self.pool: asyncpg.Pool | None = None

    async def rows(self, sql: str, *values: object) -> Sequence[Row]:
        pool = self.pool
        if pool is None:
            pool = self.pool = await asyncpg.create_pool(self.url, min_size=4, max_size=4)
        return await pool.fetch(sql, *values)


class Sqlite:
    def __init__(self, url: str) -> None:
        self.connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        for pragma in ("temp_store=MEMORY", "cache_size=-32000", "mmap_size=268435456"):
            self.connection.execute(f"PRAGMA {pragma}")

    async def rows(self, sql: str, *values: object) -> Sequence[Row]:
        params = {str(index): value for index, value in enumerate(values, 1)}
        return self.connection.execute(sql, params).fetchall()


async def list_invoices(source: Source) -> dict[str, Any]:
    rows = await source.rows(PAGE_SQL, CURRENCY, PER_PAGE)
    total = (await source.rows(COUNT_SQL, CURRENCY))[0][0]
    today = datetime.now(ZONE).date()
    meta = {
        "current_page": 1,
        "from": 1 if rows else None,
        "last_page": max(1, -(-total // PER_PAGE)),
        "per_page": PER_PAGE,
        "to": len(rows) if rows else None,
        "total": total,
    }
    return {"data": [serialize_invoice(row, today) for row in rows], "meta": meta}


async def get_invoice(source: Source, api_id: str) -> dict[str, Any]:
    row = (await source.rows(ONE_SQL, api_id))[0]
    payments = await source.rows(PAYMENTS_SQL, api_id)
    lines = [
        {"external_id": line[0], "kind": line[1], "paid_on": line[2], "amount": serialize_money(line[3], line[4])}
        for line in payments
    ]
    details = {"follow_up_note": row[23], "payments": lines, "can": ["follow_up", "link"]}
    return {"data": {**serialize_invoice(row, datetime.now(ZONE).date()), **details}}


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


def get_status(row: Row, days: int) -> tuple[str, str | None]:
    total, balance = row[12], row[13]
    if row[14] is not None:
        return "deleted_in_source", None
    if row[15]:
        return "voided", None
    if balance <= 0:
        return "paid", None
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


_URL = os.environ["REGIE_DATABASE_URL"]
_SOURCE: Source = Sqlite(_URL) if _URL.startswith("sqlite") else Postgres(_URL)


async def app(scope: Any, _receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    path = scope["path"]
    answer = await (list_invoices(_SOURCE) if path == LIST else get_invoice(_SOURCE, path.removeprefix(ONE)))
    body = orjson.dumps(answer, option=orjson.OPT_UTC_Z)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
