"""Tests `regie setup` and `regie doctor` as processes, in an empty folder."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from regie.configuration import read_file
from regie.core.db.database import Database
from regie.migrate import is_current

pytestmark = pytest.mark.one_database

OWNER = "ada@example.com"
NAMED = ("--owner", OWNER, "--first-name", "Ada", "--last-name", "Roy", "--currency", "CAD")
SETUP = ("setup", "--origin", "https://regie.example", *NAMED)


def _regie(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("REGIE_")}
    return subprocess.run(
        [sys.executable, "-m", "regie.cli", *arguments],
        cwd=folder, env=clean | environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip


def test_setup_writes_a_private_configuration_and_prints_the_link(tmp_path: Path):
    done = _regie(tmp_path, *SETUP)
    assert done.returncode == 0, done.stderr
    file = tmp_path / "regie.env"
    values = read_file(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert (values["REGIE_ENV"], values["REGIE_PROXIES"]) == ("production", "1")
    assert len(values["REGIE_SECRET"]) >= 32
    assert values["REGIE_SECRET"] not in done.stdout
    assert (tmp_path / "regie-data").stat().st_mode & 0o777 == 0o700
    database = Database(f"sqlite:///{tmp_path / 'regie-data' / 'regie.sqlite'}")
    assert is_current(database)
    database.close()
    link = re.search(r"https://\S+", done.stdout)
    assert link
    assert urlsplit(link[0]).path == "/auth/password"


def test_second_setup_keeps_the_secret(tmp_path: Path):
    _regie(tmp_path, *SETUP)
    before = (tmp_path / "regie.env").read_text("utf-8")
    again = _regie(tmp_path, *SETUP)
    assert again.returncode == 0
    assert "used unchanged" in again.stdout
    assert (tmp_path / "regie.env").read_text("utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (NAMED, "--origin is missing"),
        ((*NAMED, "--origin", "http://regie.example"), "must start with https://"),
        ((*NAMED, "--origin", "regie.example"), "--origin must be an address"),
        (("--owner", OWNER, "--origin", "https://regie.example"), "--first-name is missing"),
        (("--origin", "https://regie.example"), "--owner is missing"),
    ],
)
def test_setup_without_what_it_needs_changes_nothing(tmp_path: Path, arguments: tuple[str, ...], message: str):
    refused = _regie(tmp_path, "setup", *arguments)
    assert refused.returncode == 2
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_log_follows_the_environment_of_the_configuration_file(tmp_path: Path):
    """A refusal is a JSON line in production, also if only the file says that it is production."""
    _regie(tmp_path, *SETUP)
    refused = _regie(tmp_path, "migrate", REGIE_PORT="abc")
    assert refused.returncode == 2
    assert "REGIE_PORT" in json.loads(refused.stderr)["event"]


def test_doctor_names_each_problem_and_what_to_do(tmp_path: Path):
    _regie(tmp_path, "setup", "--origin", "http://localhost:9", *NAMED)
    healthy = _regie(tmp_path, "doctor")
    assert healthy.returncode == 0, healthy.stdout
    assert "PROBLEM" not in healthy.stdout
    assert "warning  Worker: never seen" in healthy.stdout
    environment = {
        "REGIE_ENV": "production",
        "REGIE_SECRET": "short",
        "REGIE_SMTP_URL": "smtp://127.0.0.1:9",
        "REGIE_FRONT_END": str(tmp_path / "missing"),
        "REGIE_DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite'}",
    }
    ill = _regie(tmp_path, "doctor", **environment)
    found = re.findall(r"PROBLEM  (\w[\w ]*):", ill.stdout)
    assert ill.returncode == 1
    assert found == ["Settings", "Front end", "Database", "Mail"], ill.stdout
    assert ill.stdout.count("→") >= len(found)
    assert "short" not in ill.stdout.replace("shorter", "")
