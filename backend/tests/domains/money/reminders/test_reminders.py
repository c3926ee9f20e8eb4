"""Reminders to pay: what clients receive, whom they leave out, and that no one receives one twice by accident."""

import io
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage as MimeMessage
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from regie.core.mail.transports import DeliveryError
from regie.core.sample_data import SAMPLE_DOMAIN
from regie.domains.records.clients.models import Client
from regie.domains.records.collections.models import Reminder
from regie.domains.records.settings.models import REMINDER_FIELDS
from tests.core.mail_setup import FakeTransport
from tests.domains.money.reminders.clients import (
    PREVIEWS,
    TO,
    date_back,
    debtor,
    deliver,
    log,
    owe,
    preview,
    send,
    sent,
    worker,
)
from tests.factories.work import make_credit
from tests.factories.world import World, assert_unchanged

LIST = "/api/v1/receivables-by-client"
NOON = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)


def _plain(message: MimeMessage) -> str:
    body = message.get_body(("plain",))
    assert body
    return body.get_content().replace("\r\n", "\n").replace("\u00a0", " ")


def _html(message: MimeMessage) -> str:
    body = message.get_body(("html",))
    assert body
    return body.get_content()


def _row(world: World, client: str) -> dict[str, Any]:
    (row,) = world.browser("admin").get(f"{LIST}?client={client}").json()["data"]
    return row


def test_reminder_is_previewed_sent_and_logged(world: World):
    client, key = debtor(world, name="Atelier Nord", contact_name="Ève Roy")
    with world.database.write() as session:
        owe(session, key, "100.50", day=date(2026, 10, 15))
        owe(session, key, "999.00", day=date(2026, 12, 1))
    (shown,) = preview(world, client, column="account_manager")
    assert (shown["to"], shown["locale"], shown["invoices"], shown["oldest_due_on"], shown["reasons"]) == (
        TO, "en-us", 2, "2026-10-01", [],
    )  # fmt: skip
    assert shown["overdue"] == [{"amount": "4300.50", "currency": "CAD"}]
    assert shown["subject"] == "Payment reminder: CA$4,300.50 past due"
    assert "Hello Ève Roy" in shown["text"]
    assert "CA$4,300.50 (2 invoices)" in shown["text"]
    assert "October 1, 2026" in shown["text"]
    assert (shown["is_possible"], shown["last_reminder"], shown["sent"]) == (True, None, 0)
    sent(world, client, "account_manager")
    (message,) = deliver(world)
    me = world.people["account_manager"].user
    assert (message["To"], message["Reply-To"], message["Subject"]) == (TO, me.email, shown["subject"])
    assert message["Auto-Submitted"] is None
    assert me.name in _plain(message)
    (file,) = message.iter_attachments()
    statement = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.get_content())).pages)
    assert file.get_filename() == "Statement Atelier Nord 2026-11-20.pdf"
    assert "4,300.50" in statement
    (entry,) = log(world, client)
    assert (entry["kind"], entry["contacted_on"], entry["author"]["name"]) == ("mail", "2026-11-20", me.name)
    assert entry["text"] == shown["text"]
    assert len(entry["invoices"]) == 2
    assert entry["reminder"] == {
        "level": "friendly", "to": TO, "subject": shown["subject"], "sent_at": "2026-11-20T17:00:00Z",
        "overdue": [{"amount": "4300.50", "currency": "CAD"}], "invoices": 2, "mail_state": "sent", "problem": None,
    }  # fmt: skip
    assert _row(world, client)["collection"]["last_reminder"]["mail_state"] == "sent"
    timeline = world.browser("admin").get(f"/api/v1/clients/{client}/timeline").json()["data"]["entries"]
    assert ("collection_entry", "mail", shown["text"]) in [
        (one["kind"], one["value"], one["reason"]) for one in timeline
    ]
    activity = world.browser("admin").get(f"/api/v1/activity?subject={client}&action=reminder_sent").json()["data"]
    assert [{one["field"]: one["after"] for one in entry["changes"]} for entry in activity] == [
        {"reminder_level": "friendly"}
    ]


