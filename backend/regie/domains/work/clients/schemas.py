"""API schemas of clients."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    ApiId,
    Archived,
    Currency,
    Day,
    Email,
    EmptyAsNone,
    Flag,
    Input,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
    Tags,
    Url,
    Version,
)
from regie.domains.records.dated_fields.schemas import TermFields
from regie.domains.records.mirrors.schemas import Link
from regie.domains.records.options.schemas import OptionValue

Status = Literal["prospect", "active", "inactive", "churned"]
Health = Literal["green", "amber", "red"]
HealthReasonKind = Literal[
    "overdue",
    "lost",
    "renewal",
    "hours_over",
    "unanswered",
    "declined",
    "fee_lowered",
    "hours_falling",
    "hours_unused",
    "no_recent_note",
]
Language = Literal["en-us", "fr-ca"]
ClientAction = Literal["edit", "edit_billing", "archive", "unarchive", "delete"]


class ClientBasicRow(Output):
    """A client for callers who may not see its money.

    `leaving_on` is the last day of its last retainer, if its churn is recorded, through that day. `health` follows from
    the reasons that the caller may see, or is what a person set; null unless the client is active.
    """

    api_id: str
    name: str
    account_manager: Ref
    team: Ref | None
    currency: str
    status: Status
    leaving_on: date | None
    health: Health | None
    tags: list[str]
    archived_at: datetime | None
    updated_at: datetime
    version: int


class ClientMoney(Output):
    """`outstanding` is what the client owes less what it may still deduct: negative where it has a credit."""

    mrr: Money
    outstanding: Money
    overdue: Money


class OtherAmount(Output):
    """An amount in another currency than the client's; `converted` is null without a rate, and then in no total."""

    amount: Money
    converted: Money | None


class OtherCurrencies(Output):
    mrr: list[OtherAmount]
    outstanding: list[OtherAmount]
    overdue: list[OtherAmount]


class ClientRow(ClientBasicRow, ClientMoney):
    """Amounts are in the client's currency; `other_currencies` are those that were converted, at today's rate."""

    other_currencies: OtherCurrencies


class ClientDetails(ClientBasicRow):
    """The columns of one client."""

    language: Language | None
    industry: str | None
    website: str | None
    contact_name: str | None
    contact_title: str | None
    contact_email: str | None
    contact_phone: str | None
    billing_email: str | None
    address: str | None
    payment_terms_days: int | None
    notes: str | None
    health_note: str | None
    health_until: date | None
    first_active_on: date | None
    churned_on: date | None
    created_at: datetime


class ClientTotals(ClientMoney):
    """`unapplied` is zero or negative: the payments and credit notes that no invoice has used yet, in `outstanding`."""

    unapplied: Money
    lifetime_revenue: Money


class ClientBasic(ClientDetails):
    """`contact_source_url` is the primary contact's address at HubSpot, if it is there too."""

    links: list[Link]
    contact_source_url: str | None
    can: list[ClientAction]


class ClientOut(ClientBasic, ClientTotals):
    other_currencies: OtherCurrencies


class HealthReason(Output):
    """Why a client is at a level; only the figures of its kind are not null.

    `overdue`: `money` on `count` invoices, the oldest `days` late. `lost`: a retainer ends or ended `on` that day.
    `renewal`: due in `days`, negative when late. `hours_over`: by `hours` this month. `unanswered`: extra work sold
    `days` ago. `declined`: `on` that day. `fee_lowered`: from `before` to `money`. `hours_falling`: by `percent`, to
    `hours` in three months. `hours_unused`: `percent` of three months' hours were used. `no_recent_note`: the last
    dated note is of `on`, `days` ago.
    """

    kind: HealthReasonKind
    level: Health
    project: Ref | None
    on: date | None
    days: int | None
    count: int | None
    percent: int | None
    hours: str | None
    money: Money | None
    before: Money | None


class SetHealth(Output):
    """The level that a person set, through the day `until`."""

    level: Health
    reason: str | None
    until: date


HealthGap = Literal["money", "hours", "work", "other_projects"]


class ClientHealth(Output):
    """The health of a client: `level` is what a person set, or `computed` from the reasons that the caller may see.

    `not_counted` names the reasons that the caller may not see, whether there are any or not.
    """

    level: Health | None
    computed: Health | None
    set: SetHealth | None
    reasons: list[HealthReason]
    not_counted: list[HealthGap]


class ClientFields(Input):
    """The fields that create and update share; an empty text means null."""

    team: Annotated[ApiId | None, EmptyAsNone] = None
    language: Annotated[Language | None, EmptyAsNone] = None
    industry: Annotated[OptionValue | None, EmptyAsNone] = None
    website: Annotated[Url | None, EmptyAsNone] = None
    contact_name: Annotated[SingleLineText | None, EmptyAsNone] = None
    contact_title: Annotated[SingleLineText | None, EmptyAsNone] = None
    contact_email: Annotated[Email | None, EmptyAsNone] = None
    contact_phone: Annotated[SingleLineText | None, EmptyAsNone] = None
    billing_email: Annotated[Email | None, EmptyAsNone] = None
    address: Annotated[MultilineText | None, EmptyAsNone] = None
    payment_terms_days: Annotated[int, Field(ge=0, le=365, strict=True)] | None = None
    tags: Tags = []
    notes: Annotated[MultilineText | None, EmptyAsNone] = None


class ClientCreate(ClientFields):
    name: SingleLineText
    account_manager: ApiId
    currency: Currency


class ClientUpdate(ClientFields):
    """Only the sent fields change; required ones may be omitted but not emptied.

    `health` sets the level until `health_until`, for the reason in `health_note`; an empty one takes that back.
    """

    name: SingleLineText = ""
    account_manager: ApiId = ""
    currency: Currency = ""
    archived: Flag = False
    health: Annotated[Health | None, EmptyAsNone] = None
    health_note: Annotated[MultilineText | None, EmptyAsNone] = None
    health_until: Annotated[Day | None, EmptyAsNone] = None
    version: Version | None = None


class ClientChange(Input):
    """A change of many clients at once."""

    account_manager: ApiId = ""
    team: Annotated[ApiId | None, EmptyAsNone] = None
    archived: Flag = False


class ClientQuery(ListQuery):
    """`overdue` and `renewing` (within ninety days) find what the caller may see, and nothing else."""

    status: Annotated[list[Status], Field(max_length=4)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    health: Annotated[list[Health], Field(max_length=3)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    leaving: bool | None = None
    overdue: bool | None = None
    renewing: bool | None = None
    archived: Archived = "exclude"


class ClientTermFields(TermFields):
    """Who is responsible from a day on; only the sent fields change."""

    account_manager: Annotated[ApiId | None, EmptyAsNone] = None
    team: Annotated[ApiId | None, EmptyAsNone] = None


class ClientTermCreate(ClientTermFields):
    pass


class ClientTermUpdate(ClientTermFields):
    """Only the sent fields change; a term keeps its field."""

    effective_from: Annotated[Day | None, EmptyAsNone] = None  # type: ignore[assignment]
