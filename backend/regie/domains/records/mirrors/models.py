"""Defines the tables that hold copies of the outside services' records.

Every row has the service's id as text, the time of the last read, the time of the service's last change, and the time
at which the record disappeared there. Rows are never deleted, so that links to them survive.
"""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Boolean, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model
from regie.core.lists.text_index import text_index
from regie.core.money.amounts import Amount
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable


class Mirror(Model):
    """The columns of every synchronized record."""

    __abstract__ = True

    id: Mapped[int] = mapped_column(Integer, primary_key=True, sort_order=-10)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id, sort_order=-9)
    external_id: Mapped[str] = mapped_column(String(64), unique=True, sort_order=-8)
    source_url: Mapped[str | None] = mapped_column(String(400), sort_order=95)
    remote_updated_at: Mapped[datetime | None] = mapped_column(sort_order=96)
    synced_at: Mapped[datetime] = mapped_column(index=True, sort_order=97)
    deleted_at: Mapped[datetime | None] = mapped_column(sort_order=98)
    # JSON as text, because a JSON column would turn the service's exact numbers into floats.
    raw: Mapped[str] = mapped_column(Text, default="{}", sort_order=99)


class Named(Searchable):
    """A synchronized record with a name."""

    @declared_attr
    def name(self) -> Mapped[str]:
        return mapped_column(String(400), default="", info=SEARCHED_AS_NAME)


class TeamworkPerson(Named, Mirror):
    __tablename__ = "teamwork_people"

    first_name: Mapped[str | None] = mapped_column(String(200))
    last_name: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254), index=True, info=SEARCHED)
    job_title: Mapped[str | None] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(20), default="account")
    company_id: Mapped[str | None] = mapped_column(String(64))


class TeamworkCompany(Named, Mirror):
    __tablename__ = "teamwork_companies"

    is_owner: Mapped[bool] = mapped_column(Boolean, default=False)
    website: Mapped[str | None] = mapped_column(String(400))
    email: Mapped[str | None] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(200))
    address: Mapped[str | None] = mapped_column(Text)
    industry: Mapped[str | None] = mapped_column(String(200))


class TeamworkCategory(Named, Mirror):
    __tablename__ = "teamwork_categories"

    parent_id: Mapped[str | None] = mapped_column(String(64))
    colour: Mapped[str | None] = mapped_column(String(20))


class TeamworkProject(Named, Mirror):
    __tablename__ = "teamwork_projects"

    company_id: Mapped[str | None] = mapped_column(String(64), index=True)
    category_id: Mapped[str | None] = mapped_column(String(64))
    owner_id: Mapped[str | None] = mapped_column(String(64))
    status: Mapped[str | None] = mapped_column(String(20))
    is_archived: Mapped[bool] = mapped_column(Boolean, default=False)
    start_on: Mapped[date | None]
    end_on: Mapped[date | None]
    # Of a time budget that begins again each month.
    monthly_minutes: Mapped[int | None] = mapped_column(Integer)


class TeamworkTask(Named, Mirror):
    """A task that time was logged on; time entries bring its name."""

    __tablename__ = "teamwork_tasks"


class TimeEntry(Mirror):
    """Minutes that a person logged on a Teamwork project."""

    __tablename__ = "time_entries"
    # Each covers every column that hours are added up from: 400,000 entries are read from the index alone.
    __table_args__ = tuple(
        Index(f"ix_time_entries_{name}_hours", *columns, "minutes", "is_billable", "deleted_at")
        for name, columns in {
            "project": ("teamwork_project_id", "worked_on"),
            "user": ("teamwork_user_id", "worked_on"),
            "task": ("teamwork_task_id", "worked_on"),
            "day": ("worked_on",),
        }.items()
    )

    teamwork_project_id: Mapped[str | None] = mapped_column(String(64))
    teamwork_user_id: Mapped[str | None] = mapped_column(String(64))
    teamwork_task_id: Mapped[str | None] = mapped_column(String(64))
    worked_on: Mapped[date | None]
    minutes: Mapped[int] = mapped_column(Integer, default=0)
    is_billable: Mapped[bool] = mapped_column(Boolean, default=False)
    description: Mapped[str | None] = mapped_column(Text)


class HubspotStage(Named, Mirror):
    """A stage of a sales pipeline; it determines whether a deal is open, won or lost."""

    __tablename__ = "hubspot_stages"

    pipeline_id: Mapped[str | None] = mapped_column(String(64))
    pipeline_name: Mapped[str | None] = mapped_column(String(400))
    position: Mapped[int] = mapped_column(Integer, default=0)
    state: Mapped[str] = mapped_column(String(4), default="open")
    probability: Mapped[str | None] = mapped_column(String(10))


class HubspotOwner(Named, Mirror):
    __tablename__ = "hubspot_owners"

    email: Mapped[str | None] = mapped_column(String(254), index=True, info=SEARCHED)


class HubspotCompany(Named, Mirror):
    __tablename__ = "hubspot_companies"

    domain: Mapped[str | None] = mapped_column(String(400))


class HubspotContact(Named, Mirror):
    """A person at a company of the CRM; contacts without a company are not stored."""

    __tablename__ = "hubspot_contacts"

    title: Mapped[str | None] = mapped_column(String(200))
    # In lower case.
    email: Mapped[str | None] = mapped_column(String(254), index=True, info=SEARCHED)
    phone: Mapped[str | None] = mapped_column(String(200))


class HubspotContactCompany(Model):
    """A company of a contact, both by their ids at HubSpot."""

    __tablename__ = "hubspot_contact_companies"

    contact_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    company_id: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)


class HubspotDeal(Named, Mirror):
    """A deal of the CRM; matching sets `client_id` and `account_manager_id`."""

    __tablename__ = "hubspot_deals"
    __table_args__ = (text_index("hubspot_deals"),)

    amount: Mapped[Decimal | None] = mapped_column(Amount)
    hourly_rate: Mapped[Decimal | None] = mapped_column(Amount)
    # The recurring revenue that the deal brings each month.
    monthly_amount: Mapped[Decimal | None] = mapped_column(Amount)
    currency: Mapped[str | None] = mapped_column(String(3))
    pipeline_id: Mapped[str | None] = mapped_column(String(64))
    stage_id: Mapped[str | None] = mapped_column(String(64), index=True)
    # The stage's label and state, updated whenever the pipelines change.
    stage: Mapped[str | None] = mapped_column(String(400))
    state: Mapped[str] = mapped_column(String(4), default="open", index=True)
    deal_type: Mapped[str | None] = mapped_column(String(200))
    project_kind: Mapped[str | None] = mapped_column(String(8))
    owner_id: Mapped[str | None] = mapped_column(String(64))
    company_id: Mapped[str | None] = mapped_column(String(64), index=True)
    closed_on: Mapped[date | None]
    client_id: Mapped[int | None] = mapped_column(ForeignKey("clients.id", ondelete="SET NULL"), index=True)
    account_manager_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)


class QuickbooksCustomer(Named, Mirror):
    __tablename__ = "quickbooks_customers"

    company_name: Mapped[str | None] = mapped_column(String(400), info=SEARCHED)
    email: Mapped[str | None] = mapped_column(String(254), info=SEARCHED)
    phone: Mapped[str | None] = mapped_column(String(200))
    address: Mapped[str | None] = mapped_column(Text)
    currency: Mapped[str | None] = mapped_column(String(3))
    balance: Mapped[Decimal | None] = mapped_column(Amount)
    parent_id: Mapped[str | None] = mapped_column(String(64), index=True)
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
