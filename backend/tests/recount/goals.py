"""What people worked, could have worked, and how far their goals are: on any day, from the rows."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tests.recount.book import NOTHING, Book, Row, days, half_up, shared_out
from tests.recount.retainers import Retainers
from tests.recount.spans import Span


class Goals:
    def __init__(self, book: Book) -> None:
        self.book = book

    def billable(self, person: Row, span: Span) -> Fraction:
        """In hours."""
        key = person["teamwork_user_id"]
        entries = self.book.where("time_entries", teamwork_user_id=key, deleted_at=None) if key else []
        return Fraction(sum(one["minutes"] for one in entries if one["is_billable"] and one["worked_on"] in span), 60)

    def available(self, person: Row, span: Span) -> Fraction:
        """A fifth of the week for each Monday to Friday on which the person was employed and not away."""
        leaves = self.book.where("employee_leaves", employee_id=person["id"])
        there = sum(
            day.weekday() < 5
            and (person["started_on"] or day) <= day <= (person["ended_on"] or day)
            and not any(leave["starts_on"] <= day <= (leave["ends_on"] or day) for leave in leaves)
            for day in days(*span)
        )
        return Fraction(person["capacity_hours_week"]) * there / 5

    def share(self, goal: Row, day: date) -> Fraction | None:
        """(current − start) ÷ (target − start), as it was on a day."""
        current = self._current(goal, day)
        start, target = Fraction(goal["start_value"]), Fraction(goal["target_value"])
        return None if current is None else (current - start) / (target - start)

    def _current(self, goal: Row, day: date) -> Fraction | None:
        if goal["closed_on"] is not None and goal["closed_on"] <= day:
            return None if goal["closed_value"] is None else Fraction(goal["closed_value"])
        if goal["metric_key"] is None:
            noted = self.book.where("goal_check_ins", goal_id=goal["id"])
            corrected = {one["corrects_id"] for one in noted}
            valid = [one for one in noted if one["id"] not in corrected and one["checked_on"] <= day]
            last = max(valid, key=lambda one: (one["checked_on"], one["id"]), default=None)
            return Fraction(goal["start_value"] if last is None else last["value"])
        span = Span(goal["period_start"], min(goal["period_end"], day))
        (person,) = self.book.where("employees", id=goal["employee_id"])
        if goal["metric_key"] == "utilisation":
            hours = self.available(person, span)
            return Fraction(half_up(self.billable(person, span) * 100 / hours, 4)) if hours else None
        if goal["metric_key"] == "values_received":
            given = self.book.where("awards", receiver_id=person["id"], visibility="everyone")
            return Fraction(sum(one["awarded_on"] in span for one in given))
        amounts = {"retained_mrr": self._retained, "churned_mrr": self._churned, "oos_sold": self._sold}
        found = NOTHING
        for on, currency, amount in amounts[goal["metric_key"]](person, span):
            # What was to come on that day had no rate then.
            told = self.book.convert(amount, currency, goal["currency"], on) if on <= day else None
            found += told or NOTHING
        return Fraction(found)

    def _retained(self, person: Row, span: Span) -> Iterator[tuple[date, str, Decimal]]:
        mine = Retainers(self.book, lambda project: project["account_manager_id"] == person["user_id"])
        return ((span.last, currency, fee) for currency, fee in mine.fees_on(span.last))

    def _churned(self, person: Row, span: Span) -> Iterator[tuple[date, str, Decimal]]:
        for event in self.book.rows["churn_events"]:
            if event["state"] == "voided" or event["effective_on"] not in span:
                continue
            parts = self.book.where("churn_attributions", event_id=event["id"])
            shares = shared_out(event["mrr_lost"], event["currency"], [one["weight"] for one in parts])
            for part, share in zip(parts, shares, strict=True):
                if part["employee_id"] == person["id"]:
                    yield event["effective_on"], event["currency"], share

    def _sold(self, person: Row, span: Span) -> Iterator[tuple[date, str, Decimal]]:
        for project in self.book.where("projects", kind="oos"):
            refused = self.book.where("oos_approvals", project_id=project["id"], decision="declined")
            dropped = refused or project["approved_on"] is None or project["status"] == "cancelled"
            if dropped or project["sold_on"] not in span:
                continue
            sellers = self.book.where("project_sellers", project_id=project["id"])
            shares = shared_out(project["amount"], project["currency"], [one["weight"] for one in sellers])
            for seller, share in zip(sellers, shares, strict=True):
                if seller["employee_id"] == person["id"]:
                    yield project["sold_on"], project["currency"], share
