"""Uploads, changes, replaces and deletes attachments."""

from datetime import date, datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.rows import load_for_update, require_version
from regie.access.uploads import StoredFile, Upload
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.db.ids import is_api_id
from regie.core.files.kinds import ATTACHMENT_KINDS, clean_file_name
from regie.core.files.removals import schedule_removal
from regie.domains.work.attachments.models import Attachment, ReplacedFile
from regie.domains.work.attachments.queries import (
    OWNER_KINDS,
    Content,
    changeable_attachments,
    find_content,
    visible_attachments,
)
from regie.domains.work.attachments.schemas import AttachmentCreate

_FINANCIAL = ("contract", "statement_of_work", "change_order")
_FILE_FIELDS = ("storage_key", "file_name", "mime", "size", "sha256")
_REQUIRED = ("category", "sensitivity", "file_name")


def create_attachment(session: Session, actor: Actor, upload: Upload, now: datetime) -> str:
    """Create an attachment of the owner named in the form, if any; return its api_id."""
    owners = {kind: api_id for kind in OWNER_KINDS if (api_id := getattr(upload.data, kind))}
    if len(owners) > 1:
        raise Invalid(dict.fromkeys(owners, "one_owner"))
    owner = {}
    for kind, api_id in owners.items():
        try:
            owner = {f"{kind}_id": _load_owner(session, actor, kind, api_id)}
        except NotFound:
            raise Invalid({kind: "reference"}) from None
    return _create(session, actor, upload.require_file(), owner, upload.data, now)


def create_attachment_of(session: Session, actor: Actor, kind: str, api_id: str, upload: Upload, now: datetime) -> str:
    """Create an attachment of this owner.

    Raise NotFound when the caller may not see it, Forbidden when not change it.
    """
    owner = {f"{kind}_id": _load_owner(session, actor, kind, api_id)}
    return _create(session, actor, upload.require_file(), owner, upload.data, now)


def update_attachment(session: Session, actor: Actor, api_id: str, upload: Upload, now: datetime) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    attachment = _load_attachment(session, actor, api_id)
    sent = upload.data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    if "file_name" in sent:
        sent["file_name"] = clean_file_name(sent["file_name"])
    conflicts = {name: (_to_wire(getattr(attachment, name)), _to_wire(value)) for name, value in sent.items()}
    if upload.file is not None:
        conflicts["file"] = (f"{attachment.file_name} ({attachment.file_number})", upload.file.file_name)
    require_version(attachment, version, conflicts)
    if upload.file is not None:
        _replace_file(session, actor, attachment, upload.file, now)
    for name, value in sent.items():
        setattr(attachment, name, value)
    _require_matching_extension(attachment)
    session.flush()
    _require_still_visible(session, actor, attachment)


def delete_attachment(session: Session, actor: Actor, api_id: str, now: datetime) -> None:
    """Delete an attachment with all of its files.

    Contents are removed a day later. Fails while a record references it.
    """
    attachment = _load_attachment(session, actor, api_id)
    older = select(ReplacedFile.storage_key).where(ReplacedFile.attachment_id == attachment.id)
    keys = [attachment.storage_key, *session.execute(older).scalars()]
    session.execute(delete(ReplacedFile).where(ReplacedFile.attachment_id == attachment.id))
    session.delete(attachment)
    try:
        session.flush()
    except IntegrityError as error:
        raise Invalid(code="attachment_in_use") from error
    schedule_removal(session, keys, now)


def open_content(session: Session, actor: Actor, api_id: str, number: int | None) -> Content:
    """Return a file for download; downloads of sensitive files are logged."""
    content = find_content(session.connection(), actor, api_id, number)
    if content.sensitivity != "normal":
        details = {"file_number": content.file_number, "sensitivity": content.sensitivity}
        log_event(session, "downloaded", subject="attachment", api_id=api_id, name=content.file_name, details=details)
    return content


def _load_owner(session: Session, actor: Actor, kind: str, api_id: str) -> int:
    owner = OWNER_KINDS[kind]
    return load_for_update(session, actor, owner.model, api_id, view=owner.seen, edit=owner.changed).id


def _create(
    session: Session, actor: Actor, file: StoredFile, owner: dict[str, int], data: AttachmentCreate, now: datetime
) -> str:
    attachment = Attachment(
        **owner,
        **data.model_dump(exclude={"sensitivity", *OWNER_KINDS}),
        **_file_columns(file),
        sensitivity=data.sensitivity or _default_sensitivity(data.category, owner),
        uploaded_by_id=actor.user_id,
        uploaded_at=now,
    )
    session.add(attachment)
    file.claim(session)
    session.flush()
    _require_still_visible(session, actor, attachment)
    return attachment.api_id


def _default_sensitivity(category: str, owner: dict[str, int]) -> str:
    if "employee_id" in owner:
        return "hr"
    return "financial" if category in _FINANCIAL else "normal"


def _replace_file(session: Session, actor: Actor, attachment: Attachment, file: StoredFile, now: datetime) -> None:
    """Replace the current file; the old one can still be downloaded by its number."""
    file.claim(session)
    before = {
        name: getattr(attachment, name) for name in (*_FILE_FIELDS, "file_number", "uploaded_by_id", "uploaded_at")
    }
    session.add(ReplacedFile(attachment_id=attachment.id, **before))
    newer = {"file_number": attachment.file_number + 1, "uploaded_by_id": actor.user_id, "uploaded_at": now}
    for name, value in {**_file_columns(file), **newer}.items():
        setattr(attachment, name, value)


def _file_columns(file: StoredFile) -> dict[str, object]:
    return {name: getattr(file, name) for name in _FILE_FIELDS}


def _load_attachment(session: Session, actor: Actor, api_id: str) -> Attachment:
    """Load the attachment, locked for this transaction, that the caller may change."""
    if not is_api_id(api_id):
        raise NotFound
    statement = select(Attachment).where(Attachment.api_id == api_id)
    found = statement.where(visible_attachments(actor)).with_for_update()
    attachment = session.execute(found, actor.params).scalar_one_or_none()
    if attachment is None:
        raise NotFound
    if session.execute(statement.where(changeable_attachments(actor)), actor.params).first() is None:
        raise Forbidden
    return attachment


def _require_matching_extension(attachment: Attachment) -> None:
    """Require a file extension that matches the content, because it determines which program opens the file."""
    extensions = next(kind.extensions for kind in ATTACHMENT_KINDS if kind.mime == attachment.mime)
    if attachment.file_name.rpartition(".")[2].lower() not in extensions:
        raise Invalid({"file_name": "file_name_differs"})


def _require_still_visible(session: Session, actor: Actor, attachment: Attachment) -> None:
    """Raise Invalid for a sensitivity that would hide the file from the caller."""
    seen = select(Attachment.id).where(Attachment.id == attachment.id, visible_attachments(actor))
    if session.execute(seen, actor.params).first() is None:
        raise Invalid({"sensitivity": "not_yours"})


def _to_wire(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
