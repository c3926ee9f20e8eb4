"""Reading saved views; `visible_views` is the only door to the table."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial

from sqlalchemy import Boolean, ColumnElement, Connection, Date, and_, bindparam, not_, or_, select, true

from regie.access.actor import ME, Actor
from regie.access.list_calls import ListCall
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, choice, one_of
from regie.core.lists.shape import Shape, ref_to
from regie.domains.administration.saved_views.models import SavedView, SavedViewPin
from regie.domains.administration.saved_views.schemas import SavedViewOut, SavedViewQuery
from regie.domains.records.users.models import User

Lists = Mapping[str, ListCall]
UNUSED_AFTER = timedelta(days=90)
# What the caller may read and do, bound at each execution as who they are is.
_READABLE = bindparam("readable_", expanding=True)
_SHARES_ALL = bindparam("shares_all_", type_=Boolean)
_SHARES_OWN = bindparam("shares_own_", type_=Boolean)
_LONG_AGO = bindparam("long_ago_", type_=Date)


def visible_views() -> ColumnElement[bool]:
    """One's own, and what is shared of the lists that one may read."""
    return or_(SavedView.user_id == ME, and_(SavedView.is_shared, SavedView.list_call.in_(_READABLE)))


def changeable_views() -> ColumnElement[bool]:
    """Of the visible ones: one's own, and shared ones as far as one may share."""
    mine = SavedView.user_id == ME
    return or_(and_(mine, not_(SavedView.is_shared)), and_(SavedView.is_shared, or_(_SHARES_ALL, mine & _SHARES_OWN)))


def params_of(actor: Actor, lists: Lists) -> dict[str, object]:
    scope = actor.scope(Permission.SAVED_VIEWS_SHARE)
    return {
        **actor.params,
        "readable_": sorted(name for name, call in lists.items() if call.may_read(actor)),
        "shares_all_": scope is Scope.ALL,
        "shares_own_": scope is not None,
    }


def _opens_my_list() -> ColumnElement[bool]:
    return (
        select(SavedViewPin.view_id)
        .where(SavedViewPin.view_id == SavedView.id, SavedViewPin.user_id == ME)
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
        is_mine=SavedView.user_id == ME,
        is_default=_opens_my_list(),
        may_change=changeable_views(),
        # Told to those who may do something about it.
        is_unused=and_(SavedView.last_used_on < _LONG_AGO, changeable_views()),
        owner=ref_to(User),
    ),
    sorts={"name": SavedView.name_key, "list_name": SavedView.list_name, "updated_at": SavedView.updated_at},
    default_sort="name",
    tables=("saved_views", "saved_view_pins"),
    search=(SavedView.search_key,),
    filters={
        "list_name": one_of(SavedView.list_name),
        "is_shared": choice({wanted: partial(SavedView.is_shared.is_, wanted) for wanted in (True, False)}),
        "is_default": choice({True: _opens_my_list, False: lambda: not_(_opens_my_list())}),
    },
)


def list_saved_views(
    db: Connection, actor: Actor, lists: Lists, query: SavedViewQuery, today: date
) -> Page[SavedViewOut]:
    return VIEWS.page(db, _sight(actor, lists), query, long_ago_=today - UNUSED_AFTER)


def read_saved_view(db: Connection, actor: Actor, lists: Lists, api_id: str, today: date) -> SavedViewOut:
    return VIEWS.one(db, _sight(actor, lists), api_id, long_ago_=today - UNUSED_AFTER)


def _sight(actor: Actor, lists: Lists) -> RowScope:
    return RowScope(key="views", rows=visible_views, shows_restricted=true, params=params_of(actor, lists))
