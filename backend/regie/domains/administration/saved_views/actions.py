"""Creates, changes, shares, deletes saved views, and sets the default ones."""

from datetime import date

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import require_version
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.db.ids import is_api_id
from regie.core.db.inserts import insert_into
from regie.core.text.folding import fold
from regie.domains.administration.saved_views.models import SavedView, SavedViewDefault, SharedList, endpoint_name
from regie.domains.administration.saved_views.queries import Lists, editable_views, view_params, visible_views
from regie.domains.administration.saved_views.rules import normalize_query
from regie.domains.administration.saved_views.schemas import SavedViewCreate, SavedViewUpdate
from regie.domains.records.users.models import User

MAX_VIEWS = 30
MAX_SHARED_VIEWS = 12


def create_saved_view(session: Session, actor: Actor, data: SavedViewCreate, lists: Lists, today: date) -> str:
    """Save a list's state under a name and return its api_id; raise Invalid if the name is taken or a limit reached."""
    query = normalize_query(lists, data.list_name, data.query)
    _lock_owner(session, actor.user_id)
    conditions = (SavedView.user_id == actor.user_id, SavedView.list_name == data.list_name)
    if session.execute(select(func.count()).select_from(SavedView).where(*conditions)).scalar_one() >= MAX_VIEWS:
        raise Invalid({"name": FieldError("views_full", most=MAX_VIEWS)})
    view = SavedView(user_id=actor.user_id, list_name=data.list_name, name=data.name, query=query, last_used_on=today)
    view.is_shared = data.is_shared
    if view.is_shared:
        actor.require(Permission.SAVED_VIEWS_SHARE)
        _lock_shared_list(session, view.list_name)
        _require_shareable(session, actor, view, lists)
    _require_unused_name(session, view, data.name)
    session.add(view)
    session.flush()
    if data.is_default:
        _set_default(session, actor, view)
    return view.api_id


def update_saved_view(session: Session, actor: Actor, api_id: str, data: SavedViewUpdate, lists: Lists) -> None:
    """Change the sent fields; raise Changed (409) with both values if another version was read."""
    _lock_owner(session, _load_visible(session, actor, api_id, lists).user_id)
    view = _load_for_update(session, actor, api_id, lists)
    sent = {name: value for name, value in data.model_dump(exclude={"version"}).items() if value is not None}
    if "query" in sent:
        sent["query"] = normalize_query(lists, view.list_name, sent["query"])
    require_version(view, data.version, {name: (getattr(view, name), value) for name, value in sent.items()})
    was_shared = view.is_shared
    if sent.get("is_shared", was_shared):
        _lock_shared_list(session, view.list_name)
    if sent.get("is_shared") and not was_shared:
        actor.require(Permission.SAVED_VIEWS_SHARE)
        _require_shareable(session, actor, view, lists)
    for name in ("is_shared", "name", "query"):
        setattr(view, name, sent.get(name, getattr(view, name)))
    if view.is_shared != was_shared or "name" in sent:
        with session.no_autoflush:
            _require_unused_name(session, view, view.name)
    if was_shared and not view.is_shared:
        _delete_defaults_of_others(session, view)
    session.flush()


def delete_saved_view(session: Session, actor: Actor, api_id: str, lists: Lists) -> None:
    session.delete(_load_for_update(session, actor, api_id, lists))
    session.flush()


def set_default_view(session: Session, actor: Actor, api_id: str, lists: Lists) -> None:
    """Open the caller's list with this view instead of any other."""
    _set_default(session, actor, _load_visible(session, actor, api_id, lists))


def clear_default_view(session: Session, actor: Actor, api_id: str, lists: Lists) -> None:
    view = _load_visible(session, actor, api_id, lists)
    session.execute(
        delete(SavedViewDefault).where(SavedViewDefault.user_id == actor.user_id, SavedViewDefault.view_id == view.id)
    )


