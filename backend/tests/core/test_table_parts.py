"""Changes of parts of tables are counted by themselves, and never missed."""

from collections.abc import Callable, Collection
from datetime import date
from itertools import count

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.core.db.table_parts import PARTS, counts_of, declare_part, parts_of
from regie.core.db.table_versions import mark_table_changed
from regie.domains.records.employees.models import HOURS_OF_EMPLOYEES, USERS_OF_EMPLOYEES, Employee
from regie.domains.records.projects.models import PROJECT_STATES, RETAINER_DAYS, SOLD_PROJECTS, Project
from regie.domains.records.terms.models import CAPACITY_TERMS, STATE_TERMS
from tests.factories.people import make_employee, make_user
from tests.factories.retainers import make_retainer
from tests.factories.work import make_project

Write = Callable[[Session, int, int], object]
_COUNT = (
    "INSERT INTO table_changes (name, version) VALUES (:name, 1) "
    "ON CONFLICT (name) DO UPDATE SET version = table_changes.version + 1"
)


def _employee(session: Session, key: int) -> Employee:
    return session.get_one(Employee, key)


def _retainer(session: Session, key: int) -> Project:
    return session.get_one(Project, key)


_WRITES: dict[str, tuple[Write, set[str]]] = {
    "nothing": (lambda session, person, _: setattr(_employee(session, person), "phone", None), {"employees"}),
    "phone": (lambda session, person, _: setattr(_employee(session, person), "phone", "514 555-0100"), {"employees"}),
    "first day": (
        lambda session, person, _: setattr(_employee(session, person), "started_on", date(2026, 2, 2)),
        {"employees", HOURS_OF_EMPLOYEES},
    ),
    "new": (lambda session, *_: make_employee(session), {"employees", *parts_of("employees")}),
    "deleted": (
        lambda session, person, _: session.delete(_employee(session, person)),
        {"employees", *parts_of("employees")},
    ),
    "name of a retainer": (lambda session, _, key: setattr(_retainer(session, key), "name", "Soutien"), {"projects"}),
    "last day of a retainer": (
        lambda session, _, key: setattr(_retainer(session, key), "end_on", date(2027, 1, 31)),
        {"projects", RETAINER_DAYS, PROJECT_STATES},
    ),
}


@pytest.mark.parametrize("write", sorted(_WRITES))
def test_flush_counts_only_the_parts_that_it_changed(database: Database, write: str):
    change, expected = _WRITES[write]
    person, retainer = _make_records(database)
    before = _read(database)
    with database.write() as session:
        change(session, person, retainer)
    changed = {name for name, version in _read(database).items() if version != before.get(name)}
    counted = {name for name in changed if name.partition(".")[0] in ("employees", "projects")}
    assert counted == {name for one in expected for name in ((one,) if one in PARTS else counts_of(one))}


def test_row_that_leaves_a_part_changes_it(database: Database):
    _, key = _make_records(database)
    before = _read(database)
    with database.write() as session:
        _retainer(session, key).kind = "oos"
    after = _read(database)
    assert all(after[name] > before.get(name, 0) for name in (RETAINER_DAYS, SOLD_PROJECTS, PROJECT_STATES))


def test_deleted_row_changes_the_part_that_it_was_in(database: Database):
    _, key = _make_records(database)
    before = _read(database)
    with database.write() as session, session.no_autoflush:
        retainer = _retainer(session, key)
        retainer.kind = "oos"
        session.delete(retainer)
    assert _read(database)[RETAINER_DAYS] > before[RETAINER_DAYS]


def test_part_of_rows_is_not_changed_by_others(database: Database):
    with database.write() as session:
        key = make_project(session, kind="fixed").id
    before = _read(database)
    with database.write() as session:
        _retainer(session, key).start_on = date(2026, 3, 3)
        _retainer(session, key).end_on = date(2027, 3, 3)
    after = _read(database)
    assert after[PROJECT_STATES] > before[PROJECT_STATES]
    assert after.get(RETAINER_DAYS) == before.get(RETAINER_DAYS)


@pytest.mark.parametrize(
    "write",
    [
        lambda session, key: session.execute(update(Employee).where(Employee.id == key).values(phone="1")),
        lambda session, key: session.execute(delete(Employee).where(Employee.id == key)),
        lambda session, _: mark_table_changed(session, "employees"),
    ],
)
def test_statement_changes_all_parts_of_its_table(database: Database, write: Callable[[Session, int], object]):
    person, _ = _make_records(database)
    before = _read(database)
    with database.write() as session:
        write(session, person)
    after = _read(database)
    assert all(after[name] > before[name] for name in (HOURS_OF_EMPLOYEES, USERS_OF_EMPLOYEES))
    assert after.get(CAPACITY_TERMS) == before.get(CAPACITY_TERMS)
    assert after.get(STATE_TERMS) == before.get(STATE_TERMS)


def _counted_by_other_parts() -> Collection[str]:
    """What a release counts when a phone number changes, whose tables have other parts."""
    with pytest.MonkeyPatch.context() as other:
        other.setattr("regie.core.db.table_parts._COUNTED", {}, raising=False)
        other.setattr("regie.core.db.table_parts._OF_TABLE", {"employees": [HOURS_OF_EMPLOYEES]})
        return counts_of("employees")


@pytest.mark.parametrize("has_parts", [False, True])
@pytest.mark.parametrize("read", ["statement", "versions"])
def test_change_of_an_earlier_release_changes_all_parts(database: Database, read: str, has_parts: bool):
    cache = QueryCache[int]((USERS_OF_EMPLOYEES, STATE_TERMS))
    numbers = count()

    def get() -> int:
        with database.read() as connection:
            if read == "statement":
                return cache.get(connection, "key", lambda: next(numbers))
            return cache.get_with_versions(read_table_versions(connection), "key", lambda: next(numbers))

    person, _ = _make_records(database)
    first = get()
    with database.write() as session:
        _employee(session, person).phone = "514 555-0100"
    assert get() == first
    # Without parts, it counts the table alone.
    with database.writes.begin() as connection:
        for name in _counted_by_other_parts() if has_parts else ("employees",):
            connection.execute(text(_COUNT), {"name": name})
    second = get()
    assert second != first
    with database.write() as session:
        _employee(session, person).phone = "514 555-0101"
    assert get() == second
    with database.write() as session:
        _employee(session, person).user_id = make_user(session).id
    assert get() != second


def test_part_names_existing_columns():
    with pytest.raises(ValueError, match="surname"):
        declare_part(Employee, "unknown", ("surname",))
    assert "employees.unknown" not in PARTS


def test_part_is_declared_before_the_parts_of_its_table_are_counted():
    counts_of("employees")
    with pytest.raises(ValueError, match="beside the model"):
        declare_part(Employee, "later", ("phone",))
    assert "employees.later" not in PARTS


def _make_records(database: Database) -> tuple[int, int]:
    """The keys of an employee and a retainer."""
    with database.write() as session:
        return make_employee(session).id, make_retainer(session, monthly_fee="1000.00").id


def _read(database: Database) -> dict[str, int]:
    with database.read() as connection:
        return dict(read_table_versions(connection))
