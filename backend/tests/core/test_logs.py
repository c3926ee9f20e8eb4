"""Tests the log formats: JSON, or readable in development, always without local variables."""

import json
import subprocess
import sys

import pytest

FAILS = """
import sys
import structlog
from regie.core.text.locale import read_locale
from regie.logs import configure_logs

configure_logs(sys.argv[1])
log = structlog.get_logger()

def work():
    password = "hunter2-" + "in-a-variable"
    read_locale(3)

try:
    try:
        work()
    except Exception as error:
        raise RuntimeError("no work today") from error
except RuntimeError:
    log.exception("failed", path="/api/v1/clients")
"""


def _log_of(environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", FAILS, environment], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "hunter2-in" not in done.stdout
    return done.stdout


@pytest.mark.parametrize("environment", ["demo", "production"])
def test_log_outside_development_is_one_json_object_per_line(environment: str):
    (line,) = _log_of(environment).splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["level"], entry["path"]) == ("failed", "error", "/api/v1/clients")
    assert "RuntimeError: no work today" in entry["exception"]


def test_development_log_is_readable_and_shows_application_frames_only():
    text = _log_of("development")
    assert not text.startswith("{")
    assert "failed" in text
    assert "RuntimeError: no work today" in text
    assert text.count('File "<string>"') == 1
    assert "regie/core/text/locale.py" in text
