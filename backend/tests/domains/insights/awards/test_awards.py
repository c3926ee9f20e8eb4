"""Awards over HTTP: given, told of, seen by whom they are meant for, taken back, and what is refused of each."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.employees.models import Employee
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_employee, make_user
from tests.factories.post import mails
from tests.factories.recognition import make_award, make_core_value
from tests.factories.statements import count_statements
from tests.factories.world import World, unchanged

PATH = "/api/v1/awards"
PEOPLE = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")


@pytest.fixture
def giver(world: World) -> Browser:
    return world.browser("financial_manager")


def _value(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_core_value(session, **fields).api_id


def _somebody(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_employee(session, **fields).api_id


def _body(world: World, **fields: Any) -> dict[str, Any]:
    named = {} if "core_value" in fields else {"core_value": _value(world)}
    return {"message": "Merci d’être restée jusqu’à la mise en ligne."} | named | fields


def _give(world: World, giver: Browser, receiver: str, **fields: Any) -> dict[str, Any]:
    answer = giver.post(f"/api/v1/employees/{receiver}/core-values", _body(world, **fields))
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _listed(browser: Browser, query: str = "") -> list[str]:
    answer = browser.get(f"{PATH}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["total"] == len(answer.json()["data"])
    return [row["api_id"] for row in answer.json()["data"]]


def test_what_is_given_is_what_is_read(world: World, giver: Browser):
    receiver = _somebody(world, first_name="Joël", last_name="Gélinas")
    value = _value(world, name_en="Care", name_fr="Soin", icon="heart", colour="red")
    project = world.project("financial_manager", "own", name="Refonte du site")
    given = _give(world, giver, receiver, core_value=value, project=project, awarded_on="2026-11-18")
    assert given["core_value"] == {
        "api_id": value, "name_en": "Care", "name_fr": "Soin", "icon": "heart", "colour": "red",
    }  # fmt: skip
    assert given["receiver"] == {"api_id": receiver, "name": "Joël Gélinas"}
    assert given["giver"] == {"api_id": giver.user.api_id, "name": giver.user.name}
    assert given["project"] == {"api_id": project, "name": "Refonte du site"}
    assert (given["awarded_on"], given["visibility"], given["can"]) == ("2026-11-18", "everyone", ["revoke"])
    (row,) = giver.get(f"/api/v1/employees/{receiver}/core-values").json()["data"]
    assert row == given


def test_without_a_day_it_is_given_today_for_everyone_to_see(world: World, giver: Browser):
    given = _give(world, giver, _somebody(world))
    assert (given["awarded_on"], given["visibility"], given["project"]) == ("2026-11-20", "everyone", None)


def test_the_receiver_is_told_in_the_app_and_by_mail_in_their_language(world: World, giver: Browser):
    with world.database.write() as session:
        user = make_user(session, roles=["employee"], locale="fr-ca")
        receiver = make_employee(session, user_id=user.id).api_id
    reader = world.fresh_browser("visitor").carrying(user, NOON)
    value = _value(world, name_en="Care of detail", name_fr="Souci du détail")
    given = _give(world, giver, receiver, core_value=value, message="Rien ne t’échappe.")
    (english,) = reader.get("/api/v1/notifications").json()["data"]
    assert english["title"] == f"{given['giver']['name']} saw a value in you: Care of detail"
    assert english["link"] == "/recognition?mine=received"
    reader.locale = "fr-ca"
    (french,) = reader.get("/api/v1/notifications").json()["data"]
    giver_name = given["giver"]["name"]
    assert french["title"] == f"{giver_name} a souligné une valeur chez vous\u00a0: Souci du détail"
    assert french["detail"] == "«\u00a0Rien ne t’échappe.\u00a0»"
    mail = mails(world.app, "notification")[-1]
    assert (mail.to, mail.locale) == (user.email, "fr-ca")
    assert "Rien ne t’échappe." in mail.text
    assert giver.delete(f"{PATH}/{given['api_id']}").status_code == 204
    assert reader.get("/api/v1/notifications").json()["data"] == []


def test_a_giver_is_found_by_their_account_and_by_the_employee_that_pickers_offer(world: World, giver: Browser):
    receiver = _somebody(world)
    given = _give(world, giver, receiver)["api_id"]
    _give(world, world.browser("churn_manager"), receiver)
    person = world.people["financial_manager"]
    for api_id in (person.user.api_id, person.employee.api_id):
        asked = f"giver={api_id}&receiver={receiver}"
        assert _listed(world.browser("employee"), asked) == [given]
        (counted,) = giver.get(f"/api/v1/award-totals?{asked}").json()["data"]["receivers"]
        assert counted["awards"] == 1
    assert _listed(giver, f"giver={receiver}") == []


def test_what_is_private_is_for_the_two_and_those_who_look_after_it(world: World, giver: Browser):
    receiver = world.people["employee"].employee.api_id
    given = _give(world, giver, receiver, visibility="private")["api_id"]
    seen = {column for column in PEOPLE if given in _listed(world.browser(column))}
    assert seen == {"super_admin", "admin", "financial_manager", "employee"}
    path = f"/api/v1/employees/{receiver}/core-values?per_page=100"
    for column in PEOPLE:
        rows = world.browser(column).get(path).json()["data"]
        assert (given in {row["api_id"] for row in rows}) is (column in seen), column
        counted = world.browser(column).get(f"/api/v1/award-totals?receiver={receiver}&visibility=private").json()
        assert bool(counted["data"]["values"]) is (column in seen), column
    with unchanged(world.database):
        assert world.browser("churn_manager").delete(f"{PATH}/{given}").status_code == 404


def test_a_project_is_named_to_those_who_see_it(world: World):
    manager = world.browser("account_manager")
    project = world.project("account_manager", "own", name="Projet discret")
    given = _give(world, manager, _somebody(world), project=project)
    assert given["project"]["api_id"] == project
    (row,) = [row for row in world.browser("employee").get(f"{PATH}?per_page=100").json()["data"]
              if row["api_id"] == given["api_id"]]  # fmt: skip
    assert row["project"] is None
    assert "Projet discret" not in world.browser("employee").get(f"{PATH}?per_page=100").text


def test_a_giver_names_only_projects_that_they_see(world: World):
    hidden = world.project("employee", "other")
    path = f"/api/v1/employees/{_somebody(world)}/core-values"
    body = _body(world, project=hidden)
    with unchanged(world.database):
        answer = world.browser("employee").post(path, body)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["project"])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"message": " "}, "message"),
        ({"message": "x" * 501}, "message"),
        ({"awarded_on": "2026-11-21"}, "awarded_on"),
        ({"awarded_on": "2026-09-30"}, "awarded_on"),
        ({"visibility": "secret"}, "visibility"),
        ({"core_value": "none"}, "core_value"),
        ({"core_value": new_api_id}, "core_value"),
        ({"project": new_api_id}, "project"),
        ({"giver": "x"}, "giver"),
    ],
    ids=["empty", "long", "future", "before", "visibility", "odd_value", "unknown_value", "unknown_project", "giver"],
)
def test_each_wrong_field_is_named_and_nothing_kept(world: World, giver: Browser, wrong: dict[str, Any], field: str):
    receiver = _somebody(world, started_on=date(2026, 10, 1))
    sent = {name: value() if callable(value) else value for name, value in wrong.items()}
    body = _body(world) | sent
    with unchanged(world.database):
        answer = giver.post(f"/api/v1/employees/{receiver}/core-values", body)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_a_retired_value_is_no_longer_given(world: World, giver: Browser):
    receiver, body = _somebody(world), _body(world, core_value=_value(world, is_active=False))
    with unchanged(world.database):
        answer = giver.post(f"/api/v1/employees/{receiver}/core-values", body)
    assert answer.json()["errors"] == {"core_value": ["This value is no longer given: choose another one"]}


def test_nobody_gives_to_themself_or_to_who_has_left(world: World, giver: Browser):
    body = _body(world)
    own, gone = world.people["financial_manager"].employee.api_id, _somebody(world, status="left")
    with unchanged(world.database):
        for receiver in (own, gone):
            answer = giver.post(f"/api/v1/employees/{receiver}/core-values", body)
            assert (answer.status_code, list(answer.json()["errors"])) == (422, ["receiver"])
        for receiver in (new_api_id(), "nobody"):
            assert giver.post(f"/api/v1/employees/{receiver}/core-values", body).status_code == 404


def test_an_unknown_receiver_is_a_wrong_field_where_the_body_names_it(world: World, giver: Browser):
    body = _body(world)
    with unchanged(world.database):
        answer = giver.post(PATH, body | {"receiver": new_api_id()})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["receiver"])
    receiver = _somebody(world)
    assert giver.post(PATH, body | {"receiver": receiver}).json()["data"]["receiver"]["api_id"] == receiver


def test_nobody_gives_or_takes_back_in_somebody_elses_place(world: World):
    acting, target = world.fresh_browser("admin"), world.people["employee"].user.api_id
    with world.database.write() as session:
        given = make_award(session, giver_id=world.people["employee"].user.id).api_id
    assert acting.post(f"/api/v1/impersonated-users/{target}", {"reason": "Question"}).status_code == 201
    acting.get("/sanctum/csrf-cookie")
    receiver, body = _somebody(world), _body(world)
    with unchanged(world.database):
        for answer in (
            acting.post(f"/api/v1/employees/{receiver}/core-values", body),
            acting.delete(f"{PATH}/{given}"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "in_person")


@pytest.mark.parametrize(("hours", "status"), [(0, 204), (24, 204), (24.01, 422), (900, 422)])
def test_a_giver_has_a_day_to_take_it_back(world: World, giver: Browser, hours: float, status: int):
    user = world.people["financial_manager"].user
    with world.database.write() as session:
        given = make_award(session, giver_id=user.id, created_at=NOON - timedelta(hours=hours)).api_id
    (row,) = [row for row in giver.get(f"{PATH}?per_page=100").json()["data"] if row["api_id"] == given]
    assert row["can"] == (["revoke"] if status == 204 else [])
    if status == 204:
        assert giver.delete(f"{PATH}/{given}").status_code == 204
        return
    with unchanged(world.database):
        answer = giver.delete(f"{PATH}/{given}")
    assert (answer.status_code, answer.json()["code"]) == (422, "award_kept")
    assert world.browser("admin").delete(f"{PATH}/{given}").status_code == 204


def test_the_log_tells_of_it_with_its_value(world: World, giver: Browser):
    receiver = _somebody(world, first_name="Zoé", last_name="Latour")
    value = _value(world, name_en="Care 7", name_fr="Soin 7")
    given = _give(world, giver, receiver, core_value=value)["api_id"]
    giver.delete(f"{PATH}/{given}")
    deleted, created = world.browser("admin").get(f"/api/v1/activity?subject={given}").json()["data"]
    assert (created["action"], deleted["action"]) == ("created", "deleted")
    assert created["subject"] == "Zoé Latour"
    told = {change["field"]: (change["before"], change["after"]) for change in created["changes"]}
    assert told["core_value"] == (None, "Care 7 / Soin 7")
    assert told["receiver"] == (None, "Zoé Latour")


def test_filters_and_search_find_what_they_name(world: World, giver: Browser):
    me = world.people["financial_manager"]
    with world.database.write() as session:
        value = make_core_value(session)
        other = make_employee(session, first_name="Örjan", last_name="Filtré")
        to_me = make_award(session, core_value_id=value.id, receiver_id=me.employee.id, awarded_on=date(2026, 3, 1))
        by_me = make_award(session, core_value_id=value.id, giver_id=me.user.id, awarded_on=date(2026, 3, 31))
        named = make_award(session, core_value_id=value.id, receiver_id=other.id, message="Ça roule à l’Épicerie",
                           awarded_on=date(2026, 4, 1), visibility="private", giver_id=me.user.id)  # fmt: skip
        keys = (value.api_id, me.employee.api_id, me.user.api_id, other.api_id)
        ids = (to_me.api_id, by_me.api_id, named.api_id)
    value_id, employee, user, other_id = keys
    for query, expected in {
        "": [2, 1, 0],
        "sort=awarded_on": [0, 1, 2],
        f"receiver={employee}": [0],
        f"receiver={employee}&receiver={other_id}": [2, 0],
        f"giver={user}": [2, 1],
        "mine=received": [0],
        "mine=given": [2, 1],
        "awarded_from=2026-03-31": [2, 1],
        "awarded_to=2026-03-31": [1, 0],
        "visibility=private": [2],
        "search=epicerie": [2],
        "search=orjan": [2],
        "search=nothing": [],
    }.items():
        assert _listed(giver, f"core_value={value_id}&{query}") == [ids[place] for place in expected], query


def test_totals_count_what_the_list_shows(world: World, giver: Browser):
    with world.database.write() as session:
        often, seldom = make_core_value(session), make_core_value(session)
        people = [make_employee(session, first_name="Ida", last_name=f"Nº{place:02}") for place in range(12)]
        for place, person in enumerate(people):
            for _ in range(2 if place == 5 else 1):
                value = seldom if place == 3 else often
                make_award(session, core_value_id=value.id, receiver_id=person.id, awarded_on=date(2026, 5, 2))
        names = [person.name for person in people]
        ids = (often.api_id, seldom.api_id)
    query = f"core_value={ids[0]}&core_value={ids[1]}"
    totals = giver.get(f"/api/v1/award-totals?{query}").json()["data"]
    assert [(row["core_value"]["api_id"], row["awards"]) for row in totals["values"]] == [(ids[0], 12), (ids[1], 1)]
    assert [row["awards"] for row in totals["receivers"]] == [2] + [1] * 9
    assert [row["receiver"]["name"] for row in totals["receivers"]] == [names[5], *names[:5], *names[6:10]]
    narrowed = giver.get(f"/api/v1/award-totals?{query}&awarded_to=2026-05-01").json()["data"]
    assert narrowed == {"values": [], "receivers": []}


def test_lists_and_totals_take_the_same_statements_whatever_their_length(world: World, giver: Browser):
    with world.database.write() as session:
        receiver = make_employee(session)
    for path in (PATH, "/api/v1/award-totals", f"/api/v1/employees/{receiver.api_id}/core-values"):
        counts = []
        for many in (1, 15):
            with world.database.write() as session:
                for _ in range(many):
                    make_award(session, receiver_id=receiver.id)
            with count_statements(world.database) as statements:
                assert giver.get(f"{path}?per_page=100").status_code == 200
            counts.append(len(statements))
        assert counts[0] == counts[1] <= 6, path


def test_what_was_received_stays_when_somebody_leaves(world: World, giver: Browser):
    receiver = _somebody(world)
    given = _give(world, giver, receiver)["api_id"]
    with world.database.write() as session:
        found = session.execute(select(Employee).where(Employee.api_id == receiver)).scalar_one()
        found.status = "left"
    assert given in _listed(giver, f"receiver={receiver}")
    assert giver.get(f"/api/v1/employees/{receiver}/core-values").json()["meta"]["total"] == 1
