"""Tests that lists show exactly the readable records, and that hidden amounts are absent."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.projects.models import Project, ProjectMember, ProjectSeller
from tests.access.matrix import COLUMNS, MATRIX
from tests.factories.world import World, build_world

MONEY = {
    "clients": {"mrr", "outstanding", "overdue", "lifetime_revenue", "other_currencies"},
    "projects": {
        "amount", "billed", "billed_percent", "monthly_fee", "billing_interval", "interval_fee", "hourly_rate",
        "overage_rate", "fees",
    },
}  # fmt: skip
SORTS = {"clients": ("mrr", "outstanding", "overdue"), "projects": ("amount", "billed_percent", "monthly_fee")}
NOUNS = ("clients", "projects", "invoices", "Deals")
_TARGETS = {
    "client": ("own", "works_on", "other", "archived", "archived_other"),
    "project": ("own", "leads", "works_on", "sold", "other", "archived"),
    "invoice": ("own", "other", "churned", "unmatched"),
    "deal": ("own", "other"),
}
PEOPLE = ("super_admin", "financial_manager", "account_manager", "churn_manager", "employee")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> World:
    """Records in every relation to five users; no test of this module changes them."""
    world = build_world(migrated)
    for column in PEOPLE:
        for noun, targets in _TARGETS.items():
            for target in targets:
                world.cached_record(noun, column, target)
        world.project(column, "own", monthly_fee="900.00", kind="retainer", status="active")
    return world


def _rows(world: World, column: str, noun: str, query: str = "") -> list[dict[str, Any]]:
    """Return the rows of all pages of a list, after checking the total."""
    rows: list[dict[str, Any]] = []
    everything = "&archived=include" if noun in MONEY else ""
    for page in range(1, 20):
        path = f"/api/v1/{noun}?per_page=40&page={page}{everything}{query}"
        response = world.browser(column).get(path).json()
        rows += response["data"]
        if page >= response["meta"]["last_page"]:
            assert response["meta"]["total"] == len(rows)
            return rows
    raise AssertionError("the list has too many pages")


def _sees(noun: str, column: str) -> Any:
    return MATRIX[f"GET /api/v1/{noun}"]["sees"][COLUMNS.index(column)]


class OwnedRecords:
    """Calculates in plain Python which rows belong to a user."""

    def __init__(self, world: World, column: str) -> None:
        user, employee = world.people[column].user.id, world.people[column].employee.id
        with world.database.read() as db:
            clients = db.execute(select(Client.id, Client.api_id, Client.account_manager_id)).all()
            projects = db.execute(select(Project.__table__)).all()
            members = {row.project_id for row in db.execute(select(ProjectMember)) if row.employee_id == employee}
            sold = {row.project_id for row in db.execute(select(ProjectSeller)) if row.employee_id == employee}
            invoices = db.execute(select(Invoice.api_id, Invoice.client_id)).all()
            deals = db.execute(select(HubspotDeal.api_id, HubspotDeal.account_manager_id)).all()
        leads = {row.id for row in projects if user == row.account_manager_id or employee == row.project_manager_id}
        works = {row.client_id for row in projects if row.id in members or row.project_manager_id == employee}
        managed = {row.id for row in clients if row.account_manager_id == user}
        churned = {row.client_id for row in projects if row.status == "churned"} if column == "churn_manager" else set()
        self.managed = {
            "clients": {row.api_id for row in clients if row.id in managed},
            "projects": {row.api_id for row in projects if row.id in leads},
        }
        self.retainers = {row.api_id for row in projects if row.kind == "retainer"}
        self.readable = {
            "clients": {row.api_id for row in clients if row.id in managed | works},
            "projects": {row.api_id for row in projects if row.id in leads | members | sold},
            "invoices": {row.api_id for row in invoices if row.client_id in managed | churned},
            "Deals": {row.api_id for row in deals if row.account_manager_id == user},
        }
        self.all = {
            "clients": {row.api_id for row in clients},
            "projects": {row.api_id for row in projects},
            "invoices": {row.api_id for row in invoices},
            "Deals": {row.api_id for row in deals},
        }


CASES = [(noun, column) for noun in NOUNS for column in PEOPLE if isinstance(_sees(noun, column), str)]


@pytest.mark.parametrize(("noun", "column"), CASES)
def test_list_contains_exactly_the_readable_records(agency: World, noun: str, column: str):
    owned = OwnedRecords(agency, column)
    expected = owned.all[noun] if _sees(noun, column) == "all" else owned.readable[noun]
    assert expected < owned.all[noun] or _sees(noun, column) == "all"
    listed = {row["api_id"] for row in _rows(agency, column, noun)}
    readable = {
        api_id
        for api_id in owned.all[noun]
        if agency.browser(column).get(f"/api/v1/{noun}/{api_id}").status_code == 200
    }
    assert listed == readable == expected


@pytest.mark.parametrize(("noun", "column"), CASES)
def test_sort_search_and_filter_reveal_no_other_records(agency: World, noun: str, column: str):
    owned = OwnedRecords(agency, column)
    allowed = owned.all[noun] if _sees(noun, column) == "all" else owned.readable[noun]
    sorts = {"clients": "-updated_at", "projects": "client,-hours_logged", "invoices": "-total", "Deals": "-budget"}[
        noun
    ]
    other_client = next(iter(owned.all["clients"] - owned.readable["clients"]))
    by_client = f"&client={other_client}"
    filters = {"clients": "&status=prospect", "projects": by_client, "invoices": by_client, "Deals": "&state=won"}[noun]
    for query in (f"&sort={sorts}", "&search=e", "&search=maison", filters):
        assert {row["api_id"] for row in _rows(agency, column, noun, query)} <= allowed, query
    assert {row["api_id"] for row in _rows(agency, column, noun, f"&sort={sorts}")} == allowed


@pytest.mark.parametrize("noun", MONEY)
@pytest.mark.parametrize("column", PEOPLE)
def test_hidden_amounts_are_absent(agency: World, noun: str, column: str):
    """Account managers see the amounts of their own records, employees none, the other roles all.

    Churn managers see the amounts of retainers only.
    """
    owned = OwnedRecords(agency, column)
    none, managers = ("employee",), ("account_manager",)
    if noun == "clients":
        none = ("employee", "churn_manager")
    shown = set() if column in none else owned.managed[noun] if column in managers else owned.all[noun]
    if (noun, column) == ("projects", "churn_manager"):
        shown = owned.retainers
        assert shown < owned.all[noun]
    for row in _rows(agency, column, noun):
        assert bool(MONEY[noun] & set(row)) is (row["api_id"] in shown), row
        one = agency.browser(column).get(f"/api/v1/{noun}/{row['api_id']}").json()["data"]
        assert (set(one) & MONEY[noun]) == (MONEY[noun] if row["api_id"] in shown else set())
        assert set(row) <= set(one)


@pytest.mark.parametrize("noun", NOUNS)
def test_rows_have_the_keys_of_the_schema(agency: World, noun: str):
    keys = {
        column: {tuple(sorted(row)) for row in _rows(agency, column, noun)}
        for column in PEOPLE
        if isinstance(_sees(noun, column), str)
    }
    whole = keys["super_admin"]
    assert len(whole) == 1
    for column, kinds in keys.items():
        hidden = {tuple(sorted(set(next(iter(whole))) - MONEY.get(noun, set())))}
        assert kinds <= whole | hidden, column


@pytest.mark.parametrize("noun", MONEY)
@pytest.mark.parametrize("column", PEOPLE)
def test_sort_by_hidden_amounts_is_refused(agency: World, noun: str, column: str):
    sees_all = column in ("super_admin", "financial_manager")
    for sort in SORTS[noun]:
        # Only retainers have a fee, so the order reveals nothing about other projects.
        can_sort = sees_all or (column == "churn_manager" and sort == "monthly_fee")
        for text in (sort, f"-{sort}", f"name,{sort}"):
            response = agency.browser(column).get(f"/api/v1/{noun}?sort={text}")
            assert response.status_code == (200 if can_sort else 422), text


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in _keys(inner)}
    return {key for inner in value for key in _keys(inner)} if isinstance(value, list) else set()


@pytest.mark.parametrize("noun", MONEY)
def test_nested_objects_contain_no_hidden_amounts(agency: World, noun: str):
    for row in _rows(agency, "employee", noun):
        one = agency.browser("employee").get(f"/api/v1/{noun}/{row['api_id']}").json()["data"]
        assert not _keys(one) & ({"amount"} | MONEY[noun])


@pytest.mark.parametrize("column", PEOPLE)
def test_dashboard_sums_only_readable_records(agency: World, column: str):
    figures = agency.browser(column).get("/api/v1/dashboard?currency=CAD").json()["data"]["figures"]
    fees = {
        "super_admin": "4500.00",
        "financial_manager": "4500.00",
        "churn_manager": "4500.00",
        "account_manager": "900.00",
    }
    assert (figures["mrr"]["money"]["amount"] if "mrr" in figures else None) == fees.get(column)
    all_invoices = len(_TARGETS["invoice"]) * len(PEOPLE)
    owes = {"super_admin": all_invoices, "financial_manager": all_invoices, "account_manager": 1}
    assert (figures["overdue"]["count"] if "overdue" in figures else None) == owes.get(column)
    kinds = {group["name"]: group["count"] for group in figures["active_projects"]["groups"]}
    assert kinds["retainer"] == (1 if column == "employee" else len(PEOPLE))
