"""The table of matching decisions: rejected matches and ignored records."""

from typing import Literal, get_args

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Record

Kind = Literal["client", "person", "project"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class MatchDecision(Record):
    """Two records that are not the same (`rejected`, each pair once, in order), or one to ignore (`ignored`).

    An ignored record has no second record. Restoring deletes the row.
    """

    __tablename__ = "match_decisions"
    __table_args__ = (UniqueConstraint("kind", "service", "external_id", "other_service", "other_id"),)
    audit = Audit(
        "match",
        hidden=frozenset({"name", "kind", "service", "external_id", "other_service", "other_id", "decided_by_id"}),
    )

    kind: Mapped[str] = mapped_column(String(8))
    decision: Mapped[str] = mapped_column(String(8))
    service: Mapped[str] = mapped_column(String(12))
    external_id: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(200))
    other_service: Mapped[str] = mapped_column(String(12), default="")
    other_id: Mapped[str] = mapped_column(String(64), default="")
    other_name: Mapped[str | None] = mapped_column(String(200))
    decided_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
