"""Tests that responses, rows and statements do not reveal whether an address is known."""

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
from tests.factories.statements import record_statements

pytestmark = pytest.mark.one_database("postgres")

KNOWN, UNKNOWN = "maelle@regie.example", "unknown@regie.example"


def _try_password(browser: Browser, email: str) -> Any:
    return browser.post("/login", {"email": email, "password": "wrong"})


def _request_code(browser: Browser, email: str) -> Any:
    return browser.post("/auth/email/codes", {"email": email})


def _try_code(browser: Browser, email: str) -> Any:
    return browser.post("/login", {"email": email, "code": "abcdef"})


def _try_code_after_request(browser: Browser, email: str) -> Any:
    _request_code(browser, email)
    return _try_code(browser, email)


def _request_reset(browser: Browser, email: str) -> Any:
    return browser.post("/auth/password/resets", {"email": email})


ATTEMPTS = [_try_password, _request_code, _try_code, _try_code_after_request, _request_reset]


@dataclass
class Observation:
    """Everything that a client can observe, except what differs at every call."""

    status: int
    body: Any
    headers: set[str]
    rows: dict[str, int]
    statements: list[str]


def _count_rows(database: Database) -> dict[str, int]:
    with database.read() as db:
        # A table's change counter has a row after its first change, even by another request.
        names = [table.name for table in METADATA.sorted_tables if table.name != "table_changes"]
        return {name: db.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}  # noqa: S608


def _observe(browser: Browser, database: Database, attempt: Callable[..., Any], email: str) -> Observation:
    before = _count_rows(database)
    with record_statements(database) as statements:
        answer = attempt(browser, email)
    after = _count_rows(database)
    body = {} if not answer.content else answer.json() | {"request_id": ""}
    added = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    return Observation(
        answer.status_code, body, set(answer.headers), added, [_normalize_statement(one) for one in statements]
    )


def _normalize_statement(statement: str) -> str:
    """Remove what differs between null and a key: the work is the same."""
    inserted = re.match(r"INSERT INTO \w+", statement)
    return inserted.group() if inserted else re.sub(r"IS NULL|= (\?|%\(\w+\)s(::\w+)?)", "= X", statement)


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.__name__)
@pytest.mark.parametrize("fields", [{}, {"password_hash": None}, {"two_factor": True}, {"status": "invited"}],
                         ids=["active", "without password", "two factors", "invited"])  # fmt: skip
def test_known_and_unknown_addresses_are_indistinguishable(
    app: Any, database: Database, attempt: Callable[..., Any], fields: dict[str, Any]
):
    with database.write() as session:
        make_user(session, email=KNOWN, roles=["employee"], **fields)
    # The first attempt from an address creates the counters that later ones share.
    for first_attempt in (_try_password, _request_code):
        first_attempt(Browser(app, ORIGIN), "first@regie.example")
    known, unknown = (_observe(Browser(app, ORIGIN), database, attempt, email) for email in (KNOWN, UNKNOWN))
    assert known == unknown
    assert known.status in (204, 422)
    assert known.statements


def test_difference_is_detected(app: Any, database: Database):
    """Control: a correct password differs from an unknown address in everything."""
    with database.write() as session:
        make_user(session, email=KNOWN, roles=["employee"])

    def try_correct_password(browser: Browser, email: str) -> Any:
        return browser.post("/login", {"email": email, "password": PASSWORD})

    known, unknown = (
        _observe(Browser(app, ORIGIN), database, try_correct_password, email) for email in (KNOWN, UNKNOWN)
    )
    assert known.status != unknown.status
    assert known.rows != unknown.rows
    assert known.statements != unknown.statements
