"""Runs Régie with demo data and the sandbox's services on one machine, and stops all processes at the end."""

import argparse
import contextlib
import fcntl
import hashlib
import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bootstrap import SetupError, prepare
from parent_death import end_with_own_parent, end_with_parent
from ports import free_port, is_free
from stamps import ROOT

REGIE = ROOT / ".venv" / "bin" / "regie"
ROLES = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")
READY_TIMEOUT_S = 60
STOP_TIMEOUT_S = 15


class Stopped(BaseException):
    """A signal requested the end: Ctrl-C, a closed terminal, or a supervisor."""


class Processes:
    """The processes of one run, each the leader of a group, so that one signal reaches a server and its workers."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        self.logs = data / "logs"
        self.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.environment = environment
        self.running: dict[str, subprocess.Popen] = {}

    def start(self, name: str, *arguments: str, program: Path = REGIE, shown: bool = False) -> None:
        with (self.logs / f"{name}.log").open("ab") as log:
            self.running[name] = self._spawn(arguments, None if shown else log, program)

    def complete(self, name: str, *arguments: str, shown: bool = False, **environment: str) -> None:
        """Run a command to its end; its output goes to the terminal or to its log."""
        log = self.logs / f"{name}.log"
        with log.open("ab") as file:
            process = self._spawn(arguments, None if shown else file, environment=environment)
        self.running[name] = process
        code = process.wait()
        del self.running[name]
        if code:
            raise SetupError(f"`regie {name}` failed with code {code}." + ("" if shown else f"\n{_tail(log)}"))

    def wait_until_ready(self, name: str, port: int, path: str) -> None:
        deadline = time.monotonic() + READY_TIMEOUT_S
        while time.monotonic() < deadline:
            self.fail_if_ended()
            if _is_answering(port, path):
                return
            time.sleep(0.05)
        raise SetupError(f"`{name}` did not answer within {READY_TIMEOUT_S} s.\n{_tail(self.logs / f'{name}.log')}")

    def fail_if_ended(self) -> None:
        for name, process in self.running.items():
            if process.poll() is not None:
                log = self.logs / f"{name}.log"
                raise SetupError(f"`{name}` stopped unexpectedly with code {process.returncode}.\n{_tail(log)}")

    def stop(self) -> None:
        for signal_number, timeout in ((signal.SIGTERM, STOP_TIMEOUT_S), (signal.SIGKILL, 5)):
            for process in self.running.values():
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal_number)  # also reaches workers whose leader has ended
            deadline = time.monotonic() + timeout
            for process in self.running.values():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(max(0.1, deadline - time.monotonic()))

    def _spawn(
        self,
        arguments: tuple[str, ...],
        output: IO | None,
        program: Path = REGIE,
        environment: Mapping[str, str] = {},
    ) -> subprocess.Popen:
        return subprocess.Popen(
            [program, *arguments],
            cwd=ROOT,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=end_with_parent(),
        )


def serve_build(processes: Processes, port: int, _data: Path) -> None:
    """Start the worker and the back end, which also serves the built front end."""
    processes.start("worker", "worker")
    processes.start("serve", "serve", "--port", str(port))
    processes.wait_until_ready("serve", port, "/sanctum/csrf-cookie")


@dataclass(frozen=True, slots=True)
class Mode:
    """The differences between `make run` and `make dev`."""

    target: str
    environment: str
    step: str
    start: Callable[[Processes, int, Path], None]


RUN = Mode("run", "demo", "front-end", serve_build)


def run(mode: Mode, port: int, data: Path, ready_file: Path | None) -> None:
    require_free_port(port, mode.target)
    prepare(mode.step)
    with lock_data_folder(data):
        sandbox = reuse_port(data / "sandbox-port")
        processes = Processes(data, environment_for(port, sandbox, data, mode.environment))
        try:
            processes.complete("migrate", "migrate")
            sign_in = f"{processes.environment['REGIE_ORIGIN'].rstrip('/')}/auth/login"
            processes.start(
                "sandbox", "sandbox", "--port", str(sandbox),
                "--outbox", str(data / "outbox"), "--google-redirect", sign_in,
            )  # fmt: skip
            mode.start(processes, port, data)
            processes.wait_until_ready("sandbox", sandbox, "/__sandbox/")
            load_demo(processes, data)
            print_summary(processes, port, sandbox, data, ready_file)
            while True:
                processes.fail_if_ended()
                time.sleep(0.5)
        finally:
            processes.stop()


def parse_port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65536):
        raise SetupError(f"“{text}” is not a port: choose a number from 1024 to 65535, such as PORT=8000.")
    return int(text)


def require_free_port(port: int, target: str) -> None:
    if not is_free(port):
        raise SetupError(f"Port {port} is taken. Choose another one: make {target} PORT={free_port(port + 1)}")


@contextlib.contextmanager
def lock_data_folder(data: Path) -> Iterator[None]:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (data / "run.lock").open("w")
    except OSError as error:
        raise SetupError(
            f"Régie cannot write to {data}: {error.strerror}. Choose another folder with REGIE_DATA."
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SetupError(f"Régie already runs from {data}. Choose another folder with REGIE_DATA.") from error
        yield


def reuse_port(file: Path) -> int:
    """Return the same port at each start, so that links stay valid."""
    saved = file.read_text() if file.exists() else ""
    port = free_port(int(saved) if saved.isdecimal() else 0)
    file.write_text(str(port))
    return port


def environment_for(port: int, sandbox: int, data: Path, environment: str = "demo") -> dict[str, str]:
    outside = f"http://127.0.0.1:{sandbox}"
    user_environment = {name: value for name, value in os.environ.items() if value or not name.startswith("REGIE_")}
    return {
        "REGIE_ENV": environment,
        "REGIE_SECRET": _stored_secret(data / "secret"),
        "REGIE_ORIGIN": f"http://localhost:{port}",
        "REGIE_BUG_REPORT_ADDRESS": "support@regie.example",
        **user_environment,
        "REGIE_DATA": str(data),
        "REGIE_PORT": str(port),
        "REGIE_DEMO_PASSWORD": demo_password(),
        "REGIE_TEAMWORK_URL": f"{outside}/teamwork",
        "REGIE_TEAMWORK_KEY": "twk_sandbox",
        "REGIE_HUBSPOT_URL": f"{outside}/hubspot",
        "REGIE_HUBSPOT_KEY": "pat-sandbox",
        "REGIE_QUICKBOOKS_URL": f"{outside}/quickbooks",
        "REGIE_QUICKBOOKS_TOKEN_URL": f"{outside}/quickbooks-oauth/oauth2/v1/tokens/bearer",
        "REGIE_QUICKBOOKS_AUTHORIZE_URL": f"{outside}/quickbooks-appcenter/connect/oauth2",
        "REGIE_QUICKBOOKS_REVOKE_URL": f"{outside}/quickbooks-developer/v2/oauth2/tokens/revoke",
        "REGIE_QUICKBOOKS_CLIENT_ID": "qb-sandbox-client",
        "REGIE_QUICKBOOKS_CLIENT_SECRET": "qb-sandbox-secret",
        "REGIE_QUICKBOOKS_REALM": "9130000000000001",
        "REGIE_QUICKBOOKS_REFRESH_TOKEN": "RT1-sandbox",
        "REGIE_BANK_OF_CANADA_URL": f"{outside}/bank-of-canada/valet",
        "REGIE_GOOGLE_DISCOVERY_URL": f"{outside}/google/.well-known/openid-configuration",
        "REGIE_GOOGLE_CLIENT_ID": "regie-sandbox.apps.googleusercontent.com",
        "REGIE_GOOGLE_CLIENT_SECRET": "GOCSPX-sandbox",
        "PYTHONUNBUFFERED": "1",
    }


def demo_password() -> str:
    return os.environ.get("REGIE_DEMO_PASSWORD") or "a-long-demo-password"


def load_demo(processes: Processes, data: Path) -> None:
    """Create accounts and run the first synchronization, once per database and password."""
    values = processes.environment.get("REGIE_DATABASE_URL", "") + "\0" + demo_password()
    fingerprint = hashlib.sha256(values.encode()).hexdigest()
    stamp = data / "demo-loaded"
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    # `regie demo` requires the environment "demo"; `make dev` runs in "development".
    is_development = processes.environment["REGIE_ENV"] == "development"
    processes.complete("demo", "demo", shown=True, **({"REGIE_ENV": "demo"} if is_development else {}))
    stamp.write_text(fingerprint)


def print_summary(processes: Processes, port: int, sandbox: int, data: Path, ready_file: Path | None) -> None:
    origin = processes.environment["REGIE_ORIGIN"]
    lines = [("Régie", origin)]
    lines += [("Sign in as" if role == ROLES[0] else "", f"{role}@regie.example") for role in ROLES]
    lines += [
        ("Password", demo_password()),
        (
            "Services",
            f"http://127.0.0.1:{sandbox}/__sandbox/  (Teamwork, HubSpot, QuickBooks, Google, the Bank of Canada)",
        ),
        ("Emails", f"http://127.0.0.1:{sandbox}/__sandbox/outbox/"),
        ("Logs", str(processes.logs)),
    ]
    _print("\n" + "\n".join(f"  {label:<12}{value}" for label, value in lines) + "\n\n  Press Ctrl-C to stop.")
    if ready_file:
        pids = {name: process.pid for name, process in processes.running.items()}
        details = {
            "origin": origin,
            "sandbox": f"http://127.0.0.1:{sandbox}",
            "password": demo_password(),
            "pids": pids,
        }
        partial = ready_file.with_suffix(".partial")
        partial.write_text(json.dumps(details))
        partial.replace(ready_file)


def _stored_secret(file: Path) -> str:
    """Return the folder's stored secret, so that users stay signed in after a restart."""
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(48))
    return file.read_text()


def _is_answering(port: int, path: str) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path, headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _tail(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()[-25:] if log.exists() else []
    return "\n".join([f"The end of {log}:", *(f"    {line}" for line in lines)])


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _stop_on_signals() -> None:
    def stop(*_: object) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        raise Stopped

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    if os.environ.get("MAKELEVEL"):  # our parent is make, which cannot signal us when it is killed
        end_with_own_parent()


def main(mode: Mode = RUN) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", default="8000")
    parser.add_argument("--ready-file", type=Path, help="a JSON file to write once users can sign in")
    options = parser.parse_args()
    data = Path(os.environ.get("REGIE_DATA") or ROOT / "var").resolve()
    _stop_on_signals()
    try:
        run(mode, parse_port(options.port), data, options.ready_file)
    except SetupError as failure:
        sys.stderr.write(f"{failure}\n")
        return 1
    except Stopped:
        _print("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
