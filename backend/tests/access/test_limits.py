"""How often one may try to sign in or have mail sent: counted by all processes, and so that no stranger locks out."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from httpx import Response
from sqlalchemy import select

from regie.access import sign_in_limits as limits
from regie.access.known_browsers import add_account, is_known
from regie.access.sign_in_limits import Limit, SignInCount
from regie.access.visitor import owner_of
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.people import PASSWORD, make_user
from tests.factories.post import mails, newest
from tests.factories.world import unchanged

EMAIL, WRONG = "maelle@regie.example", "wrong"
HERE, THERE = "203.0.113.9", "198.51.100.7"
MAILED = {"/auth/email/codes": "sign_in_code", "/auth/password/resets": "password_reset"}


@pytest.fixture
def person(database: Database) -> User:
    with database.write() as session:
        return make_user(session, email=EMAIL, roles=["employee"])


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """A whole address may fail this often, so that a test need not fail a hundred times."""
    monkeypatch.setattr(limits, "_ADDRESS", Limit(12, timedelta(minutes=10)))
    return 12


def _try(browser: Browser, password: str = WRONG, email: str = EMAIL) -> Response:
    return browser.post("/login", {"email": email, "password": password})


def _fail(app: Any, address: str, times: int, email: str | None = None) -> list[int]:
    """A stranger at this address, who tries one account or a new one each time."""
    stranger = Browser(app, ORIGIN, address)
    return [_try(stranger, email=email or f"nobody{n}@regie.example").status_code for n in range(times)]


def _counts(database: Database) -> list[Any]:
    with database.read() as db:
        return list(db.execute(select(SignInCount.key_hash, SignInCount.tries).order_by(SignInCount.key_hash)))


def _is_in(browser: Browser) -> bool:
    return browser.get("/api/v1/me").status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.9", "203.0.113.10", False),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.10", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_a_network_that_one_owner_has_is_one_address(one: str, other: str, is_same: bool):
    assert (owner_of(one) == owner_of(other)) is is_same


def test_an_ipv6_owner_does_not_begin_again_with_each_address(app, person: User, database: Database):
    statuses = [_fail(app, f"2001:db8:1:2::{number}", 4, EMAIL) for number in range(3)]
    assert statuses == [[422] * 4, [422] * 4, [422, 422, 429, 429]]
    with unchanged(database):
        answer = _try(Browser(app, ORIGIN, "2001:db8:1:2:aaaa::"), PASSWORD)
    assert (answer.status_code, 0 < int(answer.headers["Retry-After"]) <= 601) == (429, True)
    assert _try(Browser(app, ORIGIN, "2001:db8:1:3::1"), PASSWORD).status_code == 200


def test_a_stranger_elsewhere_does_not_lock_an_account(app, person: User):
    assert _fail(app, HERE, 11, EMAIL)[-1] == 429
    assert _try(Browser(app, ORIGIN, THERE), PASSWORD).status_code == 200


def test_one_address_may_not_try_many_accounts(app, person: User):
    assert _fail(app, HERE, 101) == [422] * 100 + [429]
    assert _fail(app, THERE, 1) == [422]


def test_the_right_password_ends_the_count(app, person: User):
    stranger = Browser(app, ORIGIN, HERE)
    for _ in range(2):
        assert _fail(app, HERE, 9, EMAIL) == [422] * 9
        assert _try(stranger, PASSWORD).status_code == 200
        stranger = Browser(app, ORIGIN, HERE)


def test_every_process_counts_with_the_others(app, person: User, database: Database, clock):
    """As several workers of one house do: the same database, nothing else in common."""
    other = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=database, clock=clock)
    assert (_fail(app, HERE, 6, EMAIL), _fail(other, HERE, 6, EMAIL)) == ([422] * 6, [422] * 4 + [429] * 2)


def test_tries_at_the_same_instant_are_all_counted(app, person: User):
    browsers = [Browser(app, ORIGIN, HERE) for _ in range(16)]
    with ThreadPoolExecutor(8) as threads:
        statuses = sorted(answer.status_code for answer in threads.map(_try, browsers))
    assert statuses == [422] * 10 + [429] * 6


def test_who_is_over_a_limit_writes_nothing_and_fills_nothing(app, person: User, database: Database):
    _fail(app, HERE, 10, EMAIL)
    before = _counts(database)
    with unchanged(database):
        assert _fail(app, HERE, 3, EMAIL) == [429] * 3
    assert _counts(database) == before


def test_waiting_as_long_as_was_said_is_enough(app, person: User, clock):
    _fail(app, HERE, 10, EMAIL)
    browser = Browser(app, ORIGIN, HERE)
    wait = int(_try(browser, PASSWORD).headers["Retry-After"])
    clock.moment += timedelta(seconds=wait)
    assert _try(browser, PASSWORD).status_code == 200


def test_counts_that_are_over_are_forgotten_and_name_nobody(app, person: User, clock, database: Database):
    _fail(app, HERE, 3)
    assert len(_counts(database)) == 5
    clock.moment += timedelta(minutes=11)
    _fail(app, THERE, 1, EMAIL)
    assert len(_counts(database)) == 3
    with database.read() as db:
        kept = str(db.exec_driver_sql("SELECT * FROM sign_in_counts").all())
    assert EMAIL not in kept
    assert THERE not in kept


def test_an_office_that_signs_in_well_fills_nothing(app, person: User, few: int):
    assert {_try(Browser(app, ORIGIN, HERE), PASSWORD).status_code for _ in range(few * 2)} == {200}
    assert _fail(app, HERE, few + 1) == [422] * few + [429]


def test_a_stranger_at_the_same_address_locks_out_nobody_who_was_here(app, person: User, few: int, database: Database):
    own, new = Browser(app, ORIGIN, HERE), Browser(app, ORIGIN, HERE)
    assert _try(own, PASSWORD).status_code == 200
    own.post("/logout")
    assert _fail(app, HERE, few + 1)[-1] == 429
    with unchanged(database):
        assert _try(new, PASSWORD).status_code == 429
    assert _try(own, PASSWORD).status_code == 200
    assert _is_in(own)


def test_a_stranger_who_guesses_next_door_does_not_either(app, person: User):
    own = Browser(app, ORIGIN, HERE)
    _try(own, PASSWORD)
    own.post("/logout")
    assert _fail(app, HERE, 11, EMAIL)[-1] == 429
    assert _try(own, PASSWORD).status_code == 200


def test_a_browser_that_was_here_may_not_guess_for_ever(app, person: User, database: Database):
    own = Browser(app, ORIGIN, HERE)
    _try(own, PASSWORD)
    own.post("/logout")
    assert [_try(own).status_code for _ in range(11)] == [422] * 10 + [429]
    with unchanged(database):
        assert _try(own, PASSWORD).status_code == 429


def _known_cookie(browser: Browser) -> str:
    return browser.client.cookies.get("regie_known", "")


def test_the_cookie_opens_nothing_and_no_script_reads_it(app, person: User):
    browser = Browser(app, ORIGIN, HERE)
    written = _try(browser, PASSWORD).headers.get_list("set-cookie")
    (line,) = [line for line in written if line.startswith("regie_known=")]
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(line.split("; "))
    thief = Browser(app, ORIGIN, THERE)
    thief.client.cookies.set("regie_known", _known_cookie(browser), domain="localhost.local")
    assert not _is_in(thief)


@pytest.mark.parametrize("how", ["another's", "made up", "another secret's", "cut", "of a browser's other number"])
def test_a_cookie_that_is_not_ours_for_this_person_is_worth_nothing(
    app, person: User, few: int, database: Database, how: str
):
    with database.write() as session:
        other = make_user(session, roles=["employee"])
    browser = Browser(app, ORIGIN, HERE)
    _try(browser, PASSWORD, other.email if how == "another's" else EMAIL)
    right = _known_cookie(browser)
    made = {
        "another's": right,
        "made up": "k." + "a" * 22 + "." + "0" * 32,
        "another secret's": add_account("another secret", "", EMAIL),
        "cut": right[:-1],
        "of a browser's other number": "k." + "a" * 22 + right[24:],
    }[how]
    stranger = Browser(app, ORIGIN, HERE)
    stranger.client.cookies.set("regie_known", made, domain="localhost.local")
    _fail(app, HERE, few)
    with unchanged(database):
        assert _try(stranger, PASSWORD).status_code == 429


def test_people_who_share_a_browser_are_all_known_but_for_the_sixth():
    known = ""
    for number in range(6):
        known = add_account("secret", known, f"USER{number}@regie.example")
    assert [is_known("secret", known, f" user{number}@regie.example") for number in range(6)] == [False] + [True] * 5
    assert add_account("secret", known, "user5@regie.example") == known


@pytest.mark.parametrize("path", MAILED)
def test_mails_to_one_account_are_few_whoever_asks(app, person: User, clock, path: str):
    """Ten in an hour from everywhere together; who asks is told nothing of it, as for an unknown address."""
    for email in (EMAIL, "nobody@regie.example"):
        asked = [Browser(app, ORIGIN, f"203.0.113.{n}").post(path, {"email": email}).status_code for n in range(13)]
        assert asked == [204] * 13
    assert [mail.to for mail in mails(app, MAILED[path])].count(EMAIL) == 10
    clock.moment += timedelta(hours=1)
    Browser(app, ORIGIN, THERE).post(path, {"email": EMAIL})
    assert newest(app, MAILED[path]).to == EMAIL


@pytest.mark.parametrize("path", MAILED)
def test_a_stranger_who_uses_them_up_takes_none_from_a_browser_that_was_here(app, person: User, path: str):
    own = Browser(app, ORIGIN, HERE)
    _try(own, PASSWORD)
    own.post("/logout")
    for number in range(12):
        Browser(app, ORIGIN, f"198.51.100.{number}").post(path, {"email": EMAIL})
    assert newest(app, MAILED[path]).to == ""
    assert own.post(path, {"email": EMAIL}).status_code == 204
    assert newest(app, MAILED[path]).to == EMAIL


def test_a_code_that_was_not_sent_opens_nothing(app, person: User):
    """The row that is kept instead of it belongs to nobody."""
    for number in range(10):
        Browser(app, ORIGIN, f"198.51.100.{number}").post("/auth/email/codes", {"email": EMAIL})
    late = Browser(app, ORIGIN, HERE)
    late.post("/auth/email/codes", {"email": EMAIL})
    code = newest(app, "sign_in_code").opened["code"]
    with unchanged(app.state.context.database, ("activity", "sign_in_secrets", "table_changes")):
        assert late.post("/login", {"email": EMAIL, "code": code}).status_code == 422
    assert not _is_in(late)
