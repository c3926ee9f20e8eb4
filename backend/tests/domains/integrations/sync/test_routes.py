"""Connections and runs over the API: permissions, states, translated messages."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from regie.connectors import errors
from regie.core.db.database import Database
from regie.core.text.locale import LOCALES, catalogue, translate
from regie.domains.integrations.sync.actions import begin_run, fail_run, finish_run, queue_run
from regie.domains.integrations.sync.models import SyncRun
from tests.browser import Browser
from tests.conftest import MovableClock

SignIn = Callable[..., Browser]


def count_runs(database: Database) -> int:
    with database.read() as db:
        return db.execute(select(func.count()).select_from(SyncRun)).scalar_one()


def end_run(database: Database, clock: MovableClock, service: str, error: str | None = None, detail: str = "") -> None:
    with database.write() as session:
        run_id = queue_run(session, service, clock.now())
        begin_run(session, run_id, clock.now())
    with database.write() as session:
        if error:
            fail_run(session, run_id, error, detail, clock.now())
        else:
            finish_run(session, run_id, 5, clock.now())


@pytest.mark.parametrize(
    ("role", "service", "status"),
    [
        ("super_admin", "teamwork", 201),
        ("admin", "hubspot", 201),
        ("admin", "quickbooks", 201),
        ("financial_manager", "quickbooks", 201),
        ("financial_manager", "teamwork", 403),
        ("account_manager", "quickbooks", 403),
        ("churn_manager", "teamwork", 403),
        ("employee", "teamwork", 403),
    ],
)
def test_permissions_to_request_a_run(
    database: Database, sign_in_as: SignIn, role: str, service: str, status: int
) -> None:
    response = sign_in_as(role).post("/api/v1/sync-runs", {"service": service})
    assert response.status_code == status
    assert count_runs(database) == (1 if status == 201 else 0)


def test_second_request_returns_the_queued_run(database: Database, sign_in_as: SignIn) -> None:
    admin = sign_in_as("admin")
    first = admin.post("/api/v1/sync-runs", {"service": "teamwork"}).json()["data"]
    second = admin.post("/api/v1/sync-runs", {"service": "teamwork", "full": True}).json()["data"]
    assert (first["status"], second["api_id"]) == ("queued", first["api_id"])
    assert first["progress"] == {"step": None, "done": 0, "total": None}
    assert count_runs(database) == 1
    assert admin.get(f"/api/v1/sync-runs/{first['api_id']}").json()["data"] == first


def test_runs_are_first_until_one_succeeds(database: Database, sign_in_as: SignIn, clock: MovableClock) -> None:
    for service, error in (("teamwork", "timeout"), ("teamwork", None), ("teamwork", None), ("hubspot", None)):
        end_run(database, clock, service, error)
    rows = sign_in_as("admin").get("/api/v1/sync-runs?sort=created_at").json()["data"]
    assert [(row["service"], row["is_first"]) for row in rows] == [
        ("teamwork", True),
        ("teamwork", True),
        ("teamwork", False),
        ("hubspot", True),
    ]


def test_every_role_sees_the_last_success_and_nothing_more(
    database: Database, clock: MovableClock, sign_in_as: SignIn
) -> None:
    end_run(database, clock, "hubspot")
    succeeded_at = clock.now().isoformat().replace("+00:00", "Z")
    clock.moment += timedelta(minutes=5)
    end_run(database, clock, "hubspot", "timeout")
    for role in ("employee", "churn_manager", "admin"):
        assert sign_in_as(role).get("/api/v1/synchronizations").json() == {
            "data": [
                {"service": "teamwork", "last_success_at": None},
                {"service": "hubspot", "last_success_at": succeeded_at},
                {"service": "quickbooks", "last_success_at": None},
            ]
        }


def test_missing_records_of_a_run_are_shown(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    end_run(database, clock, "teamwork")
    lost = [{"kind": "time_entries", "count": 1268, "known": 8407}]
    with database.write() as session:
        session.execute(update(SyncRun).values(missing=lost))
    admin = sign_in_as("admin")
    assert admin.get("/api/v1/sync-runs").json()["data"][0]["missing"] == lost
    assert admin.get("/api/v1/connections").json()["data"][0]["last_run"]["missing"] == lost


def test_connection_says_what_was_not_read(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    end_run(database, clock, "hubspot")
    skipped = [{"kind": "contacts", "scope": "crm.objects.contacts.read"}]
    with database.write() as session:
        session.execute(update(SyncRun).values(skipped=skipped))
    admin = sign_in_as("admin")
    connection = admin.get("/api/v1/connections").json()["data"][1]
    assert (connection["state"], connection["last_run"]["error"]) == ("ok", None)
    assert connection["message"] == "Not read, because the key lacks permissions: Contacts."
    assert "crm.objects.contacts.read" in connection["what_to_do"]
    assert admin.get("/api/v1/sync-runs").json()["data"][0]["message"] == connection["message"]
    reader = sign_in_as("churn_manager").get("/api/v1/connections").json()["data"][1]
    assert (reader["message"], reader["what_to_do"]) == (connection["message"], None)


@pytest.mark.parametrize("body", [{"service": "fax"}, {}, {"service": "teamwork", "speed": 9}])
def test_invalid_request_returns_422(database: Database, sign_in_as: SignIn, body: dict) -> None:
    assert sign_in_as("admin").post("/api/v1/sync-runs", body).status_code == 422
    assert count_runs(database) == 0


def test_connections_start_in_state_never(sign_in_as: SignIn) -> None:
    states = sign_in_as("churn_manager").get("/api/v1/connections").json()["data"]
    assert [(row["service"], row["state"], row["last_run"]) for row in states] == [
        ("teamwork", "never", None),
        ("hubspot", "never", None),
        ("quickbooks", "never", None),
    ]


def test_connections_show_success_age_and_error(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    for service in ("teamwork", "hubspot", "quickbooks"):
        end_run(database, clock, service)
    finished_at = clock.now()
    end_run(database, clock, "hubspot", "timeout")
    end_run(database, clock, "quickbooks", "reconnect")
    states = read_states(sign_in_as("admin"))
    assert states == {"teamwork": "ok", "hubspot": "stale", "quickbooks": "needs_attention"}
    clock.moment += timedelta(hours=3)
    admin = sign_in_as("admin")
    assert read_states(admin)["teamwork"] == "stale"
    rows = {row["service"]: row for row in admin.get("/api/v1/connections").json()["data"]}
    assert rows["quickbooks"]["last_success_at"] == finished_at.isoformat().replace("+00:00", "Z")
    assert rows["quickbooks"]["what_to_do"].startswith("Reconnect the service")
    assert rows["teamwork"]["what_to_do"] is None
    admin.post("/api/v1/sync-runs", {"service": "quickbooks"})
    assert read_states(admin)["quickbooks"] == "running"


def read_states(browser: Browser) -> dict[str, str]:
    return {row["service"]: row["state"] for row in browser.get("/api/v1/connections").json()["data"]}


def test_messages_of_services_are_only_for_administrators(
    database: Database, clock: MovableClock, sign_in_as: SignIn
) -> None:
    end_run(database, clock, "teamwork", "forbidden", "User 204401 may not view /people.json")
    admin, manager = sign_in_as("admin"), sign_in_as("account_manager")
    for path in ("/api/v1/connections", "/api/v1/sync-runs"):
        assert "204401" in admin.get(path).text
        manager_response = manager.get(path)
        assert manager_response.status_code == 200
        assert "204401" not in manager_response.text


@pytest.mark.parametrize(
    ("code", "elsewhere"),
    [
        ("unauthorised", "Aucune action requise\u00a0: les administrateurs"),
        ("not_json", "Aucune action requise\u00a0: Régie"),
    ],
)
def test_advice_depends_on_the_permission_to_act(
    database: Database, clock: MovableClock, sign_in_as: SignIn, code: str, elsewhere: str
) -> None:
    end_run(database, clock, "teamwork", code)
    advice = {}
    for role in ("admin", "account_manager", "churn_manager", "financial_manager"):
        browser = sign_in_as(role)
        browser.locale = "fr-ca"
        rows = {row["service"]: row for row in browser.get("/api/v1/connections").json()["data"]}
        advice[role] = rows["teamwork"]["what_to_do"]
    assert advice.pop("admin") == translate("fr-ca", f"sync.todo.{code}")
    assert all(words.startswith(elsewhere) for words in advice.values()), advice


def test_messages_are_in_the_callers_language(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    end_run(database, clock, "teamwork", "timeout")
    admin = sign_in_as("admin")
    admin.locale = "fr-ca"
    row = admin.get("/api/v1/connections").json()["data"][0]
    assert row["message"] == "Le service a mis trop de temps à répondre."
    assert row["what_to_do"].startswith("Aucune action requise\u00a0:")


def test_runs_are_listed_newest_first_and_filtered(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    for service in ("teamwork", "hubspot"):
        end_run(database, clock, service)
        clock.moment += timedelta(minutes=1)
    admin = sign_in_as("admin")
    page = admin.get("/api/v1/sync-runs").json()
    assert [row["service"] for row in page["data"]] == ["hubspot", "teamwork"]
    assert page["meta"]["total"] == 2
    assert admin.get("/api/v1/sync-runs?service=teamwork&status=succeeded").json()["meta"]["total"] == 1
    assert admin.get("/api/v1/sync-runs?service=fax").status_code == 422


def test_every_error_code_has_messages() -> None:
    codes = set(errors.RETRYABLE_CODES) | {
        *("unauthorised", "forbidden", "missing_scope", "wrong_company", "subscription_ended", "reconnect"),
        *("configuration", "not_found", "rejected", "redirect", "too_large", "wrong_shape", "paging_limit", "fault"),
        *("call_not_allowed", "vanished", "incomplete", "not_configured", "interrupted", "unexpected"),
    }
    for locale in LOCALES:
        words = catalogue(locale)
        missing = [code for code in codes if f"sync.error.{code}" not in words or f"sync.todo.{code}" not in words]
        assert missing == []
