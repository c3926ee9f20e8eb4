"""Tests of team routes: creation, reads, changes, archiving, deletion and validation."""

from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.domains.people.teams.schemas import MAX_MEMBERS
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_team, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/teams"
# The specification's fields of a user.
USER = (
    "api_id", "email", "name", "first_name", "last_name", "locale", "timezone", "currency", "created_at", "updated_at",
)  # fmt: skip
NOT_A_MEMBER = "The representative must be one of the members"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make_user(world: World, last_name: str, **fields: Any) -> str:
    with world.database.write() as session:
        return make_user(session, **({"roles": ["employee"], "last_name": last_name} | fields)).api_id


def _body(world: World, **fields: Any) -> dict[str, Any]:
    users = [world.people["account_manager"].user.api_id, world.people["employee"].user.api_id]
    return {"name": f"Équipe {new_api_id()}", "representative": users[0], "users": users} | fields


def _create(world: World, **fields: Any) -> dict[str, Any]:
    response = world.browser("admin").post(PATH, _body(world, **fields))
    assert response.status_code == 201, response.text
    return response.json()["data"]


def _ids(team: dict[str, Any]) -> list[str]:
    return [member["api_id"] for member in team["users"]]


def test_created_team_is_read_back(world: World, admin: Browser):
    representative = _make_user(world, "Zola", first_name="Ana")
    other = _make_user(world, "Alarie", first_name="Yves")
    made = _create(world, name="  Équipe Mélèze ", representative=representative, users=[other, representative])
    assert admin.get(f"{PATH}/{made['api_id']}").json()["data"] == made
    assert made["name"] == "Équipe Mélèze"
    users = [admin.get(f"/api/v1/users/{api_id}").json()["data"] for api_id in (representative, other)]
    shown = [{name: user[name] for name in USER} | {"is_active": True} for user in users]
    assert (made["representative"], made["users"]) == (shown[0], shown)
    assert (made["clients"], made["projects"], made["archived_at"], made["version"]) == (0, 0, None, 1)
    assert made["can"] == ["edit", "archive", "delete"]
    (row,) = admin.get(f"{PATH}?search=meleze").json()["data"]
    assert row == {name: made[name] for name in row}
    assert set(made) - set(row) == {"clients", "projects", "can"}


def test_missing_required_fields_return_422(world: World, admin: Browser):
    with assert_unchanged(world.database):
        response = admin.post(PATH, {}, headers={"X-Api-Locale": "fr-ca"})
    required = ["Le champ est obligatoire"]
    assert response.json()["errors"] == dict.fromkeys(("name", "representative", "users"), required)


def test_all_wrong_fields_are_reported_at_once(world: World, admin: Browser):
    existing, deactivated = _create(world), _make_user(world, "Partie", roles=[])
    wrong = {"name": existing["name"].upper(), "users": [deactivated], "representative": world.stranger.api_id}
    path = f"{PATH}/{_other(world)}"
    with assert_unchanged(world.database):
        created = admin.post(PATH, wrong)
        changed = admin.patch(path, wrong)
    for response in (created, changed):
        assert response.status_code == 422
        assert response.json()["errors"] == {
            "name": ["This value is already in use"],
            "users": ["This record does not exist, or is not available to you"],
            "representative": [NOT_A_MEMBER],
        }


def _other(world: World) -> str:
    """A second team, created once: a refused request must leave nothing new."""
    return world.cached_record("team", "admin", "other")


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({"name": ""}, "name", "The field is required"),
        ({"name": "x" * 201}, "name", "The field may not be greater than 200 characters"),
        ({"users": []}, "users", "The field is required"),
        ({"users": [new_api_id() for _ in range(MAX_MEMBERS + 1)]}, "users", "No more than 100 are allowed"),
        ({"users": ["1"]}, "users.0", "This record does not exist, or is not available to you"),
        ({"representative": "1"}, "representative", "This record does not exist, or is not available to you"),
        ({"projects": 3}, "projects", "This field does not exist"),
        ({"archived_at": None}, "archived_at", "This field does not exist"),
    ],
    ids=["no name", "long name", "no users", "too many", "no id", "wrong representative", "figure", "instant"],
)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, admin: Browser, fields: dict[str, Any], name: str, words: str
):
    team = _other(world)
    with assert_unchanged(world.database):
        created = admin.post(PATH, _body(world, **fields))
        patched = admin.patch(f"{PATH}/{team}", fields)
    assert (created.status_code, patched.status_code) == (422, 422), patched.text
    assert created.json()["errors"][name] == [words] == patched.json()["errors"][name]


