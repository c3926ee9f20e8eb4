"""Tables of the connections: settings, encrypted secrets, and the state of rate limits."""

from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import JSON, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record

Service = Literal["teamwork", "hubspot", "quickbooks"]
SERVICES: tuple[Service, ...] = get_args(Service)


class ServiceConnection(Record):
    """Settings of a service entered by users; the environment's value applies to an empty column."""

    __tablename__ = "connections"
    audit = Audit("connection", topic="access", hidden=frozenset({"service", "hinted_at"}))

    service: Mapped[str] = mapped_column(String(12), unique=True)
    # The spelling of the service's name, for the activity log.
    name: Mapped[str] = mapped_column(String(20))
    is_on: Mapped[bool] = mapped_column(default=True)
    url: Mapped[str | None] = mapped_column(String(200))
    calls_per_minute: Mapped[int | None] = mapped_column(Integer)
    api_version: Mapped[str | None] = mapped_column(String(10))
    client_id: Mapped[str | None] = mapped_column(String(200))
    # The QuickBooks company, which the service sends with the consent.
    realm: Mapped[str | None] = mapped_column(String(20))
    # The time of the last webhook.
    hinted_at: Mapped[datetime | None]


class ConnectionSecret(Model):
    """A secret, encrypted with the application's secret; `claimed_until` locks it while one process renews it."""

    __tablename__ = "connection_secrets"

    service: Mapped[str] = mapped_column(String(12), primary_key=True)
    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    updated_at: Mapped[datetime]


class RateLimitState(Model):
    """Start times of the latest calls to a service, in epoch seconds; its rate limits apply to all processes."""

    __tablename__ = "rate_limit_states"

    # Some calls of a service have a separate limit, under a separate name.
    service: Mapped[str] = mapped_column(String(30), primary_key=True)
    started: Mapped[list[float]] = mapped_column(JSON)
