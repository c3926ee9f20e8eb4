"""Starts a temporary PostgreSQL server on a free loopback port, for the tests and the bench.

url, stop = start_postgres()                  # commits durably, as a real server does
python scripts/postgres.py -- COMMAND ...     # runs COMMAND with REGIE_TEST_POSTGRES_URL set
"""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent))

from parent_death import end_with_parent
from ports import free_port

URL_VARIABLE = "REGIE_TEST_POSTGRES_URL"
READY_TIMEOUT_S = 60
# A temporary server need not survive a power cut; its data still survives a kill.
NON_DURABLE_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
# Tests empty their tables: cleaning them takes longer than it saves.
TEST_SETTINGS = NON_DURABLE_SETTINGS | {"autovacuum": "off"}


class PostgresNotInstalled(RuntimeError):
    """The PostgreSQL server is not installed."""


def start_postgres(folder: Path | None = None, *, skip_fsync: bool = False) -> tuple[str, Callable[[], None]]:
    """Return the SQLAlchemy URL of a new cluster's superuser, and the function that stops and removes it.

    With `skip_fsync` it commits without waiting for the disk: for tests, not for measuring.

    The cluster's folder is below `folder` (the system's temporary one by default). PostgreSQL refuses to run as root;
    root therefore starts it as another user, who must be able to reach that folder.
    """
    binaries = find_programs()
    home = Path(tempfile.mkdtemp(prefix="regie-postgres-", dir=folder))
    identity = _unprivileged_account(home)
    password = secrets.token_hex(16)
    try:
        _create_cluster(binaries, home, password, identity)
        server, port = _start_on_free_port(binaries, home, identity, TEST_SETTINGS if skip_fsync else {})
    except BaseException:
        shutil.rmtree(home, ignore_errors=True)
        raise

    def stop() -> None:
        _stop(server)
        shutil.rmtree(home, ignore_errors=True)

    return f"postgresql+psycopg://regie:{password}@127.0.0.1:{port}/postgres", stop


def start_replica(primary_url: str, folder: Path | None = None) -> tuple[str, Callable[[], None]]:
    """Copy a running cluster to a streaming replica; return its URL, and the function that stops and removes it."""
    primary, binaries = urlsplit(primary_url), find_programs()
    home = Path(tempfile.mkdtemp(prefix="regie-replica-", dir=folder))
    identity = _unprivileged_account(home)
    address = f"postgresql://{primary.netloc}/"
    command = [binaries / "pg_basebackup", "-D", home / "data", "-d", address, "-R", "-c", "fast", "--no-sync"]
    try:
        copied = subprocess.run(command, cwd=home, env=_environment(), capture_output=True, text=True, **identity)
        if copied.returncode:
            raise RuntimeError(f"pg_basebackup failed:\n{copied.stderr}")
        server, port = _start_on_free_port(binaries, home, identity, NON_DURABLE_SETTINGS)
    except BaseException:
        shutil.rmtree(home, ignore_errors=True)
        raise

    def stop() -> None:
        _stop(server)
        shutil.rmtree(home, ignore_errors=True)

    return f"postgresql+psycopg://{primary.username}:{primary.password}@127.0.0.1:{port}{primary.path}", stop


def find_programs() -> Path:
    """Return the folder of the newest server's programs, which on Debian is not on the PATH."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    raise PostgresNotInstalled("PostgreSQL is not installed; run: sudo scripts/debian.sh")


def _unprivileged_account(home: Path) -> dict:
    """Return subprocess's arguments to run as another user if we are root, else nothing."""
    if os.geteuid() != 0:
        return {}
    user_names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in user_names else "nobody")
    os.chown(home, account.pw_uid, account.pw_gid)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _create_cluster(binaries: Path, home: Path, password: str, identity: dict) -> None:
    secret = home / "password"
    secret.write_text(password)
    if identity:
        os.chown(secret, identity["user"], identity["group"])
    command = [
        binaries / "initdb", "--pgdata", home / "data", "--username", "regie", "--pwfile", secret,
        "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync",
    ]  # fmt: skip
    result = subprocess.run(command, cwd=home, env=_environment(), capture_output=True, text=True, **identity)
    if result.returncode:
        raise RuntimeError(f"initdb failed:\n{result.stderr}")


def _start_on_free_port(
    binaries: Path, home: Path, identity: dict, extra_settings: dict[str, str]
) -> tuple[subprocess.Popen, int]:
    for attempt in range(3):
        port = free_port()
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": "",
            "max_connections": "200",
            "timezone": "UTC",
            **extra_settings,
        }
        arguments = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (home / f"server-{attempt}.log").open("wb") as log:
            server = subprocess.Popen(
                [binaries / "postgres", "-D", home / "data", *arguments],
                cwd=home,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=end_with_parent(signal.SIGINT),
                **identity,
            )
        if _wait_until_ready(server, home / "data" / "postmaster.pid"):
            return server, port
        _stop(server)  # another process may have taken the port meanwhile: try another
    raise RuntimeError(f"PostgreSQL did not start:\n{(home / 'server-2.log').read_text(errors='replace')}")


def _wait_until_ready(server: subprocess.Popen, pid_file: Path) -> bool:
    """Wait until the server's own pid file says that it accepts connections; return False if it ends or times out."""
    deadline = time.monotonic() + READY_TIMEOUT_S
    while server.poll() is None and time.monotonic() < deadline:
        lines = pid_file.read_text().splitlines() if pid_file.exists() else []
        if len(lines) >= 8 and lines[0] == str(server.pid) and lines[7].strip() == "ready":
            return True
        time.sleep(0.05)
    return False


def _stop(server: subprocess.Popen) -> None:
    if server.poll() is not None:
        return
    for signal_number in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):  # fast, immediate, none of that
        server.send_signal(signal_number)
        try:
            server.wait(10)
            return
        except subprocess.TimeoutExpired:
            continue


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _exit_on_signal(*_: object) -> None:
    raise SystemExit(143)


def main() -> int:
    command = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        url, stop = start_postgres(skip_fsync=True)
    except PostgresNotInstalled as error:
        sys.stderr.write(f"{error}\n")
        return 1
    try:
        if command:
            return subprocess.run(command, env=os.environ | {URL_VARIABLE: url}).returncode
        sys.stdout.write(f"{url}\n")
        sys.stdout.flush()
        signal.pause()
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        stop()


if __name__ == "__main__":
    sys.exit(main())
