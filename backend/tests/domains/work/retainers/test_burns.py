"""Burn, pace and risk: figures by hand, then over HTTP; who is warned, once; what renews."""

from datetime import date
from decimal import Decimal

import pytest

from regie.core.time.working_days import nth_working_day, working_days
from regie.domains.work.retainers.burns import Alerts, Standing

NOVEMBER = (date(2026, 11, 1), date(2026, 11, 30))
ALERTS = Alerts((50, 80, 100), Decimal("1.15"))


def standing(
    used: str, available: str = "40", today: date = date(2026, 11, 20), ran_out_on: date | None = None
) -> Standing:
    """In November 2026: 21 working days, 15 of them begun on the 20th."""
    return Standing(*NOVEMBER, Decimal(available), Decimal(used), ran_out_on, today)


def test_working_days_are_mondays_to_fridays():
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


def test_burn_pace_and_forecast_follow_their_formulas():
    burn = standing("27.50")
    assert burn.left == Decimal("12.50")
    assert burn.burn == Decimal("0.6875")
    assert burn.pace == Decimal("0.6875") / (Decimal(15) / 21)
    assert (burn.forecast, burn.forecast_overage) == (Decimal("38.50"), 0)
    assert (burn.runs_out_on, burn.level, burn.passed(ALERTS)) == (None, "ok", ["50"])


def test_a_pace_that_is_too_fast_runs_out_before_the_end():
    burn = standing("34")
    assert burn.forecast == Decimal("47.60")
    assert burn.forecast_overage == Decimal("7.60")
    # 40 hours at 34 in 15 days: on the 18th working day.
    assert burn.runs_out_on == date(2026, 11, 25)
    assert (burn.level, burn.is_faster_than(ALERTS.pace), burn.passed(ALERTS)) == ("high", True, ["50", "80", "pace"])


def test_pace_is_told_above_115_percent_and_not_at_it():
    exact = Decimal(40) * 15 / 21 * Decimal("1.15")
    assert not Standing(*NOVEMBER, Decimal(40), exact, None, date(2026, 11, 20)).is_faster_than(ALERTS.pace)
    assert Standing(*NOVEMBER, Decimal(40), exact + Decimal("0.01"), None, date(2026, 11, 20)).is_faster_than(
        ALERTS.pace
    )


def test_a_first_busy_day_is_no_pace_yet():
    assert not standing("8", today=date(2026, 11, 5)).is_faster_than(ALERTS.pace)
    assert standing("12", today=date(2026, 11, 6)).is_faster_than(ALERTS.pace)


def test_used_up_is_over_and_says_when():
    burn = standing("44", ran_out_on=date(2026, 11, 12))
    assert (burn.level, burn.runs_out_on, burn.passed(ALERTS)) == (
        "over",
        date(2026, 11, 12),
        ["50", "80", "100", "pace"],
    )
    assert standing("44", ran_out_on=date(2026, 11, 12)).risk > standing("34").risk > standing("27.5").risk


@pytest.mark.parametrize(("used", "level", "passed"), [("0", "ok", []), ("2", "over", ["50", "80", "100"])])
def test_without_hours_there_is_nothing_to_measure_by(used: str, level: str, passed: list[str]):
    burn = standing(used, available="0")
    assert (burn.burn, burn.pace, burn.level, burn.passed(ALERTS)) == (None, None, level, passed)


def test_before_the_first_working_day_nothing_has_a_pace():
    burn = standing("0", today=date(2026, 11, 1))
    assert (burn.share, burn.pace, burn.forecast, burn.runs_out_on) == (0, None, 0, None)
