"""Creates work that the services know: Teamwork projects, won deals and invoices of a client, and their proposals."""

import json
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.time.months import add_months
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.invoices.models import InvoiceDocument
from regie.domains.records.mirrors.models import TeamworkCategory, TeamworkProject
from tests.factories.work import SYNCED, make_invoice

_numbers = count(1)


def make_category(session: Session, name: str) -> TeamworkCategory:
    category = TeamworkCategory(external_id=f"category-{next(_numbers)}", name=name, synced_at=SYNCED)
    session.add(category)
    session.flush()
    return category


def make_teamwork_project(session: Session, client: Client, **fields: Any) -> TeamworkProject:
    """Create a Teamwork project of the client's company, which is linked to the client."""
    company = f"teamwork-company-{client.id}"
    if session.execute(select(ClientLink).where(ClientLink.external_id == company)).first() is None:
        session.add(ClientLink(client_id=client.id, service="teamwork", external_id=company))
    values = {"external_id": f"work-{next(_numbers)}", "company_id": company, "start_on": date(2026, 1, 1)} | fields
    project = TeamworkProject(synced_at=SYNCED, **values)
    session.add(project)
    session.flush()
    return project


def make_bill(session: Session, client: Client, on: date, text: str, amount: str, **fields: Any) -> None:
    """Create an invoice of one line, with the service's response."""
    number = f"bill-{next(_numbers)}"
    values = {"subtotal": Decimal(amount), "tax": Decimal(0), "total": amount, "due_on": on} | fields
    make_invoice(session, client_id=client.id, external_id=number, issued_on=on, **values)
    line = f'{{"Amount": {amount}, "DetailType": "SalesItemLineDetail", "Description": {json.dumps(text)}}}'
    total = f'{{"Amount": {amount}, "DetailType": "SubTotalLineDetail"}}'
    session.add(InvoiceDocument(external_id=number, raw=f'{{"Line": [{line}, {total}]}}'))
    session.flush()


def make_monthly_bills(session: Session, client: Client, first: date, text: str, amounts: Sequence[str]) -> None:
    for month, amount in enumerate(amounts):
        make_bill(session, client, add_months(first, month), text, amount)


def make_proposal(session: Session, client: Client, **fields: Any) -> ProjectProposal:
    """Create a complete proposal of a fixed-price project."""
    number = next(_numbers)
    values = {
        "source": f"teamwork:proposal-{number}",
        "name": f"Refonte {number}",
        "kind": "fixed",
        "certainty": "high",
        "client_id": client.id,
        "account_manager_id": client.account_manager_id,
        "start_on": date(2026, 3, 2),
        "currency": client.currency,
        "amount": Decimal("12000.00"),
    } | fields
    values.setdefault("is_doubtful", values["certainty"] == "medium")
    proposal = ProjectProposal(**values)
    session.add(proposal)
    session.flush()
    return proposal
