"""The demo's extra work: what was sold on top of retainers, what clients decided, and some of it still waiting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.demo.dice import dice
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.records.users.models import User
from regie.domains.work.oos_sales.actions import record_decision
from regie.domains.work.oos_sales.schemas import OosApprovalCreate
from regie.domains.work.projects.actions import create_project
from regie.domains.work.projects.schemas import ProjectCreate

_NOTES = (
    "Confirmé au téléphone avant de commencer",
    "Approved by e-mail, within the agreed envelope",
    "Accepté en réunion de suivi",
    "Signed offer received, original kept by accounting",
)
_BILLED = 24
_AS_LATE_AS = timedelta(days=120)


@dataclass(frozen=True, slots=True)
class _Extra:
    """Extra work sold this season: how long ago, how it goes, and what the client said so far."""

    name: str
    amount: str
    oos_type: str
    days: int
    status: str
    decision: str | None = None


_SOLD = (
    _Extra("Bannières de la campagne d’hiver", "1850.00", "extra_hours", 3, "draft"),
    _Extra("Holiday newsletter", "1240.00", "new_feature", 6, "draft", "approved"),
    _Extra("Traduction de la page d’atterrissage", "960.00", "change_request", 12, "active"),
    _Extra("Rush set of conference visuals", "2375.50", "rush", 21, "active"),
    _Extra("Formation de l’équipe web du client", "1500.00", "training", 30, "active", "declined"),
    _Extra("Checkout redesign, second round", "5400.00", "change_request", 9, "active", "approved"),
)


def sell_extras(database: Database, actor: Actor, clock: Clock) -> int:
    """Decisions about what was sold, invoices for some of it, and a few sales of this season; once."""
    with database.write() as session:
        if session.execute(select(OosApproval.id).limit(1)).first() is not None:
            return 0
        extras = list(session.execute(select(Project).where(Project.kind == "oos").order_by(Project.id)).scalars())
        decisions = list(_decisions(extras, _contacts(session)))
        if decisions:
            session.execute(insert(OosApproval), decisions)
        _bill(session, [extra for extra in extras if extra.status == "completed" and extra.deal_id is None])
        sold = [_sell(session, actor, extra, parent, clock.today()) for extra, parent in _parents(session)]
    return len(decisions) + len(sold)


def _contacts(session: Session) -> dict[int, str | None]:
    return {row.id: row.contact_name for row in session.execute(select(Client.id, Client.contact_name))}


def _decisions(extras: Sequence[Project], contacts: dict[int, str | None]) -> Iterator[dict[str, Any]]:
    """Most approvals were written down; a few of the oldest were only dated."""
    for extra in extras:
        random = dice("decision", extra.number)
        if extra.approved_on is None or random.random() < 0.2:
            continue
        yield {
            "project_id": extra.id,
            "decision": "approved",
            "decided_on": extra.approved_on,
            "contact_name": contacts.get(extra.client_id),
            "note": random.choice(_NOTES),
            "decided_by_id": extra.account_manager_id,
        }


def _bill(session: Session, extras: Sequence[Project]) -> None:
    """Some of what is done was billed whole: by an invoice of the client that bills nothing else yet."""
    wanted = [extra for extra in extras if extra.approved_on is not None][-_BILLED:]
    taken: set[int] = set()
    for extra in wanted:
        free = (
            select(Invoice)
            .outerjoin(ProjectPayment, ProjectPayment.invoice_id == Invoice.id)
            .where(
                Invoice.client_id == extra.client_id,
                Invoice.currency == extra.currency,
                Invoice.project_id.is_(None),
                Invoice.is_voided.is_(False),
                Invoice.deleted_at.is_(None),
                Invoice.subtotal > Decimal(0),
                Invoice.issued_on >= extra.start_on,
                Invoice.issued_on <= extra.start_on + _AS_LATE_AS,
                ProjectPayment.id.is_(None),
            )
            .order_by(Invoice.balance.desc(), Invoice.id)
        )
        invoice = next((found for found in session.execute(free).scalars() if found.id not in taken), None)
        if invoice is not None:
            taken.add(invoice.id)
            invoice.project_id, extra.amount = extra.id, invoice.subtotal


def _parents(session: Session) -> Iterator[tuple[_Extra, Project]]:
    """Retainers that run, one per client; those of the demo's own account manager first."""
    running = (
        select(Project)
        .join(User, User.id == Project.account_manager_id)
        .where(Project.kind == "retainer", Project.status == "active", Project.archived_at.is_(None))
        .order_by((User.email == "account_manager@regie.example").desc(), Project.id)
        .limit(100)
    )
    of_client: dict[int, Project] = {}
    for retainer in session.execute(running).scalars():
        of_client.setdefault(retainer.client_id, retainer)
    yield from zip(_SOLD, of_client.values(), strict=False)


def _sell(session: Session, actor: Actor, extra: _Extra, parent: Project, today: date) -> str:
    sold_on = today - timedelta(days=extra.days)
    client = session.get_one(Client, parent.client_id)
    wish = {
        "name": extra.name,
        "kind": "oos",
        "client": client.api_id,
        "account_manager": session.get_one(User, parent.account_manager_id).api_id,
        "start_on": today if extra.status == "active" else today + timedelta(days=10),
        "currency": parent.currency,
        "status": extra.status,
        "amount": extra.amount,
        "hourly_rate": None if parent.overage_rate is None else f"{parent.overage_rate:.2f}",
        "parent_project": parent.api_id,
        "sold_on": sold_on,
        "oos_type": extra.oos_type,
        "sold_by": _sellers(session, extra.name),
    }
    api_id = create_project(session, actor, ProjectCreate.model_validate(wish), today)
    if extra.decision is not None:
        note = dice("note", extra.name).choice(_NOTES) if extra.decision == "approved" else "Hors budget cette année"
        decided = {"decision": extra.decision, "decided_on": sold_on, "contact_name": client.contact_name, "note": note}
        record_decision(session, actor, OosApprovalCreate.model_validate({"project": api_id, **decided}), today)
    return api_id


def _sellers(session: Session, name: str) -> list[dict[str, Any]]:
    """One or two people with an account."""
    selling = select(Employee.api_id).where(Employee.user_id.is_not(None), Employee.status == "active")
    people = list(session.execute(selling.order_by(Employee.id)).scalars())
    first, second = dice("extra", name).sample(people, 2)
    if len(name) % 2:
        return [{"employee": first, "weight": 100}]
    return [{"employee": first, "weight": 65}, {"employee": second, "weight": 35}]
