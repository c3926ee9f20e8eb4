"""Prints the measured values beside their goals, stores them per commit, and compares two commits."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench" / "results"
MAX_CHANGE = 0.1


@dataclass(frozen=True, slots=True)
class Result:
    """A measured value; `goal` is the least or the most that it may be."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    is_minimum: bool = False

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        return "ok" if (self.value >= self.goal if self.is_minimum else self.value <= self.goal) else "short"


def at_least(name: str, value: float, unit: str, goal: float) -> Result:
    return Result(name, value, unit, goal, is_minimum=True)


def at_most(name: str, value: float, unit: str, goal: float) -> Result:
    return Result(name, value, unit, goal)


def format_line(result: Result) -> str:
    goal = "" if result.goal is None else f"{'≥' if result.is_minimum else '≤'} {format_number(result.goal)}"
    line = f"  {result.name:<58}{format_number(result.value):>8} {result.unit:<18}{goal:>8}  {result.verdict}"
    return line.rstrip()


def format_number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.2f}"


def print_results(title: str, results: Iterable[Result]) -> list[Result]:
    """Print each result once it is measured; return all of them."""
    print(f"\n{title}", flush=True)
    found = []
    for result in results:
        print(format_line(result), flush=True)
        found.append(result)
    return found


def store(title: str, results: Iterable[Result]) -> Path:
    """Replace the results with this title in the file of the present commit."""
    file = result_file(_git("rev-parse", "--short=12", "HEAD"), is_changed=bool(_git("status", "--porcelain")))
    stored = json.loads(file.read_text()) if file.exists() else {}
    stored[title] = [asdict(result) for result in results]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(stored, indent=1, ensure_ascii=False))
    return file


def result_file(commit: str, *, is_changed: bool) -> Path:
    return FOLDER / f"{commit}{'-changed' if is_changed else ''}.json"


def compare_commits(before: str, after: str) -> None:
    for line in compare(_read(before), _read(after)):
        print(line)


def compare(before: Mapping[str, list[Result]], after: Mapping[str, list[Result]]) -> Iterator[str]:
    """Yield a line per value of both; changes of more than a tenth are marked, because runs differ by less."""
    for title in before.keys() & after.keys():
        yield title
        former = {result.name: result for result in before[title]}
        for result in after[title]:
            old = former.get(result.name)
            if old is None:
                continue
            change = result.value / old.value - 1 if old.value else 0.0
            mark = "" if abs(change) < MAX_CHANGE else f"{change:+.0%}"
            verdict = result.verdict if result.verdict == old.verdict else f"{old.verdict} → {result.verdict}"
            values = f"{format_number(old.value):>8} → {format_number(result.value):<8}{result.unit:<18}"
            yield f"  {result.name:<58}{values}{mark:>6}  {verdict}".rstrip()


def _read(name: str) -> dict[str, list[Result]]:
    """Read a commit's results; `-changed` after the commit selects those with changes that are not committed."""
    is_changed = name.endswith("-changed")
    commit = _git("rev-parse", "--short=12", name.removesuffix("-changed"))
    file = result_file(commit, is_changed=is_changed)
    if not file.exists():
        sys.exit(f"Nothing is stored for {name}: check it out and run `make bench`.")
    return {title: [Result(**values) for values in results] for title, results in json.loads(file.read_text()).items()}


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)  # noqa: S607
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout.strip()
