"""Many rows are written by the worker: how far it is can be read, it can be stopped, and a kill leaves no half file."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.files.removals import FileRemoval
from regie.core.files.store import FileStore
from regie.domains.administration.exports import actions, extract
from regie.domains.administration.exports.jobs import MAX_ATTEMPTS, ExportWriter
from regie.domains.administration.exports.models import Export
from regie.domains.people.notifications.letters import Notifier
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.domains.administration.exports.reading import PATH, read_csv, read_xlsx
from tests.factories.exports import make_export
from tests.factories.post import mails
from tests.factories.work import make_client
from tests.factories.world import unchanged

# Two whole pages and a part of one.
ROWS, A_PAGE = 130, 50


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin")


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts as many, so that a test need not make more."""
    monkeypatch.setattr(actions, "AT_ONCE", 100)
    monkeypatch.setattr(extract, "_A_PAGE", A_PAGE)


@pytest.fixture
def clients(database: Database, few_at_once: None) -> None:
    with database.write() as session:
        for number in range(ROWS):
            make_client(session, name=f"Client {number:03}")


@pytest.fixture
def writer(app: Any, database: Database, clock: Any) -> ExportWriter:
    context = app.state.context
    return ExportWriter(
        database, context.clock, context.files, lambda: context.lists, Notifier(context.mail, context.origin)
    )


def write_next(writer: ExportWriter) -> None:
    """The oldest that waits, or that an earlier worker began and did not end."""
    for api_id in writer.find_waiting()[:1]:
        writer.run(api_id)


