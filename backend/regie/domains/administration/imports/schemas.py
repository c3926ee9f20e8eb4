"""Imports, over the wire."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import Input, ListQuery, Output, Version
from regie.core.files.kinds import TABLES, Kind
from regie.domains.administration.imports.models import Outcome, RefusalReason

ImportKind = Literal["clients", "employees"]
State = Literal["queued", "checked", "refused", "applying", "applied", "outdated"]
FieldName = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z_]*$")]


class ImportColumn(Output):
    """A column of the file, and the field that it stands for; none is left out."""

    header: str
    field: str | None


class ImportField(Output):
    """A field that a file can bring; `name` is its header in the caller's language."""

    field: str
    name: str
    is_required: bool


class ImportCounts(Output):
    wrong: int
    create: int
    update: int
    unchanged: int


class FileImportRow(Output):
    """`counts` is empty until the file was tried."""

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
    """A file that was tried; `refusal` says why none of it can be read, `counts` what applying it does."""

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
    """What is wrong with a cell; without a field, with the row."""

    field: str | None
    message: str


class SavedRow(Output):
    """`changes` are of a field, before and after; `errors` of a field, a key of the catalogue and what fills it."""

    line: int
    outcome: Outcome
    name: str
    record_api_id: str | None
    changes: list[list[str]]
    errors: list[list[Any]]


class ImportRowOut(Output):
    """A row of the file by its number there, which is its id too; `record` is what it changes, or has made."""

    api_id: str
    line: int
    outcome: Outcome
    name: str
    record: str | None
    changes: list[ImportChange]
    errors: list[ImportError]


class ImportCreate(Input):
    """The form of a file; what it says is judged by what it holds."""

    kinds: ClassVar[tuple[Kind, ...]] = TABLES


class ImportCheck(Input):
    """What each column of the file stands for, in their order; an empty one is left out."""

    columns: Annotated[list[FieldName], Field(min_length=1, max_length=200)]


class ImportApplication(Input):
    """The version that was looked at: what another window has tried since is not what was agreed to."""

    version: Version


class ImportRowQuery(ListQuery):
    outcome: Annotated[list[Outcome], Field(max_length=4)] = []


class ErrorsQuery(Input):
    """In which language: a browser fetches a link without saying it."""

    language: Literal["en-us", "fr-ca"] = "en-us"


class TemplateQuery(ErrorsQuery):
    format: Literal["csv", "xlsx"] = "csv"
