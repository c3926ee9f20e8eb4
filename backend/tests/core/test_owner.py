"""Tests `regie owner-link` through its options and its terminal."""

import os
import pty
import subprocess
import sys

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

EMAIL = "owner@agency.example"
NAMES = ("--first-name", "Maëlle", "--last-name", "Roy")


def _run(database: Database, *options: str, terminal: int | None = None) -> subprocess.CompletedProcess[str]:
    url = database.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "regie.cli", "owner-link", EMAIL, *options]
    stdin = subprocess.DEVNULL if terminal is None else terminal
    environment = os.environ | {"REGIE_DATABASE_URL": url}
    return subprocess.run(command, stdin=stdin, env=environment, capture_output=True, text=True)


def _read(database: Database) -> tuple[str, str, str, str]:
    """The owner's name and currency, then the organization's currency and the source of its rates."""
    with database.read() as db:
        user = db.execute(select(User.name, User.currency).where(User.email == EMAIL)).one()
        settings = read_settings(db)
    return user.name, user.currency, settings["reporting_currency"], settings["exchange_rate_source"]


def test_options_give_name_and_currency(database: Database):
    done = _run(database, *NAMES, "--currency", "dkk")
    assert (done.returncode, "/auth/password#token=" in done.stdout) == (0, True), done.stderr
    assert _read(database) == ("Maëlle Roy", "DKK", "DKK", "by_hand")


def test_link_of_the_first_owner_carries_the_currency(database: Database):
    first = _run(database, *NAMES, "--currency", "CAD")
    assert "&currency=CAD&first_name=" in first.stdout.splitlines()[0]
    with database.write() as session:
        session.execute(select(User)).scalar_one().status = "active"
    assert "currency" not in _run(database).stdout


def test_terminal_asks_for_name_and_currency(database: Database):
    main, terminal = pty.openpty()
    os.write(main, b"Zoe\nRoy\ncad\n")
    done = _run(database, terminal=terminal)
    assert done.returncode == 0, done.stderr
    assert _read(database)[:3] == ("Zoe Roy", "CAD", "CAD")


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ((), "--first-name"),
        (NAMES[:2], "--last-name"),
        (NAMES, "--currency"),
        ((*NAMES, "--currency", "XX"), "--currency"),
    ],
)
def test_missing_or_invalid_details_are_refused(database: Database, options: tuple[str, ...], named: str):
    with assert_unchanged(database):
        done = _run(database, *options)
    assert done.returncode == 2
    assert done.stderr.startswith("regie: ")
    assert named in done.stderr


def test_known_owner_needs_no_details(database: Database):
    with database.write() as session:
        make_user(session, email=EMAIL, roles=["super_admin"])
    assert _run(database).returncode == 0


def test_second_owner_uses_the_stored_currency(database: Database):
    assert _run(database, *NAMES, "--currency", "CAD").returncode == 0
    with database.write() as session:
        session.execute(select(User).where(User.email == EMAIL)).scalar_one().email = "first@agency.example"
    assert _run(database, *NAMES, "--currency", "USD").returncode == 2
    assert _run(database, *NAMES).returncode == 0
    assert _read(database)[1:3] == ("CAD", "CAD")
