"""Tests of burn, pace, forecast and risk."""

from datetime import date
from decimal import Decimal

import pytest

from regie.core.time.working_days import nth_working_day, working_days
from regie.domains.work.hours_warnings.schemas import Alerts
from regie.domains.work.retainers.burn_math import BurnProgress

NOVEMBER = (date(2026, 11, 1), date(2026, 11, 30))
ALERTS = Alerts((50, 80, 100), Decimal("1.15"))


def progress(
    used: str, available: str = "40", today: date = date(2026, 11, 20), ran_out_on: date | None = None
) -> BurnProgress:
    """November 2026 has 21 working days; 15 have begun on the 20th."""
    return BurnProgress(*NOVEMBER, Decimal(available), Decimal(used), ran_out_on, today)


def test_working_days_are_monday_to_friday():
    assert working_days(*NOVEMBER) == 21
    assert working_days(date(2026, 11, 1), date(2026, 11, 20)) == 15
    assert working_days(date(2026, 11, 21), date(2026, 11, 22)) == 0
    assert working_days(date(2026, 11, 5), date(2026, 11, 4)) == 0
    for first in range(1, 15):
        start = date(2026, 11, first)
        for count in range(1, 30):
            day = nth_working_day(start, count)
            assert working_days(start, day) == count
            assert day.weekday() < 5


def test_burn_pace_and_forecast_formulas():
    burn = progress("27.50")
    assert burn.left == Decimal("12.50")
    assert burn.burn == Decimal("0.6875")
    assert burn.pace == Decimal("0.6875") / (Decimal(15) / 21)
    assert (burn.forecast, burn.forecast_overage) == (Decimal("38.50"), 0)
    assert (burn.runs_out_on, burn.level, burn.passed_thresholds(ALERTS)) == (None, "ok", ["50"])


def test_fast_pace_runs_out_before_the_end():
    burn = progress("34")
    assert burn.forecast == Decimal("47.60")
    assert burn.forecast_overage == Decimal("7.60")
    # 40 hours, 34 of them used in 15 days: they run out on the 18th working day.
    assert burn.runs_out_on == date(2026, 11, 25)
    assert (burn.level, burn.is_faster_than(ALERTS.pace), burn.passed_thresholds(ALERTS)) == (
        "high",
        True,
        ["50", "80", "pace"],
    )


def test_pace_alert_needs_more_than_115_percent():
    exact = Decimal(40) * 15 / 21 * Decimal("1.15")
    assert not BurnProgress(*NOVEMBER, Decimal(40), exact, None, date(2026, 11, 20)).is_faster_than(ALERTS.pace)
    assert BurnProgress(*NOVEMBER, Decimal(40), exact + Decimal("0.01"), None, date(2026, 11, 20)).is_faster_than(
        ALERTS.pace
    )


def test_pace_alert_needs_five_working_days():
    assert not progress("8", today=date(2026, 11, 5)).is_faster_than(ALERTS.pace)
    assert progress("12", today=date(2026, 11, 6)).is_faster_than(ALERTS.pace)


def test_used_up_hours_are_over_and_give_the_day():
    burn = progress("44", ran_out_on=date(2026, 11, 12))
    assert (burn.level, burn.runs_out_on, burn.passed_thresholds(ALERTS)) == (
        "over",
        date(2026, 11, 12),
        ["50", "80", "100", "pace"],
    )
    assert progress("44", ran_out_on=date(2026, 11, 12)).risk > progress("34").risk > progress("27.5").risk


@pytest.mark.parametrize(("used", "level", "passed"), [("0", "ok", []), ("2", "over", ["50", "80", "100"])])
def test_without_hours_burn_and_pace_are_none(used: str, level: str, passed: list[str]):
    burn = progress(used, available="0")
    assert (burn.burn, burn.pace, burn.level, burn.passed_thresholds(ALERTS)) == (None, None, level, passed)


def test_before_the_first_working_day_pace_is_none():
    burn = progress("0", today=date(2026, 11, 1))
    assert (burn.elapsed_share, burn.pace, burn.forecast, burn.runs_out_on) == (0, None, 0, None)
