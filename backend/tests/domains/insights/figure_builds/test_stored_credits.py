"""Stored receivables name the client of a credit, whose key may be that of another client's invoice."""

from collections.abc import Callable
from datetime import date

from regie.core.db.database import Database
from regie.domains.insights.figure_builds.actions import check, rebuild, refresh
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.people import make_user
from tests.factories.work import make_client, make_credit, make_invoice


def test_a_credit_is_stored_under_its_client(
    database: Database, sign_in_as: Callable[..., Browser], clock: MovableClock
):
    admin = sign_in_as("admin")
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        theirs, other = make_client(session, account_manager_id=manager.id), make_client(session)
        keys = theirs.id, other.id
        day = date(2026, 9, 1)
        for client in keys:
            make_invoice(session, client_id=client, total="100.00", issued_on=day, due_on=day)
        for client, amount in zip(reversed(keys), ("7.00", "9.00"), strict=True):
            make_credit(session, amount, day, client_id=client)
    rebuild(database, clock)
    period = "from=2026-10-01&to=2026-10-31&currency=CAD"

    def read(browser: Browser) -> str:
        figures = browser.get(f"/api/v1/dashboard?{period}").json()["data"]["figures"]
        return figures["receivables"]["money"]["amount"]

    browser = Browser(admin.app, ORIGIN).signed_in_as(manager, NOON)
    assert (read(admin), read(browser)) == ("184.00", "91.00")
    rows = browser.get(f"/api/v1/dashboard-rows?figure=receivables&group=unapplied&{period}").json()["data"]
    assert [row["amount"]["amount"] for row in rows] == ["-9.00"]
    with database.write() as session:
        session.get_one(Client, keys[0]).name = "Renommé"
        make_credit(session, "1.00", day, client_id=keys[0])
    assert (read(admin), read(browser)) == ("183.00", "90.00")
    assert refresh(database, clock)
    assert check(database, clock) == []
    assert (read(admin), read(browser)) == ("183.00", "90.00")
