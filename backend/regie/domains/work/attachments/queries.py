"""Reads attachments; lists, counts and downloads all start from `visible_attachments`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    and_,
    bindparam,
    case,
    false,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.orm import InstrumentedAttribute

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor, ScopeClause
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, RowScope, one_of
from regie.core.lists.shape import Column, RecordField, Shape, ref_to
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.attachments.models import Attachment, ReplacedFile
from regie.domains.work.attachments.schemas import (
    AttachmentDetails,
    AttachmentFile,
    AttachmentOut,
    AttachmentRow,
    Owner,
)
from regie.domains.work.clients.queries import managed_clients, visible_clients
from regie.domains.work.projects.queries import managed_projects, visible_projects


def own_employee(scope: Scope) -> ColumnElement[bool]:
    return true() if scope is Scope.ALL else Employee.id == CURRENT_EMPLOYEE_ID


@dataclass(frozen=True, slots=True)
class OwnerKind:
    """A kind of owner, with the permissions to see it, to see its money, and to change it."""

    model: type[Project | Client | Employee]
    column: Column
    seen: tuple[Permission, ScopeClause]
    money: tuple[Permission, ScopeClause]
    changed: tuple[Permission, ScopeClause]


OWNER_KINDS = {
    "project": OwnerKind(
        Project,
        Attachment.project_id,
        (Permission.PROJECTS_VIEW, visible_projects),
        (Permission.PROJECTS_MONEY, managed_projects),
        (Permission.PROJECTS_EDIT, managed_projects),
    ),
    "client": OwnerKind(
        Client,
        Attachment.client_id,
        (Permission.CLIENTS_VIEW, visible_clients),
        (Permission.CLIENTS_MONEY, managed_clients),
        (Permission.CLIENTS_EDIT, managed_clients),
    ),
    "employee": OwnerKind(
        Employee,
        Attachment.employee_id,
        (Permission.EMPLOYEES_VIEW, own_employee),
        (Permission.EMPLOYEES_COST_RATES, own_employee),
        (Permission.EMPLOYEES_EDIT, own_employee),
    ),
}
_HR = Permission.EMPLOYEES_HR_FILES
_ACCESS_PERMISSIONS = tuple(
    dict.fromkeys(
        permission
        for kind in OWNER_KINDS.values()
        for permission in (kind.seen[0], kind.money[0], kind.changed[0], _HR, Permission.ATTACHMENTS_MANAGE)
    )
)
_OWNER = RecordField(
    Owner,
    kind=case(*((kind.column.is_not(None), literal_column(f"'{name}'", String)) for name, kind in OWNER_KINDS.items())),
    api_id=func.coalesce(*(kind.model.api_id for kind in OWNER_KINDS.values())),
    name=func.coalesce(*(kind.model.name for kind in OWNER_KINDS.values())),
)
ATTACHMENTS = Listing(
    source=Attachment.__table__.outerjoin(Project.__table__, Project.id == Attachment.project_id)
    .outerjoin(Client.__table__, Client.id == Attachment.client_id)
    .outerjoin(Employee.__table__, Employee.id == Attachment.employee_id)
    .outerjoin(User.__table__, User.id == Attachment.uploaded_by_id),
    key=Attachment.id,
    api_id=Attachment.api_id,
    shape=Shape.of(AttachmentDetails, Attachment, owner=_OWNER, uploaded_by=ref_to(User)),
    sorts={
        "file_name": Attachment.name_key,
        "category": Attachment.category,
        "size": Attachment.size,
        "valid_until": Attachment.valid_until,
        "uploaded_at": Attachment.uploaded_at,
    },
    default_sort="-uploaded_at",
    search=(Attachment.search_key,),
    filters={
        "category": one_of(Attachment.category),
        "sensitivity": one_of(Attachment.sensitivity),
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "employee": one_of(Employee.api_id),
    },
)
_FILE_SHAPE = Shape.of(AttachmentFile, ReplacedFile, uploaded_by=ref_to(User))
_REPLACED_FILES = (
    select(*_FILE_SHAPE.columns)
    .join(Attachment, Attachment.id == ReplacedFile.attachment_id)
    .join(User, User.id == ReplacedFile.uploaded_by_id)
    .where(Attachment.api_id == bindparam("api_id"))
    .order_by(ReplacedFile.file_number.desc())
)


class Content(NamedTuple):
    """The fields of a file that a download needs."""

    storage_key: str
    file_name: str
    mime: str
    size: int
    file_number: int
    sensitivity: str


def visible_attachments(actor: Actor) -> ColumnElement[bool]:
    """Who may see the owner sees its normal files; financial and HR files require the owner's corresponding permission.

    Files without an owner are visible to their uploader and to administrators.
    """
    has_no_owner = and_(*(kind.column.is_(None) for kind in OWNER_KINDS.values()))
    own = true() if actor.can(Permission.ATTACHMENTS_MANAGE) else Attachment.uploaded_by_id == CURRENT_USER_ID
    return or_(*(_visible_of_kind(actor, kind) for kind in OWNER_KINDS.values()), and_(has_no_owner, own))


def changeable_attachments(actor: Actor) -> ColumnElement[bool]:
    """Of the visible ones: those of owners that the caller may change, and the caller's own uploads."""
    if actor.can(Permission.ATTACHMENTS_MANAGE):
        return true()
    managed = (_owned_within(actor, kind, *kind.changed) for kind in OWNER_KINDS.values())
    return or_(Attachment.uploaded_by_id == CURRENT_USER_ID, *managed)


