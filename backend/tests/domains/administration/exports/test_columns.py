"""Tests of individual export columns: signs, links, labels and durations."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.integrations.sync.models import SyncRun
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.domains.administration.exports.export_files import PATH, export_list
from tests.factories.churns import make_churn
from tests.factories.files import make_attachment
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin")


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_lost_mrr_is_negative(owner: Browser, database: Database, format: str):
    with database.write() as session:
        make_project(session, monthly_fee="700.00", start_on=date(2026, 3, 2))
        lost = make_project(session, monthly_fee="300.00", start_on=date(2026, 3, 2))
        make_churn(session, lost, effective_on=date(2026, 6, 30), mrr_lost=Decimal("300.00"))
    exported = export_list(owner, "mrr-movements", format, query="currency=CAD")
    assert exported.header[:4] == ["Client", "Day", "Movement", "Amount"]
    assert exported.header[4:] == ["Amount (currency)", "Converted", "Converted (currency)", "Rate", "Cause"]
    assert [(row[2], Decimal(str(row[3])), Decimal(str(row[5]))) for row in exported.rows] == [
        ("Churn", Decimal("-300.00"), Decimal("-300.00")),
        ("New", Decimal("700.00"), Decimal("700.00")),
        ("New", Decimal("300.00"), Decimal("300.00")),
    ]
    totals = [(name, currency, Decimal(str(net))) for name, currency, net in exported.totals]
    assert totals == [("Amount", "CAD", 700), ("Converted", "CAD", 700)]


def test_selected_movements_are_exported_from_all_pages(owner: Browser, database: Database):
    with database.write() as session:
        for number in range(12):
            make_project(session, monthly_fee=f"{100 + number}.00", start_on=date(2026, 1, 1) + timedelta(number))
    first, last = (owner.get(f"/api/v1/mrr-movements?page={page}&per_page=1").json()["data"][0] for page in (1, 12))
    exported = export_list(owner, "mrr-movements", ids=[last["api_id"], first["api_id"]], query="per_page=1")
    assert [row[3] for row in exported.rows] == ["111.00", "100.00"]


def test_attachments_are_exported_as_name_size_and_link(app: Any, sign_in_as: Any, database: Database):
    """The export has no content, and the link checks the reader's permissions."""
    files = app.state.context.files
    manager, other = sign_in_as("account_manager"), sign_in_as("employee")
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        fields = {"client_id": client.id, "uploaded_by_id": manager.user.id}
        attachment = make_attachment(session, files, file_name="=1+1.txt", title="Contrat", **fields)
        make_attachment(session, files, file_name="paie.txt", sensitivity="hr", **fields)
    query = f"client={client.api_id}"
    exported = export_list(manager, "attachments", query=query, columns=["file_name", "size", "sensitivity"])
    assert exported.header == ["File name", "File name (title)", "File name (link)", "Size (bytes)", "Visible to"]
    link = f"{ORIGIN}/api/v1/attachments/{attachment.api_id}/content"
    (row,) = exported.rows
    assert row[:4] == ["'=1+1.txt", "Contrat", link, str(attachment.size)]
    assert manager.get(link.removeprefix(ORIGIN)).status_code == 200
    assert export_list(other, "attachments", query=query).rows == []


def test_sync_run_is_exported_with_labels_and_seconds(owner: Browser, database: Database):
    with database.write() as session:
        finished = {"started_at": NOON, "finished_at": NOON + timedelta(seconds=75), "records": 12, "problems": 1}
        finished["missing"] = [{"kind": "deals", "count": 1268, "known": 8407}]
        session.add(SyncRun(service="hubspot", status="succeeded", created_at=NOON - timedelta(minutes=1), **finished))
        waiting = {"created_at": NOON + timedelta(hours=1), "is_full": True}
        session.add(SyncRun(service="teamwork", status="queued", **waiting))
    owner.locale = "fr-ca"
    exported = export_list(owner, "sync-runs", query="sort=created_at")
    assert exported.header[3:8] == [
        "Durée (secondes)",
        "Type",
        "Résultat (fiches lues)",
        "Résultat (non enregistrées)",
        "Résultat (manquantes)",
    ]
    assert [row[2:8] for row in exported.rows] == [
        ["2026-11-20 12:00", "75", "Première", "12", "1", "Transactions\u00a0: 1\u00a0268 sur 8\u00a0407"],
        ["2026-11-20 13:00", "", "Première", "0", "0", ""],
    ]
    assert [row[0] for row in exported.rows] == ["HubSpot", "Teamwork"]


def test_exchange_rate_has_all_decimals(owner: Browser, database: Database):
    with database.write() as session:
        make_rate(session, "IDR", date(2026, 11, 16), "0.0000850001")
    columns = ["valid_on", "currency", "rate", "source"]
    assert export_list(owner, "exchange-rates", columns=columns).rows == [
        ["2026-11-16", "IDR", "0.0000850001", "Bank of Canada"]
    ]
    ((_, _, rate, _),) = export_list(owner, "exchange-rates", "xlsx", columns=columns).rows
    assert Decimal(str(rate)) == Decimal("0.0000850001")


@pytest.mark.parametrize("list_name", ["sync-runs", "mrr-movements"])
def test_export_of_unreadable_list_returns_403(sign_in_as: Any, database: Database, list_name: str):
    browser = sign_in_as("employee")
    with assert_unchanged(database):
        assert browser.post(PATH, {"list_name": list_name, "format": "csv"}).status_code == 403
