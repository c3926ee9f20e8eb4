"""Reads the report of a month for the people who manage the retainer, its private links, and what a link shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, false, select
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, ScopeClause
from regie.access.email_tokens import keyed_hash
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden, NotFound
from regie.core.db.ids import is_api_id
from regie.core.text.locale import DEFAULT_LOCALE, Locale, translate
from regie.core.time.clock import Clock
from regie.core.time.instants import format_long_date
from regie.domains.money.client_reports.report import (
    ClientReport,
    ExtraWork,
    ReportedRetainer,
    projects_with_shown_money,
    read_report,
    read_retainer,
)
from regie.domains.money.client_reports.report_document import describe_report
from regie.domains.money.client_reports.schemas import (
    LinkState,
    ReportDocument,
    ReportLinkOut,
    ReportLinks,
    SharedReport,
)
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.report_links.models import ReportLink
from regie.domains.records.settings.queries import read_time_zone
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.retainers.queries import read_started_months

_Withdrawer = aliased(User)
_LINKS = (
    select(
        ReportLink.api_id,
        ReportLink.month,
        ReportLink.created_at,
        ReportLink.expires_at,
        ReportLink.last_opened_at,
        ReportLink.withdrawn_at,
        User.api_id.label("maker_api_id"),
        User.name.label("maker_name"),
        _Withdrawer.api_id.label("withdrawer_api_id"),
        _Withdrawer.name.label("withdrawer_name"),
    )
    .join(User, User.id == ReportLink.created_by_id)
    .outerjoin(_Withdrawer, _Withdrawer.id == ReportLink.withdrawn_by_id)
    .order_by(ReportLink.created_at.desc(), ReportLink.id.desc())
)
_OPENED = (
    select(
        ReportLink.id,
        ReportLink.project_id,
        ReportLink.month,
        ReportLink.created_at,
        ReportLink.expires_at,
        ReportLink.last_opened_at,
        User.id.label("user_id"),
        User.api_id.label("user_api_id"),
        User.name.label("user_name"),
        User.roles,
        User.status,
        Employee.id.label("employee_id"),
    )
    .join(User, User.id == ReportLink.created_by_id)
    .outerjoin(Employee, Employee.user_id == User.id)
)


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link that works, with its maker, whose permissions limit what it shows."""

    id: int
    maker: Actor
    retainer: ReportedRetainer
    month: date
    created_at: datetime
    expires_at: datetime
    is_first: bool


def read_own_report(db: Connection, actor: Actor, api_id: str, month: str, clock: Clock) -> ClientReport:
    """Return the report of a month such as `2026-10`; 404 without one, 403 for callers who do not see the money."""
    retainer = find_reported_retainer(db, actor, api_id, Permission.PROJECTS_MONEY)
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        raise NotFound from None
    report = read_report(db, actor, retainer, first, clock.today())
    if report is None:
        raise NotFound
    return report


def describe_own_report(report: ClientReport) -> ReportDocument:
    """Return the report in the client's language; nothing can be decided there."""
    return describe_report(report, report.retainer.locale, lambda _: "")


def find_reported_retainer(db: Connection, actor: Actor, api_id: str, needed: Permission) -> ReportedRetainer:
    """Return the retainer whose money the caller sees, and for which they hold the permission."""
    if not is_api_id(api_id):
        raise NotFound
    is_visible = and_(Project.api_id == api_id, visible_projects(actor.require(Permission.PROJECTS_VIEW)))
    if read_retainer(db, is_visible, actor.params) is None:
        raise NotFound
    may_share = and_(is_visible, managed_projects(actor.require(needed)), projects_with_shown_money(actor))
    found = read_retainer(db, may_share, actor.params)
    if found is None:
        raise Forbidden
    return found


def read_links(db: Connection, actor: Actor, api_id: str, clock: Clock) -> ReportLinks:
    """Return the links of a retainer whose money the caller sees."""
    retainer = find_reported_retainer(db, actor, api_id, Permission.PROJECTS_MONEY)
    rows = db.execute(_LINKS.where(ReportLink.project_id == retainer.id))
    return {
        "months": read_started_months(db, retainer.id, clock.today()),
        "locale": retainer.locale,
        "can_share": _may_share(db, actor, retainer),
        "links": [_render_link(row, clock.now()) for row in rows],
    }


