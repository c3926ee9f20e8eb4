"""Whether an address is known cannot be told: the same status, the same words, the same rows, the same statements."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from regie.schema import METADATA
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.people import PASSWORD, make_user
from tests.factories.statements import count_statements

pytestmark = pytest.mark.one_database("postgres")

KNOWN, UNKNOWN = "maelle@regie.example", "nobody@regie.example"


def _password(browser: Browser, email: str) -> Any:
    return browser.post("/login", {"email": email, "password": "wrong"})


def _ask_code(browser: Browser, email: str) -> Any:
    return browser.post("/auth/email/codes", {"email": email})


def _wrong_code(browser: Browser, email: str) -> Any:
    return browser.post("/login", {"email": email, "code": "abcdef"})


def _wrong_code_after_asking(browser: Browser, email: str) -> Any:
    _ask_code(browser, email)
    return _wrong_code(browser, email)


def _ask_reset(browser: Browser, email: str) -> Any:
    return browser.post("/auth/password/resets", {"email": email})


WAYS = [_password, _ask_code, _wrong_code, _wrong_code_after_asking, _ask_reset]


@dataclass
class Told:
    """Everything that a call gives away, but for what differs at every call anyway."""

    status: int
    body: Any
    headers: set[str]
    rows: dict[str, int]
    statements: list[str]


def _rows(database: Database) -> dict[str, int]:
    with database.read() as db:
        # The counters of changes have a row from a table's first change on, whoever made it.
        names = [table.name for table in METADATA.sorted_tables if table.name != "table_changes"]
        return {name: db.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}  # noqa: S608


def _told(browser: Browser, database: Database, way: Callable[..., Any], email: str) -> Told:
    before = _rows(database)
    with count_statements(database) as statements:
        answer = way(browser, email)
    after = _rows(database)
    body = {} if not answer.content else answer.json() | {"request_id": ""}
    added = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    return Told(answer.status_code, body, set(answer.headers), added, [_plain(one) for one in statements])


def _plain(statement: str) -> str:
    """Nobody is compared as null, somebody by their key, and an empty column is not named: the same work."""
    inserted = re.match(r"INSERT INTO \w+", statement)
    return inserted.group() if inserted else re.sub(r"IS NULL|= (\?|%\(\w+\)s(::\w+)?)", "= X", statement)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("fields", [{}, {"password_hash": None}, {"two_factor": True}, {"status": "invited"}],
                         ids=["active", "without password", "two factors", "invited"])  # fmt: skip
def test_a_known_and_an_unknown_address_are_told_apart_by_nothing(
    app: Any, database: Database, way: Callable[..., Any], fields: dict[str, Any]
):
    with database.write() as session:
        make_user(session, email=KNOWN, roles=["employee"], **fields)
    # The first try from an address begins the counts that all further ones share.
    for begun in (_password, _ask_code):
        begun(Browser(app, ORIGIN), "first@regie.example")
    known, unknown = (_told(Browser(app, ORIGIN), database, way, email) for email in (KNOWN, UNKNOWN))
    assert known == unknown
    assert known.status in (204, 422)
    assert known.statements


def test_a_difference_is_noticed(app: Any, database: Database):
    """The control: a right password is told apart from an unknown address by everything."""
    with database.write() as session:
        make_user(session, email=KNOWN, roles=["employee"])

    def right(browser: Browser, email: str) -> Any:
        return browser.post("/login", {"email": email, "password": PASSWORD})

    known, unknown = (_told(Browser(app, ORIGIN), database, right, email) for email in (KNOWN, UNKNOWN))
    assert known.status != unknown.status
    assert known.rows != unknown.rows
    assert known.statements != unknown.statements
