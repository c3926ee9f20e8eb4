"""Routes of reports for clients: those of the people who share them, and those of the page behind a link."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.access.visitor import Visitor
from regie.core.api.wire import Item
from regie.core.files.downloads import Download
from regie.core.text.locale import translate
from regie.core.time.clock import Clock
from regie.domains.money.client_reports import actions, queries
from regie.domains.money.client_reports.schemas import (
    NewReportLink,
    ReportDocument,
    ReportLinkCreate,
    ReportLinks,
    SharedDecision,
    SharedReport,
    SharedReportRequest,
)

router = Router("/api/v1", "client_reports")


@router.get("/projects/{id}/reports/{month}", requires=P.PROJECTS_MONEY)
def download_client_report(session: Session, actor: Actor, clock: Clock, id: str, month: str) -> Response:
    """The report of a retainer's month as a PDF, in the client's language; the download is logged."""
    report = queries.read_own_report(session.connection(), actor, id, month, clock)
    actions.log_download(session, report)
    return _as_pdf(queries.describe_own_report(report))


@router.get("/projects/{id}/report-links", requires=P.PROJECTS_MONEY)
def read_report_links(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[ReportLinks]:
    """The private links of a retainer, without their tokens, and the months that can be shared."""
    return {"data": queries.read_links(db, actor, id, clock)}


@router.post("/projects/{id}/report-links", requires=P.PROJECTS_EDIT, forbids_impersonation=True)
def create_report_link(
    session: Session, context: AppContext, actor: Actor, id: str, data: ReportLinkCreate
) -> Item[NewReportLink]:
    """Make a private link to a month's report; its address is returned only once."""
    return {"data": actions.make_link(session, context, actor, id, data)}


@router.delete("/report-links/{id}", requires=P.PROJECTS_EDIT, summary="Withdraw a report link")
def withdraw_report_link(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Withdraw a link at once: it shows nothing any more."""
    actions.withdraw_link(session, actor, id, clock)


@router.post("/shared-reports", requires=Access.PUBLIC, rate=Rate.SIGN_IN, status=200, summary="Open a shared report")
def open_shared_report(context: AppContext, visitor: Visitor, data: SharedReportRequest) -> Item[SharedReport]:
    """The report behind a private link; 404 `report_link` when it is unknown, expired or withdrawn."""
    return {"data": actions.open_report(context, visitor, data.token)}


@router.post(
    "/shared-reports/files",
    requires=Access.PUBLIC,
    rate=Rate.SIGN_IN,
    status=200,
    summary="Download a shared report",
)
def download_shared_report(context: AppContext, visitor: Visitor, data: SharedReportRequest) -> Response:
    """The same report as a PDF."""
    return _as_pdf(actions.open_report(context, visitor, data.token))


@router.post(
    "/shared-reports/decisions",
    requires=Access.PUBLIC,
    rate=Rate.SIGN_IN,
    status=200,
    summary="Decide about work of a shared report",
)
def decide_about_shared_work(context: AppContext, visitor: Visitor, data: SharedDecision) -> Item[SharedReport]:
    """Record the client's decision about extra work; 409 when it was decided before, or can no longer be."""
    return {"data": actions.decide_by_link(context, visitor, data)}


def _as_pdf(document: ReportDocument) -> Response:
    # Imported here: few requests need this large library.
    from regie.domains.money.client_reports.report_pdf import write_report

    content = write_report(document)
    name = translate(
        document["locale"], "client_report.file_name", retainer=document["retainer"], month=document["month"]
    )
    return Download(lambda: iter((content,)), name=name, mime="application/pdf", size=len(content))
