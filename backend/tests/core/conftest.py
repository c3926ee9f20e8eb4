"""Mail for the tests of this folder: a box, a desk over the database, and a server that does as it is told."""

from collections.abc import Iterator

import pytest

from regie.core.db.database import Database
from regie.core.mail.queue import MailBox
from tests.conftest import MovableClock
from tests.core.mail_desk import Desk
from tests.core.mail_server import MailServer, mail_server


@pytest.fixture
def box() -> MailBox:
    return MailBox("a secret of the tests, long enough to be one")


@pytest.fixture
def desk(database: Database, clock: MovableClock, box: MailBox) -> Desk:
    return Desk(database, clock, box)


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server
