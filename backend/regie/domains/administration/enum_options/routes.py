"""Routes of enum options: labels for everyone, and the option lists that the organization edits."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.domains.administration.enum_options import actions, queries
from regie.domains.administration.enum_options.schemas import EnumItem, OptionCreate, OptionOut, OptionUpdate
from regie.domains.records.options.queries import read_options
from regie.domains.records.settings.queries import read_settings

router = Router("/api/v1/enum-options", "enum options")
_OptionItem = Item[OptionOut]
_EDITORS = (P.ENUM_OPTIONS_EDIT, P.ENUM_OPTIONS_EDIT_CHURN_REASONS)


@router.get(requires=P.ENUM_OPTIONS_VIEW)
def list_enum_options(db: Connection) -> Item[dict[str, list[EnumItem]]]:
    return {"data": queries.list_enum_options(read_settings(db), read_options(db))}


@router.get("/{enum}", requires=_EDITORS)
def list_editable_options(db: Connection, actor: Actor, enum: str) -> Item[list[OptionOut]]:
    """Read an editable list with its inactive options."""
    return {"data": queries.list_editable_options(db, actor, enum)}


@router.post("/{enum}", requires=_EDITORS)
def add_option(session: Session, actor: Actor, enum: str, data: OptionCreate) -> _OptionItem:
    return _show(session, actor, enum, actions.add_option(session, actor, enum, data))


@router.get("/{enum}/{value}", requires=_EDITORS)
def read_editable_option(db: Connection, actor: Actor, enum: str, value: str) -> _OptionItem:
    return {"data": queries.read_editable_option(db, actor, enum, value)}


@router.patch("/{enum}/{value}", requires=_EDITORS)
def update_option(session: Session, actor: Actor, enum: str, value: str, data: OptionUpdate) -> _OptionItem:
    """Change labels, position or availability; records that use the option do not change."""
    actions.update_option(session, actor, enum, value, data)
    return _show(session, actor, enum, value)


@router.delete("/{enum}/{value}", requires=_EDITORS)
def delete_option(session: Session, actor: Actor, enum: str, value: str) -> None:
    """Delete an option that no record uses."""
    actions.delete_option(session, actor, enum, value)


def _show(session: Session, actor: Actor, enum: str, value: str) -> _OptionItem:
    return {"data": queries.read_editable_option(session.connection(), actor, enum, value)}
