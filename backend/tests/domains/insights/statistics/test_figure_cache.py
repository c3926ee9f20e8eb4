"""Each figure is cached until one of its tables changes, and not shared between callers with different rows."""

import re
from collections.abc import Callable
from datetime import date

import pytest

from regie.access.permissions import Permission
from regie.core.db.database import Database
from regie.domains.insights.goals.progress import METRICS
from regie.domains.insights.metrics.figures import EmployeeSpan
from regie.domains.insights.metrics.queries import MetricLoader
from regie.domains.insights.statistics.dashboard import FIGURES
from regie.domains.insights.statistics.employees import GROUPS
from regie.domains.insights.statistics.formatting import CurrencyConverter
from regie.domains.records.exchange_rates.queries import read_rates
from regie.schema import METADATA
from tests.browser import Browser
from tests.factories.goals import make_goal
from tests.factories.people import make_employee
from tests.factories.retainers import make_retainer
from tests.factories.statements import record_statements
from tests.factories.work import make_client

# Tables that every request reads.
_REQUEST_TABLES = {"sessions", "users", "settings", "table_changes", "impersonations", "employees"}
# Stored amounts follow from the other tables, so they do not decide whether a cached figure is valid.
_STORED_TABLES = {"figure_amounts", "figure_builds", "figure_changes"}


@pytest.mark.parametrize("scope", ["all", "own"])
@pytest.mark.parametrize("figure", sorted(FIGURES))
def test_figure_declares_all_tables_it_reads(
    database: Database, sign_in_as: Callable[..., Browser], figure: str, scope: str
):
    admin = sign_in_as("admin")
    with database.write() as session:
        person = make_employee(session, user_id=admin.user.id, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
        for metric in ("retained_mrr", "churned_mrr", "oos_sold", "utilisation", "values_received"):
            make_goal(session, employee_id=person.id, measure="linked", metric_key=metric)
    with record_statements(database) as statements:
        admin.get(f"/api/v1/dashboard-rows?figure={figure}&scope={scope}")
    known = METADATA.tables.keys() - _REQUEST_TABLES - _STORED_TABLES
    read = {name for name in known if re.search(rf"\b(FROM|JOIN) {name}\b", " ".join(statements))}
    assert read <= {*FIGURES[figure].all_tables}


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_linked_metric_declares_all_tables_it_reads(database: Database, metric: str):
    with database.write() as session:
        person = make_employee(session, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
    span = EmployeeSpan(person.id, date(2026, 10, 1), date(2026, 11, 20))
    with record_statements(database) as statements, database.read() as connection:
        for read in METRICS[metric].readers:
            read(connection, [span])
    read_tables = {name for name in METADATA.tables if re.search(rf"\b(FROM|JOIN) {name}\b", " ".join(statements))}
    assert read_tables
    assert read_tables <= {*METRICS[metric].cache.tables}


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
        read = {name for name in METADATA.tables if re.search(rf"\b(FROM|JOIN) {name}\b", " ".join(statements))}
        # The rates are read for every group, and converted by those of money.
        read -= set() if any(figure["unit"] == "money" for figure in figures.values()) else {"exchange_rates"}
        assert read - {"table_changes"}
        assert read - {"table_changes"} <= {*group.cache.tables}


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
