"""Checks when the last backup was made, and the result of its last verification."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection

from regie.core.time.clock import Clock
from regie.doctor_servers import Result
from regie.domains.administration.backups.queries import describe_backups
from regie.settings import Settings


def check_backups(db: Connection, settings: Settings) -> Iterator[Result]:
    status = describe_backups(db, settings.backup.max_age_days, Clock().now())
    made_at, verified = status["last_success_at"], status["last_verification"]
    made = f"the last one was made on {_moment(made_at)}" if made_at else "there is none yet"
    if status["is_overdue"] or made_at is None:
        yield "Backup", "warning", made, "Run: regie backup /backups --keep 14"
    else:
        yield "Backup", "ok", made, ""
    if verified is None:
        if made_at:
            yield "Verified backup", "warning", "none was verified yet", "Run: regie backup --verify PATH"
        return
    subject = f"{verified['backup_name']} on {_moment(verified['verified_at'])}"
    if verified["outcome"] == "succeeded":
        yield "Verified backup", "ok", f"{subject}: complete and intact", ""
    else:
        action = "Make a new backup, and verify that one: regie backup --verify PATH"
        yield "Verified backup", "problem", f"{subject}: {verified['error']}", action


def _moment(instant: datetime) -> str:
    return f"{instant:%Y-%m-%d %H:%M} UTC"
