"""A linked goal in another currency is not remembered for requests whose rates are those of another day."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.db.query_cache import read_table_versions
from regie.domains.insights.goals.progress import COLUMNS, read_progress
from regie.domains.insights.metrics.queries import MetricLoader
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_user
from tests.factories.rates import make_rate
from tests.factories.retainers import make_retainer
from tests.factories.work import make_client

_TODAY, _LATER = date(2026, 11, 20), date(2026, 12, 31)


def test_progress_follows_the_day_of_the_rates(database: Database):
    with database.write() as session:
        user = make_user(session)
        person = make_employee(session, user_id=user.id, started_on=date(2020, 1, 1))
        client = make_client(session, account_manager_id=user.id)
        make_retainer(
            session, client_id=client.id, account_manager_id=user.id, monthly_fee="1000.00", currency="USD",
            start_on=date(2026, 1, 1),
        )  # fmt: skip
        make_rate(session, "USD", _LATER, "1.50")
        make_goal(
            session, employee_id=person.id, measure="linked", metric_key="retained_mrr", currency="CAD",
            period_start=date(2026, 10, 1), period_end=_LATER,
        )  # fmt: skip

    def read(day_of_rates: date) -> Decimal | None:
        with database.read() as db:
            loader = MetricLoader(db, read_table_versions(db))
            loader.rates(day_of_rates)
            (progress,) = read_progress(loader, db.execute(select(*COLUMNS)).all(), _LATER).values()
        return progress.trajectory.current

    # A day after that of the rates has none.
    assert read(_TODAY) == Decimal(0)
    assert read(_LATER) == Decimal(1500)
