"""The figures of people told again: day by day and in fractions, from the rows themselves and nothing else."""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.schema import METADATA

DIGITS = {"CAD": 2, "USD": 2, "JPY": 0}
_BUSINESS_DAYS, _NEVER = range(5), ("draft", "cancelled", "on_hold")
Row = dict[str, Any]
ByCurrency = dict[str, Decimal]


def half_up(value: Fraction, digits: int) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def shared_out(amount: Decimal, currency: str, weights: list[int]) -> list[Decimal]:
    """In whole coins; those that are left go to the largest remainders, the first of equals first."""
    coins = int(amount.scaleb(DIGITS[currency]))
    whole = [coins * weight // 100 for weight in weights]
    by_rest = sorted(range(len(weights)), key=lambda place: (-(coins * weights[place] % 100), place))
    for place in by_rest[: coins - sum(whole)]:
        whole[place] += 1
    return [Decimal(units).scaleb(-DIGITS[currency]) for units in whole]


def days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += timedelta(days=1)


@dataclass(frozen=True)
class Told:
    """One person's figures from a day to another; money by currency."""

    minutes: int
    billable: int
    available: Fraction
    retained: ByCurrency
    churned: ByCurrency
    sold: ByCurrency
    values: int

    @property
    def utilisation(self) -> Fraction | None:
        return Fraction(self.billable, 60) / self.available if self.available else None

    def of_metric(self, metric: str, currency: str | None) -> Fraction | None:
        """What a goal that follows this figure stands at."""
        if metric == "utilisation":
            share = self.utilisation
            return None if share is None else Fraction(half_up(share * 100, 4))
        if metric == "values_received":
            return Fraction(self.values)
        amounts = {"retained_mrr": self.retained, "churned_mrr": self.churned, "oos_sold": self.sold}[metric]
        return Fraction(amounts.get(str(currency), Decimal(0)))


class Book:
    """All rows as they are now."""

    def __init__(self, database: Database) -> None:
        with database.read() as db:
            self._rows = {
                name: [dict(row) for row in db.execute(select(METADATA.tables[name])).mappings()]
                for name in (
                    *("employees", "employee_leaves", "time_entries", "projects", "project_fees", "project_sellers"),
                    *("oos_approvals", "churn_events", "churn_attributions", "awards"),
                )
            }

    def tell(self, employee_id: int, first: date, last: date) -> Told:
        (person,) = self._where("employees", id=employee_id)
        entries = [
            row
            for row in self._where("time_entries", teamwork_user_id=person["teamwork_user_id"], deleted_at=None)
            if first <= row["worked_on"] <= last
        ]
        return Told(
            minutes=sum(row["minutes"] for row in entries),
            billable=sum(row["minutes"] for row in entries if row["is_billable"]),
            available=sum((self._hours(person, day) for day in days(first, last)), Fraction(0)),
            retained=self._fees(self._accounts(person), last),
            churned=self._churned(employee_id, first, last),
            sold=self._sold(employee_id, first, last),
            values=sum(
                first <= row["awarded_on"] <= last
                for row in self._where("awards", receiver_id=employee_id, visibility="everyone")
            ),
        )

    def _where(self, table: str, **fields: Any) -> list[Row]:
        return [row for row in self._rows[table] if all(row[name] == value for name, value in fields.items())]

    def _hours(self, person: Row, day: date) -> Fraction:
        """What the person can work on a day."""
        is_there = (person["started_on"] or day) <= day <= (person["ended_on"] or day)
        is_away = any(
            leave["starts_on"] <= day <= (leave["ends_on"] or day)
            for leave in self._where("employee_leaves", employee_id=person["id"])
        )
        if day.weekday() not in _BUSINESS_DAYS or not is_there or is_away:
            return Fraction(0)
        return Fraction(person["capacity_hours_week"]) / 5

    def _runs(self, project: Row, day: date) -> bool:
        if project["status"] in _NEVER or not project["start_on"] <= day <= (project["end_on"] or day):
            return False
        if project["end_on"] is None and project["status"] in ("ended", "churned", "completed"):
            return False
        losses = self._where("churn_events", project_id=project["id"], state="won_back")
        return not any(loss["effective_on"] < day < loss["won_back_on"] for loss in losses)

    def _accounts(self, person: Row) -> list[Row]:
        return self._where("projects", kind="retainer", account_manager_id=person["user_id"])

    def _fees(self, projects: list[Row], day: date) -> ByCurrency:
        """By currency, what these retainers charge on a day."""
        found: ByCurrency = defaultdict(Decimal)
        for project in projects:
            if self._runs(project, day):
                lines = self._where("project_fees", project_id=project["id"])
                begun = [line for line in lines if line["starts_on"] <= day]
                found[project["currency"]] += max(begun, key=lambda line: line["starts_on"])["amount"]
        return dict(found)

    def revenue(self, employee_id: int, first: date, last: date) -> ByCurrency:
        """Each day's part of the month's fee, rounded once."""
        accounts = self._accounts(*self._where("employees", id=employee_id))
        found: dict[str, Fraction] = defaultdict(Fraction)
        for day in days(first, last):
            for currency, fee in self._fees(accounts, day).items():
                found[currency] += Fraction(fee) / monthrange(day.year, day.month)[1]
        return {currency: half_up(amount, DIGITS[currency]) for currency, amount in found.items()}

    def _churned(self, employee_id: int, first: date, last: date) -> ByCurrency:
        found: ByCurrency = defaultdict(Decimal)
        for event in self._rows["churn_events"]:
            if event["state"] == "voided" or not first <= event["effective_on"] <= last:
                continue
            parts = sorted(self._where("churn_attributions", event_id=event["id"]), key=lambda row: row["id"])
            shares = shared_out(event["mrr_lost"], event["currency"], [part["weight"] for part in parts])
            for part, share in zip(parts, shares, strict=True):
                if part["employee_id"] == employee_id:
                    found[event["currency"]] += share
        return dict(found)

    def _sold(self, employee_id: int, first: date, last: date) -> ByCurrency:
        found: ByCurrency = defaultdict(Decimal)
        for project in self._where("projects", kind="oos"):
            refused = self._where("oos_approvals", project_id=project["id"], decision="declined")
            is_counted = project["approved_on"] is not None and project["status"] != "cancelled" and not refused
            if not is_counted or not first <= project["sold_on"] <= last:
                continue
            parts = sorted(self._where("project_sellers", project_id=project["id"]), key=lambda row: row["id"])
            shares = shared_out(project["amount"], project["currency"], [part["weight"] for part in parts])
            for part, share in zip(parts, shares, strict=True):
                if part["employee_id"] == employee_id:
                    found[project["currency"]] += share
        return dict(found)
