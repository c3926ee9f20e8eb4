"""Measures speed on both databases, prints it beside the goals, and stores it; `compare A B` compares two commits.

BENCH_SCALE=demo uses the small data set; "bench large" also measures the growth from the first data to each other.
BENCH_ENGINES=sqlite uses only one database; BENCH_SECONDS is the duration of each measurement.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from bootstrap import SetupError  # noqa: E402 - found in the folder added above
from postgres import PostgresNotInstalled  # noqa: E402

from bench.calls import change_invoices, read_records  # noqa: E402
from bench.data import copied_database  # noqa: E402
from bench.growth import measure_growth  # noqa: E402
from bench.load import Connection, UnexpectedResponse  # noqa: E402
from bench.measures import Bench, measure_all  # noqa: E402
from bench.report import compare_commits, print_results, store  # noqa: E402
from bench.screens import ScreensFailed, measure_screens  # noqa: E402
from bench.servers import run_servers  # noqa: E402

SCALES = os.environ.get("BENCH_SCALE", "bench").split()
ENGINES = os.environ.get("BENCH_ENGINES", "sqlite postgres").split()
SECONDS = float(os.environ.get("BENCH_SECONDS", "5"))


def main() -> None:
    # An exit, so that a run that is ended removes its copy of the data.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    match sys.argv[1:]:
        case ["compare", before, after]:
            compare_commits(before, after)
        case []:
            _measure()
        case _:
            sys.exit("Usage: python -m bench [compare COMMIT COMMIT]")


def _measure() -> None:
    if not SCALES or not {*SCALES} <= {"demo", "bench", "large"} or not {*ENGINES} <= {"sqlite", "postgres"}:
        sys.exit("BENCH_SCALE is demo, bench or large, or several; BENCH_ENGINES sqlite, postgres or both.")
    try:
        for engine in ENGINES:
            _measure_engine(engine)
        title = "First visits, demo data"
        print(f"Stored in {store(title, print_results(title, measure_screens())).relative_to(ROOT)}")
    except (SetupError, PostgresNotInstalled, ScreensFailed, UnexpectedResponse) as failure:
        sys.exit(str(failure))


def _measure_engine(engine: str) -> None:
    first, *larger = SCALES
    with _open(engine, first) as bench:
        title = f"{engine}, {first} data"
        store(title, print_results(f"{title}, {bench.records.invoices} invoices", measure_all(bench)))
    for scale in larger:
        with _open(engine, first) as few, _open(engine, scale) as many:
            title = f"{engine}, growth from {first} to {scale}"
            store(
                title, print_results(title, measure_growth(few, many, has_goals=(first, scale) == ("bench", "large")))
            )


@contextmanager
def _open(engine: str, scale: str) -> Iterator[Bench]:
    with ExitStack() as stack:
        url, folder = stack.enter_context(copied_database(engine, scale))
        servers = stack.enter_context(run_servers(url, folder))
        connection = stack.enter_context(Connection(servers.app))
        records = read_records(connection, servers.admin)
        yield Bench(engine, servers, records, change_invoices(records, servers.admin), SECONDS)


if __name__ == "__main__":
    main()
