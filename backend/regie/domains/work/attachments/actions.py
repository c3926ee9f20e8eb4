"""Changing attachments: a new one, a newer file or other words for one, and letting one go."""

from datetime import date, datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import open_record, require_version
from regie.access.uploads import StoredFile, Upload
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.audit.activity import record
from regie.core.db.ids import is_api_id
from regie.core.files.kinds import KINDS, clean_name
from regie.core.files.removals import give_up
from regie.domains.work.attachments.models import Attachment, ReplacedFile
from regie.domains.work.attachments.queries import (
    OWNERS,
    Content,
    changeable_attachments,
    find_content,
    visible_attachments,
)
from regie.domains.work.attachments.schemas import AttachmentCreate

_FINANCIAL = ("contract", "statement_of_work", "change_order")
_OF_A_FILE = ("storage_key", "file_name", "mime", "size", "sha256")
_REQUIRED = ("category", "sensitivity", "file_name")


def create_attachment(session: Session, actor: Actor, upload: Upload, now: datetime) -> str:
    """A new attachment of whom the form names, or of nobody; returns its api_id."""
    named = {kind: api_id for kind in OWNERS if (api_id := getattr(upload.data, kind))}
    if len(named) > 1:
        raise Invalid(dict.fromkeys(named, "one_owner"))
    owner = {}
    for kind, api_id in named.items():
        try:
            owner = {f"{kind}_id": _open_owner(session, actor, kind, api_id)}
        except NotFound:
            raise Invalid({kind: "reference"}) from None
    return _create(session, actor, upload.need_file(), owner, upload.data, now)


def create_attachment_of(session: Session, actor: Actor, kind: str, api_id: str, upload: Upload, now: datetime) -> str:
    """A new attachment of this owner; NotFound where the caller does not see it, Forbidden where it is not theirs."""
    owner = {f"{kind}_id": _open_owner(session, actor, kind, api_id)}
    return _create(session, actor, upload.need_file(), owner, upload.data, now)


def update_attachment(session: Session, actor: Actor, api_id: str, upload: Upload, now: datetime) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    attachment = _open(session, actor, api_id)
    sent = upload.data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    if "file_name" in sent:
        sent["file_name"] = clean_name(sent["file_name"])
    conflicts = {name: (_on_wire(getattr(attachment, name)), _on_wire(value)) for name, value in sent.items()}
    if upload.file is not None:
        conflicts["file"] = (f"{attachment.file_name} ({attachment.file_number})", upload.file.file_name)
    require_version(attachment, version, conflicts)
    if upload.file is not None:
        _replace(session, actor, attachment, upload.file, now)
    for name, value in sent.items():
        setattr(attachment, name, value)
    _require_right_ending(attachment)
    session.flush()
    _require_still_seen(session, actor, attachment)


def delete_attachment(session: Session, actor: Actor, api_id: str, now: datetime) -> None:
    """Let an attachment go with all of its files, whose contents are swept a day later; what names it keeps it."""
    attachment = _open(session, actor, api_id)
    older = select(ReplacedFile.storage_key).where(ReplacedFile.attachment_id == attachment.id)
    keys = [attachment.storage_key, *session.execute(older).scalars()]
    session.execute(delete(ReplacedFile).where(ReplacedFile.attachment_id == attachment.id))
    session.delete(attachment)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid(code="attachment_in_use") from error
    give_up(session, keys, now)


def open_content(session: Session, actor: Actor, api_id: str, number: int | None) -> Content:
    """One file to download; who took a sensitive one away is in the log."""
    content = find_content(session.connection(), actor, api_id, number)
    if content.sensitivity != "normal":
        details = {"file_number": content.file_number, "sensitivity": content.sensitivity}
        record(session, "downloaded", subject="attachment", api_id=api_id, name=content.file_name, details=details)
    return content


def _open_owner(session: Session, actor: Actor, kind: str, api_id: str) -> int:
    owner = OWNERS[kind]
    return open_record(session, actor, owner.model, api_id, seen=owner.seen, changed=owner.changed).id


def _create(
    session: Session, actor: Actor, file: StoredFile, owner: dict[str, int], data: AttachmentCreate, now: datetime
) -> str:
    attachment = Attachment(
        **owner,
        **data.model_dump(exclude={"sensitivity", *OWNERS}),
        **_columns(file),
        sensitivity=data.sensitivity or _usual_sensitivity(data.category, owner),
        uploaded_by_id=actor.user_id,
        uploaded_at=now,
    )
    session.add(attachment)
    file.claim(session)
    session.flush()
    _require_still_seen(session, actor, attachment)
    return attachment.api_id


def _usual_sensitivity(category: str, owner: dict[str, int]) -> str:
    if "employee_id" in owner:
        return "hr"
    return "financial" if category in _FINANCIAL else "normal"


def _replace(session: Session, actor: Actor, attachment: Attachment, file: StoredFile, now: datetime) -> None:
    """The file so far steps back; it can still be downloaded by its number."""
    file.claim(session)
    before = {name: getattr(attachment, name) for name in (*_OF_A_FILE, "file_number", "uploaded_by_id", "uploaded_at")}
    session.add(ReplacedFile(attachment_id=attachment.id, **before))
    newer = {"file_number": attachment.file_number + 1, "uploaded_by_id": actor.user_id, "uploaded_at": now}
    for name, value in {**_columns(file), **newer}.items():
        setattr(attachment, name, value)


def _columns(file: StoredFile) -> dict[str, object]:
    return {name: getattr(file, name) for name in _OF_A_FILE}


def _open(session: Session, actor: Actor, api_id: str) -> Attachment:
    """The attachment, locked for this transaction, shown to be the caller's to change."""
    if not is_api_id(api_id):
        raise NotFound
    one = select(Attachment).where(Attachment.api_id == api_id)
    found = one.where(visible_attachments(actor)).with_for_update()
    attachment = session.execute(found, actor.params).scalar_one_or_none()
    if attachment is None:
        raise NotFound
    if session.execute(one.where(changeable_attachments(actor)), actor.params).first() is None:
        raise Forbidden
    return attachment


def _require_right_ending(attachment: Attachment) -> None:
    """A name ends as its content says, whoever gives it: that is what opens it later."""
    endings = next(kind.endings for kind in KINDS if kind.mime == attachment.mime)
    if attachment.file_name.rpartition(".")[2].lower() not in endings:
        raise Invalid({"file_name": "file_name_differs"})


def _require_still_seen(session: Session, actor: Actor, attachment: Attachment) -> None:
    """Nobody hides a file from themself by a sensitivity that is not theirs to see."""
    seen = select(Attachment.id).where(Attachment.id == attachment.id, visible_attachments(actor))
    if session.execute(seen, actor.params).first() is None:
        raise Invalid({"sensitivity": "not_yours"})


def _on_wire(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
