"""API schemas of problem reports; the input is a multipart form, whose fields are texts."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import (
    EmptyAsNone,
    Input,
    Output,
    Ref,
    SingleLineText,
    validate_visible_lines,
    validate_visible_text,
)
from regie.core.files.kinds import PICTURE_KINDS, FileKind

MAX_PICTURE_BYTES = 5 * 1024 * 1024
Description = Annotated[str, StringConstraints(min_length=1, max_length=4_000), AfterValidator(validate_visible_lines)]
# A path of the application: no other host.
PagePath = Annotated[
    str, StringConstraints(max_length=2_000, pattern=r"^/([^/\\]|$)"), AfterValidator(validate_visible_text)
]
Browser = Annotated[str, StringConstraints(max_length=500), AfterValidator(validate_visible_text)]
Viewport = Annotated[str, StringConstraints(max_length=40), AfterValidator(validate_visible_text)]


class BugReportCreate(Input):
    """A report; its picture is optional."""

    kinds: ClassVar[tuple[FileKind, ...]] = PICTURE_KINDS
    unsupported: ClassVar[str] = "picture_kind"
    max_file_bytes: ClassVar[int] = MAX_PICTURE_BYTES
    requires_file: ClassVar[bool] = False

    description: Description
    page: PagePath
    build: Annotated[SingleLineText | None, EmptyAsNone] = None
    browser: Browser = ""
    viewport: Viewport = ""


class BugReportReceipt(Output):
    """What the sender receives: only administrators can read the report."""

    api_id: str
    created_at: datetime


class BugReportOut(Output):
    """`impersonator` was signed in as `user`; `picture_size` is in bytes, null without a picture."""

    api_id: str
    created_at: datetime
    user: Ref
    impersonator: Ref | None
    project: str
    description: str
    page: str
    build: str | None
    browser: str
    viewport: str
    picture_size: int | None
