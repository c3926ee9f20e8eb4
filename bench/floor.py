"""The floor: a bare ASGI app that answers lists of invoices and single invoices as the application does.

It looks up the session by its hashed token, reads with prepared SQL, remembers a total until one of its tables changes,
and serializes with orjson. It reads the application's database, `REGIE_DATABASE_URL`.
"""

import hashlib
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple, Protocol
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import asyncpg
import orjson

from bench.floor_json import Row, serialize_invoice, serialize_payment

ZONE = ZoneInfo("America/Toronto")
INVOICES = "/api/v1/invoices"
MAX_TOTALS = 2_000
SESSION_SQL = """
    SELECT u.id, u.roles FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = $1 AND s.epoch = u.session_epoch
"""
# What the invoice bills of scheduled payments.
USED = "coalesce((SELECT CAST(sum(a.amount) AS bigint) FROM payment_allocations a WHERE a.invoice_id = i.id), 0)"
COLUMNS = f"""
    i.api_id, i.number, c.api_id, c.name, i.customer_name, p.api_id, p.name, i.issued_on, i.due_on,
    i.currency, i.subtotal, i.tax, i.total, i.balance, i.deleted_at, i.is_voided, i.payable_on,
    i.source_url, i.synced_at, f.follow_up_on, u.api_id, u.name, coalesce(f.version, 0), f.follow_up_note,
    i.external_id, i.exchange_rate, CASE WHEN i.deleted_at IS NULL AND NOT i.is_voided AND i.subtotal > {USED}
    THEN i.subtotal - {USED} ELSE 0 END
"""
JOINS = """
    FROM invoices i LEFT JOIN clients c ON c.id = i.client_id LEFT JOIN projects p ON p.id = i.project_id
    LEFT JOIN invoice_follow_ups f ON f.invoice_id = i.id LEFT JOIN users u ON u.id = f.follow_up_owner_id
"""
# The tables that change the application's total; the version is read by the page's own statement.
VERSION = """(
    SELECT sum(version) FROM table_changes WHERE name IN
    ('invoices', 'clients', 'team_members', 'invoice_follow_ups', 'projects', 'exchange_rates')
)"""
ONE_SQL = f"SELECT {COLUMNS} {JOINS} WHERE i.api_id = $1"
PAYMENTS_SQL = """
    SELECT y.external_id, y.kind, y.paid_on, y.amount, y.currency
    FROM invoice_payments y JOIN invoices i ON i.external_id = y.invoice_external_id
    WHERE i.api_id = $1 AND y.deleted_at IS NULL ORDER BY y.paid_on, y.id
"""
SORTS = {"number": "number", "customer_name": "name_key", "issued_on": "issued_on", "due_on": "payable_on"}
LIVE = "deleted_at IS NULL AND NOT is_voided"
STATUSES = {
    "paid": f"{LIVE} AND balance = 0",
    "overdue": f"{LIVE} AND balance > 0 AND payable_on < $",
    "partially_paid": f"{LIVE} AND balance > 0 AND payable_on >= $ AND balance < total",
}
# Conditions with `$` for each value, which is a day where the name says so.
FILTERS = {
    "client": "client_id = (SELECT id FROM clients WHERE api_id = $)",
    "currency": "currency = $",
    "issued_from": "issued_on >= $",
    "issued_to": "issued_on <= $",
    "due_from": "payable_on >= $",
    "due_to": "payable_on <= $",
}
SEARCH = {
    "sqlite": "id IN (SELECT rowid FROM invoices_text WHERE invoices_text MATCH $)",
    "postgres": "search_key LIKE $",
}


class Source(Protocol):
    """A database that runs a statement and returns its rows."""

    dialect: str

    async def rows(self, sql: str, *values: object) -> Sequence[Row]: ...


class Postgres:
    dialect = "postgres"

    def __init__(self, url: str) -> None:
        self.url = url.replace("+psycopg", "")
        self.pool: asyncpg.Pool | None = None

    async def rows(self, sql: str, *values: object) -> Sequence[Row]:
        pool = self.pool
        if pool is None:
            # As the application's connections; asyncpg prepares each statement once per connection.
            settings = {"jit": "off"}
            pool = self.pool = await asyncpg.create_pool(self.url, min_size=0, max_size=4, server_settings=settings)
        return await pool.fetch(sql, *values)


class Sqlite:
    dialect = "sqlite"

    def __init__(self, url: str) -> None:
        self.connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        for pragma in ("temp_store=MEMORY", "cache_size=-32000", "mmap_size=268435456"):
            self.connection.execute(f"PRAGMA {pragma}")

    async def rows(self, sql: str, *values: object) -> Sequence[Row]:
        params = {
            str(index): value.isoformat() if isinstance(value, date) else value for index, value in enumerate(values, 1)
        }
        return self.connection.execute(sql, params).fetchall()


