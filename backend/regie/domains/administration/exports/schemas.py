"""API schemas of exports."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import Input, ListQuery, Output, validate_visible_text

ListName = Annotated[str, StringConstraints(max_length=60, pattern=r"^[A-Za-z_-]{1,40}(\.[a-z_]{1,19})?$")]
QueryText = Annotated[str, StringConstraints(max_length=8_000), AfterValidator(validate_visible_text)]
ColumnName = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z_]+$")]
# A record's id, or one that begins with it (an MRR movement).
RowId = Annotated[
    str,
    StringConstraints(max_length=80, pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.[0-9A-Za-z.-]{1,40})?$"),
]
Format = Literal["csv", "xlsx"]
# Personal data are exported as a ZIP file.
FileFormat = Literal["csv", "xlsx", "zip"]
Status = Literal["waiting", "running", "ready", "failed"]


class ExportOut(Output):
    """`done` of `total` rows are written; a `ready` export can be downloaded until `expires_at`.

    `size` is null if the file is written during the download.
    """

    api_id: str
    list_name: str
    format: FileFormat
    file_name: str
    status: Status
    total: int
    done: int
    size: int | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    expires_at: datetime


class ExportCreate(Input):
    """`query` is the query string of the list's endpoint: filters, sort, search. The file has the rows of all pages, or
    only those in `ids`, and `columns` in their order, or all of the caller's.
    """

    list_name: ListName
    format: Format
    query: QueryText = ""
    columns: Annotated[list[ColumnName], Field(max_length=60)] = []
    ids: Annotated[list[RowId], Field(min_length=1, max_length=1_000)] | None = None


class ExportQuery(ListQuery):
    status: Annotated[list[Status], Field(max_length=4)] = []