def _may_share(db: Connection, actor: Actor, retainer: ReportedRetainer) -> bool:
    scope = actor.scope(Permission.PROJECTS_EDIT)
    if scope is None:
        return False
    managed = select(Project.id).where(Project.id == retainer.id, managed_projects(scope))
    return db.execute(managed, actor.params).first() is not None


def read_link(db: Connection, api_id: str, now: datetime) -> ReportLinkOut:
    """Return a link that the caller has just made."""
    return _render_link(db.execute(_LINKS.where(ReportLink.api_id == api_id)).one(), now)


def _render_link(row: Row[*tuple[Any, ...]], now: datetime) -> ReportLinkOut:
    state: LinkState = "withdrawn" if row.withdrawn_at else "active" if row.expires_at > now else "expired"
    return {
        "api_id": row.api_id,
        "month": row.month,
        "created_by": {"api_id": row.maker_api_id, "name": row.maker_name},
        "created_at": row.created_at,
        "expires_at": row.expires_at,
        "last_opened_at": row.last_opened_at,
        "withdrawn_at": row.withdrawn_at,
        "withdrawn_by": None
        if row.withdrawer_api_id is None
        else {"api_id": row.withdrawer_api_id, "name": row.withdrawer_name},
        "state": state,
    }


def sharable_links(actor: Actor) -> ScopeClause:
    """The links of retainers that the caller may share, of all makers."""

    def clause(scope: Scope) -> ColumnElement[bool]:
        shared = select(Project.id).where(managed_projects(scope), projects_with_shown_money(actor))
        return ReportLink.project_id.in_(shared)

    return clause


def open_link(db: Connection, secret_hashes: Sequence[str], now: datetime) -> OpenedLink:
    """Return the link; unknown, expired and withdrawn ones, and those whose maker may no longer share, look alike."""
    works = (
        ReportLink.secret_hash.in_(secret_hashes),
        ReportLink.expires_at > now,
        ReportLink.withdrawn_at.is_(None),
        User.status == "active",
    )
    row = db.execute(_OPENED.where(*works)).first()
    if row is None:
        raise NotFound("report_link")
    maker = Actor(
        row.user_id, row.user_api_id, row.user_name, row.employee_id, tuple(row.roles), DEFAULT_LOCALE, 0, now,
        zone=read_time_zone(db),
    )  # fmt: skip
    scope = maker.scope(Permission.PROJECTS_EDIT)
    shares = false() if scope is None else and_(managed_projects(scope), projects_with_shown_money(maker))
    retainer = read_retainer(db, and_(Project.id == row.project_id, shares), maker.params)
    if retainer is None:
        raise NotFound("report_link")
    return OpenedLink(
        row.id, maker, retainer, row.month, row.created_at, row.expires_at, is_first=row.last_opened_at is None
    )


def read_shared_report(db: Connection, link: OpenedLink, clock: Clock) -> ClientReport:
    """Return what the link shows; a month that the retainer no longer has is like a link that does not work."""
    report = read_report(db, link.maker, link.retainer, link.month, clock.today(), link.id)
    if report is None:
        raise NotFound("report_link")
    return report


def describe_shared_report(report: ClientReport, link: OpenedLink, secret: str, locale: Locale) -> SharedReport:
    """Return the report as the page of the link shows it."""
    document = describe_report(report, locale, lambda work: work_key(secret, link, work))
    until = format_long_date(Clock(lambda: link.expires_at, link.maker.zone).today(), locale)
    return {
        **document,
        "expires": translate(locale, "client_report.expires", date=until),
        "may_decide": any(one["state"] == "waiting" for one in document["work"]),
    }


def work_key(secret: str, link: OpenedLink, work: ExtraWork) -> str:
    """Identify the work on the page of a link; ids of records do not leave the application."""
    return keyed_hash(secret, "report-work", str(link.id), work.api_id)[:32]
