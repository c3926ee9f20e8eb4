"""Creates export jobs."""

from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.administration.exports.models import Export
from tests.conftest import NOON


def make_export(session: Session, user_id: int, **fields: Any) -> Export:
    values = {
        "list_name": "teams",
        "query": "",
        "columns": [],
        "format": "csv",
        "locale": "en-us",
        "file_name": "Teams.csv",
        "status": "ready",
        "total": 0,
        "created_at": NOON,
        "expires_at": NOON + timedelta(hours=1),
    }
    export = Export(**(values | {"user_id": user_id} | fields))
    session.add(export)
    session.flush()
    return export
