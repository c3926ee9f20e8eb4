"""Mail leaves once, whoever else is at work; what fails is tried again, what is refused for good is given up."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage as MimeMessage
from email.policy import default
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from regie.core.mail.delivery import CLAIM_DURATION, MAX_LANES, RETRY_DELAYS, Claimed, write_message
from regie.core.mail.queue import MailBox, QueuedMail
from regie.core.mail.rendering import EmailMessage
from regie.core.mail.transports import DeliveryError, OutboxTransport
from tests.core.mail_desk import LINK, MAELLE, SENDER, Desk, Hand, by_smtp
from tests.core.mail_server import DRIP, HANG_UP, HANG_UP_IN_DATA, STALL, MailServer
from tests.factories.world import unchanged


def test_a_mail_is_sent_by_smtp_and_gone(desk: Desk, server: MailServer):
    desk.queue()
    assert desk.worker(by_smtp(server)).deliver_due() == 1
    assert desk.rows() == []
    [(sender, to, raw)] = server.received
    assert (sender.split()[0], to) == (f"FROM:<{SENDER}>", f"TO:<{MAELLE}>")
    raw.decode("ascii")
    message = message_from_bytes(raw, policy=default)
    assert (message["From"], message["To"]) == (f"Régie <{SENDER}>", MAELLE)
    assert message["Subject"] == "Votre code de connexion à Régie"
    assert message["Date"].datetime == desk.clock.now()
    assert message["Message-ID"].endswith("@regie.example>")
    assert (message["Auto-Submitted"], message["Content-Language"]) == ("auto-generated", "fr-CA")
    assert message["Reply-To"] is None
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert LINK in message.get_body(("plain",)).get_content().splitlines()  # type: ignore[union-attr]
    assert desk.worker(by_smtp(server)).deliver_due() == 0


def test_what_is_not_due_waits(desk: Desk):
    desk.queue()
    desk.clock.moment -= timedelta(seconds=1)
    hand = Hand()
    with unchanged(desk.database):
        assert desk.worker(hand).deliver_due() == 0
    assert hand.carried == []


def test_a_mail_to_nobody_is_dropped_without_a_word(desk: Desk):
    desk.queue("")
    hand = Hand()
    assert desk.worker(hand).deliver_due() == 1
    assert (hand.carried, desk.rows()) == ([], [])


@pytest.mark.parametrize(
    ("replies", "code"),
    [
        ({"GREETING": "554 not today"}, "greeting 554"),
        ({"GREETING": HANG_UP}, "disconnected"),
        ({"MAIL": "451 later"}, "refused 451"),
        ({"RCPT": "450 busy"}, "refused 450"),
        ({"DATA": "452 full"}, "refused 452"),
        ({"DATA": HANG_UP}, "disconnected"),
        ({"END": HANG_UP_IN_DATA}, "disconnected"),
        ({"END": "451 later"}, "refused 451"),
    ],
)
def test_what_may_pass_is_tried_again(desk: Desk, server: MailServer, replies: dict[str, str], code: str):
    desk.queue()
    sending = desk.worker(by_smtp(server))
    server.replies = replies
    assert sending.deliver_due() == 1
    [row] = desk.rows()
    assert (row.attempts, row.error, row.failed_at, row.claimed_until) == (1, code, None, None)
    assert row.next_try_at == desk.clock.now() + RETRY_DELAYS[0]
    assert server.received == []
    assert sending.deliver_due() == 0
    server.replies = {}
    desk.clock.moment += RETRY_DELAYS[0]
    assert sending.deliver_due() == 1
    assert (len(server.received), desk.rows()) == (1, [])


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "END"])
def test_what_is_refused_for_good_is_given_up_at_once(desk: Desk, server: MailServer, verb: str):
    desk.queue()
    server.replies = {verb: "550 no such person"}
    assert desk.worker(by_smtp(server)).deliver_due() == 1
    [row] = desk.rows()
    assert (row.content, row.failed_at, row.error) == (None, desk.clock.now(), "refused 550")
    assert (row.to_address, row.kind) == (MAELLE, "sign_in_code")
    desk.clock.moment += timedelta(days=30)
    with unchanged(desk.database):
        assert desk.worker(by_smtp(server)).deliver_due() == 0
    assert server.received == []


def test_a_goodbye_that_fails_takes_nothing_back(desk: Desk, server: MailServer):
    desk.queue()
    server.replies = {"QUIT": HANG_UP}
    desk.worker(by_smtp(server)).deliver_due()
    assert (len(server.received), desk.rows()) == (1, [])


@pytest.mark.parametrize(("verb", "how"), [("GREETING", STALL), ("END", STALL), ("GREETING", DRIP), ("RCPT", DRIP)])
def test_a_server_that_never_ends_is_given_up(desk: Desk, server: MailServer, verb: str, how: str):
    desk.queue()
    server.replies = {verb: how}
    desk.worker(replace(by_smtp(server), within_s=1.0)).deliver_due()
    assert [(row.attempts, row.error, row.failed_at) for row in desk.rows()] == [(1, "timeout", None)]


def test_a_step_that_never_ends_is_given_up(desk: Desk, server: MailServer):
    desk.queue()
    server.replies = {"MAIL": STALL}
    desk.worker(replace(by_smtp(server), step_s=0.5)).deliver_due()
    assert [(row.attempts, row.failed_at) for row in desk.rows()] == [(1, None)]


def test_after_the_last_wait_a_mail_is_given_up(desk: Desk, server: MailServer):
    desk.queue()
    carrier = by_smtp(server)
    server.close()
    for wait in RETRY_DELAYS:
        assert desk.worker(carrier).deliver_due() == 1
        assert desk.rows()[0].next_try_at == desk.clock.now() + wait
        desk.clock.moment += wait
    assert desk.worker(carrier).deliver_due() == 1
    [row] = desk.rows()
    assert (row.attempts, row.content, row.failed_at) == (len(RETRY_DELAYS) + 1, None, desk.clock.now())
    assert row.error == "connection"


def test_a_mail_under_way_is_nobody_elses(desk: Desk):
    desk.queue()
    hand, other = Hand(), Hand()
    hand.first = lambda: desk.worker(other).deliver_due()
    assert desk.worker(hand).deliver_due() == 1
    assert (len(hand.carried), other.carried, desk.rows()) == (1, [], [])


def test_a_mail_that_is_slow_leaves_the_next_one_to_another_lane(desk: Desk):
    lanes: list[list[str]] = []

    def look() -> None:
        lanes.append(list(desk.worker(Hand()).find_waiting()))
        desk.queue()
        lanes.append(list(desk.worker(Hand()).find_waiting()))

    desk.queue()
    hand = Hand(look)
    worker = desk.worker(hand)
    assert worker.find_waiting() == ["lane 1"]
    hand.first = lambda: None if lanes else look()
    worker.deliver_due()
    assert lanes == [[], ["lane 1", "lane 2"]]
    for _ in range(MAX_LANES + 1):
        desk.queue()
    assert len(worker.find_waiting()) == MAX_LANES


def test_a_claim_lapses_when_its_worker_was_killed(desk: Desk):
    class Killed(BaseException):
        pass

    def die() -> None:
        raise Killed

    desk.queue()
    with pytest.raises(Killed):
        desk.worker(Hand(die)).deliver_due()
    hand = Hand()
    assert desk.worker(hand).deliver_due() == 0
    desk.clock.moment += CLAIM_DURATION
    assert desk.worker(hand).deliver_due() == 1
    assert (len(hand.carried), desk.rows()) == (1, [])


def test_who_lost_the_claim_does_not_touch_the_mail(desk: Desk):
    """A hand that took longer than its claim, while another one failed: the row is the other one's."""

    def lose() -> None:
        desk.clock.moment += CLAIM_DURATION
        desk.worker(Hand(refuse)).deliver_due()

    def refuse() -> None:
        raise DeliveryError("refused 451")

    desk.queue()
    desk.worker(Hand(lose)).deliver_due()
    assert [(row.attempts, row.error) for row in desk.rows()] == [(2, "refused 451")]


