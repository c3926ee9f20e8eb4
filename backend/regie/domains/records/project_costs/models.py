"""Defines the table of external costs of projects."""

from datetime import date
from decimal import Decimal

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record
from regie.core.money.amounts import Amount
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable


class ProjectCost(Searchable, Record):
    """What a supplier billed for a project on a day, without tax, in any currency."""

    __tablename__ = "project_costs"
    audit = Audit("project_cost", name="description", topic="cost")
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        Index("ix_project_costs_incurred_on_id", "incurred_on", "id"),
    )

    # A project with costs cannot be deleted.
    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id"), index=True)
    incurred_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Amount)
    currency: Mapped[str] = mapped_column(String(3))
    description: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    supplier: Mapped[str | None] = mapped_column(String(200), info=SEARCHED)
