"""Keeping, renaming, sharing, changing and removing views, and choosing which one opens a list."""

from datetime import date

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import require_version
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.db.ids import is_api_id
from regie.core.text.folding import fold
from regie.domains.administration.saved_views.models import SavedView, SavedViewPin, SharedList, call_of
from regie.domains.administration.saved_views.queries import Lists, changeable_views, params_of, visible_views
from regie.domains.administration.saved_views.rules import tidy_query
from regie.domains.administration.saved_views.schemas import SavedViewCreate, SavedViewUpdate
from regie.domains.records.users.models import User

MOST_VIEWS = 30
MOST_SHARED = 12


def create_saved_view(session: Session, actor: Actor, data: SavedViewCreate, lists: Lists, today: date) -> str:
    """Keep a list's state under a name: its api_id; Invalid when the name is taken or the list has enough."""
    query = tidy_query(lists, data.list_name, data.query)
    _take_turn(session, actor.user_id)
    own = (SavedView.user_id == actor.user_id, SavedView.list_name == data.list_name)
    if session.execute(select(func.count()).select_from(SavedView).where(*own)).scalar_one() >= MOST_VIEWS:
        raise Invalid({"name": FieldError("views_full", most=MOST_VIEWS)})
    view = SavedView(user_id=actor.user_id, list_name=data.list_name, name=data.name, query=query, last_used_on=today)
    view.is_shared = data.is_shared
    if view.is_shared:
        actor.require(Permission.SAVED_VIEWS_SHARE)
        _take_turn_at_list(session, view.list_name)
        _require_room(session, actor, view, lists)
    _require_free_name(session, view, data.name)
    session.add(view)
    session.flush()
    if data.is_default:
        _pin(session, actor, view)
    return view.api_id


def update_saved_view(session: Session, actor: Actor, api_id: str, data: SavedViewUpdate, lists: Lists) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    _take_turn(session, _find(session, actor, api_id, lists).user_id)
    view = _open(session, actor, api_id, lists)
    sent = {name: value for name, value in data.model_dump(exclude={"version"}).items() if value is not None}
    if "query" in sent:
        sent["query"] = tidy_query(lists, view.list_name, sent["query"])
    require_version(view, data.version, {name: (getattr(view, name), value) for name, value in sent.items()})
    was_shared = view.is_shared
    if sent.get("is_shared", was_shared):
        _take_turn_at_list(session, view.list_name)
    if sent.get("is_shared") and not was_shared:
        actor.require(Permission.SAVED_VIEWS_SHARE)
        _require_room(session, actor, view, lists)
    for name in ("is_shared", "name", "query"):
        setattr(view, name, sent.get(name, getattr(view, name)))
    if view.is_shared != was_shared or "name" in sent:
        with session.no_autoflush:
            _require_free_name(session, view, view.name)
    if was_shared and not view.is_shared:
        _forget_pins_of_others(session, view)
    session.flush()


def delete_saved_view(session: Session, actor: Actor, api_id: str, lists: Lists) -> None:
    session.delete(_open(session, actor, api_id, lists))
    session.flush()


def pin_saved_view(session: Session, actor: Actor, api_id: str, lists: Lists) -> None:
    """The caller's list opens with it from now on, and with no other."""
    _pin(session, actor, _find(session, actor, api_id, lists))


def unpin_saved_view(session: Session, actor: Actor, api_id: str, lists: Lists) -> None:
    view = _find(session, actor, api_id, lists)
    session.execute(delete(SavedViewPin).where(SavedViewPin.user_id == actor.user_id, SavedViewPin.view_id == view.id))


def note_use(session: Session, actor: Actor, api_id: str, lists: Lists, today: date) -> None:
    """Somebody opened it: kept as a day, written once a day; its version and its last change stay as they are."""
    view = _find(session, actor, api_id, lists)
    if view.last_used_on < today:
        late = update(SavedView).where(SavedView.id == view.id, SavedView.last_used_on < today)
        session.execute(late.values(last_used_on=today, updated_at=SavedView.updated_at))


def _pin(session: Session, actor: Actor, view: SavedView) -> None:
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    row = {"user_id": actor.user_id, "list_name": view.list_name, "view_id": view.id}
    session.execute(
        insert(SavedViewPin)
        .values(row)
        .on_conflict_do_update(index_elements=["user_id", "list_name"], set_={"view_id": view.id})
    )


def _forget_pins_of_others(session: Session, view: SavedView) -> None:
    """Whose list opened with it sees it no more: the list opens as it comes."""
    session.execute(delete(SavedViewPin).where(SavedViewPin.view_id == view.id, SavedViewPin.user_id != view.user_id))


def _take_turn(session: Session, user_id: int) -> None:
    """Two windows of one person wait for each other, so that no limit is passed between a look and a write."""
    session.execute(select(User.id).where(User.id == user_id).with_for_update())


def _take_turn_at_list(session: Session, list_name: str) -> None:
    """Two people who share something of one list wait for each other, for the same reasons."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    session.execute(insert(SharedList).values(list_name=list_name).on_conflict_do_nothing())
    session.execute(select(SharedList).where(SharedList.list_name == list_name).with_for_update())


def _require_room(session: Session, actor: Actor, view: SavedView, lists: Lists) -> None:
    """Forbidden where the caller may not read the list, Invalid where it has enough."""
    if not lists[call_of(view.list_name)].may_read(actor):
        raise Forbidden
    shared = (SavedView.is_shared, SavedView.list_name == view.list_name)
    if session.execute(select(func.count()).select_from(SavedView).where(*shared)).scalar_one() >= MOST_SHARED:
        full = {"is_shared": FieldError("shared_views_full", most=MOST_SHARED)}
        raise Invalid(full, "shared_views_full", most=MOST_SHARED)


def _find(session: Session, actor: Actor, api_id: str, lists: Lists, *, lock: bool = False) -> SavedView:
    statement = select(SavedView).where(visible_views(), SavedView.api_id == api_id)
    statement = statement.with_for_update().execution_options(populate_existing=True) if lock else statement
    params = params_of(actor, lists)
    view = session.execute(statement, params).scalar_one_or_none() if is_api_id(api_id) else None
    if view is None:
        raise NotFound
    return view


def _open(session: Session, actor: Actor, api_id: str, lists: Lists) -> SavedView:
    """The view, locked; Forbidden where the caller sees it without a say in it."""
    view = _find(session, actor, api_id, lists, lock=True)
    mine_to_change = select(SavedView.id).where(SavedView.id == view.id, changeable_views())
    if session.execute(mine_to_change, params_of(actor, lists)).first() is None:
        raise Forbidden
    return view


def _require_free_name(session: Session, view: SavedView, name: str) -> None:
    """Free among what its owner keeps of the list, and among what everybody sees of it."""
    same = (
        SavedView.list_name == view.list_name,
        SavedView.name_key == fold(name)[:200],
        SavedView.api_id != view.api_id if view.api_id else SavedView.api_id.is_not(None),
    )
    if session.execute(select(SavedView.id).where(SavedView.user_id == view.user_id, *same)).first() is not None:
        raise Invalid({"name": "taken"})
    if view.is_shared and session.execute(select(SavedView.id).where(SavedView.is_shared, *same)).first() is not None:
        raise Invalid({"name": "shared_name_taken"})
