"""Totals of stored amounts, and the figures of the present month, are read only while they are right."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from regie.core.db.database import Database
from regie.domains.insights.figure_builds import actions
from regie.domains.insights.figure_builds.actions import FORMER_BUILD_TIME, check, rebuild, refresh
from regie.domains.insights.figure_builds.conversions import (
    begin_refresh,
    find_wrong_totals,
    has_outdated_totals,
    store_all_totals,
)
from regie.domains.insights.figure_builds.jobs import FiguresJob
from regie.domains.insights.figure_builds.spans import spans_until
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.figure_amounts.models import (
    FigureBuild,
    FigureConversion,
    FigureSpan,
    FigureTotal,
    SpanAmount,
)
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.domains.insights.figure_builds.agency import Agency, open_agency
from tests.domains.insights.figure_builds.credit_changes import ALL_CHANGES


@pytest.fixture
def agency(database: Database, sign_in_as: Callable[..., Browser], clock: MovableClock) -> Agency:
    agency = open_agency(database, sign_in_as)
    rebuild(database, clock)
    return agency


def _execute(agency: Agency, *statements: Any) -> None:
    with agency.database.write() as session:
        for statement in statements:
            session.execute(statement, execution_options={"synchronize_session": False})
        # Cached figures are read again.
        session.execute(text("UPDATE table_changes SET version = version + 1"))


def _is_right(agency: Agency, clock: MovableClock) -> bool:
    with agency.database.read() as connection:
        return not find_wrong_totals(connection, clock) and not has_outdated_totals(connection, clock)


def _changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    return {key for key in before if before[key] != after[key]}


def _follow(agency: Agency, clock: MovableClock) -> None:
    while refresh(agency.database, clock):
        pass


def test_figures_are_read_from_totals(agency: Agency, clock: MovableClock):
    """Otherwise the other comparisons would compare calculated figures with themselves."""
    assert _is_right(agency, clock)
    before = agency.figures()
    _execute(agency, update(FigureTotal).values(converted=FigureTotal.converted + Decimal(1)))
    changed = _changed(before, agency.figures())
    figures = ("mrr", "revenue", "receivables", "invoiced", "oos_sold")
    # Of the present month and of several months.
    for days in ("2026-11-01", "2026-08-10"):
        assert {f"admin all {days} {name}" for name in figures} & changed, days
    assert "admin months" in changed
    # A narrower scope reads the amounts.
    assert not [key for key in changed if key.startswith("manager")]
    assert not _is_right(agency, clock)


def test_the_present_month_is_read_from_its_span(agency: Agency):
    before = agency.figures()
    _execute(
        agency,
        update(FigureConversion).values(rates="of other days"),
        update(SpanAmount).values(amount=SpanAmount.amount + Decimal(1)),
    )
    changed = _changed(before, agency.figures())
    assert {f"admin all 2026-11-01 {name}" for name in ("mrr", "revenue", "receivables")} <= changed
    assert not [key for key in changed if "2026-10-01" in key]


def _correct_rates(agency: Agency) -> None:
    corrected = update(ExchangeRate).where(
        ExchangeRate.currency == "USD", ExchangeRate.valid_on.between(date(2026, 9, 1), date(2026, 9, 20))
    )
    _execute(agency, corrected.values(rate=Decimal("1.9")))


def _close_months(agency: Agency) -> None:
    for month in ("2026-05", "2026-06", "2026-07", "2026-08", "2026-09"):
        closed = agency.browsers["admin"].post(f"/api/v1/months/{month}/closings", {"reason": "Checked"})
        assert closed.status_code == 201


def _keys_of_totals(agency: Agency) -> set[int]:
    """What a request that begins now reads totals by."""
    with agency.database.read() as connection:
        return {*connection.execute(select(FigureTotal.conversion_id)).scalars()}


def test_totals_are_there_while_other_rates_or_a_rebuild_replace_them(agency: Agency, clock: MovableClock):
    """A request that has begun would otherwise add up nothing: a figure of zero."""
    _close_months(agency)
    job = FiguresJob(agency.database, clock)
    job.run_once()
    begun = _keys_of_totals(agency)
    _correct_rates(agency)
    job.run_once()
    assert _is_right(agency, clock)
    assert begun <= _keys_of_totals(agency)
    rebuild(agency.database, clock)
    assert _is_right(agency, clock)
    assert begun <= _keys_of_totals(agency)
    clock.moment += FORMER_BUILD_TIME
    assert job.is_due()
    job.run_once()
    assert _is_right(agency, clock)
    with agency.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(FigureBuild)).scalar_one() == 1
    # Those of closings are the same, those of the former build are gone.
    assert 0 < len(begun & _keys_of_totals(agency)) < len(begun)
    assert not job.is_due()


def test_a_refresh_does_not_change_totals_that_another_worker_replaced(
    agency: Agency, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
):
    def begin(*given: Any) -> Any:
        begun = begin_refresh(*given)
        _correct_rates(agency)
        store_all_totals(agency.database, clock, lambda: False)
        return begun

    with agency.database.write() as session:
        for seed in range(6):
            ALL_CHANGES["add invoice"](session, agency, Random(seed))
    monkeypatch.setattr(actions, "begin_refresh", begin)
    assert refresh(agency.database, clock)
    with agency.database.read() as connection:
        assert not find_wrong_totals(connection, clock)
    assert agency.figures() == agency.calculated()


def test_a_corrected_rate_of_a_past_day_outdates_the_totals_of_its_month(agency: Agency, clock: MovableClock):
    _correct_rates(agency)
    assert agency.figures() == agency.calculated()
    with agency.database.read() as connection:
        assert has_outdated_totals(connection, clock)
    # A refresh meanwhile does not take them for up to date.
    with agency.database.write() as session:
        ALL_CHANGES["add invoice"](session, agency, Random(1))
    _follow(agency, clock)
    assert agency.figures() == agency.calculated()
    job = FiguresJob(agency.database, clock)
    assert job.is_due()
    job.run_once()
    assert _is_right(agency, clock)
    assert not job.is_due()
    assert agency.figures() == agency.calculated()


def test_totals_are_stored_in_the_currencies_of_all_users(agency: Agency, clock: MovableClock):
    def currencies() -> set[str]:
        with agency.database.read() as connection:
            return {*connection.execute(select(FigureConversion.currency)).scalars()}

    assert currencies() == {"CAD", "USD"}
    _execute(agency, update(User).where(User.currency == "CAD").values(currency="EUR"))
    job = FiguresJob(agency.database, clock)
    assert job.is_due()
    job.run_once()
    assert currencies() == {"EUR", "USD"}
    assert _is_right(agency, clock)


def test_a_refresh_by_an_earlier_release_outdates_totals_and_spans(agency: Agency, clock: MovableClock):
    """It counts its refreshes, and knows neither totals nor spans."""
    _execute(
        agency,
        update(FigureBuild).values(refreshes=FigureBuild.refreshes + 1),
        update(FigureTotal).values(converted=FigureTotal.converted + Decimal(1)),
        update(SpanAmount).values(amount=SpanAmount.amount + Decimal(1)),
    )
    assert agency.figures() == agency.calculated()
    job = FiguresJob(agency.database, clock)
    assert job.is_due()
    job.run_once()
    assert _is_right(agency, clock)
    assert not job.is_due()
    assert agency.figures() == agency.calculated()


def test_a_closed_month_has_totals(agency: Agency, clock: MovableClock):
    job = FiguresJob(agency.database, clock)
    _close_months(agency)
    before = agency.figures()
    assert job.is_due()
    job.run_once()
    assert _is_right(agency, clock)
    assert agency.figures() == before
    of_closings = FigureTotal.conversion_id.in_(
        select(FigureConversion.id).where(FigureConversion.closing_id.is_not(None))
    )
    _execute(agency, update(FigureTotal).where(of_closings).values(converted=FigureTotal.converted + Decimal(1)))
    changed = _changed(before, agency.figures())
    assert {"admin all 2026-08-10 revenue", "admin months"} <= changed
    # A rebuild stores them again.
    rebuild(agency.database, clock)
    assert agency.figures() == before


def test_spans_are_of_today(agency: Agency, clock: MovableClock):
    def stored() -> set[tuple[date, date]]:
        with agency.database.read() as connection:
            return {*map(tuple, connection.execute(select(FigureSpan.first_on, FigureSpan.last_on)))}

    assert stored() == {*spans_until(clock.today())}
    clock.moment = datetime(2026, 11, 23, 17, 0, tzinfo=UTC)
    for name, browser in agency.browsers.items():
        agency.browsers[name] = Browser(browser.app, ORIGIN).signed_in_as(browser.user, clock.now())
    assert agency.figures() == agency.calculated()
    job = FiguresJob(agency.database, clock)
    # What the new day changed is followed once changes pause.
    assert job.is_due() or job.is_due()
    job.run_once()
    # A request that began before midnight may still read those of the day before.
    assert stored() > {*spans_until(date(2026, 11, 23))}
    assert job.is_due()
    job.run_once()
    assert stored() == {*spans_until(date(2026, 11, 23))}
    assert not job.is_due()
    assert check(agency.database, clock) == []
    assert agency.figures() == agency.calculated()
    with agency.database.read() as connection:
        spans = connection.execute(select(func.count(SpanAmount.span_id.distinct()))).scalar_one()
    # Nothing happened in some of the months before.
    assert 3 < spans < len(spans_until(date(2026, 11, 23)))


def test_a_whole_month_is_no_span():
    assert spans_until(date(2026, 11, 30)) == [
        (date(2026, month, 1), date(2026, month, 30)) for month in (11, 10, 8, 7, 5, 3, 1)
    ] + [(date(2025, 12, 1), date(2025, 12, 30))]
    assert spans_until(date(2026, 3, 31)) == [(date(2026, 3, 1), date(2026, 3, 31))]
    assert len(spans_until(date(2026, 3, 15))) == 13


def test_wrong_amounts_of_a_span_are_found_and_repaired(agency: Agency, clock: MovableClock):
    revenue = SpanAmount.figure == "revenue"
    _execute(agency, update(SpanAmount).where(revenue).values(amount=SpanAmount.amount + Decimal(1)))
    found = check(agency.database, clock)
    assert {difference.figure for difference in found} == {"revenue"}
    assert rebuild(agency.database, clock) == found
    assert check(agency.database, clock) == []
    assert _is_right(agency, clock)
