"""Makes and withdraws private links to reports, and acts for the visitors who open them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.email_tokens import link_hash, link_hashes, new_link_token
from regie.access.permissions import Permission
from regie.access.rows import load_for_update
from regie.access.visitor import Visitor
from regie.core.api.errors import Changed, Invalid, MonthClosed, NotFound, Problem
from regie.core.audit.activity import log_event, set_author
from regie.core.text.locale import LOCALES, Locale, translate
from regie.core.time.clock import Clock
from regie.domains.money.client_reports.queries import (
    OpenedLink,
    describe_shared_report,
    find_reported_retainer,
    open_link,
    read_link,
    read_shared_report,
    sharable_links,
    work_key,
)
from regie.domains.money.client_reports.report import ClientReport, ExtraWork, ReportedRetainer
from regie.domains.money.client_reports.schemas import (
    NewReportLink,
    ReportLinkCreate,
    SharedDecision,
    SharedReport,
)
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import OosApproval, Project, ProjectSeller
from regie.domains.records.report_links.models import ReportLink
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.records.users.models import User
from regie.domains.work.oos_sales.actions import ClientClick, record_client_decision
from regie.domains.work.retainers.queries import read_started_months

_NO_ACCOUNT = ""
# That of an IPv6 address; the zone of a link-local one may follow.
MAX_ADDRESS_LENGTH = 45
_KIND = "extra_work_decided"


def make_link(
    session: Session, context: AppContext, actor: Actor, api_id: str, data: ReportLinkCreate
) -> NewReportLink:
    """Store a link and return it with its address, which cannot be read again."""
    db, clock = session.connection(), context.clock
    retainer = find_reported_retainer(db, actor, api_id, Permission.PROJECTS_EDIT)
    month = date.fromisoformat(f"{data.month}-01")
    if month not in read_started_months(db, retainer.id, clock.today()):
        raise Invalid({"month": "no_period"})
    token, now = new_link_token(), clock.now()
    link = ReportLink(
        project_id=retainer.id,
        month=month,
        secret_hash=link_hash(context.secret, token),
        created_by_id=actor.user_id,
        expires_at=now + timedelta(days=data.days),
        created_at=now,
    )
    session.add(link)
    session.flush()
    _log(session, "report_shared", retainer, month, expires_on=clock.day_of(link.expires_at))
    return {**read_link(session.connection(), link.api_id, now), "url": _address(context, retainer.locale, token)}


def withdraw_link(session: Session, actor: Actor, api_id: str, clock: Clock) -> None:
    """Withdraw a link at once; a second call changes nothing."""
    may_share = (Permission.PROJECTS_EDIT, sharable_links(actor))
    link = load_for_update(session, actor, ReportLink, api_id, view=may_share, edit=may_share)
    if link.withdrawn_at is not None:
        return
    link.withdrawn_at, link.withdrawn_by_id = clock.now(), actor.user_id
    project = session.get_one(Project, link.project_id)
    log_event(
        session, "report_withdrawn", subject="project", api_id=project.api_id, name=project.name, topic="money",
        details={"month": link.month},
    )  # fmt: skip
    session.flush()


def log_download(session: Session, report: ClientReport) -> None:
    """Log that the PDF of a report was downloaded."""
    _log(session, "downloaded", report.retainer, report.month)


def open_report(context: AppContext, visitor: Visitor, token: str) -> SharedReport:
    """Return the report behind a link and record that it was opened."""
    with _counted(context, visitor):
        with context.database.read() as db:
            link, clock = _find_link(db, context, token)
            shown = describe_shared_report(read_shared_report(db, link, clock), link, context.secret, visitor.locale)
        with context.database.write() as session:
            set_author(session, None, clock.now())
            _record_opening(session, link, clock.now())
    return shown


def decide_by_link(context: AppContext, visitor: Visitor, data: SharedDecision) -> SharedReport:
    """Record the client's decision and notify the seller, the account manager and the link's maker."""
    with _counted(context, visitor), context.database.write() as session:
        link, clock = _find_link(session.connection(), context, data.token)
        set_author(session, None, clock.now())
        report = read_shared_report(session.connection(), link, clock)
        work = next((one for one in report.work if work_key(context.secret, link, one) == data.key), None)
        if work is None:
            raise Changed(code="report_work_gone")
        approval = _record_decision(session, link, work, visitor, data, clock)
        _notify(session, context, approval, link, clock)
        context.complete_write(session, clock)
        after = read_shared_report(session.connection(), link, clock)
        return describe_shared_report(after, link, context.secret, visitor.locale)


@contextmanager
def _counted(context: AppContext, visitor: Visitor) -> Iterator[None]:
    """Count the try before anything is read; a refusal other than an invalid link does not count in the end."""
    context.sign_in_limits.count_attempt(visitor, _NO_ACCOUNT, "report")
    try:
        yield
    except NotFound:
        raise
    except Problem:
        context.sign_in_limits.reset(visitor, _NO_ACCOUNT, kind="report")
        raise
    context.sign_in_limits.reset(visitor, _NO_ACCOUNT, kind="report")


def _find_link(db: Connection, context: AppContext, token: str) -> tuple[OpenedLink, Clock]:
    """Return the link with the organization's clock."""
    clock = context.in_zone(read_time_zone(db)).clock
    return open_link(db, link_hashes(context.secrets, token), clock.now()), clock


def _record_opening(session: Session, link: OpenedLink, now: datetime) -> None:
    """Without a new version of the row: nothing that a person edits changed."""
    session.execute(update(ReportLink).where(ReportLink.id == link.id).values(last_opened_at=now))
    if link.is_first:
        _log(session, "report_opened", link.retainer, link.month)


def _record_decision(
    session: Session, link: OpenedLink, work: ExtraWork, visitor: Visitor, data: SharedDecision, clock: Clock
) -> OosApproval:
    address = visitor.address[:MAX_ADDRESS_LENGTH]
    click = ClientClick(data.decision, data.name, data.reason, link.id, address, clock.now())
    try:
        return record_client_decision(session, work.project_id, work.amendment_id, click, clock.today())
    except MonthClosed as closed:
        refusal = Changed(code="report_month_closed")
        refusal.values["month"] = closed.month
        raise refusal from None


def _notify(session: Session, context: AppContext, approval: OosApproval, link: OpenedLink, clock: Clock) -> None:
    project = approval.project
    sellers = (
        select(User.id)
        .join(Employee, Employee.user_id == User.id)
        .join(ProjectSeller, ProjectSeller.employee_id == Employee.id)
        .where(ProjectSeller.project_id == project.id)
    )
    notify(
        session,
        Notifier(context.mail, context.origin),
        kind=_KIND,
        recipients={project.account_manager_id, link.maker.user_id, *session.execute(sellers).scalars()},
        values={
            "project": project.name,
            "client": link.retainer.client,
            "name": approval.contact_name,
            "decision_words": {
                locale: translate(locale, f"client_report.notified.{approval.decision}") for locale in LOCALES
            },
        },
        link=f"/projects/{project.api_id}/view",
        dedup_key=f"{_KIND}:{approval.api_id}",
        now=clock.now(),
    )


def _log(session: Session, action: str, retainer: ReportedRetainer, month: date, **details: date) -> None:
    log_event(
        session, action, subject="project", api_id=retainer.api_id, name=retainer.name, topic="money",
        details={"month": month, **details},
    )  # fmt: skip


def _address(context: AppContext, locale: Locale, token: str) -> str:
    """Return the address of the page; the part after # is never sent to a server, so no log contains it."""
    return f"{context.origin}{'/fr-ca' if locale == 'fr-ca' else ''}/report#token={token}"
