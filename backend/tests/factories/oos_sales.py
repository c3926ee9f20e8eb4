"""Creates out-of-scope sales with their sellers, logged hours and client approvals."""

from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.mirrors.models import TeamworkProject
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment, ProjectSeller
from tests.factories.people import make_employee
from tests.factories.work import SYNCED, make_project, make_time

_numbers = count(880_000)


def make_oos_sale(
    session: Session, *, sellers: dict[int, int] | None = None, minutes: int = 0, **fields: Any
) -> Project:
    """Create an out-of-scope project, sold by these employees (weight by key) or by a new employee."""
    values: dict[str, Any] = {"kind": "oos", "sold_on": date(2026, 11, 2)} | fields
    if minutes:
        external_id = str(next(_numbers))
        session.add(TeamworkProject(external_id=external_id, name="Hors mandat", synced_at=SYNCED))
        make_time(session, teamwork_project_id=external_id, minutes=minutes)
        values["teamwork_project_id"] = external_id
    project = make_project(session, **values)
    for employee_id, weight in (sellers or {make_employee(session).id: 100}).items():
        session.add(ProjectSeller(project_id=project.id, employee_id=employee_id, weight=weight))
    session.flush()
    return project


def make_amendment(session: Session, project: Project, amount: str, day: date, **fields: Any) -> ProjectAmendment:
    """Amend the amount of a project; `decision` is the client's, for out-of-scope work."""
    decision = fields.pop("decision", None)
    amendment = ProjectAmendment(
        project_id=project.id, amount=Decimal(amount), effective_on=day, recorded_by_id=project.account_manager_id,
        is_in_force=project.kind == "fixed" or decision == "approved", **fields,
    )  # fmt: skip
    session.add(amendment)
    session.flush()
    if amendment.is_in_force:
        project.amount = (project.amount or Decimal(0)) + amendment.amount
    if decision is not None:
        by = {"decided_on": day, "decided_by_id": project.account_manager_id, "note": "Au téléphone"}
        session.add(OosApproval(project=project, amendment_id=amendment.id, decision=decision, **by))
    session.flush()
    return amendment


def make_approval(session: Session, project: Project, **fields: Any) -> OosApproval:
    """Create the client's decision and set the project's day of approval accordingly."""
    values = {"decision": "approved", "decided_on": date(2026, 11, 4), "note": "Au téléphone"} | fields
    values.setdefault("decided_by_id", project.account_manager_id)
    approval = OosApproval(project=project, **values)
    session.add(approval)
    project.approved_on = approval.decided_on if approval.decision == "approved" else None
    session.flush()
    return approval
