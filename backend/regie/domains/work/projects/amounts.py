"""Amends the amount of a project from a day on; the project's amount is the total in force today."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import accumulate
from typing import Any

from sqlalchemy import Connection, Date, and_, bindparam, func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_event
from regie.core.money.amounts import currency_digits
from regie.core.time.clock import Clock
from regie.domains.records.months.queries import require_open_days
from regie.domains.records.projects.figures import NEVER_STARTED
from regie.domains.records.projects.models import Project, ProjectAmendment
from regie.domains.records.terms.schemas import TermSource

_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class AmountChange:
    """The difference of an amount from a day on."""

    day: date
    difference: Decimal


def record_amendment(
    session: Session, project: Project, change: AmountChange, source: TermSource, today: date
) -> ProjectAmendment:
    """Record an amendment: a fixed price changes on its day, an approved amount only with its own approval."""
    is_in_force = project.kind == "fixed" and change.day <= max(today, project.start_on)
    amendment = _add_amendment(session, project, change, source, is_in_force=is_in_force)
    _require_day(project, change.day, today)
    digits = currency_digits(project.currency)
    if change.difference == _NOTHING:
        raise Invalid({"amount": "no_difference"})
    if change.difference != round(change.difference, digits):
        raise Invalid({"amount": FieldError("decimals", digits=digits)})
    if project.kind == "oos":
        require_open_days(session, [change.day])
    touch(project, source)
    if is_in_force:
        project.amount = _amount_of(project) + change.difference
    require_amounts(session, project, amendment)
    log_amendment(session, "amended", project, amendment)
    return amendment


def amend_in_form(session: Session, project: Project, difference: Decimal, source: TermSource, today: date) -> None:
    """Record that a change of the project's form amends its fixed price today; the form has set the amount."""
    change = AmountChange(max(today, project.start_on), difference)
    _add_amendment(session, project, change, source, is_in_force=True)
    session.flush()
    require_amounts(session, project)


def find_difference(session: Session, project: Project, kind: str, amount: Decimal | None) -> Decimal | None:
    """Return the amendment that setting the amount of a fixed price would be; None where it only corrects a draft."""
    if (project.kind, kind) != ("fixed", "fixed") or project.amount is None or amount in (None, project.amount):
        return None
    if project.status in NEVER_STARTED and _first_day(session, project) is None:
        return None
    assert amount is not None
    return amount - project.amount


def set_in_force(project: Project, amendment: ProjectAmendment, *, is_in_force: bool) -> None:
    """Add the amendment to the project's amount, or take it out again."""
    if amendment.is_in_force == is_in_force:
        return
    difference = amendment.amount if is_in_force else -amendment.amount
    project.amount, amendment.is_in_force = _amount_of(project) + difference, is_in_force


def remove_amendment(session: Session, project: Project, amendment: ProjectAmendment, source: TermSource) -> None:
    """Remove an amendment that the client has not approved: the amount before it holds on."""
    if project.kind == "oos" and amendment.is_in_force:
        raise Invalid({"amendment": "amendment_approved"})
    touch(project, source)
    set_in_force(project, amendment, is_in_force=False)
    log_amendment(session, "amendment_removed", project, amendment)
    session.delete(amendment)
    require_amounts(session, project)


def require_amounts(session: Session, project: Project, added: ProjectAmendment | None = None) -> None:
    """Raise Invalid where the amount of a day would be negative; `added` is one that awaits approval."""
    session.flush()
    found = session.execute(select(ProjectAmendment).where(ProjectAmendment.project_id == project.id)).scalars()
    amendments = sorted(found, key=lambda one: (one.effective_on, one.id))
    original = _amount_of(project) - sum((one.amount for one in amendments if one.is_in_force), _NOTHING)
    counted = [one.amount for one in amendments if one.is_in_force or project.kind == "fixed" or one is added]
    if min(accumulate(counted, initial=original)) < _NOTHING:
        raise Invalid({"amount": "below_zero"})


