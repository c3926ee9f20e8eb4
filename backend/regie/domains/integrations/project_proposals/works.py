"""Reads from the synchronized records what is known of each piece of work that has no project."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, func, select
from sqlalchemy.orm import InstrumentedAttribute

from regie.access.permissions import Scope
from regie.core.money.amounts import round_amount
from regie.domains.integrations.matching.queries import find_new_work
from regie.domains.integrations.project_proposals.billing import BilledLine
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice, InvoiceDocument, InvoicePayment
from regie.domains.records.mirrors.models import HubspotDeal, HubspotOwner, TeamworkProject, TimeEntry
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.records.users.models import User

# The line of an invoice that bills something; others are subtotals and texts.
_SALE_LINE = "SalesItemLineDetail"
# SQLite binds a limited number of values in one statement.
_CHUNK = 5_000
# A project can only be given to people who are there.
_EMPLOYED = visible_employees(Scope.ALL)
# Per billing interval.
_BILLED_FEE = func.coalesce(ProjectFee.interval_amount, ProjectFee.amount).label("amount")
_MANAGERS = select(User.id).where(visible_account_managers(Scope.ALL))


@dataclass(frozen=True, slots=True)
class DealFacts:
    id: int
    external_id: str
    name: str
    amount: Decimal | None
    currency: str | None
    pipeline_id: str | None
    closed_on: date | None
    account_manager_id: int | None
    seller_id: int | None
    monthly_amount: Decimal | None


@dataclass(frozen=True, slots=True)
class ClientFacts:
    id: int
    name: str
    currency: str
    account_manager_id: int | None
    seller_id: int | None


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work: a Teamwork project, a won deal, or both; `first_on` and `last_on` are those of its hours."""

    source: str
    name: str
    client: ClientFacts
    teamwork_project_id: str | None
    category_id: str | None
    owner_id: int | None
    start_on: date | None
    end_on: date | None
    is_archived: bool
    first_on: date | None
    last_on: date | None
    minutes: int
    deal: DealFacts | None
    # Of a time budget that begins again each month.
    monthly_minutes: int | None = None


def read_works(db: Connection) -> list[Work]:
    """Return the work of linked clients that has no project, by source."""
    groups = find_new_work(db)
    clients = _read_clients(db)
    projects = _read_teamwork(db, {group["teamwork"] for group in groups if "teamwork" in group})
    deals = _read_deals(db, {group["hubspot"] for group in groups if "hubspot" in group})
    hours = _read_hours(db, projects)
    works = (_make_work(group, clients, projects, deals, hours) for group in groups)
    return sorted((work for work in works if work is not None), key=lambda work: work.source)


def _make_work(
    group: Mapping[str, str],
    clients: Mapping[int, ClientFacts],
    projects: Mapping[str, Any],
    deals: Mapping[str, tuple[DealFacts, int | None]],
    hours: Mapping[str, Any],
) -> Work | None:
    project = projects.get(group.get("teamwork", ""))
    deal, deal_client = deals.get(group.get("hubspot", ""), (None, None))
    client = clients.get((project.client_id if project else deal_client) or 0)
    if client is None or (project is None and deal is None):
        return None
    if project is None:
        assert deal is not None
        return Work(f"hubspot:{deal.external_id}", deal.name, client, None, None, None, None, None, False, None, None,
                    0, deal)  # fmt: skip
    logged = hours.get(project.external_id)
    return Work(
        source=f"teamwork:{project.external_id}",
        name=project.name,
        client=client,
        teamwork_project_id=project.external_id,
        category_id=project.category_id,
        owner_id=project.employee_id,
        start_on=project.start_on,
        end_on=project.end_on,
        is_archived=project.is_archived,
        first_on=logged.first_on if logged else None,
        last_on=logged.last_on if logged else None,
        minutes=logged.minutes if logged else 0,
        deal=deal,
        monthly_minutes=project.monthly_minutes,
    )


def _read_clients(db: Connection) -> dict[int, ClientFacts]:
    of_manager = (Employee.user_id == Client.account_manager_id, _EMPLOYED)
    seller = select(func.min(Employee.id)).where(*of_manager).scalar_subquery()
    manager = _if_available(Client.account_manager_id)
    columns = (Client.id, Client.name, Client.currency, manager, seller.label("seller_id"))
    rows: Sequence[Any] = db.execute(select(*columns).where(Client.archived_at.is_(None))).all()
    return {row.id: ClientFacts(*row) for row in rows}


def _if_available(manager: InstrumentedAttribute[Any]) -> ColumnElement[Any]:
    return case((manager.in_(_MANAGERS), manager)).label("account_manager_id")


def _read_teamwork(db: Connection, external_ids: Collection[str]) -> dict[str, Any]:
    """Return Teamwork projects with the client of their company and the employee who owns them."""
    link = (ClientLink.service == "teamwork") & (ClientLink.external_id == TeamworkProject.company_id)
    statement = (
        select(
            *(TeamworkProject.external_id, TeamworkProject.name, TeamworkProject.category_id),
            *(TeamworkProject.start_on, TeamworkProject.end_on, TeamworkProject.is_archived),
            TeamworkProject.monthly_minutes,
            *(ClientLink.client_id, Employee.id.label("employee_id")),
        )
        .join(ClientLink, link)
        .outerjoin(Employee, (Employee.teamwork_user_id == TeamworkProject.owner_id) & _EMPLOYED)
    )
    return {
        row.external_id: row
        for chunk in _chunks(external_ids)
        for row in db.execute(statement.where(TeamworkProject.external_id.in_(chunk)))
    }


