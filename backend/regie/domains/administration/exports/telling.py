"""Telling the one who asked that the file they waited for is there, or will not be."""

from typing import Any, Literal

from sqlalchemy.orm import Session

from regie.core.time.clock import Clock
from regie.domains.people.notifications.actions import Notifier, notify, take_back

# Where one's files are kept for as long as they last.
LINK = "/profile?tab=exports"


def tell_of_export(
    session: Session, notifier: Notifier, row: Any, outcome: Literal["ready", "failed"], clock: Clock
) -> None:
    """In the transaction that ends it; what was made while its reader waited needs no telling."""
    values: dict[str, object] = {"file": row.file_name}
    if outcome == "ready":
        values |= {"rows_count": row.total, "until_on": clock.day_of(row.expires_at).isoformat()}
    notify(
        session, notifier, kind=f"export_{outcome}", recipients=[row.user_id], values=values, link=LINK,
        once=_once(row), now=clock.now(),
    )  # fmt: skip


def forget_telling(session: Session, row: Any) -> None:
    """A file that its owner has let go is no news any more."""
    take_back(session, row.user_id, _once(row))


def _once(row: Any) -> str:
    return f"export:{row.api_id}"
