"""Defines the tables of projects, of all three kinds, and of what belongs to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from sqlalchemy import JSON, Boolean, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.db.table_parts import declare_part
from regie.core.lists.text_index import text_index
from regie.core.money.amounts import Amount, Hours, round_amount
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

KINDS = ("fixed", "oos", "retainer")
DECISIONS = ("approved", "declined")
APPROVALS = ("waiting", *DECISIONS)
BURN_LEVELS = ("over", "high", "ok")
DEADLINES = ("late", "ending_soon")
STATUSES = ("draft", "active", "on_hold", "completed", "cancelled", "ended", "churned")
# The name of a retainer's dated running state in `terms`, and its value while the retainer is paused.
STATE, PAUSED = "state", "on_hold"
BillingInterval = Literal["month", "quarter", "year"]
MONTHS_OF_INTERVALS: Mapping[str, int] = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class FeeValue:
    """A fee as agreed: the amount for each billing interval."""

    interval: BillingInterval
    billed: Decimal

    @property
    def months(self) -> int:
        return MONTHS_OF_INTERVALS[self.interval]

    def monthly(self, currency: str) -> Decimal:
        """Return the part of one month, rounded half up; figures count it."""
        if self.months == 1:
            return self.billed
        return round_amount(self.billed / self.months, currency)


def fee_value(interval: BillingInterval, interval_amount: Decimal | None, amount: Decimal) -> FeeValue:
    """Return a stored fee; the amount per interval is null for a monthly one."""
    return FeeValue(interval, amount if interval_amount is None else interval_amount)


class Project(Searchable, Record):
    """A piece of work for a client; fields of other kinds stay null."""

    __tablename__ = "projects"
    audit = Audit(
        "project",
        money=frozenset(
            {
                "currency", "hourly_rate", "amount", "monthly_fee", "billing_interval", "interval_fee", "overage_rate",
                "billing_day",
            }
        ),
    )  # fmt: skip
    __table_args__ = (Index("ix_projects_kind_status", "kind", "status"), text_index("projects"))

    number: Mapped[str] = mapped_column(String(20), unique=True, info=SEARCHED)
    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    kind: Mapped[str] = mapped_column(String(8))
    status: Mapped[str] = mapped_column(String(10), default="draft")
    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id"), index=True)
    account_manager_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    project_manager_id: Mapped[int | None] = mapped_column(ForeignKey("employees.id"), index=True)
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id"), index=True)
    start_on: Mapped[date]
    end_on: Mapped[date | None]
    currency: Mapped[str] = mapped_column(String(3))
    hourly_rate: Mapped[Decimal | None] = mapped_column(Amount)
    budget_hours: Mapped[Decimal | None] = mapped_column(Hours)
    counted_hours: Mapped[str] = mapped_column(String(8), default="all")
    # An entered estimate in whole per cent; hours used do not say how much is done.
    percent_done: Mapped[int | None] = mapped_column(Integer)
    description: Mapped[str | None] = mapped_column(Text)
    tags: Mapped[list[str]] = mapped_column(JSON, default=list)
    health: Mapped[str | None] = mapped_column(String(5))
    teamwork_project_id: Mapped[str | None] = mapped_column(String(64), unique=True)
    deal_id: Mapped[int | None] = mapped_column(ForeignKey("hubspot_deals.id"), unique=True)
    archived_at: Mapped[datetime | None]
    # Fixed-price and out-of-scope.
    amount: Mapped[Decimal | None] = mapped_column(Amount)
    # Out-of-scope.
    parent_project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id"), index=True)
    sold_on: Mapped[date | None] = mapped_column(index=True)
    oos_type: Mapped[str | None] = mapped_column(String(40))
    approved_on: Mapped[date | None]
    # Retainer; its monthly fee is in `project_fees`.
    included_hours: Mapped[Decimal | None] = mapped_column(Hours)
    billing_day: Mapped[int | None] = mapped_column(Integer)
    term_months: Mapped[int | None] = mapped_column(Integer)
    renews_on: Mapped[date | None]
    auto_renew: Mapped[bool | None] = mapped_column(Boolean)
    notice_days: Mapped[int | None] = mapped_column(Integer)
    rollover: Mapped[str | None] = mapped_column(String(8))
    rollover_cap_hours: Mapped[Decimal | None] = mapped_column(Hours)
    rollover_expiry_months: Mapped[int | None] = mapped_column(Integer)
    overage_rate: Mapped[Decimal | None] = mapped_column(Amount)
    # The first day of a ledger that begins later than the retainer, and its opening balance: null where it is assumed.
    ledger_from: Mapped[date | None]
    opening_hours: Mapped[Decimal | None] = mapped_column(Hours)


# The days on which retainers run, and who manages their accounts.
RETAINER_DAYS = declare_part(
    Project, "retainer_days", ("client_id", "currency", "status", "start_on", "end_on"), by="kind", values=("retainer",)
)
RETAINER_MANAGERS = declare_part(Project, "retainer_managers", ("account_manager_id",), by="kind", values=("retainer",))
# Which projects are counted as active or late.
PROJECT_STATES = declare_part(Project, "states", ("kind", "client_id", "status", "end_on", "archived_at"))
# Whether the hours of a retainer are known.
STATED_HOURS = declare_part(Project, "stated_hours", ("included_hours",), by="kind", values=("retainer",))
# What amounts are billed of and sold as.
BILLED_PROJECTS = declare_part(Project, "billed", ("kind", "client_id", "currency"))
# What hours and costs are assigned to.
TRACKED_PROJECTS = declare_part(Project, "tracked", ("client_id", "teamwork_project_id"))
SOLD_PROJECTS = declare_part(
    Project, "sold", ("client_id", "currency", "status", "amount", "sold_on", "approved_on"), by="kind", values=("oos",)
)


class ProjectMember(Model):
    """An employee who works on a project."""

    __tablename__ = "project_members"

    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True)
    employee_id: Mapped[int] = mapped_column(ForeignKey("employees.id"), primary_key=True, index=True)


class ProjectSeller(Model):
    """An employee's share of an out-of-scope sale, in whole per cent; the row stays the same while the seller stays."""

    __tablename__ = "project_sellers"
    __table_args__ = (UniqueConstraint("project_id", "employee_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"))
    employee_id: Mapped[int] = mapped_column(ForeignKey("employees.id"), index=True)
    weight: Mapped[int] = mapped_column(Integer)


