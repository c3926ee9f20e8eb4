"""Tests the log formats: JSON, or readable in development, always without local variables."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from regie.logs import release
from tests.drills.processes import free_port, wait_until

PRELUDE = """
import logging, sys, threading, warnings
import structlog
from regie.core.text.locale import read_locale
from regie.logs import configure_logs

configure_logs(sys.argv[1])
log = structlog.get_logger()

def work():
    password = "hunter2-" + "in-a-variable"
    try:
        read_locale(3)
    except Exception as error:
        raise RuntimeError("no work today") from error

class Unfinished:
    def __del__(self):
        work()
"""
# Every way in which our code and libraries report an error.
OWN = """
try:
    work()
except RuntimeError:
    log.exception("failed", path="/api/v1/clients")
"""
LIBRARY = """
try:
    work()
except RuntimeError:
    logging.getLogger(sys.argv[2]).exception("failed")
"""
THREAD = "thread = threading.Thread(target=work); thread.start(); thread.join()"
UNRAISABLE = "unfinished = Unfinished(); del unfinished"
WARNING = "warnings.warn('old')"
BAD_TEXT = r"log.warning('failed', path='\ud800', number=2**70)"
BAD_FORMAT = "logging.getLogger('library').error('%d', 'no number')"
SERVER = """
import sys
from granian import Granian
from regie.edge import EdgeMiddleware
from regie.logs import configure_logs, logging_config

class Caller:
    user_api_id, impersonator = "the-user", None

async def fail_midway(scope, receive, send):
    scope["regie.caller"] = Caller()
    password = "hunter2-" + "in-a-variable"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x", "more_body": True})
    raise RuntimeError("no work today")

def make():
    configure_logs("production")
    return EdgeMiddleware(fail_midway, is_secure=False, accepts_files=lambda *_: False, proxies=1)

if __name__ == "__main__":
    Granian(
        "failing:make", port=int(sys.argv[1]), interface="asginl", factory=True, log_access=True,
        log_dictconfig=logging_config("production", "stdout"),
    ).serve()
"""


def _log_of(environment: str, failure: str, *arguments: str) -> str:
    command = [sys.executable, "-c", PRELUDE + failure, environment, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "hunter2-in" not in done.stdout
    return done.stdout


@pytest.mark.parametrize("environment", ["demo", "production"])
def test_log_outside_development_is_one_json_object_per_line(environment: str):
    (line,) = _log_of(environment, OWN).splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["level"], entry["path"]) == ("failed", "error", "/api/v1/clients")
    assert "RuntimeError: no work today" in entry["exception"]
    assert entry["release"] == release()


@pytest.mark.parametrize("logger", ["library", "dbos", "_granian", "granian.access"])
def test_lines_of_libraries_have_the_same_form(logger: str):
    (line,) = _log_of("production", LIBRARY, logger).splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["level"], entry["logger"]) == ("failed", "error", logger)
    assert "RuntimeError: no work today" in entry["exception"]
    assert {"timestamp", "release"} <= entry.keys()


@pytest.mark.parametrize("failure", [THREAD, UNRAISABLE, WARNING, BAD_TEXT])
def test_uncaught_errors_and_warnings_are_json_lines(failure: str):
    (line,) = _log_of("production", failure).splitlines()
    entry = json.loads(line)
    assert entry["level"] in ("error", "warning")
    assert ("RuntimeError: no work today" in entry.get("exception", "")) == (failure in (THREAD, UNRAISABLE))


def test_line_that_cannot_be_formatted_is_not_reported_as_text():
    assert _log_of("production", BAD_FORMAT) == ""


@pytest.mark.parametrize("failure", [OWN, LIBRARY])
def test_development_log_is_readable_and_shows_application_frames_only(failure: str):
    text = _log_of("development", failure, "dbos")
    assert not text.startswith("{")
    assert "failed" in text
    assert "RuntimeError: no work today" in text
    assert text.count('File "<string>"') == 1
    assert "regie/core/text/locale.py" in text


@pytest.mark.parametrize(("environment", "is_json"), [("production", True), ("demo", False), ("development", False)])
def test_log_on_a_terminal_is_readable_except_in_production(environment: str, is_json: bool):
    reader, writer = pty.openpty()
    command = [sys.executable, "-c", PRELUDE + "log.info('started')", environment]
    assert subprocess.run(command, stdout=writer, stdin=subprocess.DEVNULL).returncode == 0
    os.close(writer)
    line = os.read(reader, 65_536).decode()
    os.close(reader)
    assert "started" in line
    assert line.startswith("{") == is_json


def test_every_line_of_a_request_names_it_and_its_caller(tmp_path: Path):
    """The lines of the application, and of the server: access and an aborted response."""
    (tmp_path / "failing.py").write_text(SERVER)
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as output:
        command = [sys.executable, "failing.py", str(port)]
        server = subprocess.Popen(command, cwd=tmp_path, stdout=output, stderr=output)
    try:
        wait_until(lambda: _is_called(port))
    finally:
        server.terminate()
        server.wait(10)
    assert "hunter2-in" not in log.read_text()
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    of_request = [entry for entry in entries if "request_id" in entry]
    assert {entry.get("logger", "own") for entry in of_request} >= {"own", "granian.access", "_granian.utils"}
    for entry in of_request:
        assert _identity(entry) == ("a-known-request", "203.0.113.7", "the-user", release())
    assert any("RuntimeError: no work today" in str(entry) for entry in of_request)


def _is_called(port: int) -> bool:
    headers = {"X-Request-Id": "a-known-request", "X-Forwarded-For": "198.51.100.1, 203.0.113.7"}
    try:
        httpx.get(f"http://127.0.0.1:{port}/api/v1/clients", headers=headers)
    except httpx.RemoteProtocolError:
        return True
    except httpx.TransportError:
        return False
    raise AssertionError("the response was not aborted")


def _identity(entry: dict[str, Any]) -> tuple[str, str, str, str]:
    return entry["request_id"], entry["client"], entry["user"], entry["release"]
