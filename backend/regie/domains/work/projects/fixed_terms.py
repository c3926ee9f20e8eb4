"""Says what can no longer change once a project has run: its client, its currency, its first day, and that it ran."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from regie.core.api.errors import FieldError, InUse, Invalid
from regie.domains.records.dated_fields.schemas import RETAINER_FIELDS
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.months.models import ClosedMonth
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.figures import HAS_EVER_CHURNED, HAS_PAYMENTS, NEVER_STARTED
from regie.domains.records.projects.models import STATE, OosApproval, Project, ProjectFee
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.models import Term
from regie.domains.work.projects.schemas import ClientFixedBy, FixedBy

_FIXED = ("currency", "start_on")
_settled = exists(
    select(ProjectPayment.id).where(
        ProjectPayment.project_id == Project.id, ProjectPayment.status.not_in(("planned", "skipped"))
    )
)
_billed = exists(
    select(ProjectPayment.id).where(ProjectPayment.project_id == Project.id, ProjectPayment.invoice_id.is_not(None))
)
_invoiced = exists(select(Invoice.id).where(Invoice.project_id == Project.id))
_has_hours = exists(
    select(TimeEntry.id).where(
        TimeEntry.teamwork_project_id == Project.teamwork_project_id, TimeEntry.deleted_at.is_(None)
    )
)
_extra_work = aliased(Project)
# What belongs to the client of the project, besides invoices and closed months; the first that holds is named.
_TIES_TO_CLIENT: Mapping[ClientFixedBy, ColumnElement[bool]] = {
    "payment": HAS_PAYMENTS,
    "hours": _has_hours,
    "churn": HAS_EVER_CHURNED,
    "approval": exists(select(OosApproval.id).where(OosApproval.project_id == Project.id)),
    "extra_work": exists(select(_extra_work.id).where(_extra_work.parent_project_id == Project.id)),
}
_is_retainer = Project.kind == "retainer"
# A month of the retainer's ledger, or of the organization while the retainer ran.
_has_locked_period = exists(
    select(RetainerPeriod.id).where(RetainerPeriod.project_id == Project.id, RetainerPeriod.status == "locked")
)
_last_closed = (
    select(func.max(ClosedMonth.month))
    .where(ClosedMonth.reopened_at.is_(None), or_(Project.end_on.is_(None), ClosedMonth.month <= Project.end_on))
    .correlate(Project)
    .scalar_subquery()
)
_CAUSES = select(
    Project.start_on,
    and_(_is_retainer, Project.status.not_in(NEVER_STARTED)),
    and_(_is_retainer, _has_locked_period),
    _last_closed,
    or_(_billed, _invoiced),
    _settled,
    *_TIES_TO_CLIENT.values(),
).where(Project.api_id == bindparam("api_id"))


def require_changes_allowed(
    session: Session, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Refuse another client, currency or first day once they are fixed, and cancelling work that ran."""
    has_churned = project.status == "churned" or _matches(session, project, HAS_EVER_CHURNED)
    if before["currency"] != after["currency"] and has_churned:
        raise Invalid({"currency": "locked"})  # its losses are in this currency
    causes = find_causes(session, project.api_id)
    if before["client"] != after["client"] and causes.of_client is not None:
        raise Invalid({"client": FieldError(f"fixed_by_{causes.of_client}")}, "project_client_fixed")
    changed = [name for name in _FIXED if before[name] != after[name]]
    if changed and causes.of_terms is not None:
        raise Invalid({name: FieldError(f"fixed_by_{causes.of_terms}") for name in changed}, "project_terms_fixed")
    if after["start_on"] > before["start_on"] and (day := _find_term(session, project, after["start_on"])):
        raise Invalid({"start_on": FieldError("start_after_term", day=day)})
    if after["status"] == "cancelled" != before["status"] and (reasons := list(_find_traces(session, project))):
        code = "retainer_ran" if project.kind == "retainer" else "project_ran"
        raise InUse(code, [f"projects.{reason}" for reason in reasons], {"status": "project_ran"})


def _find_term(session: Session, project: Project, start_on: date) -> date | None:
    """Return the first day of a term of a retainer that would not begin after this first day; its first values do."""
    if project.kind != "retainer":
        return None
    of_project = (Term.record == "project", Term.record_id == project.id, Term.name.in_((STATE, *RETAINER_FIELDS)))
    terms = select(func.min(Term.effective_from)).where(*of_project)
    fees = select(func.min(ProjectFee.starts_on)).where(ProjectFee.project_id == project.id)
    # Before it ran, a retainer has fees but no other terms that stay on their day.
    days = [(fees, ProjectFee.starts_on)]
    if project.status not in NEVER_STARTED:
        days.append((terms, Term.effective_from))
    found = [session.execute(one.where(day > project.start_on, day <= start_on)).scalar() for one, day in days]
    return min((day for day in found if day is not None), default=None)


class Causes(NamedTuple):
    """What fixes currency and first day of a project, and what fixes its client; None where nothing does."""

    of_terms: FixedBy | None
    of_client: ClientFixedBy | None
    # Whether a month of the retainer's ledger is locked.
    has_locked_period: bool


def find_causes(db: Session | Connection, api_id: str) -> Causes:
    """Read both in one statement."""
    start_on, ran, has_locked, last_closed, invoiced, settled, *ties = db.execute(_CAUSES, {"api_id": api_id}).one()
    of_terms: FixedBy | None = None
    if has_locked or (ran and last_closed is not None and last_closed >= start_on.replace(day=1)):
        of_terms = "closed_month"
    elif invoiced:
        of_terms = "invoice"
    elif settled:
        of_terms = "payment"
    ties_that_hold = zip(_TIES_TO_CLIENT, ties, strict=True)
    tie: ClientFixedBy | None = next((name for name, holds in ties_that_hold if holds), None)
    return Causes(of_terms, of_terms or tie, bool(has_locked))


def _find_traces(session: Session, project: Project) -> Iterator[str]:
    """Yield what shows that the work ran, as in the messages of deletions."""
    conditions = {
        "hours": _has_hours, "invoices": _billed | _invoiced, "payments": HAS_PAYMENTS,
        "churn_events": HAS_EVER_CHURNED,
    }  # fmt: skip
    yield from (name for name, condition in conditions.items() if _matches(session, project, condition))
    if find_causes(session, project.api_id).of_terms == "closed_month":
        yield "closed_months"


def _matches(db: Session | Connection, project: Project, condition: Any) -> bool:
    return db.execute(select(Project.id).where(Project.id == project.id, condition)).first() is not None
