"""Changing the organization's settings."""

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import require_version
from regie.core.api.errors import Invalid
from regie.core.files.pictures import Picture, read_picture
from regie.domains.records.settings import rules
from regie.domains.records.settings.models import OrganizationLogo, OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS, THE_ONE, on_wire
from regie.domains.records.settings.schemas import SettingsUpdate

_DIGEST = 12


def update_settings(session: Session, actor: Actor, data: SettingsUpdate) -> set[str]:
    """Change what was sent; returns the names of what is not as it was.

    Changed (409) when another version was read, naming both values; Invalid where settings would contradict each other.
    """
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    rules.require_right(actor, set(sent))
    # Whoever asks it of all administrators shows first that it works.
    if sent.get("admins_need_two_factor") and not actor.two_factor:
        raise Invalid({"admins_need_two_factor": "own_second_factor"})
    picture = read_picture(sent["logo"], "logo") if sent.get("logo") else None
    if "logo" in sent:
        sent["logo"] = picture and picture.digest[:_DIGEST]
    settings = _the_one(session)
    before = {name: getattr(settings, name) for name in DEFAULTS}
    theirs, yours = on_wire(before), on_wire(sent)
    require_version(settings, version, {name: (theirs[name], yours[name]) for name in sent})
    rules.require_sense(before | sent, set(sent))
    for name, value in sent.items():
        setattr(settings, name, list(dict.fromkeys(value)) if isinstance(value, list) else value)
    if "logo" in sent:
        _keep_logo(session, picture)
    session.flush()
    return {name for name in sent if getattr(settings, name) != before[name]}


def _the_one(session: Session) -> OrganizationSettings:
    """The row, locked; what nobody has saved yet is the defaults, and their version 0."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    defaults: dict[str, object] = {"id": THE_ONE, "version": 0, **DEFAULTS}
    session.execute(insert(OrganizationSettings).values(defaults).on_conflict_do_nothing(index_elements=["id"]))
    found = select(OrganizationSettings).where(OrganizationSettings.id == THE_ONE).with_for_update()
    return session.execute(found).scalar_one()


def _keep_logo(session: Session, picture: Picture | None) -> None:
    session.execute(delete(OrganizationLogo))
    if picture is not None:
        session.add(OrganizationLogo(id=THE_ONE, mime=picture.mime, content=picture.content))
