"""What single columns say in a file: signs, links, words, and how long something took."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.integrations.sync.models import SyncRun
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.domains.administration.exports.reading import PATH, export
from tests.factories.files import make_attachment
from tests.factories.losses import make_churn
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_project
from tests.factories.world import unchanged


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin")


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_mrr_that_was_lost_is_taken_away(owner: Browser, database: Database, format: str):
    with database.write() as session:
        make_project(session, monthly_fee="700.00", start_on=date(2026, 3, 2))
        lost = make_project(session, monthly_fee="300.00", start_on=date(2026, 3, 2))
        make_churn(session, lost, effective_on=date(2026, 6, 30), mrr_lost=Decimal("300.00"))
    read = export(owner, "mrr-movements", format, query="currency=CAD")
    assert read.head[:4] == ["Client", "Day", "Movement", "Amount"]
    assert read.head[4:] == ["Amount (currency)", "Converted", "Converted (currency)", "Rate"]
    assert [(row[2], Decimal(str(row[3])), Decimal(str(row[5]))) for row in read.rows] == [
        ("Churn", Decimal("-300.00"), Decimal("-300.00")),
        ("New", Decimal("700.00"), Decimal("700.00")),
        ("New", Decimal("300.00"), Decimal("300.00")),
    ]
    added_up = [(name, currency, Decimal(str(net))) for name, currency, net in read.totals]
    assert added_up == [("Amount", "CAD", 700), ("Converted", "CAD", 700)]


def test_picked_movements_are_found_on_any_page(owner: Browser, database: Database):
    with database.write() as session:
        for number in range(12):
            make_project(session, monthly_fee=f"{100 + number}.00", start_on=date(2026, 1, 1) + timedelta(number))
    first, last = (owner.get(f"/api/v1/mrr-movements?page={page}&per_page=1").json()["data"][0] for page in (1, 12))
    read = export(owner, "mrr-movements", ids=[last["api_id"], first["api_id"]], query="per_page=1")
    assert [row[3] for row in read.rows] == ["111.00", "100.00"]


def test_a_file_is_told_of_by_name_size_and_link_to_who_may_see_it(app: Any, sign_in_as: Any, database: Database):
    """Nothing of its content; and who opens the link is asked then."""
    files = app.state.context.files
    manager, other = sign_in_as("account_manager"), sign_in_as("employee")
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        known = {"client_id": client.id, "uploaded_by_id": manager.user.id}
        plain = make_attachment(session, files, file_name="=1+1.txt", title="Contrat", **known)
        make_attachment(session, files, file_name="paie.txt", sensitivity="hr", **known)
    query = f"client={client.api_id}"
    read = export(manager, "attachments", query=query, columns=["file_name", "size", "sensitivity"])
    assert read.head == ["File name", "File name (title)", "File name (link)", "Size (bytes)", "Who may see it"]
    link = f"{ORIGIN}/api/v1/attachments/{plain.api_id}/content"
    (row,) = read.rows
    assert row[:4] == ["'=1+1.txt", "Contrat", link, str(plain.size)]
    assert manager.get(link.removeprefix(ORIGIN)).status_code == 200
    assert export(other, "attachments", query=query).rows == []


def test_a_synchronisation_is_told_in_words_and_seconds(owner: Browser, database: Database):
    with database.write() as session:
        done = {"started_at": NOON, "finished_at": NOON + timedelta(seconds=75), "records": 12, "problems": 1}
        session.add(SyncRun(service="hubspot", status="succeeded", created_at=NOON - timedelta(minutes=1), **done))
        waits = {"created_at": NOON + timedelta(hours=1), "is_full": True}
        session.add(SyncRun(service="teamwork", status="queued", **waits))
    owner.locale = "fr-ca"
    read = export(owner, "sync-runs", query="sort=created_at")
    assert read.head[3:7] == ["Durée (secondes)", "Lecture", "Résultat (fiches lues)", "Résultat (non enregistrées)"]
    assert [row[2:7] for row in read.rows] == [
        ["2026-11-20 12:00", "75", "Premier chargement", "12", "1"],
        ["2026-11-20 13:00", "", "Premier chargement", "0", "0"],
    ]
    assert [row[0] for row in read.rows] == ["HubSpot", "Teamwork"]


def test_a_rate_keeps_every_decimal(owner: Browser, database: Database):
    with database.write() as session:
        make_rate(session, "IDR", date(2026, 11, 16), "0.0000850001")
    columns = ["valid_on", "currency", "rate", "source"]
    assert export(owner, "exchange-rates", columns=columns).rows == [
        ["2026-11-16", "IDR", "0.0000850001", "Bank of Canada"]
    ]
    ((_, _, rate, _),) = export(owner, "exchange-rates", "xlsx", columns=columns).rows
    assert Decimal(str(rate)) == Decimal("0.0000850001")


@pytest.mark.parametrize("list_name", ["sync-runs", "mrr-movements"])
def test_who_may_not_read_them_takes_nothing_away(sign_in_as: Any, database: Database, list_name: str):
    browser = sign_in_as("employee")
    with unchanged(database):
        assert browser.post(PATH, {"list_name": list_name, "format": "csv"}).status_code == 403
