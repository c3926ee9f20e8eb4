"""Tests what commands check before they start: settings, secrets, data folders, the database."""

import os
import stat
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from regie.core.db.database import Database
from regie.settings import DEMO_PASSWORD, DatabaseUnreachable, SettingsError, load_settings
from regie.startup import create_data_folder, refuse_public_secrets, report_open_folders, wait_for_database
from tests.drills.database_proxy import DatabaseProxy
from tests.drills.processes import clean_environment, run_command, start_command, wait_until

COMMANDS = ["serve", "worker", "migrate", "reseal", "shell", "demo", "owner-link x@regie.example", "sandbox"]
PASSWORD = "canary-password"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("PORT", "abc", "a whole number from 1 to 65535, not “abc”"),
        ("PORT", "0", "a whole number from 1 to 65535, not “0”"),
        ("PORT", "65536", "a whole number from 1 to 65535, not “65536”"),
        ("PORT", "-1", "a whole number"),
        ("PORT", "9" * 5_000, "a whole number"),
        ("PROXIES", "one", "a whole number"),
        ("RATE_FACTOR", "0", "a whole number from 1"),
        ("SYNC_MINUTES", "1.5", "a whole number"),
        ("DATABASE_WAIT", "soon", "a whole number"),
        ("TEAMWORK_CALLS_PER_MINUTE", "0", "a whole number from 1"),
        ("ORIGIN", "regie.example", "an address such as"),
        ("ORIGIN", "https://regie.example/app", "scheme and host only"),
        ("TEAMWORK_URL", "agency.teamwork.com", "an address such as"),
        ("FILES_ENDPOINT", "http://", "an address such as"),
        ("HUBSPOT_URL", "http://host:port", "an address such as"),
        ("DATABASE_URL", f"mysql://u:{PASSWORD}@h/d", "postgresql://"),
        ("DATABASE_URL", f"postgresql://u:{PASSWORD}@h:port/d", "postgresql://"),
        ("DATABASE_URL", PASSWORD, "postgresql://"),
        ("JOBS_URL", f"u:{PASSWORD}@h/d", "postgresql://"),
    ],
)
def test_wrong_setting_is_named_with_what_is_expected(name: str, value: str, expected: str):
    with pytest.raises(SettingsError) as refused:
        load_settings({f"REGIE_{name}": value})
    assert str(refused.value).startswith(f"REGIE_{name} must be {expected}")
    assert PASSWORD not in str(refused.value)
    assert refused.value.exit_code == 2


@pytest.mark.parametrize("name", ["PORT", "SECRET", "ENV", "DATABASE_URL", "SYNC_MINUTES", "ORIGIN"])
def test_empty_setting_is_the_default(name: str):
    assert load_settings({f"REGIE_{name}": ""}) == load_settings({})


@pytest.mark.parametrize("command", ["serve", "worker", "sandbox"])
def test_wrong_setting_ends_a_command_with_one_sentence(command: str, tmp_path: Path):
    environment = clean_environment(REGIE_PORT="abc", REGIE_DATA=str(tmp_path / "data"))
    done = run_command(command, environment=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "regie: REGIE_PORT must be a whole number from 1 to 65535, not “abc”.\n"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--port", "abc"), "argument --port: must be a whole number from 1 to 65535, not “abc”"),
        (("--host", "regie.example"), "argument --host: must be an IP address such as 127.0.0.1, not “regie.example”"),
    ],
)
def test_wrong_argument_is_named_with_what_is_expected(arguments: tuple[str, ...], message: str):
    done = run_command("serve", *arguments, environment=clean_environment())
    assert done.returncode == 2
    assert done.stderr.endswith(f"regie serve: error: {message}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_an_unsafe_environment(command: str, tmp_path: Path):
    data = tmp_path / "data"
    environment = clean_environment(REGIE_ENV="production", REGIE_ORIGIN="https://regie.example", REGIE_DATA=str(data))
    done = run_command(*command.split(), environment=environment)
    assert done.returncode == 2
    assert "REGIE_SECRET must be set" in done.stdout + done.stderr
    assert not data.exists()


@pytest.mark.parametrize(
    ("settings", "host", "named"),
    [
        ({}, "0.0.0.0", "--host reaches"),  # noqa: S104
        ({}, "::", "--host reaches"),
        ({"REGIE_ORIGIN": "https://regie.example"}, "127.0.0.1", "REGIE_ORIGIN reaches"),
        ({"REGIE_DATABASE_URL": "postgresql://u:p@db/regie"}, "127.0.0.1", "REGIE_DATABASE_URL reaches"),
        ({"REGIE_DATABASE_URL": "postgresql:///regie?host=db"}, "127.0.0.1", "REGIE_DATABASE_URL reaches"),
        ({"REGIE_ENV": "development"}, "192.0.2.1", "--host reaches"),
        ({"REGIE_ENV": "demo", "REGIE_ORIGIN": "http://10.0.0.5:8000"}, "10.0.0.5", "--host and REGIE_ORIGIN reach "),
    ],
)
def test_default_secret_is_refused_beyond_this_machine(settings: dict[str, str], host: str, named: str):
    with pytest.raises(SettingsError, match="REGIE_SECRET") as refused:
        refuse_public_secrets(load_settings(settings), host)
    assert named in str(refused.value)
    refuse_public_secrets(load_settings({**settings, "REGIE_SECRET": "x" * 32, "REGIE_DEMO_PASSWORD": "own"}), host)


def test_default_demo_password_is_refused_beyond_this_machine():
    settings = {"REGIE_ENV": "demo", "REGIE_SECRET": "x" * 32}
    for password in ({}, {"REGIE_DEMO_PASSWORD": DEMO_PASSWORD}):
        with pytest.raises(SettingsError, match="REGIE_DEMO_PASSWORD"):
            refuse_public_secrets(load_settings(settings | password), "0.0.0.0")  # noqa: S104


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"REGIE_ENV": "demo"},
        {"REGIE_DATABASE_URL": "postgresql://u:p@127.0.0.1/regie"},
        {"REGIE_DATABASE_URL": "postgresql:///regie"},
        {"REGIE_DATABASE_URL": "postgresql:///regie?host=/run/postgresql"},
        {"REGIE_ORIGIN": "http://[::1]:8000"},
    ],
)
def test_default_secret_is_accepted_on_this_machine(settings: dict[str, str]):
    refuse_public_secrets(load_settings(settings))


