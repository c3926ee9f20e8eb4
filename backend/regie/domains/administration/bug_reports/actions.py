"""Stores problem reports, mails them, and deletes old ones."""

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.uploads import StoredFile, Upload
from regie.core.api.errors import Invalid, TooMany
from regie.core.db.database import Database
from regie.core.files.removals import schedule_removal
from regie.core.mail.queue import queue_mail
from regie.core.text.locale import Locale, translate
from regie.domains.administration.bug_reports.models import BugReport
from regie.domains.records.settings.queries import settings_for
from regie.domains.records.users.models import User

MAX_REPORTS_PER_HOUR = 20
RETENTION = timedelta(days=180)
_LIMIT_PERIOD = timedelta(hours=1)
_LIST_PATH = "/admin/bug-reports"


def send_bug_report(session: Session, context: AppContext, actor: Actor, upload: Upload) -> BugReport:
    """Store the report and queue it for the configured address; raise Invalid where no project is configured."""
    settings = settings_for(session.connection(), actor)
    project = settings["bug_project"] or context.bug_reports.project
    if not project:
        raise Invalid(code="bug_reports_off")
    now = context.clock.now()
    _require_below_limit(session, actor, now)
    report = BugReport(
        **upload.data.model_dump(),
        **_picture_columns(upload.file),
        user_id=actor.user_id,
        impersonator_id=actor.impersonator and actor.impersonator.user_id,
        project=project,
        created_at=now,
    )
    session.add(report)
    if upload.file is not None:
        upload.file.claim(session)
    session.flush()
    if context.bug_reports.address:
        _queue_mail(session, context, actor, report, settings["default_locale"])
    return report


def _require_below_limit(session: Session, actor: Actor, now: datetime) -> None:
    """Limit the reports of one person, so that the file store cannot be filled."""
    sender = actor.impersonator or actor
    recent = select(func.count()).where(
        BugReport.created_at > now - _LIMIT_PERIOD,
        func.coalesce(BugReport.impersonator_id, BugReport.user_id) == sender.user_id,
    )
    if session.execute(recent).scalar_one() >= MAX_REPORTS_PER_HOUR:
        raise TooMany("too_many_bug_reports", retry_after=int(_LIMIT_PERIOD.total_seconds()))


def _picture_columns(file: StoredFile | None) -> dict[str, object]:
    if file is None:
        return {}
    return {
        "storage_key": file.storage_key,
        "picture_name": file.file_name,
        "picture_mime": file.mime,
        "picture_size": file.size,
    }


def _queue_mail(session: Session, context: AppContext, actor: Actor, report: BugReport, locale: Locale) -> None:
    """Mail the report without its picture, which stays where only administrators can open it."""
    email = session.execute(select(User.email).where(User.id == actor.user_id)).scalar_one()
    name = actor.name
    if actor.impersonator is not None:
        name = translate(locale, "bug_report.as", name=actor.impersonator.name, other=actor.name)
    queue_mail(
        session,
        context.mail,
        to=context.bug_reports.address,
        kind="bug_report",
        locale=locale,
        now=report.created_at,
        link=context.origin + _LIST_PATH,
        quoted=report.description,
        name=name,
        email=email,
        project=report.project,
        page=context.origin + report.page,
        build=report.build or "–",
        browser=report.browser or "–",
        viewport=report.viewport or "–",
        picture=translate(locale, f"bug_report.picture.{'yes' if report.storage_key else 'no'}"),
    )


def purge_bug_reports(database: Database, now: datetime) -> None:
    """Delete old reports with their pictures."""
    with database.write() as session:
        deleted = session.execute(
            delete(BugReport).where(BugReport.created_at <= now - RETENTION).returning(BugReport.storage_key)
        )
        schedule_removal(session, [key for key in deleted.scalars() if key is not None], now)
