"""Teams over HTTP: created, read, changed, put away, deleted, and what is refused of each."""

from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.domains.people.teams.schemas import MOST_MEMBERS
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_team, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import World, unchanged

PATH = "/api/v1/teams"
NOT_A_MEMBER = "The representative must be one of the members"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _person(world: World, last_name: str, **fields: Any) -> str:
    with world.database.write() as session:
        return make_user(session, **({"roles": ["employee"], "last_name": last_name} | fields)).api_id


def _body(world: World, **fields: Any) -> dict[str, Any]:
    users = [world.people["account_manager"].user.api_id, world.people["employee"].user.api_id]
    return {"name": f"Équipe {new_api_id()}", "representative": users[0], "users": users} | fields


def _create(world: World, **fields: Any) -> dict[str, Any]:
    answer = world.browser("admin").post(PATH, _body(world, **fields))
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _ids(team: dict[str, Any]) -> list[str]:
    return [member["api_id"] for member in team["users"]]


def test_what_is_created_is_what_is_read(world: World, admin: Browser):
    speaker = _person(world, "Zola", first_name="Ana")
    other = _person(world, "Alarie", first_name="Yves")
    made = _create(world, name="  Équipe Mélèze ", representative=speaker, users=[other, speaker])
    assert admin.get(f"{PATH}/{made['api_id']}").json()["data"] == made
    assert made["name"] == "Équipe Mélèze"
    assert made["representative"] == {"api_id": speaker, "name": "Ana Zola"}
    assert made["users"] == [
        {"api_id": speaker, "name": "Ana Zola", "is_active": True},
        {"api_id": other, "name": "Yves Alarie", "is_active": True},
    ]
    assert (made["clients"], made["projects"], made["archived_at"], made["version"]) == (0, 0, None, 1)
    assert made["can"] == ["edit", "archive", "delete"]
    (row,) = admin.get(f"{PATH}?search=meleze").json()["data"]
    assert row == {name: made[name] for name in row}
    assert set(made) - set(row) == {"clients", "projects", "can"}


def test_what_is_required_is_named(world: World, admin: Browser):
    with unchanged(world.database):
        answer = admin.post(PATH, {}, headers={"X-Api-Locale": "fr-ca"})
    required = ["Le champ est obligatoire"]
    assert answer.json()["errors"] == dict.fromkeys(("name", "representative", "users"), required)


def test_every_wrong_field_is_named_at_once_and_nothing_is_stored(world: World, admin: Browser):
    there, gone = _create(world), _person(world, "Partie", roles=[])
    wrong = {"name": there["name"].upper(), "users": [gone], "representative": world.stranger.api_id}
    path = f"{PATH}/{_other(world)}"
    with unchanged(world.database):
        created = admin.post(PATH, wrong)
        changed = admin.patch(path, wrong)
    for answer in (created, changed):
        assert answer.status_code == 422
        assert answer.json()["errors"] == {
            "name": ["This is already in use"],
            "users": ["This record does not exist, or is not open to you"],
            "representative": [NOT_A_MEMBER],
        }


def _other(world: World) -> str:
    """A second team, made once: a refusal must find nothing new."""
    return world.kept("team", "admin", "other")


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({"name": ""}, "name", "The field is required"),
        ({"name": "x" * 201}, "name", "The field may not be greater than 200 characters"),
        ({"users": []}, "users", "The field is required"),
        ({"users": [new_api_id() for _ in range(MOST_MEMBERS + 1)]}, "users", "No more than 100 are allowed"),
        ({"users": ["1"]}, "users.0", "This record does not exist, or is not open to you"),
        ({"representative": "1"}, "representative", "This record does not exist, or is not open to you"),
        ({"projects": 3}, "projects", "This field is not known here"),
        ({"archived_at": None}, "archived_at", "This field is not known here"),
    ],
    ids=["no name", "long name", "nobody", "too many", "no id", "wrong speaker", "figure", "instant"],
)
def test_a_wrong_field_is_named_and_nothing_is_stored(
    world: World, admin: Browser, fields: dict[str, Any], name: str, words: str
):
    team = _other(world)
    with unchanged(world.database):
        created = admin.post(PATH, _body(world, **fields))
        patched = admin.patch(f"{PATH}/{team}", fields)
    assert (created.status_code, patched.status_code) == (422, 422), patched.text
    assert created.json()["errors"][name] == [words] == patched.json()["errors"][name]


