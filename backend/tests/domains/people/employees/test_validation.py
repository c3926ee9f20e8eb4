"""Tests of validation errors of employees, teams, goals, recognition and options, in both languages."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from httpx import Response

from regie.core.db.ids import new_api_id
from tests.access.goals import GOAL
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.people.employees.employee_api import body, change, make_teamwork_person
from tests.factories.churns import make_churn
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.recognition import make_award, make_core_value
from tests.factories.work import make_client
from tests.factories.world import World, assert_unchanged

UNKNOWN = (
    "This record does not exist, or is not available to you",
    "Cette fiche n’existe pas ou ne vous est pas accessible",
)
END = ("The end must be on or after the start", "La fin doit suivre le début ou tomber le même jour")
NOT_A_MEMBER = (
    "The representative must be one of the members",
    "Le responsable doit être membre de l’équipe",
)
PERIOD = ("The period must end after it starts", "La période doit finir après son début")
TARGET = ("The target must differ from the starting value", "La cible doit différer de la valeur de départ")
TAKEN = ("This value is already in use", "Cette valeur est déjà utilisée")
LEAVING = ("Choose another person: this one is leaving", "Choisissez une autre personne\u00a0: celle-ci part")
CANNOT_LEAD = (
    "The user who takes over clients or projects must be an account manager or administrator",
    "L’utilisateur qui reprend des clients ou des projets doit être gestionnaire de compte ou administrateur",
)


@dataclass
class Records:
    """The records that the requests refer to, created before the refused request."""

    boss: dict[str, str]
    report: dict[str, str]
    without_role: str
    team: str
    goal: str
    award: str
    value: str
    linked: str


def _make_records(world: World) -> Records:
    linked = make_teamwork_person(world.database)
    with world.database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        boss = make_employee(session, user_id=manager.id, started_on=date(2024, 1, 8), teamwork_user_id=linked)
        make_client(session, account_manager_id=manager.id)
        report = make_employee(session, manager_id=boss.id, started_on=date(2024, 3, 4))
        plain = make_employee(session, user_id=make_user(session, roles=["employee"]).id)
        team = make_team(session, manager)
        value = make_core_value(session)
        giver = world.people["churn_manager"].user.id
        given = make_award(session, giver_id=giver, created_at=NOON - timedelta(hours=25))
        make_churn(session, reason="merger")
    path = f"/api/v1/employees/{report.api_id}/employee-goals"
    goal = world.browser("admin").post(path, GOAL).json()["data"]["api_id"]
    return Records(
        boss={"api_id": boss.api_id},
        report={"api_id": report.api_id},
        without_role=plain.api_id,
        team=team.api_id,
        goal=goal,
        award=given.api_id,
        value=value.api_id,
        linked=linked,
    )


def _depart(browser: Browser, records: Records, **fields: Any) -> Response:
    return browser.post(f"/api/v1/departed-employees/{records.boss['api_id']}", {"ended_on": "2026-11-20"} | fields)


def _goal(browser: Browser, records: Records, **fields: Any) -> Response:
    return browser.post(f"/api/v1/employees/{records.report['api_id']}/employee-goals", GOAL | fields)


def _change_goal(browser: Browser, records: Records, **fields: Any) -> Response:
    return browser.patch(f"/api/v1/employee-goals/{records.goal}", fields)


def _create_team(browser: Browser, **fields: Any) -> Response:
    return browser.post("/api/v1/teams", {"name": f"Équipe {new_api_id()}"} | fields)


def _award_oneself(browser: Browser, records: Records) -> Response:
    oneself = browser.get("/api/v1/me").json()["data"]["employee"]["api_id"]
    thanks = {"core_value": records.value, "message": "Bravo, moi", "receiver": oneself}
    return browser.post("/api/v1/awards", thanks)


Call = Callable[[World, Browser, Records], Response]
_STRANGER = "01930000-0000-7000-8000-000000000000"
REFUSED_REQUESTS: dict[str, tuple[Call, str, tuple[str, str]]] = {
    "ends before the start": (
        lambda _w, browser, _s: browser.post("/api/v1/employees", body(ended_on="2024-03-03")), "ended_on", END,
    ),
    "changed to end before the start": (
        lambda _w, browser, records: change(browser, records.report, ended_on="2024-03-03"), "ended_on", END,
    ),
    "capacity of more than a week": (
        lambda _w, browser, records: change(browser, records.report, capacity_hours_week="80.5"),
        "capacity_hours_week", ("The field must be at most 80", "Le champ doit être d’au plus 80"),
    ),
    "their own manager": (
        lambda _w, browser, records: change(browser, records.boss, manager=records.boss["api_id"]),
        "manager", ("A person cannot be their own manager", "Une personne ne peut pas être son propre gestionnaire"),
    ),
    "managed by their own report": (
        lambda _w, browser, records: change(browser, records.boss, manager=records.report["api_id"]),
        "manager", ("This person already reports to this employee", "Cette personne relève déjà de cet employé"),
    ),
    "Teamwork person of another employee": (
        lambda _w, browser, records: change(browser, records.report, teamwork_user_id=records.linked),
        "teamwork_user_id", TAKEN,
    ),
    "handed over to an unknown employee": (
        lambda _w, browser, records: _depart(browser, records, successor=_STRANGER), "successor", UNKNOWN,
    ),
    "handed over to the leaving employee": (
        lambda _w, browser, records: _depart(browser, records, successor=records.boss["api_id"]),
        "successor", LEAVING,
    ),
    "handed over to an employee without the role": (
        lambda _w, browser, records: _depart(browser, records, successor=records.without_role),
        "successor", CANNOT_LEAD,
    ),
    "leaves tomorrow": (
        lambda _w, browser, records: _depart(browser, records, ended_on="2026-11-21"), "ended_on", (
            "This day is in the future. Record the departure on the last day",
            "Cette date est à venir. Consignez le départ le dernier jour",
        ),
    ),
    "left before the first day": (
        lambda _w, browser, records: _depart(browser, records, ended_on="2024-01-07"), "ended_on", END,
    ),
    "representative is no member": (
        lambda world, browser, _s: _create_team(
            browser, users=[world.stranger.api_id], representative=world.people["employee"].user.api_id
        ), "representative", NOT_A_MEMBER,
    ),
    "changed to a representative who is no member": (
        lambda world, browser, records: browser.patch(
            f"/api/v1/teams/{records.team}", {"representative": world.stranger.api_id}
        ), "representative", NOT_A_MEMBER,
    ),
    "representative removed from the members": (
        lambda world, browser, records: browser.patch(
            f"/api/v1/teams/{records.team}", {"users": [world.stranger.api_id]}
        ),
        "users", NOT_A_MEMBER,
    ),
    "goal with the start as target": (
        lambda _w, browser, records: _goal(browser, records, start_value="12.00"), "target_value", TARGET,
    ),
    "goal changed to the start as target": (
        lambda _w, browser, records: _change_goal(browser, records, target_value="0"), "target_value", TARGET,
    ),
    "goal that ends before it starts": (
        lambda _w, browser, records: _goal(browser, records, period_end="2026-10-31"), "period_end", PERIOD,
    ),
    "goal without days": (
        lambda _w, browser, records: _goal(browser, records, period_end="2026-11-01"), "period_end", PERIOD,
    ),
    "goal changed to end before it starts": (
        lambda _w, browser, records: _change_goal(browser, records, period_end="2026-10-31"), "period_end", PERIOD,
    ),
    "award to oneself": (
        lambda _w, browser, records: _award_oneself(browser, records), "receiver", (
            "You cannot give recognition to yourself. Choose another person",
            "Vous ne pouvez pas vous donner une reconnaissance. Choisissez une autre personne",
        ),
    ),
}  # fmt: skip


@pytest.fixture(params=["en-us", "fr-ca"])
def admin(world: World, request: pytest.FixtureRequest) -> Browser:
    browser = world.fresh_browser("admin")
    browser.locale = request.param
    return browser


@pytest.mark.parametrize("case", REFUSED_REQUESTS)
def test_error_is_in_the_callers_language_and_nothing_is_stored(world: World, admin: Browser, case: str):
    call, field, words = REFUSED_REQUESTS[case]
    records = _make_records(world)
    with assert_unchanged(world.database):
        response = call(world, admin, records)
    assert response.status_code == 422
    assert response.json()["errors"] == {field: [words[admin.locale == "fr-ca"]]}


def test_errors_without_a_field_have_a_message(world: World, admin: Browser):
    """Recognition older than a day that its giver deletes, and an option in use."""
    records, giver = _make_records(world), world.fresh_browser("churn_manager")
    giver.locale = admin.locale
    calls = (
        lambda: giver.delete(f"/api/v1/awards/{records.award}"),
        lambda: admin.delete("/api/v1/enum-options/churn_reason/merger"),
    )
    expected = (
        (
            "award_too_old",
            "After 24 hours, only an administrator",
            "Après 24\u00a0heures, seul un administrateur",
        ),
        ("option_in_use", "Records use this choice", "Des fiches utilisent ce choix"),
    )
    for call, (code, *words) in zip(calls, expected, strict=True):
        with assert_unchanged(world.database):
            response = call()
        assert (response.status_code, response.json()["code"]) == (422, code)
        assert response.json()["message"].startswith(words[admin.locale == "fr-ca"])


@pytest.mark.parametrize("column", ["account_manager", "churn_manager", "employee", "financial_manager"])
def test_only_administrators_set_cost_rates(world: World, column: str):
    """The other roles do not see the fields either, except financial managers."""
    records = _make_records(world)
    rate = {"cost_rate": "85.00", "cost_currency": "CAD"}
    assert change(world.browser("admin"), records.report, **rate).status_code == 200
    with assert_unchanged(world.database):
        response = change(world.browser(column), records.report, **rate)
    assert response.status_code == 403
    read = world.browser(column).get(f"/api/v1/employees/{records.report['api_id']}").json()["data"]
    costs = {name for name in read if "cost" in name}
    assert costs == ({"cost_rate", "cost_rates"} if column == "financial_manager" else set())
