"""Days that several spans of an employee have in common are read once, and counted in each of the spans."""

from collections import Counter
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from regie.domains.insights.metrics.figures import EmployeeSpan, split_overlaps

_days = st.integers(0, 40).map(lambda number: date(2026, 1, 1) + timedelta(days=number))
# Also spans that end before they begin, such as the days until today of a month to come.
_spans = st.lists(st.builds(EmployeeSpan, st.integers(1, 3), _days, _days), max_size=8)


def _days_of(span: EmployeeSpan) -> list[tuple[int, date]]:
    count = (span.last - span.first).days + 1
    return [(span.employee_id, span.first + timedelta(days=number)) for number in range(count)]


@given(_spans)
def test_parts_are_the_days_of_their_span_and_do_not_overlap(spans: list[EmployeeSpan]) -> None:
    parts = split_overlaps(spans)

    assert parts.keys() == set(spans)
    for span, of_span in parts.items():
        assert [day for part in of_span for day in _days_of(part)] == _days_of(span)
    distinct = {part for of_span in parts.values() for part in of_span}
    assert max(Counter(day for part in distinct for day in _days_of(part)).values(), default=1) == 1
