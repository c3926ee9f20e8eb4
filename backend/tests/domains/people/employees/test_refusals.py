"""What is refused of people, teams, goals, values and choices: named in the reader's language, and nothing stored."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from httpx import Response

from regie.core.db.ids import new_api_id
from tests.access.targets import GOAL
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.people.employees.staff import body, change, make_teamwork_person
from tests.factories.losses import make_churn
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.recognition import make_award, make_core_value
from tests.factories.work import make_client
from tests.factories.world import World, unchanged

UNKNOWN = (
    "This record does not exist, or is not open to you",
    "Cette fiche n’existe pas ou ne vous est pas accessible",
)
END = ("The end must be on or after the start", "La fin doit suivre le début ou tomber le même jour")
SPEAKER = (
    "The representative must be one of the members",
    "La personne responsable doit être membre de l’équipe",
)
PERIOD = ("The period must end after it starts", "La période doit finir après son début")
TARGET = ("The target must differ from the start", "La cible doit différer du départ")
TAKEN = ("This is already in use", "Cette valeur est déjà utilisée")
THEMSELF = ("Choose another person: this one is leaving", "Choisissez une autre personne\u00a0: celle-ci part")
LEADS = (
    "The person who takes over clients or projects must be an account manager or administrator",
    "La personne qui reprend des clients ou des projets doit être gestionnaire de compte ou faire partie "
    "de l’administration",
)


@dataclass
class Scene:
    """Who and what the calls are about, made once before anything is refused."""

    boss: dict[str, str]
    report: dict[str, str]
    leads_nobody: str
    team: str
    goal: str
    award: str
    value: str
    linked: str


def _scene(world: World) -> Scene:
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
    return Scene(
        boss={"api_id": boss.api_id},
        report={"api_id": report.api_id},
        leads_nobody=plain.api_id,
        team=team.api_id,
        goal=goal,
        award=given.api_id,
        value=value.api_id,
        linked=linked,
    )


def _depart(browser: Browser, scene: Scene, **fields: Any) -> Response:
    return browser.post(f"/api/v1/departed-employees/{scene.boss['api_id']}", {"ended_on": "2026-11-20"} | fields)


def _goal(browser: Browser, scene: Scene, **fields: Any) -> Response:
    return browser.post(f"/api/v1/employees/{scene.report['api_id']}/employee-goals", GOAL | fields)


def _regoal(browser: Browser, scene: Scene, **fields: Any) -> Response:
    return browser.patch(f"/api/v1/employee-goals/{scene.goal}", fields)


def _new_team(browser: Browser, **fields: Any) -> Response:
    return browser.post("/api/v1/teams", {"name": f"Équipe {new_api_id()}"} | fields)


def _thank_oneself(browser: Browser, scene: Scene) -> Response:
    oneself = browser.get("/api/v1/me").json()["data"]["employee"]["api_id"]
    thanks = {"core_value": scene.value, "message": "Bravo, moi", "receiver": oneself}
    return browser.post("/api/v1/awards", thanks)


Call = Callable[[World, Browser, Scene], Response]
_STRANGER = "01930000-0000-7000-8000-000000000000"
REFUSED: dict[str, tuple[Call, str, tuple[str, str]]] = {
    "ends before it starts": (
        lambda _w, browser, _s: browser.post("/api/v1/employees", body(ended_on="2024-03-03")), "ended_on", END,
    ),
    "moved to end before it starts": (
        lambda _w, browser, scene: change(browser, scene.report, ended_on="2024-03-03"), "ended_on", END,
    ),
    "capacity of more than a week": (
        lambda _w, browser, scene: change(browser, scene.report, capacity_hours_week="80.5"),
        "capacity_hours_week", ("The field must be at most 80", "Le champ doit être d’au plus 80"),
    ),
    "their own manager": (
        lambda _w, browser, scene: change(browser, scene.boss, manager=scene.boss["api_id"]),
        "manager", ("A person cannot be their own manager", "Une personne ne peut pas être sa propre gestionnaire"),
    ),
    "managed by their own people": (
        lambda _w, browser, scene: change(browser, scene.boss, manager=scene.report["api_id"]),
        "manager", ("This person works under them already", "Cette personne relève déjà d’elle"),
    ),
    "somebody else's Teamwork": (
        lambda _w, browser, scene: change(browser, scene.report, teamwork_user_id=scene.linked),
        "teamwork_user_id", TAKEN,
    ),
    "handed over to nobody": (
        lambda _w, browser, scene: _depart(browser, scene, hand_over_to=_STRANGER), "hand_over_to", UNKNOWN,
    ),
    "handed over to themself": (
        lambda _w, browser, scene: _depart(browser, scene, hand_over_to=scene.boss["api_id"]), "hand_over_to", THEMSELF,
    ),
    "handed over to who may not lead": (
        lambda _w, browser, scene: _depart(browser, scene, hand_over_to=scene.leads_nobody), "hand_over_to", LEADS,
    ),
    "leaves tomorrow": (
        lambda _w, browser, scene: _depart(browser, scene, ended_on="2026-11-21"), "ended_on", (
            "This day is still to come: record the departure on the last day",
            "Ce jour est encore à venir\u00a0: consignez le départ le dernier jour",
        ),
    ),
    "left before they came": (
        lambda _w, browser, scene: _depart(browser, scene, ended_on="2024-01-07"), "ended_on", END,
    ),
    "a team without its speaker": (
        lambda world, browser, _s: _new_team(
            browser, users=[world.stranger.api_id], representative=world.people["employee"].user.api_id
        ), "representative", SPEAKER,
    ),
    "a speaker from outside": (
        lambda world, browser, scene: browser.patch(
            f"/api/v1/teams/{scene.team}", {"representative": world.stranger.api_id}
        ), "representative", SPEAKER,
    ),
    "a speaker who is taken out": (
        lambda world, browser, scene: browser.patch(f"/api/v1/teams/{scene.team}", {"users": [world.stranger.api_id]}),
        "users", SPEAKER,
    ),
    "a target that is the start": (
        lambda _w, browser, scene: _goal(browser, scene, start_value="12.00"), "target_value", TARGET,
    ),
    "a target that becomes the start": (
        lambda _w, browser, scene: _regoal(browser, scene, target_value="0"), "target_value", TARGET,
    ),
    "a goal that ends before it starts": (
        lambda _w, browser, scene: _goal(browser, scene, period_end="2026-10-31"), "period_end", PERIOD,
    ),
    "a goal of no time": (
        lambda _w, browser, scene: _goal(browser, scene, period_end="2026-11-01"), "period_end", PERIOD,
    ),
    "a goal that is moved to no time": (
        lambda _w, browser, scene: _regoal(browser, scene, period_end="2026-10-31"), "period_end", PERIOD,
    ),
    "a value for oneself": (
        lambda _w, browser, scene: _thank_oneself(browser, scene), "receiver", (
            "You cannot give recognition to yourself: choose another person",
            "Vous ne pouvez pas vous donner une reconnaissance\u00a0: choisissez une autre personne",
        ),
    ),
}  # fmt: skip


@pytest.fixture(params=["en-us", "fr-ca"])
def admin(world: World, request: pytest.FixtureRequest) -> Browser:
    browser = world.fresh_browser("admin")
    browser.locale = request.param
    return browser


@pytest.mark.parametrize("case", REFUSED)
def test_the_field_is_named_in_the_readers_language_and_nothing_is_stored(world: World, admin: Browser, case: str):
    call, field, words = REFUSED[case]
    scene = _scene(world)
    with unchanged(world.database):
        answer = call(world, admin, scene)
    assert answer.status_code == 422
    assert answer.json()["errors"] == {field: [words[admin.locale == "fr-ca"]]}


def test_what_no_field_is_wrong_of_is_said_in_a_sentence(world: World, admin: Browser):
    """A thank-you older than a day that is the caller's own to keep, and a choice that a record has."""
    scene, giver = _scene(world), world.fresh_browser("churn_manager")
    giver.locale = admin.locale
    calls = (
        lambda: giver.delete(f"/api/v1/awards/{scene.award}"),
        lambda: admin.delete("/api/v1/enum-options/churn_reason/merger"),
    )
    expected = (
        ("award_kept", "A recognition stays once 24 hours", "Une reconnaissance reste une fois 24\u00a0heures passées"),
        ("option_in_use", "Records have this choice", "Des fiches ont ce choix"),
    )
    for call, (code, *words) in zip(calls, expected, strict=True):
        with unchanged(world.database):
            answer = call()
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert answer.json()["message"].startswith(words[admin.locale == "fr-ca"])


@pytest.mark.parametrize("column", ["account_manager", "churn_manager", "employee", "financial_manager"])
def test_what_an_hour_costs_is_set_by_administrators_alone(world: World, column: str):
    """Whoever may not set it finds no field of it either, but for those who may see it."""
    scene = _scene(world)
    rate = {"cost_rate": "85.00", "cost_currency": "CAD"}
    assert change(world.browser("admin"), scene.report, **rate).status_code == 200
    with unchanged(world.database):
        answer = change(world.browser(column), scene.report, **rate)
    assert answer.status_code == 403
    read = world.browser(column).get(f"/api/v1/employees/{scene.report['api_id']}").json()["data"]
    costs = {name for name in read if "cost" in name}
    assert costs == ({"cost_rate", "cost_rates"} if column == "financial_manager" else set())