def test_a_mail_that_kills_its_worker_is_given_up(desk: Desk):
    desk.queue()
    with desk.database.write() as session:
        session.execute(update(QueuedMail).values(attempts=len(RETRY_DELAYS) + 1))
    hand = Hand()
    desk.worker(hand).deliver_due()
    assert (hand.carried, [row.error for row in desk.rows()]) == ([], ["attempts"])


def test_two_workers_at_once_send_each_mail_once(desk: Desk):
    addresses = [f"p{number}@regie.example" for number in range(24)]
    for address in addresses:
        desk.queue(address)
    hands, gate = [Hand(), Hand(), Hand()], Barrier(3)

    def work(hand: Hand) -> None:
        gate.wait(30)
        # A look that another one came before finds nothing; the worker looks again a second later.
        while desk.rows():
            desk.worker(hand).deliver_due()

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(work, hands))
    assert sorted(to for hand in hands for to, _ in hand.carried) == sorted(addresses)
    assert desk.rows() == []


def test_a_mail_sealed_under_another_secret_is_given_up(desk: Desk):
    desk.queue()
    hand = Hand()
    replace(desk.worker(hand), box=MailBox("another")).deliver_due()
    assert hand.carried == []
    assert [(row.content, row.error) for row in desk.rows()] == [(None, "another secret")]


