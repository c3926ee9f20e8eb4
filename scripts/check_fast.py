"""The quick check: style, types and contracts of the changed halves, and the tests of the changed modules.

The changes are those since the branch left main, uncommitted ones included. Back-end tests run on SQLite;
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
# Continue after failures, and group each check's output.
MAKE = ["make", "--no-print-directory", "--keep-going", "--output-sync=target", f"-j{os.cpu_count() or 2}"]
# Sources of the API, on which the front end's types depend.
API_SOURCES = ("backend/regie/access/", "backend/regie/core/", "backend/regie/domains/", "backend/regie/openapi.py")
# Fast tests that cover all modules: style, routes, catalogues, schema.
ALWAYS = ("test_style.py", "test_words.py", "test_routes.py", "test_models.py", "test_schema.py")
# For a module that more tests import, only its own folder's tests run.
MAX_IMPORTING_TESTS = 12


def git(*arguments: str) -> str:
    """Return git's output, empty if it fails."""
    program = shutil.which("git")
    if program is None:
        sys.exit("git is not installed, and make check-fast needs it to find changes. Run make check instead.")
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def find_base() -> str:
    """Return the commit where the branch left main, or HEAD."""
    for main in ("origin/main", "main"):
        if base := git("merge-base", "HEAD", main):
            return base
    return "HEAD"


def find_changed_files(base: str) -> list[str]:
    """Return changed, added and untracked files, or the last commit's if there are none."""
    changed = f"{git('diff', '--name-only', base)}\n{git('ls-files', '--others', '--exclude-standard')}"
    return sorted(set(changed.split())) or git("diff", "--name-only", "HEAD~1").split()


def find_back_end_tests(changed: Iterable[str]) -> list[str]:
    """Return changed tests, tests of changed modules' folders, and tests that import a changed module."""
    tests: set[Path] = set()
    imports = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    for name in changed:
        path = ROOT / name
        if path.is_relative_to(TESTS):
            tests |= {path} if path.name.startswith("test_") else set(path.parent.glob("test_*.py"))
        elif path.is_relative_to(PRODUCT) and path.suffix == ".py":
            tests |= _find_tests(path.relative_to(PRODUCT), imports)
    tests |= {TESTS / "rules" / name for name in ALWAYS}
    return sorted(str(path.relative_to(ROOT / "backend")) for path in tests if path.exists())


def _find_tests(module: Path, imports: dict[Path, str]) -> set[Path]:
    depth = {"domains": 3, "connectors": 2}.get(module.parts[0], 1)
    folders = [TESTS.joinpath(*module.parts[:depth]), TESTS / module.parts[0]] if len(module.parts) > 1 else []
    folder = next((folder for folder in folders if any(folder.glob("test_*.py"))), None)
    import_line = re.compile(rf"^from regie\.{re.escape('.'.join(module.with_suffix('').parts))} import", re.MULTILINE)
    importing = {path for path, text in imports.items() if import_line.search(text)}
    if len(importing) > MAX_IMPORTING_TESTS:
        importing = set()
    return importing | (set(folder.glob("test_*.py")) if folder else set())


def run(title: str, command: list[str], folder: Path = ROOT) -> bool:
    started = time.monotonic()
    sys.stdout.write(f"· {title} …\n")
    sys.stdout.flush()
    has_succeeded = subprocess.run(command, cwd=folder).returncode == 0
    sys.stdout.write(f"  {'done' if has_succeeded else 'FAILED'} in {time.monotonic() - started:.0f} s\n")
    return has_succeeded


def main() -> int:
    base = find_base()
    changed = find_changed_files(base)
    if not changed:
        sys.stdout.write("Nothing has changed since main.\n")
        return 0
    has_back_end_changes = any(name.startswith(PYTHON_FOLDERS) for name in changed)
    has_front_end_changes = any(name.startswith(("frontend/", "e2e/")) for name in changed)
    halves = ["back-end"] * has_back_end_changes + ["front-end"] * has_front_end_changes
    targets = [f"{check}-{half}" for half in halves for check in ("lint", "types", "contracts")]
    if has_back_end_changes and not has_front_end_changes and any(name.startswith(API_SOURCES) for name in changed):
        targets.append("types-front-end")
    outcomes = []
    if targets:
        outcomes.append(run(" ".join(targets), [*MAKE, *targets]))
    if has_back_end_changes:
        tests = find_back_end_tests(changed)
        pytest = ["pytest", "-n", "auto", "--dist", "worksteal", "--databases", "sqlite", *tests]
        outcomes.append(run(f"{len(tests)} files of back-end tests", pytest, ROOT / "backend"))
    if has_front_end_changes:
        vitest = ["npm", "--prefix", "frontend", "run", "--silent", "test", "--", "--changed", base]
        outcomes.append(run("front-end tests", vitest))
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
