"""Tests of the columns, filters and sorts of each kind of project, and of their permissions."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regie.core.db.database import Database
from regie.domains.records.projects.models import Project, ProjectMember
from tests.browser import Browser
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.people import make_employee
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.statements import record_statements
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged
from tests.long_tests import example_count

PATH = "/api/v1/projects"
ALL = "per_page=100&sort=name"


@pytest.fixture
def admin(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("admin")


def _names(browser: Browser, query: str) -> list[str]:
    response = browser.get(f"{PATH}?{ALL}&{query}")
    assert response.status_code == 200, response.text
    return [row["name"] for row in response.json()["data"]]


def _row(browser: Browser, name: str) -> dict[str, Any]:
    return next(row for row in browser.get(f"{PATH}?{ALL}").json()["data"] if row["name"] == name)


@pytest.fixture
def fixed(database: Database) -> None:
    """Projects with ends and budgets on both sides of every limit."""
    with database.write() as session:
        for name, end, budget, hours in (
            ("A", "2026-11-30", "10", "10"),
            ("B", "2026-12-01", "10", "10.5"),
            ("C", "2026-12-31", None, "3"),
            ("D", None, "0", "1"),
        ):
            project = make_project(
                session,
                name=name,
                end_on=end and date.fromisoformat(end),
                budget_hours=budget and Decimal(budget),
                teamwork_project_id=f"fixed-{name}",
            )
            log_time(session, project, date(2026, 11, 2), hours)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("ends_from=2026-12-01", "BC", id="from"),
        pytest.param("ends_to=2026-12-01", "AB", id="until"),
        pytest.param("ends_from=2026-12-01&ends_to=2026-12-01", "B", id="one day"),
        pytest.param("over_budget=true", "BD", id="over budget"),
        pytest.param("over_budget=false", "AC", id="within budget"),
        pytest.param("over_budget=true&ends_to=2026-12-31", "B", id="both"),
    ],
)
def test_fixed_projects_filter_by_end_and_budget(fixed: None, admin: Browser, query: str, found: str):
    assert _names(admin, query) == list(found)


def test_unfinished_projects_are_late_or_end_soon(fixed: None, database: Database, admin: Browser):
    """Today is November 20: 30 days later is December 20.

    Finished work is neither, nor is work that ends later or never.
    """
    with database.write() as session:
        make_retainer(session, name="R", end_on=date(2026, 11, 25))
        for name, end, status in (
            ("E", "2026-11-19", "active"),
            ("F", "2026-11-20", "on_hold"),
            ("G", "2026-12-20", "draft"),
            ("H", "2026-12-21", "active"),
            ("I", "2026-11-19", "completed"),
            ("J", "2026-11-19", "cancelled"),
        ):
            make_project(session, name=name, end_on=date.fromisoformat(end), status=status)
    rows = admin.get(f"{PATH}?{ALL}").json()["data"]
    assert {row["name"]: row["deadline"] for row in rows if row["deadline"]} == {
        "A": "ending_soon", "B": "ending_soon", "E": "late", "F": "ending_soon", "G": "ending_soon",
    }  # fmt: skip
    assert _names(admin, "deadline=late") == ["E"]
    assert _names(admin, "deadline=late&deadline=ending_soon&over_budget=true") == ["B"]
    due = [row["name"] for row in admin.get(f"{PATH}?kind=fixed&sort=due_on,name").json()["data"]]
    assert due == ["E", "F", "A", "B", "G", "H", "C", "D", "I", "J"]
    undue = [row["name"] for row in admin.get(f"{PATH}?kind=fixed&sort=-due_on,name").json()["data"]]
    assert undue == ["C", "H", "G", "B", "A", "F", "E", "D", "I", "J"]


def test_budget_percent(fixed: None, admin: Browser):
    assert {name: _row(admin, name)["budget_percent"] for name in "ABCD"} == {
        "A": "100.00", "B": "105.00", "C": None, "D": None,
    }  # fmt: skip
    assert [row["name"] for row in admin.get(f"{PATH}?sort=-budget_percent,name").json()["data"]] == list("BACD")


def test_budget_used_follows_counted_hours(database: Database, admin: Browser):
    """8 of 10 hours are logged, 6 of them billable: 80 % of the budget where all count, 60 % where billable ones do."""
    found = {}
    for counted in ("all", "billable"):
        with database.write() as session:
            key = f"counted-{counted}"
            project = make_project(
                session, name=key, budget_hours=Decimal(10), counted_hours=counted, teamwork_project_id=key
            )
            log_time(session, project, date(2026, 11, 2), "6", is_billable=True)
            log_time(session, project, date(2026, 11, 2), "2")
        (row,) = admin.get(f"{PATH}?search={project.number}").json()["data"]
        day = "from=2026-11-01&to=2026-11-20"
        (entry,) = admin.get(f"/api/v1/projects-statistics?id={project.api_id}&{day}").json()["data"]
        burn = entry["figures"]["budget_burn"]["value"]
        found[counted] = row["hours_logged"], row["hours_counted"], row["budget_percent"], burn
    assert found == {"all": ("8.00", "8.00", "80.00", "80.0"), "billable": ("8.00", "6.00", "60.00", "60.0")}


@settings(
    max_examples=example_count(15),
)
@given(minutes=st.integers(1, 100_000), budget=st.integers(1, 1_000_000))
def test_budget_percent_is_rounded_half_up_once(database: Database, admin: Browser, minutes: int, budget: int):
    with database.write() as session:
        project = make_project(
            session,
            budget_hours=Decimal(budget) / 100,
            teamwork_project_id=f"share-{minutes}-{budget}-{session.query(Project).count()}",
        )
        log_time(session, project, date(2026, 11, 2), "0", minutes=minutes)
    hundredths = (minutes * 100 + 30) // 60
    share = int(Fraction(hundredths * 10_000, budget) + Fraction(1, 2))
    (row,) = admin.get(f"{PATH}?search={project.number}").json()["data"]
    assert row["budget_percent"] == f"{share // 100}.{share % 100:02d}"


@pytest.fixture
def extras(database: Database) -> dict[str, str]:
    """Out-of-scope projects of two sellers: awaiting approval, approved with and without a record, and declined."""
    with database.write() as session:
        first, second = make_employee(session, name="Zoé"), make_employee(session, name="Ali")
        make_oos_sale(session, name="A", sellers={first.id: 100}, oos_type="rush", sold_on=date(2026, 10, 31))
        make_oos_sale(session, name="B", sellers={first.id: 40, second.id: 60}, oos_type="training")
        session.flush()
        make_approval(session, make_oos_sale(session, name="C", sellers={second.id: 100}, oos_type="rush"))
        make_approval(session, make_oos_sale(session, name="D", sellers={first.id: 100}), decision="declined")
        make_oos_sale(session, name="E", sellers={first.id: 100}, approved_on=date(2026, 11, 3))
        make_project(session, name="F")
        return {"zoe": first.api_id, "ali": second.api_id}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("sold_from=2026-11-01", "BCDE", id="sold from"),
        pytest.param("sold_to=2026-11-01", "A", id="sold until"),
        pytest.param("oos_type=rush", "AC", id="type"),
        pytest.param("oos_type=rush&oos_type=training", "ABC", id="types"),
        pytest.param("approval=waiting", "AB", id="waiting"),
        pytest.param("approval=approved", "CE", id="approved"),
        pytest.param("approval=declined&approval=waiting", "ABD", id="not approved"),
        pytest.param("seller={zoe}", "ABDE", id="seller"),
        pytest.param("seller={ali}", "BC", id="one of the sellers"),
        pytest.param("seller={ali}&seller={zoe}", "ABCDE", id="any of them"),
        pytest.param("seller={ali}&approval=waiting", "B", id="both"),
    ],
)
def test_out_of_scope_projects_filter_by_day_type_approval_and_seller(
    extras: dict[str, str], admin: Browser, query: str, found: str
):
    assert _names(admin, query.format(**extras)) == list(found)


def test_row_names_the_seller_with_the_largest_share(extras: dict[str, str], admin: Browser):
    rows = {name: _row(admin, name) for name in "ABDF"}
    assert {name: row["seller"] and row["seller"]["name"] for name, row in rows.items()} == {
        "A": "Zoé", "B": "Ali", "D": "Zoé", "F": None,
    }  # fmt: skip
    assert {name: row["seller_count"] for name, row in rows.items()} == {"A": 1, "B": 2, "D": 1, "F": 0}
    assert {name: row["approval"] for name, row in rows.items()} == {
        "A": "waiting", "B": "waiting", "D": "declined", "F": None,
    }  # fmt: skip


@pytest.fixture
def retainers(database: Database) -> None:
    _make_retainers(database)


def _make_retainers(database: Database) -> None:
    """Retainers with 40 hours: partly, mostly, fully and over-used; one without hours, one that starts later."""
    with database.write() as session:
        for name, hours, fields in (
            ("A", "31.5", {"renews_on": date(2026, 12, 1), "auto_renew": True, "rollover": "none"}),
            ("B", "32", {"renews_on": date(2027, 1, 1), "auto_renew": False, "rollover": "surplus"}),
            ("C", "40", {"rollover": "both"}),
            ("D", "41", {}),
            ("E", "0", {"included_hours": Decimal(0)}),
            ("F", "50", {"start_on": date(2026, 12, 1)}),
            ("G", "50", {"status": "ended", "end_on": date(2026, 11, 30)}),
        ):
            retainer = make_retainer(session, **({"name": name, "start_on": date(2026, 11, 1)} | fields))
            log_time(session, retainer, date(2026, 11, 2), hours)
        make_project(session, name="Z")
    refresh_all_ledgers(database)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("renews_from=2026-12-02", "B", id="renews from"),
        pytest.param("renews_to=2026-12-31", "A", id="renews until"),
        pytest.param("auto_renew=true", "A", id="automatic"),
        pytest.param("auto_renew=false", "B", id="manual"),
        pytest.param("rollover=both&rollover=surplus", "BC", id="rollover"),
        pytest.param("burn=over", "CD", id="over"),
        pytest.param("burn=high", "B", id="high"),
        pytest.param("burn=ok&kind=retainer", "AE", id="ok"),
        pytest.param("burn=high&burn=over", "BCD", id="at risk"),
    ],
)
def test_retainers_filter_by_renewal_rollover_and_burn(retainers: None, admin: Browser, query: str, found: str):
    assert _names(admin, query) == list(found)


def test_left_hours_and_burn_of_the_current_period(retainers: None, admin: Browser):
    rows = {name: _row(admin, name) for name in "ABDEFZ"}
    assert {name: (row["left_hours"], row["burn_percent"]) for name, row in rows.items()} == {
        "A": ("8.50", "78.75"), "B": ("8.00", "80.00"), "D": ("-1.00", "102.50"), "E": ("0.00", None),
        "F": (None, None), "Z": (None, None),
    }  # fmt: skip
    found = admin.get(f"{PATH}?sort=-burn_percent,name&burn=high&burn=over&burn=ok").json()["data"]
    assert [row["name"] for row in found] == list("DCBAE")
    found = admin.get(f"{PATH}?sort=left_hours,name&burn=high&burn=over&burn=ok").json()["data"]
    assert [row["name"] for row in found] == list("DCEBA")


def test_retainers_filter_by_used_percentage(database: Database, admin: Browser):
    _make_retainers(database)
    with database.write() as session:
        log_time(session, make_retainer(session, name="H", included_hours=Decimal(0)), date(2026, 11, 2), "1")
    refresh_all_ledgers(database)

    def found(share: int) -> list[str]:
        response = admin.get(f"/api/v1/retainer-burns?used_above={share}&sort=project&per_page=100").json()
        assert response["meta"]["total"] == len(response["data"])
        return [burn["project"]["name"] for burn in response["data"]]

    assert {share: found(share) for share in (0, 79, 80, 100, 1000)} == {
        0: list("ABCDH"), 79: list("BCDH"), 80: list("CDH"), 100: list("DH"), 1000: ["H"],
    }  # fmt: skip
    with assert_unchanged(database):
        assert admin.get("/api/v1/retainer-burns?used_above=most").status_code == 422


def test_hours_are_visible_only_with_the_permission(world: World):
    """Callers who see the project without its hours cannot filter or sort by them."""
    _make_retainers(world.database)
    worker, manager = world.people["employee"], world.people["account_manager"]
    with world.database.write() as session:
        of = {row.name: row for row in session.query(Project).filter(Project.name.in_(["B", "D"]))}
        session.add(ProjectMember(project_id=of["B"].id, employee_id=worker.employee.id))
        of["D"].account_manager_id = manager.user.id
    for column, seen in (("churn_manager", ""), ("employee", "B"), ("account_manager", "D"), ("admin", "BCD")):
        browser = world.browser(column)
        assert [name for name in _names(browser, "burn=over&burn=high") if name in "ABCDEFG"] == list(seen), column
        shown = browser.get(f"{PATH}?{ALL}&kind=retainer").json()["data"]
        visible = {row["name"] for row in shown if row["left_hours"] is not None or row["burn_percent"] is not None}
        assert visible & set("BCD") == set(seen), column
        # Hidden hours are distinguishable from missing ones: F is known to have no period.
        hidden = {row["name"] for row in shown if not row["hours_shown"]}
        assert hidden == {row["name"] for row in shown} - visible - (set("FZ") if column == "admin" else set()), column


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("ends_from=soon", "ends_from"),
        ("deadline=soon", "deadline.0"),
        ("over_budget=perhaps", "over_budget"),
        ("oos_type=nonsense", "oos_type"),
        ("approval=maybe", "approval.0"),
        ("seller=me", "seller.0"),
        ("rollover=all", "rollover.0"),
        ("burn=hot", "burn.0"),
        ("scheduled=some", "scheduled"),
    ],
)
def test_invalid_filter_returns_422(admin: Browser, database: Database, query: str, field: str):
    with assert_unchanged(database):
        response = admin.get(f"{PATH}?{query}")
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_all_filters_use_as_many_statements_as_one(retainers: None, admin: Browser, database: Database):
    def statements(query: str) -> int:
        with record_statements(database) as counted:
            assert admin.get(f"{PATH}?{query}").json()["meta"]["total"] > 0
        return len(counted)

    admin.get(PATH)
    everything = "burn=over&burn=high&auto_renew=false&rollover=surplus&renews_from=2026-01-01&over_budget=false"
    assert statements(everything) == statements("kind=retainer") <= 4
