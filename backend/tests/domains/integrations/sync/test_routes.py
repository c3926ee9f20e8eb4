"""Connections and runs over the API: who may ask, what they see, in which words."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from regie.connectors import errors
from regie.core.db.database import Database
from regie.core.text.locale import LOCALES, catalogue, say
from regie.domains.integrations.sync.actions import begin_run, fail_run, finish_run, queue_run
from regie.domains.integrations.sync.models import SyncRun
from tests.browser import Browser
from tests.conftest import MovableClock

SignIn = Callable[..., Browser]


def runs_in(database: Database) -> int:
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
def test_who_may_ask_for_a_run(database: Database, sign_in_as: SignIn, role: str, service: str, status: int) -> None:
    answer = sign_in_as(role).post("/api/v1/sync-runs", {"service": service})
    assert answer.status_code == status
    assert runs_in(database) == (1 if status == 201 else 0)


def test_a_second_request_answers_the_run_that_waits(database: Database, sign_in_as: SignIn) -> None:
    admin = sign_in_as("admin")
    first = admin.post("/api/v1/sync-runs", {"service": "teamwork"}).json()["data"]
    second = admin.post("/api/v1/sync-runs", {"service": "teamwork", "full": True}).json()["data"]
    assert (first["status"], second["api_id"]) == ("queued", first["api_id"])
    assert first["progress"] == {"step": None, "done": 0, "total": None}
    assert runs_in(database) == 1
    assert admin.get(f"/api/v1/sync-runs/{first['api_id']}").json()["data"] == first


def test_a_first_load_is_one_until_it_succeeded(database: Database, sign_in_as: SignIn, clock: MovableClock) -> None:
    for service, error in (("teamwork", "timeout"), ("teamwork", None), ("teamwork", None), ("hubspot", None)):
        end_run(database, clock, service, error)
    rows = sign_in_as("admin").get("/api/v1/sync-runs?sort=created_at").json()["data"]
    assert [(row["service"], row["is_first"]) for row in rows] == [
        ("teamwork", True),
        ("teamwork", True),
        ("teamwork", False),
        ("hubspot", True),
    ]


@pytest.mark.parametrize("body", [{"service": "fax"}, {}, {"service": "teamwork", "speed": 9}])
def test_a_wrong_request_is_refused(database: Database, sign_in_as: SignIn, body: dict) -> None:
    assert sign_in_as("admin").post("/api/v1/sync-runs", body).status_code == 422
    assert runs_in(database) == 0


def test_connections_start_as_never(sign_in_as: SignIn) -> None:
    states = sign_in_as("churn_manager").get("/api/v1/connections").json()["data"]
    assert [(row["service"], row["state"], row["last_run"]) for row in states] == [
        ("teamwork", "never", None),
        ("hubspot", "never", None),
        ("quickbooks", "never", None),
    ]


def test_connections_tell_success_age_and_trouble(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    for service in ("teamwork", "hubspot", "quickbooks"):
        end_run(database, clock, service)
    finished_at = clock.now()
    end_run(database, clock, "hubspot", "timeout")
    end_run(database, clock, "quickbooks", "reconnect")
    states = state_of(sign_in_as("admin"))
    assert states == {"teamwork": "ok", "hubspot": "stale", "quickbooks": "needs_attention"}
    clock.moment += timedelta(hours=3)
    admin = sign_in_as("admin")
    assert state_of(admin)["teamwork"] == "stale"
    rows = {row["service"]: row for row in admin.get("/api/v1/connections").json()["data"]}
    assert rows["quickbooks"]["last_success_at"] == finished_at.isoformat().replace("+00:00", "Z")
    assert rows["quickbooks"]["what_to_do"].startswith("Connect the service again")
    assert rows["teamwork"]["what_to_do"] is None
    admin.post("/api/v1/sync-runs", {"service": "quickbooks"})
    assert state_of(admin)["quickbooks"] == "running"


def state_of(browser: Browser) -> dict[str, str]:
    return {row["service"]: row["state"] for row in browser.get("/api/v1/connections").json()["data"]}


def test_the_services_own_words_are_for_administrators(
    database: Database, clock: MovableClock, sign_in_as: SignIn
) -> None:
    end_run(database, clock, "teamwork", "forbidden", "User 204401 may not view /people.json")
    admin, manager = sign_in_as("admin"), sign_in_as("account_manager")
    for path in ("/api/v1/connections", "/api/v1/sync-runs"):
        assert "204401" in admin.get(path).text
        plain = manager.get(path)
        assert plain.status_code == 200
        assert "204401" not in plain.text


@pytest.mark.parametrize(
    ("code", "elsewhere"),
    [("unauthorised", "Rien à faire\u00a0: l’équipe d’administration"), ("not_json", "Rien à faire pour l’instant")],
)
def test_what_to_do_is_said_to_those_who_can_do_it(
    database: Database, clock: MovableClock, sign_in_as: SignIn, code: str, elsewhere: str
) -> None:
    end_run(database, clock, "teamwork", code)
    told = {}
    for role in ("admin", "account_manager", "churn_manager", "financial_manager"):
        browser = sign_in_as(role)
        browser.locale = "fr-ca"
        rows = {row["service"]: row for row in browser.get("/api/v1/connections").json()["data"]}
        told[role] = rows["teamwork"]["what_to_do"]
    assert told.pop("admin") == say("fr-ca", f"sync.todo.{code}")
    assert all(words.startswith(elsewhere) for words in told.values()), told


def test_words_come_in_the_callers_language(database: Database, clock: MovableClock, sign_in_as: SignIn) -> None:
    end_run(database, clock, "teamwork", "timeout")
    admin = sign_in_as("admin")
    admin.locale = "fr-ca"
    row = admin.get("/api/v1/connections").json()["data"][0]
    assert row["message"] == "Le service a mis trop de temps à répondre."
    assert row["what_to_do"].startswith("Rien à faire pour l’instant\u00a0:")


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


def test_every_code_has_its_words() -> None:
    codes = set(errors._MAY_PASS_BY_ITSELF) | {
        *("unauthorised", "forbidden", "missing_scope", "wrong_company", "subscription_ended", "reconnect"),
        *("configuration", "not_found", "rejected", "redirect", "too_large", "wrong_shape", "paging_limit", "fault"),
        *("call_not_allowed", "vanished", "not_configured", "interrupted", "unexpected"),
    }
    for locale in LOCALES:
        words = catalogue(locale)
        missing = [code for code in codes if f"sync.error.{code}" not in words or f"sync.todo.{code}" not in words]
        assert missing == []
