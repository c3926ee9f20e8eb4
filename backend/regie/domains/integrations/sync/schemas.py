"""API schemas of synchronization runs and connections."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import Flag, Input, ListQuery, Output
from regie.domains.integrations.connections.models import Service

# The lists whose full reads return every record.
ListName = Literal[
    "people",
    "companies",
    "categories",
    "projects",
    "time_entries",
    "stages",
    "owners",
    "deals",
    "contacts",
    "customers",
    "invoices",
    "payments",
    "credit_memos",
]
RunStatus = Literal["queued", "running", "succeeded", "failed"]


class SyncRunCreate(Input):
    """`full` reads everything again and marks missing records as deleted; otherwise, only changes are read.
    `accepts_missing` confirms that all records missing from a full read are deleted.
    """

    service: Service
    full: Flag = False
    accepts_missing: Flag = False


class SyncRunQuery(ListQuery):
    service: Annotated[list[Service], Field(max_length=3)] = []
    status: Annotated[list[RunStatus], Field(max_length=4)] = []


class Progress(Output):
    """`done` of `total` lists; `step` is the current one."""

    step: str | None
    done: int
    total: int | None


class MissingRecords(Output):
    """How many of the `known` records of a list a full read did not find."""

    kind: ListName
    count: int
    known: int


class SkippedRecords(Output):
    """A list that was not read: the key lacks the permission `scope` of the service."""

    kind: ListName
    scope: str


class RunRow(Output):
    """The columns of a run."""

    api_id: str
    service: Service
    status: RunStatus
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    is_full: bool
    is_first: bool
    step: str | None
    done: int
    total: int | None
    records: int
    problems: int
    missing: list[MissingRecords] | None
    skipped: list[SkippedRecords] | None
    error: str | None
    error_detail: str | None


class LastRun(Output):
    api_id: str
    status: RunStatus
    is_full: bool
    is_first: bool
    started_at: datetime | None
    finished_at: datetime | None
    progress: Progress
    # The number of records read, and of records with invalid values.
    records: int
    problems: int
    # Marked as deleted by a successful run; found missing, but not marked, by a failed one.
    missing: list[MissingRecords]
    # The error code, and the translated message about it, or about lists that were not read.
    error: str | None
    message: str | None


class SyncRunOut(LastRun):
    service: Service
    created_at: datetime


ConnectionState = Literal["ok", "running", "stale", "needs_attention", "never", "off"]


class Connection(Output):
    """`off`: not connected. `needs_attention`: an administrator must act. `stale`: the last success is old, or a
    transient error occurred. `message` also names lists that were not read. `next_run_at` is null without automatic
    synchronization.
    """

    service: Service
    state: ConnectionState
    last_success_at: datetime | None
    next_run_at: datetime | None
    consent_ends_at: datetime | None
    last_run: LastRun | None
    message: str | None
    what_to_do: str | None


class LastSynchronization(Output):
    """The time of a service's last successful run; null when none succeeded."""

    service: Service
    last_success_at: datetime | None


class LastSynchronizations(Output):
    data: list[LastSynchronization]


class Connections(Output):
    data: list[Connection]
