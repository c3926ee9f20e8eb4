"""A mail is described in both languages, queued with what it tells of, and sealed; nobody writes a header into it."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.mail.queue import MailBox, QueuedMail, is_address, queue_mail
from regie.core.mail.rendering import EmailMessage, Group, Line, compose
from regie.core.text.locale import LOCALES, Locale
from regie.core.time.instants import instant_in_words
from tests.conftest import NOON
from tests.factories.world import unchanged

NOON_THERE = "November 20, 2026 at 12:00 (Toronto time)"
LINK = "https://regie.example/auth/links/abc?x=1&y=2"
# What a caller gives with each kind; True: a link goes with it.
GIVEN: dict[str, tuple[dict[str, Any], bool]] = {
    "invitation": ({"name": "Maëlle", "inviter": "Joël Lavoie", "organization": "Atelier Nord", "days": 7}, True),
    "password_reset": ({"minutes": 60}, True),
    "password_changed": ({"when": NOON_THERE}, False),
    "sign_in_code": ({"code": "493027", "minutes": 10}, True),
    "notification": ({"title": "Joël a souligné une valeur chez vous", "detail": "Une facture"}, True),
    "notifications": ({"event": "Overdue invoices", "count": 3}, True),
    "digest": ({"day": "November 20, 2026"}, True),
    "second_factor_on": ({"when": NOON_THERE}, False),
    "second_factor_off": ({"when": NOON_THERE}, False),
    "google_unlinked": ({"when": NOON_THERE}, False),
    "email_changed": ({"when": NOON_THERE, "name": "Olivier Gagnon"}, False),
}


def letter_of(kind: str, locale: Locale = "en-us", **changed: Any) -> EmailMessage:
    values, has_link = GIVEN[kind]
    return compose(kind, locale, LINK if has_link else None, values | changed)


def queue(session: Session, box: MailBox, **changed: Any) -> None:
    asked = {"to": "maelle@regie.example", "kind": "sign_in_code", "locale": "fr-ca", "now": NOON, "link": LINK}
    queue_mail(session, box, **asked | {"code": "493027", "minutes": 10} | changed)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", GIVEN)
def test_each_kind_is_readable_as_text_and_as_html(kind: str, locale: Locale):
    letter = letter_of(kind, locale)
    assert letter.subject
    assert "\n" not in letter.subject
    assert not re.search(r"[{}]|None", letter.subject + letter.text)
    assert all(len(line) <= 72 or line == LINK for line in letter.text.splitlines())
    assert f'<html lang="{"fr-CA" if locale == "fr-ca" else "en-US"}">' in letter.html
    assert not re.search(r"<img|<script|<link|url\(|@import|\bon\w+=|<table", letter.html)
    if GIVEN[kind][1]:
        assert f"\n\n{LINK}\n\n" in letter.text
        assert letter.html.count('href="https://regie.example/auth/links/abc?x=1&amp;y=2"') == 2
    else:
        assert "href" not in letter.html


def test_the_code_stands_alone():
    letter = letter_of("sign_in_code", "fr-ca")
    assert "\n\n    493027\n\n" in letter.text
    assert ">493027</p>" in letter.html
    assert "493027" not in letter.subject
    assert letter.subject == "Votre code de connexion à Régie"
    assert "valables 10\u00a0minutes" in letter.text


def test_a_bare_instant_is_refused():
    """Whose time zone it is in, only its sender knows."""
    with pytest.raises(TypeError, match="time zone"):
        letter_of("password_changed", when=NOON)


def test_words_for_an_instant_are_kept_together():
    when = instant_in_words(NOON, "America/Toronto", "fr-ca")
    assert " ".join(letter_of("password_changed", "fr-ca", when=when).text.split()).count(" ".join(when.split())) == 1


def test_the_first_day_of_a_month_is_counted_in_french():
    first = datetime(2026, 11, 1, 17, tzinfo=UTC)
    assert instant_in_words(first, "America/Toronto", "fr-ca").startswith("1er novembre 2026")
    assert instant_in_words(first, "America/Toronto", "en-us").startswith("November 1, 2026")


def test_a_name_is_no_markup_and_no_template():
    hostile = '<i onload="x">{code}{{ 7 * 7 }}</i> & "l’Anse"'
    letter = letter_of("invitation", name=hostile)
    assert "<i" not in letter.html
    assert "&lt;i onload=&#34;x&#34;&gt;{code}{{ 7 * 7 }}&lt;/i&gt; &amp; &#34;l’Anse&#34;" in letter.html
    assert '<i onload="x">{code}{{ 7 * 7 }}</i>' in " ".join(letter.text.split())


@pytest.mark.parametrize("breaking", ["\r\n", "\n", "\r", "\u2028", "\u2029", "\x85", "\x00", "\ud800", "\u202e"])
def test_a_name_stays_on_its_line(breaking: str):
    letter = letter_of("invitation", organization=f"Nord{breaking}Bcc: all@regie.example")
    assert letter.subject == "Your invitation to Régie at Nord Bcc: all@regie.example"
    (letter.text + letter.html).encode()


def test_a_long_value_is_cut():
    assert "x" * 499 + "…" in letter_of("notification", detail="x" * 900).html


@pytest.mark.parametrize("link", [None, "javascript:alert(1)", "https://a.example/\r\nBcc: x", 'https://a.example/"x'])
def test_a_button_needs_a_web_address(link: str | None):
    with pytest.raises(ValueError, match="link"):
        compose("password_reset", "en-us", link, {"minutes": 60})


def test_a_link_needs_a_button():
    with pytest.raises(ValueError, match="button"):
        compose("password_changed", "en-us", LINK, {"when": NOON_THERE})


def test_a_mail_is_kept_with_its_transaction_and_sealed(database: Database, box: MailBox):
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
    letter = box.unseal(row.content)
    assert letter is not None
    assert "493027" in letter.text
    assert MailBox("another secret").unseal(row.content) is None


def test_what_fails_after_it_takes_the_mail_back(database: Database, box: MailBox):
    def fail(session: Session) -> None:
        queue(session, box)
        session.flush()
        raise RuntimeError("halfway")

    with unchanged(database), pytest.raises(RuntimeError, match="halfway"), database.write() as session:
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
def test_a_mail_goes_to_one_address(database: Database, box: MailBox, address: str):
    assert not is_address(address)
    with unchanged(database), pytest.raises(ValueError, match="one address"), database.write() as session:
        queue(session, box, to=address)


@pytest.mark.parametrize("wrong", [{"kind": "unknown"}, {"minutes": None, "kind": "invitation"}])
def test_a_mail_that_nobody_described_is_a_mistake(database: Database, box: MailBox, wrong: dict[str, Any]):
    with unchanged(database), pytest.raises(KeyError), database.write() as session:
        queue(session, box, **wrong)


def test_an_unknown_address_is_the_same_work(database: Database, box: MailBox):
    with database.write() as session:
        queue(session, box)
        queue(session, box, to="")
    with database.read() as db:
        known, nobody = db.execute(select(QueuedMail).order_by(QueuedMail.to_address.desc())).all()
    assert nobody.to_address == ""
    assert (nobody.kind, nobody.next_try_at) == (known.kind, known.next_try_at)
    assert len(nobody.content) == len(known.content)


def test_what_a_mail_lists_is_under_its_headings_with_links_of_its_own():
    hostile = Line("<b>Un</b>\r\nBcc: x", "détail & reste", "https://regie.example/goals?open=1&tab=2")
    groups = [Group("Objectifs", (hostile,), "… et 3 de plus"), Group("Factures", (hostile,))]
    letter = compose("digest", "fr-ca", LINK, {"day": "20 novembre 2026"}, groups)
    expected = "Objectifs\n\n- <b>Un</b> Bcc: x\ndétail & reste\nhttps://regie.example/goals?open=1&tab=2\n"
    assert expected in letter.text
    assert letter.text.index("Objectifs") < letter.text.index("… et 3 de plus") < letter.text.index("Factures")
    assert letter.html.count('href="https://regie.example/goals?open=1&amp;tab=2"') == 2
    assert "<b>" not in letter.html
    assert "détail &amp; reste" in letter.html


@pytest.mark.parametrize("link", ["", "javascript:alert(1)", "/goals"])
def test_what_a_mail_lists_leads_to_web_addresses(link: str):
    with pytest.raises(ValueError, match="link"):
        compose("digest", "en-us", LINK, {"day": "x"}, [Group("Goals", (Line("One", "", link),))])
