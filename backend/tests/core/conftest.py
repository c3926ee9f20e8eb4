"""Fixtures for mail: a cipher, a queue with its worker, and a configurable SMTP server."""

from collections.abc import Iterator

import pytest

from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher
from tests.conftest import MovableClock
from tests.core.mail_server import MailServer, mail_server
from tests.core.mail_setup import MailSetup


@pytest.fixture
def box() -> MailCipher:
    return MailCipher("a secret of the tests, long enough to be one")


@pytest.fixture
def mail_setup(database: Database, clock: MovableClock, box: MailCipher) -> MailSetup:
    return MailSetup(database, clock, box)


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server
