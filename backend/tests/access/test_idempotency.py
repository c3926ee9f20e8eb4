"""Tests that a POST sent twice with one key runs once and returns the same response."""

import hashlib
import hmac
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from httpx import Response
from sqlalchemy import func, select, update

from regie.access.idempotency import KEY_RETENTION, IdempotencyKey
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.world import World, assert_unchanged

CONCURRENT_REQUESTS = 50


def _body(world: World, name: str) -> dict[str, str]:
    return {"name": name, "account_manager": world.stranger.api_id, "currency": "CAD"}


def _post(browser: Browser, body: object, key: str) -> Response:
    """Send the request, and retry on 503 with the same key, like a client."""
    while True:
        response = browser.post("/api/v1/clients", body, headers={"Idempotency-Key": key})
        if response.status_code != 503:
            return response


def _count_clients(world: World, name: str) -> int:
    with world.database.read() as db:
        return db.execute(select(func.count()).select_from(Client).where(Client.name == name)).scalar_one()


def test_concurrent_equal_requests_create_one_row(world: World):
    body = _body(world, "Cinquante fois")
    with ThreadPoolExecutor(CONCURRENT_REQUESTS) as threads:
        calls = [
            threads.submit(_post, world.browser("admin"), body, "fifty-at-once") for _ in range(CONCURRENT_REQUESTS)
        ]
        responses = [call.result() for call in calls]
    assert {response.status_code for response in responses} == {201}
    assert len({response.content for response in responses}) == 1
    assert [response.headers.get("Idempotency-Replayed") for response in responses].count(
        "true"
    ) == CONCURRENT_REQUESTS - 1
    assert _count_clients(world, "Cinquante fois") == 1


def test_same_key_with_another_body_is_refused(world: World):
    browser = world.browser("admin")
    assert _post(browser, _body(world, "Une"), "one-key").status_code == 201
    with assert_unchanged(world.database):
        response = _post(browser, _body(world, "Autre"), "one-key")
    assert response.status_code == 422
    assert response.json()["errors"] == {"Idempotency-Key": ["This key was already used for another request"]}
    with assert_unchanged(world.database):
        elsewhere = browser.post("/api/v1/projects", _body(world, "Une"), headers={"Idempotency-Key": "one-key"})
    assert elsewhere.status_code == 422


def test_stored_request_hash_is_keyed(world: World):
    """A plain hash of a short body could be guessed."""
    body = _body(world, "Sans clé")
    sent = json.dumps(body, separators=(",", ":")).encode()
    headers = {"Idempotency-Key": "keyed", "Content-Type": "application/json"}
    assert world.browser("admin").call("POST", "/api/v1/clients", content=sent, headers=headers).status_code == 201
    with world.database.read() as db:
        stored = db.execute(select(IdempotencyKey.request_hash).where(IdempotencyKey.key == "keyed")).scalar_one()
    plain = (b"/api/v1/clients\n" + sent, b"idempotency\0/api/v1/clients\n" + sent)
    assert stored not in {hashlib.sha256(content).hexdigest() for content in plain}
    keyed = hmac.new(world.app.state.context.secret.encode(), plain[1], hashlib.sha256).hexdigest()
    assert stored == keyed


def test_refused_request_does_not_use_its_key(world: World):
    browser = world.browser("admin")
    with assert_unchanged(world.database):
        assert (
            _post(browser, _body(world, "Vide") | {"team": world.stranger.api_id}, "after-refusal").status_code == 422
        )
    assert _post(browser, _body(world, "Vide"), "after-refusal").status_code == 201


def test_keys_are_per_user(world: World):
    for column in ("admin", "account_manager"):
        assert _post(world.browser(column), _body(world, "À chacun"), "shared-key").status_code == 201
    assert _count_clients(world, "À chacun") == 2


def test_replay_requires_authorization(world: World):
    browser = world.fresh_browser("admin")
    assert _post(browser, _body(world, "Sorti"), "signed-out").status_code == 201
    browser.post("/logout")
    with assert_unchanged(world.database):
        assert _post(browser, _body(world, "Sorti"), "signed-out").status_code == 401


def test_key_expires_after_a_day(world: World):
    browser = world.browser("admin")
    _post(browser, _body(world, "Demain"), "for-a-day")
    with world.database.write() as session:
        session.execute(update(IdempotencyKey).values(created_at=NOON - KEY_RETENTION - timedelta(seconds=1)))
    _post(browser, _body(world, "Demain"), "for-a-day")
    assert _count_clients(world, "Demain") == 2


@pytest.mark.parametrize("key", ["", "x" * 101, "a\tb"])
def test_invalid_key_is_refused(world: World, key: str):
    with assert_unchanged(world.database):
        response = _post(world.browser("admin"), _body(world, "Clé"), key)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["Idempotency-Key"]
