"""A snapshot of all database rows, with exchange rates, rounding and dates."""

from bisect import bisect_right
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import select

from regie.core.db.database import Database
from regie.schema import METADATA

Row = dict[str, Any]
A_DAY = timedelta(days=1)
ZERO = Decimal(0)
_MAX_RATE_AGE_DAYS = 7
_WITHOUT_DECIMALS = ("JPY",)
_TABLES = (
    "awards", "churn_attributions", "churn_events", "clients", "employee_goals", "employee_leaves", "employees",
    "customer_credits", "exchange_rates", "goal_check_ins", "hubspot_deals", "hubspot_stages", "invoice_payments",
    "invoices", "oos_approvals", "payment_allocations", "project_amendments", "project_fees", "project_members",
    "project_payments", "project_sellers", "projects", "retainer_periods", "settings", "team_members", "terms",
    "time_entries", "users",
)  # fmt: skip


class Contribution(NamedTuple):
    """What one record adds to a figure on a day."""

    kind: str
    key: int
    day: date
    group: str = ""
    currency: str = ""
    amount: Decimal = ZERO
    value: Fraction = Fraction(0)
    of: Fraction = Fraction(0)


def digits_of(currency: str) -> int:
    return 0 if currency in _WITHOUT_DECIMALS else 2


def round_half_up(exact: Fraction, digits: int) -> Decimal:
    """Round to a number of decimals, half away from zero."""
    units = int(abs(exact) * 10**digits + Fraction(1, 2))
    return Decimal(units if exact >= 0 else -units).scaleb(-digits)


def days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += A_DAY


def month_end(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1) - A_DAY


def month_length(day: date) -> int:
    return month_end(day).day


def months(first: date, last: date) -> Iterator[tuple[date, date]]:
    while first <= last:
        yield first, min(month_end(first), last)
        first = month_end(first) + A_DAY


def split_by_weights(amount: Decimal, currency: str, weights: list[int]) -> list[Decimal]:
    """Split into whole currency units; remaining units go to the largest remainders, earlier ones first."""
    units = int(amount.scaleb(digits_of(currency)))
    whole = [units * weight // 100 for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: (-(units * weights[index] % 100), index))
    for index in by_remainder[: units - sum(whole)]:
        whole[index] += 1
    return [Decimal(one).scaleb(-digits_of(currency)) for one in whole]


def split_difference(amount: Decimal, currency: str, weights: list[int]) -> list[Decimal]:
    """Split a reduction like an increase."""
    shares = split_by_weights(abs(amount), currency, weights)
    return shares if amount >= 0 else [-share for share in shares]


class Snapshot:
    """The rows as of `today`; later days have no exchange rate."""

    def __init__(self, database: Database, today: date) -> None:
        self.today = today
        with database.read() as db:
            self.rows: dict[str, list[Row]] = {
                name: [dict(row) for row in db.execute(select(METADATA.tables[name])).mappings()] for name in _TABLES
            }
        for name, rows in self.rows.items():
            if rows and "id" in rows[0]:
                rows.sort(key=lambda row: row["id"])
            assert name in _TABLES
        self._found: dict[tuple[str, frozenset[tuple[str, Any]]], list[Row]] = {}
        self._rates: dict[str, list[Row]] = {}
        for row in sorted(self.rows["exchange_rates"], key=lambda row: row["valid_on"]):
            self._rates.setdefault(row["currency"], []).append(row)

    def where(self, table: str, **fields: Any) -> list[Row]:
        """The rows with these values; found once, because thousands of figures ask for the same ones."""
        key = table, frozenset(fields.items())
        if key not in self._found:
            self._found[key] = [row for row in self.rows[table] if all(row[name] == fields[name] for name in fields)]
        return self._found[key]

    def approved_parts(self, project: Row) -> Iterator[tuple[date, Decimal]]:
        """The original amount on the day of sale, and each amendment on its day, that the client approved."""
        if project["kind"] != "oos" or project["approved_on"] is None or project["status"] == "cancelled":
            return
        decided = {
            row["amendment_id"]: row["decision"] for row in self.where("oos_approvals", project_id=project["id"])
        }
        amendments = self.where("project_amendments", project_id=project["id"])
        approved = [row for row in amendments if decided.get(row["id"]) == "approved"]
        if decided.get(None) != "declined":
            yield project["sold_on"], project["amount"] - sum((row["amount"] for row in approved), ZERO)
        for row in approved:
            yield row["effective_on"], row["amount"]

    def rate(self, currency: str, day: date) -> Fraction | None:
        """CAD per unit: the rate of the day, or an earlier one that is not too old; None without one."""
        if day > self.today:
            return None
        if currency == "CAD":
            return Fraction(1)
        rates = self._rates.get(currency, [])
        known = bisect_right(rates, day, key=lambda row: row["valid_on"])
        if not known or (day - rates[known - 1]["observed_on"]).days > _MAX_RATE_AGE_DAYS:
            return None
        return Fraction(rates[known - 1]["rate"])

    def convert(self, amount: Decimal, currency: str, target: str, day: date) -> Decimal | None:
        if currency == target:
            return amount
        source_rate, target_rate = self.rate(currency, day), self.rate(target, day)
        return (
            None
            if source_rate is None or target_rate is None
            else round_half_up(Fraction(amount) * source_rate / target_rate, digits_of(target))
        )

    def aging_edges(self) -> list[int]:
        return self.rows["settings"][0]["aging_buckets"] if self.rows["settings"] else [30, 60, 90]
