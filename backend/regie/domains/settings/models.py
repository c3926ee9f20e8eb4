"""The organization's settings: one row, which the schema's own migration puts there."""

from sqlalchemy import JSON, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.activity import Audit
from regie.core.model import Record


class OrganizationSettings(Record):
    """What holds for the whole agency; `id` is always 1."""

    __tablename__ = "settings"
    audit = Audit("settings")

    name: Mapped[str] = mapped_column(String(200))
    default_locale: Mapped[str] = mapped_column(String(5))
    # E-mail domains whose people may sign in with Google; empty: any that an invited person has.
    allowed_email_domains: Mapped[list[str]] = mapped_column(JSON)
    admins_need_two_factor: Mapped[bool]
