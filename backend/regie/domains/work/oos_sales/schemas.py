"""API schemas of out-of-scope sales, client decisions and work awaiting approval."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    MAX_INT,
    ApiId,
    ConvertibleQuery,
    Currency,
    Day,
    EmptyAsNone,
    Input,
    LinkRef,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
)
from regie.core.api.wire import Version as VersionRead
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum
from regie.domains.records.options.schemas import OptionValue
from regie.domains.work.projects.schemas import Status

OosStatus = Literal["proposed", "approved", "in_work", "delivered", "invoiced", "paid", "declined", "cancelled"]
Decision = Literal["approved", "declined"]
SalePart = Literal["original", "amendment"]


class OosSaleBasicRow(Output):
    """One seller's share of an out-of-scope project, or of an amendment of its amount, without its money.

    `sold_on` of an amendment is the day from which it holds.
    """

    api_id: str
    part: SalePart
    project: LinkRef
    number: str
    client: LinkRef
    parent: LinkRef | None
    seller: Ref
    weight: int
    account_manager: Ref
    status: OosStatus
    sold_on: date
    approved_on: date | None
    oos_type: str | None
    currency: str


class OosSaleAmounts(Output):
    """`amount` is the seller's share of the original amount or of the amendment.

    The shares of the original amount and of the approved amendments add up to `project_amount` exactly.
    """

    amount: Money
    project_amount: Money


class OosSaleRow(OosSaleBasicRow, OosSaleAmounts, ConvertedRow):
    """With the seller's share in the requested currency, at the rate of the day of sale."""


class OosApprovalDetails(Output):
    """The columns of a client's decision; `amendment` is null for the work itself.

    A decision that the client made on the page of a report has no `decided_by`: when the link was made and the
    client's network address are its proof.
    """

    api_id: str
    project: Ref
    amendment: str | None
    decision: Decision
    decided_on: date
    contact_name: str | None
    note: str | None
    decided_by: Ref | None
    link_made_at: datetime | None
    client_address: str | None
    created_at: datetime
    updated_at: datetime
    version: int


class OosApprovalOut(OosApprovalDetails):
    """The client's decision; `attachment` is also null when the caller may not open the file."""

    attachment: Ref | None


class OosSaleDetails(OosSaleBasicRow):
    """The columns of one sale; `amendment` is null for the original amount."""

    amendment: str | None
    hours_logged: str


class OosSaleBasic(OosSaleDetails):
    approval: OosApprovalOut | None


class OosSaleOut(OosSaleBasic, OosSaleAmounts):
    pass


class OosTotal(Output):
    """The totals in one currency: approved sales, and sales that are only proposed."""

    currency: str
    counted: Money
    proposed: Money


class OosTotals(Output):
    """`converted` is the total of all listed rows in the requested currency, whatever their status."""

    totals: list[OosTotal]
    converted: ConvertedSum | None


class SellerShareBasic(Output):
    api_id: str
    seller: Ref
    weight: int


class SellerShare(SellerShareBasic):
    """The seller's share of the project's amount, with its approved amendments."""

    amount: Money


class ProjectSaleDetails(Output):
    """The columns of the sale of one project."""

    project: Ref
    status: OosStatus
    sold_on: date
    approved_on: date | None
    hours_logged: str
    currency: str


class ProjectSaleAmount(Output):
    project_amount: Money


class _ProjectSaleBase(ProjectSaleDetails):
    """The sale of one out-of-scope project: its status, sellers and client decision."""

    approval: OosApprovalOut | None
    may_decide: bool


class ProjectSaleBasic(_ProjectSaleBase):
    sellers: list[SellerShareBasic]


class ProjectSale(_ProjectSaleBase, ProjectSaleAmount):
    sellers: list[SellerShare]


class UnapprovedWorkDetails(Output):
    """The columns of work awaiting approval; `api_id` is that of the project, or of the amendment."""

    api_id: str
    part: SalePart
    project: LinkRef
    number: str
    name: str
    client: LinkRef
    parent: LinkRef | None
    account_manager: Ref
    status: OosStatus
    project_status: Status
    oos_type: str | None
    sold_on: date
    days_waiting: int
    hours_logged: str
    currency: str


class UnapprovedWorkAmount(Output):
    amount: Money


class UnapprovedWorkBasic(UnapprovedWorkDetails):
    """Out-of-scope work, or an amendment, without client approval.

    `status` is proposed, or declined where the work continues.
    """

    sellers: list[Ref]
    may_decide: bool


class UnapprovedWork(UnapprovedWorkBasic, UnapprovedWorkAmount):
    pass


class OosApprovalFields(Input):
    contact_name: Annotated[SingleLineText | None, EmptyAsNone] = None
    note: Annotated[MultilineText | None, EmptyAsNone] = None
    attachment: Annotated[ApiId | None, EmptyAsNone] = None


class OosApprovalCreate(OosApprovalFields):
    """`amendment` is the amendment of the project's amount that the client decides about."""

    project: ApiId
    amendment: Annotated[ApiId | None, EmptyAsNone] = None
    decision: Decision
    decided_on: Day


class OosApprovalUpdate(OosApprovalFields):
    """Only the sent fields change."""

    decision: Decision | None = None
    decided_on: Day | None = None
    version: VersionRead | None = None


class UndoQuery(Input):
    """The version that the caller read, as a query parameter."""

    version: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None


class _OosFilters(Input):
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    parent: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    oos_type: Annotated[list[OptionValue], Field(max_length=20)] = []
    currency: Annotated[list[Currency], Field(max_length=60)] = []
    sold_from: Day | None = None
    sold_to: Day | None = None


class OosSaleQuery(ConvertibleQuery, _OosFilters):
    """`team` and `has_team` refer to the seller's teams on the day of sale; they require permission to view teams."""

    seller: Annotated[list[ApiId], Field(max_length=100)] = []
    status: Annotated[list[OosStatus], Field(max_length=8)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    has_team: bool | None = None


class UnapprovedWorkQuery(ListQuery, _OosFilters):
    """The filters of sales, except seller and status."""
