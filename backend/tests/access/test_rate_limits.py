"""Tests the rate limits per caller and minute."""

from datetime import timedelta
from typing import Any

import pytest

from regie.access.rate_limits import Rate, RateLimiter
from regie.core.api.errors import TooMany
from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.activity import read_activity
from tests.factories.statements import record_statements
from tests.factories.world import assert_unchanged

EXPORT = ("/api/v1/exports", {"list_name": "clients", "format": "csv"})


def test_request_above_the_limit_is_refused_until_the_next_minute(sign_in_as: Any, clock, database: Database):
    owner, other = sign_in_as("super_admin"), sign_in_as("super_admin")
    assert {owner.post(*EXPORT).status_code for _ in range(Rate.EXPORT.value)} == {201}
    with assert_unchanged(database):
        response = owner.post(*EXPORT)
    assert (response.status_code, response.json()["code"]) == (429, "too_many_calls")
    assert len(read_activity(database, "exported")) == Rate.EXPORT.value
    assert (other.post(*EXPORT).status_code, owner.get("/api/v1/me").status_code) == (201, 200)
    clock.moment += timedelta(seconds=int(response.headers["Retry-After"]))
    assert owner.post(*EXPORT).status_code == 201


def test_browsers_of_one_user_share_the_limit(app, sign_in_as: Any, clock, database: Database):
    owner = sign_in_as("super_admin")
    other_browser = Browser(app, ORIGIN).signed_in_as(owner.user, clock.now())
    for _ in range(Rate.EXPORT.value):
        owner.post(*EXPORT)
    with assert_unchanged(database):
        assert other_browser.post(*EXPORT).status_code == 429


def test_request_with_invalid_body_is_counted(app, sign_in_as: Any, database: Database, monkeypatch):
    browser = sign_in_as("super_admin")
    monkeypatch.setattr(app.state.context.rate_limiter, "_factor", 0)
    with assert_unchanged(database):
        assert browser.post("/api/v1/clients", {"name": 1}).status_code == 429


def test_visitors_are_counted_by_network(app, database: Database):
    first, second, other_network = (Browser(app, ORIGIN, f"2001:db8:{end}") for end in ("1:2::1", "1:2::2", "1:3::1"))
    statuses = {first.post("/logout").status_code for _ in range(Rate.SIGN_IN.value)}
    with assert_unchanged(database):
        assert (statuses, second.post("/logout").status_code) == ({204}, 429)
    assert other_network.post("/logout").status_code == 204


@pytest.mark.parametrize(("method", "path"), [("POST", "/logout"), ("DELETE", "/api/v1/impersonated-users")])
def test_sign_out_without_session_does_not_use_the_database(
    visitor: Browser, database: Database, method: str, path: str
):
    with assert_unchanged(database), record_statements(database) as statements:
        assert visitor.call(method, path).status_code == 204
    assert statements == []
    visitor.set_session_token("s." + "a" * 43)
    with assert_unchanged(database), record_statements(database) as statements:
        assert visitor.call(method, path).status_code == 204
    assert not [one for one in statements if not one.startswith("SELECT")]


def test_factor_multiplies_limits_and_counts_reset_each_minute(clock):
    rate_limiter = RateLimiter(clock, factor=2)
    for _ in range(2 * Rate.EXPORT.value):
        rate_limiter.count_call(Rate.EXPORT, "one")
    with pytest.raises(TooMany):
        rate_limiter.count_call(Rate.EXPORT, "one")
    rate_limiter.count_call(Rate.MAIL, "one")
    clock.moment += timedelta(minutes=1)
    rate_limiter.count_call(Rate.EXPORT, "one")
    assert len(rate_limiter._counts) == 1
