"""The table of people who work at the agency."""

from datetime import date
from decimal import Decimal

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.activity import Audit
from regie.core.model import Record
from regie.core.money import Hours
from regie.core.text import Searchable


class Employee(Searchable, Record):
    """A person of the agency; `user_id` is empty for those who do not sign in."""

    __tablename__ = "employees"
    audit = Audit("employee")
    searched = ("name", "email", "job_title")

    name: Mapped[str] = mapped_column(String(200))
    first_name: Mapped[str] = mapped_column(String(100))
    last_name: Mapped[str] = mapped_column(String(100))
    email: Mapped[str] = mapped_column(String(254), unique=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), unique=True)
    job_title: Mapped[str | None] = mapped_column(String(200))
    started_on: Mapped[date | None]
    ended_on: Mapped[date | None]
    capacity_hours_week: Mapped[Decimal] = mapped_column(Hours, default=Decimal("37.5"))
    teamwork_user_id: Mapped[str | None] = mapped_column(String(64), index=True)
    status: Mapped[str] = mapped_column(String(12), default="active")
    metric_scopes: Mapped[list[str]] = mapped_column(JSON, default=list)
    metric_permissions: Mapped[list[str]] = mapped_column(JSON, default=list)
