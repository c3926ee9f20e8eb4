"""What the bench measures on one database; each value is a ratio within the run, except sizes and the start."""

import json
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from statistics import median

from bench.calls import INVOICES, PAGE, Records, browse, create_projects
from bench.load import Call, Connection, Measurement, measure
from bench.questions import figures, new_questions
from bench.report import Result, at_least, at_most
from bench.servers import Servers, memory_of_group

FLOOR, PAGES = "× the floor", "× a list page"
# Shares of the floor's requests per second: the list, one record.
GOALS = {"sqlite": (0.7, 0.45), "postgres": (0.9, 0.6)}
ROUNDS = 2
MAX_MEMORY_MIB, MAX_STARTUP_S = 250, 2
COMPARED_CALLS = 300


@dataclass(frozen=True, slots=True)
class Bench:
    """One run: the servers, what they contain, and the seconds of each measurement."""

    engine: str
    servers: Servers
    records: Records
    changes: Iterator[Call]
    seconds: float

    def get(self, path: str) -> Call:
        return Call(path, self.servers.admin)

    def load(self, path: str) -> Measurement:
        """Repeat a call on the application, after as long a time in which both web processes cache what they can."""
        measure(self.servers.app, [self.get(path)], seconds=self.seconds, repeats=True)
        return measure(self.servers.app, [self.get(path)], seconds=self.seconds, repeats=True)

    def one_write_a_second(self) -> AbstractContextManager[None]:
        return _meanwhile(self.servers.app, self.changes, pause_s=1)


@contextmanager
def _meanwhile(port: int, calls: Iterable[Call], pause_s: float = 0) -> Iterator[None]:
    """Send the calls one after the other until the block ends."""
    is_over = threading.Event()

    def send() -> None:
        with Connection(port) as connection:
            for call in calls:
                connection.send(call)
                if is_over.wait(pause_s):
                    return

    with ThreadPoolExecutor(1) as executor:
        sending = executor.submit(send)
        try:
            yield
        finally:
            is_over.set()
            sending.result()


def measure_all(bench: Bench) -> Iterator[Result]:
    yield at_most("start until the first answer", bench.servers.startup_s, "s", MAX_STARTUP_S)
    yield from _compare_with_floor(bench)
    yield from _compare_with_page(bench)
    yield from _measure_load(bench)
    memory = memory_of_group(bench.servers.group)
    yield at_most("memory (PSS) of two web processes after the load", memory, "MiB", MAX_MEMORY_MIB)
    # Last, because they add records.
    yield from _measure_creates(bench)


def _compare_with_floor(bench: Bench) -> Iterator[Result]:
    list_goal, record_goal = GOALS[bench.engine]
    page, invoices = [bench.get(PAGE)], [bench.get(f"{INVOICES}/{id}") for id in bench.records.invoice_ids]
    pages = browse(bench.records, bench.servers.people)
    _require_equal_responses(bench.servers, [*page, *invoices, *pages[:COMPARED_CALLS]])
    unasked = _Slices(pages[COMPARED_CALLS:], 2 * ROUNDS)
    yield at_least("newest invoices", _ratio(bench, lambda: page)[0], FLOOR, list_goal)
    yield at_least("one invoice", _ratio(bench, lambda: invoices)[0], FLOOR, record_goal)
    ratio, rate = _ratio(bench, unasked.take, repeats=False)
    yield Result("pages never asked before, five people", ratio, FLOOR)
    yield Result("pages never asked before, five people", rate, "requests/s")
    with bench.one_write_a_second():
        yield Result("newest invoices, with one write a second", _ratio(bench, lambda: page)[0], FLOOR)
        ratio, _ = _ratio(bench, unasked.take, repeats=False)
        yield Result("pages never asked before, with one write a second", ratio, FLOOR)


class _Slices:
    """Parts of a sequence of calls, each taken once."""

    def __init__(self, calls: Sequence[Call], count: int) -> None:
        self._parts = iter([calls[number::count] for number in range(count)])

    def take(self) -> Sequence[Call]:
        return next(self._parts)


