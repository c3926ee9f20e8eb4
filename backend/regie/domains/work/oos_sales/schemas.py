"""Out-of-scope sales, what clients decided about them, and the work that waits for it, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    MAX_INT,
    ApiId,
    ConvertibleQuery,
    Currency,
    Day,
    Input,
    Line,
    LinkRef,
    ListQuery,
    Money,
    Note,
    Optionally,
    Output,
    Ref,
)
from regie.core.api.wire import Version as VersionRead
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum
from regie.domains.records.options.schemas import OptionValue
from regie.domains.work.projects.schemas import Status

OosStatus = Literal["proposed", "approved", "in_work", "delivered", "invoiced", "paid", "declined", "cancelled"]
Decision = Literal["approved", "declined"]


class OosSaleBasicRow(Output):
    """One seller's part of one out-of-scope project, to a caller who may not see its money."""

    api_id: str
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
    """`amount` is the seller's part of `project_amount`: the parts of one project add up to it exactly."""

    amount: Money
    project_amount: Money


class OosSaleRow(OosSaleBasicRow, OosSaleAmounts, ConvertedRow):
    """With the seller's part in the currency that was asked for, at the rate of the day it was sold."""


class OosApprovalDetails(Output):
    """The columns of a client's decision."""

    api_id: str
    project: Ref
    decision: Decision
    decided_on: date
    contact_name: str | None
    note: str | None
    decided_by: Ref
    created_at: datetime
    updated_at: datetime
    version: int


class OosApprovalOut(OosApprovalDetails):
    """What the client decided; `attachment` is null too where its file is not the caller's to see."""

    attachment: Ref | None


class OosSaleDetails(OosSaleBasicRow):
    """The columns of one sale."""

    hours_logged: str


class OosSaleBasic(OosSaleDetails):
    approval: OosApprovalOut | None


class OosSaleOut(OosSaleBasic, OosSaleAmounts):
    pass


class OosTotal(Output):
    """In one currency: what was sold and approved, and what was only proposed so far."""

    currency: str
    counted: Money
    proposed: Money


class OosTotals(Output):
    """`converted` is what all rows listed come to in the currency that was asked for, whatever their status."""

    totals: list[OosTotal]
    converted: ConvertedSum | None


class SellerPartBasic(Output):
    api_id: str
    seller: Ref
    weight: int


class SellerPart(SellerPartBasic):
    amount: Money


class ProjectSaleDetails(Output):
    """The columns of the sale behind one project."""

    project: Ref
    status: OosStatus
    sold_on: date
    approved_on: date | None
    hours_logged: str
    currency: str


class ProjectSaleAmount(Output):
    project_amount: Money


class _OneProject(ProjectSaleDetails):
    """The sale behind one out-of-scope project: how far it is, who sold it, what the client decided."""

    approval: OosApprovalOut | None
    may_decide: bool


class ProjectSaleBasic(_OneProject):
    sellers: list[SellerPartBasic]


class ProjectSale(_OneProject, ProjectSaleAmount):
    sellers: list[SellerPart]


class UnapprovedWorkDetails(Output):
    """The columns of extra work that waits."""

    api_id: str
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
    """Extra work without the client's yes; `status` is proposed, or declined where the work goes on all the same."""

    sellers: list[Ref]
    may_decide: bool


class UnapprovedWork(UnapprovedWorkBasic, UnapprovedWorkAmount):
    pass


class OosApprovalFields(Input):
    contact_name: Annotated[Line | None, Optionally] = None
    note: Annotated[Note | None, Optionally] = None
    attachment: Annotated[ApiId | None, Optionally] = None


class OosApprovalCreate(OosApprovalFields):
    project: ApiId
    decision: Decision
    decided_on: Day


class OosApprovalUpdate(OosApprovalFields):
    """Only the fields that are sent change."""

    decision: Decision | None = None
    decided_on: Day | None = None
    version: VersionRead | None = None


class Undoing(Input):
    """Which version was read, in the address."""

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
    """`team` and `has_team` are of the seller as the teams are today; only those who may see teams ask for them."""

    seller: Annotated[list[ApiId], Field(max_length=100)] = []
    status: Annotated[list[OosStatus], Field(max_length=8)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    has_team: bool | None = None


class UnapprovedWorkQuery(ListQuery, _OosFilters):
    """What sales are found by, but for who sold them and how far they are."""
