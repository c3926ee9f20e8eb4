"""Keeping, renaming, changing and removing one's own views; at most one is a list's default."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.errors import FieldError, Invalid, NotFound
from regie.core.ids import is_api_id
from regie.core.text import fold
from regie.domains.saved_views.models import SavedView
from regie.domains.saved_views.queries import visible_views
from regie.domains.saved_views.rules import Lists, tidy_query
from regie.domains.saved_views.schemas import SavedViewCreate, SavedViewUpdate
from regie.domains.users.models import User

MOST_VIEWS = 30


def create_saved_view(session: Session, actor: Actor, data: SavedViewCreate, lists: Lists) -> str:
    """Keep a list's state under a name: its api_id; Invalid when the name is taken or the list has enough."""
    query = tidy_query(lists, data.list_name, data.query)
    _take_turn(session, actor)
    own = (SavedView.user_id == actor.user_id, SavedView.list_name == data.list_name)
    if session.execute(select(func.count()).select_from(SavedView).where(*own)).scalar_one() >= MOST_VIEWS:
        raise Invalid({"name": FieldError("views_full", most=MOST_VIEWS)})
    view = SavedView(user_id=actor.user_id, list_name=data.list_name, name=data.name, query=query, is_default=False)
    _require_free_name(session, view, data.name)
    session.add(view)
    session.flush()
    if data.is_default:
        _make_default(session, view)
    return view.api_id


def update_saved_view(session: Session, actor: Actor, api_id: str, data: SavedViewUpdate, lists: Lists) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    _take_turn(session, actor)
    view = _open(session, actor, api_id)
    sent = {name: value for name, value in data.model_dump(exclude={"version"}).items() if value is not None}
    if "query" in sent:
        sent["query"] = tidy_query(lists, view.list_name, sent["query"])
    require_version(view, data.version, {name: (getattr(view, name), value) for name, value in sent.items()})
    if "name" in sent:
        _require_free_name(session, view, sent["name"])
    becomes_default = sent.pop("is_default", view.is_default)
    for name, value in sent.items():
        setattr(view, name, value)
    if becomes_default and not view.is_default:
        _make_default(session, view)
    view.is_default = becomes_default
    session.flush()


def delete_saved_view(session: Session, actor: Actor, api_id: str) -> None:
    session.delete(_open(session, actor, api_id))
    session.flush()


def _take_turn(session: Session, actor: Actor) -> None:
    """Two windows of one person wait for each other, so that no limit is passed between a look and a write."""
    session.execute(select(User.id).where(User.id == actor.user_id).with_for_update())


def _open(session: Session, actor: Actor, api_id: str) -> SavedView:
    statement = select(SavedView).where(visible_views(), SavedView.api_id == api_id).with_for_update()
    view = session.execute(statement, actor.params).scalar_one_or_none() if is_api_id(api_id) else None
    if view is None:
        raise NotFound
    return view


def _require_free_name(session: Session, view: SavedView, name: str) -> None:
    same = (
        SavedView.user_id == view.user_id,
        SavedView.list_name == view.list_name,
        SavedView.name_key == fold(name)[:200],
        SavedView.api_id != view.api_id if view.api_id else SavedView.api_id.is_not(None),
    )
    if session.execute(select(SavedView.id).where(*same)).first() is not None:
        raise Invalid({"name": "taken"})


def _make_default(session: Session, view: SavedView) -> None:
    """The former default steps back first: there is never more than one."""
    former = (SavedView.user_id == view.user_id, SavedView.list_name == view.list_name, SavedView.is_default)
    for other in session.execute(select(SavedView).where(*former)).scalars():
        other.is_default = False
    session.flush()
    view.is_default = True
    session.flush()
