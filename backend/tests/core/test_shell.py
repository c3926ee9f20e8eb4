"""Tests `regie shell` through its standard input."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.factories.people import make_user

Shell = Callable[..., str]


@pytest.fixture
def shell(database: Database) -> Shell:
    def run(*lines: str, write: bool = False) -> str:
        url = database.url.render_as_string(hide_password=False)
        command = [sys.executable, "-m", "regie.cli", "shell", *(["--write"] if write else [])]
        stdin = "".join(f"{line}\n" for line in lines)
        environment = os.environ | {"REGIE_DATABASE_URL": url}
        done = subprocess.run(command, input=stdin, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    return run


@pytest.fixture
def user(database: Database) -> str:
    with database.write() as session:
        return make_user(session, first_name="Ada").api_id


def first_names(database: Database) -> list[str]:
    with database.read() as db:
        return list(db.execute(select(User.first_name)).scalars())


def test_shell_reads_models(shell: Shell, user: str):
    printed = shell("print('found', db.execute(select(User.first_name)).scalar_one())", "print(clock.now().tzinfo)")
    assert "found Ada" in printed
    assert "Read-only" in printed


@pytest.mark.parametrize(
    "statement",
    [
        "db.exec_driver_sql(\"UPDATE users SET first_name = 'Eve'\")",
        "exec(\"with database.write() as s:\\n  s.execute(select(User)).scalars().first().first_name = 'Eve'\")",
    ],
)
def test_shell_is_read_only(shell: Shell, user: str, database: Database, statement: str):
    printed = shell(statement)
    assert "readonly database" in printed or "read-only transaction" in printed
    assert first_names(database) == ["Ada"]


CHANGE = "session.execute(select(User)).scalar_one().first_name = 'Grace'"


def test_writable_shell_commits_manually_and_logs_the_change(shell: Shell, user: str, database: Database):
    shell(CHANGE, "commit()", write=True)
    assert first_names(database) == ["Grace"]
    with database.read() as db:
        assert user in db.execute(select(ActivityEntry.subject_api_id)).scalars().all()


def test_shell_rolls_back_uncommitted_changes(shell: Shell, user: str, database: Database):
    shell(CHANGE, "session.flush()", write=True)
    assert first_names(database) == ["Ada"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite:////no/such/folder/regie.sqlite", "unable to open database file"),
        ("postgresql+psycopg://regie:secret@127.0.0.1:1/regie", "Connection refused"),
    ],
)
@pytest.mark.parametrize("command", ["shell", "serve", "migrate"])
def test_command_without_a_database_prints_one_line(tmp_path: Path, command: str, url: str, reason: str):
    settings = {"REGIE_ENV": "development", "REGIE_DATA": str(tmp_path), "REGIE_DATABASE_URL": url}
    environment = os.environ | settings | {"REGIE_DATABASE_WAIT": "0"}
    arguments = [sys.executable, "-m", "regie.cli", command]
    done = subprocess.run(arguments, input="", env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("regie: the database is unreachable: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr
