"""The statement of account: what it contains, in the client's language, and each currency by itself."""

import io
from datetime import date
from decimal import Decimal
from typing import Any

from pypdf import PdfReader
from sqlalchemy import select

from regie.domains.records.invoices.models import Invoice, InvoicePayment
from tests.factories.work import SYNCED, make_client, make_credit, make_invoice
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/clients/{}/statement"


def _client(world: World, column: str = "account_manager", **fields: str) -> tuple[str, int]:
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.people[column].user.id, **fields)
        return client.api_id, client.id


def _owe(world: World, key: int, number: str, total: str, day: date, currency: str = "CAD", **fields: Decimal) -> None:
    with world.database.write() as session:
        dates = {"issued_on": date(2026, 9, 1), "due_on": day, "payable_on": day}
        make_invoice(session, client_id=key, number=number, total=total, currency=currency, **dates, **fields)


def _read(world: World, client: str, column: str = "admin") -> str:
    response = world.browser(column).get(PATH.format(client))
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/pdf"
    assert response.headers["content-disposition"].startswith("attachment")
    pages = PdfReader(io.BytesIO(response.content)).pages
    return "\n".join(page.extract_text() for page in pages).replace("\u00a0", " ")


def test_statement_has_invoices_credits_and_totals_of_each_currency(world: World):
    client, key = _client(world, name="Pivoine & Cie", language="fr-ca", address="61, rue du Quai\nPlessisville")
    _owe(world, key, "AN-1", "1200.50", date(2026, 10, 1))
    _owe(world, key, "AN-2", "300.00", date(2026, 12, 1))
    _owe(world, key, "AN-3", "80.00", date(2026, 11, 1), currency="USD")
    _owe(world, key, "AN-4", "999.00", date(2026, 11, 1), balance=Decimal(0))
    with world.database.write() as session:
        make_credit(session, "50.50", date(2026, 11, 2), client_id=key, currency="CAD", number="PMT-7")
    text = _read(world, client, "account_manager")
    for expected in (
        "État de compte", "20 novembre 2026", "Pivoine & Cie", "61, rue du Quai", "AN-1", "AN-2", "AN-3", "PMT-7",
        "1 500,50", "1 200,50", "−50,50", "1 450,00", "80,00", "31 à 60 jours", "Non échue", "1er octobre 2026",
    ):  # fmt: skip
        assert expected in text, expected
    # Paid invoices are not open, and two currencies are never added.
    assert "AN-4" not in text
    assert "1 580,50" not in text
    log = world.browser("admin").get(f"/api/v1/activity?subject={client}&per_page=100").json()["data"]
    assert "downloaded" in {entry["action"] for entry in log}


def test_statement_of_an_english_client_without_a_balance(world: World):
    client, _ = _client(world, name="Nova", language="en-us")
    text = _read(world, client)
    assert "Statement of account" in text
    assert "Nothing is owed." in text


def _document(world: World, client: str, column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"/api/v1/clients/{client}/statement-document")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _pay(world: World, number: str, amount: str, day: date, kind: str = "payment", **fields: Any) -> None:
    with world.database.write() as session:
        invoice = session.execute(select(Invoice).where(Invoice.number == number)).scalar_one()
        session.add(
            InvoicePayment(
                external_id=f"{kind}:{number}:{day}:{amount}",
                source_external_id=f"{number}:{day}",
                kind=kind,
                invoice_external_id=invoice.external_id,
                paid_on=day,
                amount=Decimal(amount),
                currency=invoice.currency,
                synced_at=SYNCED,
                **fields,
            )
        )