class ProjectAmendment(Record):
    """A change of the amount of a fixed-price or out-of-scope project, from a day on; `amount` is the difference.

    `is_in_force` says that the project's amount contains it: its day has come, and the client approved it if it must.
    """

    __tablename__ = "project_amendments"

    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
    effective_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Amount)
    reason: Mapped[str | None] = mapped_column(String(200))
    is_in_force: Mapped[bool] = mapped_column(Boolean)
    recorded_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)


_OF_PROJECT = text("amendment_id IS NULL")


class OosApproval(Record):
    """The client's decision about out-of-scope work, or about an amendment of its amount.

    The first alone sets the project's `approved_on`.
    """

    __tablename__ = "oos_approvals"
    # The activity log shows the decision as `oos_decision`, for the approval and its project.
    audit = Audit("oos_approval", hidden=frozenset({"decision", "amendment_id", "report_link_id"}))
    __table_args__ = (
        Index(
            "ux_oos_approvals_project", "project_id", unique=True,
            postgresql_where=_OF_PROJECT, sqlite_where=_OF_PROJECT,
        ),
    )  # fmt: skip

    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
    # Null: the decision about the work itself, at its original amount.
    amendment_id: Mapped[int | None] = mapped_column(
        ForeignKey("project_amendments.id", ondelete="CASCADE"), unique=True
    )
    decision: Mapped[str] = mapped_column(String(8))
    decided_on: Mapped[date]
    contact_name: Mapped[str | None] = mapped_column(String(200))
    note: Mapped[str | None] = mapped_column(Text)
    attachment_id: Mapped[int | None] = mapped_column(ForeignKey("attachments.id"), index=True)
    # Who entered the decision; null for the client's own click, whose proof is the link and the address.
    decided_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    report_link_id: Mapped[int | None] = mapped_column(ForeignKey("report_links.id"), index=True)
    client_address: Mapped[str | None] = mapped_column(String(45))
    project: Mapped[Project] = relationship(lazy="raise_on_sql")

    @property
    def name(self) -> str:
        """The name in the activity log; every change loads the project first."""
        return self.project.name


class ProjectFee(Model):
    """A retainer's monthly fee from a day on, and how it is billed."""

    __tablename__ = "project_fees"
    __table_args__ = (UniqueConstraint("project_id", "starts_on"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"))
    # The part of one month, which all figures count.
    amount: Mapped[Decimal] = mapped_column(Amount)
    # Servers of the previous release insert fees without an interval.
    billing_interval: Mapped[BillingInterval] = mapped_column(String(8), default="month", server_default="month")
    # The amount per quarter or year; null for monthly fees.
    interval_amount: Mapped[Decimal | None] = mapped_column(Amount)
    starts_on: Mapped[date]
    reason: Mapped[str | None] = mapped_column(String(200))
    # Null for fees that were entered before it was stored.
    recorded_at: Mapped[datetime | None]
    recorded_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)

    @property
    def value(self) -> FeeValue:
        return fee_value(self.billing_interval, self.interval_amount, self.amount)

    def set_value(self, value: FeeValue, currency: str) -> None:
        self.amount, self.billing_interval = value.monthly(currency), value.interval
        self.interval_amount = None if value.months == 1 else value.billed


# The sequence of project numbers on PostgreSQL.
PROJECT_NUMBERS = "project_numbers"


class NumberSeries(Model):
    """The last number of each series on SQLite."""

    __tablename__ = "number_series"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    last: Mapped[int] = mapped_column(Integer)
