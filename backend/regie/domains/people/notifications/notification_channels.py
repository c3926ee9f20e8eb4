"""Reads and changes the channels that users choose for each event."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import log_field_change
from regie.core.db.inserts import insert_into
from regie.domains.people.notifications.events import EVENTS, channels_for
from regie.domains.people.notifications.models import ChannelChoices, NotificationSettings
from regie.domains.people.notifications.schemas import NotificationSettingsUpdate


def read_channel_choices(session: Session, user_ids: Collection[int]) -> dict[int, ChannelChoices]:
    """Return the saved choices by user; a user without any is absent."""
    statement = select(NotificationSettings.user_id, NotificationSettings.channels)
    found = session.execute(statement.where(NotificationSettings.user_id.in_(user_ids)))
    return {row.user_id: row.channels for row in found}


def read_saved_choices(db: Connection, user_id: int) -> tuple[ChannelChoices, datetime | None, int]:
    """Return one user's choices, the time of the last change, and the version: 0 before the first change."""
    columns = (NotificationSettings.channels, NotificationSettings.updated_at, NotificationSettings.version)
    row = db.execute(select(*columns).where(NotificationSettings.user_id == user_id)).first()
    return (row.channels, row.updated_at, row.version) if row else ({}, None, 0)


def update_choices(session: Session, actor: Actor, data: NotificationSettingsUpdate) -> None:
    """Change the sent events; raise Changed (409) with both values when the caller read another version."""
    dumped = data.model_dump(exclude_none=True)
    sent: ChannelChoices = {event: dumped[event] for event in EVENTS if event in dumped}
    _require_offered(actor, sent)
    saved = _load_choices(session, actor)
    before = {event: channels_for(event, saved.channels) for event in sent}
    updated: ChannelChoices = {
        **saved.channels,
        **{event: {**saved.channels.get(event, {}), **sent[event]} for event in sent},
    }
    after = {event: channels_for(event, updated) for event in sent}
    require_version(saved, data.version, {event: (before[event].names, after[event].names) for event in sent})
    if before == after:
        return
    saved.channels = updated
    for event in sent:
        log_field_change(session, saved, event, before[event].names, after[event].names)
    session.flush()


def _require_offered(actor: Actor, sent: ChannelChoices) -> None:
    """Raise Invalid for an event that does not concern the caller, and for turning off a mandatory channel."""
    errors: dict[str, FieldError | str] = {}
    for event, choice in sent.items():
        if not EVENTS[event].is_available_to(actor.roles):
            errors[event] = "event_not_available"
        elif EVENTS[event].always_in_app and choice.get("in_app") is False:
            errors[f"{event}.in_app"] = "always_in_app"
    if errors:
        raise Invalid(errors)


def _load_choices(session: Session, actor: Actor) -> NotificationSettings:
    """Return the caller's row, locked; create it as version 0 when there is none."""
    empty = {"api_id": actor.user_api_id, "user_id": actor.user_id, "name": actor.name, "version": 0, "channels": {}}
    session.execute(insert_into(session, NotificationSettings).values(**empty).on_conflict_do_nothing())
    statement = select(NotificationSettings).where(NotificationSettings.user_id == actor.user_id)
    return session.execute(statement.with_for_update()).scalar_one()
