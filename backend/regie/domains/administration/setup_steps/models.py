"""Stores that the organization dismissed the steps of its setup."""

from datetime import datetime

from sqlalchemy import Integer
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model


class SetupDismissal(Model):
    """One row, `id` 1, while the steps are hidden; installations that had clients before there were steps have it."""

    __tablename__ = "setup_dismissals"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    dismissed_at: Mapped[datetime]