def test_recent_payments_are_those_of_ninety_days(world: World):
    client, key = _client(world, name="Recent", language="en-us")
    _owe(world, key, "AN-61", "100.00", date(2026, 8, 1), balance=Decimal(0))
    _owe(world, key, "AN-62", "70.00", date(2026, 8, 1), currency="USD", balance=Decimal(0))
    _pay(world, "AN-61", "60.00", date(2026, 8, 22))
    _pay(world, "AN-61", "40.00", date(2026, 11, 20), kind="credit")
    _pay(world, "AN-61", "11.00", date(2026, 8, 21))
    _pay(world, "AN-61", "12.00", date(2026, 11, 1), deleted_at=SYNCED)
    _pay(world, "AN-62", "70.00", date(2026, 11, 2))
    document = _document(world, client)
    assert document["nothing"] == "Nothing is owed."
    cad, usd = document["parts"]
    assert (cad["currency"], cad["figures"], cad["buckets"]) == ("CAD", [], [])
    (table,) = cad["tables"]
    assert table["title"] == "Payments since August 22, 2026 (CAD)"
    assert table["rows"] == [
        ["Credit", "AN-61", "November 20, 2026", "40.00"],
        ["Payment", "AN-61", "August 22, 2026", "60.00"],
    ]
    assert table["total"] == "100.00"
    assert [row[3] for row in usd["tables"][0]["rows"]] == ["70.00"]
    text = _read(world, client)
    assert "Payments since August 22, 2026" in text
    assert "60.00" in text
    assert "11.00" not in text


def test_payment_instructions_are_in_the_clients_language_or_the_other_one(world: World):
    admin = world.browser("admin")
    french, _ = _client(world, name="Érable", language="fr-ca")
    english, _ = _client(world, name="Maple", language="en-us")
    assert _document(world, french)["instructions"] == []
    assert _document(world, french)["instructions_title"] is None
    assert admin.post("/api/v1/settings", {"payment_instructions_en": "Wire.\n\nState the number."}).status_code == 200
    assert _document(world, french)["instructions"] == ["Wire.", "State the number."]
    assert admin.post("/api/v1/settings", {"payment_instructions_fr": "Virement."}).status_code == 200
    assert _document(world, french)["instructions"] == ["Virement."]
    assert _document(world, french)["instructions_title"] == "Comment payer"
    assert _document(world, english)["instructions"] == ["Wire.", "State the number."]
    assert "Virement." in _read(world, french)


def test_document_has_the_texts_and_shares_of_the_statement(world: World):
    client, key = _client(world, "account_manager", name="Parts", language="fr-ca", address="61, rue du Quai")
    _owe(world, key, "AN-71", "750.00", date(2026, 10, 1))
    _owe(world, key, "AN-72", "250.00", date(2026, 12, 1))
    document = _document(world, client, "account_manager")
    assert (document["locale"], document["title"], document["nothing"]) == ("fr-ca", "État de compte", None)
    assert document["address"] == ["61, rue du Quai"]
    (part,) = document["parts"]
    assert [figure["amount"] for figure in part["figures"]] == ["1\u00a0000,00", "750,00"]
    assert [figure["is_overdue"] for figure in part["figures"]] == [False, True]
    assert [bucket["share_percent"] for bucket in part["buckets"]] == ["25.00", "0.00", "75.00", "0.00", "0.00"]
    (table,) = part["tables"]
    assert [row[0] for row in table["rows"]] == ["AN-71", "AN-72"]
    of_others, _ = _client(world, "financial_manager")
    with assert_unchanged(world.database):
        path = f"/api/v1/clients/{of_others}/statement-document"
        assert world.browser("account_manager").get(path).status_code == 404


def test_churn_manager_does_not_see_the_address(world: World):
    """Their right covers the invoices of churned clients, not the client's own amounts and billing data."""
    churned = world.project("churn_manager", "other", kind="retainer", status="churned")
    client = world.browser("admin").get(f"/api/v1/projects/{churned}").json()["data"]["client"]["api_id"]
    version = world.browser("admin").get(f"/api/v1/clients/{client}").json()["data"]["version"]
    changed = world.browser("admin").patch(f"/api/v1/clients/{client}", {"address": "9 Elm", "version": version})
    assert changed.status_code == 200, changed.text
    assert "9 Elm" in _read(world, client)
    assert "9 Elm" not in _read(world, client, "churn_manager")


def test_statement_of_a_client_of_others_is_not_found(world: World):
    client, _ = _client(world, "financial_manager")
    with assert_unchanged(world.database):
        assert world.browser("account_manager").get(PATH.format(client)).status_code == 404