def test_required_fields_cannot_be_emptied(world: World, admin: Browser):
    path = f"{PATH}/{_other(world)}"
    for name, nothing in (("name", ""), ("representative", ""), ("users", [])):
        with assert_unchanged(world.database):
            response = admin.patch(path, {name: nothing})
        assert (response.status_code, list(response.json()["errors"])) == (422, [name])


def test_repeated_member_returns_422(world: World, admin: Browser):
    person = world.stranger.api_id
    with assert_unchanged(world.database):
        response = admin.post(PATH, _body(world, users=[person, person], representative=person))
    assert response.json()["errors"] == {"users": ["The same person appears twice"]}


def test_representative_must_stay_a_member(world: World, admin: Browser):
    made = _create(world)
    representative, other = made["representative"]["api_id"], world.people["employee"].user.api_id
    path = f"{PATH}/{made['api_id']}"
    with assert_unchanged(world.database):
        without = admin.patch(path, {"users": [other]})
        stranger = admin.patch(path, {"representative": world.stranger.api_id})
    assert without.json()["errors"] == {"users": [NOT_A_MEMBER]}
    assert stranger.json()["errors"] == {"representative": [NOT_A_MEMBER]}
    moved = admin.patch(path, {"users": [other], "representative": other}).json()["data"]
    assert (_ids(moved), moved["representative"]["api_id"]) == ([other], other)
    assert representative not in _ids(moved)


@pytest.mark.parametrize("roles", [[], ["employee"]], ids=["deactivated", "invited"])
def test_only_active_users_join_but_inactive_members_stay(world: World, admin: Browser, roles: list[str]):
    newcomer = _make_user(world, "Absente", roles=roles, status="invited" if roles else "deactivated")
    with world.database.write() as session:
        representative = make_user(session)
        resting = make_user(session, roles=[], last_name="Zzz")
        team = make_team(session, representative, resting).api_id
    path, stays = f"{PATH}/{team}", [representative.api_id, resting.api_id]
    with assert_unchanged(world.database):
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
def test_duplicate_name_returns_422_ignoring_case_and_accents(world: World, admin: Browser, name: str):
    if not admin.get(f"{PATH}?search=cedre").json()["data"]:
        _create(world, name="Équipe Cèdre")
    with assert_unchanged(world.database):
        response = admin.post(PATH, _body(world, name=name))
    assert response.json()["errors"] == {"name": ["This value is already in use"]}


def test_name_of_an_archived_team_can_be_used_until_it_is_restored(world: World, admin: Browser):
    first = _create(world, name="Équipe Orme")
    path = f"{PATH}/{first['api_id']}"
    away = admin.patch(path, {"archived": True}).json()["data"]
    assert away["archived_at"] == NOON.isoformat().replace("+00:00", "Z")
    assert "unarchive" in away["can"]
    second = _create(world, name="equipe orme")
    with assert_unchanged(world.database):
        back = admin.patch(path, {"archived": False})
    assert (back.status_code, back.json()["code"]) == (422, "team_name_taken")
    admin.patch(f"{PATH}/{second['api_id']}", {"archived": True})
    assert admin.patch(path, {"archived": False}).json()["data"]["archived_at"] is None
    with assert_unchanged(world.database):
        renamed = admin.patch(f"{PATH}/{second['api_id']}", {"archived": False, "name": "Équipe Orme"})
    assert renamed.status_code == 422
    restored = admin.patch(f"{PATH}/{second['api_id']}", {"archived": False, "name": "Équipe Frêne"})
    assert restored.json()["data"]["archived_at"] is None


