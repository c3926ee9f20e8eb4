"""Holds what every request needs; `main` builds it once, as `app.state.context`."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.day_start import DayStart
from regie.access.list_endpoints import ListEndpoint
from regie.access.rate_limits import RateLimiter
from regie.access.request_threads import RequestThreads
from regie.access.sessions import SessionCookies
from regie.access.sign_in_limits import SignInLimits
from regie.core.audit.activity import Author, set_author
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.files.store import FileStore
from regie.core.mail.queue import MailCipher
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock


class FindCaller(Protocol):
    """Finds the caller of a session token; None when the session ended (`accounts.sessions.queries.find_caller`)."""

    def __call__(self, db: Connection, token: str, clock: Clock, locale: Locale) -> Actor | None: ...


class GoogleSignIn(Protocol):
    """Sign-in with Google (`connectors.google`)."""

    def authorization_url(self, *, state: str, nonce: str, code_challenge: str, locale: str) -> str: ...

    def identify(self, code: str, *, code_verifier: str, nonce: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class BugReportSettings:
    """The project of reports where the organization's settings name none, and the address that receives them."""

    project: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class AppContext:
    database: Database
    clock: Clock
    cookies: SessionCookies
    origin: str
    secret: str = field(repr=False)
    find_caller: FindCaller
    touch: Callable[[Database, Actor, Clock], None]
    sign_in_limits: SignInLimits
    rate_limiter: RateLimiter
    mail: MailCipher
    # Encrypts what the application must read again, such as the secret of an authenticator app.
    sealed: SealedBox
    files: FileStore
    # The folder of the database, the jobs and the files, unless they are elsewhere.
    data: Path
    # The state of background work, which DBOS writes.
    jobs: Database
    started_at: datetime
    threads: RequestThreads
    day_start: DayStart
    # Runs before a write is committed: what follows from its changes in other records.
    complete_write: Callable[[Session, Clock], None]
    bug_reports: BugReportSettings = BugReportSettings()
    # The origins of front ends that are served elsewhere on the same site.
    web_origins: tuple[str, ...] = ()
    google: GoogleSignIn | None = None
    # The external services as the environment configures them (`integrations.connections.queries.Environment`).
    integrations: Any = None
    # Every list by its path below `/api/v1`; saved views and exports check their queries against it.
    lists: Mapping[str, ListEndpoint] = field(default_factory=dict)
    # Builds the OpenAPI document.
    describe_api: Callable[[], dict[str, Any]] = dict
    # The number of trusted reverse proxies.
    proxies: int = 0
    # Days after which a backup is overdue; 0 where none is expected.
    backup_max_age_days: int = 0
    former_secrets: tuple[str, ...] = field(default=(), repr=False)
    # Tests validate every response against its declared type.
    validate_responses: bool = False

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secret and the replaced ones: what was sent to people under those stays valid."""
        return (self.secret, *self.former_secrets)

    def in_zone(self, zone: str) -> "AppContext":
        """Return this context with a clock in the organization's time zone."""
        clock = self.clock.in_zone(zone)
        return self if clock is self.clock else replace(self, clock=clock)

    @contextmanager
    def write_as(self, author: Author) -> Iterator[Session]:
        """Open a transaction with this author, for a route that does slow work before it writes."""
        with self.database.write() as session:
            set_author(session, author, self.clock.now())
            yield session
