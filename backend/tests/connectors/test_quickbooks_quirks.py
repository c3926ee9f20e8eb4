"""QuickBooks' quirks (outside-services.md, section 8), tested over HTTP against the sandbox."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import AccessDenied, MalformedResponse, RecordNotFound, ServiceError
from regie.connectors.http import HttpOptions
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.quickbooks.shapes import Invoice
from tests.connectors.sandbox import START, LockedTokenSource, Sandbox, ids_in, ids_of

DAY_S = 86_400


def all_invoices(sandbox_quickbooks: QuickbooksClient) -> dict[str, Invoice]:
    return {invoice.external_id: invoice for page in sandbox_quickbooks.invoices() for invoice in page.records}


def edits_of(table: str, rows: list[Any], **fields: Any) -> list[dict[str, Any]]:
    return [{"table": table, "id": row.id, "fields": fields} for row in rows]


def test_Q1_Q2_Q11_every_query_is_accepted(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    """The sandbox responds with XML unless the request accepts JSON, and parses the query language strictly."""
    since = datetime(2026, 10, 1, tzinfo=UTC)
    for read in (
        sandbox_quickbooks.customers,
        sandbox_quickbooks.invoices,
        sandbox_quickbooks.payments,
        sandbox_quickbooks.credit_memos,
    ):
        list(read(updated_since=since))
    sandbox_quickbooks.changes_since(START - timedelta(days=27))
    log = sandbox.requests("quickbooks")
    assert {entry["status"] for entry in log} == {200}
    assert all("%2B00%3A00" in entry["query"] for entry in log)


def test_Q3_empty_result_is_an_empty_page(sandbox_quickbooks: QuickbooksClient) -> None:
    (page,) = sandbox_quickbooks.invoices(updated_since=START + timedelta(days=1))
    assert (page.records, page.next_cursor) == ((), None)


@pytest.mark.parametrize(
    ("code", "kind", "expected"),
    [
        ("610", RecordNotFound, "not_found"),
        ("4001", MalformedResponse, "fault"),
        ("3100", AccessDenied, "wrong_company"),
    ],
)
def test_Q4_fault_with_status_200_is_an_error(
    sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient, code: str, kind: type[ServiceError], expected: str
) -> None:
    body = f'{{"Fault":{{"Error":[{{"Message":"x","Detail":"y","code":"{code}"}}],"type":"ValidationFault"}}}}'
    sandbox.fault("/quickbooks/*/query", status=200, body=body)
    with pytest.raises(ServiceError) as caught:
        list(sandbox_quickbooks.invoices())
    assert (type(caught.value), caught.value.code) == (kind, expected)


@pytest.mark.parametrize(("ends_consent", "second_still_works"), [(True, False), (False, True)])
def test_Q5_old_refresh_token_is_refused_and_may_end_the_consent(
    sandbox: Sandbox, options: HttpOptions, ends_consent: bool, second_still_works: bool
) -> None:
    sandbox.post("/switches", quickbooks_old_token_kills=ends_consent)
    with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth:
        first = oauth.refresh("RT1-sandbox")
        assert first.refresh_token == "RT1-sandbox"
        sandbox.post("/clock", advance_s=DAY_S)
        second = oauth.refresh(first.refresh_token)
        assert second.refresh_token != first.refresh_token
        with pytest.raises(AccessDenied) as caught:
            oauth.refresh(first.refresh_token)
        assert caught.value.code == "reconnect"
        if second_still_works:
            assert oauth.refresh(second.refresh_token).access_token
        else:
            with pytest.raises(AccessDenied):
                oauth.refresh(second.refresh_token)


def test_Q5_hundred_days_without_use_end_the_consent(sandbox: Sandbox, options: HttpOptions) -> None:
    with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth:
        oauth.refresh("RT1-sandbox")
        sandbox.post("/clock", advance_s=100 * DAY_S)
        with pytest.raises(AccessDenied) as caught:
            oauth.refresh("RT1-sandbox")
    assert caught.value.code == "reconnect"


def test_Q5_one_of_two_concurrent_refreshes_fails(sandbox: Sandbox, options: HttpOptions) -> None:
    """This is why only one process may refresh at a time, as LockedTokenSource does."""

    def refresh(_: int) -> str:
        with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth:
            try:
                oauth.refresh("RT1-sandbox")
            except AccessDenied as error:
                return error.code
        return "renewed"

    with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth:
        oauth.refresh("RT1-sandbox")
    sandbox.post("/clock", advance_s=DAY_S)
    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(refresh, range(2))) == ["reconnect", "renewed"]


def test_Q7_inactive_customers_are_read_as_inactive(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    sandbox.post("/records", table="customers", id=58, action="delete")
    customers = {one.external_id: one for page in sandbox_quickbooks.customers() for one in page.records}
    assert (customers["58"].active, customers["58"].name) == (False, "Maison Pivoine (deleted)")
    assert len(customers) == sandbox_quickbooks.count("Customer") == len(sandbox.agency.customers)
    assert sum(not customer.active for customer in customers.values()) == 2


def test_Q8_voided_zero_and_deleted_invoices_differ(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    voided, zero, deleted = [row for row in sandbox.agency.invoices.rows if row.balance == row.total > 0][:3]
    sandbox.post("/clock", stopped=True, advance_s=60)
    sandbox.post("/records", table="invoices", id=voided.id, action="void")
    sandbox.post("/records", table="invoices", id=zero.id, fields={"total": 0, "balance": 0, "lines": [], "taxes": []})
    sandbox.post("/records", table="invoices", id=deleted.id, action="delete")
    invoices = all_invoices(sandbox_quickbooks)
    assert (invoices[str(voided.id)].is_voided, invoices[str(voided.id)].total) == (True, Decimal(0))
    assert (invoices[str(zero.id)].is_voided, invoices[str(zero.id)].total) == (False, Decimal(0))
    assert str(deleted.id) not in invoices
    (tombstone,) = sandbox_quickbooks.changes_since(START + timedelta(seconds=30)).deleted
    assert tombstone.external_id == str(deleted.id)
    assert tombstone.deleted_at is not None


def test_Q9_too_many_changes_are_requested_by_entity_and_marked_truncated(
    sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient
) -> None:
    invoices, payments = sandbox.agency.invoices.rows[:1_000], sandbox.agency.payments.rows[:30]
    sandbox.post("/clock", stopped=True, advance_s=60)
    sandbox.edit_all([*edits_of("invoices", invoices, note="N"), *edits_of("payments", payments, reference="R")])
    changes = sandbox_quickbooks.changes_since(START + timedelta(seconds=30))
    assert changes.truncated == ("Invoice",)
    assert sorted(one.external_id for one in changes.payments) == ids_in(payments)
    assert len([entry for entry in sandbox.requests("quickbooks") if entry["path"].endswith("/cdc")]) == 5
    assert ids_of(sandbox_quickbooks.invoices(updated_since=START + timedelta(seconds=30))) == ids_in(invoices)


def test_Q9_no_changes_is_an_empty_result(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    sandbox.post("/clock", stopped=True, advance_s=60)
    changes = sandbox_quickbooks.changes_since(START + timedelta(seconds=30))
    assert (changes.customers, changes.invoices, changes.payments, changes.credit_memos) == ((), (), (), ())
    assert (changes.deleted, changes.truncated, changes.problems) == ((), (), ())
    assert changes.as_of >= START + timedelta(seconds=60)


def test_Q10_credit_memo_is_applied_by_a_payment_of_zero(
    sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient
) -> None:
    memos = {memo.external_id: memo for page in sandbox_quickbooks.credit_memos() for memo in page.records}
    invoices = all_invoices(sandbox_quickbooks)
    credit_payments = [one for page in sandbox_quickbooks.payments() for one in page.records if one.total == 0]
    assert len(credit_payments) == sum(not memo.remaining for memo in memos.values()) > 0
    for payment in credit_payments:
        by_entity = {applied.entity: applied for applied in payment.applied}
        memo, invoice = memos[by_entity["CreditMemo"].external_id], invoices[by_entity["Invoice"].external_id]
        assert (memo.total, memo.remaining) == (by_entity["CreditMemo"].amount, Decimal(0))
        assert payment.external_id in invoice.payment_ids
        assert memo.customer_id == invoice.customer_id == payment.customer_id
        assert not payment.is_voided


def test_Q10_remaining_credit_is_read(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    like = sandbox.agency.credit_memos.rows[0]
    fields = {"total": 12_550, "remaining": 5_025}
    made = sandbox.post("/records", table="credit_memos", action="create", like=like.id, fields=fields)["id"]
    memos = {memo.external_id: memo for page in sandbox_quickbooks.credit_memos() for memo in page.records}
    assert (memos[str(made)].total, memos[str(made)].remaining) == (Decimal("125.5"), Decimal("50.25"))
    assert memos[str(made)].number == like.number


def test_Q11_instants_are_correct_around_daylight_saving(
    sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient
) -> None:
    invoices = all_invoices(sandbox_quickbooks)
    offsets = {invoice.raw["MetaData"]["CreateTime"][-6:] for invoice in invoices.values()}
    assert offsets == {"-08:00", "-07:00"}
    for row in sandbox.agency.invoices.rows:
        created = datetime.fromtimestamp(row.created // 1000, UTC)
        assert row.deleted or invoices[str(row.id)].created_at == created


@pytest.mark.parametrize("limit", [{"quickbooks_per_second": 2}, {"quickbooks_per_minute": 8}])
def test_Q12_both_limits_are_waited_for(sandbox: Sandbox, options: HttpOptions, limit: dict[str, int]) -> None:
    sandbox_options = replace(options, clock=sandbox.clock())
    token_source = LockedTokenSource(sandbox.quickbooks(), sandbox_options)
    token_source.access_token()
    sandbox.post("/limits", **limit)
    with QuickbooksClient(sandbox.quickbooks(), token_source, sandbox_options) as client:
        for _ in range(12):
            client.preferences()
    token_source.close()
    statuses = [entry["status"] for entry in sandbox.requests("quickbooks")]
    assert statuses.count(200) == 12
    assert 429 in statuses


def test_Q13_sub_customers_have_their_own_invoices(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    customers = {one.external_id: one for page in sandbox_quickbooks.customers() for one in page.records}
    children = [customer for customer in customers.values() if customer.is_sub_customer]
    owned = {invoice.customer_id for invoice in all_invoices(sandbox_quickbooks).values()}
    assert any(child.external_id in owned for child in children)
    for child in children:
        assert child.parent_id is not None
        assert child.full_name == f"{customers[child.parent_id].name}:{child.name}"


def test_Q13_foreign_invoice_has_its_amount_in_home_currency(sandbox_quickbooks: QuickbooksClient) -> None:
    invoices = all_invoices(sandbox_quickbooks).values()
    foreign_invoices = [one for one in invoices if one.currency == "USD" and one.total]
    assert foreign_invoices
    for invoice in foreign_invoices:
        assert invoice.exchange_rate is not None
        assert invoice.total is not None
        assert invoice.home_total == (invoice.total * invoice.exchange_rate).quantize(Decimal("0.01"))
    assert {one.home_total for one in invoices if one.currency == "CAD"} == {None}


def test_Q15_every_error_has_a_request_id(
    sandbox: Sandbox, token_source: LockedTokenSource, options: HttpOptions
) -> None:
    with (
        QuickbooksClient(sandbox.quickbooks(realm="42"), token_source, options) as other_client,
        pytest.raises(AccessDenied) as caught,
    ):
        other_client.preferences()
    assert caught.value.request_id
    with QuickbooksOAuth(sandbox.quickbooks(), options) as oauth, pytest.raises(AccessDenied) as caught:
        oauth.refresh("RT1-other")
    assert caught.value.request_id


def test_C4_names_keep_their_characters(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    name = """L’Été d'« O'Neil » "& fils" 🎄 \\ 100 %"""
    sandbox.post("/records", table="customers", id=58, fields={"name": name})
    customers = {one.external_id: one for page in sandbox_quickbooks.customers() for one in page.records}
    assert customers["58"].name == name
    written = "".join(customer.name or "" for customer in customers.values())
    assert all(sign in written for sign in ("é", "'", "&"))


def test_C5_invoices_have_three_currencies(sandbox_quickbooks: QuickbooksClient) -> None:
    assert {invoice.currency for invoice in all_invoices(sandbox_quickbooks).values()} == {"CAD", "USD", "EUR"}
