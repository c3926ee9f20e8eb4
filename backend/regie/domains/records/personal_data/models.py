"""Defines the tables of erasures, and how an erased person is named."""

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model

KINDS = ("user", "employee", "contact")
# A reserved domain, which receives no mail; an address below it marks an erased row.
ERASED_DOMAIN = "erased.invalid"


class Erasure(Model):
    """A person whose personal data were erased; contains none of them, so that it can be repeated after a restore.

    `in_progress` refers to no row, so a transaction can commit only after it is null again. While it is set, the
    triggers of the activity log allow the names of erased persons to be replaced.
    """

    __tablename__ = "erasures"
    __table_args__ = (CheckConstraint("id > 0", name="id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    kind: Mapped[str] = mapped_column(String(8))
    user_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    employee_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    # The client whose contact was erased.
    client_api_id: Mapped[str | None] = mapped_column(String(36), index=True)
    # Keyed hashes of the addresses, or of the name of a contact without one: a later contact is another person.
    address_hashes: Mapped[list[str]] = mapped_column(JSON)
    reason: Mapped[str] = mapped_column(String(500))
    erased_at: Mapped[datetime]
    # Null for the command line.
    erased_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    # When the worker had removed what was left in files.
    cleaned_at: Mapped[datetime | None]
    in_progress: Mapped[int | None] = mapped_column(
        ForeignKey("erasures.id", deferrable=True, initially="DEFERRED"),
    )


class ErasedRecord(Model):
    """A record of a service whose personal fields synchronization leaves empty."""

    __tablename__ = "erased_records"
    __table_args__ = (UniqueConstraint("table_name", "external_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    erasure_id: Mapped[int] = mapped_column(ForeignKey("erasures.id"), index=True)
    table_name: Mapped[str] = mapped_column(String(40))
    external_id: Mapped[str] = mapped_column(String(64))


def erased_email(number: int) -> str:
    return f"erased-{number}@{ERASED_DOMAIN}"


def is_erased_email(email: str) -> bool:
    return email.endswith(f"@{ERASED_DOMAIN}")
