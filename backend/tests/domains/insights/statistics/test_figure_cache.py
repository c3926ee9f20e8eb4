"""Each figure is cached until one of its tables changes, and not shared between callers with different rows."""

from collections.abc import Callable, Collection
from datetime import date

import pytest
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.db.database import Database
from regie.core.text.locale import DEFAULT_LOCALE
from regie.core.time.clock import Clock
from regie.domains.insights.goals.progress import METRICS
from regie.domains.insights.metrics.figures import EmployeeSpan
from regie.domains.insights.metrics.queries import MetricLoader
from regie.domains.insights.statistics.counting import RecordCounter
from regie.domains.insights.statistics.definitions import FIGURES
from regie.domains.insights.statistics.employees import GROUPS
from regie.domains.insights.statistics.formatting import CurrencyConverter
from regie.domains.insights.statistics.published import PastReader
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange, FigureRequest
from regie.domains.insights.statistics.schemas import FigureName
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.users.models import User
from regie.schema import METADATA
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.factories.goals import make_goal
from tests.factories.people import make_employee
from tests.factories.retainers import make_retainer
from tests.factories.statements import find_undeclared, read_columns, record_statements
from tests.factories.work import make_client, make_time

# Stored amounts and their totals follow from the other tables, so they do not decide whether a figure is up to date.
_STORED_TABLES = {name for name in METADATA.tables if name.startswith("figure_")}


def _reader(connection: Connection, user: User, employee_id: int, clock: Clock, scope: Scope) -> Reader:
    """A reader of November for an administrator who is the employee."""
    actor = Actor(user.id, user.api_id, user.name, employee_id, tuple(user.roles), DEFAULT_LOCALE, 0, clock.now())
    days = DateRange(date(2026, 11, 1), date(2026, 11, 30))
    return Reader(connection, actor, clock, FigureRequest(days, None, date(2026, 11, 20), scope, "CAD"))


def _make_person(session: Session, user: User) -> Employee:
    """An employee with a retainer and a goal of each metric, so that no reader ends early."""
    person = make_employee(session, user_id=user.id, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
    for metric in METRICS:
        make_goal(session, employee_id=person.id, measure="linked", metric_key=metric, currency="CAD")
    client = make_client(session, account_manager_id=user.id)
    make_retainer(session, monthly_fee="1000.00", currency="CAD", client_id=client.id)
    make_time(session, teamwork_user_id="p-9", worked_on=date(2026, 11, 10))
    return person


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize("figure", sorted(FIGURES))
def test_figure_declares_all_tables_it_reads(
    database: Database, sign_in_as: Callable[..., Browser], clock: MovableClock, figure: FigureName, scope: Scope
):
    definition, user = FIGURES[figure], sign_in_as("admin").user
    with database.write() as session:
        employee_id = _make_person(session, user).id

    def find_missing(read: ContributionReader, declared: Collection[str]) -> set[str]:
        with record_statements(database) as statements, database.read() as connection:
            reader = _reader(connection, user, employee_id, clock, scope)
            list(read(reader, scope, reader.days))
            if isinstance(read, PastReader | RecordCounter):
                read.sum(reader, scope, reader.days, definition.unit, read_rates(connection, reader.today))
        return find_undeclared(statements, declared) - _STORED_TABLES - {"table_changes"}

    assert find_missing(definition.read_shown, definition.tables_within(scope)) == set()
    assert find_missing(definition.read_known, definition.tables_within(scope)) == set()
    if definition.target is not None:
        assert find_missing(definition.target, definition.cache_of(definition.target, scope).tables) == set()


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_linked_metric_declares_all_tables_it_reads(database: Database, metric: str):
    with database.write() as session:
        person = make_employee(session, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
    span = EmployeeSpan(person.id, date(2026, 10, 1), date(2026, 11, 20))
    with record_statements(database) as statements, database.read() as connection:
        for read in METRICS[metric].readers:
            read(connection, [span])
    assert statements
    assert find_undeclared(statements, METRICS[metric].cache.tables) == set()


@pytest.mark.parametrize("permission", sorted(GROUPS))
def test_figures_of_people_declare_all_tables_they_read(database: Database, permission: Permission):
    with database.write() as session:
        person = make_employee(session, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
        for metric in METRICS:
            make_goal(session, employee_id=person.id, measure="linked", metric_key=metric, currency="CAD")
    span, today = EmployeeSpan(person.id, date(2026, 10, 1), date(2026, 11, 20)), date(2026, 11, 20)
    for group in GROUPS[permission]:
        with record_statements(database) as statements, database.read() as connection:
            converter = CurrencyConverter("CAD", read_rates(connection, today))
            figures = group.read(MetricLoader(connection), [span], converter)[span]
        # The rates are read for every group, and converted by those of money.
        others = set() if any(figure["unit"] == "money" for figure in figures.values()) else {"exchange_rates"}
        assert read_columns(statements).keys() - {"table_changes", *others}
        assert find_undeclared(statements, group.cache.tables) <= {"table_changes", *others}


def test_callers_with_scope_all_share_cached_figures(database: Database, sign_in_as: Callable[..., Browser]):
    first, second, manager = sign_in_as("admin"), sign_in_as("admin"), sign_in_as("account_manager")
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        make_retainer(session, monthly_fee="1000.00", currency="CAD", client_id=client.id)
        make_retainer(session, monthly_fee="9000.00", currency="CAD")

    def read_mrr(browser: Browser) -> tuple[str, int]:
        with record_statements(database) as statements:
            figure_response = browser.get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]["mrr"]
        return figure_response["money"]["amount"], len(statements)

    (total, first_count), (cached_total, second_count) = read_mrr(first), read_mrr(second)
    assert (total, cached_total) == ("10000.00", "10000.00")
    assert second_count < first_count
    assert read_mrr(manager)[0] == "1000.00"
    with database.write() as session:
        make_retainer(session, monthly_fee="500.00", currency="CAD")
    assert read_mrr(second)[0] == "10500.00"
