"""The calls about the organization's settings."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.wire import Item, Json
from regie.domains.settings import actions, queries
from regie.domains.settings.schemas import SettingsOut, SettingsUpdate

router = Router("/api/v1/settings", "settings")


@router.get(needs=P.SETTINGS_VIEW, out=Item[SettingsOut])
def read_settings(db: Connection) -> Json:
    return {"data": queries.describe_settings(db)}


@router.post(needs=P.SETTINGS_EDIT, out=Item[SettingsOut], status=200, in_person=True)
def update_settings(session: Session, actor: Actor, data: SettingsUpdate) -> Json:
    """Changes what was sent; everything else stays."""
    actions.update_settings(session, actor, data)
    return {"data": queries.describe_settings(session.connection())}
