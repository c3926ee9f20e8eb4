"""Prints how near the application comes to its floor, on both databases; ratios of one run only, since times are noisy.

BENCH_SCALE=demo takes the small data set for a quick look, BENCH_ENGINES=sqlite one of the databases,
BENCH_SECONDS the length of each measurement.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import httpx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from bootstrap import Failed  # noqa: E402 - found in the folder added above
from ports import free_port  # noqa: E402
from postgres import PostgresMissing  # noqa: E402
from run import Processes, demo_password, environment_for  # noqa: E402

from bench import CURRENCY, PER_PAGE  # noqa: E402
from bench.data import database  # noqa: E402
from bench.load import Measured, Target, fetch, measure  # noqa: E402

SCALE = os.environ.get("BENCH_SCALE", "bench")
ENGINES = os.environ.get("BENCH_ENGINES", "sqlite postgres").split()
SECONDS = float(os.environ.get("BENCH_SECONDS", "5"))
WORKERS = "2"
INVOICES = f"/api/v1/invoices?currency={CURRENCY}&sort=-total&per_page={PER_PAGE}"
# Asked for days that nobody has asked for before, so that nothing of the answer is remembered.
UNSEEN_PAGE = f"{INVOICES}&issued_from=2020-01-{{day:02}}"
UNSEEN = {
    "dashboard of a month": f"/api/v1/dashboard?from=2026-10-{{day:02}}&to=2026-10-31&currency={CURRENCY}&scope=all",
    "dashboard of a year": f"/api/v1/dashboard?from=2025-11-{{day:02}}&to=2026-10-31&currency={CURRENCY}&scope=all",
    "bridge, reasons, cohorts of 24 months": (
        f"/api/v1/churns-analysis?from=2024-11-{{day:02}}&to=2026-10-31&currency={CURRENCY}"
    ),
    "ageing as of a day": "/api/v1/receivables-ageing?as_of=2026-10-{day:02}",
    "search": "/api/v1/search?q=nor{day:02}",
    "search of two letters": "/api/v1/search?q=no",
    "clients by two letters": "/api/v1/clients?sort=name&search=no&per_page={day}",
    "invoices by two letters": f"/api/v1/invoices?currency={CURRENCY}&sort=-total&search=no&per_page={{day}}",
}
CLIENTS = f"/api/v1/clients?sort=name&per_page={PER_PAGE}"


def main() -> None:
    if SCALE not in ("demo", "bench") or not set(ENGINES) <= {"sqlite", "postgres"}:
        sys.exit("BENCH_SCALE is demo or bench, BENCH_ENGINES sqlite, postgres or both.")
    try:
        measure_engines()
    except (Failed, PostgresMissing) as failure:
        sys.exit(str(failure))


def measure_engines() -> None:
    for engine in ENGINES:
        with database(engine, SCALE) as (url, folder), servers(url, folder) as (app, floor):
            report(engine, app, floor)


@contextmanager
def servers(url: str, folder: Path) -> Iterator[tuple[Target, Target]]:
    """The application and the floor side by side on the same database; only one is asked at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    port, floor = free_port(), free_port()
    # One caller here is as busy as a thousand people.
    own = {"REGIE_DATABASE_URL": url, "REGIE_RATE_FACTOR": "1000000"}
    processes = Processes(folder, environment_for(port, free_port(), folder) | own)
    granian = ("--interface", "asginl", "--workers", WORKERS, "--no-access-log", "--port", str(floor))
    try:
        processes.start("serve", "serve", "--port", str(port), "--workers", WORKERS)
        processes.start("floor", *granian, "bench.floor:app", program=ROOT / ".venv" / "bin" / "granian")
        processes.wait_until_ready("serve", port, "/sanctum/csrf-cookie")
        processes.wait_until_ready("floor", floor, "/invoices")
        yield Target(port, "", sign_in(port)), Target(floor, "")
    finally:
        processes.stop()


def sign_in(port: int) -> str:
    """The Cookie header of an administrator."""
    origin = f"http://localhost:{port}"
    with httpx.Client(base_url=origin, headers={"Origin": origin}) as client:
        client.get("/sanctum/csrf-cookie")
        client.headers["X-XSRF-TOKEN"] = unquote(client.cookies["XSRF-TOKEN"])
        body = {"email": "admin@regie.example", "password": demo_password()}
        client.post("/login", json=body).raise_for_status()
        return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def report(engine: str, app: Target, floor: Target) -> None:
    page = json.loads(fetch(app.to(INVOICES)))
    one = page["data"][0]["api_id"]
    pairs = {
        "list of invoices": (app.to(INVOICES), floor.to("/invoices")),
        "one invoice": (app.to(f"/api/v1/invoices/{one}"), floor.to(f"/invoices/{one}")),
    }
    print(f"\n{engine}, {page['meta']['total']} invoices in {CURRENCY}, {WORKERS} workers, 8 connections")
    first = None
    for name, (ours, least) in pairs.items():
        require_equal(name, fetch(ours), fetch(least))
        mine, theirs = interleaved(ours, least)
        first = first or mine
        print(f"  {name:<34}{mine.per_second / theirs.per_second:6.2f} × the floor's requests a second")
    assert first is not None
    clients = load(app.to(CLIENTS))
    print(f"  {'list of clients':<34}{first.per_second / clients.per_second:6.2f} × the time of a list of invoices")
    dashboard = load(app.to("/api/v1/dashboard"))
    print(f"  {'dashboard':<34}{first.per_second / dashboard.per_second:6.2f} × the time of a list of invoices")
    page_time = first_look(app, UNSEEN_PAGE)
    for name, path in UNSEEN.items():
        print(f"  {name:<34}{first_look(app, path) / page_time:6.2f} × a list of invoices, both unseen")
    for name, path, one_page in (("invoices", INVOICES, first), ("clients", CLIENTS, clients)):
        last = json.loads(fetch(app.to(path)))["meta"]["last_page"]
        deep = load(app.to(f"{path}&page={min(last, 4000)}"))
        print(f"  {f'page {min(last, 4000)} of {name}, p95':<34}{deep.p95_ms / one_page.p95_ms:6.2f} × that of page 1")


def first_look(app: Target, path: str) -> float:
    """The seconds of one call among several of their kind: the middle one; the first of all prepares statements."""
    times = []
    for day in range(1, 9):
        started = time.perf_counter()
        fetch(app.to(path.format(day=day)))
        times.append(time.perf_counter() - started)
    return sorted(times[1:])[3]


def interleaved(ours: Target, least: Target) -> tuple[Measured, Measured]:
    """Turn by turn, so that a busy moment of the machine meets both; the best turn of each counts."""
    turns = [(load(ours), load(least)) for _ in range(2)]
    return max((turn[0] for turn in turns), key=_speed), max((turn[1] for turn in turns), key=_speed)


def load(target: Target) -> Measured:
    measure(target, seconds=0.5)
    return measure(target, seconds=SECONDS)


def _speed(measured: Measured) -> float:
    return measured.per_second


def require_equal(name: str, ours: bytes, least: bytes) -> None:
    """A ratio means something only between servers that answer the same."""
    if json.loads(ours) != json.loads(least):
        sys.exit(f"The floor answers something else for {name}:\n{ours[:1500]!r}\n{least[:1500]!r}")


if __name__ == "__main__":
    main()
    first_screens = ["npm", "--prefix", "e2e", "test", "--", "--reporter=line", "tests/firstScreens.test.ts"]
    environment = os.environ | {"E2E_ALL_SCREENS": "1"}
    sys.exit(subprocess.run(first_screens, cwd=ROOT, env=environment).returncode)
