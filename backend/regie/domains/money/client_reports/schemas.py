"""API schemas of reports for clients, of their private links, and of the page behind a link."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import EmptyAsNone, Input, MultilineText, Output, Ref, SingleLineText
from regie.core.text.locale import Locale
from regie.domains.work.oos_sales.schemas import Decision
from regie.domains.work.retainers.schemas import Month

LinkState = Literal["active", "expired", "withdrawn"]
WorkState = Literal["waiting", "approved", "declined"]
# A wrong token of any form gets the answer of an unknown link.
Token = Annotated[SingleLineText, Field(max_length=200)]


class ReportFigure(Output):
    """A line of the hours; `is_total` marks what follows from the lines before it."""

    label: str
    value: str
    is_total: bool


class ReportTable(Output):
    """A table as texts; the first `texts` columns are texts, the others numbers; `total` is empty without one."""

    title: str
    heads: list[str]
    texts: int
    rows: list[list[str]]
    total_label: str
    total: str


class ReportWork(Output):
    """Extra work, or an amendment of its amount; `key` identifies it on this page only.

    `state_text` says who decided and when, or that it awaits approval.
    """

    key: str
    name: str
    description: str | None
    amount: str
    state: WorkState
    state_text: str


class ReportDocument(Output):
    """A report as texts in one language; the page and the PDF show the same."""

    locale: Locale
    organization: str
    client: str
    retainer: str
    title: str
    month: str
    as_of: str
    hours_title: str
    hours: list[ReportFigure]
    tables: list[ReportTable]
    work_title: str | None
    work: list[ReportWork]
    note: str


class SharedReport(ReportDocument):
    """A report behind a link; `expires` says until when the link works, and `may_decide` whether work awaits it."""

    expires: str
    may_decide: bool


class ReportLinkOut(Output):
    """A link without its token, which is not stored."""

    api_id: str
    month: date
    created_by: Ref
    created_at: datetime
    expires_at: datetime
    last_opened_at: datetime | None
    withdrawn_at: datetime | None
    withdrawn_by: Ref | None
    state: LinkState


class ReportLinks(Output):
    """The links and the months that can be shared, the newest first; `locale` is the client's language."""

    months: list[date]
    locale: Locale
    can_share: bool
    links: list[ReportLinkOut]


class ReportLinkCreate(Input):
    """The link expires `days` days from now."""

    month: Month
    days: Annotated[int, Field(ge=1, le=90, strict=True)] = 30


class NewReportLink(ReportLinkOut):
    """With the link's address, which is returned only once."""

    url: str


class SharedReportRequest(Input):
    """The token of a private link; the report is in the language of `X-Api-Locale`."""

    token: Token


class SharedDecision(SharedReportRequest):
    """The client's decision about one piece of extra work; `name` is that of the person who decides."""

    key: Annotated[SingleLineText, Field(max_length=64)]
    decision: Decision
    name: SingleLineText
    reason: Annotated[MultilineText | None, EmptyAsNone] = None
