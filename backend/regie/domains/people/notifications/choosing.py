"""Choosing how one is told, event by event."""

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import FieldError, Invalid
from regie.core.audit.activity import note
from regie.domains.people.notifications.events import EVENTS, ways_of
from regie.domains.people.notifications.models import Chosen, NotificationChoices
from regie.domains.people.notifications.schemas import NotificationChoicesUpdate


def update_choices(session: Session, actor: Actor, data: NotificationChoicesUpdate) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both ways of each event."""
    dumped = data.model_dump(exclude_none=True)
    sent: Chosen = {event: dumped[event] for event in EVENTS if event in dumped}
    _require_offered(actor, sent)
    kept = _open_choices(session, actor)
    before = {event: ways_of(event, kept.choices) for event in sent}
    chosen: Chosen = {**kept.choices, **{event: {**kept.choices.get(event, {}), **sent[event]} for event in sent}}
    after = {event: ways_of(event, chosen) for event in sent}
    require_version(kept, data.version, {event: (before[event].names, after[event].names) for event in sent})
    if before == after:
        return
    kept.choices = chosen
    for event in sent:
        note(session, kept, event, before[event].names, after[event].names)
    session.flush()


def _require_offered(actor: Actor, sent: Chosen) -> None:
    """Invalid for an event that cannot reach the caller, and for what is always in the app."""
    errors: dict[str, FieldError | str] = {}
    for event, ways in sent.items():
        if not EVENTS[event].reaches(actor.roles):
            errors[event] = "event_not_told"
        elif EVENTS[event].always_in_app and ways.get("in_app") is False:
            errors[f"{event}.in_app"] = "always_in_app"
    if errors:
        raise Invalid(errors)


def _open_choices(session: Session, actor: Actor) -> NotificationChoices:
    """The caller's row, locked; before they have ever chosen it is their version 0."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    empty = {"api_id": actor.user_api_id, "user_id": actor.user_id, "name": actor.name, "version": 0, "choices": {}}
    session.execute(insert(NotificationChoices).values(**empty).on_conflict_do_nothing())
    kept = select(NotificationChoices).where(NotificationChoices.user_id == actor.user_id)
    return session.execute(kept.with_for_update()).scalar_one()
