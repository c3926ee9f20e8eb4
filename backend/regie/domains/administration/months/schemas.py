"""API schemas of months."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.access.permissions import ScopeName
from regie.core.api.wire import Currency, EmptyAsNone, Input, ListQuery, MultilineText, Output, Ref
from regie.domains.insights.statistics.schemas import RestatedFigure
from regie.domains.records.settings.schemas import Language

MonthState = Literal["current", "open", "closed"]
MonthAction = Literal["close", "reopen"]
OpenPointName = Literal[
    "synchronizations",
    "retainer_periods",
    "hours_over",
    "churns",
    "approvals",
    "undated_terms",
    "invoices",
    "unreconciled_invoices",
    "missing_time",
]
PackStatus = Literal["waiting", "running", "ready", "failed"]
PackFormat = Literal["pdf", "xlsx"]
_Reason = Annotated[MultilineText, Field(max_length=500)]
_Comment = Annotated[MultilineText, Field(max_length=2_000)]


class MonthQuery(ListQuery):
    """The months, newest first."""


class MonthFiguresQuery(Input):
    """`currency` defaults to the caller's own; `scope` is that of a dashboard, everything by default."""

    currency: Currency | None = None
    scope: ScopeName = "all"


class RestatementQuery(ListQuery):
    """The restatements of one figure of a month such as `2026-10`, in the same currency and scope as the figure.

    `compared=first_closing` lists the corrections of a month that was closed again: `published` is what its first
    closing published, `known_today` what the present one does.
    """

    month: Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}$")]
    figure: RestatedFigure
    currency: Currency | None = None
    scope: ScopeName = "all"
    compared: Literal["today", "first_closing"] = "today"


class MonthClose(Input):
    """`reason` is required where points are open; the comment is stored with the closing."""

    reason: Annotated[_Reason | None, EmptyAsNone] = None
    comment: Annotated[_Comment | None, EmptyAsNone] = None


class MonthReopen(Input):
    reason: Annotated[_Reason, Field(min_length=1)]


class MonthPackFileOut(Output):
    """A file of a pack: `GET /api/v1/month-pack-files/{api_id}/content` downloads it."""

    api_id: str
    format: PackFormat
    language: Language
    file_name: str
    size: int


class MonthPackOut(Output):
    """The month-end pack of a closing; it has files once it is `ready`."""

    api_id: str
    status: PackStatus
    files: list[MonthPackFileOut]


class Closing(Output):
    """One closing of a month; `reopened_at` is null for the one in force.

    `pack` is null for a closing of a release without month-end packs.
    """

    closed_at: datetime
    closed_by: Ref
    reason: str | None
    comment: str | None
    reopened_at: datetime | None
    reopened_by: Ref | None
    reopen_reason: str | None
    pack: MonthPackOut | None


class MonthRow(Output):
    """`api_id` is the month as text (`2026-10`); `closing` is null unless the month is closed.

    `actions` lists what the caller may do now.
    """

    api_id: str
    starts_on: date
    ends_on: date
    state: MonthState
    closing: Closing | None
    actions: list[MonthAction]


class OpenPoint(Output):
    """What is still open for a month, with the number of records."""

    name: OpenPointName
    count: int


class MonthDetails(MonthRow):
    """`closings` are all closings of the month, newest first; `open_points` is empty for a closed month."""

    open_points: list[OpenPoint]
    closings: list[Closing]
