"""Tests of recording dated terms, and of the values on a day and over days, recalculated independently."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import literal, select
from sqlalchemy.orm import Session

from regie.core.api.errors import Changed, Invalid, MonthClosed, NotFound
from regie.core.db.database import Database
from regie.domains.records.terms.actions import change_term, delete_terms, load_term, record_term, remove_term, set_term
from regie.domains.records.terms.models import Term
from regie.domains.records.terms.queries import (
    find_in_force,
    read_history,
    read_ranges,
    read_values,
    value_on,
)
from regie.domains.records.terms.schemas import TermOwner, TermSource, TermValue
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged
from tests.long_tests import example_count

NOW = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
SOURCE = TermSource(NOW, None, "as agreed")
OWNER, OTHER = TermOwner("project", 7), TermOwner("project", 8)
START = date(2026, 1, 1)


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _record(session: Session, day: str, text: str, owner: TermOwner = OWNER, name: str = "team") -> Term:
    return record_term(session, owner, name, _day(day), TermValue(text), SOURCE)


def test_value_holds_until_the_next_term(database: Database):
    with database.write() as session:
        _record(session, "2026-03-01", "a")
        _record(session, "2026-05-01", "b")
        _record(session, "2026-04-01", "x", OTHER)
        _record(session, "2026-04-01", "y", name="manager")
    with database.read() as db:
        for day, expected in {"2026-02-28": None, "2026-03-01": "a", "2026-04-30": "a", "2026-05-01": "b"}.items():
            found = read_values(db, "project", ["team"], _day(day))
            value = found[7].get("team")
            assert (value and value.text) == expected
            in_sql = value_on("project", "team", literal(7), literal(_day(day)))
            assert db.execute(select(in_sql)).scalar() == expected
        ranges = read_ranges(db, "project", ["team", "manager"], first=_day("2026-04-15"), last=_day("2026-04-30"))
        assert ranges == {
            7: {"team": [(_day("2026-03-01"), TermValue("a"))], "manager": [(_day("2026-04-01"), TermValue("y"))]},
            8: {"team": [(_day("2026-04-01"), TermValue("x"))]},
        }
        history = read_history(db, OWNER, ["team"])
        assert [(row.value.text, row.reason, row.recorded_at, row.recorded_by) for row in history] == [
            ("a", "as agreed", NOW, None),
            ("b", "as agreed", NOW, None),
        ]


def test_two_terms_on_one_day_are_refused(database: Database):
    with database.write() as session:
        _record(session, "2026-03-01", "a")
    with assert_unchanged(database), pytest.raises(Invalid), database.write() as session:
        _record(session, "2026-03-01", "b")
    with database.write() as session:
        assert set_term(session, OWNER, "team", _day("2026-03-01"), TermValue("b"), SOURCE).version == 2


def test_change_of_a_term_read_earlier_is_refused(database: Database):
    with database.write() as session:
        term = _record(session, "2026-03-01", "a")
        change_term(session, term, _day("2026-03-02"), TermValue("b"), SOURCE, version=1)
        assert term.version == 2
        api_id = term.api_id
    with assert_unchanged(database), database.write() as session:
        term = load_term(session, OWNER, api_id)
        with pytest.raises(Changed):
            change_term(
                session, term, _day("2026-03-03"), TermValue("c"), SOURCE, version=1, conflicts={"value": ("b", "c")}
            )
        with pytest.raises(Changed):
            remove_term(session, term, version=1)
        with pytest.raises(NotFound):
            load_term(session, OTHER, api_id)


def test_terms_in_closed_months_are_fixed(database: Database):
    with database.write() as session:
        term = _record(session, "2026-08-01", "a")
        later = _record(session, "2026-11-01", "b")
        user = make_user(session, roles=["admin"])
        for month in ("2026-09", "2026-10"):
            make_closed_month(session, user.id, month, closed_at=NOW)
        keys = term.api_id, later.api_id
    with assert_unchanged(database), database.write() as session:
        first, last = (load_term(session, OWNER, key) for key in keys)
        for change in (
            lambda: _record(session, "2026-10-31", "c"),
            lambda: _record(session, "2026-07-15", "c", OTHER),
            lambda: remove_term(session, first),
            lambda: change_term(session, last, _day("2026-10-15"), TermValue("b"), SOURCE),
        ):
            with pytest.raises(MonthClosed):
                change()
    with database.write() as session:
        # A value that holds before the first closed month only can be entered.
        _record(session, "2026-07-15", "c")
        change_term(session, load_term(session, OWNER, keys[1]), _day("2026-11-15"), TermValue("b"), SOURCE)
        found = find_in_force(session, OWNER, "team", _day("2026-07-31"))
        assert found is not None
        assert found.value == "c"
        delete_terms(session, OWNER)
        assert read_history(session, OWNER) == []


TERMS = st.lists(
    st.tuples(st.sampled_from((7, 8)), st.sampled_from(("team", "fee")), st.integers(0, 60), st.integers(0, 9)),
    unique_by=lambda term: term[:3],
    max_size=25,
)


@given(terms=TERMS, first=st.integers(0, 60), last=st.integers(0, 60))
@settings(max_examples=example_count(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_values_equal_those_recalculated_day_by_day(
    database: Database, terms: list[tuple[int, str, int, int]], first: int, last: int
):
    with database.write() as session:
        for owner in (OWNER, OTHER):
            delete_terms(session, owner)
        for key, name, day, value in terms:
            record_term(session, TermOwner("project", key), name, START + timedelta(day), TermValue(str(value)), SOURCE)
    with database.read() as db:
        ranges = read_ranges(
            db, "project", ["team", "fee"], first=START + timedelta(first), last=START + timedelta(last)
        )
        for day in range(first, last + 1):
            values = read_values(db, "project", ["team", "fee"], START + timedelta(day))
            for key in (7, 8):
                for name in ("team", "fee"):
                    known = [term for term in terms if term[:2] == (key, name) and term[2] <= day]
                    expected = str(max(known, key=lambda term: term[2])[3]) if known else None
                    value = values[key].get(name)
                    assert (value and value.text) == expected
                    in_range = [one for start, one in ranges[key][name] if start <= START + timedelta(day)]
                    assert (in_range[-1].text if in_range else None) == expected
