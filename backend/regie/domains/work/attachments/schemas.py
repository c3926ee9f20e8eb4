"""Attachments, over the wire; what comes in comes as forms, whose fields are texts."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import MAX_INT, ApiId, Day, Input, Line, ListQuery, Optionally, Output, Ref

Category = Literal["contract", "statement_of_work", "change_order", "brief", "proof", "other"]
Sensitivity = Literal["normal", "financial", "hr"]


class Owner(Output):
    """Whom the attachment belongs to."""

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
    """The columns of an attachment and of its newest file."""

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
    """`file_number` counts the attachment's files; `replaces` is the number of the one before."""

    is_expired: bool
    replaces: int | None
    can: list[Literal["edit", "delete"]]


class AttachmentOut(AttachmentRow):
    """With all of its files, the newest first."""

    files: list[AttachmentFile]


class AttachmentFields(Input):
    """What create and edit share beside the file; an empty text means none."""

    title: Annotated[Line | None, Optionally] = None
    valid_until: Annotated[Day | None, Optionally] = None


class AttachmentCreate(AttachmentFields):
    """Without a sensitivity it follows from the category."""

    category: Category = "other"
    sensitivity: Annotated[Sensitivity | None, Optionally] = None


class AttachmentCreateAnywhere(AttachmentCreate):
    """At most one of the three says whom it belongs to."""

    project: Annotated[ApiId | None, Optionally] = None
    client: Annotated[ApiId | None, Optionally] = None
    employee: Annotated[ApiId | None, Optionally] = None


class AttachmentUpdate(AttachmentFields):
    """Only what is sent changes; a file that is sent becomes the attachment's newest."""

    category: Category = "other"
    sensitivity: Sensitivity = "normal"
    file_name: Line = ""
    version: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None


class OwnedAttachmentQuery(ListQuery):
    category: Annotated[list[Category], Field(max_length=6)] = []
    sensitivity: Annotated[list[Sensitivity], Field(max_length=3)] = []


class AttachmentQuery(OwnedAttachmentQuery):
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    employee: Annotated[list[ApiId], Field(max_length=100)] = []


class ContentQuery(Input):
    """Which of the attachment's files; without a number the newest."""

    version: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None
