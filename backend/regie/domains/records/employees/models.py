"""Defines the tables of employees, their leaves and their cost rates."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.db.table_parts import declare_part
from regie.core.lists.text_index import text_index
from regie.core.money.amounts import Amount, Hours
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

STATUSES = ("active", "on_leave", "left")
METRIC_SCOPES = ("own", "team", "organization")
METRIC_PERMISSIONS = ("revenue", "retainers", "churn", "oos", "hours", "goals", "values")


class Employee(Searchable, Record):
    """A person who works for the agency; `user_id` is null for employees who do not sign in.

    The stored `status` is active or left; leaves determine who is on leave.
    """

    __tablename__ = "employees"
    audit = Audit("employee", hidden=frozenset({"name"}))
    __table_args__ = (text_index("employees"),)

    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    first_name: Mapped[str] = mapped_column(String(100))
    last_name: Mapped[str] = mapped_column(String(100))
    email: Mapped[str] = mapped_column(String(254), unique=True, info=SEARCHED)
    phone: Mapped[str | None] = mapped_column(String(40))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), unique=True)
    job_title: Mapped[str | None] = mapped_column(String(200), info=SEARCHED)
    department: Mapped[str | None] = mapped_column(String(20))
    manager_id: Mapped[int | None] = mapped_column(ForeignKey("employees.id"), index=True)
    employment: Mapped[str] = mapped_column(String(12), default="full")
    started_on: Mapped[date | None]
    ended_on: Mapped[date | None]
    capacity_hours_week: Mapped[Decimal] = mapped_column(Hours, default=Decimal("37.5"))
    is_billable: Mapped[bool] = mapped_column(Boolean, default=True)
    # In whole per cent of the available hours.
    utilisation_target: Mapped[int | None] = mapped_column(Integer)
    teamwork_user_id: Mapped[str | None] = mapped_column(String(64), index=True)
    language: Mapped[str | None] = mapped_column(String(5))
    timezone: Mapped[str | None] = mapped_column(String(64))
    status: Mapped[str] = mapped_column(String(12), default="active")
    metric_scopes: Mapped[list[str]] = mapped_column(JSON, default=list)
    metric_permissions: Mapped[list[str]] = mapped_column(JSON, default=list)


# What available, logged and billable hours are calculated from.
HOURS_OF_EMPLOYEES = declare_part(
    Employee,
    "hours",
    ("teamwork_user_id", "started_on", "ended_on", "capacity_hours_week", "is_billable", "utilisation_target"),
)
# Whose time entries they are.
TRACKED_EMPLOYEES = declare_part(Employee, "tracked", ("teamwork_user_id",))
# Who manages accounts.
USERS_OF_EMPLOYEES = declare_part(Employee, "users", ("user_id",))


class EmployeeLeave(Model):
    """Days on which an employee is away, both ends included.

    Without an end, until further notice. Leaves never overlap.
    """

    __tablename__ = "employee_leaves"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    employee_id: Mapped[int] = mapped_column(ForeignKey("employees.id", ondelete="CASCADE"), index=True)
    starts_on: Mapped[date]
    ends_on: Mapped[date | None]


class EmployeeCostRate(Model):
    """The cost of an hour of an employee from a day on; earlier days use the previous rate. Actions log the changes."""

    __tablename__ = "employee_cost_rates"
    __table_args__ = (UniqueConstraint("employee_id", "starts_on"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    # Null for rates that a server of the previous release entered during an upgrade.
    api_id: Mapped[str | None] = mapped_column(String(36), unique=True, default=new_api_id)
    employee_id: Mapped[int] = mapped_column(ForeignKey("employees.id", ondelete="CASCADE"))
    amount: Mapped[Decimal] = mapped_column(Amount)
    currency: Mapped[str] = mapped_column(String(3))
    starts_on: Mapped[date]
    reason: Mapped[str | None] = mapped_column(Text)
    # Null for rates that were entered before it was stored and that the log does not have.
    recorded_at: Mapped[datetime | None]
    recorded_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
