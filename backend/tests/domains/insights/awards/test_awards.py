"""Routes of awards: give, notify, list, revoke, and validation."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.employees.models import Employee
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.mail import queued_mail
from tests.factories.people import make_employee, make_user
from tests.factories.recognition import make_award, make_core_value
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/awards"
COLUMNS = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")


@pytest.fixture
def giver(world: World) -> Browser:
    return world.browser("financial_manager")


def _make_value(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_core_value(session, **fields).api_id


def _make_receiver(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_employee(session, **fields).api_id


def _body(world: World, **fields: Any) -> dict[str, Any]:
    named = {} if "core_value" in fields else {"core_value": _make_value(world)}
    return {"message": "Merci d’être restée jusqu’à la mise en ligne."} | named | fields


def _give(world: World, giver: Browser, receiver: str, **fields: Any) -> dict[str, Any]:
    response = giver.post(f"/api/v1/employees/{receiver}/core-values", _body(world, **fields))
    assert response.status_code == 201, response.text
    return response.json()["data"]


def _list_ids(browser: Browser, query: str = "") -> list[str]:
    response = browser.get(f"{PATH}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    assert response.json()["meta"]["total"] == len(response.json()["data"])
    return [row["api_id"] for row in response.json()["data"]]


def test_given_award_is_returned_by_lists(world: World, giver: Browser):
    receiver = _make_receiver(world, first_name="Joël", last_name="Gélinas")
    value = _make_value(world, name_en="Care", name_fr="Soin", icon="heart", colour="red")
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


def test_award_is_public_and_dated_today_by_default(world: World, giver: Browser):
    given = _give(world, giver, _make_receiver(world))
    assert (given["awarded_on"], given["visibility"], given["project"]) == ("2026-11-20", "everyone", None)


def test_receiver_is_notified_in_app_and_by_mail_in_their_language(world: World, giver: Browser):
    with world.database.write() as session:
        user = make_user(session, roles=["employee"], locale="fr-ca")
        receiver = make_employee(session, user_id=user.id).api_id
    reader = world.fresh_browser("visitor").signed_in_as(user, NOON)
    value = _make_value(world, name_en="Care of detail", name_fr="Souci du détail")
    given = _give(world, giver, receiver, core_value=value, message="Rien ne t’échappe.")
    (english,) = reader.get("/api/v1/notifications").json()["data"]
    assert english["title"] == f"{given['giver']['name']} gave you recognition: Care of detail"
    assert english["link"] == "/recognition?mine=received"
    reader.locale = "fr-ca"
    (french,) = reader.get("/api/v1/notifications").json()["data"]
    giver_name = given["giver"]["name"]
    assert french["title"] == f"{giver_name} vous a donné une reconnaissance\u00a0: Souci du détail"
    assert french["detail"] == "«\u00a0Rien ne t’échappe.\u00a0»"
    mail = queued_mail(world.app, "notification")[-1]
    assert (mail.to, mail.locale) == (user.email, "fr-ca")
    assert "Rien ne t’échappe." in mail.text
    assert giver.delete(f"{PATH}/{given['api_id']}").status_code == 204
    assert reader.get("/api/v1/notifications").json()["data"] == []


def test_giver_filter_accepts_user_and_employee_ids(world: World, giver: Browser):
    receiver = _make_receiver(world)
    given = _give(world, giver, receiver)["api_id"]
    _give(world, world.browser("churn_manager"), receiver)
    person = world.people["financial_manager"]
    for api_id in (person.user.api_id, person.employee.api_id):
        query = f"giver={api_id}&receiver={receiver}"
        assert _list_ids(world.browser("employee"), query) == [given]
        (counted,) = giver.get(f"/api/v1/award-totals?{query}").json()["data"]["receivers"]
        assert counted["awards"] == 1
    assert _list_ids(giver, f"giver={receiver}") == []


def test_private_award_is_visible_to_giver_receiver_and_administrators(world: World, giver: Browser):
    receiver = world.people["employee"].employee.api_id
    given = _give(world, giver, receiver, visibility="private")["api_id"]
    visible_to = {column for column in COLUMNS if given in _list_ids(world.browser(column))}
    assert visible_to == {"super_admin", "admin", "financial_manager", "employee"}
    path = f"/api/v1/employees/{receiver}/core-values?per_page=100"
    for column in COLUMNS:
        rows = world.browser(column).get(path).json()["data"]
        assert (given in {row["api_id"] for row in rows}) is (column in visible_to), column
        counted = world.browser(column).get(f"/api/v1/award-totals?receiver={receiver}&visibility=private").json()
        assert bool(counted["data"]["values"]) is (column in visible_to), column
    with assert_unchanged(world.database):
        assert world.browser("churn_manager").delete(f"{PATH}/{given}").status_code == 404


def test_project_is_hidden_from_callers_who_may_not_see_it(world: World):
    manager = world.browser("account_manager")
    project = world.project("account_manager", "own", name="Projet discret")
    given = _give(world, manager, _make_receiver(world), project=project)
    assert given["project"]["api_id"] == project
    (row,) = [row for row in world.browser("employee").get(f"{PATH}?per_page=100").json()["data"]
              if row["api_id"] == given["api_id"]]  # fmt: skip
    assert row["project"] is None
    assert "Projet discret" not in world.browser("employee").get(f"{PATH}?per_page=100").text


def test_giver_may_name_visible_projects_only(world: World):
    hidden = world.project("employee", "other")
    path = f"/api/v1/employees/{_make_receiver(world)}/core-values"
    body = _body(world, project=hidden)
    with assert_unchanged(world.database):
        response = world.browser("employee").post(path, body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["project"])


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
    ids=["empty", "long", "future", "before", "visibility", "invalid_id", "unknown_value", "unknown_project", "giver"],
)
def test_invalid_field_returns_422_and_stores_nothing(world: World, giver: Browser, wrong: dict[str, Any], field: str):
    receiver = _make_receiver(world, started_on=date(2026, 10, 1))
    sent = {name: value() if callable(value) else value for name, value in wrong.items()}
    body = _body(world) | sent
    with assert_unchanged(world.database):
        response = giver.post(f"/api/v1/employees/{receiver}/core-values", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_retired_value_returns_422(world: World, giver: Browser):
    receiver, body = _make_receiver(world), _body(world, core_value=_make_value(world, is_active=False))
    with assert_unchanged(world.database):
        response = giver.post(f"/api/v1/employees/{receiver}/core-values", body)
    assert response.json()["errors"] == {"core_value": ["This value is retired. Choose another value"]}


def test_award_to_oneself_or_to_former_employee_returns_422(world: World, giver: Browser):
    body = _body(world)
    own, former = world.people["financial_manager"].employee.api_id, _make_receiver(world, status="left")
    with assert_unchanged(world.database):
        for receiver in (own, former):
            response = giver.post(f"/api/v1/employees/{receiver}/core-values", body)
            assert (response.status_code, list(response.json()["errors"])) == (422, ["receiver"])
        for receiver in (new_api_id(), "not-an-id"):
            assert giver.post(f"/api/v1/employees/{receiver}/core-values", body).status_code == 404


def test_unknown_receiver_in_body_returns_422(world: World, giver: Browser):
    body = _body(world)
    with assert_unchanged(world.database):
        response = giver.post(PATH, body | {"receiver": new_api_id()})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["receiver"])
    receiver = _make_receiver(world)
    assert giver.post(PATH, body | {"receiver": receiver}).json()["data"]["receiver"]["api_id"] == receiver


def test_impersonator_cannot_give_or_revoke(world: World):
    impersonator, target = world.fresh_browser("admin"), world.people["employee"].user.api_id
    with world.database.write() as session:
        given = make_award(session, giver_id=world.people["employee"].user.id).api_id
    assert impersonator.post(f"/api/v1/impersonated-users/{target}", {"reason": "Question"}).status_code == 201
    impersonator.get("/sanctum/csrf-cookie")
    receiver, body = _make_receiver(world), _body(world)
    with assert_unchanged(world.database):
        for response in (
            impersonator.post(f"/api/v1/employees/{receiver}/core-values", body),
            impersonator.delete(f"{PATH}/{given}"),
        ):
            assert (response.status_code, response.json()["code"]) == (403, "own_account_only")


@pytest.mark.parametrize(("hours", "status"), [(0, 204), (24, 204), (24.01, 422), (900, 422)])
def test_giver_may_revoke_within_24_hours(world: World, giver: Browser, hours: float, status: int):
    user = world.people["financial_manager"].user
    with world.database.write() as session:
        given = make_award(session, giver_id=user.id, created_at=NOON - timedelta(hours=hours)).api_id
    (row,) = [row for row in giver.get(f"{PATH}?per_page=100").json()["data"] if row["api_id"] == given]
    assert row["can"] == (["revoke"] if status == 204 else [])
    if status == 204:
        assert giver.delete(f"{PATH}/{given}").status_code == 204
        return
    with assert_unchanged(world.database):
        response = giver.delete(f"{PATH}/{given}")
    assert (response.status_code, response.json()["code"]) == (422, "award_too_old")
    assert world.browser("admin").delete(f"{PATH}/{given}").status_code == 204


def test_activity_log_contains_value_and_receiver(world: World, giver: Browser):
    receiver = _make_receiver(world, first_name="Zoé", last_name="Latour")
    value = _make_value(world, name_en="Care 7", name_fr="Soin 7")
    given = _give(world, giver, receiver, core_value=value)["api_id"]
    giver.delete(f"{PATH}/{given}")
    deleted, created = world.browser("admin").get(f"/api/v1/activity?subject={given}").json()["data"]
    assert (created["action"], deleted["action"]) == ("created", "deleted")
    assert created["subject"] == "Zoé Latour"
    logged = {change["field"]: (change["before"], change["after"]) for change in created["changes"]}
    assert logged["core_value"] == (None, "Care 7 / Soin 7")
    assert logged["receiver"] == (None, "Zoé Latour")


def test_filters_and_search(world: World, giver: Browser):
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
        assert _list_ids(giver, f"core_value={value_id}&{query}") == [ids[index] for index in expected], query


def test_totals_count_the_listed_awards(world: World, giver: Browser):
    with world.database.write() as session:
        often, seldom = make_core_value(session), make_core_value(session)
        people = [make_employee(session, first_name="Ida", last_name=f"Nº{index:02}") for index in range(12)]
        for index, person in enumerate(people):
            for _ in range(2 if index == 5 else 1):
                value = seldom if index == 3 else often
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


def test_statement_count_does_not_depend_on_list_length(world: World, giver: Browser):
    with world.database.write() as session:
        receiver = make_employee(session)
    for path in (PATH, "/api/v1/award-totals", f"/api/v1/employees/{receiver.api_id}/core-values"):
        counts = []
        for many in (1, 15):
            with world.database.write() as session:
                for _ in range(many):
                    make_award(session, receiver_id=receiver.id)
            with record_statements(world.database) as statements:
                assert giver.get(f"{path}?per_page=100").status_code == 200
            counts.append(len(statements))
        assert counts[0] == counts[1] <= 6, path


def test_awards_of_former_employees_remain(world: World, giver: Browser):
    receiver = _make_receiver(world)
    given = _give(world, giver, receiver)["api_id"]
    with world.database.write() as session:
        found = session.execute(select(Employee).where(Employee.api_id == receiver)).scalar_one()
        found.status = "left"
    assert given in _list_ids(giver, f"receiver={receiver}")
    assert giver.get(f"/api/v1/employees/{receiver}/core-values").json()["meta"]["total"] == 1