def test_what_is_required_cannot_be_emptied(world: World, admin: Browser):
    path = f"{PATH}/{_other(world)}"
    for name, nothing in (("name", ""), ("representative", ""), ("users", [])):
        with unchanged(world.database):
            answer = admin.patch(path, {name: nothing})
        assert (answer.status_code, list(answer.json()["errors"])) == (422, [name])


def test_nobody_is_named_twice(world: World, admin: Browser):
    person = world.stranger.api_id
    with unchanged(world.database):
        answer = admin.post(PATH, _body(world, users=[person, person], representative=person))
    assert answer.json()["errors"] == {"users": ["The same person is named twice"]}


def test_the_representative_stays_a_member(world: World, admin: Browser):
    made = _create(world)
    speaker, other = made["representative"]["api_id"], world.people["employee"].user.api_id
    path = f"{PATH}/{made['api_id']}"
    with unchanged(world.database):
        without = admin.patch(path, {"users": [other]})
        stranger = admin.patch(path, {"representative": world.stranger.api_id})
    assert without.json()["errors"] == {"users": [NOT_A_MEMBER]}
    assert stranger.json()["errors"] == {"representative": [NOT_A_MEMBER]}
    moved = admin.patch(path, {"users": [other], "representative": other}).json()["data"]
    assert (_ids(moved), moved["representative"]["api_id"]) == ([other], other)
    assert speaker not in _ids(moved)


@pytest.mark.parametrize("roles", [[], ["employee"]], ids=["deactivated", "invited"])
def test_only_active_people_join_and_whoever_is_there_may_stay(world: World, admin: Browser, roles: list[str]):
    newcomer = _person(world, "Absente", roles=roles, status="invited" if roles else "deactivated")
    with world.database.write() as session:
        speaker = make_user(session)
        resting = make_user(session, roles=[], last_name="Zzz")
        team = make_team(session, speaker, resting).api_id
    path, stays = f"{PATH}/{team}", [speaker.api_id, resting.api_id]
    with unchanged(world.database):
        refused = admin.patch(path, {"users": [*stays, newcomer]})
    assert list(refused.json()["errors"]) == ["users"]
    joined = admin.patch(path, {"users": [*stays, world.stranger.api_id]}).json()["data"]
    assert set(_ids(joined)) == {*stays, world.stranger.api_id}
    assert [member["is_active"] for member in joined["users"] if member["api_id"] == resting.api_id] == [False]


@pytest.mark.parametrize(
    "name",
    ["Équipe Cèdre", "equipe cedre", "ÉQUIPE CÈDRE", "Équipe\u00a0Cèdre"],
    ids=["same", "plain", "capitals", "unbroken space"],
)
def test_a_name_is_one_teams_whatever_its_case_and_accents(world: World, admin: Browser, name: str):
    if not admin.get(f"{PATH}?search=cedre").json()["data"]:
        _create(world, name="Équipe Cèdre")
    with unchanged(world.database):
        answer = admin.post(PATH, _body(world, name=name))
    assert answer.json()["errors"] == {"name": ["This is already in use"]}


def test_the_name_of_an_archived_team_is_free_until_it_comes_back(world: World, admin: Browser):
    first = _create(world, name="Équipe Orme")
    path = f"{PATH}/{first['api_id']}"
    away = admin.patch(path, {"archived": True}).json()["data"]
    assert away["archived_at"] == NOON.isoformat().replace("+00:00", "Z")
    assert "unarchive" in away["can"]
    second = _create(world, name="equipe orme")
    with unchanged(world.database):
        back = admin.patch(path, {"archived": False})
    assert (back.status_code, back.json()["code"]) == (422, "team_name_taken")
    admin.patch(f"{PATH}/{second['api_id']}", {"archived": True})
    assert admin.patch(path, {"archived": False}).json()["data"]["archived_at"] is None
    with unchanged(world.database):
        renamed = admin.patch(f"{PATH}/{second['api_id']}", {"archived": False, "name": "Équipe Orme"})
    assert renamed.status_code == 422
    settled = admin.patch(f"{PATH}/{second['api_id']}", {"archived": False, "name": "Équipe Frêne"})
    assert settled.json()["data"]["archived_at"] is None


