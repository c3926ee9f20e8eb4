"""Synchronisation runs and connections, over the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.wire import Input, ListQuery, Output

Service = Literal["teamwork", "hubspot", "quickbooks"]
RunStatus = Literal["queued", "running", "succeeded", "failed"]


class SyncRunCreate(Input):
    """`full` reads everything again and notes what is gone; otherwise only changes are read."""

    service: Service
    full: bool = False


class SyncRunQuery(ListQuery):
    service: Annotated[list[Service], Field(max_length=3)] = []
    status: Annotated[list[RunStatus], Field(max_length=4)] = []


class Progress(Output):
    """`done` of `total` lists; `step` is the one under way."""

    step: str | None
    done: int
    total: int | None


class SyncRunOut(Output):
    api_id: str
    service: Service
    status: RunStatus
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: Progress
    records: int
    message: str | None


class LastRun(Output):
    api_id: str
    status: RunStatus
    started_at: datetime | None
    finished_at: datetime | None
    records: int
    message: str | None


class Connection(Output):
    """`needs_attention` waits for a person; `stale` data is shown with its age while the trouble may pass."""

    service: Service
    state: Literal["ok", "running", "stale", "needs_attention", "never"]
    last_success_at: datetime | None
    last_run: LastRun | None
    message: str | None
    what_to_do: str | None


class Connections(Output):
    data: list[Connection]