def require_change_allowed(
    session: Session, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Refuse what would change an approved amount, contradict an amendment, or alter sales of a closed month."""
    is_approved = project.approved_on is not None
    if is_approved and before["amount"] != after["amount"] and before["kind"] == after["kind"]:
        raise Invalid({"amount": "amount_approved"})
    first = _first_day(session, project)
    if first is not None:
        if changed := [name for name in ("kind", "currency") if before[name] != after[name]]:
            raise Invalid(dict.fromkeys(changed, "amended"))
        name = "sold_on" if project.kind == "oos" else "start_on"
        if after[name] > first:
            raise Invalid({name: FieldError("after_amendment", day=first)})
    sale_before, sale_after = (
        (one["kind"] == "oos", one["sold_on"], one["currency"], one["status"] == "cancelled") for one in (before, after)
    )
    if sale_before != sale_after:
        require_open_sale(session, project, [before["sold_on"], after["sold_on"]])


def require_open_sale(session: Session, project: Project, days: Iterable[date | None]) -> None:
    """Refuse to change what an approved sale counts as when it, or one of its amendments, is in a closed month."""
    if project.approved_on is not None:
        of_project = (ProjectAmendment.project_id == project.id, ProjectAmendment.is_in_force)
        amended = session.execute(select(ProjectAmendment.effective_on).where(*of_project)).scalars()
        require_open_days(session, [*days, *amended])


def require_unamended(session: Session, project: Project) -> None:
    """Require that approved work without amendments loses its approval."""
    if _first_day(session, project) is not None:
        raise Invalid({"decision": "amended"})


def log_amendment(session: Session, action: str, project: Project, amendment: ProjectAmendment) -> None:
    log_event(
        session, action, subject="project", api_id=project.api_id, name=project.name, topic="money",
        details={
            "effective_from": amendment.effective_on, "amount_change": amendment.amount, "currency": project.currency,
            "reason": amendment.reason,
        },
    )  # fmt: skip


def touch(project: Project, source: TermSource) -> None:
    """Amendments have their own table: changing them is a new version of the project all the same."""
    project.updated_at = source.at
    flag_modified(project, "updated_at")


class DueAmendments:
    """Adds amendments of fixed prices to the amount when their day has come. Only the date decides."""

    def is_due(self, db: Connection, today: date) -> bool:
        return db.execute(_DUE.limit(1), {"day": today}).first() is not None

    def apply(self, session: Session, clock: Clock) -> None:
        keys = session.execute(_DUE, {"day": clock.today()}).scalars().all()
        projects = select(Project).where(Project.id.in_(keys)).order_by(Project.id).with_for_update()
        for project in session.execute(projects).scalars().all():
            due = session.execute(_DUE_AMENDMENTS, {"day": clock.today(), "project": project.id}).scalars().all()
            for amendment in due:
                project.amount, amendment.is_in_force = _amount_of(project) + amendment.amount, True
        session.flush()


_IS_DUE = and_(
    Project.id == ProjectAmendment.project_id,
    Project.kind == "fixed",
    ~ProjectAmendment.is_in_force,
    or_(
        ProjectAmendment.effective_on <= bindparam("day", type_=Date), ProjectAmendment.effective_on <= Project.start_on
    ),
)
_DUE = select(ProjectAmendment.project_id).where(_IS_DUE).order_by(ProjectAmendment.project_id)
_DUE_AMENDMENTS = (
    select(ProjectAmendment).where(_IS_DUE, ProjectAmendment.project_id == bindparam("project")).with_for_update()
)


def _add_amendment(
    session: Session, project: Project, change: AmountChange, source: TermSource, *, is_in_force: bool
) -> ProjectAmendment:
    assert source.user_id is not None
    amendment = ProjectAmendment(
        project_id=project.id, effective_on=change.day, amount=change.difference, reason=source.reason,
        is_in_force=is_in_force, recorded_by_id=source.user_id, created_at=source.at,
    )  # fmt: skip
    session.add(amendment)
    return amendment


def _require_day(project: Project, day: date, today: date) -> None:
    if project.kind == "fixed":
        if day < project.start_on:
            raise Invalid({"effective_on": FieldError("amended_before_start", day=project.start_on)})
        return
    assert project.sold_on is not None
    if day < project.sold_on:
        raise Invalid({"effective_on": FieldError("amended_before_sale", day=project.sold_on)})
    if day > today:
        raise Invalid({"effective_on": "not_yet"})


def _first_day(session: Session, project: Project) -> date | None:
    """Return the day of the first amendment."""
    first = select(func.min(ProjectAmendment.effective_on)).where(ProjectAmendment.project_id == project.id)
    return session.execute(first).scalar()


def _amount_of(project: Project) -> Decimal:
    return _NOTHING if project.amount is None else project.amount
