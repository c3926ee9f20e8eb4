"""Routes of the organization's settings."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, ListQuery, Page, Ref
from regie.domains.administration.organization import actions
from regie.domains.administration.organization.queries import describe_settings, list_candidates
from regie.domains.records.settings import queries
from regie.domains.records.settings.schemas import LogoQuery, SettingsLabels, SettingsOut, SettingsUpdate

router = Router("/api/v1/settings", "settings")


@router.get(requires=Access.SIGNED_IN)
def read_settings(db: Connection, actor: Actor) -> Item[SettingsOut | SettingsLabels]:
    """Read all settings, or only name, logo, currency and dates for callers who may not view settings."""
    may_see = actor.can(P.SETTINGS_VIEW)
    return {"data": describe_settings(db) if may_see else queries.describe_public_settings(db)}


@router.post(requires=(P.SETTINGS_EDIT, P.SETTINGS_EDIT_RATES), status=200, forbids_impersonation=True)
def update_settings(session: Session, actor: Actor, data: SettingsUpdate) -> Item[SettingsOut]:
    """Change the sent settings; some callers may change rates, payment terms and aging buckets only."""
    actions.change_settings(session, actor, data)
    return {"data": describe_settings(session.connection())}


@router.get("/month-pack-candidates", requires=(P.SETTINGS_EDIT, P.SETTINGS_EDIT_RATES))
def list_month_pack_candidates(db: Connection, query: Annotated[ListQuery, Query()]) -> Page[Ref]:
    """List the users who can receive month-end packs: those who may see months."""
    return list_candidates(db, query)


@router.get("/logo", requires=Access.SIGNED_IN)
def read_logo(db: Connection, query: Annotated[LogoQuery, Query()]) -> Response:
    """Read the organization's logo."""
    mime, content = queries.read_logo(db)
    return Response(content, media_type=mime, headers={"content-disposition": "inline"})
