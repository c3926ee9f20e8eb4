"""Reads saved views; every statement starts from `visible_views`."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial

from sqlalchemy import Boolean, ColumnElement, Connection, Date, and_, bindparam, not_, or_, select, true

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.access.list_endpoints import ListEndpoint
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, choice, one_of
from regie.core.lists.shape import Shape, ref_to
from regie.domains.administration.saved_views.models import SavedView, SavedViewDefault
from regie.domains.administration.saved_views.schemas import SavedViewOut, SavedViewQuery
from regie.domains.records.users.models import User

Lists = Mapping[str, ListEndpoint]
UNUSED_AFTER = timedelta(days=90)
# The caller's rights, bound at each execution.
_READABLE = bindparam("readable_", expanding=True)
_SHARES_ALL = bindparam("shares_all_", type_=Boolean)
_SHARES_OWN = bindparam("shares_own_", type_=Boolean)
_UNUSED_BEFORE = bindparam("unused_before_", type_=Date)


def visible_views() -> ColumnElement[bool]:
    """Select the caller's views, and shared views of lists that the caller can read."""
    return or_(SavedView.user_id == CURRENT_USER_ID, and_(SavedView.is_shared, SavedView.endpoint.in_(_READABLE)))


def editable_views() -> ColumnElement[bool]:
    """Select the visible views that the caller can change: private ones, and shared ones if permitted."""
    is_own = SavedView.user_id == CURRENT_USER_ID
    return or_(
        and_(is_own, not_(SavedView.is_shared)), and_(SavedView.is_shared, or_(_SHARES_ALL, is_own & _SHARES_OWN))
    )


def view_params(actor: Actor, lists: Lists) -> dict[str, object]:
    scope = actor.scope(Permission.SAVED_VIEWS_SHARE)
    return {
        **actor.params,
        "readable_": sorted(name for name, endpoint in lists.items() if endpoint.can_read(actor)),
        "shares_all_": scope is Scope.ALL,
        "shares_own_": scope is not None,
    }


def _is_default() -> ColumnElement[bool]:
    return (
        select(SavedViewDefault.view_id)
        .where(SavedViewDefault.view_id == SavedView.id, SavedViewDefault.user_id == CURRENT_USER_ID)
        .correlate(SavedView)
        .exists()
    )


VIEWS = Listing(
    source=SavedView.__table__.join(User.__table__, User.id == SavedView.user_id),
    key=SavedView.id,
    api_id=SavedView.api_id,
    shape=Shape.of(
        SavedViewOut,
        SavedView,
        is_mine=SavedView.user_id == CURRENT_USER_ID,
        is_default=_is_default(),
        may_change=editable_views(),
        # Shown only to callers who can change the view.
        is_unused=and_(SavedView.last_used_on < _UNUSED_BEFORE, editable_views()),
        owner=ref_to(User),
    ),
    sorts={"name": SavedView.name_key, "list_name": SavedView.list_name, "updated_at": SavedView.updated_at},
    default_sort="name",
    search=(SavedView.search_key,),
    filters={
        "list_name": one_of(SavedView.list_name),
        "is_shared": choice({value: partial(SavedView.is_shared.is_, value) for value in (True, False)}),
        "is_default": choice({True: _is_default, False: lambda: not_(_is_default())}),
    },
)


def list_saved_views(
    db: Connection, actor: Actor, lists: Lists, query: SavedViewQuery, today: date
) -> Page[SavedViewOut]:
    return VIEWS.page(db, _row_scope(actor, lists), query, unused_before_=today - UNUSED_AFTER)


def read_saved_view(db: Connection, actor: Actor, lists: Lists, api_id: str, today: date) -> SavedViewOut:
    return VIEWS.one(db, _row_scope(actor, lists), api_id, unused_before_=today - UNUSED_AFTER)


def _row_scope(actor: Actor, lists: Lists) -> RowScope:
    return RowScope(key="views", rows=visible_views, shows_restricted=true, params=view_params(actor, lists))
