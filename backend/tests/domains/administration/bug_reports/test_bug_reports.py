"""Tests of problem reports: stored, mailed, limited, and read by administrators only."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Response
from sqlalchemy import select

from regie.access.app_context import BugReportSettings
from regie.core.db.database import Database
from regie.core.files.removals import REMOVAL_DELAY, purge_files
from regie.core.mail.delivery import MailWorker
from regie.core.mail.transports import DeliveryError
from regie.domains.administration.bug_reports.actions import MAX_REPORTS_PER_HOUR, RETENTION, purge_bug_reports
from regie.domains.administration.bug_reports.models import BugReport
from regie.domains.administration.bug_reports.schemas import MAX_PICTURE_BYTES
from regie.main import create_app
from regie.settings import SettingsError, load_settings
from tests.access.bug_reports import FIELDS, PATH, PICTURE
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.core.mail_setup import SENDER, FakeTransport
from tests.factories.bug_reports import make_bug_report
from tests.factories.files import GIF, JPEG, PDF, PNG, TEXT, WEBP, list_stored_keys
from tests.factories.mail import queued_mail
from tests.factories.world import assert_unchanged

ADDRESS = "support@regie.example"
HTML = b"<!doctype html><script>alert(1)</script>"


@pytest.fixture(autouse=True)
def configured(app: FastAPI) -> Iterator[None]:
    context = app.state.context
    app.state.context = replace(context, bug_reports=BugReportSettings("regie", ADDRESS))
    yield
    app.state.context = context


@pytest.fixture
def sender(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("employee", first_name="Émilie", last_name="Fortin", email="emilie@regie.example")


@pytest.fixture
def admin(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("admin", first_name="Olivier", last_name="Gagnon", email="olivier@regie.example")


def send(browser: Browser, picture: tuple[str, bytes] | None = None, /, **fields: str) -> Response:
    # Fields without a name are not files; they make the form multipart without a picture.
    parts: dict[str, Any] = {name: (None, value) for name, value in (FIELDS | fields).items()}
    return browser.call("POST", PATH, files=parts | ({"file": picture} if picture else {}))


def stored_reports(database: Database) -> list[Any]:
    with database.read() as db:
        return list(db.execute(select(BugReport.__table__).order_by(BugReport.id)).all())


def test_report_is_stored_and_mailed(app: FastAPI, database: Database, sender: Browser, admin: Browser):
    text = "La liste reste vide.\n\nElle l’était déjà hier : " + "encore " * 200 + "fin."
    response = send(sender, PICTURE, description=text, build="b-1", browser="Firefox 152", viewport="390 × 844")
    assert response.status_code == 201, response.text
    assert response.json()["data"].keys() == {"api_id", "created_at"}
    [report] = admin.get(PATH).json()["data"]
    assert report == {
        **response.json()["data"],
        "user": {"api_id": sender.user.api_id, "name": "Émilie Fortin"},
        "impersonator": None,
        "project": "regie",
        "description": text,
        "page": "/clients?sort=-name",
        "build": "b-1",
        "browser": "Firefox 152",
        "viewport": "390 × 844",
        "picture_size": len(PNG),
    }
    [mail] = queued_mail(app, "bug_report")
    assert (mail.to, mail.locale) == (ADDRESS, "en-us")
    flat = " ".join(mail.text.split())
    for part in (
        "Émilie Fortin reported a problem in Régie.",
        " ".join(text.split()),
        f"Screen: {ORIGIN}/clients?sort=-name",
        "Sent by: Émilie Fortin, emilie@regie.example",
        "Version: b-1",
        "Browser: Firefox 152",
        "Window: 390 × 844",
        "The report includes a picture.",
        f"{ORIGIN}/admin/bug-reports",
    ):
        assert part in flat
    picture = admin.get(f"{PATH}/{report['api_id']}/picture")
    assert (picture.content, picture.headers["content-type"]) == (PNG, "image/png")
    assert picture.headers["content-disposition"].startswith("attachment; filename=")
    assert picture.headers["x-content-type-options"] == "nosniff"
    assert len(list_stored_keys(app.state.context.files) & {row.storage_key for row in stored_reports(database)}) == 1


def test_report_without_picture_and_address_is_stored_only(app: FastAPI, sender: Browser, admin: Browser):
    app.state.context = replace(app.state.context, bug_reports=BugReportSettings("regie", ""))
    response = send(sender)
    assert response.status_code == 201, response.text
    [report] = admin.get(PATH).json()["data"]
    assert (report["picture_size"], report["build"]) == (None, None)
    assert queued_mail(app) == []
    assert admin.get(f"{PATH}/{report['api_id']}/picture").status_code == 404


def test_project_of_the_organization_comes_first(app: FastAPI, sender: Browser, admin: Browser):
    super_project = {"bug_project": "agence", "default_locale": "fr-ca"}
    assert admin.post("/api/v1/settings", super_project).status_code == 200
    assert send(sender).status_code == 201
    assert admin.get(PATH).json()["data"][0]["project"] == "agence"
    [mail] = queued_mail(app, "bug_report")
    assert mail.locale == "fr-ca"
    assert "Émilie Fortin a signalé un problème dans Régie." in mail.text
    assert "Le signalement ne comprend pas d’image." in mail.text


def test_report_needs_a_configured_project(app: FastAPI, database: Database, sender: Browser):
    app.state.context = replace(app.state.context, bug_reports=BugReportSettings())
    with assert_unchanged(database):
        response = send(sender, PICTURE)
    assert (response.status_code, response.json()["code"]) == (422, "bug_reports_off")


def test_impersonated_report_has_both_names(app: FastAPI, sender: Browser, admin: Browser):
    started = admin.post(f"/api/v1/impersonated-users/{sender.user.api_id}", {"reason": "Demande 4711"})
    assert started.status_code == 201, started.text
    assert send(admin).status_code == 201
    assert "Olivier Gagnon, signed in as Émilie Fortin" in " ".join(queued_mail(app, "bug_report")[0].text.split())
    assert admin.get(PATH).status_code == 403
    assert admin.delete("/api/v1/impersonated-users").status_code == 204
    [report] = admin.get(PATH).json()["data"]
    names = (report["user"]["name"], report["impersonator"]["name"])
    assert names == ("Émilie Fortin", "Olivier Gagnon")


def test_user_without_second_factor_can_report(sign_in_as: Callable[..., Browser], admin: Browser, database: Database):
    with database.write() as session:
        session.merge(admin.user).two_factor = True
    assert admin.post("/api/v1/settings", {"admins_need_two_factor": True}).status_code == 200
    enrolling = sign_in_as("admin")
    assert enrolling.get(PATH).status_code == 403
    assert send(enrolling).status_code == 201


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"description": ""}, "description"),
        ({"description": "  \n "}, "description"),
        ({"description": "x" * 4_001}, "description"),
        ({"description": "a\u202eb"}, "description"),
        ({"description": "a\x1b[31mb"}, "description"),
        ({"page": "clients"}, "page"),
        ({"page": "//evil.example/"}, "page"),
        ({"page": "/\\evil.example/"}, "page"),
        ({"page": "https://evil.example/"}, "page"),
        ({"page": "/" + "x" * 2_000}, "page"),
        ({"page": "/clients\nBcc: x@regie.example"}, "page"),
        ({"browser": "x" * 501}, "browser"),
        ({"viewport": "x" * 41}, "viewport"),
        ({"build": "x" * 201}, "build"),
        ({"project": "regie"}, "project"),
    ],
)
def test_bad_input_is_refused(database: Database, sender: Browser, fields: dict[str, str], wrong: str):
    with assert_unchanged(database):
        response = send(sender, **fields)
    assert (response.status_code, list(response.json()["errors"])) == (422, [wrong])


@pytest.mark.one_database
@pytest.mark.parametrize("field", ["description", "page"])
def test_required_fields(database: Database, sender: Browser, field: str):
    sent = {name: value for name, value in FIELDS.items() if name != field}
    with assert_unchanged(database):
        response = sender.call("POST", PATH, data=sent, files={"file": PICTURE})
    assert (response.status_code, response.json()["errors"][field]) == (422, ["The field is required"])


@pytest.mark.one_database
@pytest.mark.parametrize(("name", "content"), [("a.png", PNG), ("a.jpg", JPEG), ("a.webp", WEBP)])
def test_accepted_pictures(sender: Browser, name: str, content: bytes):
    assert send(sender, (name, content)).status_code == 201


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf", PDF),
        ("a.gif", GIF),
        ("a.txt", TEXT),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("a.png", HTML),
        ("a.png", PNG[:-4]),
        ("a.png", PNG + HTML),
        ("a.jpg", PNG),
        ("a.png", b""),
        ("a.html", PNG),
    ],
)
def test_other_files_are_refused(app: FastAPI, database: Database, sender: Browser, name: str, content: bytes):
    before = list_stored_keys(app.state.context.files)
    with assert_unchanged(database):
        response = send(sender, (name, content))
    assert (response.status_code, list(response.json()["errors"])) == (422, ["file"])
    assert list_stored_keys(app.state.context.files) == before


@pytest.mark.one_database
def test_large_picture_is_refused(app: FastAPI, database: Database, sender: Browser):
    # JPEG files may be followed by other data.
    largest = JPEG[:-2] + bytes(MAX_PICTURE_BYTES - len(JPEG)) + JPEG[-2:]
    assert send(sender, ("a.jpg", largest)).status_code == 201
    before = list_stored_keys(app.state.context.files)
    with assert_unchanged(database):
        response = send(sender, ("a.jpg", largest[:-2] + b"\0" + largest[-2:]))
    assert response.json()["errors"] == {"file": ["Choose a file of at most 5 MB"]}
    assert list_stored_keys(app.state.context.files) == before


def test_repeated_request_is_stored_once(app: FastAPI, database: Database, sender: Browser):
    headers = {"Idempotency-Key": "0b9c9f0c-6b0f-4c4e-9f57-0d5a5f0f6a11"}
    responses = [
        sender.call("POST", PATH, data=FIELDS, files={"file": PICTURE}, headers=headers).json() for _ in range(2)
    ]
    assert responses[0] == responses[1]
    assert (len(stored_reports(database)), len(queued_mail(app, "bug_report"))) == (1, 1)


def test_reports_of_one_person_are_limited(
    app: FastAPI, database: Database, clock: MovableClock, sender: Browser, admin: Browser
):
    for _ in range(MAX_REPORTS_PER_HOUR):
        assert send(sender).status_code == 201
    files = list_stored_keys(app.state.context.files)
    with assert_unchanged(database):
        response = send(sender, PICTURE)
    assert (response.status_code, response.json()["code"]) == (429, "too_many_bug_reports")
    assert response.headers["Retry-After"] == "3600"
    assert list_stored_keys(app.state.context.files) == files
    assert send(admin).status_code == 201
    clock.moment += timedelta(hours=1)
    assert send(sender).status_code == 201


def test_report_is_mailed_once_the_mail_server_answers(
    app: FastAPI, database: Database, clock: MovableClock, sender: Browser, admin: Browser
):
    assert send(sender).status_code == 201
    transport = FakeTransport(first=lambda: (_ for _ in ()).throw(DeliveryError("connection")))
    worker = MailWorker(database, clock, app.state.context.mail, transport, SENDER)
    worker.deliver_due()
    assert (transport.sent, len(admin.get(PATH).json()["data"])) == ([], 1)
    transport.first = lambda: None
    clock.moment += timedelta(minutes=1)
    worker.deliver_due()
    assert [to for to, _ in transport.sent] == [ADDRESS]


def test_old_reports_and_pictures_are_deleted(app: FastAPI, database: Database, clock: MovableClock, sender: Browser):
    files, now = app.state.context.files, clock.now()
    with database.write() as session:
        fields = {"user_id": sender.user.id}
        old = make_bug_report(session, files, PNG, created_at=now - RETENTION, **fields).storage_key
        newer = make_bug_report(session, files, PNG, created_at=now - RETENTION + timedelta(seconds=1), **fields)
        recent = newer.storage_key
    purge_bug_reports(database, now)
    assert [report.storage_key for report in stored_reports(database)] == [recent]
    purge_files(database, files, now + REMOVAL_DELAY)
    assert list_stored_keys(files) & {old, recent} == {recent}


@pytest.mark.one_database
@pytest.mark.parametrize("address", ["support", "a@regie.example, b@regie.example", "Support <a@regie.example>"])
def test_wrong_address_stops_the_start(database: Database, address: str):
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_BUG_REPORT_ADDRESS": address})
    with pytest.raises(SettingsError, match="REGIE_BUG_REPORT_ADDRESS"):
        create_app(settings, database=database)
