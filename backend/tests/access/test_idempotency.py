"""A create that is sent twice happens once, and says the same both times."""

import hashlib
import hmac
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from httpx import Response
from sqlalchemy import func, select, update

from regie.access.idempotency import KEPT_FOR, IdempotencyKey
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.world import World, unchanged

AT_ONCE = 50


def _body(world: World, name: str) -> dict[str, str]:
    return {"name": name, "account_manager": world.stranger.api_id, "currency": "CAD"}


def _post(browser: Browser, body: object, key: str) -> Response:
    """As a client does: one that is asked to come back comes back with the same key."""
    while True:
        answer = browser.post("/api/v1/clients", body, headers={"Idempotency-Key": key})
        if answer.status_code != 503:
            return answer


def _named(world: World, name: str) -> int:
    with world.database.read() as db:
        return db.execute(select(func.count()).select_from(Client).where(Client.name == name)).scalar_one()


def test_fifty_equal_creates_at_once_make_one_row(world: World):
    body = _body(world, "Cinquante fois")
    with ThreadPoolExecutor(AT_ONCE) as threads:
        calls = [threads.submit(_post, world.browser("admin"), body, "fifty-at-once") for _ in range(AT_ONCE)]
        answers = [call.result() for call in calls]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert [answer.headers.get("Idempotency-Replayed") for answer in answers].count("true") == AT_ONCE - 1
    assert _named(world, "Cinquante fois") == 1


def test_another_body_with_the_same_key_is_refused(world: World):
    browser = world.browser("admin")
    assert _post(browser, _body(world, "Une"), "one-key").status_code == 201
    with unchanged(world.database):
        answer = _post(browser, _body(world, "Autre"), "one-key")
    assert answer.status_code == 422
    assert answer.json()["errors"] == {"Idempotency-Key": ["This key was already used for another request"]}
    with unchanged(world.database):
        elsewhere = browser.post("/api/v1/projects", _body(world, "Une"), headers={"Idempotency-Key": "one-key"})
    assert elsewhere.status_code == 422


def test_what_is_kept_of_a_request_cannot_be_guessed_from_the_database(world: World):
    """A plain hash of a short body is soon found by trying; this one takes the application's secret."""
    body = _body(world, "Sans clé")
    sent = json.dumps(body, separators=(",", ":")).encode()
    headers = {"Idempotency-Key": "keyed", "Content-Type": "application/json"}
    assert world.browser("admin").call("POST", "/api/v1/clients", content=sent, headers=headers).status_code == 201
    with world.database.read() as db:
        kept = db.execute(select(IdempotencyKey.request_hash).where(IdempotencyKey.key == "keyed")).scalar_one()
    plain = (b"/api/v1/clients\n" + sent, b"idempotency\0/api/v1/clients\n" + sent)
    assert kept not in {hashlib.sha256(content).hexdigest() for content in plain}
    keyed = hmac.new(world.app.state.context.secret.encode(), plain[1], hashlib.sha256).hexdigest()
    assert kept == keyed


def test_a_refused_create_leaves_its_key_free(world: World):
    browser = world.browser("admin")
    with unchanged(world.database):
        assert (
            _post(browser, _body(world, "Vide") | {"team": world.stranger.api_id}, "after-refusal").status_code == 422
        )
    assert _post(browser, _body(world, "Vide"), "after-refusal").status_code == 201


def test_keys_are_each_persons_own(world: World):
    for column in ("admin", "account_manager"):
        assert _post(world.browser(column), _body(world, "À chacun"), "shared-key").status_code == 201
    assert _named(world, "À chacun") == 2


def test_a_replay_is_only_for_those_who_may_still_call(world: World):
    browser = world.fresh_browser("admin")
    assert _post(browser, _body(world, "Sorti"), "signed-out").status_code == 201
    browser.post("/logout")
    with unchanged(world.database):
        assert _post(browser, _body(world, "Sorti"), "signed-out").status_code == 401


def test_a_key_is_forgotten_after_a_day(world: World):
    browser = world.browser("admin")
    _post(browser, _body(world, "Demain"), "for-a-day")
    with world.database.write() as session:
        session.execute(update(IdempotencyKey).values(created_at=NOON - KEPT_FOR - timedelta(seconds=1)))
    _post(browser, _body(world, "Demain"), "for-a-day")
    assert _named(world, "Demain") == 2


@pytest.mark.parametrize("key", ["", "x" * 101, "a\tb"])
def test_an_odd_key_is_refused(world: World, key: str):
    with unchanged(world.database):
        answer = _post(world.browser("admin"), _body(world, "Clé"), key)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["Idempotency-Key"]
