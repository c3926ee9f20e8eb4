"""Reads problem reports; every statement starts from `visible_bug_reports`."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing
from regie.core.lists.shape import Shape, ref_to
from regie.domains.administration.bug_reports.models import BugReport
from regie.domains.administration.bug_reports.schemas import BugReportOut
from regie.domains.records.users.models import User

_Impersonator = aliased(User)
BUG_REPORTS = Listing(
    source=BugReport.__table__.join(User, User.id == BugReport.user_id).outerjoin(
        _Impersonator, _Impersonator.id == BugReport.impersonator_id
    ),
    key=BugReport.id,
    api_id=BugReport.api_id,
    shape=Shape.of(BugReportOut, BugReport, user=ref_to(User), impersonator=ref_to(_Impersonator)),
    sorts={"created_at": BugReport.created_at},
    default_sort="-created_at",
)


class Picture(NamedTuple):
    storage_key: str
    picture_name: str
    picture_mime: str
    picture_size: int


_PICTURE = select(*(getattr(BugReport, name) for name in Picture._fields)).where(
    BugReport.api_id == bindparam("api_id"), BugReport.storage_key.is_not(None)
)


def visible_bug_reports(_scope: Scope) -> ColumnElement[bool]:
    """All reports; only administrators have the permission."""
    return true()


def list_bug_reports(db: Connection, actor: Actor, query: ListQuery) -> Page[BugReportOut]:
    return BUG_REPORTS.page(db, row_scope(actor, Permission.BUG_REPORTS_VIEW, visible_bug_reports), query)


def find_picture(db: Connection, actor: Actor, api_id: str) -> Picture:
    """Return the picture of a report; raise NotFound when there is none."""
    statement = _PICTURE.where(visible_bug_reports(actor.require(Permission.BUG_REPORTS_VIEW)))
    row = db.execute(statement, {"api_id": api_id}).first() if is_api_id(api_id) else None
    if row is None:
        raise NotFound
    return Picture(*row)