def _visible_of_kind(actor: Actor, kind: OwnerKind) -> ColumnElement[bool]:
    hr_files = _hr_files(actor, kind)
    is_readable = or_(
        Attachment.sensitivity == "normal",
        and_(Attachment.sensitivity == "financial", _owned_within(actor, kind, *kind.money)),
        and_(Attachment.sensitivity == "hr", hr_files),
    )
    return and_(_owned_within(actor, kind, *kind.seen), is_readable)


def _hr_files(actor: Actor, kind: OwnerKind) -> ColumnElement[bool]:
    """Without the permission for all HR files, callers see only those of their own employee record."""
    scope = actor.scope(_HR)
    if scope is not Scope.ALL and kind.model is not Employee:
        return false()
    return _owned_within(actor, kind, _HR, own_employee)


def _owned_within(actor: Actor, kind: OwnerKind, permission: Permission, within: ScopeClause) -> ColumnElement[bool]:
    scope = actor.scope(permission)
    if scope is None:
        return false()
    if scope is Scope.ALL:
        return kind.column.is_not(None)
    return kind.column.in_(select(kind.model.id).where(within(scope)))


def attachment_row_scope(actor: Actor) -> RowScope:
    return RowScope(
        key=("attachments", tuple(actor.scope(permission) for permission in _ACCESS_PERMISSIONS)),
        rows=lambda: visible_attachments(actor),
        shows_restricted=true,
        params=actor.params,
    )


def list_attachments(db: Connection, actor: Actor, query: ListQuery, today: date) -> Page[AttachmentRow]:
    page = ATTACHMENTS.page(db, attachment_row_scope(actor), query)
    return {"data": _render_rows(db, actor, today, page["data"]), "meta": page["meta"]}


def list_attachments_of(
    db: Connection, actor: Actor, kind: str, api_id: str, query: ListQuery, today: date
) -> Page[AttachmentRow]:
    """List one owner's attachments; raise NotFound when the caller may not see the owner."""
    find_owner(db, actor, kind, api_id)
    page = ATTACHMENTS.page(db, attachment_row_scope(actor), query, {kind: [api_id]})
    return {"data": _render_rows(db, actor, today, page["data"]), "meta": page["meta"]}


def find_owner(db: Connection, actor: Actor, kind: str, api_id: str) -> int:
    """Return the owner's key; raise NotFound when it is unknown or not visible to the caller."""
    owner = OWNER_KINDS[kind]
    permission, within = owner.seen
    condition = within(actor.require(permission))
    statement = select(owner.model.id).where(owner.model.api_id == bindparam("api_id"), condition)
    key = db.execute(statement, {**actor.params, "api_id": api_id}).scalar_one_or_none() if is_api_id(api_id) else None
    if key is None:
        raise NotFound
    return key


def read_attachment(db: Connection, actor: Actor, api_id: str, today: date) -> AttachmentOut:
    found = ATTACHMENTS.one(db, attachment_row_scope(actor), api_id)
    (attachment,) = _render_rows(db, actor, today, [found])
    newest: AttachmentFile = {
        "file_number": attachment["file_number"],
        "file_name": attachment["file_name"],
        "mime": attachment["mime"],
        "size": attachment["size"],
        "sha256": attachment["sha256"],
        "uploaded_by": attachment["uploaded_by"],
        "uploaded_at": attachment["uploaded_at"],
    }
    replaced = [_FILE_SHAPE.read(row) for row in db.execute(_REPLACED_FILES, {"api_id": api_id})]
    return {**attachment, "files": [newest, *replaced]}


def find_content(db: Connection, actor: Actor, api_id: str, number: int | None) -> Content:
    """Return what a download needs; raise NotFound for an invisible attachment or an unknown file number."""
    if not is_api_id(api_id):
        raise NotFound
    newest = select(*_content_of(Attachment)).where(Attachment.api_id == api_id, visible_attachments(actor))
    row = db.execute(newest, actor.params).first()
    if row is not None and number is not None and number != row.file_number:
        older = select(*_content_of(ReplacedFile)).join(Attachment, Attachment.id == ReplacedFile.attachment_id)
        row = db.execute(older.where(Attachment.api_id == api_id, ReplacedFile.file_number == number)).first()
    if row is None:
        raise NotFound
    return Content(*row)


def _content_of(table: type[Attachment | ReplacedFile]) -> tuple[InstrumentedAttribute[Any], ...]:
    columns = (table.storage_key, table.file_name, table.mime, table.size, table.file_number)
    return (*columns, Attachment.sensitivity)


def _render_rows(db: Connection, actor: Actor, today: date, rows: Sequence[AttachmentDetails]) -> list[AttachmentRow]:
    """Return API rows with the caller's allowed actions, from one statement for all rows."""
    ids = [row["api_id"] for row in rows]
    allowed = select(Attachment.api_id).where(Attachment.api_id.in_(ids), changeable_attachments(actor))
    changeable = set(db.execute(allowed, actor.params).scalars()) if ids else set()
    return [_render_row(row, today, can=row["api_id"] in changeable) for row in rows]


def _render_row(row: AttachmentDetails, today: date, *, can: bool) -> AttachmentRow:
    return {
        **row,
        "is_expired": row["valid_until"] is not None and row["valid_until"] < today,
        "replaces": row["file_number"] - 1 or None,
        "can": ["edit", "delete"] if can else [],
    }
