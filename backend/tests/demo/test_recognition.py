"""The demo's recognition: values in both languages, and awards that the product itself would accept."""

from datetime import date, timedelta

from sqlalchemy import select

from regie.core.db.database import Database
from regie.demo.people import create_accounts
from regie.demo.recognition import create_values, give_values
from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from tests.factories.people import make_employee

TODAY = date(2026, 11, 20)


def _fill(database: Database) -> None:
    with database.write() as session:
        create_accounts(session, "a-long-demo-password")
        for place, user in enumerate(session.execute(select(User).order_by(User.id)).scalars().all()):
            make_employee(session, user_id=user.id, started_on=TODAY - timedelta(days=60 * place))
        make_employee(session, status="left")


def test_it_is_made_once_and_fits_the_rules(database: Database):
    _fill(database)
    assert (create_values(database), give_values(database, TODAY)) == (6, 22)
    assert (create_values(database), give_values(database, TODAY)) == (0, 0)
    with database.write() as session:
        values = list(session.execute(select(CoreValue).order_by(CoreValue.position)).scalars())
        found = select(Award, Employee).join(Employee, Employee.id == Award.receiver_id)
        given = [tuple(row) for row in session.execute(found)]
    assert [value.position for value in values] == [1, 2, 3, 4, 5, 6]
    assert [value.is_active for value in values] == [True] * 5 + [False]
    retired = values[-1].id
    for award, receiver in given:
        assert receiver.user_id != award.giver_id
        assert receiver.status != "left"
        assert award.awarded_on < TODAY
        assert receiver.started_on is None or receiver.started_on <= award.awarded_on
        assert award.core_value_id != retired or award.awarded_on < TODAY - timedelta(days=90)
        assert award.search_key
    assert {award.visibility for award, _ in given} == {"everyone", "private"}
    assert {award.core_value_id for award, _ in given} == {value.id for value in values}


def test_who_has_values_of_their_own_keeps_them(database: Database):
    with database.write() as session:
        session.add(CoreValue(name_en="Ours", name_fr="La nôtre", icon="leaf", colour="green", position=1))
    assert (create_values(database), give_values(database, TODAY)) == (0, 0)
    with database.read() as db:
        assert db.execute(select(CoreValue.name_en)).scalars().all() == ["Ours"]
