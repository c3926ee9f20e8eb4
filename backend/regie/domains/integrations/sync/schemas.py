"""Synchronisation runs and connections, over the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import Flag, Input, ListQuery, Output
from regie.domains.integrations.connections.models import Service

RunStatus = Literal["queued", "running", "succeeded", "failed"]


class SyncRunCreate(Input):
    """`full` reads everything again and notes what is gone; otherwise only changes are read. `accepts_missing` is
    for somebody who has looked: what such a reading does not find is really gone, however much it is.
    """

    service: Service
    full: Flag = False
    accepts_missing: Flag = False


class SyncRunQuery(ListQuery):
    service: Annotated[list[Service], Field(max_length=3)] = []
    status: Annotated[list[RunStatus], Field(max_length=4)] = []


class Progress(Output):
    """`done` of `total` lists; `step` is the one under way."""

    step: str | None
    done: int
    total: int | None


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
    # What was read, and how many of these records could not be kept as they were.
    records: int
    problems: int
    # A code of the catalogue for programs, and its words.
    error: str | None
    message: str | None


class SyncRunOut(LastRun):
    service: Service
    created_at: datetime


ConnectionState = Literal["ok", "running", "stale", "needs_attention", "never", "off"]


class Connection(Output):
    """`off` is not connected; `needs_attention` waits for a person; `stale` data is shown with its age while the
    trouble may pass. `next_run_at` is null where nothing is read by itself.
    """

    service: Service
    state: ConnectionState
    last_success_at: datetime | None
    next_run_at: datetime | None
    consent_ends_at: datetime | None
    last_run: LastRun | None
    message: str | None
    what_to_do: str | None


class Connections(Output):
    data: list[Connection]
