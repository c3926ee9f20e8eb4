"""The calls about enumerated values: their words for everyone, and the lists that the organization keeps."""

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
_One = Item[OptionOut]
_EDITORS = (P.ENUM_OPTIONS_EDIT, P.ENUM_OPTIONS_EDIT_CHURN_REASONS)


@router.get(requires=P.ENUM_OPTIONS_VIEW)
def list_enum_options(db: Connection) -> Item[dict[str, list[EnumItem]]]:
    return {"data": queries.list_enum_options(read_settings(db), read_options(db))}


@router.get("/{enum}", requires=_EDITORS)
def list_own_options(db: Connection, actor: Actor, enum: str) -> Item[list[OptionOut]]:
    """One of the lists that the organization keeps, whole: the retired choices too."""
    return {"data": queries.list_own_options(db, actor, enum)}


@router.post("/{enum}", requires=_EDITORS)
def add_option(session: Session, actor: Actor, enum: str, data: OptionCreate) -> _One:
    return _show(session, actor, enum, actions.add_option(session, actor, enum, data))


@router.get("/{enum}/{value}", requires=_EDITORS)
def read_own_option(db: Connection, actor: Actor, enum: str, value: str) -> _One:
    return {"data": queries.read_own_option(db, actor, enum, value)}


@router.patch("/{enum}/{value}", requires=_EDITORS)
def update_option(session: Session, actor: Actor, enum: str, value: str, data: OptionUpdate) -> _One:
    """Its words, its place, and whether it is still offered; what records have stays theirs."""
    actions.update_option(session, actor, enum, value, data)
    return _show(session, actor, enum, value)


@router.delete("/{enum}/{value}", requires=_EDITORS)
def delete_option(session: Session, actor: Actor, enum: str, value: str) -> None:
    """Only a choice that no record has: one that was taken is retired."""
    actions.delete_option(session, actor, enum, value)


def _show(session: Session, actor: Actor, enum: str, value: str) -> _One:
    return {"data": queries.read_own_option(session.connection(), actor, enum, value)}
