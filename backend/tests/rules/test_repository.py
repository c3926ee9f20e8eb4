"""Rules about the repository itself: generated files stay out of git, and planted defects fit the sources."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]

pytestmark = pytest.mark.one_database


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)


def test_no_ignored_file_is_tracked():
    """Generated files in git would count as up to date after a checkout."""
    listed = _run("git", "ls-files", "--ignored", "--cached", "--exclude-standard")
    assert (listed.returncode, listed.stdout) == (0, "")


def test_every_planted_defect_fits_its_file():
    listed = _run(sys.executable, "scripts/planted_defects.py", "--list")
    outdated = [line for line in listed.stdout.splitlines() if line.startswith("outdated")]
    assert (listed.returncode, outdated) == (0, [])


@pytest.mark.parametrize("port", ["abc", "", "99999"])
def test_invalid_port_is_explained_in_one_sentence(port: str):
    started = _run(sys.executable, "scripts/run.py", f"--port={port}")
    assert (started.returncode, started.stdout) == (1, "")
    assert started.stderr == f"“{port}” is not a port: choose a number from 1024 to 65535, such as PORT=8000.\n"
