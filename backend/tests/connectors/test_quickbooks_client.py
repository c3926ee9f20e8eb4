"""QuickBooks' lists, changes and faults, against a scripted server."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import (
    AccessDenied,
    BadRequest,
    MalformedResponse,
    RecordNotFound,
    ServiceError,
)
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.settings import QuickbooksSettings
from tests.connectors.fake_clock import FakeClock
from tests.connectors.fake_token_source import FakeTokenSource
from tests.connectors.scripted_server import Reply, Request, ScriptedServer

COMPANY = "/v3/company/9130000000000001"
START = datetime(2026, 11, 1, tzinfo=UTC)


def fault(code: str) -> dict[str, Any]:
    return {"Fault": {"Error": [{"Message": "No", "Detail": "why", "code": code}], "type": "ValidationFault"}}


def found(entity: str, *rows: dict[str, Any]) -> dict[str, Any]:
    return {"QueryResponse": {entity: list(rows), "startPosition": 1, "maxResults": len(rows)}, "time": "x"}


class QueryResponder:
    """Responds to queries of one entity by last change, a thousand at a time; `rows` maps ids to their last change."""

    def __init__(self, entity: str, rows: dict[int, datetime]) -> None:
        self.entity = entity
        self.rows = rows

    def __call__(self, request: Request) -> Reply:
        statement = request.query["query"]
        assert f"FROM {self.entity} " in statement
        since = re.search(r"LastUpdatedTime >= '([^']+)'", statement)
        start = datetime.fromisoformat(since[1]) if since else datetime.min.replace(tzinfo=UTC)
        position = int(statement.split("STARTPOSITION ")[1].split()[0])
        listed = sorted((at, number) for number, at in self.rows.items() if at >= start)
        page = listed[position - 1 : position + 999]
        pacific = [at.astimezone(UTC) - timedelta(hours=8) for at, _ in page]
        rows = [
            {"Id": str(number), "MetaData": {"LastUpdatedTime": f"{at:%Y-%m-%dT%H:%M:%S}-08:00"}}
            for at, (_, number) in zip(pacific, page, strict=True)
        ]
        return Reply(body=found(self.entity, *rows) if rows else {"QueryResponse": {}})


def test_query_has_filter_order_and_position(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    server.script = [Reply(body={"QueryResponse": {}, "time": "x"})]
    (page,) = quickbooks.customers(updated_since=datetime.fromisoformat("2026-11-01T00:00:00-08:00"))
    assert (page.records, page.next_cursor, page.problems) == ((), None, ())
    request = server.requests[0]
    assert request.path == f"{COMPANY}/query"
    assert request.query == {
        "query": "SELECT * FROM Customer WHERE Active IN (true, false)"
        " AND MetaData.LastUpdatedTime >= '2026-11-01T08:00:00+00:00'"
        " ORDERBY MetaData.LastUpdatedTime STARTPOSITION 1 MAXRESULTS 1000",
        "minorversion": "75",
    }
    assert "%2B00%3A00" in request.target
    assert (request.headers["authorization"], request.headers["accept"]) == ("Bearer at-1", "application/json")


def test_full_page_continues_from_the_last_change(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    responder = QueryResponder("Invoice", {number: START + timedelta(seconds=number // 7) for number in range(2_500)})
    server.responder = responder
    pages = list(quickbooks.invoices())
    ids = [invoice.external_id for page in pages for invoice in page.records]
    assert len(ids) == len(set(ids)) == 2_500
    assert pages[-1].next_cursor is None
    rest = quickbooks.invoices(cursor=pages[0].next_cursor)
    assert {one.external_id for page in rest for one in page.records} >= set(ids[1_000:])


def test_payment_that_changes_meanwhile_hides_no_other(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    responder = QueryResponder("Payment", {number: START + timedelta(seconds=number) for number in range(1_500)})
    server.responder = responder
    seen: set[str] = set()
    for turn, page in enumerate(quickbooks.payments()):
        seen |= {payment.external_id for payment in page.records}
        if turn == 0:
            responder.rows.update({number: START + timedelta(days=2) for number in range(20)})
    assert len(seen) == 1_500


def test_rows_of_one_second_are_paged_by_position(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    server.responder = QueryResponder("CreditMemo", dict.fromkeys(range(2_300), START))
    pages = list(quickbooks.credit_memos())
    assert len({memo.external_id for page in pages for memo in page.records}) == 2_300
    position = pages[-2].next_cursor
    (rest,) = quickbooks.credit_memos(cursor=position)
    assert len(rest.records) == 300


def test_service_that_ignores_positions_is_malformed(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    rows = [{"Id": str(number)} for number in range(1_000)]
    server.script = [Reply(body=found("Invoice", *rows))]
    with pytest.raises(MalformedResponse) as caught:
        list(quickbooks.invoices())
    assert (caught.value.code, len(server.requests)) == ("paging_limit", 2)


def test_invoice_is_parsed_exactly(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    server.script = [
        Reply(
            body="""{"Invoice": {"Id": "301", "DocNumber": "AN-1042", "TxnDate": "2026-10-01", "DueDate": "2026-10-31",
            "MetaData": {"CreateTime": "2026-10-01T06:30:00-07:00", "LastUpdatedTime": "2026-11-03T11:45:30-08:00"},
            "CurrencyRef": {"value": "CAD", "name": "Canadian Dollar"}, "ExchangeRate": 1,
            "CustomerRef": {"value": "58", "name": "Maison Pivoine"}, "TxnTaxDetail": {"TotalTax": 748.75},
            "TotalAmt": 5748.75, "Balance": 2874.38, "HomeTotalAmt": 5748.750,
            "LinkedTxn": [{"TxnId": "340", "TxnType": "Payment"}, {"TxnId": "9", "TxnType": "Estimate"}]},
            "time": "2026-11-20T08:00:00.000-08:00"}"""
        )
    ]
    invoice = quickbooks.invoice("301")
    assert (invoice.number, invoice.customer_id, invoice.customer_name) == ("AN-1042", "58", "Maison Pivoine")
    assert (invoice.issued_on, invoice.due_on) == (date(2026, 10, 1), date(2026, 10, 31))
    assert (invoice.subtotal, invoice.tax, invoice.total) == (Decimal(5000), Decimal("748.75"), Decimal("5748.75"))
    assert (invoice.balance, str(invoice.home_total)) == (Decimal("2874.38"), "5748.750")
    assert (invoice.currency, invoice.exchange_rate) == ("CAD", Decimal(1))
    assert (invoice.payment_ids, invoice.is_voided) == (("340",), False)
    assert invoice.created_at == datetime(2026, 10, 1, 13, 30, tzinfo=UTC)
    assert str(invoice.updated_at) == "2026-11-03 19:45:30+00:00"
    assert invoice.source_url == "https://qbo.intuit.com/app/invoice?txnId=301"


@pytest.mark.parametrize(
    ("note", "total", "is_voided"),
    [
        ("Voided - was for spring", 0, True),
        ("VOIDED", 0.00, True),
        ("Voided", 12, False),
        ("a zero invoice", 0, False),
        (None, 0, False),
    ],
)
def test_only_the_note_distinguishes_void_from_zero(
    server: ScriptedServer, quickbooks: QuickbooksClient, note: str | None, total: float, is_voided: bool
) -> None:
    server.script = [Reply(body=found("Invoice", {"Id": "1", "TotalAmt": total, "PrivateNote": note}))]
    (page,) = quickbooks.invoices()
    assert page.records[0].is_voided is is_voided


def test_payment_has_its_allocations(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    lines = [
        {"Amount": 100.5, "LinkedTxn": [{"TxnId": "301", "TxnType": "Invoice"}]},
        {"Amount": 100.5, "LinkedTxn": [{"TxnId": "77", "TxnType": "CreditMemo"}]},
        {"Amount": 3},
    ]
    row = {"Id": "340", "TxnDate": "2026-11-03", "TotalAmt": 0, "UnappliedAmt": 0, "Line": lines}
    server.script = [Reply(body=found("Payment", row))]
    (page,) = quickbooks.payments()
    payment = page.records[0]
    applied = [(one.entity, one.external_id, one.amount) for one in payment.applied]
    assert applied == [("Invoice", "301", Decimal("100.5")), ("CreditMemo", "77", Decimal("100.5"))]
    assert (payment.paid_on, payment.total, payment.currency) == (date(2026, 11, 3), Decimal(0), None)


def test_sub_customer_has_its_parent(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    row = {
        "Id": "59",
        "DisplayName": "L'Atelier d'Élise",
        "FullyQualifiedName": "Maison Pivoine:Boutique",
        "Job": True,
        "ParentRef": {"value": "58"},
        "Active": False,
        "BillAddr": {"Line1": "12, rue du Quai", "Line3": "Bureau 4", "City": "Québec"},
    }
    server.script = [Reply(body=found("Customer", row))]
    (page,) = quickbooks.customers()
    customer = page.records[0]
    assert (customer.is_sub_customer, customer.parent_id, customer.active) == (True, "58", False)
    assert (customer.address_lines, customer.city) == (("12, rue du Quai", "Bureau 4"), "Québec")
    assert (customer.currency, customer.email, customer.updated_at) == (None, None, None)


def test_wrong_types_become_none_and_are_reported(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    row = {
        "Id": "1",
        "TotalAmt": {"x": 1},
        "TxnDate": "2026-02-30",
        "DueDate": "2026-10-31T00:00:00Z",
        "CustomerRef": "58",
        "MetaData": [],
        "LinkedTxn": ["x"],
        "Balance": True,
    }
    server.script = [Reply(body=found("Invoice", row))]
    (page,) = quickbooks.invoices()
    invoice = page.records[0]
    assert (invoice.total, invoice.subtotal, invoice.issued_on, invoice.due_on) == (None, None, None, None)
    assert (invoice.customer_id, invoice.updated_at, invoice.payment_ids) == (None, None, ())
    assert {problem.field for problem in page.problems} == {
        "TotalAmt",
        "TxnDate",
        "DueDate",
        "CustomerRef",
        "MetaData",
        "LinkedTxn",
        "Balance",
    }


@pytest.mark.parametrize(
    "body", [{"QueryResponse": {"Invoice": {}}}, {"QueryResponse": []}, {}, [], found("Invoice", {"DocNumber": "1"})]
)
def test_wrong_shape_is_malformed(server: ScriptedServer, quickbooks: QuickbooksClient, body: Any) -> None:
    server.script = [Reply(body=body)]
    with pytest.raises(MalformedResponse):
        list(quickbooks.invoices())


def test_changes_have_records_and_deletions(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    gone = {"status": "Deleted", "Id": "299", "MetaData": {"LastUpdatedTime": "2026-11-19T13:20:11-08:00"}}
    parts = [{}, {"Invoice": [gone, {"Id": "301"}], "maxResults": 2}, {"Customer": [{"Id": "58"}]}, {}]
    server.script = [Reply(body={"CDCResponse": [{"QueryResponse": parts}], "time": "2026-11-20T08:00:00.500-08:00"})]
    changes = quickbooks.changes_since(datetime(2026, 11, 19, 8, tzinfo=UTC))
    assert [one.external_id for one in changes.customers] == ["58"]
    assert [one.external_id for one in changes.invoices] == ["301"]
    assert (changes.payments, changes.credit_memos, changes.truncated) == ((), (), ())
    (tombstone,) = changes.deleted
    assert (tombstone.entity, tombstone.external_id) == ("Invoice", "299")
    assert tombstone.deleted_at == datetime(2026, 11, 19, 21, 20, 11, tzinfo=UTC)
    assert changes.as_of == datetime(2026, 11, 20, 16, 0, 0, 500_000, tzinfo=UTC)
    assert server.requests[0].query == {
        "entities": "Customer,Invoice,Payment,CreditMemo",
        "changedSince": "2026-11-19T08:00:00+00:00",
        "minorversion": "75",
    }


def test_too_many_changes_are_requested_by_entity(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    def respond(request: Request) -> Reply:
        requested = request.query["entities"].split(",")
        counts = {"Invoice": 600, "Payment": 400} if len(requested) > 1 else {"Invoice": 1_000, "Payment": 700}
        parts = [
            {entity: [{"Id": str(number)} for number in range(counts[entity])]}
            for entity in requested
            if entity in counts
        ]
        return Reply(body={"CDCResponse": [{"QueryResponse": parts}], "time": "2026-11-20T08:00:00-08:00"})

    server.responder = respond
    changes = quickbooks.changes_since(START)
    assert (len(changes.payments), len(changes.invoices)) == (700, 1_000)
    assert changes.truncated == ("Invoice",)
    assert len(server.requests) == 5


def test_changes_since_too_long_ago_make_no_request(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    with pytest.raises(ValueError, match="too long ago"):
        quickbooks.changes_since(START - timedelta(days=30))
    assert server.requests == []


def test_preferences_and_counts(server: ScriptedServer, quickbooks: QuickbooksClient) -> None:
    prefs = {"CurrencyPrefs": {"HomeCurrency": {"value": "CAD"}, "MultiCurrencyEnabled": True}}
    server.script = [Reply(body={"Preferences": prefs})]
    assert (quickbooks.preferences().home_currency, quickbooks.preferences().multi_currency) == ("CAD", True)
    server.script = [Reply(body={"QueryResponse": {"totalCount": 57}})]
    assert quickbooks.count("Customer") == 57
    assert server.requests[-1].query["query"] == "SELECT COUNT(*) FROM Customer WHERE Active IN (true, false)"
    server.script = [Reply(body={"QueryResponse": {}})]
    with pytest.raises(MalformedResponse):
        quickbooks.count("Invoice")


@pytest.mark.parametrize(
    ("response", "kind", "code"),
    [
        (Reply(403, fault("3100")), AccessDenied, "wrong_company"),
        (Reply(400, fault("6190")), AccessDenied, "subscription_ended"),
        (Reply(400, fault("610")), RecordNotFound, "not_found"),
        (Reply(200, fault("610")), RecordNotFound, "not_found"),
        (Reply(400, fault("4000")), BadRequest, "rejected"),
        (Reply(200, fault("4001")), MalformedResponse, "fault"),
    ],
)
def test_fault_is_raised_at_once(
    server: ScriptedServer,
    quickbooks: QuickbooksClient,
    response: Reply,
    kind: type[ServiceError],
    code: str,
) -> None:
    server.script = [replace(response, headers={"intuit_tid": "tid-7"})]
    with pytest.raises(ServiceError) as caught:
        quickbooks.invoice("301")
    assert (type(caught.value), caught.value.code, caught.value.request_id) == (kind, code, "tid-7")
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("response", "wait"),
    [
        (Reply(429, fault("003001")), 60.0),
        (Reply(200, fault("3001")), 60.0),
        (Reply(429, "<html>"), 60.0),
        (Reply(500, fault("10000")), 0.5),
        (Reply(200, fault("10000")), 0.5),
        (Reply(504), 0.5),
    ],
)
def test_temporary_failure_is_retried(
    server: ScriptedServer, quickbooks: QuickbooksClient, fake_clock: FakeClock, response: Reply, wait: float
) -> None:
    server.script = [response, Reply(body={"QueryResponse": {"totalCount": 1}})]
    assert quickbooks.count("Invoice") == 1
    assert sum(fake_clock.slept) == pytest.approx(wait)


@pytest.mark.parametrize(
    "make_call",
    [
        lambda client: client._gateway.post_form(f"{COMPANY}/invoice", {}),
        lambda client: client._gateway.read_post(f"{COMPANY}/batch", {}),
        lambda client: client._gateway.get("/v3/company/9130000000000002/query"),
        lambda client: client.invoice("301/pdf"),
        lambda client: client.invoice("../customer/1"),
    ],
)
def test_only_reads_of_the_connected_company_are_sent(
    server: ScriptedServer, quickbooks: QuickbooksClient, make_call: Callable[[QuickbooksClient], Any]
) -> None:
    with pytest.raises(ServiceError) as caught:
        make_call(quickbooks)
    assert (caught.value.code, server.requests) == ("call_not_allowed", [])


def test_company_id_must_be_a_number(settings: QuickbooksSettings, tokens: FakeTokenSource) -> None:
    with pytest.raises(AccessDenied):
        QuickbooksClient(replace(settings, realm="1/../2"), tokens)
