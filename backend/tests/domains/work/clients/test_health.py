"""Tests the health of clients: each reason with its figure, what a person sets, and what the caller may see."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import OosApproval, ProjectFee
from regie.domains.records.retainers.models import RetainerPeriod
from tests.browser import Browser
from tests.factories.churns import make_churn
from tests.factories.clients import make_note
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, build_world

PATH = "/api/v1/clients"
TODAY = date(2026, 11, 20)
MONTHS = [date(2026, month, 1) for month in range(5, 12)]


@pytest.fixture
def world(database: Database) -> World:
    return build_world(database)


def _period(session: Session, project_id: int, starts_on: date, used: str, base: str = "20.00") -> None:
    ends_on = (starts_on.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    left = Decimal(base) - Decimal(used)
    zero = Decimal(0)
    session.add(
        RetainerPeriod(
            project_id=project_id, starts_on=starts_on, ends_on=ends_on, fee=Decimal("1000.00"),
            base_hours=Decimal(base), rollover_in=zero, used_hours=Decimal(used), late_hours=zero,
            closing_balance=left, rollover_out=zero, lapsed_hours=max(left, zero), overage_hours=max(-left, zero),
        )
    )  # fmt: skip
    session.flush()


def _retainer(session: Session, client: Client, **fields: Any) -> Any:
    return make_project(session, client_id=client.id, monthly_fee="1000.00", **fields)


def _overdue(session: Session, client: Client, days: int) -> None:
    make_invoice(
        session, client_id=client.id, total="500.00", balance=Decimal("420.50"),
        issued_on=TODAY - timedelta(days=days + 30), due_on=TODAY - timedelta(days=days),
        payable_on=TODAY - timedelta(days=days),
    )  # fmt: skip


def _renewal(session: Session, client: Client, days: int) -> None:
    _retainer(session, client, renews_on=TODAY + timedelta(days=days), auto_renew=False)


def _hours(session: Session, client: Client, *used: str) -> None:
    """Hours used in the latest months, the present one last."""
    project = _retainer(session, client, included_hours=Decimal(20))
    for month, hours in zip(MONTHS[-len(used) :], used, strict=True):
        _period(session, project.id, month, hours)


def _unstated_hours(session: Session, client: Client, adjustment: str = "0") -> None:
    """Hours of a retainer of which nothing says how many its fee includes."""
    project = _retainer(session, client)
    _period(session, project.id, MONTHS[-1], "25.00", base="0.00")
    if granted := Decimal(adjustment):
        period = session.query(RetainerPeriod).filter_by(project_id=project.id).one()
        period.adjustment, period.closing_balance = granted, granted - Decimal(25)


def _extra_work(session: Session, client: Client, days: int) -> Any:
    return make_project(session, client_id=client.id, kind="oos", sold_on=TODAY - timedelta(days=days))


def _declined(session: Session, client: Client) -> None:
    work = _extra_work(session, client, 40)
    by = {"decided_on": date(2026, 11, 3), "decided_by_id": client.account_manager_id}
    session.add(OosApproval(project_id=work.id, decision="declined", **by))


def _fee_lowered(session: Session, client: Client) -> None:
    project = _retainer(session, client)
    session.add(ProjectFee(project_id=project.id, amount=Decimal("800.00"), starts_on=date(2026, 10, 1)))


def _lost(session: Session, client: Client) -> None:
    project = _retainer(session, client, status="churned", end_on=date(2026, 10, 31))
    make_churn(session, project_id=project.id, effective_on=date(2026, 10, 31))


Make = Callable[[Session, Client], Any]
REASONS: list[tuple[Make, str | None, str, dict[str, Any]]] = [
    (lambda s, c: _overdue(s, c, 14), None, "green", {}),
    (lambda s, c: _overdue(s, c, 15), "overdue", "amber", {"days": 15, "count": 1, "amount": "420.50"}),
    (lambda s, c: _overdue(s, c, 61), "overdue", "red", {"days": 61}),
    (lambda s, c: _renewal(s, c, 31), None, "green", {}),
    (lambda s, c: _renewal(s, c, 30), "renewal", "amber", {"days": 30, "on": "2026-12-20"}),
    (lambda s, c: _renewal(s, c, -1), "renewal", "red", {"days": -1}),
    (lambda s, c: _hours(s, c, "20.00"), None, "green", {}),
    (lambda s, c: _hours(s, c, "25.00"), "hours_over", "amber", {"hours": "5.00"}),
    (lambda s, c: _hours(s, c, "25.25"), "hours_over", "red", {"hours": "5.25"}),
    (_unstated_hours, None, "green", {}),
    (lambda s, c: _unstated_hours(s, c, "20.00"), "hours_over", "amber", {"hours": "5.00"}),
    (lambda s, c: _hours(s, c, "12.00", "8.00", "9.99", "0.00"), "hours_unused", "amber", {"percent": 49}),
    (lambda s, c: _hours(s, c, "12.00", "8.00", "10.00", "0.00"), None, "green", {}),
    (lambda s, c: _hours(s, c, "20", "20", "20", "14", "14", "13.99", "5"), "hours_falling", "amber", {"percent": 30}),
    (lambda s, c: _hours(s, c, "20", "20", "20", "14", "14", "14", "5"), None, "green", {}),
    (lambda s, c: _extra_work(s, c, 13), None, "green", {}),
    (lambda s, c: _extra_work(s, c, 14), "unanswered", "amber", {"days": 14}),
    (_declined, "declined", "amber", {"on": "2026-11-03"}),
    (_fee_lowered, "fee_lowered", "amber", {"on": "2026-10-01", "amount": "800.00", "before": "1000.00"}),
    (_lost, "lost", "amber", {"on": "2026-10-31"}),
    (lambda s, c: make_note(s, c.id, noted_on=TODAY - timedelta(days=90)), None, "green", {}),
    (lambda s, c: make_note(s, c.id, noted_on=TODAY - timedelta(days=91)), "no_recent_note", "amber", {"days": 91}),
]


def _make(database: Database, make: Make | None = None, **fields: Any) -> str:
    """An active client, with what `make` adds."""
    with database.write() as session:
        client = make_client(session, currency="CAD", **fields)
        make_project(session, client_id=client.id, status="active")
        if make is not None:
            make(session, client)
        return client.api_id


def _health(browser: Browser, client: str) -> dict[str, Any]:
    response = browser.get(f"{PATH}/{client}/health")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _listed(browser: Browser, query: str = "") -> dict[str, Any]:
    rows = browser.get(f"{PATH}?per_page=100&{query}").json()["data"]
    return {row["api_id"]: row["health"] for row in rows}


@pytest.mark.parametrize(("make", "kind", "level", "figures"), REASONS)
def test_each_reason_has_its_level_and_figure(
    world: World, make: Make, kind: str | None, level: str, figures: dict[str, Any]
):
    client = _make(world.database, make)
    health = _health(world.browser("admin"), client)
    assert [reason["kind"] for reason in health["reasons"]] == ([] if kind is None else [kind])
    assert (health["level"], health["computed"], health["set"]) == (level, level, None)
    for reason in health["reasons"]:
        shown = reason | {
            name: reason[key]["amount"] for name, key in (("amount", "money"), ("before", "before")) if reason[key]
        }
        assert shown | figures == shown
    assert _listed(world.browser("admin"))[client] == level


def test_the_list_filters_and_sorts_by_the_gravest_reason(world: World):
    healthy = _make(world.database, name="A")
    watched = _make(world.database, _fee_lowered, name="B")
    at_risk = _make(world.database, lambda s, c: (_fee_lowered(s, c), _overdue(s, c, 90)), name="C")
    with world.database.write() as session:
        prospect = make_client(session, name="D").api_id
    browser = world.browser("admin")
    found = _listed(browser, "sort=-health,name")
    assert list(found.items()) == [(at_risk, "red"), (watched, "amber"), (healthy, "green"), (prospect, None)]
    assert list(_listed(browser, "health=red&health=amber&sort=name")) == [watched, at_risk]
    assert list(_listed(browser, "overdue=true")) == [at_risk]
    kinds = [(reason["kind"], reason["level"]) for reason in _health(browser, at_risk)["reasons"]]
    assert kinds == [("overdue", "red"), ("fee_lowered", "amber")]


def test_an_overdue_invoice_without_a_client_hides_no_other_client(world: World):
    healthy = _make(world.database, name="A")
    at_risk = _make(world.database, lambda s, c: _overdue(s, c, 90), name="B")
    with world.database.write() as session:
        late = TODAY - timedelta(days=90)
        make_invoice(session, client_id=None, balance=Decimal("10.00"), issued_on=late, due_on=late, payable_on=late)
    browser = world.browser("admin")
    assert set(_listed(browser, "overdue=false")) == {healthy}
    assert set(_listed(browser, "overdue=true")) == {at_risk}


def test_renewing_finds_the_next_ninety_days_and_late_decisions(world: World):
    due = {days: _make(world.database, lambda s, c, days=days: _renewal(s, c, days)) for days in (-5, 0, 90, 91)}
    found = _listed(world.browser("admin"), "renewing=true")
    assert set(found) == {due[-5], due[0], due[90]}


def test_lost_prospective_and_archived_clients_have_no_health(world: World):
    with world.database.write() as session:
        lost = make_client(session)
        _overdue(session, lost, 100)
        _lost(session, lost)
        clients = [lost.api_id, make_client(session).api_id]
    for client in clients:
        found = _health(world.browser("admin"), client)
        assert (found["level"], found["computed"], found["reasons"]) == (None, None, [])
        assert _listed(world.browser("admin"))[client] is None


@pytest.mark.parametrize(
    ("column", "own", "kinds", "level"),
    [
        ("financial_manager", False, {"overdue", "hours_over", "unanswered"}, "red"),
        ("account_manager", True, {"overdue", "hours_over", "unanswered"}, "red"),
        ("account_manager", False, {"unanswered"}, "amber"),
        ("churn_manager", False, {"unanswered"}, "amber"),
    ],
)
def test_reasons_that_the_caller_may_not_see_do_not_count(
    world: World, column: str, own: bool, kinds: set[str], level: str
):
    def make(session: Session, client: Client) -> None:
        _overdue(session, client, 90)
        _hours(session, client, "40.00")
        _extra_work(session, client, 20)

    manager = world.people["account_manager"].user if own else world.stranger
    client = _make(world.database, make, account_manager_id=manager.id)
    browser = world.browser(column)
    found = _health(browser, client)
    assert {reason["kind"] for reason in found["reasons"]} == kinds
    assert (found["level"], _listed(browser)[client]) == (level, level)
    assert list(_listed(browser, "health=red")) == ([client] if level == "red" else [])
    assert list(_listed(browser, "overdue=true")) == ([client] if "overdue" in kinds else [])


@pytest.mark.parametrize(
    ("column", "own", "not_counted"),
    [
        ("admin", False, []),
        ("financial_manager", False, []),
        ("churn_manager", False, ["money", "hours"]),
        ("account_manager", False, ["money", "hours"]),
        ("account_manager", True, ["other_projects"]),
    ],
)
def test_the_reasons_that_the_caller_may_not_see_are_named(
    world: World, column: str, own: bool, not_counted: list[str]
):
    """They follow from permissions: a client without any reason has the same."""
    manager = world.people["account_manager"].user if own else world.stranger
    for make in (None, lambda s, c: _overdue(s, c, 90)):
        client = _make(world.database, make, account_manager_id=manager.id)
        assert _health(world.browser(column), client)["not_counted"] == not_counted
    with world.database.write() as session:
        prospect = make_client(session, account_manager_id=manager.id).api_id
    assert _health(world.browser(column), prospect)["not_counted"] == []


@pytest.mark.parametrize("is_managed", [True, False])
def test_an_account_manager_sees_no_figure_of_a_project_of_others(world: World, is_managed: bool):
    """The hours and the fee of a project are for those who manage it, even if another manages its client."""
    manager = world.people["account_manager"].user
    of_project = manager if is_managed else world.stranger

    def make(session: Session, client: Client) -> None:
        project = _retainer(session, client, account_manager_id=of_project.id)
        session.add(ProjectFee(project_id=project.id, amount=Decimal("800.00"), starts_on=date(2026, 10, 1)))
        for month, hours in zip(MONTHS, ("20", "20", "20", "5", "5", "5", "40"), strict=True):
            _period(session, project.id, month, hours)

    client = _make(world.database, make, account_manager_id=manager.id)
    browser = world.browser("account_manager")
    found = _health(browser, client)
    kinds = {"hours_over", "fee_lowered", "hours_falling", "hours_unused"} if is_managed else set()
    assert {reason["kind"] for reason in found["reasons"]} == kinds
    level = "red" if is_managed else "green"
    assert (found["level"], _listed(browser)[client]) == (level, level)
    assert set(_listed(browser, "health=red")) == ({client} if is_managed else set())
    assert browser.get(f"/api/v1/retainer-burns?client={client}").json()["meta"]["total"] == int(is_managed)
    assert _health(world.browser("financial_manager"), client)["level"] == "red"


def test_an_employee_sees_no_reason_of_a_client_of_others(world: World):
    client = world.client("employee", "works_on")
    with world.database.write() as session:
        row = session.query(Client).filter_by(api_id=client).one()
        make_project(session, client_id=row.id, status="active")
        _overdue(session, row, 90)
        _extra_work(session, row, 20)
    found = _health(world.browser("employee"), client)
    assert (found["level"], found["reasons"]) == ("green", [])
    assert _health(world.browser("admin"), client)["level"] == "red"


def test_what_a_person_sets_holds_until_its_last_day(world: World):
    client = _make(world.database, lambda s, c: _overdue(s, c, 90))
    admin = world.browser("admin")
    change = {"health": "green", "health_note": "Virement annoncé", "health_until": "2026-11-20"}
    assert admin.patch(f"{PATH}/{client}", change).status_code == 200
    found = _health(admin, client)
    assert (found["level"], found["computed"]) == ("green", "red")
    assert found["set"] == {"level": "green", "reason": "Virement annoncé", "until": "2026-11-20"}
    assert [reason["kind"] for reason in found["reasons"]] == ["overdue"]
    assert _listed(admin, "health=green") == {client: "green"}
    log = admin.get(f"/api/v1/activity?subject={client}").json()["data"]
    assert any("health_until" in str(entry) for entry in log)
    with world.database.write() as session:
        session.query(Client).filter_by(api_id=client).one().health_until = date(2026, 11, 19)
    assert (_health(admin, client)["level"], _health(admin, client)["set"]) == ("red", None)


@pytest.mark.parametrize("change", [{"health": "amber"}, {"health_note": "Toujours fragile"}])
def test_a_level_that_ended_needs_a_new_last_day(world: World, change: dict[str, str]):
    """Otherwise the change would be accepted without any effect."""
    client = _make(world.database)
    with world.database.write() as session:
        row = session.query(Client).filter_by(api_id=client).one()
        row.health, row.health_note, row.health_until = "red", "Nouveau directeur", date(2026, 11, 19)
    admin = world.browser("admin")
    before = admin.get(f"{PATH}/{client}").json()["data"]
    response = admin.patch(f"{PATH}/{client}", change)
    assert (response.status_code, set(response.json()["errors"])) == (422, {"health_until"})
    assert admin.get(f"{PATH}/{client}").json()["data"] == before
    assert admin.patch(f"{PATH}/{client}", {**change, "health_until": "2026-12-31"}).status_code == 200


def test_an_empty_level_takes_it_back(world: World):
    client = _make(world.database)
    admin = world.browser("admin")
    admin.patch(f"{PATH}/{client}", {"health": "red", "health_note": "Nouveau directeur", "health_until": "2027-01-31"})
    assert _health(admin, client)["level"] == "red"
    assert admin.patch(f"{PATH}/{client}", {"health": None}).status_code == 200
    assert _health(admin, client) == {
        "level": "green",
        "computed": "green",
        "set": None,
        "reasons": [],
        "not_counted": [],
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"health": "red", "health_until": "2026-12-31"}, "health_note"),
        ({"health": "red", "health_note": "Sans date"}, "health_until"),
        ({"health": "red", "health_note": "Passé", "health_until": "2026-11-19"}, "health_until"),
        ({"health": "red", "health_note": "Trop long", "health_until": "2027-11-21"}, "health_until"),
        ({"health": "blue", "health_note": "Inconnu", "health_until": "2026-12-31"}, "health"),
    ],
)
def test_a_level_without_reason_or_end_is_refused(world: World, change: dict[str, str], field: str):
    client = _make(world.database)
    admin = world.browser("admin")
    before = admin.get(f"{PATH}/{client}").json()["data"]
    response = admin.patch(f"{PATH}/{client}", change)
    assert response.status_code == 422
    assert field in response.json()["errors"]
    assert admin.get(f"{PATH}/{client}").json()["data"] == before


def test_a_client_without_health_is_given_no_level(world: World):
    with world.database.write() as session:
        prospect = make_client(session).api_id
    change = {"health": "red", "health_note": "Hésite", "health_until": "2026-12-31"}
    admin = world.browser("admin")
    before = admin.get(f"{PATH}/{prospect}").json()["data"]
    response = admin.patch(f"{PATH}/{prospect}", change)
    assert (response.status_code, response.json()["code"]) == (422, "client_without_health")
    assert admin.get(f"{PATH}/{prospect}").json()["data"] == before


@pytest.mark.parametrize("column", ["financial_manager", "churn_manager", "employee", "account_manager"])
def test_others_may_not_set_it(world: World, column: str):
    client = _make(world.database, account_manager_id=world.stranger.id)
    change = {"health": "red", "health_note": "Non", "health_until": "2026-12-31"}
    assert world.browser(column).patch(f"{PATH}/{client}", change).status_code in (403, 422)
    assert _health(world.browser("admin"), client)["set"] is None


def test_the_list_reads_the_health_of_any_number_of_clients_in_the_same_statements(world: World):
    browser = world.browser("admin")
    counts = []
    for _ in range(3):
        for _ in range(5):
            _make(world.database, lambda s, c: _overdue(s, c, 90))
        with record_statements(world.database) as statements:
            browser.get(f"{PATH}?sort=-health&per_page=100")
        counts.append(len(statements))
    # The first request also fills caches of the settings.
    assert counts[1] == counts[2]
