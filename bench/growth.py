"""Asks the same on two amounts of data, alternately."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from statistics import median

from bench.load import Connection
from bench.measures import Bench
from bench.questions import Question, figures, new_questions, records_and_pages
from bench.report import Result


def measure_growth(few: Bench, many: Bench, *, has_goals: bool) -> Iterator[Result]:
    """Yield how many times longer each question takes on the larger data; the goals are for four times the data."""
    sides = (few, many)
    with ExitStack() as stack:
        connections = [stack.enter_context(Connection(bench.servers.app)) for bench in sides]
        for ask in (records_and_pages, new_questions):
            for pair in zip(*(ask(bench.records) for bench in sides), strict=True):
                yield _grown(sides, connections, pair, after_changes=False, has_goals=has_goals)
        for pair in zip(*(figures(bench.records) for bench in sides), strict=True):
            yield _grown(sides, connections, pair, after_changes=True, has_goals=has_goals)


def _grown(
    sides: Sequence[Bench],
    connections: Sequence[Connection],
    questions: Sequence[Question],
    *,
    after_changes: bool,
    has_goals: bool,
) -> Result:
    times: list[list[float]] = [[] for _ in sides]
    for paths in zip(*(question.paths for question in questions), strict=True):
        for bench, connection, path, found in zip(sides, connections, paths, times, strict=True):
            for change in islice(bench.changes, int(after_changes)):
                connection.send(change)
            found.append(connection.time(bench.get(path)))
    few, many = (median(found[1:]) for found in times)
    name = f"{questions[0].name}, after a change" if after_changes else questions[0].name
    return Result(name, many / few, "× the time", questions[0].max_growth if has_goals else None)
