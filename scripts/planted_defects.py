"""Plants known defects one by one in a scratch copy and shows which test catches each.

python scripts/planted_defects.py                 # all of scripts/planted_defects.toml
python scripts/planted_defects.py csrf NAME ...   # only these names, areas or runners
python scripts/planted_defects.py --list          # runs nothing, only lists outdated defects
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
DEFECTS_FILE = Path(__file__).with_suffix(".toml")
NOT_COPIED = set(".git .venv .tools node_modules __pycache__ .pytest_cache .hypothesis .ruff_cache shots".split())
NOT_COPIED_FOLDERS = {ROOT / "var", ROOT / "bench" / "data", ROOT / "bench" / "results"}
STOP_TIMEOUT_S = 30
REPORT = "planted-defects.xml"


@dataclass(frozen=True)
class Defect:
    """A defect: `text`, which occurs once in `file`, `becomes` something else; one of `tests` must fail."""

    name: str
    area: str
    file: str
    text: str
    becomes: str
    tests: tuple[str, ...] = ()
    runner: str = "sqlite"

    def is_outdated(self, root: Path) -> bool:
        file = root / self.file
        return not file.is_file() or file.read_text("utf-8").count(self.text) != 1


@dataclass(frozen=True)
class Runner:
    """A test runner: its folder, its command, and the options that stop it at the first failure."""

    folder: str
    command: tuple[str, ...]
    stop_early: tuple[str, ...] = ()


def _pytest(keyword: str) -> tuple[str, ...]:
    return ("pytest", "-n", "0", "-k", keyword, f"--junitxml={REPORT}")


_NPM_TEST = ("npm", "run", "--silent", "test", "--")
_VITEST = (*_NPM_TEST, "--reporter=junit", f"--outputFile.junit={REPORT}")
_PLAYWRIGHT = ("env", f"PLAYWRIGHT_JUNIT_OUTPUT_FILE={REPORT}", *_NPM_TEST, "--reporter=junit")
RUNNERS = {
    "sqlite": Runner("backend", _pytest("not postgres"), ("-x",)),
    "postgres": Runner("backend", ("python", "../scripts/postgres.py", "--", *_pytest("postgres")), ("-x",)),
    "vitest": Runner("frontend", _VITEST, ("--bail=1",)),
    "types": Runner("frontend", ("npm", "run", "--silent", "typecheck")),
    "browser": Runner("e2e", _PLAYWRIGHT, ("--max-failures=1",)),
}


def read_defects(only: Iterable[str]) -> list[Defect]:
    tables = tomllib.loads(DEFECTS_FILE.read_text("utf-8"))["defect"]
    defects = [Defect(**{**table, "tests": tuple(table.get("tests", ()))}) for table in tables]
    if unknown := set(only) - {word for defect in defects for word in (defect.name, defect.area, defect.runner)}:
        raise SystemExit(f"Unknown names or areas: {', '.join(sorted(unknown))}")
    if len({defect.name for defect in defects}) < len(defects):
        raise SystemExit(f"{DEFECTS_FILE.name} has two defects of one name")
    return [defect for defect in defects if not only or {defect.name, defect.area, defect.runner} & set(only)]


@contextmanager
def scratch_copy() -> Iterator[Path]:
    """Yield a copy of the working tree with its own virtual environment and shared npm packages."""

    def ignore(folder: str, names: list[str]) -> set[str]:
        current = Path(folder)
        node_modules_folders.extend(current.relative_to(ROOT) / name for name in names if name == "node_modules")
        return {name for name in names if name in NOT_COPIED or current / name in NOT_COPIED_FOLDERS}

    node_modules_folders: list[Path] = []
    with TemporaryDirectory(prefix="regie-defects-") as folder:
        copy = Path(folder) / "regie"
        shutil.copytree(ROOT, copy, ignore=ignore, symlinks=True)
        for path in node_modules_folders:
            (copy / path).symlink_to(ROOT / path)
        for name in ("stamps", "bin"):
            shutil.copytree(ROOT / ".tools" / name, copy / ".tools" / name, symlinks=True)
        (copy / ".tools" / "uv").symlink_to(ROOT / ".tools" / "uv")
        subprocess.run([sys.executable, "scripts/bootstrap.py", "python"], cwd=copy, check=True)
        yield copy


@contextmanager
def plant_defect(copy: Path, defect: Defect) -> Iterator[None]:
    file = copy / defect.file
    source = file.read_text("utf-8")
    file.write_text(source.replace(defect.text, defect.becomes), "utf-8")
    try:
        yield
    finally:
        file.write_text(source, "utf-8")


def run_tests(copy: Path, runner: Runner, arguments: Iterable[str]) -> tuple[str, str]:
    """Return `missed` if all pass, `caught` with the first failing test, or `broken` if none ran."""
    folder, log = copy / runner.folder, copy / "tests.log"
    report = folder / REPORT
    report.unlink(missing_ok=True)
    code = _run([*runner.command, *arguments], folder, log)
    if code == 0:
        return "missed", ""
    lines = log.read_text(errors="replace").splitlines()
    if failed := [*_failed_tests(report), *(line for line in lines if ": error TS" in line)]:
        return "caught", failed[0] + (f" and {len(failed) - 1} more" if len(failed) > 1 else "")
    return "broken", "\n".join([f"exit code {code}", *lines[-15:]])


def _run(command: list[str], folder: Path, log: Path) -> int:
    path = os.pathsep.join((*(str(log.parent / part / "bin") for part in (".tools", ".venv")), os.environ["PATH"]))
    # Allow bytecode files: without them every run compiles all modules.
    excluded = ("CI", "VIRTUAL_ENV", "E2E_SERVER", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in excluded} | {"PATH": path}
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(STOP_TIMEOUT_S)
                except subprocess.TimeoutExpired:
                    process.kill()


def _failed_tests(report: Path) -> list[str]:
    """Return the failed tests of a report, without collection errors."""
    if not report.exists():
        return []
    return [
        f"{case.get('classname')} › {case.get('name')}"
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314 - our own test runner wrote it
        for problem in (*case.iter("failure"), *case.iter("error"))
        if problem.get("message") != "collection failure"
    ]


def try_defect(copy: Path, defect: Defect) -> tuple[str, str]:
    if defect.is_outdated(copy):
        return "outdated", f"its text is not there, or more than once: {defect.file}"
    runner = RUNNERS[defect.runner]
    with plant_defect(copy, defect):
        return run_tests(copy, runner, (*runner.stop_early, *defect.tests))


def require_clean_tests(copy: Path, defects: list[Defect]) -> None:
    """Exit if a test fails without a defect, since it would seem to catch all of them."""
    for name in {defect.runner for defect in defects}:
        tests = {test for defect in defects if defect.runner == name for test in defect.tests}
        state, detail = run_tests(copy, RUNNERS[name], sorted(tests))
        if state != "missed":
            raise SystemExit(f"Without any defect, {name} tests fail: {detail}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="names, areas or runners; all defects without any")
    parser.add_argument("--list", action="store_true", help="run nothing")
    options = parser.parse_args()
    defects = read_defects(options.only)
    if options.list:
        for defect in defects:
            print(f"{'outdated' if defect.is_outdated(ROOT) else 'ready':<9}{defect.area:<10} {defect.name}")
        return int(any(defect.is_outdated(ROOT) for defect in defects))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    caught = 0
    with scratch_copy() as copy:
        require_clean_tests(copy, defects)
        for defect in defects:
            started = time.monotonic()
            state, detail = try_defect(copy, defect)
            caught += state == "caught"
            took = f"{time.monotonic() - started:.0f} s"
            print(f"{state:<9}{defect.area:<10} {defect.name} ({took}) {detail}", flush=True)
    print(f"{caught} of {len(defects)} defects caught")
    return int(caught < len(defects))


if __name__ == "__main__":
    sys.exit(main())
