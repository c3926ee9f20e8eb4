"""Stored problem reports."""

import io
from typing import Any

from sqlalchemy.orm import Session

from regie.core.files.store import FileStore, new_storage_key
from regie.domains.administration.bug_reports.models import BugReport
from tests.conftest import NOON


def make_bug_report(session: Session, store: FileStore, picture: bytes | None = None, **fields: Any) -> BugReport:
    """Create a report, with a stored PNG picture if one is given."""
    values: dict[str, Any] = {
        "project": "regie",
        "description": "La liste reste vide.",
        "page": "/clients",
        "browser": "testclient",
        "viewport": "1280 × 800",
        "created_at": NOON,
    }
    if picture is not None:
        key = new_storage_key()
        store.put(key, io.BytesIO(picture))
        values |= {"storage_key": key, "picture_name": "ecran.png", "picture_mime": "image/png"}
        values["picture_size"] = len(picture)
    report = BugReport(**(values | fields))
    session.add(report)
    session.flush()
    return report
