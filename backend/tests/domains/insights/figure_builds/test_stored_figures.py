"""Stored figures of past months always equal those that are calculated from the records."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, func, insert, select, text, update

from regie.core.db.database import Database
from regie.domains.insights.figure_builds import actions, spans
from regie.domains.insights.figure_builds.actions import (
    BuildRuns,
    add_months_that_ended,
    check,
    purge,
    rebuild,
    refresh,
    stored_months,
)
from regie.domains.insights.figure_builds.conversions import find_wrong_totals, has_outdated_totals
from regie.domains.insights.figure_builds.jobs import FiguresJob
from regie.domains.insights.figure_builds.storage import delete_marks, read_marks
from regie.domains.records.dated_fields.actions import DueTerms
from regie.domains.records.figure_amounts.models import FigureAmount, FigureBuild, FigureChange, FigureTotal
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import TimeEntry
from tests.browser import Browser
from tests.conftest import MovableClock, delete_all_rows
from tests.domains.insights.figure_builds.agency import Agency, open_agency
from tests.domains.insights.figure_builds.credit_changes import ALL_CHANGES
from tests.domains.insights.figure_builds.dated_changes import record_future_terms
from tests.factories.work import make_time
from tests.long_tests import example_count

SignInAs = Callable[..., Browser]


@pytest.fixture(autouse=True)
def few_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store the same days of three earlier months instead of twelve: each is followed alike."""
    monkeypatch.setattr(spans, "_EARLIER_MONTHS", (1, 3, 12))


@pytest.fixture
def agency(database: Database, sign_in_as: SignInAs) -> Agency:
    return open_agency(database, sign_in_as)


def _change(agency: Agency, seed: int, *names: str) -> None:
    random = Random(seed)
    with agency.database.write() as session:
        for name in names:
            ALL_CHANGES[name](session, agency, random)


def _marks(database: Database) -> set[tuple[str, int]]:
    with database.read() as connection:
        return set(read_marks(connection).by_key.values())


def _follow(database: Database, clock: MovableClock) -> None:
    while refresh(database, clock):
        pass


def _count(database: Database, model: type[FigureAmount | FigureBuild]) -> int:
    with database.read() as connection:
        return connection.execute(select(func.count()).select_from(model)).scalar_one()


_STEPS = st.lists(
    st.tuples(
        st.sampled_from(sorted(ALL_CHANGES)), st.integers(0, 10_000), st.sampled_from(("none", "refresh", "rebuild"))
    ),
    min_size=3,
    max_size=6,
)


@pytest.mark.timeout(3600)
def test_stored_figures_equal_calculated_ones_at_any_time(
    database: Database, sign_in_as: SignInAs, clock: MovableClock
):
    @settings(max_examples=example_count(20))
    @given(_STEPS)
    def compare(steps: list[tuple[str, int, str]]) -> None:
        delete_all_rows(database)
        agency = open_agency(database, sign_in_as)
        rebuild(database, clock)
        for name, seed, then in steps:
            _change(agency, seed, name)
            if then == "refresh":
                _follow(database, clock)
            elif then == "rebuild":
                rebuild(database, clock)
        assert agency.figures() == agency.calculated()
        _follow(database, clock)
        assert check(database, clock) == []
        with database.read() as connection:
            assert find_wrong_totals(connection, clock) == []
        assert agency.figures() == agency.calculated()

    compare()


_NAMES = sorted(ALL_CHANGES)


# Several in turn in one agency: building its figures and asking for all of them takes seconds.
@pytest.mark.parametrize("names", [_NAMES[first::4] for first in range(4)], ids=" and ".join)
def test_every_change_is_marked_and_followed(agency: Agency, clock: MovableClock, names: list[str]):
    rebuild(agency.database, clock)
    for name in names:
        for seed in range(6):
            _change(agency, seed, name)
        assert check(agency.database, clock) == [], name
        assert _marks(agency.database), name
        _follow(agency.database, clock)
        assert check(agency.database, clock) == [], name
        with agency.database.read() as connection:
            assert find_wrong_totals(connection, clock) == [], name
            assert not has_outdated_totals(connection, clock), name
    _change(agency, 6, *names)
    assert agency.figures() == agency.calculated()
    _follow(agency.database, clock)
    assert agency.figures() == agency.calculated()


