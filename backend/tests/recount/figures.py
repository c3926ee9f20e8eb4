"""Every figure of the dashboard from the raw rows, as the formulas' words have it: each a list of parts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from tests.recount.book import A_DAY, NOTHING, Book, Part, Row, coins, days, half_up, month_end, shared_out
from tests.recount.goals import Goals
from tests.recount.people import ALL, NONE, Person
from tests.recount.retainers import Retainers
from tests.recount.spans import Span, before

ZONE = ZoneInfo("America/Toronto")
MONEY = ("mrr", "revenue", "receivables", "overdue", "oos_sold", "pipeline")
PERCENT = ("utilisation", "goals")
OF_NOW = ("pipeline", "burn_at_risk", "active_projects", "active_clients")


def is_counted_sale(book: Book, project: Row) -> bool:
    refused = book.where("oos_approvals", project_id=project["id"], decision="declined")
    return project["approved_on"] is not None and project["status"] != "cancelled" and not refused


def stands(invoice: Row) -> bool:
    return not invoice["is_voided"] and invoice["deleted_at"] is None


class Recount:
    """What one person is told, as of the book's today."""

    def __init__(self, book: Book, user_id: int) -> None:
        self.book = book
        self.person = Person.of(book, user_id)
        self.goals = Goals(book)
        self._retainers = cache(lambda reach: Retainers(book, self.person.manages(reach)))

    def parts(self, figure: str, reach: int, span: Span) -> list[Part]:
        return list(_READS[figure](self, reach, span))

    def dashboard(self, asked: Span, currency: str, scope: str = "all") -> dict[str, Any]:
        """By figure: scope, count, value, amount, what has no rate, groups, target and the days before."""
        span = Span(asked.first, min(asked.last, self.book.today))
        found = {}
        for name in NAMES:
            reach = self.person.reach(name, scope)
            if reach == NONE:
                continue
            parts = self.parts(name, reach, span)
            groups = {part.group for part in parts} - {""}
            is_compared = name not in OF_NOW and name != "goals"
            targets = list(self._targets(name, reach, asked))
            found[name] = {
                "scope": ("own", "team", "all")[reach - 1],
                "has_rows": self.person.sees_rows(name, reach),
                **self.total(name, parts, currency),
                "groups": {one: self.total(name, [p for p in parts if p.group == one], currency) for one in groups},
                "target": self.total(name, targets, currency) if targets else None,
                "previous": (
                    self.total(name, self.parts(name, reach, before(span)), currency) if is_compared else None
                ),
            }
        return found

    def total(self, figure: str, parts: Iterable[Part], currency: str) -> dict[str, Any]:
        count, amount, value, of, apart = 0, NOTHING, Fraction(0), Fraction(0), dict[str, Decimal]()
        for part in parts:
            count, value, of = count + 1, value + part.value, of + part.of
            if figure in MONEY:
                told = self.book.convert(part.amount, part.currency, currency, part.day)
                if told is None:
                    apart[part.currency] = apart.get(part.currency, NOTHING) + part.amount
                else:
                    amount += told
        share = half_up(value * 100 / of, 1) if of > 0 else None
        return {
            "count": count,
            "value": None if figure in MONEY else share if figure in PERCENT else Decimal(count),
            "amount": (amount, currency) if figure in MONEY else None,
            "apart": apart,
        }

    def _targets(self, figure: str, reach: int, span: Span) -> Iterator[Part]:
        people = {row["id"]: row for row in self.person.people(reach)}
        if figure == "utilisation":
            for key, row in people.items():
                if row["utilisation_target"] is not None:
                    hours = self.goals.available(row, span)
                    yield Part("employee", key, span.last, value=hours * row["utilisation_target"] / 100, of=hours)
        if figure == "oos_sold":
            for goal in self.book.where("employee_goals", metric_key="oos_sold", direction="reach"):
                common = Span(max(span.first, goal["period_start"]), min(span.last, goal["period_end"]))
                is_open = goal["status"] in ("active", "achieved", "missed") and goal["visibility"] != "private"
                if goal["employee_id"] in people and is_open and common.first <= common.last:
                    length = (goal["period_end"] - goal["period_start"]).days + 1
                    share = Fraction((common.last - common.first).days + 1, length)
                    whole = Fraction(goal["target_value"] - goal["start_value"])
                    amount = half_up(whole * share, coins(goal["currency"]))
                    # A day that is still to come has no rate: what is asked of it is told at today's.
                    day = min(common.last, self.book.today)
                    yield Part("goal", goal["id"], day, "", goal["currency"], amount)

    def _mrr(self, reach: int, span: Span) -> Iterator[Part]:
        return self._retainers(reach).mrr_parts(span.last)

    def _revenue(self, reach: int, span: Span) -> Iterator[Part]:
        yield from self._retainers(reach).revenue_parts(span.first, span.last)
        projects = {row["id"]: row for row in self.book.rows["projects"] if self.person.manages(reach)(row)}
        for invoice in self.book.rows["invoices"]:
            day = invoice["issued_on"]
            if not stands(invoice) or day not in span:
                continue
            settled = self.book.where("project_payments", invoice_id=invoice["id"])
            billed = [(one["project_id"], one["amount"]) for one in settled]
            for key, amount in billed or [(invoice["project_id"], invoice["subtotal"])]:
                if key in projects and projects[key]["kind"] != "retainer":
                    currency = projects[key]["currency"] if settled else invoice["currency"]
                    yield Part("project", key, day, f"{day:%Y-%m}:{projects[key]['kind']}", currency, amount)

    def _receivables(self, reach: int, span: Span) -> Iterator[Part]:
        """Total − what was paid or credited by the end of the day, of what was issued by then and not gone."""
        day, edges = span.last, self.book.edges()
        clients = {row["id"]: row for row in self.book.rows["clients"] if self.person.has_account(reach)(row)}
        for invoice in self.book.where("invoices", is_voided=False):
            if invoice["issued_on"] > day or (reach != ALL and invoice["client_id"] not in clients):
                continue
            gone_at = invoice["deleted_at"]
            if gone_at is not None and gone_at.astimezone(ZONE).date() <= day:
                continue
            lines = self.book.where("invoice_payments", invoice_external_id=invoice["external_id"], deleted_at=None)
            owed = invoice["total"] - sum((one["amount"] for one in lines if one["paid_on"] <= day), NOTHING)
            if owed > 0:
                late = (day - self._due_on(invoice)).days
                names = ["current", *(f"{a + 1}_{b}" for a, b in zip([0, *edges], edges, strict=False))]
                group = [*names, f"over_{edges[-1]}"][sum(late > edge for edge in (0, *edges))]
                yield Part("invoice", invoice["id"], day, group, invoice["currency"], owed)

    def _due_on(self, invoice: Row) -> date:
        if invoice["due_on"]:
            return invoice["due_on"]
        clients = self.book.where("clients", id=invoice["client_id"])
        settings = self.book.rows["settings"]
        usual = settings[0]["payment_terms_days"] if settings else 30
        own = clients[0]["payment_terms_days"] if clients else None
        return invoice["issued_on"] + (usual if own is None else own) * A_DAY

    def _overdue(self, reach: int, span: Span) -> Iterator[Part]:
        return (part for part in self._receivables(reach, span) if part.group != "current")

    def _oos_sold(self, reach: int, span: Span) -> Iterator[Part]:
        people = {row["id"] for row in self.person.people(reach)}
        for project in self.book.where("projects", kind="oos"):
            day = project["sold_on"]
            if day not in span or not is_counted_sale(self.book, project):
                continue
            own = ("project", project["id"], day, f"{day:%Y-%m}", project["currency"])
            if reach == ALL:
                yield Part(*own, project["amount"])
                continue
            sellers = self.book.where("project_sellers", project_id=project["id"])
            shares = shared_out(project["amount"], project["currency"], [row["weight"] for row in sellers])
            for seller, share in zip(sellers, shares, strict=True):
                if seller["employee_id"] in people:
                    yield Part(*own, share)

    def _pipeline(self, reach: int, _span: Span) -> Iterator[Part]:
        for deal in self.book.where("hubspot_deals", state="open", deleted_at=None):
            stages = self.book.where("hubspot_stages", external_id=deal["stage_id"])
            known = stages and stages[0]["probability"] is not None
            if known and deal["amount"] is not None and deal["currency"] and self.person.sells(reach)(deal):
                exact = Fraction(deal["amount"]) * Fraction(stages[0]["probability"])
                amount = half_up(exact, coins(deal["currency"]))
                yield Part("deal", deal["id"], self.book.today, deal["stage"], deal["currency"], amount)

    def _burn_at_risk(self, reach: int, _span: Span) -> Iterator[Part]:
        """Nothing is left, or the pace so far, trusted as far as the month has gone, ends above 115 %."""
        today = self.book.today
        for project in self.book.where("projects", kind="retainer", archived_at=None):
            if project["status"] not in ("active", "on_hold") or not self.person.works_on(reach)(project):
                continue
            for period in self.book.where("retainer_periods", project_id=project["id"]):
                if not period["starts_on"] <= today <= period["ends_on"]:
                    continue
                used = self._worked(project, Span(period["starts_on"], period["ends_on"]))
                moved = period["rollover_in"] + period["adjustment"] - period["late_hours"]
                has = Fraction(self._base(project, period) + moved)
                level = _level(used, has, _working_share(period, today))
                if level:
                    yield Part("project", project["id"], today, level, value=used, of=has)

    def _worked(self, project: Row, span: Span) -> Fraction:
        """Hours on the project, to the hundredth."""
        key = project["teamwork_project_id"]
        minutes = sum(
            row["minutes"]
            for row in (self.book.where("time_entries", teamwork_project_id=key, deleted_at=None) if key else ())
            if row["worked_on"] in span and (project["counted_hours"] == "all" or row["is_billable"])
        )
        return Fraction(half_up(Fraction(minutes, 60), 2))

    def _base(self, project: Row, period: Row) -> Decimal:
        """The month's hours, or of a month that is cut the share of its days."""
        length = (period["ends_on"] - period["starts_on"]).days + 1
        whole = Fraction(project["included_hours"] or 0)
        return half_up(whole * length / month_end(period["starts_on"]).day, 2)

    def _utilisation(self, reach: int, span: Span) -> Iterator[Part]:
        for row in self.person.people(reach):
            billable, hours = self.goals.billable(row, span), self.goals.available(row, span)
            if billable or hours:
                yield Part("employee", row["id"], span.last, value=billable, of=hours)

    def _goals(self, reach: int, span: Span) -> Iterator[Part]:
        people = {row["id"] for row in self.person.people(reach)}
        for goal in self.book.rows["employee_goals"]:
            is_open = goal["status"] in ("active", "achieved", "missed") and goal["visibility"] != "private"
            is_now = goal["period_start"] <= span.last and goal["period_end"] >= span.first
            share = self.goals.share(goal, span.last) if is_open and is_now else None
            if share is not None and goal["employee_id"] in people:
                weight = Fraction(goal["weight"])
                yield Part("goal", goal["id"], span.last, value=weight * share, of=weight)

    def _values_received(self, reach: int, span: Span) -> Iterator[Part]:
        people = {row["id"] for row in self.person.people(reach)}
        for award in self.book.where("awards", visibility="everyone"):
            if award["receiver_id"] in people and award["awarded_on"] in span:
                yield Part("award", award["id"], award["awarded_on"])

    def _lost_retainers(self, reach: int, span: Span) -> Iterator[Part]:
        retainers = self._retainers(reach)
        for one in (one for stretches in retainers.by_client.values() for one in stretches):
            if one.last is not None and one.last in span and not retainers.is_followed(one):
                events = self.book.where("churn_events", project_id=one.project, effective_on=one.last)
                is_recorded = any(event["state"] != "voided" for event in events)
                yield Part("project", one.project, one.last, "recorded" if is_recorded else "unrecorded")

    def _lost_clients(self, reach: int, span: Span) -> Iterator[Part]:
        """Something ran on the day before, and nothing once the day is over; the last such day, once a client."""
        retainers = self._retainers(reach)
        for client, stretches in retainers.by_client.items():
            ends = {one.last for one in stretches if one.last is not None and one.last in span}
            lost = [d for d in ends if retainers.goes_on(client, d - A_DAY) and not retainers.goes_on(client, d)]
            if lost:
                yield Part("client", client, max(lost))

    def _active_projects(self, reach: int, _span: Span) -> Iterator[Part]:
        for project in self.book.where("projects", status="active", archived_at=None):
            if self.person.works_on(reach)(project):
                yield Part("project", project["id"], self.book.today, project["kind"])

    def _active_clients(self, reach: int, _span: Span) -> Iterator[Part]:
        going = {row["client_id"] for row in self.book.rows["projects"] if row["status"] in ("active", "on_hold")}
        for client in self.book.rows["clients"]:
            if client["id"] in going and self.person.knows(reach)(client):
                yield Part("client", client["id"], self.book.today)


