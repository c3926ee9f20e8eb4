"""Routes of problem reports: every signed-in user sends them, administrators read them."""

from functools import partial
from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.access.uploads import Upload
from regie.core.api.wire import Item, ListQuery, Page
from regie.core.files.downloads import Download
from regie.domains.administration.bug_reports import actions, queries
from regie.domains.administration.bug_reports.schemas import (
    BugReportCreate,
    BugReportOut,
    BugReportReceipt,
)

router = Router("/api/v1/bug-reports", "bug-reports")


@router.post(requires=Access.ENROLLING, rate=Rate.MAIL, form=BugReportCreate)
def send_bug_report(session: Session, actor: Actor, context: AppContext, upload: Upload) -> Item[BugReportReceipt]:
    """Report a problem with the current screen; a PNG, JPEG or WebP picture of at most 5 MB is optional."""
    report = actions.send_bug_report(session, context, actor, upload)
    return {"data": {"api_id": report.api_id, "created_at": report.created_at}}


@router.get(requires=P.BUG_REPORTS_VIEW)
def list_bug_reports(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Page[BugReportOut]:
    """List the reports of the last 180 days, newest first."""
    return queries.list_bug_reports(db, actor, query)


@router.get("/{id}/picture", requires=P.BUG_REPORTS_VIEW, status=200)
def download_bug_report_picture(db: Connection, actor: Actor, context: AppContext, id: str) -> Response:
    """Download the picture of a report; it is never shown inline."""
    picture = queries.find_picture(db, actor, id)
    opener = partial(context.files.open, picture.storage_key)
    return Download(opener, name=picture.picture_name, mime=picture.picture_mime, size=picture.picture_size)