def test_reminder_is_in_the_language_of_the_client(world: World):
    client, key = debtor(world, name="Café <b>Été</b>", language="fr-ca", contact_name="Zoé & fils")
    with world.database.write() as session:
        owe(session, key, "1000.00", "USD")
    sent(world, client, level="firm")
    (message,) = deliver(world)
    assert message["Subject"].replace("\u00a0", " ") == (
        "Compte en retard, Café <b>Été</b> : 4 200,00 $ et 1 000,00 $ US à payer"
    )
    assert message["Content-Language"] == "fr-CA"
    text = _plain(message)
    assert "4 200,00 $ et 1 000,00 $ US (2 factures)" in text.replace("\n", " ")
    assert "1er octobre 2026" in text.replace("\n", " ")
    html = _html(message)
    assert "Café &lt;b&gt;Été&lt;/b&gt;" in html
    assert "<b>" not in html
    assert "Zoé &amp; fils" in html
    (file,) = message.iter_attachments()
    assert file.get_filename().startswith("État de compte Café")


def test_amounts_of_two_currencies_are_never_added(world: World):
    client, key = debtor(world, total="100.00")
    with world.database.write() as session:
        owe(session, key, "50.00", "USD")
        owe(session, key, "25.00", "USD")
    (shown,) = preview(world, client)
    assert shown["overdue"] == [{"amount": "100.00", "currency": "CAD"}, {"amount": "75.00", "currency": "USD"}]
    assert "CA$100.00 and $75.00" in shown["text"]
    assert "175" not in shown["text"]


@pytest.mark.parametrize(("balance", "is_covered"), [("99.99", False), ("100.00", True)])
def test_client_whose_credits_cover_its_debt_is_reminded_only_anyway(world: World, balance: str, is_covered: bool):
    client, key = debtor(world, total="100.00")
    with world.database.write() as session:
        make_credit(session, balance, date(2026, 11, 10), client_id=key)
        # Of another currency: it covers nothing.
        make_credit(session, "500.00", date(2026, 11, 10), client_id=key, currency="USD")
    (shown,) = preview(world, client)
    assert (shown["is_possible"], shown["reasons"]) == (True, ["credits"] if is_covered else [])
    if not is_covered:
        return
    with assert_unchanged(world.database):
        response = send(world, client)
    assert (response.status_code, response.json()["code"]) == (422, "reminder_not_confirmed")
    assert "unapplied payments and credit memos cover what is overdue" in response.json()["message"]
    sent(world, client, anyway=True)
    deliver(world)


def test_edited_text_is_sent_as_written(world: World):
    client, _ = debtor(world)
    text = "Bonjour <script>x</script>,\n\nRéglez {amount}.\nMerci"
    sent(world, client, subject="Votre compte", text=text)
    (message,) = deliver(world)
    assert message["Subject"] == "Votre compte"
    assert _plain(message) == "Bonjour <script>x</script>,\n\nRéglez {amount}.\nMerci\n"
    assert "&lt;script&gt;" in _html(message)
    assert "<script>" not in _html(message)
    assert log(world, client)[0]["text"] == text


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"billing_email": None}, "no_address"),
        ({"billing_email": f"a@{SAMPLE_DOMAIN}"}, "sample_address"),
        ({"total": "0.00"}, "nothing_overdue"),
    ],
)
def test_impossible_reminder_is_refused_with_its_reason(world: World, fields: dict[str, Any], reason: str):
    client, _ = debtor(world, **fields)
    (shown,) = preview(world, client)
    assert (shown["is_possible"], shown["reasons"]) == (False, [reason])
    with assert_unchanged(world.database):
        response = send(world, client, anyway=True)
    assert (response.status_code, response.json()["code"]) == (422, f"reminder_{reason}")


@pytest.mark.parametrize(
    ("change", "reason", "words"),
    [
        ({"collection_state": "disputed"}, "disputed", "the client disputes its account"),
        ({"collection_state": "in_collection"}, "in_collection", "the account is in collection"),
        (
            {"promised_on": "2026-11-20", "promised_amount": "10.00", "promised_currency": "CAD"},
            "promised",
            "the client promised to pay by a later day",
        ),
    ],
)
def test_reminder_that_disturbs_is_sent_only_anyway(world: World, change: dict[str, str], reason: str, words: str):
    client, _ = debtor(world)
    assert world.browser("admin").patch(f"/api/v1/clients/{client}/collection", change).status_code == 200
    (shown,) = preview(world, client)
    assert (shown["is_possible"], shown["reasons"]) == (True, [reason])
    with assert_unchanged(world.database):
        response = send(world, client)
    assert (response.status_code, response.json()["code"]) == (422, "reminder_not_confirmed")
    assert words in response.json()["message"]
    sent(world, client, anyway=True)