def test_serve_refuses_the_default_secret_beyond_this_machine(tmp_path: Path):
    environment = clean_environment(REGIE_DATA=str(tmp_path / "data"))
    done = run_command("serve", "--migrate", "--host", "0.0.0.0", environment=environment)  # noqa: S104
    assert done.returncode == 2
    assert done.stderr.startswith("regie: REGIE_SECRET must be set")
    assert not (tmp_path / "data").exists()


def _modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


def test_data_belong_to_this_account_only(tmp_path: Path):
    data = tmp_path / "data"
    umask = os.umask(0o022)
    try:
        done = run_command("migrate", environment=clean_environment(REGIE_DATA=str(data)))
        with start_command("worker", environment=clean_environment(REGIE_DATA=str(data)), log=tmp_path / "log"):
            wait_until(lambda: b"worker started" in (tmp_path / "log").read_bytes())
    finally:
        os.umask(umask)
    assert (done.returncode, done.stderr) == (0, "")
    assert {"regie.sqlite", "jobs.sqlite", "worker.lock"} <= {path.name for path in data.iterdir()}
    assert _modes(data) == {0o700, 0o600}


def test_folders_that_others_may_enter_are_reported(tmp_path: Path):
    data, files = tmp_path / "data", tmp_path / "files"
    settings = load_settings({"REGIE_DATA": str(data), "REGIE_FILES_URL": files.as_uri()})
    create_data_folder(settings)
    files.mkdir(mode=0o700)
    with capture_logs() as lines:
        report_open_folders(settings)
        assert lines == []
        data.chmod(0o750)
        files.chmod(0o705)
        report_open_folders(settings)
    assert [(line["folder"], line["mode"]) for line in lines] == [(str(data), "750"), (str(files), "705")]
    assert (_modes(data), _modes(files)) == ({0o750}, {0o705})


def test_data_folder_that_cannot_be_created_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="REGIE_DATA"):
        create_data_folder(load_settings({"REGIE_DATA": str(tmp_path / "file" / "data")}))


def test_command_waits_for_postgres_that_is_down(postgres_database: Database, tmp_path: Path):
    proxy = DatabaseProxy(postgres_database.url.host or "", postgres_database.url.port or 5432)
    proxy.cut()
    url = postgres_database.url.set(port=proxy.port).render_as_string(hide_password=False)
    environment = clean_environment(
        REGIE_ENV="demo", REGIE_DATABASE_URL=url, REGIE_DATA=str(tmp_path / "data"), REGIE_DATABASE_WAIT="60"
    )
    log = tmp_path / "log"
    with start_command("migrate", environment=environment, log=log) as process:
        wait_until(lambda: b"the database is unreachable: waiting (REGIE_DATABASE_WAIT)" in log.read_bytes())
        assert process.poll() is None
        proxy.restore()
        assert process.wait(30) == 0
    proxy.cut()
    assert b"the database answers" in log.read_bytes()


def test_worker_waits_for_its_jobs_database(postgres_database: Database, tmp_path: Path):
    proxy = DatabaseProxy(postgres_database.url.host or "", postgres_database.url.port or 5432)
    proxy.cut()
    url = postgres_database.url.render_as_string(hide_password=False)
    jobs_url = postgres_database.url.set(port=proxy.port, database="regie_jobs_wait")
    environment = clean_environment(
        REGIE_ENV="demo", REGIE_DATABASE_URL=url, REGIE_DATA=str(tmp_path / "data"), REGIE_DATABASE_WAIT="60",
        REGIE_JOBS_URL=jobs_url.render_as_string(hide_password=False),
    )  # fmt: skip
    log = tmp_path / "log"
    with start_command("worker", environment=environment, log=log) as process:
        wait_until(lambda: b"waiting (REGIE_DATABASE_WAIT)" in log.read_bytes())
        assert b"REGIE_JOBS_URL" in log.read_bytes()
        assert process.poll() is None
        proxy.restore()
        wait_until(lambda: b"worker started" in log.read_bytes())
    proxy.cut()


def test_waiting_for_the_database_ends_after_the_setting():
    url = f"postgresql://u:{PASSWORD}@127.0.0.1:9/d"
    settings = load_settings({"REGIE_DATABASE_URL": url, "REGIE_DATABASE_WAIT": "0"})
    with pytest.raises(DatabaseUnreachable, match="Connection refused") as refused:
        wait_for_database(settings)
    assert refused.value.exit_code == 1
    assert PASSWORD not in str(refused.value)
