"""Recalculates the figures of employees day by day from the database rows, independently of the product."""

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
_BUSINESS_DAYS, _NEVER = range(5), ("draft", "cancelled")
Row = dict[str, Any]
ByCurrency = dict[str, Decimal]


def round_half_up(value: Fraction, digits: int) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def split_by_weights(amount: Decimal, currency: str, weights: list[int]) -> list[Decimal]:
    """Split into whole currency units; the remaining units go to the largest remainders, earlier ones first."""
    units = int(amount.scaleb(DIGITS[currency]))
    whole = [units * weight // 100 for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: (-(units * weights[index] % 100), index))
    for index in by_remainder[: units - sum(whole)]:
        whole[index] += 1
    return [Decimal(amounts_in_units).scaleb(-DIGITS[currency]) for amounts_in_units in whole]


def days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += timedelta(days=1)


@dataclass(frozen=True)
class ReferenceFigures:
    """An employee's figures for a range of days; amounts by currency."""

    minutes: int
    billable: int
    # On days on which the employee was billable.
    counted_billable: int
    available: Fraction
    # The available hours of a billable employee in months with time data.
    counted: Fraction
    mrr: ByCurrency
    churned: ByCurrency
    sold: ByCurrency
    values: int

    @property
    def utilisation(self) -> Fraction | None:
        return Fraction(self.counted_billable, 60) / self.counted if self.counted else None

    def of_metric(self, metric: str, currency: str | None) -> Fraction | None:
        """The value of a linked goal with this metric."""
        if metric == "utilisation":
            share = self.utilisation
            return None if share is None else Fraction(round_half_up(share * 100, 4))
        if metric == "values_received":
            return Fraction(self.values)
        amounts = {"retained_mrr": self.mrr, "churned_mrr": self.churned, "oos_sold": self.sold}[metric]
        return Fraction(amounts.get(str(currency), Decimal(0)))


class ReferenceCalculator:
    """Calculates figures from all current rows."""

    def __init__(self, database: Database) -> None:
        with database.read() as db:
            self._rows = {
                name: [dict(row) for row in db.execute(select(METADATA.tables[name])).mappings()]
                for name in (
                    *("employees", "employee_leaves", "time_entries", "projects", "project_fees", "project_sellers"),
                    *("oos_approvals", "churn_events", "churn_attributions", "awards", "terms"),
                )
            }

    def calculate(self, employee_id: int, first: date, last: date) -> ReferenceFigures:
        (person,) = self._where("employees", id=employee_id)
        entries = [
            row
            for row in self._where("time_entries", teamwork_user_id=person["teamwork_user_id"], deleted_at=None)
            if first <= row["worked_on"] <= last
        ]
        return ReferenceFigures(
            minutes=sum(row["minutes"] for row in entries),
            billable=sum(row["minutes"] for row in entries if row["is_billable"]),
            counted_billable=sum(
                row["minutes"] for row in entries if row["is_billable"] and self._is_billable(person, row["worked_on"])
            ),
            available=sum((self._hours(person, day) for day in days(first, last)), Fraction(0)),
            counted=sum((self._counted(person, day) for day in days(first, last)), Fraction(0)),
            mrr=self._fees([one for one in self._managed_retainers(person, last) if self._runs_after(one, last)], last),
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
        """The employee's available hours on a day."""
        is_employed = (person["started_on"] or day) <= day <= (person["ended_on"] or day)
        is_on_leave = any(
            leave["starts_on"] <= day <= (leave["ends_on"] or day)
            for leave in self._where("employee_leaves", employee_id=person["id"])
        )
        if day.weekday() not in _BUSINESS_DAYS or not is_employed or is_on_leave:
            return Fraction(0)
        return Fraction(self._on(person, "employee", "capacity_hours_week", day, "amount")) / 5

    def _on(self, row: Row, record: str, name: str, day: date, part: str = "value") -> Any:
        """A dated value of a record on a day; without terms, its column."""
        terms = self._where("terms", record=record, record_id=row["id"], name=name)
        in_force = [term for term in terms if term["effective_from"] <= day]
        if not in_force:
            return row[name] if name in row else row[f"{name}_id"]
        return max(in_force, key=lambda term: term["effective_from"])[part]

    def _is_billable(self, person: Row, day: date) -> bool:
        return self._on(person, "employee", "is_billable", day) in (True, "true")

    def _counted(self, person: Row, day: date) -> Fraction:
        keys = {row["teamwork_user_id"] for row in self._rows["employees"]} - {None}
        has_entry = any(
            (row["worked_on"].year, row["worked_on"].month) == (day.year, day.month)
            for row in self._where("time_entries", deleted_at=None)
            if row["teamwork_user_id"] in keys
        )
        return self._hours(person, day) if has_entry and self._is_billable(person, day) else Fraction(0)

    def _runs(self, project: Row, day: date) -> bool:
        if project["status"] in _NEVER or not project["start_on"] <= day <= (project["end_on"] or day):
            return False
        if project["end_on"] is None and project["status"] in ("ended", "churned", "completed"):
            return False
        states = self._where("terms", record="project", record_id=project["id"], name="state")
        begun = [state for state in states if state["effective_from"] <= day]
        if begun and max(begun, key=lambda state: state["effective_from"])["value"] == "on_hold":
            return False
        losses = self._where("churn_events", project_id=project["id"], state="won_back")
        return not any(loss["effective_on"] < day < loss["won_back_on"] for loss in losses)

    def _runs_after(self, project: Row, day: date) -> bool:
        """On its last day a retainer has ended, unless another one of the client starts on the next day."""
        next_day = day + timedelta(days=1)
        others = self._where("projects", kind="retainer", client_id=project["client_id"], start_on=next_day)
        lost = self._where("churn_events", project_id=project["id"], state="won_back", effective_on=day)
        is_last_day = project["end_on"] == day or bool(lost)
        is_continued = any(
            one["id"] != project["id"]
            and one["status"] not in _NEVER
            and (one["end_on"] is not None or one["status"] in ("active", "on_hold"))
            for one in others
        )
        return not is_last_day or is_continued

    def _managed_retainers(self, person: Row, day: date) -> list[Row]:
        """The retainers whose account the person managed on a day."""
        return [
            project
            for project in self._where("projects", kind="retainer")
            if self._on(project, "project", "account_manager", day, "reference_id") == person["user_id"]
        ]

    def _fees(self, projects: list[Row], day: date) -> ByCurrency:
        """The fees of these retainers on a day, by currency."""
        sums: ByCurrency = defaultdict(Decimal)
        for project in projects:
            if self._runs(project, day):
                lines = self._where("project_fees", project_id=project["id"])
                started = [line for line in lines if line["starts_on"] <= day]
                sums[project["currency"]] += max(started, key=lambda line: line["starts_on"])["amount"]
        return dict(sums)

    def net_retention(self, employee_id: int, first: date, last: date) -> Decimal | None:
        """In percent, what the clients of the day before still pay on the last day; None unless in one currency."""
        (person,) = self._where("employees", id=employee_id)
        start = first - timedelta(days=1)
        held = [one for one in self._managed_retainers(person, start) if self._runs_after(one, start)]
        clients = {project["client_id"] for project in held if self._runs(project, start)}
        remaining = [
            project
            for project in self._where("projects", kind="retainer")
            if project["client_id"] in clients
            and self._was_managed_by(person, project)
            and self._runs_after(project, last)
        ]
        before, after = self._fees(held, start), self._fees(remaining, last)
        if len(before) != 1 or after.keys() - before.keys():
            return None
        ((currency, amount),) = before.items()
        return round_half_up(Fraction(after.get(currency, Decimal(0))) * 100 / Fraction(amount), 1)

    def _was_managed_by(self, person: Row, project: Row) -> bool:
        terms = self._where("terms", record="project", record_id=project["id"], name="account_manager")
        managers = [term["reference_id"] for term in terms] or [project["account_manager_id"]]
        return person["user_id"] in managers

    def revenue(self, employee_id: int, first: date, last: date) -> ByCurrency:
        """The sum of each day's share of the monthly fee, rounded once."""
        (person,) = self._where("employees", id=employee_id)
        sums: dict[str, Fraction] = defaultdict(Fraction)
        for day in days(first, last):
            for currency, fee in self._fees(self._managed_retainers(person, day), day).items():
                sums[currency] += Fraction(fee) / monthrange(day.year, day.month)[1]
        return {currency: round_half_up(amount, DIGITS[currency]) for currency, amount in sums.items()}

    def _churned(self, employee_id: int, first: date, last: date) -> ByCurrency:
        sums: ByCurrency = defaultdict(Decimal)
        for event in self._rows["churn_events"]:
            if event["state"] == "voided" or not first <= event["effective_on"] <= last:
                continue
            attributions = sorted(self._where("churn_attributions", event_id=event["id"]), key=lambda row: row["id"])
            shares = split_by_weights(
                event["mrr_lost"], event["currency"], [attribution["weight"] for attribution in attributions]
            )
            for attribution, share in zip(attributions, shares, strict=True):
                if attribution["employee_id"] == employee_id:
                    sums[event["currency"]] += share
        return dict(sums)

    def _sold(self, employee_id: int, first: date, last: date) -> ByCurrency:
        sums: ByCurrency = defaultdict(Decimal)
        for project in self._where("projects", kind="oos"):
            refused = self._where("oos_approvals", project_id=project["id"], decision="declined")
            is_counted = project["approved_on"] is not None and project["status"] != "cancelled" and not refused
            if not is_counted or not first <= project["sold_on"] <= last:
                continue
            attributions = sorted(self._where("project_sellers", project_id=project["id"]), key=lambda row: row["id"])
            shares = split_by_weights(
                project["amount"], project["currency"], [attribution["weight"] for attribution in attributions]
            )
            for attribution, share in zip(attributions, shares, strict=True):
                if attribution["employee_id"] == employee_id:
                    sums[project["currency"]] += share
        return dict(sums)