def record_use(session: Session, actor: Actor, api_id: str, lists: Lists, today: date) -> None:
    """Record the day of use, at most one write per day, without changing the version."""
    view = _load_visible(session, actor, api_id, lists)
    if view.last_used_on < today:
        statement = update(SavedView).where(SavedView.id == view.id, SavedView.last_used_on < today)
        session.execute(statement.values(last_used_on=today, updated_at=SavedView.updated_at))


def _set_default(session: Session, actor: Actor, view: SavedView) -> None:
    row = {"user_id": actor.user_id, "list_name": view.list_name, "view_id": view.id}
    session.execute(
        insert_into(session, SavedViewDefault)
        .values(row)
        .on_conflict_do_update(index_elements=["user_id", "list_name"], set_={"view_id": view.id})
    )


def _delete_defaults_of_others(session: Session, view: SavedView) -> None:
    """Delete the defaults of other users, who no longer see the view."""
    session.execute(
        delete(SavedViewDefault).where(SavedViewDefault.view_id == view.id, SavedViewDefault.user_id != view.user_id)
    )


def _lock_owner(session: Session, user_id: int) -> None:
    """Serialize the changes of one user, so that concurrent requests cannot exceed a limit."""
    session.execute(select(User.id).where(User.id == user_id).with_for_update())


def _lock_shared_list(session: Session, list_name: str) -> None:
    """Serialize the changes of a list's shared views, for the same reason."""
    session.execute(insert_into(session, SharedList).values(list_name=list_name).on_conflict_do_nothing())
    session.execute(select(SharedList).where(SharedList.list_name == list_name).with_for_update())


def _require_shareable(session: Session, actor: Actor, view: SavedView, lists: Lists) -> None:
    """Raise Forbidden if the caller may not read the list, Invalid if it has the maximum of shared views."""
    if not lists[endpoint_name(view.list_name)].can_read(actor):
        raise Forbidden
    conditions = (SavedView.is_shared, SavedView.list_name == view.list_name)
    if session.execute(select(func.count()).select_from(SavedView).where(*conditions)).scalar_one() >= MAX_SHARED_VIEWS:
        errors = {"is_shared": FieldError("shared_views_full", most=MAX_SHARED_VIEWS)}
        raise Invalid(errors, "shared_views_full", most=MAX_SHARED_VIEWS)


def _load_visible(session: Session, actor: Actor, api_id: str, lists: Lists, *, lock: bool = False) -> SavedView:
    statement = select(SavedView).where(visible_views(), SavedView.api_id == api_id)
    statement = statement.with_for_update().execution_options(populate_existing=True) if lock else statement
    params = view_params(actor, lists)
    view = session.execute(statement, params).scalar_one_or_none() if is_api_id(api_id) else None
    if view is None:
        raise NotFound
    return view


def _load_for_update(session: Session, actor: Actor, api_id: str, lists: Lists) -> SavedView:
    """Return the view, locked; raise Forbidden if the caller may not change it."""
    view = _load_visible(session, actor, api_id, lists, lock=True)
    statement = select(SavedView.id).where(SavedView.id == view.id, editable_views())
    if session.execute(statement, view_params(actor, lists)).first() is None:
        raise Forbidden
    return view


def _require_unused_name(session: Session, view: SavedView, name: str) -> None:
    """Raise Invalid unless the name is unused among the owner's views and the shared views of the list."""
    conditions = (
        SavedView.list_name == view.list_name,
        SavedView.name_key == fold(name)[:200],
        SavedView.api_id != view.api_id if view.api_id else SavedView.api_id.is_not(None),
    )
    if session.execute(select(SavedView.id).where(SavedView.user_id == view.user_id, *conditions)).first() is not None:
        raise Invalid({"name": "taken"})
    if (
        view.is_shared
        and session.execute(select(SavedView.id).where(SavedView.is_shared, *conditions)).first() is not None
    ):
        raise Invalid({"name": "shared_name_taken"})