def test_broken_promise_is_no_reason(world: World):
    client, _ = debtor(world)
    entry = {"contacted_on": "2026-11-01", "kind": "call", "text": "Promis"}
    promise = {"promised_on": "2026-11-19", "promised_amount": "10.00", "promised_currency": "CAD"}
    assert world.browser("admin").post(f"/api/v1/clients/{client}/collection-entries", {**entry, **promise})
    assert preview(world, client)[0]["reasons"] == []


def test_second_reminder_needs_the_interval_or_a_confirmation(world: World):
    client, key = debtor(world)
    sent(world, client)
    (shown,) = preview(world, client)
    assert (shown["reasons"], shown["sent"], shown["last_reminder"]["mail_state"]) == (["reminded"], 1, "queued")
    with assert_unchanged(world.database):
        again = send(world, client)
        assert (again.status_code, again.json()["code"]) == (409, "reminder_sent_meanwhile")
        soon = send(world, client, sent=1)
        assert (soon.status_code, soon.json()["code"]) == (422, "reminder_not_confirmed")
        assert "a reminder was sent in the last 7 days" in soon.json()["message"]
    sent(world, client, sent=1, anyway=True)
    date_back(world, key, NOON - timedelta(days=6))
    assert preview(world, client)[0]["reasons"] == ["reminded"]
    date_back(world, key, NOON - timedelta(days=7))
    assert preview(world, client)[0]["reasons"] == []
    assert [one["reminder"]["mail_state"] for one in log(world, client)] == ["queued", "queued"]
    assert len(deliver(world)) >= 2


def test_repeated_request_sends_one_mail(world: World):
    client, key = debtor(world)
    headers = {"Idempotency-Key": "un-seul-rappel"}
    path = f"/api/v1/clients/{client}/reminders"
    answers = [world.browser("admin").post(path, {"sent": 0}, headers=headers) for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201]
    with world.database.read() as db:
        assert db.execute(select(func.count()).where(Reminder.client_id == key)).scalar_one() == 1


def test_failed_mail_is_shown_and_can_be_sent_again(world: World):
    client, key = debtor(world)
    sent(world, client)

    def refuse() -> None:
        raise DeliveryError("refused 550", is_final=True)

    worker(world, FakeTransport(first=refuse)).deliver_due()
    (entry,) = log(world, client)
    assert (entry["reminder"]["mail_state"], entry["reminder"]["problem"]) == ("failed", "address")
    assert _row(world, client)["collection"]["last_reminder"]["mail_state"] == "failed"
    named = world.browser("admin").get(f"{LIST}?status=reminder_failed").json()["data"]
    assert client in [row["client"]["api_id"] for row in named]
    # It does not count as a reminder, so the next one needs no confirmation.
    (shown,) = preview(world, client)
    assert (shown["reasons"], shown["sent"]) == ([], 1)
    sent(world, client, sent=1)
    deliver(world)
    assert [one["reminder"]["mail_state"] for one in log(world, client)] == ["sent", "failed"]
    with world.database.read() as db:
        numbers = select(Reminder.number).where(Reminder.client_id == key).order_by(Reminder.number)
        assert db.execute(numbers).scalars().all() == [1, 2]


def test_postponed_mail_is_still_being_sent(world: World):
    client, _ = debtor(world)
    sent(world, client)

    def fail() -> None:
        raise DeliveryError("connection")

    worker(world, FakeTransport(first=fail)).deliver_due()
    assert log(world, client)[0]["reminder"]["mail_state"] == "queued"
    assert preview(world, client)[0]["reasons"] == ["reminded"]


def test_reminder_ends_the_follow_ups_that_were_due(world: World):
    client, _ = debtor(world)
    path = f"/api/v1/clients/{client}/collection"
    world.browser("admin").patch(path, {"follow_up_on": "2026-11-20"})
    sent(world, client)
    assert world.browser("admin").get(path).json()["data"]["follow_up_on"] is None


