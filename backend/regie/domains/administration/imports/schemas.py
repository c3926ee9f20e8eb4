"""API schemas of imports."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import Input, ListQuery, Output, Version
from regie.core.files.kinds import SPREADSHEET_KINDS, FileKind
from regie.domains.administration.imports.models import Outcome, RefusalReason

ImportKind = Literal["clients", "employees", "projects", "terms", "payments", "costs", "churns", "teams", "goals"]
State = Literal["queued", "checked", "refused", "applying", "applied", "outdated"]
FieldName = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z_]*$")]


class ImportColumn(Output):
    """A column of the file and the field that it is mapped to; unmapped columns are ignored."""

    header: str
    field: str | None


class ImportField(Output):
    """A field that a file can contain; `name` is its header in the caller's language."""

    field: str
    name: str
    is_required: bool


class ImportCounts(Output):
    wrong: int
    create: int
    update: int
    unchanged: int


class FileImportRow(Output):
    """`counts` is empty until the file has been checked."""

    api_id: str
    kind: ImportKind
    state: State
    file_name: str
    size: int
    sha256: str
    columns: list[ImportColumn]
    counts: dict[Outcome, int]
    refusal: RefusalReason | None
    created_at: datetime
    updated_at: datetime
    applied_at: datetime | None
    version: int


class FileImportOut(Output):
    """An import; `refusal` explains why the whole file is refused, `counts` what applying it changes."""

    api_id: str
    kind: ImportKind
    state: State
    file_name: str
    size: int
    sha256: str
    columns: list[ImportColumn]
    fields: list[ImportField]
    counts: ImportCounts | None
    refusal: str | None
    can_apply: bool
    created_at: datetime
    updated_at: datetime
    applied_at: datetime | None
    version: int


class ImportChange(Output):
    field: str
    before: str
    after: str


class ImportError(Output):
    """The error of a cell, or of the row if there is no field."""

    field: str | None
    message: str


class SavedRow(Output):
    """`changes` are [field, before, after], `errors` are [field, catalogue key, placeholder values]."""

    line: int
    outcome: Outcome
    name: str
    record_api_id: str | None
    changes: list[list[str]]
    errors: list[list[Any]]


class ImportRowOut(Output):
    """A row of the file; its line number is its id, and `record` is the record that it changes or has created."""

    api_id: str
    line: int
    outcome: Outcome
    name: str
    record: str | None
    changes: list[ImportChange]
    errors: list[ImportError]


class ImportCreate(Input):
    """The form of a file; its type is detected from its content."""

    kinds: ClassVar[tuple[FileKind, ...]] = SPREADSHEET_KINDS


class ImportCheck(Input):
    """The field of each column, in order; an empty one ignores the column."""

    columns: Annotated[list[FieldName], Field(min_length=1, max_length=200)]


class ImportApplication(Input):
    """The version that the user has seen: a later check needs a new confirmation."""

    version: Version


class ImportRowQuery(ListQuery):
    outcome: Annotated[list[Outcome], Field(max_length=4)] = []


class ErrorsQuery(Input):
    """The language: links in a browser do not send it as a header."""

    language: Literal["en-us", "fr-ca"] = "en-us"


class TemplateQuery(ErrorsQuery):
    format: Literal["csv", "xlsx"] = "csv"
