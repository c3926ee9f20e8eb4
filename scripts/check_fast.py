"""The quick check: style, types and contracts of the halves that changed, and the tests that the change touches.

What changed is what git says since the branch left main, with what is not committed yet. Back-end tests run on SQLite;
`make check` runs everything.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT, TESTS = ROOT / "backend" / "regie", ROOT / "backend" / "tests"
PYTHON_FOLDERS = ("backend/", "scripts/", "bench/")
# All that is wrong at once, each check's lines together.
MAKE = ["make", "--no-print-directory", "--keep-going", "--output-sync=target", f"-j{os.cpu_count() or 2}"]
# Where the API may change, and with it the front end's types.
API_SOURCES = ("backend/regie/access/", "backend/regie/core/", "backend/regie/domains/", "backend/regie/openapi.py")
# Quick, and about everything: style, routes, words, schema.
ALWAYS = ("test_style.py", "test_words.py", "test_routes.py", "test_models.py", "test_schema.py")
# A module that more tests import than this is tested by its own folder only.
MAX_IMPORTING_TESTS = 12


def git(*arguments: str) -> str:
    """What git answers; nothing where it refuses."""
    program = shutil.which("git")
    if program is None:
        sys.exit("git is not installed: make check-fast asks it what has changed. Run make check instead.")
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def find_base() -> str:
    """The commit that this work started from: where it left main, or the last one on main itself."""
    for main in ("origin/main", "main"):
        if base := git("merge-base", "HEAD", main):
            return base
    return "HEAD"


def changed_files(base: str) -> list[str]:
    """Changed, added and untracked files; the last commit's where nothing else is."""
    changed = f"{git('diff', '--name-only', base)}\n{git('ls-files', '--others', '--exclude-standard')}"
    return sorted(set(changed.split())) or git("diff", "--name-only", "HEAD~1").split()


def back_end_tests(changed: Iterable[str]) -> list[str]:
    """The tests that changed, those of the changed modules' folders, and those that import a changed module."""
    chosen: set[Path] = set()
    imports = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    for name in changed:
        path = ROOT / name
        if path.is_relative_to(TESTS):
            chosen |= {path} if path.name.startswith("test_") else set(path.parent.glob("test_*.py"))
        elif path.is_relative_to(PRODUCT) and path.suffix == ".py":
            chosen |= _tests_of(path.relative_to(PRODUCT), imports)
    chosen |= {TESTS / "rules" / name for name in ALWAYS}
    return sorted(str(path.relative_to(ROOT / "backend")) for path in chosen if path.exists())


def _tests_of(module: Path, imports: dict[Path, str]) -> set[Path]:
    depth = {"domains": 3, "connectors": 2}.get(module.parts[0], 1)
    folders = [TESTS.joinpath(*module.parts[:depth]), TESTS / module.parts[0]] if len(module.parts) > 1 else []
    folder = next((folder for folder in folders if any(folder.glob("test_*.py"))), None)
    named = re.compile(rf"^from regie\.{re.escape('.'.join(module.with_suffix('').parts))} import", re.MULTILINE)
    importing = {path for path, text in imports.items() if named.search(text)}
    if len(importing) > MAX_IMPORTING_TESTS:
        importing = set()
    return importing | (set(folder.glob("test_*.py")) if folder else set())


def run(title: str, command: list[str], folder: Path = ROOT) -> bool:
    started = time.monotonic()
    sys.stdout.write(f"· {title} …\n")
    sys.stdout.flush()
    is_good = subprocess.run(command, cwd=folder).returncode == 0
    sys.stdout.write(f"  {'done' if is_good else 'FAILED'} in {time.monotonic() - started:.0f} s\n")
    return is_good


def main() -> int:
    base = find_base()
    changed = changed_files(base)
    if not changed:
        sys.stdout.write("Nothing has changed since main.\n")
        return 0
    is_back, is_front = (
        any(name.startswith(PYTHON_FOLDERS) for name in changed),
        any(name.startswith(("frontend/", "e2e/")) for name in changed),
    )
    halves = [half for half, is_touched in (("back-end", is_back), ("front-end", is_front)) if is_touched]
    targets = [f"{check}-{half}" for half in halves for check in ("lint", "types", "contracts")]
    if is_back and not is_front and any(name.startswith(API_SOURCES) for name in changed):
        targets.append("types-front-end")
    outcomes = []
    if targets:
        outcomes.append(run(" ".join(targets), [*MAKE, *targets]))
    if is_back:
        tests = back_end_tests(changed)
        pytest = ["pytest", "-n", "auto", "--dist", "worksteal", "--databases", "sqlite", *tests]
        outcomes.append(run(f"{len(tests)} files of back-end tests", pytest, ROOT / "backend"))
    if is_front:
        vitest = ["npm", "--prefix", "frontend", "run", "--silent", "test", "--", "--changed", base]
        outcomes.append(run("front-end tests", vitest))
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
