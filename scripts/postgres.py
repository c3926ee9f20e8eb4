"""Starts a throw-away PostgreSQL on a free loopback port, for the tests and the bench.

url, stop = start_postgres()                  # keeps what it commits, as a real one does
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

sys.path.insert(0, str(Path(__file__).resolve().parent))

from lifeline import die_with_parent
from ports import free_port

URL_VARIABLE = "REGIE_TEST_POSTGRES_URL"
READY_WITHIN_S = 60
# A server whose data is thrown away with it need not bring them through a power cut; killed, it still keeps them.
FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresMissing(RuntimeError):
    """No PostgreSQL server programs on this machine."""


def start_postgres(folder: Path | None = None, *, is_forgetful: bool = False) -> tuple[str, Callable[[], None]]:
    """Returns the SQLAlchemy URL of a new cluster's superuser and the function that stops and removes it.

    A forgetful one commits without waiting for the disk: for tests, not for measuring.

    The cluster lives in a folder of its own below `folder` (the system's temporary one by default), which the
    unprivileged user must be able to reach: PostgreSQL refuses to run as root, so root lends it a user.
    """
    binaries = programs()
    home = Path(tempfile.mkdtemp(prefix="regie-postgres-", dir=folder))
    identity = _unprivileged(home)
    password = secrets.token_hex(16)
    try:
        _create_cluster(binaries, home, password, identity)
        server, port = _start_on_free_port(binaries, home, identity, FORGETFUL if is_forgetful else {})
    except BaseException:
        shutil.rmtree(home, ignore_errors=True)
        raise

    def stop() -> None:
        _stop(server)
        shutil.rmtree(home, ignore_errors=True)

    return f"postgresql+psycopg://regie:{password}@127.0.0.1:{port}/postgres", stop


def programs() -> Path:
    """The folder of the newest server's programs: Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    raise PostgresMissing("PostgreSQL is not installed; run: sudo scripts/debian.sh")


def _unprivileged(home: Path) -> dict:
    """What subprocess needs to run as someone other than root; nothing when we are not root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
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
    made = subprocess.run(command, cwd=home, env=_environment(), capture_output=True, text=True, **identity)
    if made.returncode:
        raise RuntimeError(f"initdb failed:\n{made.stderr}")


def _start_on_free_port(
    binaries: Path, home: Path, identity: dict, more: dict[str, str]
) -> tuple[subprocess.Popen, int]:
    for attempt in range(3):
        port = free_port()
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(port),
            "unix_socket_directories": "",
            "max_connections": "200",
            "timezone": "UTC",
            **more,
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
                preexec_fn=die_with_parent(signal.SIGINT),
                **identity,
            )
        if _ready(server, home / "data" / "postmaster.pid"):
            return server, port
        _stop(server)  # someone else may have taken the port meanwhile: try another
    raise RuntimeError(f"PostgreSQL did not start:\n{(home / 'server-2.log').read_text(errors='replace')}")


def _ready(server: subprocess.Popen, pid_file: Path) -> bool:
    """The server's own pid file says when it accepts connections, so no stranger can answer for it."""
    deadline = time.monotonic() + READY_WITHIN_S
    while server.poll() is None and time.monotonic() < deadline:
        lines = pid_file.read_text().splitlines() if pid_file.exists() else []
        if len(lines) >= 8 and lines[0] == str(server.pid) and lines[7].strip() == "ready":
            return True
        time.sleep(0.05)
    return False


def _stop(server: subprocess.Popen) -> None:
    if server.poll() is not None:
        return
    for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):  # fast, immediate, none of that
        server.send_signal(how)
        try:
            server.wait(10)
            return
        except subprocess.TimeoutExpired:
            continue


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def _stopped(*_: object) -> None:
    raise SystemExit(143)


def main() -> int:
    command = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    signal.signal(signal.SIGTERM, _stopped)
    try:
        url, stop = start_postgres(is_forgetful=True)
    except PostgresMissing as missing:
        sys.stderr.write(f"{missing}\n")
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
