"""Tests that the activity log names who retried or dismissed failed work."""

from collections.abc import Callable
from typing import Any

from regie.core.db.database import Database
from regie.domains.administration.operations.failures import mail_id
from regie.domains.integrations.sync.models import SyncRun
from regie.domains.records.exchange_rates.models import RateFetch
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.exports import make_export
from tests.factories.mail import make_failed_mail
from tests.factories.people import make_user
from tests.factories.world import assert_unchanged

PATH = "/api/v1/operations"


def _retry(browser: Browser, kind: str, id: str) -> Any:
    return browser.post(f"{PATH}/retries", {"kind": kind, "id": id})


def _read_log(browser: Browser, locale: str = "en-us") -> list[tuple[str, str, str, str]]:
    """Return who retried or dismissed what, with the words of the reader's language, oldest first."""
    options = browser.get("/api/v1/enum-options").json()["data"]
    name = "name_en" if locale == "en-us" else "name_fr"
    action, subject = (
        {option["value"]: option[name] for option in options[f"activity_{enum}"]} for enum in ("action", "subject")
    )
    entries = browser.get("/api/v1/activity?action=retried&action=dismissed").json()["data"]
    return [
        (one["actor"]["name"], action[one["action"]], subject[one["subject_type"]], one["subject"])
        for one in reversed(entries)
    ]


def test_retries_and_dismissals_are_in_the_activity_log(database: Database, sign_in_as: Callable[..., Browser]):
    admin = sign_in_as("admin", first_name="Ada", last_name="Roy")
    with database.write() as session:
        owner = make_user(session)
        export = make_export(session, owner.id, status="failed", finished_at=NOON, file_name="Teams.csv")
        waiting = make_failed_mail(session)
        abandoned = make_failed_mail(session, to_address="ulla@pivoine.example", content=None, failed_at=NOON)
        ids = [mail_id(mail.id, mail.created_at) for mail in (waiting, abandoned)]
        session.add(SyncRun(service="hubspot", status="failed", error="timeout", created_at=NOON, finished_at=NOON))
        session.add(RateFetch(status="failed", created_at=NOON, finished_at=NOON, error="timeout"))
    failed = [("synchronization", "hubspot"), ("exchange_rates", "x"), ("export", export.api_id), ("mail", ids[0])]
    for kind, id in failed:
        assert _retry(admin, kind, id).status_code == 204
    assert admin.delete(f"{PATH}/mails/{ids[1]}").status_code == 204
    assert _read_log(admin) == [
        ("Ada Roy", "Retried", "Connection", "HubSpot"),
        ("Ada Roy", "Retried", "Exchange rate", "Bank of Canada"),
        ("Ada Roy", "Retried", "Export", "Teams.csv"),
        ("Ada Roy", "Retried", "Email", "zoe@pivoine.example"),
        ("Ada Roy", "Failure dismissed", "Email", "ulla@pivoine.example"),
    ]
    assert _read_log(admin, "fr-ca")[3:] == [
        ("Ada Roy", "Nouvelle tentative", "Courriel", "zoe@pivoine.example"),
        ("Ada Roy", "Échec ignoré", "Courriel", "ulla@pivoine.example"),
    ]
    entries = admin.get("/api/v1/activity?action=retried").json()["data"]
    assert {one["at"] for one in entries} == {"2026-11-20T17:00:00Z"}
    # Resolved already: queued, or dismissed.
    with assert_unchanged(database, exclude=("table_changes",)):
        for kind, id in failed[:3]:
            assert _retry(admin, kind, id).status_code == 204
        assert admin.delete(f"{PATH}/mails/{ids[1]}").status_code == 204