def test_a_repetition_is_the_same_mail(desk: Desk):
    def refuse() -> None:
        raise DeliveryError("refused 451")

    class Refusing(Hand):
        def send(self, message: MimeMessage, sender: str, to: str) -> None:
            super().send(message, sender, to)
            refuse()

    desk.queue()
    refusing, hand = Refusing(), Hand()
    desk.worker(refusing).deliver_due()
    desk.clock.moment += RETRY_DELAYS[0]
    desk.worker(hand).deliver_due()
    first, second = refusing.carried[0][1], hand.carried[0][1]
    for header in ("Message-ID", "Date", "Subject"):
        assert first[header] == second[header]


def test_nothing_secret_is_logged(desk: Desk):
    def stumble() -> None:
        raise RuntimeError(f"493027 {LINK} {MAELLE}")

    desk.queue()
    with capture_logs() as logs:
        desk.worker(Hand(stumble)).deliver_due()
        desk.clock.moment += RETRY_DELAYS[0]
        desk.worker(Hand()).deliver_due()
    assert [entry["event"] for entry in logs] == ["mail postponed", "mail sent"]
    assert not [word for word in ("493027", LINK, MAELLE) if word in json.dumps(logs)]


@pytest.mark.parametrize(
    ("address", "spelt"),
    [("zoé@regie.example", "zoé@regie.example"), ("zoe@régie.example", "zoe@xn--rgie-bpa.example")],
)
def test_addresses_with_accents_arrive(desk: Desk, server: MailServer, address: str, spelt: str):
    desk.queue(address)
    desk.worker(by_smtp(server)).deliver_due()
    assert [to for _, to, _ in server.received] == [f"TO:<{spelt}>"]


def test_a_hostile_name_adds_no_header(desk: Desk, server: MailServer):
    people = {
        "name": "Zoé\r\nBcc: a@regie.example",
        "inviter": "X\nTo: b@regie.example",
        "organization": "N\r\n\r\nbody",
    }
    desk.queue(kind="invitation", code=None, minutes=None, days=7, **people)
    desk.worker(by_smtp(server)).deliver_due()
    message = message_from_bytes(server.received[0][2], policy=default)
    assert message["Bcc"] is None
    assert message.get_all("To") == [MAELLE]
    assert message["Subject"] == "Votre invitation à Régie\u00a0: N body"


def test_the_outbox_holds_whole_private_files(desk: Desk, tmp_path: Path):
    folder = tmp_path / "outbox"
    desk.queue()
    desk.queue("joel@regie.example", locale="en-us")
    assert desk.worker(OutboxTransport(folder)).deliver_due() == 2
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".eml", ".eml"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    first, second = (message_from_bytes(file.read_bytes(), policy=default) for file in files)
    assert (first["To"], second["To"]) == (MAELLE, "joel@regie.example")
    assert second["Content-Language"] == "en-US"


def test_an_outbox_that_cannot_be_written_is_tried_again(desk: Desk, tmp_path: Path):
    (tmp_path / "outbox").write_text("not a folder")
    desk.queue()
    desk.worker(OutboxTransport(tmp_path / "outbox")).deliver_due()
    assert [(row.attempts, row.error, row.failed_at) for row in desk.rows()] == [(1, "outbox", None)]


# Folded at spaces between encoded words, these lost one or two of them.
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
LONG_SUBJECTS = (
    "utilisées a d’heures site ccc d’été Érablière \u00a0: 52\u00a0%",
    "Fjord-Nord\u00a0: 52\u00a0% des heures d’un forfait mensuel d’entretien sont déjà utilisées à Québec",
    "Overdue invoice",
)


@pytest.mark.parametrize("subject", LONG_SUBJECTS)
def test_a_long_subject_arrives_with_all_its_spaces(subject: str):
    claimed = Claimed(1, "a@regie.example", "fr-ca", "digest", b"x", NOON, 0, NOON)
    content = EmailMessage(subject=subject, text="Bonjour", html="<p>Bonjour</p>")
    sent = write_message(claimed, content, "regie@regie.example", "a@regie.example").as_bytes()
    assert message_from_bytes(sent, policy=default)["Subject"] == subject
    assert max(len(line) for line in sent.splitlines()) <= 78