class Caller(NamedTuple):
    id: int
    sees_all: bool


async def find_caller(source: Source, token: bytes) -> Caller | None:
    rows = await source.rows(SESSION_SQL, hashlib.sha256(token).hexdigest())
    return Caller(rows[0][0], "account_manager" not in orjson.loads(rows[0][1])) if rows else None


class Conditions:
    """The WHERE clause of a list and its values."""

    def __init__(self, source: Source, caller: Caller, filters: dict[str, str], today: date) -> None:
        self.clauses: list[str] = []
        self.values: list[object] = []
        for name, value in filters.items():
            if name == "status":
                self._add(STATUSES[value], today)
            elif name == "search":
                self._add(SEARCH[source.dialect], f'"{value}"' if source.dialect == "sqlite" else f"%{value}%")
            else:
                self._add(FILTERS[name], date.fromisoformat(value) if name.endswith(("_from", "_to")) else value)
        if not caller.sees_all:
            self._add("client_id IN (SELECT id FROM clients WHERE account_manager_id = $)", caller.id)

    @property
    def sql(self) -> str:
        return f"WHERE {' AND '.join(self.clauses)}" if self.clauses else ""

    def _add(self, clause: str, value: object) -> None:
        if "$" in clause:
            self.values.append(value)
        self.clauses.append(clause.replace("$", f"${len(self.values)}"))


_totals: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()


async def list_invoices(source: Source, caller: Caller, query: dict[str, str], today: date) -> dict[str, Any]:
    sort, number, size = query.pop("sort", "-issued_on"), int(query.pop("page", "1")), int(query.pop("per_page", "25"))
    found = Conditions(source, caller, query, today)
    direction = "DESC" if sort.startswith("-") else "ASC"
    nulls = "NULLS LAST" if sort.endswith("number") else ""
    order = f"i.{SORTS[sort.removeprefix('-')]} {direction} {nulls}, i.id {direction}"
    limit = len(found.values)
    rows = await source.rows(
        f"SELECT {COLUMNS}, {VERSION} {JOINS} WHERE i.id IN (SELECT id FROM invoices i {found.sql} "
        f"ORDER BY {order} LIMIT ${limit + 1} OFFSET ${limit + 2}) ORDER BY {order}",
        *found.values,
        size,
        (number - 1) * size,
    )
    total = await count_invoices(source, found, rows[0][-1] if rows else None)
    first = (number - 1) * size + 1
    meta = {
        "current_page": number,
        "from": first if rows else None,
        "last_page": max(1, -(-total // size)),
        "per_page": size,
        "to": first + len(rows) - 1 if rows else None,
        "total": total,
    }
    return {"data": [serialize_invoice(row, today) for row in rows], "meta": meta}


async def count_invoices(source: Source, found: Conditions, version: Any) -> int:
    """Return the total, remembered until the version changes; without rows there is no version to remember it by."""
    key = (found.sql, *found.values)
    remembered = _totals.pop(key, None)
    if remembered is None or remembered[0] != version or version is None:
        total = (await source.rows(f"SELECT count(*) FROM invoices {found.sql}", *found.values))[0][0]
        remembered = (version, total)
    if version is not None:
        _totals[key] = remembered
        if len(_totals) > MAX_TOTALS:
            _totals.popitem(last=False)
    return remembered[1]


async def read_invoice(source: Source, caller: Caller, api_id: str, today: date) -> dict[str, Any]:
    row = (await source.rows(ONE_SQL, api_id))[0]
    payments = await source.rows(PAYMENTS_SQL, api_id)
    details = {
        "follow_up_note": row[23],
        "payments": [serialize_payment(line) for line in payments],
        "can": ["follow_up", "link"] if caller.sees_all else ["follow_up"],
    }
    return {"data": {**serialize_invoice(row, today), **details}}


async def answer(source: Source, token: bytes, path: str, query: str, today: date) -> bytes | None:
    """Return the body of a response; None without a session."""
    caller = await find_caller(source, token)
    if caller is None:
        return None
    if path == INVOICES:
        found = await list_invoices(source, caller, dict(parse_qsl(query)), today)
    else:
        found = await read_invoice(source, caller, path.removeprefix(f"{INVOICES}/"), today)
    return orjson.dumps(found, option=orjson.OPT_UTC_Z)


@cache
def open_source() -> Source:
    url = os.environ["REGIE_DATABASE_URL"]
    return Sqlite(url) if url.startswith("sqlite") else Postgres(url)


async def app(scope: Any, _receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    token = cookies.partition(b"regie_session=")[2].partition(b";")[0]
    today = datetime.now(ZONE).date()
    body = await answer(open_source(), token, scope["path"], scope["query_string"].decode(), today)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body or b"")).encode())]
    await send({"type": "http.response.start", "status": 401 if body is None else 200, "headers": headers})
    await send({"type": "http.response.body", "body": body or b""})