def test_archived_team_cannot_be_assigned_but_stays_on_records(world: World, admin: Browser):
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        client = make_client(session, team_id=team.id)
        other = make_client(session)
    admin.patch(f"{PATH}/{team.api_id}", {"archived": True})
    with assert_unchanged(world.database):
        assert admin.patch(f"/api/v1/clients/{other.api_id}", {"team": team.api_id}).status_code == 422
    read = admin.get(f"/api/v1/clients/{client.api_id}").json()["data"]
    assert read["team"] == {"api_id": team.api_id, "name": team.name}


def test_outdated_version_returns_409_with_both_values(world: World, admin: Browser):
    made = _create(world)
    path, representative = f"{PATH}/{made['api_id']}", made["representative"]["api_id"]
    first = admin.patch(path, {"users": [representative], "version": 1}).json()["data"]
    assert first["version"] == 2
    wanted = [representative, world.stranger.api_id]
    with assert_unchanged(world.database):
        response = admin.patch(path, {"users": wanted, "name": made["name"], "version": 1})
    assert response.status_code == 409
    assert response.json()["version"] == 2
    assert response.json()["conflicts"] == {"users": {"theirs": [representative], "yours": wanted}}
    assert admin.patch(path, {"users": wanted, "version": 2}).status_code == 200


def test_other_order_of_members_is_no_change(world: World, admin: Browser):
    made = _create(world)
    with assert_unchanged(world.database):
        same = admin.patch(f"{PATH}/{made['api_id']}", {"users": _ids(made)[::-1], "version": 1})
    assert (same.status_code, same.json()["data"]) == (200, made)


def test_log_shows_members_before_and_after(world: World, admin: Browser):
    made = _create(world)
    representative = made["representative"]
    admin.patch(f"{PATH}/{made['api_id']}", {"users": [representative["api_id"]]})
    entry = admin.get(f"/api/v1/activity?subject={made['api_id']}&action=changed").json()["data"][0]
    changes = {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}
    assert changes == {"users": ([member["name"] for member in made["users"]], [representative["name"]])}
    assert (entry["subject_type"], entry["subject"]) == ("team", made["name"])


def test_referenced_team_cannot_be_deleted(world: World, admin: Browser):
    with world.database.write() as session:
        team = make_team(session, world.stranger)
        client = make_client(session, team_id=team.id)
        make_project(session, client_id=client.id, team_id=team.id, archived_at=NOON)
        make_project(session, client_id=client.id, team_id=team.id)
    read = admin.get(f"{PATH}/{team.api_id}").json()["data"]
    assert (read["clients"], read["projects"]) == (1, 2)
    assert "delete" not in read["can"]
    with assert_unchanged(world.database):
        response = admin.delete(f"{PATH}/{team.api_id}")
    assert (response.status_code, response.json()["code"]) == (422, "team_in_use")
    assert "(clients: 1, projects: 2)" in response.json()["message"]


def test_deleted_team_is_gone(world: World, admin: Browser):
    made = _create(world)
    response = admin.delete(f"{PATH}/{made['api_id']}")
    assert (response.status_code, response.content) == (204, b"")
    assert admin.get(f"{PATH}/{made['api_id']}").status_code == 404
    assert _create(world, name=made["name"])["api_id"] != made["api_id"]


@pytest.mark.parametrize("column", ["super_admin", "admin", "financial_manager", "account_manager", "churn_manager"])
@pytest.mark.parametrize("target", ["own", "named", "archived"])
def test_can_lists_exactly_the_allowed_actions(world: World, column: str, target: str):
    browser, path = world.browser(column), f"{PATH}/{world.team(column, target)}"
    can = set(browser.get(path).json()["data"]["can"])
    away = "unarchive" if target == "archived" else "archive"
    calls = {
        "edit": browser.patch(path, {"name": f"Équipe {new_api_id()}"}),
        away: browser.patch(path, {"archived": target != "archived"}),
        "delete": browser.delete(path),
    }
    assert {name for name, call in calls.items() if call.status_code < 300} == can
