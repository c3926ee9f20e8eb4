"""API schemas of attachments; inputs are multipart forms, whose fields are texts."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import MAX_INT, ApiId, Day, EmptyAsNone, Input, ListQuery, Output, Ref, SingleLineText

Category = Literal["contract", "statement_of_work", "change_order", "brief", "proof", "other"]
Sensitivity = Literal["normal", "financial", "hr"]


class Owner(Output):
    """The record that the attachment belongs to."""

    kind: Literal["project", "client", "employee"]
    api_id: str
    name: str


class AttachmentFile(Output):
    file_number: int
    file_name: str
    mime: str
    size: int
    sha256: str
    uploaded_by: Ref
    uploaded_at: datetime


class AttachmentDetails(AttachmentFile):
    """The columns of an attachment and of its current file."""

    api_id: str
    owner: Owner | None
    title: str | None
    category: Category
    sensitivity: Sensitivity
    valid_until: date | None
    created_at: datetime
    updated_at: datetime
    version: int


class AttachmentRow(AttachmentDetails):
    """`file_number` counts the attachment's files; `replaces` is the previous number."""

    is_expired: bool
    replaces: int | None
    can: list[Literal["edit", "delete"]]


class AttachmentOut(AttachmentRow):
    """With all files, newest first."""

    files: list[AttachmentFile]


class AttachmentFields(Input):
    """The form fields that create and update share besides the file; an empty text means null."""

    title: Annotated[SingleLineText | None, EmptyAsNone] = None
    valid_until: Annotated[Day | None, EmptyAsNone] = None


class AttachmentCreate(AttachmentFields):
    """Without a sensitivity, the category determines it."""

    category: Category = "other"
    sensitivity: Annotated[Sensitivity | None, EmptyAsNone] = None


class AttachmentCreateAnywhere(AttachmentCreate):
    """At most one of the three fields names the owner."""

    project: Annotated[ApiId | None, EmptyAsNone] = None
    client: Annotated[ApiId | None, EmptyAsNone] = None
    employee: Annotated[ApiId | None, EmptyAsNone] = None


class AttachmentUpdate(AttachmentFields):
    """Only the sent fields change; a sent file becomes the current one."""

    category: Category = "other"
    sensitivity: Sensitivity = "normal"
    file_name: SingleLineText = ""
    version: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None


class OwnedAttachmentQuery(ListQuery):
    category: Annotated[list[Category], Field(max_length=6)] = []
    sensitivity: Annotated[list[Sensitivity], Field(max_length=3)] = []


class AttachmentQuery(OwnedAttachmentQuery):
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    employee: Annotated[list[ApiId], Field(max_length=100)] = []


class ContentQuery(Input):
    """The number of a file; without one, the current file."""

    version: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None
