"""Tables of goals and check-ins."""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal, get_args

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.money.amounts import Amount
from regie.core.text.folding import SEARCHED_AS_NAME, Searchable

Measure = Literal["number", "percent", "money", "yes_no", "linked"]
Metric = Literal["retained_mrr", "churned_mrr", "oos_sold", "utilisation", "values_received"]
MEASURES, METRICS = get_args(Measure), get_args(Metric)
DIRECTIONS = ("reach", "at_most")
STATUSES = ("draft", "active", "achieved", "missed", "cancelled")
PACES = ("on_track", "behind", "at_risk")
VISIBILITIES = ("private", "team", "everyone")


class EmployeeGoal(Searchable, Record):
    """A target of one employee for a period.

    Progress is not stored while the goal is open: it is the latest check-in, or the value of the linked metric.
    Closing stores it in `closed_value`, so that a closed goal never changes.
    """

    __tablename__ = "employee_goals"
    audit = Audit("goal", name="title")
    __table_args__ = (
        CheckConstraint("start_value <> target_value", name="values"),
        CheckConstraint("period_end > period_start", name="period"),
        CheckConstraint("(measure = 'linked') = (metric_key IS NOT NULL)", name="metric"),
        Index("ix_employee_goals_employee_period", "employee_id", "period_end"),
        Index("ix_employee_goals_period_end_id", "period_end", "id"),
        Index("ix_employee_goals_status_period", "status", "period_end"),
        text_index("employee_goals"),
    )

    title: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    description: Mapped[str] = mapped_column(Text, default="")
    employee_id: Mapped[int] = mapped_column(ForeignKey("employees.id"))
    measure: Mapped[Measure] = mapped_column(String(7))
    metric_key: Mapped[Metric | None] = mapped_column(String(16))
    direction: Mapped[str] = mapped_column(String(7), default="reach")
    start_value: Mapped[Decimal] = mapped_column(Amount)
    target_value: Mapped[Decimal] = mapped_column(Amount)
    # Set on goals in money only.
    currency: Mapped[str | None] = mapped_column(String(3))
    period_start: Mapped[date]
    period_end: Mapped[date]
    # The weight of this goal among the employee's goals.
    weight: Mapped[int] = mapped_column(Integer, default=1)
    visibility: Mapped[str] = mapped_column(String(8), default="team")
    status: Mapped[str] = mapped_column(String(9), default="draft")
    closed_on: Mapped[date | None]
    closed_value: Mapped[Decimal | None] = mapped_column(Amount)
    closing_note: Mapped[str | None] = mapped_column(Text)


class GoalCheckIn(Model):
    """A goal's value on a day. It is never updated: a later check-in that `corrects_id` links replaces it."""

    __tablename__ = "goal_check_ins"
    __table_args__ = (Index("ix_goal_check_ins_goal_checked_on", "goal_id", "checked_on", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    goal_id: Mapped[int] = mapped_column(ForeignKey("employee_goals.id", ondelete="CASCADE"))
    checked_on: Mapped[date]
    value: Mapped[Decimal] = mapped_column(Amount)
    note: Mapped[str] = mapped_column(Text, default="")
    made_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    made_at: Mapped[datetime]
    corrects_id: Mapped[int | None] = mapped_column(ForeignKey("goal_check_ins.id", ondelete="CASCADE"), unique=True)
