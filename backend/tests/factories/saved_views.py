"""Creates saved views."""

from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.administration.saved_views.models import SavedView
from tests.conftest import NOON

_numbers = count(1)


def make_saved_view(session: Session, user_id: int, **fields: Any) -> SavedView:
    values: dict[str, Any] = {"list_name": "clients", "name": f"Vue {next(_numbers)}", "query": "", "is_shared": False}
    values["last_used_on"] = NOON.date()
    view = SavedView(**(values | {"user_id": user_id} | fields))
    session.add(view)
    session.flush()
    return view