def _ratio(bench: Bench, take: Callable[[], Sequence[Call]], *, repeats: bool = True) -> tuple[float, float]:
    """Measure both servers alternately; return the application's share of the floor's rate, and its own rate.

    Other load affects both, so the best round of each counts. Both get the same calls in each round, and each is once
    the first to read them from the disk.
    """
    app, floor = bench.servers.app, bench.servers.floor
    best = dict.fromkeys((app, floor), 0.0)
    for ports in ((app, floor), (floor, app)):
        calls = take()
        for port in ports:
            if repeats:
                measure(port, calls, seconds=0.5, repeats=True)
            measured = measure(port, calls, seconds=bench.seconds, repeats=repeats)
            best[port] = max(best[port], measured.per_second)
    return best[app] / best[floor], best[app]


def _require_equal_responses(servers: Servers, calls: Iterable[Call]) -> None:
    """Exit unless both servers return the same JSON, since the ratio would mean nothing."""
    with Connection(servers.app) as app, Connection(servers.floor) as floor:
        for call in calls:
            found, expected = app.send(call), floor.send(call)
            if json.loads(found) != json.loads(expected):
                sys.exit(f"The floor answers {call.path} differently:\n{found[:1500]!r}\n{expected[:1500]!r}")


def _compare_with_page(bench: Bench) -> Iterator[Result]:
    page = bench.get(PAGE)
    with Connection(bench.servers.app) as connection:
        for question in new_questions(bench.records):
            calls = [bench.get(path) for path in question.paths]
            ratio = _median_ratio(connection, calls, page, [])
            yield Result(question.name, ratio, PAGES, question.max_pages)
        for figure in figures(bench.records):
            calls = [bench.get(path) for path in figure.paths]
            ratio = _median_ratio(connection, calls, page, bench.changes)
            yield Result(f"{figure.name}, after a change", ratio, PAGES, figure.max_pages)


def _median_ratio(connection: Connection, calls: Iterable[Call], page: Call, changes: Iterable[Call]) -> float:
    """Return the median time of calls in relation to a list page whose total is remembered, measured alternately.

    A change precedes each call, as long as there are changes. The first call prepares statements and does not count.
    """
    times, page_times = [], []
    for call in calls:
        for change in islice(changes, 1):
            connection.send(change)
        times.append(connection.time(call))
        connection.send(page)
        page_times.append(connection.time(page))
    return median(times[1:]) / median(page_times[1:])


def _measure_load(bench: Bench) -> Iterator[Result]:
    dashboard = "/api/v1/dashboard"
    quiet = bench.load(dashboard).per_second
    with bench.one_write_a_second():
        busy = bench.load(dashboard).per_second
    # Again, so that other load at the beginning does not count.
    quiet = max(quiet, bench.load(dashboard).per_second)
    yield at_least("dashboard with one write a second", busy / quiet, "× its quiet rate", 0.5)
    page = [bench.get(PAGE)]
    alone = measure(bench.servers.app, page, seconds=bench.seconds, connections=2, repeats=True)
    with _cold_dashboards(bench):
        beside = measure(bench.servers.app, page, seconds=bench.seconds, connections=2, repeats=True)
    yield at_most("p95 of a list page beside a cold dashboard", beside.p95_s / alone.p95_s, "× its quiet time", 5)


def _cold_dashboards(bench: Bench) -> AbstractContextManager[None]:
    """Someone looks at one dashboard after the other, each of other days."""
    days = (bench.records.newest - timedelta(days=number) for number in range(30, 800))
    paths = (f"/api/v1/dashboard?from={day}&to={bench.records.newest}" for day in days)
    return _meanwhile(bench.servers.app, map(bench.get, paths))


def _measure_creates(bench: Bench) -> Iterator[Result]:
    creates = create_projects(bench.records, bench.servers.admin)
    rates = {}
    for connections in (1, 8, 32):
        calls = list(islice(creates, int(bench.seconds * 1_000)))
        rates[connections] = measure(
            bench.servers.app, calls, seconds=bench.seconds, connections=connections
        ).per_second
    yield Result("create a project, 1 connection", rates[1], "requests/s")
    yield at_least("create a project, 8 connections", rates[8] / rates[1], "× the rate of 1", 1)
    rising = rates[8] / rates[1]
    yield at_least("create a project, 32 connections", rates[32] / rates[1], "× the rate of 1", max(1, rising))
