"""What a session is: hashed in the database, kept in strict cookies, ended by age, idleness or an epoch."""

import hashlib
from datetime import timedelta

import pytest
from sqlalchemy import select, text, update

from regie.access.sessions import ABSOLUTE, IDLE, KNOWN_FOR, is_alive, is_own_token, new_guest_token
from regie.core.audit.activity import without_audit
from regie.domains.accounts.sessions.models import SignedInSession
from regie.domains.records.users.models import User
from regie.main import create_app
from regie.schema import METADATA
from regie.settings import load_settings
from tests.browser import Browser, connect
from tests.conftest import NOON, ORIGIN
from tests.factories.people import PASSWORD
from tests.factories.world import World, unchanged


def test_no_table_holds_a_token_only_its_hash(world: World):
    browser = world.fresh_browser("admin")
    secret = browser.token.removeprefix("s.")
    with world.database.read() as db:
        kept = "\n".join(str(db.execute(select(table)).all()) for table in METADATA.sorted_tables)
    assert secret not in kept
    assert hashlib.sha256(browser.token.encode()).hexdigest() in kept


def test_over_https_the_cookies_are_bound_to_the_host_and_to_https(world: World):
    app = create_app(load_settings({"REGIE_ORIGIN": "https://regie.example"}), database=world.database)
    client = connect(app, "https://regie.example")
    set_by = {
        line.split("=")[0]: line.lower() for line in client.get("/sanctum/csrf-cookie").headers.get_list("set-cookie")
    }
    assert set(set_by) == {"__Host-regie_session", "XSRF-TOKEN"}
    for line in set_by.values():
        assert "secure" in line
        assert "samesite=lax" in line
        assert "path=/" in line
        assert "domain=" not in line
    assert "httponly" in set_by["__Host-regie_session"]
    assert "httponly" not in set_by["XSRF-TOKEN"]
    assert "max-age" not in set_by["__Host-regie_session"]


def test_remembering_keeps_the_cookie_for_as_long_as_the_session(world: World):
    person = world.people["admin"].user
    browser = Browser(world.app, ORIGIN)
    answer = browser.post("/login", {"email": person.email, "password": PASSWORD, "remember": True})
    lasts = {line.split("=")[0]: line for line in answer.headers.get_list("set-cookie")}
    known = lasts.pop("regie_known")
    assert f"Max-Age={int(KNOWN_FOR.total_seconds())}" in known
    assert set(lasts) == {"regie_session", "XSRF-TOKEN"}
    assert all(f"Max-Age={int(ABSOLUTE.total_seconds())}" in line for line in lasts.values())


@pytest.mark.parametrize(
    ("age", "idle", "remember", "alive"),
    [
        (IDLE, IDLE - timedelta(seconds=1), False, True),
        (IDLE, IDLE, False, False),
        (IDLE, IDLE, True, True),
        (ABSOLUTE - timedelta(seconds=1), timedelta(0), False, True),
        (ABSOLUTE, timedelta(0), False, False),
        (ABSOLUTE, timedelta(0), True, False),
    ],
)
def test_a_session_lives_eight_idle_hours_and_fourteen_days(
    age: timedelta, idle: timedelta, remember: bool, alive: bool
):
    assert is_alive(NOON - age, NOON - idle, NOON, remember=remember) is alive


def test_raising_a_persons_epoch_ends_all_of_their_sessions(world: World):
    one, other = world.fresh_browser("churn_manager"), world.fresh_browser("churn_manager")
    with world.database.write() as session:
        person = world.people["churn_manager"].user
        session.execute(without_audit(update(User).where(User.id == person.id).values(session_epoch=2)))
    assert [browser.get("/api/v1/me").status_code for browser in (one, other)] == [401, 401]
    world.people["churn_manager"].browser = world.fresh_browser("churn_manager")
    assert world.browser("churn_manager").get("/api/v1/me").status_code == 200


def test_reading_does_not_write_more_than_every_five_minutes(world: World):
    browser = world.fresh_browser("admin")
    with unchanged(world.database):
        assert browser.get("/api/v1/clients").status_code == 200


def test_a_token_is_only_taken_when_the_server_made_it():
    guest = new_guest_token("secret")
    assert is_own_token("secret", guest)
    for planted in ("", "g.", "g..", guest + "0", guest[:-1], "x." + guest[2:], "s.short", "s." + "a" * 101):
        assert not is_own_token("secret", planted), planted
    assert not is_own_token("another secret", guest)


def test_a_guest_token_opens_nothing(world: World):
    browser = Browser(world.app, ORIGIN)
    assert browser.token.startswith("g.")
    assert browser.get("/api/v1/me").status_code == 401


def test_old_sessions_are_forgotten_when_somebody_signs_in(world: World):
    world.fresh_browser("admin")
    with world.database.write() as session:
        session.execute(update(SignedInSession).values(created_at=NOON - ABSOLUTE - timedelta(days=1)))
    world.fresh_browser("admin")
    with world.database.read() as db:
        assert db.execute(text("SELECT count(*) FROM sessions")).scalar_one() == 1
    for column, person in world.people.items():
        person.browser = world.fresh_browser(column)


def test_tries_are_counted_before_a_password_is_hashed(world: World, monkeypatch: pytest.MonkeyPatch):
    hashed = []
    monkeypatch.setattr("regie.domains.accounts.sessions.actions.is_password", lambda *_: hashed.append(1) or False)
    app = create_app(load_settings({"REGIE_ORIGIN": ORIGIN}), database=world.database)
    browser = Browser(app, ORIGIN)
    with unchanged(world.database, but=("activity",)):
        for _ in range(13):
            answer = browser.post("/login", {"email": "maelle@regie.example", "password": "wrong"})
    assert answer.status_code == 429
    assert len(hashed) == 10
