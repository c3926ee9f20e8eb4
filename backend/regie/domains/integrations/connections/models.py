"""The tables of connections: how each outside service is reached, and its secrets, unreadable at rest."""

from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import JSON, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record

Service = Literal["teamwork", "hubspot", "quickbooks"]
SERVICES: tuple[Service, ...] = get_args(Service)


class ServiceConnection(Record):
    """What people have set for a service; a column that is empty leaves to the environment what it says."""

    __tablename__ = "connections"
    audit = Audit("connection", topic="access", hidden=frozenset({"service", "hinted_at"}))

    service: Mapped[str] = mapped_column(String(12), unique=True)
    # The service's own spelling, for the log.
    name: Mapped[str] = mapped_column(String(20))
    is_on: Mapped[bool] = mapped_column(default=True)
    url: Mapped[str | None] = mapped_column(String(200))
    calls_per_minute: Mapped[int | None] = mapped_column(Integer)
    api_version: Mapped[str | None] = mapped_column(String(10))
    client_id: Mapped[str | None] = mapped_column(String(200))
    # The company of QuickBooks, which is said only when somebody consents.
    realm: Mapped[str | None] = mapped_column(String(20))
    # When the service last said that something has changed there.
    hinted_at: Mapped[datetime | None]


class ConnectionSecret(Model):
    """A secret, sealed with the application's own; `claimed_until` keeps those apart who renew it."""

    __tablename__ = "connection_secrets"

    service: Mapped[str] = mapped_column(String(12), primary_key=True)
    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    updated_at: Mapped[datetime]


class OutsideTurns(Model):
    """When the latest calls to a service began, in seconds since 1970: its limits hold for all processes together."""

    __tablename__ = "outside_turns"

    # A service may have a further limit for some of its calls, under a name of its own.
    service: Mapped[str] = mapped_column(String(30), primary_key=True)
    started: Mapped[list[float]] = mapped_column(JSON)
