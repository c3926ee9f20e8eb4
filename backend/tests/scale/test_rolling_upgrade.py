"""Upgrades two servers from an earlier release of this repository under load: no request fails, no session ends."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from regie.migrate import newest_version
from regie.settings import DEVELOPMENT_SECRET
from tests.conftest import ROOT
from tests.drills.processes import clean_environment
from tests.scale.rolling import DRAIN_SECONDS, REQUESTS, roll

pytestmark = [pytest.mark.timeout(900), pytest.mark.long]
MIGRATIONS = "backend/regie/migrations/versions"
OWNER = ("owner-link", "ada@example.com", "--first-name", "Ada", "--last-name", "Roy", "--currency", "CAD")


def _git(*arguments: str) -> str:
    # Git refuses a clone of another account, such as one in a container, unless it is named.
    command = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _newest_migration(commit: str) -> str:
    names = _git("ls-tree", "--name-only", commit, f"{MIGRATIONS}/").split()
    return max(Path(name).name.partition("_")[0] for name in names if name.endswith(".py"))


def find_earlier_release() -> tuple[str, str] | None:
    """Return the last commit with an older schema and that schema; None without the history, as in a shallow clone."""
    try:
        changes = _git("log", "--format=%H %P", "--first-parent", "--", MIGRATIONS).splitlines()
        for line in changes:
            parents = line.split()[1:]
            if parents and (version := _newest_migration(parents[0])) < newest_version():
                return parents[0], version
    except (OSError, subprocess.CalledProcessError):
        pass
    return None


def install(commit: str, folder: Path) -> Path:
    """Build the wheel of a commit, without the front end, and install it into a folder of its own."""
    archive, source, target = folder / "source.tar", folder / "source", folder / "release"
    _git("archive", f"--output={archive}", commit, "backend")
    source.mkdir()
    for command in (
        ["tar", "-xf", str(archive), "-C", str(source)],
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
    ):
        subprocess.run(command, cwd=source / "backend" if "hatchling" in command else folder, check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(target)], check=True)
    return target


@pytest.fixture
def empty_url(postgres_database: Database, worker_id: str) -> Iterator[str]:
    name = f"regie_upgraded_{worker_id}"
    with postgres_database.read() as db:
        db.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        db.execute(text(f"CREATE DATABASE {name}"))
    yield postgres_database.url.set(database=name).render_as_string(hide_password=False)
    with postgres_database.read() as db:
        db.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def _regie(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", "regie.cli", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _sign_in(port: int, link: str) -> tuple[dict[str, str], str]:
    """Choose a password with the link of the first owner, as a browser does."""
    token = parse_qs(urlsplit(link).fragment)["token"][0]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        client.get("/sanctum/csrf-cookie").raise_for_status()
        proof = {"X-XSRF-TOKEN": client.cookies["XSRF-TOKEN"]}
        body = {"token": token, "password": "a long and unusual passphrase"}
        client.post("/auth/passwords", json=body, headers=proof).raise_for_status()
        user = client.get("/api/v1/me").raise_for_status().json()["data"]
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        return {"Cookie": cookies, "X-XSRF-TOKEN": client.cookies["XSRF-TOKEN"]}, user["api_id"]


def test_upgrade_from_an_earlier_release_fails_no_request(empty_url: str, tmp_path: Path):
    found = find_earlier_release()
    if found is None:
        pytest.skip("the history of the repository is not available (shallow clone): no earlier release to build")
    commit, old_version = found
    new = clean_environment(
        REGIE_DATABASE_URL=empty_url,
        REGIE_DATA=str(tmp_path / "data"),
        REGIE_SECRET=DEVELOPMENT_SECRET,
        REGIE_RATE_FACTOR="10000",
        REGIE_PROXIES="1",
        REGIE_DRAIN_SECONDS=str(DRAIN_SECONDS),
    )
    # The earlier release comes before the installed one, and before the current folder.
    old = new | {"PYTHONPATH": str(install(commit, tmp_path)), "PYTHONSAFEPATH": "1"}
    database = Database(empty_url, pool_size=1)

    def read_version() -> str:
        with database.read() as db:
            return db.execute(text("SELECT version_num FROM alembic_version")).scalar_one()

    def migrate() -> None:
        assert read_version() == old_version
        _regie(new, "migrate")
        assert read_version() == newest_version()

    with ExitStack() as stack:
        stack.callback(database.close)
        _regie(old, "migrate")
        link = re.search(r"https?://\S+", _regie(old, *OWNER))
        assert link
        load = roll(stack, tmp_path, (old, new), lambda port: _sign_in(port, link[0]), migrate)
        assert set(load.outcomes) == {"POST 201", "GET 200"}, load.outcomes
        assert load.outcomes.total() >= REQUESTS
        with database.read() as db:
            assert db.execute(text("SELECT count(*) FROM clients")).scalar() == load.outcomes["POST 201"]
