"""Defines the tables of teams and their members."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED_AS_NAME, Searchable

_IS_NOT_ARCHIVED = text("archived_at IS NULL")


class Team(Searchable, Record):
    """A group of users, one of whom represents it. Two teams that are not archived never have the same name."""

    __tablename__ = "teams"
    __table_args__ = (
        Index(
            "uq_teams_living_name",
            "name_key",
            unique=True,
            postgresql_where=_IS_NOT_ARCHIVED,
            sqlite_where=_IS_NOT_ARCHIVED,
        ),
        text_index("teams"),
    )
    audit = Audit("team")

    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    representative_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    archived_at: Mapped[datetime | None]


class TeamMember(Model):
    """A user's membership in a team."""

    __tablename__ = "team_members"

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True)
