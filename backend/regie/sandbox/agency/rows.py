"""The services' records; money in cents, days as ordinals, instants in epoch milliseconds."""

from dataclasses import dataclass


@dataclass(slots=True)
class Person:
    id: int
    first_name: str
    last_name: str
    email: str
    title: str | None
    kind: str
    created: int
    updated: int
    company_id: int
    rate: int = 14_500
    cost: int = 6_200
    timezone: str = "America/Toronto"
    is_admin: bool = False
    is_client_user: bool = False
    is_service_account: bool = False
    deleted: bool = False
    without_updated: bool = False


@dataclass(slots=True)
class TeamworkCompany:
    id: int
    name: str
    created: int
    updated: int
    address: str
    city: str
    region: str
    postal_code: str
    country: str
    email: str
    website: str
    phone: str
    managed_by: int | None
    currency: str
    is_owner: bool = False
    deleted: bool = False
    profile: str | None = None


@dataclass(slots=True)
class Category:
    id: int
    name: str
    color: str
    parent_id: int | None = None


@dataclass(slots=True)
class Project:
    id: int
    name: str
    description: str
    status: str
    company_id: int
    category_id: int | None
    owner_id: int | None
    created_by: int
    start_day: int | None
    end_day: int | None
    created: int
    updated: int
    completed: int | None = None
    last_worked: int | None = None
    is_billable: bool = True
    monthly_minutes: int | None = None


@dataclass(slots=True)
class TimeEntry:
    id: int
    person_id: int
    project_id: int
    task_id: int
    day: int
    logged: int
    minutes: int
    is_billable: bool
    description: str
    created: int
    updated: int
    deleted: bool = False


@dataclass(slots=True)
class Deal:
    id: int
    name: str
    amount: str | None
    currency: str
    pipeline: str
    stage: str
    owner_id: int | None
    close: int | None
    kind: str | None
    created: int
    updated: int
    company_ids: tuple[int, ...]
    monthly: str | None = None
    hourly_rate: str | None = None
    archived: bool = False
    archived_at: int = 0
    merged_ids: tuple[int, ...] = ()
    merged_into: int | None = None


@dataclass(slots=True)
class HubspotCompany:
    id: int
    name: str
    domain: str | None
    city: str
    region: str
    country: str
    industry: str
    owner_id: int | None
    created: int
    updated: int
    archived: bool = False
    archived_at: int = 0
    merged_ids: tuple[int, ...] = ()
    merged_into: int | None = None


@dataclass(slots=True)
class HubspotContact:
    id: int
    first_name: str
    last_name: str
    email: str | None
    title: str | None
    phone: str | None
    mobile: str | None
    created: int
    updated: int
    # The primary company first.
    company_ids: tuple[int, ...]
    archived: bool = False
    archived_at: int = 0
    merged_ids: tuple[int, ...] = ()
    merged_into: int | None = None


HubspotRecord = Deal | HubspotCompany | HubspotContact


@dataclass(slots=True)
class Owner:
    id: int
    email: str
    first_name: str
    last_name: str
    user_id: int
    created: int
    updated: int
    archived: bool = False
    kind: str = "PERSON"
    team: str | None = None


@dataclass(slots=True)
class Customer:
    id: int
    name: str
    company_name: str
    currency: str
    email: str
    phone: str
    address: str
    city: str
    region: str
    postal_code: str
    country: str
    created: int
    updated: int
    parent_id: int | None = None
    parent_name: str = ""
    active: bool = True
    balance: int = 0
    sync_token: int = 0


@dataclass(slots=True)
class Line:
    text: str
    amount: int
    quantity: int = 1


@dataclass(slots=True)
class Invoice:
    id: int
    number: str
    customer_id: int
    day: int
    due_day: int
    currency: str
    rate: float
    lines: tuple[Line, ...]
    taxes: tuple[tuple[str, float, int], ...]
    total: int
    balance: int
    created: int
    updated: int
    payment_ids: tuple[int, ...] = ()
    is_tax_included: bool = False
    note: str | None = None
    voided: bool = False
    deleted: bool = False
    sync_token: int = 0


@dataclass(slots=True)
class CreditMemo:
    id: int
    number: str
    customer_id: int
    day: int
    currency: str
    rate: float
    text: str
    total: int
    remaining: int
    created: int
    updated: int
    note: str | None = None
    voided: bool = False
    deleted: bool = False
    sync_token: int = 0


@dataclass(slots=True)
class Payment:
    id: int
    customer_id: int
    day: int
    currency: str
    rate: float
    total: int
    unapplied: int
    reference: str | None
    applied: tuple[tuple[int, str, int], ...]
    created: int
    updated: int
    note: str | None = None
    voided: bool = False
    deleted: bool = False
    sync_token: int = 0
