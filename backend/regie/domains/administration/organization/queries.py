"""Reads the organization's settings with the names of the recipients of month-end packs."""

from collections.abc import Sequence

from sqlalchemy import Connection, or_, select

from regie.access.permissions import GRANTS, Permission
from regie.core.api.wire import ListQuery, Page, Ref
from regie.core.lists.pages import paginate
from regie.core.lists.shape import read_rows
from regie.core.text.folding import fold
from regie.domains.people.users.queries import has_role
from regie.domains.records.settings.queries import describe_settings as describe_stored_settings
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.settings.schemas import SettingsOut
from regie.domains.records.users.models import User

ORDER = "name"
_PEOPLE = select(User.api_id, User.name).order_by(User.name_key, User.id)
_MAY_VIEW_MONTHS = or_(*(has_role(role) for role, grants in GRANTS.items() if Permission.MONTHS_VIEW in grants))
_ELIGIBLE = _PEOPLE.where(User.status.in_(("active", "invited")), _MAY_VIEW_MONTHS)


def describe_settings(db: Connection) -> SettingsOut:
    settings = read_settings(db)
    return describe_stored_settings(settings, list_recipients(db, settings["month_pack_recipients"]))


def list_recipients(db: Connection, api_ids: Sequence[str]) -> list[Ref]:
    """Return the users with these ids by name, whatever they may see now."""
    return read_rows(Ref, db.execute(_PEOPLE.where(User.api_id.in_(api_ids)))) if api_ids else []


def list_eligible_recipients(db: Connection) -> list[Ref]:
    """Return the users who may see months; roles alone grant it."""
    return read_rows(Ref, db.execute(_ELIGIBLE))


def list_candidates(db: Connection, query: ListQuery) -> Page[Ref]:
    """Return a page of the users who can be chosen as recipients."""
    word = fold(query.search)
    found = [person for person in list_eligible_recipients(db) if word in fold(person["name"])]
    return paginate(query, found, lambda person: person, order=ORDER)