def _ask(browser: Browser, format: str = "csv", **asked: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"list_name": "clients", "format": format, "columns": ["name"], **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _now(browser: Browser, made: dict[str, Any]) -> dict[str, Any]:
    return browser.get(f"{PATH}/{made['api_id']}").json()["data"]


def _file(browser: Browser, made: dict[str, Any]) -> Any:
    return browser.get(f"{PATH}/{made['api_id']}/file")


def _keys(database: Database) -> list[str]:
    with database.read() as db:
        return list(db.execute(select(FileRemoval.storage_key)).scalars())


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_it_waits_is_written_and_can_be_downloaded(owner: Browser, clients: None, writer: ExportWriter, format: str):
    made = _ask(owner, format)
    assert (made["status"], made["total"], made["done"]) == ("waiting", ROWS, 0)
    assert _file(owner, made).status_code == 404
    write_next(writer)
    ready = _now(owner, made)
    assert (ready["status"], ready["done"]) == ("ready", ROWS)
    file = _file(owner, made)
    assert int(file.headers["content-length"]) == ready["size"] == len(file.content)
    read = read_csv(file.content, "en-us") if format == "csv" else read_xlsx(file.content)
    assert [row[0] for row in read.rows] == [f"Client {number:03}" for number in range(ROWS)]
    assert owner.get(f"{PATH}?status=ready").json()["meta"]["total"] == 1


def test_how_far_it_is_can_be_read_meanwhile(owner: Browser, clients: None, writer: ExportWriter):
    made, seen = _ask(owner), []
    writer.is_stopping = lambda: bool(seen.append(_now(owner, made)["done"]))
    write_next(writer)
    assert seen == [0, A_PAGE]
    assert _now(owner, made)["status"] == "ready"


class _Killed(BaseException):
    """What no handler catches, as a kill is caught by none."""


def _killed_after(looks: int) -> Iterator[bool]:
    yield from [False] * looks
    raise _Killed


def test_a_killed_worker_leaves_no_half_file_and_the_next_begins_anew(
    owner: Browser, clients: None, writer: ExportWriter, database: Database
):
    made = _ask(owner)
    looks = _killed_after(1)
    writer.is_stopping = lambda: next(looks)
    with pytest.raises(_Killed):
        write_next(writer)
    assert (_now(owner, made)["status"], _now(owner, made)["done"]) == ("running", A_PAGE)
    assert _file(owner, made).status_code == 404
    assert _keys(database) == []
    writer.is_stopping = lambda: False
    write_next(writer)
    assert (_now(owner, made)["status"], _keys(database)) == ("ready", [])
    assert len(read_csv(_file(owner, made).content, "en-us").rows) == ROWS


def test_a_worker_that_ends_leaves_it_to_the_next(owner: Browser, clients: None, writer: ExportWriter):
    made = _ask(owner)
    writer.is_stopping = lambda: True
    write_next(writer)
    assert _now(owner, made)["status"] == "running"


def test_a_content_that_no_row_names_is_swept(
    owner: Browser, clients: None, writer: ExportWriter, database: Database, monkeypatch: pytest.MonkeyPatch
):
    """Killed between the content and the row."""
    _ask(owner)

    def put_and_die(*_: Any) -> None:
        raise _Killed

    monkeypatch.setattr(FileStore, "put", put_and_die)
    with pytest.raises(_Killed):
        write_next(writer)
    assert len(_keys(database)) == 1


def test_one_that_is_stopped_ends_and_is_gone(owner: Browser, clients: None, writer: ExportWriter, database: Database):
    made = _ask(owner)
    writer.is_stopping = lambda: owner.delete(f"{PATH}/{made['api_id']}").status_code not in (204, 404)
    write_next(writer)
    assert owner.get(f"{PATH}/{made['api_id']}").status_code == 404
    assert _keys(database) == []


def test_what_brings_the_worker_down_each_time_is_given_up(owner: Browser, writer: ExportWriter, database: Database):
    with database.write() as session:
        export = make_export(session, owner.user.id, status="running", tries=MAX_ATTEMPTS, total=9_000)
    write_next(writer)
    assert owner.get(f"{PATH}/{export.api_id}").json()["data"]["status"] == "failed"
    with unchanged(database):
        write_next(writer)


def test_who_lost_the_right_gets_no_file(sign_in_as: Any, clients: None, writer: ExportWriter, database: Database):
    """A file that was made shows what its owner was allowed then; one that is made later, what they are allowed now."""
    person, owner = sign_in_as("admin"), sign_in_as("super_admin")
    made, later = _ask(person), _ask(person)
    write_next(writer)
    assert owner.patch(f"/api/v1/users/{person.user.api_id}", {"roles": ["employee"]}).status_code == 200
    write_next(writer)
    again = Browser(person.app, ORIGIN).carrying(person.user, writer.clock.now())
    with unchanged(database):
        answer = _file(again, made)
    assert (answer.status_code, answer.json()["code"]) == (403, "export_of_other_rights")
    assert read_csv(_file(again, later).content, "en-us").rows == []


def test_who_may_not_read_the_list_any_more_gets_none(
    sign_in_as: Any, writer: ExportWriter, database: Database, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(actions, "AT_ONCE", 0)
    person, owner = sign_in_as("admin"), sign_in_as("super_admin")
    made = person.post(PATH, {"list_name": "users", "format": "csv"}).json()["data"]
    assert owner.patch(f"/api/v1/users/{person.user.api_id}", {"roles": ["employee"]}).status_code == 200
    write_next(writer)
    again = Browser(person.app, ORIGIN).carrying(person.user, writer.clock.now())
    assert _now(again, made)["status"] == "failed"
    with unchanged(database):
        assert _file(again, made).status_code == 404


def test_three_at_once_are_enough(owner: Browser, clients: None, database: Database):
    for _ in range(actions.MOST_UNDER_WAY):
        _ask(owner)
    with unchanged(database):
        answer = owner.post(PATH, {"list_name": "clients", "format": "csv"})
    assert (answer.status_code, answer.json()["code"]) == (422, "exports_under_way")


def test_a_file_is_kept_for_a_week(owner: Browser, clients: None, writer: ExportWriter, database: Database, clock: Any):
    made = _ask(owner)
    write_next(writer)
    clock.moment += timedelta(days=7, minutes=1)
    assert _file(owner, made).status_code in (401, 404)
    writer.purge()
    with database.read() as db:
        assert db.execute(select(Export.id)).first() is None
    assert len(_keys(database)) == 1


def _told(browser: Browser) -> list[tuple[str, str, str]]:
    return [(one["title"], one["detail"], one["link"]) for one in browser.get("/api/v1/notifications").json()["data"]]


def test_its_owner_is_told_when_it_is_ready_in_their_language_and_by_mail_where_they_chose_it(
    sign_in_as: Any, clients: None, writer: ExportWriter
):
    owner, other = sign_in_as("super_admin", locale="fr-ca"), sign_in_as("super_admin")
    _ask(owner)
    write_next(writer)
    owner.locale = "fr-ca"
    ((title, detail, link),) = _told(owner)
    assert title == "Votre exportation est prête\u00a0: Clients 2026-11-20.csv"
    assert detail == "130 lignes, offertes jusqu’au 27 novembre 2026."
    assert link == "/profile?tab=exports"
    assert (_told(other), mails(owner.app)) == ([], [])
    assert owner.patch("/api/v1/me/notification-choices", {"exports": {"by_mail": "at_once"}}).status_code == 200
    _ask(owner)
    write_next(writer)
    (mail,) = mails(owner.app)
    assert (mail.to, mail.link.path, mail.link.query) == (owner.user.email, "/profile", "tab=exports")


def test_its_owner_is_told_when_it_cannot_be_made(owner: Browser, writer: ExportWriter, database: Database):
    with database.write() as session:
        make_export(session, owner.user.id, status="running", tries=MAX_ATTEMPTS, total=9_000)
    write_next(writer)
    ((title, _, link),) = _told(owner)
    assert (title, link) == ("Your export could not be made: Teams.csv", "/profile?tab=exports")


def test_nobody_is_told_of_what_comes_at_once_nor_of_what_they_let_go(
    owner: Browser, clients: None, writer: ExportWriter
):
    assert owner.post(PATH, {"list_name": "teams", "format": "csv"}).json()["data"]["status"] == "ready"
    made = _ask(owner)
    write_next(writer)
    assert len(_told(owner)) == 1
    assert owner.delete(f"{PATH}/{made['api_id']}").status_code == 204
    assert _told(owner) == []


def test_the_worker_knows_every_list():
    from regie.worker import load_lists

    assert {"clients", "invoices", "projects"} <= set(load_lists())
