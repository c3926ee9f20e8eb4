"""Measures the first visit to every screen in a browser: bytes, requests and the largest contentful paint."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from stamps import ROOT

from bench.report import Result, at_most

# Kilobytes of code and style, as in the test, and milliseconds on a quiet machine.
MAX_CODE_KB, MAX_SIGN_IN_KB, MAX_PAINT_MS = 320, 200, 1_000


class ScreensFailed(Exception):
    """A screen does not load."""


def measure_screens() -> Iterator[Result]:
    command = ["npm", "--prefix", "e2e", "test", "--", "--reporter=line", "--workers=1", "tests/firstScreens.test.ts"]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "screens.jsonl"
        environment = os.environ | {"E2E_SCREENS_FILE": str(file)}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        lines = file.read_text().splitlines() if file.exists() else []
    for screen in map(json.loads, lines):
        name = screen["name"]
        limit = MAX_SIGN_IN_KB if screen["signedOut"] else MAX_CODE_KB
        yield at_most(f"{name}, code", screen["code"] / 1000, f"kB in {screen['files']}", limit)
        yield Result(f"{name}, all", screen["total"] / 1000, f"kB in {screen['requests']}")
        yield at_most(f"{name}, largest paint", screen["largestPaint"], "ms", MAX_PAINT_MS)
    if done.returncode:
        raise ScreensFailed(f"Some screens failed:\n{done.stdout[-4_000:]}")
