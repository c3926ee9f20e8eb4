"""How people like to see their lists."""

from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.saved_views.models import SavedView

_numbers = count(1)


def make_view(session: Session, user_id: int, **fields: Any) -> SavedView:
    values = {"list_name": "clients", "name": f"Vue {next(_numbers)}", "query": "", "is_default": False}
    view = SavedView(**(values | {"user_id": user_id} | fields))
    session.add(view)
    session.flush()
    return view