def test_days_whose_hours_went_and_came_back_have_everyone(agency: Agency, clock: MovableClock):
    """Without an entry no hours are available; with the first one, those of everyone are."""
    database = agency.database
    entries = update(TimeEntry).where(TimeEntry.worked_on >= date(2026, 11, 1))
    with database.write() as session:
        session.execute(entries.values(teamwork_user_id="person-1"))
    rebuild(database, clock)
    with database.write() as session:
        session.execute(entries.values(deleted_at=clock.now()))
    _follow(database, clock)
    assert check(database, clock) == []
    with database.write() as session:
        make_time(session, teamwork_user_id="person-2", is_billable=True)
    _follow(database, clock)
    assert check(database, clock) == []
    assert agency.figures() == agency.calculated()


def test_a_missed_mark_is_found_and_repaired(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    assert check(agency.database, clock) == []
    _change(agency, 1, "change fee", "add invoice", "log time")
    with agency.database.write() as session:
        session.execute(delete(FigureChange))
    found = check(agency.database, clock)
    assert {"mrr", "revenue", "receivables"} & {difference.figure for difference in found}
    assert agency.figures() != agency.calculated()
    assert rebuild(agency.database, clock) == found
    assert check(agency.database, clock) == []
    assert agency.figures() == agency.calculated()


class InterruptedClock(MovableClock):
    """A clock that calls `interrupt` once, when it is read for the time numbered `at`, in a snapshot."""

    def __init__(self, interrupt: Callable[[], object], at: int = 1) -> None:
        super().__init__()
        self.interrupt, self.left = interrupt, at

    def now(self) -> datetime:
        self.left -= 1
        if self.left == 0:
            self.interrupt()
        return super().now()


def test_a_change_during_a_refresh_stays_marked(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    _change(agency, 1, "add invoice", "log time")
    assert refresh(
        agency.database, InterruptedClock(lambda: _change(agency, 1, "change fee", "add invoice", "log time"))
    )
    assert _marks(agency.database)
    assert agency.figures() == agency.calculated()
    _follow(agency.database, clock)
    assert _marks(agency.database) == set()
    assert agency.figures() == agency.calculated()


def test_a_change_during_a_rebuild_stays_marked(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    interrupted = InterruptedClock(lambda: _change(agency, 1, "change fee", "add invoice", "log time"), at=8)
    assert rebuild(agency.database, interrupted) == []
    assert interrupted.left <= 0
    assert _marks(agency.database)
    assert agency.figures() == agency.calculated()


def test_of_two_refreshes_at_once_the_later_snapshot_stays(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    _change(agency, 1, "add invoice", "log time")

    def refresh_meanwhile() -> None:
        _change(agency, 1, "add invoice", "log time")
        _follow(agency.database, clock)

    assert refresh(agency.database, InterruptedClock(refresh_meanwhile)) == 0
    assert check(agency.database, clock) == []
    assert agency.figures() == agency.calculated()


def test_a_rebuild_that_fails_leaves_the_former_build(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    before = _count(agency.database, FigureAmount)

    def fail() -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        rebuild(agency.database, InterruptedClock(fail, at=30))
    assert (_count(agency.database, FigureBuild), _count(agency.database, FigureAmount)) == (1, before)
    assert agency.figures() == agency.calculated()


def test_a_build_whose_process_was_killed_is_ignored_then_removed(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    before = _count(agency.database, FigureAmount)
    with agency.database.write() as session:
        values = {"first_month": date(2021, 1, 1), "last_month": date(2026, 10, 1), "formulas": {}, "refreshes": 0}
        killed = FigureBuild(**values, started_at=clock.now())
        session.add(killed)
        session.flush()
        columns = [column for column in FigureAmount.__table__.columns if column.name not in ("id", "build_id")]
        session.execute(
            insert(FigureAmount).from_select(
                ["build_id", *(column.name for column in columns)], select(text(str(killed.id)), *columns)
            )
        )
    assert agency.figures() == agency.calculated()
    _change(agency, 1, "add invoice")
    assert refresh(agency.database, clock) == 0
    with pytest.raises(BuildRuns):
        rebuild(agency.database, clock)
    assert agency.figures() == agency.calculated()
    clock.moment += actions.MAX_BUILD_TIME + timedelta(seconds=1)
    purge(agency.database, clock)
    assert (_count(agency.database, FigureBuild), _count(agency.database, FigureAmount)) == (1, before)
    assert refresh(agency.database, clock)


def test_the_worker_adds_the_month_that_ended(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    clock.moment = datetime(2026, 12, 1, 17, 0, tzinfo=UTC)
    assert FiguresJob(agency.database, clock).is_due()
    assert add_months_that_ended(agency.database, clock)
    assert not add_months_that_ended(agency.database, clock)
    with agency.database.read() as connection:
        build = connection.execute(select(FigureBuild.first_month, FigureBuild.last_month)).one()
        stored = connection.execute(select(func.max(FigureAmount.month))).scalar_one()
    assert tuple(build) == stored_months(date(2026, 12, 1))
    assert stored == date(2026, 11, 1)
    assert check(agency.database, clock) == []


def test_what_begins_on_a_later_day_changes_no_stored_month(agency: Agency, clock: MovableClock):
    """Future terms are calculated when they are recorded: nothing is marked when their day comes."""
    rebuild(agency.database, clock)
    with agency.database.write() as session:
        record_future_terms(session, agency, date(2026, 11, 28))
    assert agency.figures() == agency.calculated()
    _follow(agency.database, clock)
    assert check(agency.database, clock) == []
    clock.moment = datetime(2026, 12, 1, 17, 0, tzinfo=UTC)
    # Without the columns that the day start sets, and with them.
    assert add_months_that_ended(agency.database, clock)
    assert check(agency.database, clock) == []
    with agency.database.read() as connection:
        assert DueTerms().is_due(connection, clock.today())
    with agency.database.write() as session:
        DueTerms().apply(session, clock)
    assert check(agency.database, clock) == []
    _follow(agency.database, clock)
    assert check(agency.database, clock) == []


def test_the_worker_builds_follows_changes_and_removes_former_builds(agency: Agency, clock: MovableClock):
    job = FiguresJob(agency.database, clock)
    assert job.is_due()
    job.run_once()
    assert not job.is_due()
    _change(agency, 1, "add invoice", "log time")
    # It waits until changes pause.
    assert not job.is_due()
    assert job.is_due()
    job.run_once()
    assert _marks(agency.database) == set()
    assert not job.is_due()
    rebuild(agency.database, clock)
    assert _count(agency.database, FigureBuild) == 2
    # A request may still read the former build.
    assert not job.is_due()
    clock.moment += timedelta(minutes=3)
    assert job.is_due()
    job.run_once()
    assert _count(agency.database, FigureBuild) == 1
    assert agency.figures() == agency.calculated()


def test_another_version_of_a_formula_is_calculated_until_the_next_build(agency: Agency, clock: MovableClock):
    rebuild(agency.database, clock)
    with agency.database.write() as session:
        build = session.execute(select(FigureBuild)).scalar_one()
        build.formulas = {**build.formulas, "mrr": 0}
        session.execute(update(FigureAmount).where(FigureAmount.figure == "mrr").values(amount=Decimal(1)))
    assert agency.figures() == agency.calculated()
    assert FiguresJob(agency.database, clock).is_due()
    FiguresJob(agency.database, clock).run_once()
    assert check(agency.database, clock) == []


def test_stored_amounts_are_read(agency: Agency, clock: MovableClock):
    """Otherwise the comparisons of this file would compare calculated figures with themselves."""
    rebuild(agency.database, clock)
    before = agency.figures()
    with agency.database.write() as session:
        session.execute(update(FigureAmount).values(amount=FigureAmount.amount + Decimal(1)))
        session.execute(update(FigureTotal).values(converted=FigureTotal.converted + Decimal(1)))
        session.execute(text("UPDATE table_changes SET version = version + 1"))
    after = agency.figures()
    changed = {key.rsplit(" ", 1)[1] for key in before if before[key] != after[key]}
    assert {"mrr", "revenue", "receivables", "invoiced", "oos_sold", "months", "mrr_movements"} <= changed


def test_marks_are_added_once_per_statement(agency: Agency, clock: MovableClock):
    with agency.database.write() as session:
        session.execute(delete(FigureChange))
        session.execute(update(Invoice).values(synced_at=clock.now()))
    assert _marks(agency.database) == set()
    with agency.database.write() as session:
        session.execute(update(Invoice).values(subtotal=Invoice.subtotal + Decimal(1)))
    with agency.database.read() as connection:
        marks = connection.execute(select(func.count()).select_from(FigureChange)).scalar_one()
    owners = len({owner for kind, owner in _marks(agency.database) if kind == "client"})
    if not agency.database.is_sqlite:
        assert marks == owners


def test_exactly_the_given_marks_are_removed(database: Database):
    with database.write() as session:
        session.execute(insert(FigureChange), [{"kind": "client", "owner_id": 1}] * 3)
        first = session.execute(select(func.min(FigureChange.id))).scalar_one()
        delete_marks(session, [first])
        assert session.execute(select(func.count()).select_from(FigureChange)).scalar_one() == 2
