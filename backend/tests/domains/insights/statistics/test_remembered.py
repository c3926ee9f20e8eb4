"""Figures are remembered one by one: until something that they are read from changes, and never for somebody else."""

import re
from collections.abc import Callable
from datetime import date

import pytest

from regie.core.db.database import Database
from regie.domains.insights.statistics.board import MEASURES
from regie.schema import METADATA
from tests.browser import Browser
from tests.factories.goals import make_goal
from tests.factories.people import make_employee
from tests.factories.retainers import make_retainer
from tests.factories.statements import count_statements
from tests.factories.work import make_client

# Who calls, and whether anything changed.
_OF_THE_CALL = {"sessions", "users", "settings", "table_changes", "impersonations", "employees"}


@pytest.mark.parametrize("scope", ["all", "own"])
@pytest.mark.parametrize("figure", sorted(MEASURES))
def test_a_figure_names_every_table_that_it_is_read_from(
    database: Database, sign_in_as: Callable[..., Browser], figure: str, scope: str
):
    admin = sign_in_as("admin")
    with database.write() as session:
        person = make_employee(session, user_id=admin.user.id, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
        for metric in ("retained_mrr", "churned_mrr", "oos_sold", "utilisation", "values_received"):
            make_goal(session, employee_id=person.id, measure="linked", metric_key=metric)
    with count_statements(database) as statements:
        admin.get(f"/api/v1/dashboard-rows?figure={figure}&scope={scope}")
    known = METADATA.tables.keys() - _OF_THE_CALL
    read = {name for name in known if re.search(rf"\b(FROM|JOIN) {name}\b", " ".join(statements))}
    assert read <= {*MEASURES[figure].tables, "exchange_rates"}


def test_what_everybody_sees_is_added_up_once_and_what_is_ones_own_for_oneself(
    database: Database, sign_in_as: Callable[..., Browser]
):
    first, second, manager = sign_in_as("admin"), sign_in_as("admin"), sign_in_as("account_manager")
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        make_retainer(session, monthly_fee="1000.00", currency="CAD", client_id=client.id)
        make_retainer(session, monthly_fee="9000.00", currency="CAD")

    def ask(browser: Browser) -> tuple[str, int]:
        with count_statements(database) as statements:
            answer = browser.get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]["mrr"]
        return answer["money"]["amount"], len(statements)

    (all_of_it, slowly), (again, quickly) = ask(first), ask(second)
    assert (all_of_it, again) == ("10000.00", "10000.00")
    assert quickly < slowly
    assert ask(manager)[0] == "1000.00"
    with database.write() as session:
        make_retainer(session, monthly_fee="500.00", currency="CAD")
    assert ask(second)[0] == "10500.00"
