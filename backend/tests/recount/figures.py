"""Recalculates every figure of the dashboard from database rows, as a list of contributions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from tests.recount.date_span import DateSpan, previous_span
from tests.recount.goals import Goals
from tests.recount.people import ALL, NONE, Person
from tests.recount.retainers import Retainers, burn_level, elapsed_share, read_included_hours
from tests.recount.snapshot import (
    A_DAY,
    ZERO,
    Contribution,
    Row,
    Snapshot,
    digits_of,
    month_end,
    round_half_up,
    split_difference,
)

ZONE = ZoneInfo("America/Toronto")
MONEY = ("mrr", "revenue", "invoiced", "receivables", "overdue", "oos_sold", "pipeline", "unweighted_deals")
PERCENT = ("utilisation", "goals")
HOURS = ("billable_hours",)
CURRENT_ONLY = ("pipeline", "unweighted_deals", "burn_at_risk", "active_projects", "late_projects", "active_clients")


def is_valid(invoice: Row) -> bool:
    return not invoice["is_voided"] and invoice["deleted_at"] is None


def _is_gone(invoice: Row, day: date) -> bool:
    """Whether the invoice was void or deleted at the end of the day, or was so from the start."""
    if invoice["is_voided"] and invoice["voided_at"] is None:
        return True
    moments = [invoice[name].astimezone(ZONE).date() for name in ("voided_at", "deleted_at") if invoice[name]]
    return any(moment <= day for moment in moments)


def _was_made(payment: Row, invoice: Row) -> bool:
    """Whether a payment counts: it exists, or it was removed because its invoice was voided or deleted."""
    gone_at = invoice["voided_at"] or invoice["deleted_at"]
    return payment["deleted_at"] is None or (gone_at is not None and payment["deleted_at"] >= gone_at)


class Recount:
    """The dashboard of one user as of the snapshot's today."""

    def __init__(self, snapshot: Snapshot, user_id: int) -> None:
        self.snapshot = snapshot
        self.person = Person.of(snapshot, user_id)
        self.goals = Goals(snapshot)
        self._retainers = cache(lambda scope: Retainers(snapshot, self.person.manages(scope)))

    def contributions(self, figure: str, scope: int, span: DateSpan) -> list[Contribution]:
        return list(_READERS[figure](self, scope, span))

    def dashboard(self, requested: DateSpan, currency: str, requested_scope: str = "all") -> dict[str, Any]:
        """By figure: scope, count, value, amount, unconverted amounts, groups, target and previous span."""
        span = DateSpan(requested.first, min(requested.last, self.snapshot.today))
        previous = previous_span(requested, self.snapshot.today)
        found = {}
        for name in NAMES:
            scope = self.person.scope(name, requested_scope)
            if scope == NONE or (name in CURRENT_ONLY and self.snapshot.today not in requested):
                continue
            contributions = self.contributions(name, scope, span)
            groups = {contribution.group for contribution in contributions} - {""}
            is_compared = name not in CURRENT_ONLY and name != "goals"
            targets = list(self._targets(name, scope, requested))
            found[name] = {
                "scope": ("own", "team", "all")[scope - 1],
                "has_rows": self.person.sees_rows(name, scope),
                **self.total(name, contributions, currency),
                "groups": {
                    one: self.total(name, [p for p in contributions if p.group == one], currency) for one in groups
                },
                "target": self.total(name, targets, currency) if targets else None,
                "previous": (
                    self.total(name, self.contributions(name, scope, previous), currency) if is_compared else None
                ),
            }
        return found

    def total(self, figure: str, contributions: Iterable[Contribution], currency: str) -> dict[str, Any]:
        count, amount, value, of, unconverted = 0, ZERO, Fraction(0), Fraction(0), dict[str, Decimal]()
        for contribution in contributions:
            count, value, of = count + 1, value + contribution.value, of + contribution.of
            if figure in MONEY:
                converted = self.snapshot.convert(
                    contribution.amount, contribution.currency, currency, contribution.day
                )
                if converted is None:
                    unconverted[contribution.currency] = (
                        unconverted.get(contribution.currency, ZERO) + contribution.amount
                    )
                else:
                    amount += converted
        share = round_half_up(value * 100 / of, 1) if of > 0 else None
        shares, hours = dict.fromkeys(PERCENT, share), dict.fromkeys(HOURS, round_half_up(value, 2))
        numbers = {**dict.fromkeys(MONEY), **shares, **hours}
        return {
            "count": count,
            "value": numbers.get(figure, Decimal(count)),
            "amount": (amount, currency) if figure in MONEY else None,
            "unconverted": unconverted,
        }

    def _targets(self, figure: str, scope: int, span: DateSpan) -> Iterator[Contribution]:
        people = {row["id"]: row for row in self.person.people(scope)}
        if figure == "utilisation":
            for key, row in people.items():
                if row["utilisation_target"] is not None and row["is_billable"]:
                    span = DateSpan(span.first, min(span.last, self.snapshot.today))
                    hours = self.goals.capacity(row, span)
                    yield Contribution(
                        "employee", key, span.last, value=hours * row["utilisation_target"] / 100, of=hours
                    )
        if figure == "oos_sold":
            for goal in self.snapshot.where("employee_goals", metric_key="oos_sold", direction="reach"):
                overlap = DateSpan(max(span.first, goal["period_start"]), min(span.last, goal["period_end"]))
                is_open = goal["status"] in ("active", "achieved", "missed") and goal["visibility"] != "private"
                if goal["employee_id"] in people and is_open and overlap.first <= overlap.last:
                    length = (goal["period_end"] - goal["period_start"]).days + 1
                    share = Fraction((overlap.last - overlap.first).days + 1, length)
                    whole = Fraction(goal["target_value"] - goal["start_value"])
                    amount = round_half_up(whole * share, digits_of(goal["currency"]))
                    # A future day has no rate, so its target is converted at today's.
                    day = min(overlap.last, self.snapshot.today)
                    yield Contribution("goal", goal["id"], day, "", goal["currency"], amount)

    def _mrr(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        return self._retainers(scope).mrr_contributions(span.last)

    def _revenue(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        yield from self._retainers(scope).revenue_contributions(span.first, span.last)
        projects = {row["id"]: row for row in self.snapshot.rows["projects"] if self.person.manages(scope)(row)}
        for invoice in self._issued(span):
            day = invoice["issued_on"]
            for key, amount in self._billed(invoice):
                if key in projects and projects[key]["kind"] != "retainer":
                    group = f"{day:%Y-%m}:{projects[key]['kind']}"
                    yield Contribution("project", key, day, group, invoice["currency"], amount)

    def _issued(self, span: DateSpan) -> list[Row]:
        return [row for row in self.snapshot.rows["invoices"] if is_valid(row) and row["issued_on"] in span]

    def _billed(self, invoice: Row) -> Iterator[tuple[int | None, Decimal]]:
        """What the invoice bills of each payment's project, the earliest due first, and of its own with the rest."""
        payments = {row["id"]: row for row in self.snapshot.rows["project_payments"]}
        rows = self.snapshot.where("payment_allocations", invoice_id=invoice["id"])
        parts = [(payments[row["payment_id"]], row["amount"]) for row in rows]
        left = invoice["subtotal"]
        for payment, amount in sorted(parts, key=lambda one: (one[0]["due_on"], one[0]["sequence"], one[0]["id"])):
            part = min(amount, max(left, ZERO))
            if part:
                yield payment["project_id"], part
            left -= part
        if left or not parts:
            yield invoice["project_id"], left

    def _invoiced(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        projects = {row["id"]: row for row in self.snapshot.rows["projects"]}
        clients = {row["id"] for row in self.snapshot.rows["clients"] if self.person.manages_account_of(scope)(row)}
        for invoice in self._issued(span):
            by_kind: dict[str, Decimal] = {}
            for key, amount in self._billed(invoice):
                project = projects[key] if key else None
                if self.person.manages(scope)(project) if project else scope == ALL or invoice["client_id"] in clients:
                    group = project["kind"] if project else "unlinked"
                    by_kind[group] = by_kind.get(group, ZERO) + amount
            for group, amount in by_kind.items():
                yield Contribution("invoice", invoice["id"], invoice["issued_on"], group, invoice["currency"], amount)

    def _receivables(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        """Total − payments and credits until the day, of invoices issued by then and neither deleted nor void then, and
        − what was paid or credited by then and is applied to none of them.
        """
        day, edges = span.last, self.snapshot.aging_edges()
        clients = {
            row["id"]: row for row in self.snapshot.rows["clients"] if self.person.manages_account_of(scope)(row)
        }
        yield from self._unapplied(scope, day, clients)
        for invoice in self.snapshot.rows["invoices"]:
            if invoice["issued_on"] > day or (scope != ALL and invoice["client_id"] not in clients):
                continue
            if _is_gone(invoice, day):
                continue
            made = [one for one in self.snapshot.where("invoice_payments", invoice_external_id=invoice["external_id"])
                    if _was_made(one, invoice)]  # fmt: skip
            total = invoice["total"]
            if invoice["voided_at"]:
                total = invoice["balance_when_voided"] + sum((one["amount"] for one in made), ZERO)
            owed = total - sum((one["amount"] for one in made if one["paid_on"] <= day), ZERO)
            if owed > 0:
                days_overdue = (day - self._due_on(invoice)).days
                names = ["current", *(f"{a + 1}_{b}" for a, b in zip([0, *edges], edges, strict=False))]
                group = [*names, f"over_{edges[-1]}"][sum(days_overdue > edge for edge in (0, *edges))]
                yield Contribution("invoice", invoice["id"], day, group, invoice["currency"], owed)

    def _unapplied(self, scope: int, day: date, clients: Mapping[int, Row]) -> Iterator[Contribution]:
        """Credits until the day, − the parts of them that were applied until the day to invoices that existed then."""
        invoices = {row["external_id"]: row for row in self.snapshot.rows["invoices"]}
        for credit in self.snapshot.where("customer_credits", deleted_at=None):
            if credit["dated_on"] > day or (scope != ALL and credit["client_id"] not in clients):
                continue
            parts = self.snapshot.where("invoice_payments", credit_external_id=credit["external_id"])
            applied_now = sum((one["amount"] for one in parts if one["deleted_at"] is None), ZERO)
            applied_then = sum(
                (
                    one["amount"]
                    for one in parts
                    if one["paid_on"] <= day
                    and (one["deleted_at"] is None or not _is_gone(invoices[one["invoice_external_id"]], day))
                    and _was_made(one, invoices[one["invoice_external_id"]])
                ),
                ZERO,
            )
            left = credit["balance"] + applied_now - applied_then
            if left:
                yield Contribution("credit", credit["id"], day, "unapplied", credit["currency"], -left)

    def _due_on(self, invoice: Row) -> date:
        if invoice["due_on"]:
            return invoice["due_on"]
        clients = self.snapshot.where("clients", id=invoice["client_id"])
        settings = self.snapshot.rows["settings"]
        default_terms = settings[0]["payment_terms_days"] if settings else 30
        own = clients[0]["payment_terms_days"] if clients else None
        return invoice["issued_on"] + (default_terms if own is None else own) * A_DAY

    def _overdue(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        return (
            contribution
            for contribution in self._receivables(scope, span)
            if contribution.group not in ("current", "unapplied")
        )

    def _oos_sold(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        people = {row["id"] for row in self.person.people(scope)}
        for project in self.snapshot.where("projects", kind="oos"):
            sellers = self.snapshot.where("project_sellers", project_id=project["id"])
            for day, amount in self.snapshot.approved_parts(project):
                if day not in span:
                    continue
                own = ("project", project["id"], day, f"{day:%Y-%m}", project["currency"])
                if scope == ALL:
                    yield Contribution(*own, amount)
                    continue
                shares = split_difference(amount, project["currency"], [row["weight"] for row in sellers])
                for seller, share in zip(sellers, shares, strict=True):
                    if seller["employee_id"] in people:
                        yield Contribution(*own, share)

    def _pipeline(self, scope: int, _span: DateSpan) -> Iterator[Contribution]:
        for deal in self.snapshot.where("hubspot_deals", state="open", deleted_at=None):
            stages = self.snapshot.where("hubspot_stages", external_id=deal["stage_id"])
            has_probability = stages and stages[0]["probability"] is not None
            if (
                has_probability
                and deal["amount"] is not None
                and deal["currency"]
                and self.person.may_see_deal(scope)(deal)
            ):
                exact = Fraction(deal["amount"]) * Fraction(stages[0]["probability"])
                amount = round_half_up(exact, digits_of(deal["currency"]))
                yield Contribution("deal", deal["id"], self.snapshot.today, deal["stage"], deal["currency"], amount)

    def _unweighted_deals(self, scope: int, _span: DateSpan) -> Iterator[Contribution]:
        for deal in self.snapshot.where("hubspot_deals", state="open", deleted_at=None):
            stages = self.snapshot.where("hubspot_stages", external_id=deal["stage_id"])
            has_probability = stages and stages[0]["probability"] is not None
            if has_probability or deal["amount"] is None or not deal["currency"]:
                continue
            if self.person.may_see_deal(scope)(deal):
                own = ("deal", deal["id"], self.snapshot.today, deal["stage"] or "")
                yield Contribution(*own, deal["currency"], deal["amount"])

    def _burn_at_risk(self, scope: int, _span: DateSpan) -> Iterator[Contribution]:
        """No hours are left, or the pace so far, weighted by the elapsed part of the period, ends above 115 %."""
        today = self.snapshot.today
        for project in self.snapshot.where("projects", kind="retainer", archived_at=None):
            if project["status"] not in ("active", "on_hold") or not self.person.may_see_project(scope)(project):
                continue
            for period in self.snapshot.where("retainer_periods", project_id=project["id"]):
                if not period["starts_on"] <= today <= period["ends_on"]:
                    continue
                used = self._counted_hours(project, DateSpan(period["starts_on"], period["ends_on"]))
                carried = period["rollover_in"] + period["adjustment"] - period["late_hours"]
                available_hours = Fraction(self._included_hours(project, period) + carried)
                level = burn_level(used, available_hours, elapsed_share(period, today))
                if level:
                    yield Contribution("project", project["id"], today, level, value=used, of=available_hours)

    def _counted_hours(self, project: Row, span: DateSpan) -> Fraction:
        """Counted hours of the project, with two decimals."""
        key = project["teamwork_project_id"]
        minutes = sum(
            row["minutes"]
            for row in (self.snapshot.where("time_entries", teamwork_project_id=key, deleted_at=None) if key else ())
            if row["worked_on"] in span and (project["counted_hours"] == "all" or row["is_billable"])
        )
        return Fraction(round_half_up(Fraction(minutes, 60), 2))

    def _included_hours(self, project: Row, period: Row) -> Decimal:
        """The period's included hours, those agreed at its close; a partial month has the share of its days."""
        length = (period["ends_on"] - period["starts_on"]).days + 1
        whole = Fraction(read_included_hours(self.snapshot, project, period["ends_on"]))
        return round_half_up(whole * length / month_end(period["starts_on"]).day, 2)

    def _utilisation(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        for row in self.person.people(scope):
            billable, hours = self.goals.billable(row, span), self.goals.capacity(row, span)
            if row["is_billable"] and (billable or hours):
                yield Contribution("employee", row["id"], span.last, value=billable, of=hours)

    def _goals(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        people = {row["id"] for row in self.person.people(scope)}
        for goal in self.snapshot.rows["employee_goals"]:
            is_open = goal["status"] in ("active", "achieved", "missed") and goal["visibility"] != "private"
            overlaps = goal["period_start"] <= span.last and goal["period_end"] >= span.first
            share = self.goals.attainment(goal, span.last) if is_open and overlaps else None
            if share is not None and goal["employee_id"] in people:
                weight = Fraction(goal["weight"])
                yield Contribution("goal", goal["id"], span.last, value=weight * share, of=weight)

    def _values_received(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        people = {row["id"] for row in self.person.people(scope)}
        for award in self.snapshot.where("awards", visibility="everyone"):
            if award["receiver_id"] in people and award["awarded_on"] in span:
                yield Contribution("award", award["id"], award["awarded_on"])

    def _lost_retainers(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        retainers = self._retainers(scope)
        for one in (one for periods in retainers.by_client.values() for one in periods):
            if one.last is not None and one.last in span and not retainers.is_continued(one):
                events = self.snapshot.where("churn_events", project_id=one.project, effective_on=one.last)
                is_recorded = any(event["state"] != "voided" for event in events)
                yield Contribution("project", one.project, one.last, "recorded" if is_recorded else "unrecorded")

    def _lost_clients(self, scope: int, span: DateSpan) -> Iterator[Contribution]:
        """The last day within the span after which a client had no running retainer of anyone, once per client."""
        retainers = self._retainers(ALL)
        for client, periods in ((key, retainers.by_client[key]) for key in self._retainers(scope).by_client):
            ends = {one.last for one in periods if one.last is not None and one.last in span}
            lost = [
                d for d in ends if retainers.running_after(client, d - A_DAY) and not retainers.running_after(client, d)
            ]
            if lost:
                yield Contribution("client", client, max(lost))

    def _active_projects(self, scope: int, _span: DateSpan) -> Iterator[Contribution]:
        for project in self.snapshot.where("projects", status="active", archived_at=None):
            if self.person.may_see_project(scope)(project):
                yield Contribution("project", project["id"], self.snapshot.today, project["kind"])

    def _late_projects(self, scope: int, _span: DateSpan) -> Iterator[Contribution]:
        """The last day of unfinished work that is not a retainer has passed."""
        for project in self.snapshot.where("projects", archived_at=None):
            is_open = project["kind"] != "retainer" and project["status"] in ("draft", "active", "on_hold")
            is_late = project["end_on"] is not None and project["end_on"] < self.snapshot.today
            if is_open and is_late and self.person.may_see_project(scope)(project):
                yield Contribution("project", project["id"], self.snapshot.today, project["kind"])

    def _active_clients(self, scope: int, _span: DateSpan) -> Iterator[Contribution]:
        active_client_ids = {
            row["client_id"] for row in self.snapshot.rows["projects"] if row["status"] in ("active", "on_hold")
        }
        for client in self.snapshot.rows["clients"]:
            if client["id"] in active_client_ids and self.person.may_see_client(scope)(client):
                yield Contribution("client", client["id"], self.snapshot.today)


_READERS: Mapping[str, Callable[[Recount, int, DateSpan], Iterable[Contribution]]] = {
    "mrr": Recount._mrr,
    "revenue": Recount._revenue,
    "invoiced": Recount._invoiced,
    "receivables": Recount._receivables,
    "overdue": Recount._overdue,
    "oos_sold": Recount._oos_sold,
    "pipeline": Recount._pipeline,
    "unweighted_deals": Recount._unweighted_deals,
    "burn_at_risk": Recount._burn_at_risk,
    "utilisation": Recount._utilisation,
    "billable_hours": Recount._utilisation,
    "goals": Recount._goals,
    "values_received": Recount._values_received,
    "lost_retainers": Recount._lost_retainers,
    "lost_clients": Recount._lost_clients,
    "active_projects": Recount._active_projects,
    "late_projects": Recount._late_projects,
    "active_clients": Recount._active_clients,
}
NAMES = tuple(_READERS)
