"""The demo's recognition has core values in both languages, and valid awards."""

from datetime import date, timedelta

from sqlalchemy import select

from regie.core.db.database import Database
from regie.demo.people import create_accounts
from regie.demo.recognition import create_awards, create_core_values
from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from tests.factories.people import make_employee

TODAY = date(2026, 11, 20)


def _create_people(database: Database) -> None:
    with database.write() as session:
        create_accounts(session, "a-long-demo-password")
        for index, user in enumerate(session.execute(select(User).order_by(User.id)).scalars().all()):
            make_employee(session, user_id=user.id, started_on=TODAY - timedelta(days=60 * index))
        make_employee(session, status="left")


def test_recognition_is_created_once_and_valid(database: Database):
    _create_people(database)
    assert (create_core_values(database), create_awards(database, TODAY)) == (6, 22)
    assert (create_core_values(database), create_awards(database, TODAY)) == (0, 0)
    with database.write() as session:
        values = list(session.execute(select(CoreValue).order_by(CoreValue.position)).scalars())
        query = select(Award, Employee).join(Employee, Employee.id == Award.receiver_id)
        awards = [tuple(row) for row in session.execute(query)]
    assert [value.position for value in values] == [1, 2, 3, 4, 5, 6]
    assert [value.is_active for value in values] == [True] * 5 + [False]
    retired = values[-1].id
    for award, receiver in awards:
        assert receiver.user_id != award.giver_id
        assert receiver.status != "left"
        assert award.awarded_on < TODAY
        assert receiver.started_on is None or receiver.started_on <= award.awarded_on
        assert award.core_value_id != retired or award.awarded_on < TODAY - timedelta(days=90)
        assert award.search_key
    assert {award.visibility for award, _ in awards} == {"everyone", "private"}
    assert {award.core_value_id for award, _ in awards} == {value.id for value in values}


def test_existing_core_values_are_preserved(database: Database):
    with database.write() as session:
        session.add(CoreValue(name_en="Ours", name_fr="La nôtre", icon="leaf", colour="green", position=1))
    assert (create_core_values(database), create_awards(database, TODAY)) == (0, 0)
    with database.read() as db:
        assert db.execute(select(CoreValue.name_en)).scalars().all() == ["Ours"]
