"""Lists failed work that is not resolved, with its cause, what to do, and whether it can be retried."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from regie.access.actor import Actor
from regie.core.mail.queue import QueuedMail
from regie.core.text.locale import Locale, catalogue, translate
from regie.core.time.instants import format_month
from regie.domains.administration.exports.models import Export
from regie.domains.administration.operations.jobs_database import JobFigures
from regie.domains.administration.operations.schemas import Failure
from regie.domains.integrations.sync.schemas import Connection as ServiceConnection
from regie.domains.records.exchange_rates.models import RateFetch
from regie.domains.records.months.models import ClosedMonth, MonthPack

MAX_FAILURES = 50
# Mail that a server refused for good, or that has no valid address: the server itself works.
_ADDRESS_ERRORS = ("address", "refused")


def list_failures(
    db: Connection,
    actor: Actor,
    services: Sequence[ServiceConnection],
    jobs: Mapping[str, JobFigures],
    since: datetime,
) -> tuple[list[Failure], int]:
    """Return the newest failures and the number of all; exports and jobs of the last day only."""
    mails, mail_count = _mails(db, actor.locale)
    failures = [
        *_services(services),
        *_rates(db, actor.locale),
        *mails,
        *_exports(db, actor.locale, since),
        *_month_packs(db, actor.locale),
        *_jobs(jobs, actor.locale),
    ]
    newest = sorted(failures, key=lambda failure: failure["at"], reverse=True)[:MAX_FAILURES]
    return newest, len(failures) - len(mails) + mail_count


def _services(services: Sequence[ServiceConnection]) -> list[Failure]:
    """Return the services whose last synchronization failed."""
    return [
        {
            "id": service["service"],
            "kind": "synchronization",
            "subject": service["service"],
            "at": run["finished_at"],
            "count": 1,
            "cause": service["message"] or "",
            "what_to_do": service["what_to_do"] or "",
            "next_try_at": service["next_run_at"],
            "can": ["retry"],
        }
        for service in services
        if (run := service["last_run"]) and run["status"] == "failed" and run["finished_at"] and service["message"]
    ]


def _rates(db: Connection, locale: Locale) -> list[Failure]:
    """Return the last fetch of exchange rates if it failed."""
    columns = (RateFetch.api_id, RateFetch.status, RateFetch.finished_at, RateFetch.error, RateFetch.error_detail)
    last = db.execute(select(*columns).order_by(RateFetch.id.desc()).limit(1)).first()
    if last is None or last.status != "failed" or last.finished_at is None:
        return []
    cause = translate(locale, f"sync.error.{last.error}")
    return [
        {
            "id": last.api_id,
            "kind": "exchange_rates",
            "subject": translate(locale, "operations.subject.exchange_rates"),
            "at": last.finished_at,
            "count": 1,
            "cause": f"{cause} ({last.error_detail})" if last.error_detail else cause,
            "what_to_do": translate(locale, f"sync.todo.{last.error}"),
            "next_try_at": None,
            "can": ["retry"],
        }
    ]


_HAS_FAILED = or_(QueuedMail.failed_at.is_not(None), QueuedMail.error.is_not(None))
_MAILS = (
    select(
        QueuedMail.id,
        QueuedMail.to_address,
        QueuedMail.created_at,
        QueuedMail.next_try_at,
        QueuedMail.failed_at,
        QueuedMail.error,
    )
    .where(_HAS_FAILED)
    .order_by(func.coalesce(QueuedMail.failed_at, QueuedMail.created_at).desc(), QueuedMail.id.desc())
    .limit(MAX_FAILURES)
)
_MAIL_COUNT = select(func.count()).select_from(QueuedMail).where(_HAS_FAILED)


def _mails(db: Connection, locale: Locale) -> tuple[list[Failure], int]:
    """Return mail that was abandoned, without content, and mail whose last attempt failed."""
    failures: list[Failure] = []
    for mail in db.execute(_MAILS):
        slug, todo = describe_mail_error(mail.error or "")
        failures.append(
            {
                "id": mail_id(mail.id, mail.created_at),
                "kind": "mail",
                "subject": mail.to_address,
                "at": mail.failed_at or mail.created_at,
                "count": 1,
                "cause": translate(locale, f"operations.mail.{slug}", code=(mail.error or "").rpartition(" ")[2]),
                "what_to_do": translate(locale, f"operations.mail_todo.{todo}"),
                "next_try_at": None if mail.failed_at else mail.next_try_at,
                "can": ["dismiss"] if mail.failed_at else ["retry"],
            }
        )
    return failures, db.execute(_MAIL_COUNT).scalar_one()


def mail_id(id: int, created_at: datetime) -> str:
    """Return an id that stays unique: SQLite gives the number of a deleted mail to the next one."""
    return f"{id}.{round(created_at.timestamp() * 1_000_000)}"


def matches_mail(id: str) -> ColumnElement[bool] | None:
    """Match the mail of `mail_id`; None for any other text."""
    number, _, moment = id.partition(".")
    try:
        created_at = datetime.fromtimestamp(int(moment) / 1_000_000, UTC)
        return and_(QueuedMail.id == int(number), QueuedMail.created_at == created_at)
    except (ValueError, OverflowError, OSError):
        return None


def describe_mail_error(error: str) -> tuple[str, str]:
    """Return the keys of the cause and of what to do, for the codes of `core/mail`."""
    slug = error.rstrip("0123456789 ").replace(" ", "_").lower()
    if f"operations.mail.{slug}" not in catalogue("en-us"):
        return "other", "log"
    if slug in ("attempts", "another_secret", "outbox"):
        return slug, slug
    is_final = slug == "address" or (slug == "refused" and error >= "refused 500")
    return slug, "address" if is_final else "server"


def _exports(db: Connection, locale: Locale, since: datetime) -> list[Failure]:
    """Return failed exports without their owner and filters, which only the owner sees."""
    columns = (Export.api_id, Export.list_name, Export.finished_at)
    failed = select(*columns).where(Export.status == "failed", Export.finished_at >= since).order_by(Export.id.desc())
    return [
        {
            "id": row.api_id,
            "kind": "export",
            "subject": translate(locale, f"export.list.{row.list_name.partition('.')[0]}"),
            "at": row.finished_at,
            "count": 1,
            "cause": translate(locale, "operations.export.cause"),
            "what_to_do": translate(locale, "operations.export.todo"),
            "next_try_at": None,
            "can": ["retry"],
        }
        for row in db.execute(failed.limit(MAX_FAILURES))
    ]


def _month_packs(db: Connection, locale: Locale) -> list[Failure]:
    """Return failed month-end packs, whenever they failed: a closing without its pack is incomplete."""
    failed = (
        select(MonthPack.api_id, MonthPack.finished_at, ClosedMonth.month)
        .join(ClosedMonth, ClosedMonth.id == MonthPack.closing_id)
        .where(MonthPack.status == "failed")
        .order_by(MonthPack.id.desc())
    )
    return [
        {
            "id": row.api_id,
            "kind": "month_pack",
            "subject": translate(locale, "operations.pack.subject", month=format_month(row.month, locale)),
            "at": row.finished_at,
            "count": 1,
            "cause": translate(locale, "operations.pack.cause"),
            "what_to_do": translate(locale, "operations.pack.todo"),
            "next_try_at": None,
            "can": ["retry"],
        }
        for row in db.execute(failed.limit(MAX_FAILURES))
    ]


def _jobs(jobs: Mapping[str, JobFigures], locale: Locale) -> list[Failure]:
    """Return jobs that ended with an exception; the worker runs them again by itself."""
    return [
        {
            "id": name,
            "kind": "job",
            "subject": name if (key := f"operations.job.{name}") not in catalogue(locale) else translate(locale, key),
            "at": figures.newest_at,
            "count": figures.count,
            "cause": translate(locale, "operations.job_cause"),
            "what_to_do": translate(locale, "operations.job_todo", name=name),
            "next_try_at": None,
            "can": [],
        }
        for name, figures in jobs.items()
    ]
