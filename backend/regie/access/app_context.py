"""What every request needs, put together once by `main` and carried on the application."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.list_calls import ListCall
from regie.access.rate_limits import Rates
from regie.access.sessions import SessionCookies
from regie.access.sign_in_limits import SignInLimits
from regie.core.audit.activity import Author, act_as
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.files.store import FileStore
from regie.core.mail.queue import MailBox
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock


class FindCaller(Protocol):
    """Who holds this session token, if anyone still does (`domains.sessions.queries.find_caller`)."""

    def __call__(self, db: Connection, token: str, clock: Clock, locale: Locale) -> Actor | None: ...


class GoogleSignIn(Protocol):
    """Sign-in with Google (`connectors.google`): the address to go to, and who came back with this code."""

    def authorization_url(self, *, state: str, nonce: str, code_challenge: str, locale: str) -> str: ...

    def identify(self, code: str, *, code_verifier: str, nonce: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class AppContext:
    database: Database
    clock: Clock
    cookies: SessionCookies
    origin: str
    secret: str
    find_caller: FindCaller
    touch: Callable[[Database, Actor, Clock], None]
    sign_in_limits: SignInLimits
    rates: Rates
    mail: MailBox
    # Keeps what must be read again, such as an authenticator's secret, unreadable in the database.
    sealed: SealedBox
    files: FileStore
    google: GoogleSignIn | None = None
    # The outside services as the environment describes them (`domains.connections.queries.Environment`).
    outside: Any = None
    # Every list by its path below `/api/v1`: what people keep of a list and take away of it is judged by its call.
    lists: Mapping[str, ListCall] = field(default_factory=dict)
    # The OpenAPI document.
    describe_api: Callable[[], dict[str, Any]] = dict
    # How many proxies of our own stand in front.
    proxies: int = 0
    # In tests every answer is read back through its declared model.
    check_answers: bool = False

    def in_zone(self, zone: str) -> "AppContext":
        """The same house with a clock whose days begin where the organization's do."""
        clock = self.clock.in_zone(zone)
        return self if clock is self.clock else replace(self, clock=clock)

    @contextmanager
    def write_as(self, author: Author) -> Iterator[Session]:
        """One transaction in this person's name, for a route that had something slow to do before it began."""
        with self.database.write() as session:
            act_as(session, author, self.clock.now())
            yield session
