"""Creates the demo's out-of-scope sales, client approvals and their invoices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.demo.seeded_random import seeded_random
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment
from regie.domains.records.users.models import User
from regie.domains.work.amendments.actions import amend_amount
from regie.domains.work.amendments.schemas import AmendmentCreate
from regie.domains.work.oos_sales.actions import record_decision
from regie.domains.work.oos_sales.schemas import OosApprovalCreate
from regie.domains.work.projects.actions import create_project
from regie.domains.work.projects.schemas import ProjectCreate

_NOTES = (
    "Confirmé au téléphone avant de commencer",
    "Approved by e-mail, within the agreed envelope",
    "Accepté en réunion de suivi",
    "Signed offer received, original filed by accounting",
)
_MAX_BILLED = 24
_MAX_BILLING_DELAY = timedelta(days=120)


@dataclass(frozen=True, slots=True)
class DemoSale:
    """An out-of-scope sale of the last weeks; `days` is its age, `decision` the client's.

    `amendments` are differences of the approved amount, with the client's decision.
    """

    name: str
    amount: str
    oos_type: str
    days: int
    status: str
    decision: str | None = None
    amendments: tuple[tuple[str, str | None], ...] = ()


_SALES = (
    DemoSale("Bannières de la campagne d’hiver", "1850.00", "extra_hours", 3, "draft"),
    DemoSale("Holiday newsletter", "1240.00", "new_feature", 6, "draft", "approved", (("-240.00", None),)),
    DemoSale("Traduction de la page d’atterrissage", "960.00", "change_request", 12, "active"),
    DemoSale("Rush set of conference visuals", "2375.50", "rush", 21, "active"),
    DemoSale("Formation de l’équipe web du client", "1500.00", "training", 30, "active", "declined"),
    DemoSale(
        "Checkout redesign, second round",
        "5400.00",
        "change_request",
        9,
        "active",
        "approved",
        (("1350.00", "approved"), ("800.00", "declined")),
    ),
)


def create_oos_sales(database: Database, actor: Actor, clock: Clock) -> int:
    """Create approvals, invoices and recent sales, unless approvals exist; return the number of approvals and sales."""
    with database.write() as session:
        if session.execute(select(OosApproval.id).limit(1)).first() is not None:
            return 0
        sales = list(session.execute(select(Project).where(Project.kind == "oos").order_by(Project.id)).scalars())
        decisions = list(_make_decisions(sales, _read_contacts(session)))
        if decisions:
            session.execute(insert(OosApproval), decisions)
        _bill_sales(session, [sale for sale in sales if sale.status == "completed" and sale.deal_id is None])
        sold = [_create_sale(session, actor, sale, parent, clock) for sale, parent in _match_parents(session)]
        _amend_fixed_prices(session, actor, clock)
    return len(decisions) + len(sold)


def _read_contacts(session: Session) -> dict[int, str | None]:
    return {row.id: row.contact_name for row in session.execute(select(Client.id, Client.contact_name))}


def _make_decisions(sales: Sequence[Project], contacts: dict[int, str | None]) -> Iterator[dict[str, Any]]:
    """Return the proof of the approved sales."""
    for sale in sales:
        if sale.approved_on is None:
            continue
        yield {
            "project_id": sale.id,
            "decision": "approved",
            "decided_on": sale.approved_on,
            "contact_name": contacts.get(sale.client_id),
            "note": seeded_random("decision", sale.number).choice(_NOTES),
            "decided_by_id": sale.account_manager_id,
        }


def _bill_sales(session: Session, sales: Sequence[Project]) -> None:
    """Bill some completed sales with an unused invoice of the same client."""
    billable = [sale for sale in sales if sale.approved_on is not None][-_MAX_BILLED:]
    used_invoices: set[int] = set()
    for sale in billable:
        query = (
            select(Invoice)
            .outerjoin(PaymentAllocation, PaymentAllocation.invoice_id == Invoice.id)
            .where(
                Invoice.client_id == sale.client_id,
                Invoice.currency == sale.currency,
                Invoice.project_id.is_(None),
                Invoice.is_voided.is_(False),
                Invoice.deleted_at.is_(None),
                Invoice.subtotal > Decimal(0),
                Invoice.issued_on >= sale.start_on,
                Invoice.issued_on <= sale.start_on + _MAX_BILLING_DELAY,
                PaymentAllocation.id.is_(None),
            )
            .order_by(Invoice.balance.desc(), Invoice.id)
        )
        invoice = next(
            (candidate for candidate in session.execute(query).scalars() if candidate.id not in used_invoices), None
        )
        if invoice is not None:
            used_invoices.add(invoice.id)
            invoice.project_id, sale.amount = sale.id, invoice.subtotal


def _match_parents(session: Session) -> Iterator[tuple[DemoSale, Project]]:
    """Return each recent sale with a running retainer, one per client; the demo's account manager's retainers first."""
    query = (
        select(Project)
        .join(User, User.id == Project.account_manager_id)
        .where(Project.kind == "retainer", Project.status == "active", Project.archived_at.is_(None))
        .order_by((User.email == "account_manager@regie.example").desc(), Project.id)
        .limit(100)
    )
    retainer_of_client: dict[int, Project] = {}
    for retainer in session.execute(query).scalars():
        retainer_of_client.setdefault(retainer.client_id, retainer)
    yield from zip(_SALES, retainer_of_client.values(), strict=False)


def _create_sale(session: Session, actor: Actor, sale: DemoSale, parent: Project, clock: Clock) -> str:
    today = clock.today()
    sold_on = today - timedelta(days=sale.days)
    client = session.get_one(Client, parent.client_id)
    values = {
        "name": sale.name,
        "kind": "oos",
        "client": client.api_id,
        "account_manager": session.get_one(User, parent.account_manager_id).api_id,
        "start_on": today if sale.status == "active" else today + timedelta(days=10),
        "currency": parent.currency,
        "status": sale.status,
        "amount": sale.amount,
        "hourly_rate": None if parent.overage_rate is None else f"{parent.overage_rate:.2f}",
        "parent_project": parent.api_id,
        "sold_on": sold_on,
        "oos_type": sale.oos_type,
        "sold_by": _choose_sellers(session, sale.name),
    }
    api_id = create_project(session, actor, ProjectCreate.model_validate(values), clock)
    if sale.decision is not None:
        note = (
            seeded_random("note", sale.name).choice(_NOTES)
            if sale.decision == "approved"
            else "Hors budget cette année"
        )
        approval = {"decision": sale.decision, "decided_on": sold_on, "contact_name": client.contact_name, "note": note}
        record_decision(session, actor, OosApprovalCreate.model_validate({"project": api_id, **approval}), today)
    for amount, decision in sale.amendments:
        _amend_sale(session, actor, api_id, (amount, decision), clock)
    return api_id


def _amend_sale(session: Session, actor: Actor, project: str, amendment: tuple[str, str | None], clock: Clock) -> None:
    amount, decision = amendment
    yesterday = clock.today() - timedelta(days=1)
    values = {"effective_on": yesterday, "amount": amount, "reason": "Changement demandé par le client"}
    amend_amount(session, actor, project, AmendmentCreate.model_validate(values), clock)
    if decision is None:
        return
    newest = select(ProjectAmendment.api_id).order_by(ProjectAmendment.id.desc()).limit(1)
    decided = {
        "project": project, "amendment": session.execute(newest).scalar_one(), "decision": decision,
        "decided_on": yesterday, "note": seeded_random("amendment", amount).choice(_NOTES),
    }  # fmt: skip
    record_decision(session, actor, OosApprovalCreate.model_validate(decided), clock.today())


def _amend_fixed_prices(session: Session, actor: Actor, clock: Clock) -> None:
    """Amend some running projects: a recent reduction, and an increase to come."""
    running = select(Project.api_id).where(
        Project.kind == "fixed", Project.status == "active", Project.amount > Decimal(3_000)
    )
    days = (clock.today() - timedelta(days=5), clock.today() + timedelta(days=20))
    for project, day, amount in zip(
        session.execute(running.order_by(Project.id).limit(2)).scalars().all(),
        days,
        ("-1500.00", "2400.00"),
        strict=False,
    ):
        values = {"effective_on": day, "amount": amount, "reason": "Portée révisée avec le client"}
        amend_amount(session, actor, project, AmendmentCreate.model_validate(values), clock)


def _choose_sellers(session: Session, name: str) -> list[dict[str, Any]]:
    """Choose one or two employees with an account."""
    selling = select(Employee.api_id).where(Employee.user_id.is_not(None), Employee.status == "active")
    people = list(session.execute(selling.order_by(Employee.id)).scalars())
    first, second = seeded_random("extra", name).sample(people, 2)
    if len(name) % 2:
        return [{"employee": first, "weight": 100}]
    return [{"employee": first, "weight": 65}, {"employee": second, "weight": 35}]
