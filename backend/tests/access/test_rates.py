"""One caller's calls in a minute are bounded: the next one waits, nobody else does, and nothing is done meanwhile."""

from datetime import timedelta
from typing import Any

import pytest

from regie.access.rate_limits import Rate, Rates
from regie.core.api.errors import TooMany
from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.factories.log import log_of
from tests.factories.statements import count_statements
from tests.factories.world import unchanged

EXPORT = ("/api/v1/exports", {"list_name": "clients", "format": "csv"})


def test_one_call_too_many_waits_for_the_next_minute(sign_in_as: Any, clock, database: Database):
    owner, other = sign_in_as("super_admin"), sign_in_as("super_admin")
    assert {owner.post(*EXPORT).status_code for _ in range(Rate.EXPORT.value)} == {201}
    with unchanged(database):
        answer = owner.post(*EXPORT)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_calls")
    assert len(log_of(database, "exported")) == Rate.EXPORT.value
    assert (other.post(*EXPORT).status_code, owner.get("/api/v1/me").status_code) == (201, 200)
    clock.moment += timedelta(seconds=int(answer.headers["Retry-After"]))
    assert owner.post(*EXPORT).status_code == 201


def test_a_second_browser_of_the_same_person_counts_with_the_first(app, sign_in_as: Any, clock, database: Database):
    owner = sign_in_as("super_admin")
    elsewhere = Browser(app, ORIGIN).carrying(owner.user, clock.now())
    for _ in range(Rate.EXPORT.value):
        owner.post(*EXPORT)
    with unchanged(database):
        assert elsewhere.post(*EXPORT).status_code == 429


def test_a_body_that_cannot_be_read_counts_too(app, sign_in_as: Any, database: Database, monkeypatch):
    browser = sign_in_as("super_admin")
    monkeypatch.setattr(app.state.context.rates, "_factor", 0)
    with unchanged(database):
        assert browser.post("/api/v1/clients", {"name": 1}).status_code == 429


def test_guests_are_counted_by_the_network_that_is_theirs(app, database: Database):
    first, second, else_where = (Browser(app, ORIGIN, f"2001:db8:{end}") for end in ("1:2::1", "1:2::2", "1:3::1"))
    statuses = {first.post("/logout").status_code for _ in range(Rate.SIGN_IN.value)}
    with unchanged(database):
        assert (statuses, second.post("/logout").status_code) == ({204}, 429)
    assert else_where.post("/logout").status_code == 204


@pytest.mark.parametrize(("method", "path"), [("POST", "/logout"), ("DELETE", "/api/v1/impersonated-users")])
def test_a_guest_who_ends_what_they_have_not_costs_the_database_nothing(
    visitor: Browser, database: Database, method: str, path: str
):
    with unchanged(database), count_statements(database) as statements:
        assert visitor.call(method, path).status_code == 204
    assert statements == []
    visitor.plant("s." + "a" * 43)
    with unchanged(database), count_statements(database) as statements:
        assert visitor.call(method, path).status_code == 204
    assert not [one for one in statements if not one.startswith("SELECT")]


def test_figures_are_multiplied_and_minutes_forget(clock):
    rates = Rates(clock, factor=2)
    for _ in range(2 * Rate.EXPORT.value):
        rates.count_call(Rate.EXPORT, "one")
    with pytest.raises(TooMany):
        rates.count_call(Rate.EXPORT, "one")
    rates.count_call(Rate.MAIL, "one")
    clock.moment += timedelta(minutes=1)
    rates.count_call(Rate.EXPORT, "one")
    assert len(rates._counts) == 1