def _working_share(period: Row, today: date) -> Fraction:
    """Of the month's working days, those that have begun."""
    every = [day for day in days(period["starts_on"], period["ends_on"]) if day.weekday() < 5]
    return Fraction(sum(day <= today for day in every), len(every)) if every else Fraction(1)


def _level(used: Fraction, has: Fraction, share: Fraction) -> str | None:
    if used > has or used == has > 0:
        return "over"
    if has <= 0:
        return None
    burn, rest = used / has, 1 - share
    return "high" if burn + rest * (burn + rest) > Fraction(115, 100) else None


_READS: Mapping[str, Callable[[Recount, int, Span], Iterable[Part]]] = {
    "mrr": Recount._mrr,
    "revenue": Recount._revenue,
    "receivables": Recount._receivables,
    "overdue": Recount._overdue,
    "oos_sold": Recount._oos_sold,
    "pipeline": Recount._pipeline,
    "burn_at_risk": Recount._burn_at_risk,
    "utilisation": Recount._utilisation,
    "goals": Recount._goals,
    "values_received": Recount._values_received,
    "lost_retainers": Recount._lost_retainers,
    "lost_clients": Recount._lost_clients,
    "active_projects": Recount._active_projects,
    "active_clients": Recount._active_clients,
}
NAMES = tuple(_READS)
