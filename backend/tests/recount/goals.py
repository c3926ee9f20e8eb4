"""Recalculates hours and attainment of goals as of any day."""

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from tests.recount.date_span import DateSpan
from tests.recount.retainers import Retainers
from tests.recount.snapshot import ZERO, Row, Snapshot, days, round_half_up, split_by_weights, split_difference


class Goals:
    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    def billable(self, person: Row, span: DateSpan) -> Fraction:
        """Billable hours in the span."""
        key = person["teamwork_user_id"]
        entries = self.snapshot.where("time_entries", teamwork_user_id=key, deleted_at=None) if key else []
        return Fraction(sum(one["minutes"] for one in entries if one["is_billable"] and one["worked_on"] in span), 60)

    def available(self, person: Row, span: DateSpan) -> Fraction:
        """A fifth of the weekly hours for each Monday to Friday on which the person was employed and not on leave."""
        return self._available(person, days(*span))

    def _available(self, person: Row, known_days: Iterable[date]) -> Fraction:
        leaves = self.snapshot.where("employee_leaves", employee_id=person["id"])
        working_days = sum(
            day.weekday() < 5
            and (person["started_on"] or day) <= day <= (person["ended_on"] or day)
            and not any(leave["starts_on"] <= day <= (leave["ends_on"] or day) for leave in leaves)
            for day in known_days
        )
        return Fraction(person["capacity_hours_week"]) * working_days / 5

    def capacity(self, person: Row, span: DateSpan) -> Fraction:
        """Available hours of a billable person in the months with time entries."""
        if not person["is_billable"]:
            return Fraction(0)
        return self._available(person, (day for day in days(*span) if (day.year, day.month) in self._tracked_months))

    @cached_property
    def _tracked_months(self) -> set[tuple[int, int]]:
        keys = {row["teamwork_user_id"] for row in self.snapshot.rows["employees"]} - {None}
        return {
            (entry["worked_on"].year, entry["worked_on"].month)
            for entry in self.snapshot.where("time_entries", deleted_at=None)
            if entry["teamwork_user_id"] in keys and entry["worked_on"]
        }

    def attainment(self, goal: Row, day: date) -> Fraction | None:
        """(current − start) ÷ (target − start) as of a day, at most 1; 2 − current ÷ limit above a limit."""
        current = self._current(goal, day)
        start, target = Fraction(goal["start_value"]), Fraction(goal["target_value"])
        if current is None:
            return None
        if goal["direction"] == "at_most" and start < target:
            return Fraction(1) if current <= target else max(2 - current / target, Fraction(0))
        return min((current - start) / (target - start), Fraction(1))

    def _current(self, goal: Row, day: date) -> Fraction | None:
        if goal["closed_on"] is not None and goal["closed_on"] <= day:
            return None if goal["closed_value"] is None else Fraction(goal["closed_value"])
        if goal["metric_key"] is None:
            check_ins = self.snapshot.where("goal_check_ins", goal_id=goal["id"])
            corrected = {one["corrects_id"] for one in check_ins}
            valid = [one for one in check_ins if one["id"] not in corrected and one["checked_on"] <= day]
            last = max(valid, key=lambda one: (one["checked_on"], one["id"]), default=None)
            return Fraction(goal["start_value"] if last is None else last["value"])
        span = DateSpan(goal["period_start"], min(goal["period_end"], day))
        (person,) = self.snapshot.where("employees", id=goal["employee_id"])
        if goal["metric_key"] == "utilisation":
            hours = self.capacity(person, span)
            return Fraction(round_half_up(self.billable(person, span) * 100 / hours, 4)) if hours else None
        if goal["metric_key"] == "values_received":
            awards = self.snapshot.where("awards", receiver_id=person["id"], visibility="everyone")
            return Fraction(sum(one["awarded_on"] in span for one in awards))
        amounts = {"retained_mrr": self._retained, "churned_mrr": self._churned, "oos_sold": self._sold}
        total = ZERO
        for on, currency, amount in amounts[goal["metric_key"]](person, span):
            # Later amounts have no rate as of that day.
            converted = self.snapshot.convert(amount, currency, goal["currency"], on) if on <= day else None
            total += converted or ZERO
        return Fraction(total)

    def _retained(self, person: Row, span: DateSpan) -> Iterator[tuple[date, str, Decimal]]:
        projects = {project["id"]: project for project in self.snapshot.rows["projects"]}
        # A contract that follows may have another account manager.
        for one in Retainers(self.snapshot, lambda _: True).mrr_contributions(span.last):
            if self._holder(projects[one.key], span.last) == person["user_id"]:
                yield span.last, one.currency, one.amount

    def _holder(self, project: Row, day: date) -> int:
        """Who managed the account at the end of a day; without terms it never changed."""
        terms = self.snapshot.where("terms", record="project", record_id=project["id"], name="account_manager")
        begun = [term for term in terms if term["effective_from"] <= day]
        return (
            max(begun, key=lambda term: term["effective_from"])["reference_id"]
            if begun
            else project["account_manager_id"]
        )

    def _churned(self, person: Row, span: DateSpan) -> Iterator[tuple[date, str, Decimal]]:
        for event in self.snapshot.rows["churn_events"]:
            if event["state"] == "voided" or event["effective_on"] not in span:
                continue
            parts = self.snapshot.where("churn_attributions", event_id=event["id"])
            shares = split_by_weights(event["mrr_lost"], event["currency"], [one["weight"] for one in parts])
            for part, attainment in zip(parts, shares, strict=True):
                if part["employee_id"] == person["id"]:
                    yield event["effective_on"], event["currency"], attainment

    def _sold(self, person: Row, span: DateSpan) -> Iterator[tuple[date, str, Decimal]]:
        for project in self.snapshot.where("projects", kind="oos"):
            sellers = self.snapshot.where("project_sellers", project_id=project["id"])
            for day, amount in self.snapshot.approved_parts(project):
                if day not in span:
                    continue
                shares = split_difference(amount, project["currency"], [one["weight"] for one in sellers])
                for seller, share in zip(sellers, shares, strict=True):
                    if seller["employee_id"] == person["id"]:
                        yield day, project["currency"], share
