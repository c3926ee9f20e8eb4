"""Compares the application's speed with a baseline server, on both databases; absolute times are too noisy to compare.

BENCH_SCALE=demo uses the small data set, BENCH_ENGINES=sqlite only one database; BENCH_SECONDS is the duration of
each measurement.
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

from bootstrap import SetupError  # noqa: E402 - found in the folder added above
from ports import free_port  # noqa: E402
from postgres import PostgresNotInstalled  # noqa: E402
from run import Processes, demo_password, environment_for  # noqa: E402

from bench import CURRENCY, PER_PAGE  # noqa: E402
from bench.data import load_database  # noqa: E402
from bench.load import Measurement, Target, fetch, measure  # noqa: E402

SCALE = os.environ.get("BENCH_SCALE", "bench")
ENGINES = os.environ.get("BENCH_ENGINES", "sqlite postgres").split()
SECONDS = float(os.environ.get("BENCH_SECONDS", "5"))
WORKERS = "2"
INVOICES = f"/api/v1/invoices?currency={CURRENCY}&sort=-total&per_page={PER_PAGE}"
# Each request is for another day, so that no response is cached.
UNCACHED_PAGE = f"{INVOICES}&issued_from=2020-01-{{day:02}}"
UNCACHED = {
    "dashboard of a month": f"/api/v1/dashboard?from=2026-10-{{day:02}}&to=2026-10-31&currency={CURRENCY}&scope=all",
    "dashboard of a year": f"/api/v1/dashboard?from=2025-11-{{day:02}}&to=2026-10-31&currency={CURRENCY}&scope=all",
    "bridge, reasons, cohorts of 24 months": (
        f"/api/v1/churns-analysis?from=2024-11-{{day:02}}&to=2026-10-31&currency={CURRENCY}"
    ),
    "aging as of a day": "/api/v1/receivables-aging?as_of=2026-10-{day:02}",
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
    except (SetupError, PostgresNotInstalled) as failure:
        sys.exit(str(failure))


def measure_engines() -> None:
    for engine in ENGINES:
        with load_database(engine, SCALE) as (url, folder), servers(url, folder) as (app, baseline):
            report(engine, app, baseline)


@contextmanager
def servers(url: str, folder: Path) -> Iterator[tuple[Target, Target]]:
    """Run the application and the baseline server on the same database; requests go to one at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    port, baseline = free_port(), free_port()
    # One client here sends as many requests as a thousand users.
    overrides = {"REGIE_DATABASE_URL": url, "REGIE_RATE_FACTOR": "1000000"}
    processes = Processes(folder, environment_for(port, free_port(), folder) | overrides)
    granian = ("--interface", "asginl", "--workers", WORKERS, "--no-access-log", "--port", str(baseline))
    try:
        processes.start("serve", "serve", "--port", str(port), "--workers", WORKERS)
        processes.start("baseline", *granian, "bench.baseline:app", program=ROOT / ".venv" / "bin" / "granian")
        processes.wait_until_ready("serve", port, "/sanctum/csrf-cookie")
        processes.wait_until_ready("baseline", baseline, "/invoices")
        yield Target(port, "", sign_in(port)), Target(baseline, "")
    finally:
        processes.stop()


def sign_in(port: int) -> str:
    """Sign in as an administrator and return the Cookie header."""
    origin = f"http://localhost:{port}"
    with httpx.Client(base_url=origin, headers={"Origin": origin}) as client:
        client.get("/sanctum/csrf-cookie")
        client.headers["X-XSRF-TOKEN"] = unquote(client.cookies["XSRF-TOKEN"])
        body = {"email": "admin@regie.example", "password": demo_password()}
        client.post("/login", json=body).raise_for_status()
        return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def report(engine: str, app: Target, baseline: Target) -> None:
    page = json.loads(fetch(app.to(INVOICES)))
    invoice_id = page["data"][0]["api_id"]
    pairs = {
        "list of invoices": (app.to(INVOICES), baseline.to("/invoices")),
        "one invoice": (app.to(f"/api/v1/invoices/{invoice_id}"), baseline.to(f"/invoices/{invoice_id}")),
    }
    print(f"\n{engine}, {page['meta']['total']} invoices in {CURRENCY}, {WORKERS} workers, 8 connections")
    invoices_speed = None
    for name, (app_target, baseline_target) in pairs.items():
        require_equal_responses(name, fetch(app_target), fetch(baseline_target))
        app_speed, baseline_speed = measure_alternately(app_target, baseline_target)
        invoices_speed = invoices_speed or app_speed
        ratio = app_speed.per_second / baseline_speed.per_second
        print_ratio(name, ratio, "× the baseline's requests per second")
    assert invoices_speed is not None
    clients = measure_load(app.to(CLIENTS))
    dashboard = measure_load(app.to("/api/v1/dashboard"))
    for name, measured in (("list of clients", clients), ("dashboard", dashboard)):
        print_ratio(name, invoices_speed.per_second / measured.per_second, "× the time of a list of invoices")
    page_time = time_first_request(app, UNCACHED_PAGE)
    for name, path in UNCACHED.items():
        print_ratio(name, time_first_request(app, path) / page_time, "× a list of invoices, both uncached")
    for name, path, first_page in (("invoices", INVOICES, invoices_speed), ("clients", CLIENTS, clients)):
        number = min(json.loads(fetch(app.to(path)))["meta"]["last_page"], 4000)
        deep = measure_load(app.to(f"{path}&page={number}"))
        print_ratio(f"page {number} of {name}, p95", deep.p95_ms / first_page.p95_ms, "× that of page 1")


def print_ratio(name: str, ratio: float, unit: str) -> None:
    print(f"  {name:<34}{ratio:6.2f} {unit}")


def time_first_request(app: Target, path: str) -> float:
    """Return the median seconds of several uncached requests; the first is excluded because it prepares statements."""
    times = []
    for day in range(1, 9):
        started = time.perf_counter()
        fetch(app.to(path.format(day=day)))
        times.append(time.perf_counter() - started)
    return sorted(times[1:])[3]


def measure_alternately(app_target: Target, baseline_target: Target) -> tuple[Measurement, Measurement]:
    """Measure both alternately, so that other load affects both; return the best round of each."""
    rounds = [(measure_load(app_target), measure_load(baseline_target)) for _ in range(2)]
    app_rounds, baseline_rounds = zip(*rounds, strict=True)
    return max(app_rounds, key=_requests_per_second), max(baseline_rounds, key=_requests_per_second)


def measure_load(target: Target) -> Measurement:
    measure(target, seconds=0.5)
    return measure(target, seconds=SECONDS)


def _requests_per_second(measured: Measurement) -> float:
    return measured.per_second


def require_equal_responses(name: str, app_body: bytes, baseline_body: bytes) -> None:
    """Exit unless both servers return the same JSON, since the ratio would mean nothing."""
    if json.loads(app_body) != json.loads(baseline_body):
        sys.exit(f"The baseline returns something else for {name}:\n{app_body[:1500]!r}\n{baseline_body[:1500]!r}")


if __name__ == "__main__":
    main()
    first_screens = ["npm", "--prefix", "e2e", "test", "--", "--reporter=line", "tests/firstScreens.test.ts"]
    environment = os.environ | {"E2E_ALL_SCREENS": "1"}
    sys.exit(subprocess.run(first_screens, cwd=ROOT, env=environment).returncode)
