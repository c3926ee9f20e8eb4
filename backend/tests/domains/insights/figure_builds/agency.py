"""Provides a small agency, random changes of everything that stored figures read, and the figures of several roles."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.figure_amounts.models import FigureBuild
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment, ProjectFee
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS, SETTINGS_ID
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_amendment
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_payment, make_project, make_receipt, make_time

FIRST = date(2026, 5, 1)
_DAYS = 200
_SPANS = (
    # The present month until today, beside the same days of the month before.
    ("2026-11-01", "2026-11-30"),
    ("2026-10-01", "2026-10-31"),
    ("2026-06-01", "2026-10-31"),
    ("2026-08-10", "2026-11-20"),
    ("2026-07-01", "2026-07-31"),
)
_MONTHS = ("2026-10", "2026-06")
# Of these, receivables by client are read from what was owed at the end of the month before.
_DAYS_OF_RECEIVABLES = ("2026-05-20", "2026-07-31", "2026-09-18", "2026-10-01")


@dataclass(slots=True)
class Agency:
    database: Database
    browsers: dict[str, Browser]
    clients: list[int] = field(default_factory=list)
    employees: list[int] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """Every figure of past months, of several periods, currencies, roles and scopes."""
        found: dict[str, Any] = {}
        for name, browser in self.browsers.items():
            for number, (first, last) in enumerate(_SPANS):
                scope, currency = ("all", "team", "own")[number % 3], ("CAD", "USD")[number % 2]
                path = f"/api/v1/dashboard?from={first}&to={last}&currency={currency}&scope={scope}"
                figures = browser.get(path).json()["data"]["figures"]
                found |= {f"{name} {scope} {first} {key}": value for key, value in figures.items()}
            for day in _DAYS_OF_RECEIVABLES:
                debtors = browser.get(f"/api/v1/receivables-by-client?as_of={day}&per_page=100&sort=client").json()
                found[f"{name} receivables {day}"] = debtors["data"]
            found[f"{name} months"] = browser.get("/api/v1/dashboard-months?currency=CAD").json()["data"]["figures"]
        for month in _MONTHS:
            figures = (
                self.browsers["admin"].get(f"/api/v1/months/{month}/figures?currency=CAD").json()["data"]["figures"]
            )
            found |= {f"month {month} {figure['name']}": figure for figure in figures}
        for figure in ("mrr", "revenue", "receivables", "invoiced", "utilisation", "lost_clients"):
            rows = self.browsers["admin"].get(
                f"/api/v1/dashboard-rows?figure={figure}&from=2026-06-01&to=2026-10-31&currency=CAD&scope=all&per_page=100"
            )
            found[f"rows {figure}"] = sorted(rows.json()["data"], key=str)
        return found

    def calculated(self) -> dict[str, Any]:
        """The same without anything stored."""
        with self._without_builds():
            return self.figures()

    @contextmanager
    def _without_builds(self) -> Iterator[None]:
        with self.database.writes.begin() as connection:
            builds = connection.execute(select(FigureBuild.id, FigureBuild.completed_at)).all()
            connection.execute(update(FigureBuild).values(completed_at=None))
            connection.execute(_FORGET)
        yield
        with self.database.writes.begin() as connection:
            for key, completed_at in builds:
                connection.execute(update(FigureBuild).where(FigureBuild.id == key).values(completed_at=completed_at))
            connection.execute(_FORGET)


# Cached figures are read again.
_FORGET = text("UPDATE table_changes SET version = version + 1")


def open_agency(database: Database, sign_in_as: Callable[..., Browser]) -> Agency:
    """An agency with two years of nothing and some months of everything."""
    agency = Agency(database, {"admin": sign_in_as("admin")})
    with database.write() as session:
        for currency, rate in (("USD", "1.3712"), ("EUR", "1.4907")):
            for day in range(0, _DAYS + 10, 4):
                make_rate(session, currency, FIRST - timedelta(days=5) + timedelta(days=day), rate)
        manager = make_user(session, roles=["account_manager"], currency="CAD")
        leader = make_employee(session, user_id=manager.id, teamwork_user_id="person-0")
        team = make_team(session, manager)
        for number in range(3):
            whose = {"account_manager_id": manager.id, "team_id": team.id} if number < 2 else {}
            agency.clients.append(make_client(session, **whose).id)
        agency.employees = [leader.id, *(make_employee(session, teamwork_user_id=f"person-{n}").id for n in (1, 2))]
        random = Random(7)
        for number in range(9):
            client = agency.clients[number % 3]
            _add_project(session, agency, random, client)
        for _ in range(12):
            _add_invoice(session, agency, random)
            _log_time(session, agency, random)
        _lose_client(session, agency.clients[2])
        _churn(session, agency, random)
        _amend(session, agency, Random(7))
        paid = pick(session, random, Invoice)
        make_payment(session, status="ready", invoice_id=paid, project_id=pick(session, random, Project))
        session.add(OrganizationSettings(id=SETTINGS_ID, **DEFAULTS))
    agency.browsers["manager"] = Browser(agency.browsers["admin"].app, ORIGIN).signed_in_as(manager, NOON)
    return agency


def _lose_client(session: Session, client: int) -> None:
    """End all retainers of a client within the stored months."""
    make_project(session, client_id=client, kind="retainer", status="active", monthly_fee="250.00", start_on=FIRST)
    retainers = select(Project).where(Project.client_id == client, Project.kind == "retainer").order_by(Project.id)
    for project in session.execute(retainers).scalars():
        project.end_on, project.status = max(date(2026, 9, 15), project.start_on), "ended"


def any_day(random: Random) -> date:
    return FIRST + timedelta(days=random.randrange(_DAYS))


def pick(session: Session, random: Random, model: Any, *conditions: Any) -> Any:
    keys = session.execute(select(model.id).where(*conditions).order_by(model.id)).scalars().all()
    return random.choice(keys) if keys else None


def _set(session: Session, random: Random, model: Any, choices: dict[str, Any], *conditions: Any) -> None:
    """Change one column of a random row, as a synchronization does."""
    key, column = pick(session, random, model, *conditions), random.choice(sorted(choices))
    value = random.choice(choices[column])
    if key is not None:
        session.execute(
            update(model).where(model.id == key).values({column: value}),
            execution_options={"synchronize_session": False},
        )


def _add_project(session: Session, agency: Agency, random: Random, client: int | None = None) -> None:
    kind = random.choice(("retainer", "retainer", "fixed", "oos"))
    currency, amount = random.choice(("CAD", "USD", "EUR")), Decimal(random.randrange(1, 90_000)) / 100
    fields: dict[str, Any] = {
        "client_id": client or random.choice(agency.clients),
        "kind": kind,
        "currency": currency,
        "start_on": any_day(random),
        "status": "active",
    }
    if kind == "retainer":
        make_project(session, monthly_fee=str(amount), **fields)
    elif kind == "oos":
        make_project(session, amount=amount, sold_on=any_day(random), approved_on=any_day(random), **fields)
    else:
        make_project(session, amount=amount, **fields)


def _change_project(session: Session, agency: Agency, random: Random) -> None:
    day = any_day(random)
    choices = {
        "client_id": agency.clients,
        "status": ["active", "on_hold", "ended", "churned", "cancelled"],
        "start_on": [day],
        "end_on": [day, None],
        "currency": ["CAD", "USD"],
        "sold_on": [day],
        "approved_on": [day, None],
        "amount": [Decimal("77.77")],
        "kind": ["fixed", "oos"],
    }
    _set(session, random, Project, choices, *(() if random.random() < 0.7 else (Project.kind != "retainer",)))


def _change_fee(session: Session, agency: Agency, random: Random) -> None:
    project, day = pick(session, random, Project, Project.kind == "retainer"), any_day(random)
    known = select(ProjectFee.id).where(ProjectFee.project_id == project, ProjectFee.starts_on == day)
    if project is not None and session.execute(known).first() is None:
        session.add(ProjectFee(project_id=project, starts_on=day, amount=Decimal(random.randrange(100, 900))))


def _churn(session: Session, agency: Agency, random: Random) -> None:
    key = pick(session, random, Project, Project.kind == "retainer", Project.id.not_in(select(ChurnEvent.project_id)))
    if key is None:
        return
    project, day = session.get_one(Project, key), any_day(random)
    project.end_on, project.status = max(day, project.start_on), "churned"
    make_churn(session, project, effective_on=project.end_on, employee_id=agency.employees[0])


def _undo_churn(session: Session, agency: Agency, random: Random) -> None:
    _set(session, random, ChurnEvent, {"state": ["voided", "confirmed"], "effective_on": [any_day(random)]})


def _decide(session: Session, agency: Agency, random: Random) -> None:
    key = pick(session, random, Project, Project.kind == "oos")
    if key is None:
        return
    if random.random() < 0.4:
        session.execute(delete(OosApproval).where(OosApproval.project_id == key))
    elif session.execute(select(OosApproval.id).where(OosApproval.project_id == key)).first() is None:
        project = session.get_one(Project, key)
        decision = random.choice(("approved", "declined"))
        session.add(
            OosApproval(
                project=project, decision=decision, decided_on=any_day(random), decided_by_id=project.account_manager_id
            )
        )


def _amend(session: Session, agency: Agency, random: Random) -> None:
    key, day = pick(session, random, Project, Project.kind == "oos"), any_day(random)
    if key is None:
        return
    amount = Decimal(random.randrange(-9_000, 9_000)) / 100
    decision = random.choice(("approved", "approved", "declined", None))
    make_amendment(session, session.get_one(Project, key), str(amount), day, decision=decision)


def _change_amendment(session: Session, agency: Agency, random: Random) -> None:
    choices: dict[str, Any] = {"effective_on": [any_day(random)], "amount": [Decimal("12.34"), Decimal("-5.00")]}
    _set(session, random, ProjectAmendment, choices)


def _add_invoice(session: Session, agency: Agency, random: Random) -> None:
    project = pick(session, random, Project) if random.random() < 0.6 else None
    amount = Decimal(random.randrange(1, 400_000)) / 100
    issued = any_day(random)
    client = random.choice([*agency.clients, None])
    invoice = make_invoice(
        session,
        client_id=client,
        project_id=project,
        issued_on=issued,
        due_on=issued + timedelta(days=20),
        currency=random.choice(("CAD", "USD", "EUR")),
        subtotal=amount,
        tax=Decimal(0),
        total=str(amount),
        balance=random.choice((amount, Decimal(0))),
    )
    if random.random() < 0.5:
        make_receipt(session, invoice, str(amount), issued + timedelta(days=random.randrange(60)))


def _change_invoice(session: Session, agency: Agency, random: Random) -> None:
    choices = {
        "client_id": [*agency.clients, None],
        "project_id": [pick(session, random, Project), None],
        "issued_on": [any_day(random)],
        "payable_on": [any_day(random)],
        "subtotal": [Decimal("12.34")],
        "balance": [Decimal(0), Decimal("5.55")],
        "is_voided": [True, False],
        "deleted_at": [datetime(2026, 9, 3, tzinfo=UTC), None],
        "currency": ["CAD", "USD"],
    }
    # Void amounts change no more: `credit_changes.py` voids.
    _set(session, random, Invoice, choices, Invoice.voided_at.is_(None))


def _change_receipt(session: Session, agency: Agency, random: Random) -> None:
    choices = {
        "paid_on": [any_day(random)],
        # Below zero, a payment raises the balance, so that more may be owed later than before.
        "amount": [Decimal("3.21"), Decimal("-765.43")],
        "deleted_at": [datetime(2026, 9, 3, tzinfo=UTC), None],
    }
    _set(session, random, InvoicePayment, choices)


def _plan_payment(session: Session, agency: Agency, random: Random) -> None:
    project, invoice = pick(session, random, Project), pick(session, random, Invoice)
    if random.random() < 0.5:
        make_payment(session, project_id=project, invoice_id=invoice, amount=Decimal("42.42"), status="ready")
    else:
        choices = {"invoice_id": [invoice, None], "project_id": [project], "amount": [Decimal("8.88")]}
        _set(session, random, ProjectPayment, choices)


def _drop_payment(session: Session, agency: Agency, random: Random) -> None:
    key = pick(session, random, ProjectPayment)
    session.execute(delete(ProjectPayment).where(ProjectPayment.id == key))


def _log_time(session: Session, agency: Agency, random: Random) -> None:
    make_time(
        session,
        teamwork_user_id=f"person-{random.randrange(4)}",
        worked_on=any_day(random),
        minutes=random.randrange(7, 480),
        is_billable=random.random() < 0.8,
    )


def _change_time(session: Session, agency: Agency, random: Random) -> None:
    choices = {
        "minutes": [11, 211],
        "worked_on": [any_day(random)],
        "is_billable": [True, False],
        "teamwork_user_id": ["person-1", "person-2"],
        "deleted_at": [datetime(2026, 9, 3, tzinfo=UTC), None],
    }
    _set(session, random, TimeEntry, choices)


def _empty_month(session: Session, agency: Agency, random: Random) -> None:
    """No employee has an entry in the month any more."""
    month = any_day(random).replace(day=1)
    session.execute(delete(TimeEntry).where(TimeEntry.worked_on.between(month, month + timedelta(days=27))))


def _change_employee(session: Session, agency: Agency, random: Random) -> None:
    choices = {
        "is_billable": [True, False],
        "capacity_hours_week": [Decimal("30.0"), Decimal("37.5")],
        "started_on": [any_day(random), None],
        "ended_on": [any_day(random), None],
        "teamwork_user_id": [f"person-{random.randrange(4)}", None],
    }
    _set(session, random, Employee, choices)


def _take_leave(session: Session, agency: Agency, random: Random) -> None:
    day, employee = any_day(random), random.choice(agency.employees)
    session.execute(delete(EmployeeLeave).where(EmployeeLeave.employee_id == employee))
    session.add(EmployeeLeave(employee_id=employee, starts_on=day, ends_on=day + timedelta(days=random.randrange(20))))


def _change_buckets(session: Session, agency: Agency, random: Random) -> None:
    buckets = random.choice(([30, 60, 90], [15, 45, 75]))
    session.execute(update(OrganizationSettings).values(aging_buckets=buckets))


CHANGES: dict[str, Callable[[Session, Agency, Random], None]] = {
    "add project": _add_project,
    "change project": _change_project,
    "change fee": _change_fee,
    "churn": _churn,
    "undo churn": _undo_churn,
    "decide": _decide,
    "amend": _amend,
    "change amendment": _change_amendment,
    "add invoice": _add_invoice,
    "change invoice": _change_invoice,
    "change receipt": _change_receipt,
    "plan payment": _plan_payment,
    "drop payment": _drop_payment,
    "log time": _log_time,
    "change time": _change_time,
    "empty month": _empty_month,
    "change employee": _change_employee,
    "take leave": _take_leave,
    "change buckets": _change_buckets,
}