def test_others_see_neither_preview_nor_address(world: World):
    client, _ = debtor(world, "financial_manager")
    own = world.browser("account_manager")
    assert own.get(f"{PREVIEWS}?client={client}").status_code == 404
    with assert_unchanged(world.database):
        assert send(world, client, "account_manager").status_code == 404
    churned = world.project("churn_manager", "other", kind="retainer", status="churned")
    of_churned = world.browser("admin").get(f"/api/v1/projects/{churned}").json()["data"]["client"]["api_id"]
    body = {"billing_email": TO}
    assert world.browser("admin").patch(f"/api/v1/clients/{of_churned}", body).status_code == 200
    with world.database.write() as session:
        key = session.execute(select(Client.id).where(Client.api_id == of_churned)).scalar_one()
        owe(session, key, "10.00")
    sent(world, of_churned)
    # Who confirms churn reads what a churned client owes, but not its billing address.
    assert log(world, of_churned, "churn_manager")[0]["reminder"]["to"] is None
    assert log(world, of_churned)[0]["reminder"]["to"] == TO
    assert world.browser("churn_manager").get(f"{PREVIEWS}?client={of_churned}").status_code == 403


def test_nothing_is_stored_by_halves(world: World, monkeypatch: pytest.MonkeyPatch):
    client, _ = debtor(world)

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("regie.domains.money.reminders.actions.queue_letter", fail)
    with assert_unchanged(world.database):
        assert send(world, client).status_code == 500


def test_previews_are_by_name_and_of_several_clients(world: World):
    names = ["Zinc", "Érable", "Abricot"]
    clients = [debtor(world, name=name)[0] for name in names]
    assert [one["client"]["name"] for one in preview(world, *clients)] == ["Abricot", "Érable", "Zinc"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"level": "rude"}, "level"),
        ({"sent": -1}, "sent"),
        ({"sent": "0"}, "sent"),
        ({"subject": "a\nb"}, "subject"),
        ({"text": "\u202eabc"}, "text"),
        ({"to": "x@y.example"}, "to"),
    ],
)
def test_invalid_reminder_returns_422(world: World, body: dict[str, Any], field: str):
    client, _ = debtor(world)
    with assert_unchanged(world.database):
        response = send(world, client, **body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_templates_of_the_settings_are_used(world: World):
    client, _ = debtor(world, name="Bâtir")
    finance = world.browser("financial_manager")
    read = finance.get("/api/v1/settings").json()["data"]
    # The defaults are shown, in both languages and levels.
    assert all(read[name] for name in REMINDER_FIELDS)
    body = {
        "reminder_subject_en": "To {client}",
        "reminder_text_en": "Pay {amount}\n{sender}",
        "reminder_interval_days": 3,
    }
    changed = finance.post("/api/v1/settings", body)
    assert changed.status_code == 200, changed.text
    (shown,) = preview(world, client, column="financial_manager")
    me = world.people["financial_manager"].user.name
    assert (shown["subject"], shown["text"]) == ("To Bâtir", f"Pay CA$4,200.00\n{me}")
    emptied = finance.post("/api/v1/settings", {"reminder_subject_en": "", "reminder_text_en": None})
    assert emptied.json()["data"]["reminder_subject_en"] == read["reminder_subject_en"]
    assert finance.get(f"{PREVIEWS}?client={client}").json()["data"]["interval_days"] == 3
    finance.post("/api/v1/settings", {"reminder_interval_days": 7})


def test_unknown_placeholder_is_refused_in_words(world: World):
    with assert_unchanged(world.database):
        response = world.browser("admin").post("/api/v1/settings", {"reminder_text_fr": "Bonjour {nom}"})
    assert response.status_code == 422
    assert response.json()["errors"] == {
        "reminder_text_fr": [
            "Use only these placeholders: {client}, {contact}, {amount}, {invoices}, {oldest}, {organization} and "
            "{sender}"
        ]
    }


def test_name_with_braces_is_no_placeholder(world: World):
    client, _ = debtor(world, name="{amount}", contact_name="{sender}")
    (shown,) = preview(world, client, level="firm")
    assert shown["subject"] == "Overdue account of {amount}: CA$4,200.00 to pay"
    assert shown["text"].startswith("Hello {sender},")


def test_long_name_fits_the_subject(world: World):
    client, _ = debtor(world, name="N" * 200)
    (shown,) = preview(world, client, level="firm")
    assert len(shown["subject"]) == 200
    sent(world, client, level="firm")
