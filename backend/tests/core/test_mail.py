"""Tests rendering, queueing and encryption of mail, and protection against header injection."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher, QueuedMail, is_email_address, queue_mail
from regie.core.mail.rendering import EmailMessage, MailGroup, MailItem, render_mail
from regie.core.text.locale import LOCALES, Locale
from regie.core.time.instants import format_instant
from tests.conftest import NOON
from tests.factories.world import assert_unchanged

NOON_IN_TORONTO = "November 20, 2026 at 12:00 (Toronto time)"
LINK = "https://regie.example/auth/links/abc?x=1&y=2"
# The values of each kind of mail, and whether it has a link.
VALUES_BY_KIND: dict[str, tuple[dict[str, Any], bool]] = {
    "invitation": ({"name": "Maëlle", "inviter": "Joël Lavoie", "organization": "Atelier Nord", "days": 7}, True),
    "password_reset": ({"minutes": 60}, True),
    "password_changed": ({"when": NOON_IN_TORONTO}, False),
    "sign_in_code": ({"code": "493027", "minutes": 10}, True),
    "notification": ({"title": "Joël vous a donné une reconnaissance", "detail": "Une facture"}, True),
    "notifications": ({"event": "Overdue invoices", "count": 3}, True),
    "digest": ({"day": "November 20, 2026"}, True),
    "second_factor_on": ({"when": NOON_IN_TORONTO}, False),
    "second_factor_off": ({"when": NOON_IN_TORONTO}, False),
    "google_unlinked": ({"when": NOON_IN_TORONTO}, False),
    "bug_report": (
        {
            "name": "Maëlle",
            "email": "maelle@regie.example",
            "project": "regie",
            "page": "/clients",
            "build": "b-1",
            "browser": "Firefox 152",
            "viewport": "390 × 844",
            "picture": "The report has no picture.",
        },
        True,
    ),
    "email_changed": ({"when": NOON_IN_TORONTO, "name": "Olivier Gagnon"}, False),
}


def rendered(kind: str, locale: Locale = "en-us", **changed: Any) -> EmailMessage:
    values, has_link = VALUES_BY_KIND[kind]
    return render_mail(kind, locale, LINK if has_link else None, values | changed)


def queue(session: Session, box: MailCipher, **changed: Any) -> None:
    arguments = {"to": "maelle@regie.example", "kind": "sign_in_code", "locale": "fr-ca", "now": NOON, "link": LINK}
    queue_mail(session, box, **arguments | {"code": "493027", "minutes": 10} | changed)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", VALUES_BY_KIND)
def test_each_kind_renders_as_text_and_html(kind: str, locale: Locale):
    message = rendered(kind, locale)
    assert message.subject
    assert "\n" not in message.subject
    assert not re.search(r"[{}]|None", message.subject + message.text)
    assert all(len(line) <= 72 or line == LINK for line in message.text.splitlines())
    assert f'<html lang="{"fr-CA" if locale == "fr-ca" else "en-US"}">' in message.html
    assert not re.search(r"<img|<script|<link|url\(|@import|\bon\w+=|<table", message.html)
    if VALUES_BY_KIND[kind][1]:
        assert f"\n\n{LINK}\n\n" in message.text
        assert message.html.count('href="https://regie.example/auth/links/abc?x=1&amp;y=2"') == 2
    else:
        assert "href" not in message.html


def test_code_is_on_its_own_line_and_not_in_the_subject():
    message = rendered("sign_in_code", "fr-ca")
    assert "\n\n    493027\n\n" in message.text
    assert ">493027</p>" in message.html
    assert "493027" not in message.subject
    assert message.subject == "Votre code de connexion à Régie"
    assert "valables 10\u00a0minutes" in message.text


def test_unformatted_instant_is_refused():
    with pytest.raises(TypeError, match="format dates with"):
        rendered("password_changed", when=NOON)


def test_formatted_instant_is_not_split():
    when = format_instant(NOON, "America/Toronto", "fr-ca")
    assert " ".join(rendered("password_changed", "fr-ca", when=when).text.split()).count(" ".join(when.split())) == 1


def test_first_of_the_month_is_ordinal_in_french():
    first = datetime(2026, 11, 1, 17, tzinfo=UTC)
    assert format_instant(first, "America/Toronto", "fr-ca").startswith("1er novembre 2026")
    assert format_instant(first, "America/Toronto", "en-us").startswith("November 1, 2026")


def test_name_is_escaped_as_html_and_not_evaluated():
    hostile = '<i onload="x">{code}{{ 7 * 7 }}</i> & "l’Anse"'
    message = rendered("invitation", name=hostile)
    assert "<i" not in message.html
    assert "&lt;i onload=&#34;x&#34;&gt;{code}{{ 7 * 7 }}&lt;/i&gt; &amp; &#34;l’Anse&#34;" in message.html
    assert '<i onload="x">{code}{{ 7 * 7 }}</i>' in " ".join(message.text.split())


@pytest.mark.parametrize("breaking", ["\r\n", "\n", "\r", "\u2028", "\u2029", "\x85", "\x00", "\ud800", "\u202e"])
def test_line_break_in_a_name_becomes_a_space(breaking: str):
    message = rendered("invitation", organization=f"Nord{breaking}Bcc: all@regie.example")
    assert message.subject == "Your invitation to Régie at Nord Bcc: all@regie.example"
    (message.text + message.html).encode()


def test_long_value_is_cut():
    assert "x" * 499 + "…" in rendered("notification", detail="x" * 900).html


def test_quoted_text_precedes_the_body_uncut_and_escaped():
    values, _ = VALUES_BY_KIND["bug_report"]
    quoted = "Première <b>ligne</b>\n\n" + "mot " * 300 + "fin\u202e\r\n{name}"
    message = render_mail("bug_report", "fr-ca", LINK, values, quoted=quoted)
    flat = " ".join(message.text.split())
    assert "Première <b>ligne</b> mot mot" in flat
    assert f"{'mot ' * 300}fin {{name}} Écran : /clients" in flat
    assert '<p style="margin:0 0 16px">Première &lt;b&gt;ligne&lt;/b&gt;</p>' in message.html


@pytest.mark.parametrize("link", [None, "javascript:alert(1)", "https://a.example/\r\nBcc: x", 'https://a.example/"x'])
def test_button_requires_a_web_address(link: str | None):
    with pytest.raises(ValueError, match="link"):
        render_mail("password_reset", "en-us", link, {"minutes": 60})


def test_link_requires_a_button():
    with pytest.raises(ValueError, match="button"):
        render_mail("password_changed", "en-us", LINK, {"when": NOON_IN_TORONTO})


def test_mail_is_queued_encrypted_in_its_transaction(database: Database, box: MailCipher):
    with database.write() as session:
        queue(session, box)
    with database.read() as db:
        row = db.execute(select(QueuedMail)).one()
        raw = db.execute(text("SELECT * FROM mails")).one()
    assert (row.to_address, row.locale, row.kind) == ("maelle@regie.example", "fr-ca", "sign_in_code")
    assert (row.created_at, row.next_try_at, row.attempts) == (NOON, NOON, 0)
    assert (row.claimed_until, row.failed_at, row.error) == (None, None, None)
    stored = b" ".join(bytes(value) if isinstance(value, (bytes, memoryview)) else str(value).encode() for value in raw)
    assert b"493027" not in stored
    assert b"regie.example/auth" not in stored
    message = box.unseal(row.content)
    assert message is not None
    assert "493027" in message.text
    assert MailCipher("another secret").unseal(row.content) is None


def test_rollback_removes_the_queued_mail(database: Database, box: MailCipher):
    def fail(session: Session) -> None:
        queue(session, box)
        session.flush()
        raise RuntimeError("halfway")

    with assert_unchanged(database), pytest.raises(RuntimeError, match="halfway"), database.write() as session:
        fail(session)


@pytest.mark.parametrize(
    "address",
    [
        "a@regie.example\r\nBcc: b@regie.example",
        "a@regie.example\n",
        "a@regie.example, b@regie.example",
        "A <a@regie.example>",
        "a b@regie.example",
        "a@@regie.example",
        "a@regie.example\u2028",
        "@regie.example",
        "a",
        "a" * 250 + "@regie.example",
    ],
)
def test_mail_requires_one_plain_address(database: Database, box: MailCipher, address: str):
    assert not is_email_address(address)
    with assert_unchanged(database), pytest.raises(ValueError, match="one recipient"), database.write() as session:
        queue(session, box, to=address)


@pytest.mark.parametrize("wrong", [{"kind": "unknown"}, {"minutes": None, "kind": "invitation"}])
def test_mail_without_catalogue_entry_or_value_raises_key_error(
    database: Database, box: MailCipher, wrong: dict[str, Any]
):
    with assert_unchanged(database), pytest.raises(KeyError), database.write() as session:
        queue(session, box, **wrong)


def test_mail_without_recipient_is_queued_alike(database: Database, box: MailCipher):
    with database.write() as session:
        queue(session, box)
        queue(session, box, to="")
    with database.read() as db:
        known, unknown = db.execute(select(QueuedMail).order_by(QueuedMail.to_address.desc())).all()
    assert unknown.to_address == ""
    assert (unknown.kind, unknown.next_try_at) == (known.kind, known.next_try_at)
    assert len(unknown.content) == len(known.content)


def test_groups_list_items_with_their_links():
    hostile = MailItem("<b>Un</b>\r\nBcc: x", "détail & reste", "https://regie.example/goals?open=1&tab=2")
    groups = [MailGroup("Objectifs", (hostile,), "… et 3 de plus"), MailGroup("Factures", (hostile,))]
    message = render_mail("digest", "fr-ca", LINK, {"day": "20 novembre 2026"}, groups)
    expected = "Objectifs\n\n- <b>Un</b> Bcc: x\ndétail & reste\nhttps://regie.example/goals?open=1&tab=2\n"
    assert expected in message.text
    assert message.text.index("Objectifs") < message.text.index("… et 3 de plus") < message.text.index("Factures")
    assert message.html.count('href="https://regie.example/goals?open=1&amp;tab=2"') == 2
    assert "<b>" not in message.html
    assert "détail &amp; reste" in message.html


@pytest.mark.parametrize("link", ["", "javascript:alert(1)", "/goals"])
def test_item_requires_a_web_address(link: str):
    with pytest.raises(ValueError, match="link"):
        render_mail("digest", "en-us", LINK, {"day": "x"}, [MailGroup("Goals", (MailItem("One", "", link),))])
