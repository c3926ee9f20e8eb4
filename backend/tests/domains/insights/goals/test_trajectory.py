"""Attainment and pace, recalculated with integers for generated values and days."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from regie.domains.insights.goals.figures import Trajectory, round_share, weighted_attainment
from tests.long_tests import example_count

FIRST = date(2026, 1, 1)
# In ten-thousandths, the precision of stored values.
UNITS = st.integers(-50_000_000, 50_000_000)
DIRECTIONS = st.sampled_from(["reach", "at_most"])


@st.composite
def trajectories(draw: st.DrawFn) -> tuple[Trajectory, tuple[int, int, int], int]:
    """A trajectory, its three values in units, and its number of days."""
    start, target, current = draw(UNITS), draw(UNITS), draw(UNITS)
    assume(start != target)
    days = draw(st.integers(1, 800))
    start_value, target_value, current_value = (Decimal(units).scaleb(-4) for units in (start, target, current))
    last = FIRST + timedelta(days=days)
    trajectory = Trajectory(start_value, target_value, current_value, draw(DIRECTIONS), FIRST, last)
    return trajectory, (start, target, current), days


@settings(max_examples=example_count(400), derandomize=True, database=None)
@given(trajectories(), st.integers(-100, 900))
def test_pace_compares_progress_with_elapsed_time(generated: tuple[Trajectory, tuple[int, int, int], int], day: int):
    trajectory, (start, target, current), days = generated
    elapsed, done, distance = min(max(day, 0), days), current - start, target - start
    if distance < 0:
        done, distance = -done, -distance
    # Elapsed − progress, multiplied by both denominators to avoid division; negated for an allowance.
    is_allowance = trajectory.direction == "at_most" and start < target
    lag = (elapsed * distance - done * days) * (-1 if is_allowance else 1)
    whole = days * distance
    if (is_allowance and current > target) or 100 * lag > 33 * whole:
        expected = "at_risk"
    else:
        expected = "on_track" if 1_000 * lag < 165 * whole else "behind"
    assert trajectory.pace(FIRST + timedelta(days=day)) == expected


@settings(max_examples=example_count(400), derandomize=True, database=None)
@given(trajectories())
def test_progress_is_the_share_of_the_distance(generated: tuple[Trajectory, tuple[int, int, int], int]):
    trajectory, (start, target, current), _ = generated
    share = trajectory.progress
    assert share is not None
    assert share.numerator * (target - start) == (current - start) * share.denominator
    assert abs(Fraction(round_share(share)) - share) <= Fraction(1, 20_000)
    reached = current <= target if trajectory.direction == "at_most" or target < start else current >= target
    assert trajectory.is_met is reached


@settings(max_examples=example_count(400), derandomize=True, database=None)
@given(trajectories())
def test_attainment_of_a_limit_is_never_above_100_percent(generated: tuple[Trajectory, tuple[int, int, int], int]):
    trajectory, (start, target, current), _ = generated
    if trajectory.direction == "reach":
        expected = Fraction(current - start, target - start)
    elif start > target:
        expected = min(Fraction(current - start, target - start), Fraction(1))
    elif current <= target:
        expected = Fraction(1)
    else:
        # 100 % at the limit, 0 % at twice the limit.
        expected = max(Fraction(2 * target - current, target), Fraction(0)) if target > 0 else None
    if expected is not None:
        assert trajectory.attainment == expected
    assert trajectory.direction == "reach" or (trajectory.attainment or 0) <= 1


def test_at_most_four_complaints():
    """The controller's answer: 0 to 4 are 100 %, 5 is one above four, so 75 %; 6 is 50 %, 8 and more are 0 %."""

    def attained(current: str) -> Fraction | None:
        return Trajectory(Decimal(0), Decimal(4), Decimal(current), "at_most", FIRST, FIRST + timedelta(9)).attainment

    assert [attained(current) for current in ("0", "4", "5", "6", "8", "20")] == [
        1, 1, Fraction(3, 4), Fraction(1, 2), 0, 0,
    ]  # fmt: skip


@pytest.mark.parametrize("elapsed_days", [0, 50, 100])
def test_pace_of_a_rate_does_not_depend_on_time(elapsed_days: int):
    """Utilization of 75 % is the target: 63 % is 16 % short, 62 % is 17.3 %, 50 % is 33.3 %."""
    last = FIRST + timedelta(days=100)

    def pace(current: str, target: str = "75", direction: str = "reach") -> str | None:
        trajectory = Trajectory(Decimal(0), Decimal(target), Decimal(current), direction, FIRST, last, is_rate=True)
        return trajectory.pace(FIRST + timedelta(days=elapsed_days))

    assert [pace(current) for current in ("80", "75", "63", "62", "50", "0")] == [
        "on_track", "on_track", "on_track", "behind", "at_risk", "at_risk",
    ]  # fmt: skip
    # At most 10 % of rework: 11 % is a tenth above the limit, 13 % three tenths, 14 % four.
    assert [pace(current, "10", "at_most") for current in ("0", "10", "11", "13", "14")] == [
        "on_track", "on_track", "on_track", "behind", "at_risk",
    ]  # fmt: skip


def test_pace_limits_are_exact():
    """Halfway through 1,000 days: 16.4 points late is on track, 16.5 and 33 are behind, more is at risk."""
    last = FIRST + timedelta(days=1_000)

    def pace(current: str) -> str | None:
        trajectory = Trajectory(Decimal(0), Decimal(1_000), Decimal(current), "reach", FIRST, last)
        return trajectory.pace(FIRST + timedelta(days=500))

    assert [pace(current) for current in ("335.01", "335", "170", "169.99", "1200", "-100")] == [
        "on_track",
        "behind",
        "behind",
        "at_risk",
        "on_track",
        "at_risk",
    ]


def test_attainment_and_pace_without_value_are_none():
    trajectory = Trajectory(Decimal(0), Decimal(5), None, "at_most", FIRST, FIRST + timedelta(days=30))
    assert (trajectory.attainment, trajectory.pace(FIRST), trajectory.is_met) == (None, None, False)


def test_weighted_attainment_uses_weights():
    assert weighted_attainment([]) is None
    assert weighted_attainment([(1, Fraction(1)), (3, Fraction(1, 5))]) == Fraction(2, 5)


def test_weighted_attainment_caps_each_goal():
    """250 % and 50 % are 75 % together: the first goal counts as 100 %."""
    assert weighted_attainment([(1, Fraction(5, 2)), (1, Fraction(1, 2))]) == Fraction(3, 4)
