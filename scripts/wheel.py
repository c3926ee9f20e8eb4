"""Builds a release into `dist/`: one wheel with the front end in it, and the locked list of its dependencies.

The wheel names the exact versions of `backend/requirements.lock` that it needs at run time, without the tools of tests,
so that `pip install` and `uv tool install` give the tested set. `requirements.txt` has their hashes too.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bootstrap import PYTHON, ROOT, UV, SetupError, prepare

DIST = ROOT / "dist"
BACK_END = ROOT / "backend"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+==[^\s\\;]+)((?:\s*;[^\\]*)?)", re.MULTILINE)
_DEPENDENCIES = re.compile(r"^dependencies = \[\n.*?^\]\n", re.MULTILINE | re.DOTALL)
_TOOLS_OF_TESTS = re.compile(r"^\[project\.optional-dependencies\]\n.*?^\]\n\n", re.MULTILINE | re.DOTALL)


def build() -> Path:
    """Return the path of the wheel."""
    prepare("front-end")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    locked = _lock_dependencies()
    (DIST / "requirements.txt").write_text(locked, "utf-8")
    with TemporaryDirectory() as folder:
        stage = Path(folder)
        shutil.copytree(BACK_END / "regie", stage / "regie", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "frontend" / "dist", stage / "regie" / "front_end")
        (stage / "pyproject.toml").write_text(_pin_dependencies(_list_pins(locked)), "utf-8")
        _run(PYTHON, "-m", "hatchling", "build", "--target", "wheel", "--directory", DIST, cwd=stage)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def _lock_dependencies() -> str:
    """Return the runtime part of the lock, for every platform and Python version that Régie supports."""
    return _run(
        UV, "pip", "compile", BACK_END / "pyproject.toml", "--constraint", BACK_END / "requirements.lock",
        "--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header", "--quiet",
    )  # fmt: skip


def _list_pins(locked: str) -> list[str]:
    return [f"{name}{marker.strip()}" for name, marker in _PINNED.findall(locked)]


def _pin_dependencies(pins: list[str]) -> str:
    """Return the project file with exact dependencies and without the tools of tests."""
    project = (BACK_END / "pyproject.toml").read_text("utf-8")
    lines = "".join(f"    {pin!r},\n" for pin in pins)
    pinned, changed = _DEPENDENCIES.subn(lambda _match: f"dependencies = [\n{lines}]\n", project)
    without_tools, removed = _TOOLS_OF_TESTS.subn("", pinned)
    if not pins or (changed, removed) != (1, 1):
        raise SetupError("backend/pyproject.toml no longer has the form that scripts/wheel.py reads.")
    return without_tools


def _run(*command: object, cwd: Path = ROOT) -> str:
    result = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)
    if result.returncode:
        raise SetupError(f"{result.stdout}{result.stderr}This command failed: {' '.join(map(str, command))}")
    return result.stdout


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{build().relative_to(ROOT)}\n")
    except SetupError as failure:
        sys.exit(str(failure))