def test_an_archived_team_is_offered_to_no_record_and_keeps_those_it_has(world: World, admin: Browser):
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        client = make_client(session, team_id=team.id)
        other = make_client(session)
    admin.patch(f"{PATH}/{team.api_id}", {"archived": True})
    with unchanged(world.database):
        assert admin.patch(f"/api/v1/clients/{other.api_id}", {"team": team.api_id}).status_code == 422
    read = admin.get(f"/api/v1/clients/{client.api_id}").json()["data"]
    assert read["team"] == {"api_id": team.api_id, "name": team.name}


def test_a_change_on_an_old_version_is_409_with_both_values(world: World, admin: Browser):
    made = _create(world)
    path, speaker = f"{PATH}/{made['api_id']}", made["representative"]["api_id"]
    first = admin.patch(path, {"users": [speaker], "version": 1}).json()["data"]
    assert first["version"] == 2
    wanted = [speaker, world.stranger.api_id]
    with unchanged(world.database):
        answer = admin.patch(path, {"users": wanted, "name": made["name"], "version": 1})
    assert answer.status_code == 409
    assert answer.json()["version"] == 2
    assert answer.json()["conflicts"] == {"users": {"theirs": [speaker], "yours": wanted}}
    assert admin.patch(path, {"users": wanted, "version": 2}).status_code == 200


def test_members_in_another_order_are_no_change(world: World, admin: Browser):
    made = _create(world)
    with unchanged(world.database):
        same = admin.patch(f"{PATH}/{made['api_id']}", {"users": _ids(made)[::-1], "version": 1})
    assert (same.status_code, same.json()["data"]) == (200, made)


def test_the_log_says_who_joined_and_who_left(world: World, admin: Browser):
    made = _create(world)
    speaker = made["representative"]
    admin.patch(f"{PATH}/{made['api_id']}", {"users": [speaker["api_id"]]})
    entry = admin.get(f"/api/v1/activity?subject={made['api_id']}&action=changed").json()["data"][0]
    changes = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert changes == {"users": ([member["name"] for member in made["users"]], [speaker["name"]])}
    assert (entry["subject_type"], entry["subject"]) == ("team", made["name"])


def test_a_team_that_records_name_is_not_deleted_and_the_refusal_says_which(world: World, admin: Browser):
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        client = make_client(session, team_id=team.id)
        make_project(session, client_id=client.id, team_id=team.id, archived_at=NOON)
        make_project(session, client_id=client.id, team_id=team.id)
    read = admin.get(f"{PATH}/{team.api_id}").json()["data"]
    assert (read["clients"], read["projects"]) == (1, 2)
    assert "delete" not in read["can"]
    with unchanged(world.database):
        answer = admin.delete(f"{PATH}/{team.api_id}")
    assert (answer.status_code, answer.json()["code"]) == (422, "team_in_use")
    assert "(clients: 1, projects: 2)" in answer.json()["message"]


def test_a_deleted_team_is_gone(world: World, admin: Browser):
    made = _create(world)
    answer = admin.delete(f"{PATH}/{made['api_id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert admin.get(f"{PATH}/{made['api_id']}").status_code == 404
    assert _create(world, name=made["name"])["api_id"] != made["api_id"]


@pytest.mark.parametrize("column", ["super_admin", "admin", "financial_manager", "account_manager", "churn_manager"])
@pytest.mark.parametrize("target", ["own", "named", "archived"])
def test_what_a_person_can_do_is_what_the_calls_allow(world: World, column: str, target: str):
    browser, path = world.browser(column), f"{PATH}/{world.team(column, target)}"
    can = set(browser.get(path).json()["data"]["can"])
    away = "unarchive" if target == "archived" else "archive"
    calls = {
        "edit": browser.patch(path, {"name": f"Équipe {new_api_id()}"}),
        away: browser.patch(path, {"archived": target != "archived"}),
        "delete": browser.delete(path),
    }
    assert {name for name, call in calls.items() if call.status_code < 300} == can