def _read_deals(db: Connection, external_ids: Collection[str]) -> dict[str, tuple[DealFacts, int | None]]:
    """Return won deals with the ids of their clients; the seller is the employee with the owner's address."""
    seller = (
        select(func.min(Employee.id))
        .outerjoin(User, User.id == Employee.user_id)
        .where((Employee.email == HubspotOwner.email) | (User.email == HubspotOwner.email), _EMPLOYED)
        .scalar_subquery()
    )
    statement = select(
        *(HubspotDeal.id, HubspotDeal.external_id, HubspotDeal.name, HubspotDeal.amount, HubspotDeal.currency),
        *(HubspotDeal.pipeline_id, HubspotDeal.closed_on),
        _if_available(HubspotDeal.account_manager_id),
        *(seller.label("seller_id"), HubspotDeal.monthly_amount, HubspotDeal.client_id),
    ).outerjoin(HubspotOwner, HubspotOwner.external_id == HubspotDeal.owner_id)
    return {
        row.external_id: (_deal_facts(row), row.client_id)
        for chunk in _chunks(external_ids)
        for row in db.execute(statement.where(HubspotDeal.external_id.in_(chunk)))
    }


def _deal_facts(row: Any) -> DealFacts:
    *facts, _ = row
    return DealFacts(*facts)


def _read_hours(db: Connection, external_ids: Collection[str]) -> dict[str, Any]:
    statement = (
        select(
            TimeEntry.teamwork_project_id,
            func.min(TimeEntry.worked_on).label("first_on"),
            func.max(TimeEntry.worked_on).label("last_on"),
            func.sum(TimeEntry.minutes).label("minutes"),
        )
        .where(TimeEntry.deleted_at.is_(None), TimeEntry.worked_on.is_not(None))
        .group_by(TimeEntry.teamwork_project_id)
    )
    return {
        row.teamwork_project_id: row
        for chunk in _chunks(external_ids)
        for row in db.execute(statement.where(TimeEntry.teamwork_project_id.in_(chunk)))
    }


def read_known_names(db: Connection, client_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the names of the projects that these clients have already, here and in Teamwork."""
    statement = select(Project.client_id, Project.name, TeamworkProject.name.label("teamwork_name")).outerjoin(
        TeamworkProject, TeamworkProject.external_id == Project.teamwork_project_id
    )
    found: dict[int, list[str]] = defaultdict(list)
    for chunk in _chunks(client_ids):
        for row in db.execute(statement.where(Project.client_id.in_(chunk))):
            found[row.client_id] += [name for name in (row.name, row.teamwork_name) if name]
    return found


def read_known_fees(db: Connection, client_ids: Collection[int]) -> dict[int, set[tuple[str, Decimal]]]:
    """Return the fees, with their currencies, of the retainers that these clients have already."""
    statement = (
        select(Project.client_id, Project.currency, _BILLED_FEE)
        .join(ProjectFee, ProjectFee.project_id == Project.id)
        .where(Project.kind == "retainer")
    )
    found: dict[int, set[tuple[str, Decimal]]] = defaultdict(set)
    for chunk in _chunks(client_ids):
        for row in db.execute(statement.where(Project.client_id.in_(chunk))):
            found[row.client_id].add((row.currency, row.amount))
    return found


def read_lines(db: Connection, client_ids: Collection[int]) -> dict[int, list[BilledLine]]:
    """Return what the invoices of these clients bill that settle nothing yet, by client, oldest first.

    An invoice that credit notes settle as a whole bills nothing: another one usually replaces it.
    """
    credited = _read_credited(db)
    statement = (
        select(
            *(Invoice.client_id, Invoice.external_id, Invoice.issued_on, Invoice.currency, Invoice.total),
            InvoiceDocument.raw,
        )
        .join(InvoiceDocument, InvoiceDocument.external_id == Invoice.external_id)
        .where(Invoice.is_voided.is_(False), Invoice.deleted_at.is_(None), Invoice.project_id.is_(None))
        .order_by(Invoice.issued_on, Invoice.id)
    )
    found: dict[int, list[BilledLine]] = defaultdict(list)
    for chunk in _chunks(client_ids):
        for row in db.execute(statement.where(Invoice.client_id.in_(chunk))):
            if row.external_id in credited and credited[row.external_id] >= row.total:
                continue
            for amount, text in _sale_lines(row.raw):
                # A line may have more decimals than its currency: quantity times rate.
                rounded = round_amount(amount, row.currency)
                line = BilledLine(row.external_id, row.issued_on, row.currency, rounded, text)
                found[row.client_id].append(line)
    return found


def _read_credited(db: Connection) -> dict[str, Decimal]:
    """Return what credit notes settle of each invoice that has some."""
    statement = (
        select(InvoicePayment.invoice_external_id, func.sum(InvoicePayment.amount).label("amount"))
        .where(InvoicePayment.kind == "credit", InvoicePayment.deleted_at.is_(None))
        .group_by(InvoicePayment.invoice_external_id)
    )
    return {row.invoice_external_id: row.amount for row in db.execute(statement)}


def _sale_lines(raw: str) -> Iterator[tuple[Decimal, str]]:
    for line in json.loads(raw, parse_float=Decimal, parse_int=Decimal).get("Line") or ():
        amount = line.get("Amount")
        if line.get("DetailType") == _SALE_LINE and isinstance(amount, Decimal):
            yield amount, str(line.get("Description") or "")


def _chunks(values: Collection[Any]) -> Iterator[list[Any]]:
    ordered = sorted(values)
    for start in range(0, len(ordered), _CHUNK):
        yield ordered[start : start + _CHUNK]
