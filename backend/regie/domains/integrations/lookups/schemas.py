"""API schemas of the copied records of the outside services."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Currency, ListQuery, Money, Output, Ref

Deleted = Literal["exclude", "only", "include"]
DealState = Literal["open", "won", "lost"]


class Mirror(Output):
    """`deleted_at`: when the service deleted the record; `synced_at`: when it was last read."""

    api_id: str
    external_id: str
    name: str
    source_url: str | None
    synced_at: datetime
    deleted_at: datetime | None


class TeamworkUser(Mirror):
    first_name: str | None
    last_name: str | None
    email: str | None
    job_title: str | None


class TeamworkClient(Mirror):
    website: str | None
    email: str | None
    phone: str | None
    address: str | None
    industry: str | None
    client: Ref | None


class TeamworkProject(Mirror):
    company: Ref | None
    category: Ref | None
    owner: Ref | None
    status: str | None
    is_archived: bool
    start_on: date | None
    end_on: date | None
    project: Ref | None


class TeamworkCategory(Mirror):
    colour: str | None
    parent: Ref | None


class HubspotDeal(Mirror):
    amount: Money | None
    hourly_rate: Money | None
    stage: str | None
    state: DealState
    deal_type: str | None
    owner: Ref | None
    company: Ref | None
    closed_on: date | None


class QuickbooksCustomer(Mirror):
    company_name: str | None
    email: str | None
    phone: str | None
    address: str | None
    currency: str | None
    balance: Money | None
    parent: Ref | None
    is_active: bool
    client: Ref | None


class MirrorQuery(ListQuery):
    deleted: Deleted = "exclude"


class LinkedQuery(MirrorQuery):
    """`linked`: whether a client, or for people an employee, is linked to the record."""

    linked: bool | None = None


class TeamworkProjectQuery(MirrorQuery):
    company: Annotated[list[ApiId], Field(max_length=100)] = []
    category: Annotated[list[ApiId], Field(max_length=100)] = []
    archived: Deleted = "include"
    with_project: bool | None = None


class HubspotDealQuery(MirrorQuery):
    state: Annotated[list[DealState], Field(max_length=3)] = []
    owner: Annotated[list[ApiId], Field(max_length=100)] = []
    company: Annotated[list[ApiId], Field(max_length=100)] = []


class QuickbooksCustomerQuery(LinkedQuery):
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    active: bool | None = None
