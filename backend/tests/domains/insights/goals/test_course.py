"""Attainment and pace, told again with plain integers from whatever values and days a goal has."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from regie.domains.insights.goals.figures import Course, rounded, weighted_attainment
from tests.lengths import examples

FIRST = date(2026, 1, 1)
# In ten-thousandths, as values are kept.
UNITS = st.integers(-50_000_000, 50_000_000)
DIRECTIONS = st.sampled_from(["reach", "at_most"])


@st.composite
def courses(draw: st.DrawFn) -> tuple[Course, tuple[int, int, int], int]:
    """A goal, its three values in whole units, and how many days it has."""
    start, target, current = draw(UNITS), draw(UNITS), draw(UNITS)
    assume(start != target)
    days = draw(st.integers(1, 800))
    start_value, target_value, current_value = (Decimal(units).scaleb(-4) for units in (start, target, current))
    last = FIRST + timedelta(days=days)
    course = Course(start_value, target_value, current_value, draw(DIRECTIONS), FIRST, last)
    return course, (start, target, current), days


@settings(max_examples=examples(400), derandomize=True, database=None)
@given(courses(), st.integers(-100, 900))
def test_pace_is_how_far_progress_lags_behind_time(made: tuple[Course, tuple[int, int, int], int], day: int):
    course, (start, target, current), days = made
    over, done, way = min(max(day, 0), days), current - start, target - start
    if way < 0:
        done, way = -done, -way
    # Elapsed − attainment, times both denominators: nothing is divided. What is used of an allowance counts against.
    is_allowance = course.direction == "at_most" and start < target
    lag = (over * way - done * days) * (-1 if is_allowance else 1)
    whole = days * way
    if (is_allowance and current > target) or 100 * lag > 33 * whole:
        expected = "at_risk"
    else:
        expected = "on_track" if 1_000 * lag < 165 * whole else "behind"
    assert course.pace(FIRST + timedelta(days=day)) == expected


@settings(max_examples=examples(400), derandomize=True, database=None)
@given(courses())
def test_attainment_is_the_share_of_the_way(made: tuple[Course, tuple[int, int, int], int]):
    course, (start, target, current), _ = made
    share = course.attainment
    assert share is not None
    assert share.numerator * (target - start) == (current - start) * share.denominator
    assert abs(Fraction(rounded(share)) - share) <= Fraction(1, 20_000)
    reached = current <= target if course.direction == "at_most" or target < start else current >= target
    assert course.is_met is reached


def test_the_limits_of_pace_are_exact():
    """Half-way through a thousand days: 16.4 points on track, 16.5 behind, 33 behind, more at risk."""
    last = FIRST + timedelta(days=1_000)

    def pace(current: str) -> str | None:
        course = Course(Decimal(0), Decimal(1_000), Decimal(current), "reach", FIRST, last)
        return course.pace(FIRST + timedelta(days=500))

    assert [pace(current) for current in ("335.01", "335", "170", "169.99", "1200", "-100")] == [
        "on_track",
        "behind",
        "behind",
        "at_risk",
        "on_track",
        "at_risk",
    ]


def test_without_a_figure_there_is_neither():
    course = Course(Decimal(0), Decimal(5), None, "at_most", FIRST, FIRST + timedelta(days=30))
    assert (course.attainment, course.pace(FIRST), course.is_met) == (None, None, False)


def test_several_goals_count_by_their_weights():
    assert weighted_attainment([]) is None
    assert weighted_attainment([(1, Fraction(1)), (3, Fraction(1, 5))]) == Fraction(2, 5)
