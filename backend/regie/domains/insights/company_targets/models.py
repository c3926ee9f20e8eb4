"""Defines the table of the organization's monthly targets."""

from datetime import date
from decimal import Decimal
from typing import Literal, get_args

from sqlalchemy import Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model
from regie.core.money.amounts import Amount

# In the order of the grid. One more needs a name here, in `UNITS` (`figures.py`), its comparison, and its labels.
TargetFigure = Literal["revenue", "margin", "mrr", "oos_sold", "lost_retainers"]
TARGET_FIGURES: tuple[TargetFigure, ...] = get_args(TargetFigure)


class CompanyTarget(Model):
    """The target of a figure in a month: an amount in a currency, or a number without one."""

    __tablename__ = "company_targets"
    __table_args__ = (UniqueConstraint("figure", "month"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    figure: Mapped[TargetFigure] = mapped_column(String(16))
    # The first day of the month.
    month: Mapped[date]
    value: Mapped[Decimal] = mapped_column(Amount)
    currency: Mapped[str | None] = mapped_column(String(3))
