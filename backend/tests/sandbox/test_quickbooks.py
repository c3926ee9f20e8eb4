"""QuickBooks Online behaves as documented."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.sandbox.clients import ControlApi, QuickbooksApi

LATEST = "ORDERBY MetaData.LastUpdatedTime"
DAY_S = 86_400


def get_changes(
    quickbooks: QuickbooksApi, since: str, names: str = "Customer,Invoice,Payment,CreditMemo"
) -> dict[str, Any]:
    [answer] = quickbooks.get("cdc", entities=names, changedSince=since)["CDCResponse"]
    return {
        key: value
        for part in answer["QueryResponse"]
        for key, value in part.items()
        if key not in ("startPosition", "maxResults", "totalCount")
    }


def get_open_invoice(quickbooks: QuickbooksApi) -> dict[str, Any]:
    return quickbooks.query("SELECT * FROM Invoice WHERE Balance > '100' ORDERBY Id MAXRESULTS 1")["Invoice"][0]


def test_Q1_returns_xml_unless_json_is_requested(quickbooks: QuickbooksApi) -> None:
    answer = quickbooks.request("query", accept="*/*", query="SELECT * FROM Customer MAXRESULTS 1")
    assert answer.headers["content-type"].startswith("application/xml")
    assert answer.text.count("<Customer>") == 1
    assert ElementTree.fromstring(answer.content).tag.endswith("IntuitResponse")  # noqa: S314 - our own text


@pytest.mark.parametrize(
    ("where", "is_right"),
    [
        ("WHERE TotalAmt >= '5000'", lambda row: row["TotalAmt"] >= 5000),
        ("WHERE TotalAmt < '5000' AND TxnDate > '2026-01-01'", lambda row: row["TotalAmt"] < 5000),
        ("WHERE DocNumber IN ('AN-1001', 'AN-1002')", lambda row: row["DocNumber"] in ("AN-1001", "AN-1002")),
        ("WHERE DocNumber LIKE 'AN-10%'", lambda row: row["DocNumber"].startswith("AN-10")),
        ("WHERE TxnDate <= '2024-12-01'", lambda row: row["TxnDate"] <= "2024-12-01"),
        ("WHERE CustomerRef = '58'", lambda row: row["CustomerRef"]["value"] == "58"),
    ],
)
def test_Q2_conditions(quickbooks: QuickbooksApi, where: str, is_right: Any) -> None:
    found = quickbooks.select("Invoice", where, "MAXRESULTS 1000")["Invoice"]
    assert found
    assert all(map(is_right, found))
    count = quickbooks.count("Invoice", where)
    assert count == len(found) or len(found) == 1000


def test_Q2_order_and_start_position(quickbooks: QuickbooksApi) -> None:
    first = quickbooks.select("Invoice", LATEST, "DESC STARTPOSITION 1 MAXRESULTS 3")
    second = quickbooks.select("Invoice", LATEST, "DESC STARTPOSITION 3 MAXRESULTS 3")
    assert first["Invoice"][2]["Id"] == second["Invoice"][0]["Id"]
    assert second["startPosition"] == 3
    assert len(quickbooks.query("SELECT * FROM Invoice")["Invoice"]) == 100


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SELECT * FROM Invoice WHERE TotalAmt > '1' OR Balance > '1'", "4000"),
        ("SELECT * FROM Invoice STARTPOSITION 0", "4001"),
        ("SELECT * FROM Invoice MAXRESULTS 1001", "4001"),
        ("SELECT * FROM Invoice WHERE Colour = 'red'", "4001"),
        ("SELECT * FROM Invoice ORDERBY Colour", "4001"),
        ("SELECT * FROM Invoice WHERE PrivateNote = 'Voided'", "4001"),
        ("SELECT * FROM Unicorn", "4001"),
        ("SELECT FROM Invoice", "4000"),
        ("SELECT * FROM Invoice GROUP BY CustomerRef", "4000"),
        ("SELECT * FROM Invoice WHERE DocNumber = 'O'Neil'", "4000"),
        ("", "4000"),
    ],
)
def test_Q2_invalid_queries_return_fault_codes(quickbooks: QuickbooksApi, text: str, code: str) -> None:
    assert quickbooks.fault(text) == code


def test_Q2_query_by_post(quickbooks: QuickbooksApi) -> None:
    quickbooks.get("preferences")
    headers = {"Authorization": f"Bearer {quickbooks.access_token}", "Accept": "application/json"}
    headers["Content-Type"] = "application/text"
    path = "/quickbooks/v3/company/9130000000000001/query"
    answer = quickbooks.http.post(path, content="SELECT COUNT(*) FROM Invoice", headers=headers)
    assert answer.json()["QueryResponse"]["totalCount"] >= 1500


def test_Q3_empty_response_and_number_of_rows(quickbooks: QuickbooksApi) -> None:
    assert quickbooks.query("SELECT * FROM Invoice WHERE DocNumber = 'none'") == {}
    few = quickbooks.query("SELECT * FROM Invoice WHERE DocNumber = 'AN-1001' MAXRESULTS 1000")
    assert (few["startPosition"], few["maxResults"]) == (1, 1)
    amounts = [row["TotalAmt"] for row in quickbooks.list_all("Invoice")]
    assert {type(amount) for amount in amounts} == {int, float}
    assert all(amount != int(amount) for amount in amounts if isinstance(amount, float))


def test_Q4_refused_token_returns_a_lower_case_fault(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    quickbooks.get("preferences")
    control.advance(3600)
    answer = quickbooks.request("preferences")
    assert answer.status_code == 401
    body = answer.json()
    assert "Fault" not in body
    assert body["fault"]["error"][0]["code"] == "3200"


def test_Q4_fault_with_status_200(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    fault = '{"Fault":{"Error":[{"Message":"x","Detail":"y","code":"10000","element":""}],"type":"SystemFault"}}'
    control.fault("/quickbooks/*/query", status=200, body=fault)
    assert "Fault" in quickbooks.request("query", query="SELECT * FROM Invoice").json()
    assert "Invoice" in quickbooks.query("SELECT * FROM Invoice")


def test_Q5_refresh_token_rotates_after_a_day(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    first = quickbooks.token().json()
    assert (first["token_type"], first["expires_in"], first["x_refresh_token_expires_in"]) == (
        "bearer",
        3600,
        8_640_000,
    )
    assert first["refresh_token"] == "RT1-sandbox"
    control.advance(DAY_S - 1)
    assert quickbooks.token().json()["refresh_token"] == "RT1-sandbox"
    control.advance(1)
    changed = quickbooks.token().json()["refresh_token"]
    assert changed != "RT1-sandbox"
    assert quickbooks.token(changed).json()["refresh_token"] == changed


@pytest.mark.parametrize(("ends_connection", "afterwards"), [(True, 400), (False, 200)])
def test_Q5_old_refresh_token_is_refused_and_ends_the_connection(
    quickbooks: QuickbooksApi, control: ControlApi, ends_connection: bool, afterwards: int
) -> None:
    control.post("switches", {"quickbooks_old_token_kills": ends_connection})
    quickbooks.token()
    control.advance(DAY_S)
    pair = quickbooks.token().json()
    quickbooks.access_token = pair["access_token"]
    again = quickbooks.token("RT1-sandbox")
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert quickbooks.token(pair["refresh_token"]).status_code == afterwards
    assert quickbooks.request("preferences").status_code == (401 if ends_connection else 200)


def test_Q5_one_of_two_concurrent_refreshes_fails(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    quickbooks.token()
    control.advance(DAY_S)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: quickbooks.token("RT1-sandbox"), range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 400]
    [lost] = [answer for answer in answers if answer.status_code == 400]
    assert lost.json()["error"] == "invalid_grant"


def test_Q5_connection_ends_after_a_hundred_idle_days(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    token = quickbooks.token().json()["refresh_token"]
    control.advance(99 * DAY_S)
    token = quickbooks.token(token).json()["refresh_token"]
    control.advance(100 * DAY_S)
    assert quickbooks.token(token).json()["error"] == "invalid_grant"


def test_Q5_wrong_client_and_hard_expiry(quickbooks: QuickbooksApi) -> None:
    answer = quickbooks.http.post(
        "/quickbooks-oauth/oauth2/v1/tokens/bearer",
        data={"grant_type": "refresh_token", "refresh_token": "RT1-sandbox"},
        auth=("qb-sandbox-client", "wrong"),
    )
    assert (answer.status_code, answer.json()) == (401, {"error": "invalid_client"})
    capped = quickbooks.token(**{"x-include-refresh-token-hard-expires-in": "true"}).json()
    assert capped["x_refresh_token_hard_expires_in"] == 157_680_000
    assert "x_refresh_token_hard_expires_in" not in quickbooks.token().json()


def test_Q6_another_company_returns_403(quickbooks: QuickbooksApi) -> None:
    answer = quickbooks.request("preferences", realm="123")
    assert answer.status_code == 403
    assert answer.json()["Fault"]["Error"][0]["code"] == "3100"
    assert "realmId" not in quickbooks.token().text


def test_Q7_inactive_customers_are_hidden_by_default(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    shown = quickbooks.list_all("Customer")
    all_customers = quickbooks.list_all("Customer", "WHERE Active IN (true, false)")
    [gone] = [row for row in all_customers if not row["Active"]]
    assert gone["DisplayName"] == "Quincaillerie Vachon (deleted)"
    assert len(all_customers) == len(shown) + 1
    control.edit("customers", 58, "delete")
    assert quickbooks.get("customer/58")["Customer"]["DisplayName"] == "Maison Pivoine (deleted)"
    assert len(quickbooks.list_all("Customer")) == len(shown) - 1


def test_Q8_voided_invoice_remains_with_zero_amounts(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    invoice = get_open_invoice(quickbooks)
    control.advance(1)
    control.edit("invoices", invoice["Id"], "void")
    [voided] = quickbooks.select("Invoice", f"WHERE Id = '{invoice['Id']}'")["Invoice"]
    assert (voided["TotalAmt"], voided["Balance"]) == (0, 0)
    assert {line["Amount"] for line in voided["Line"]} == {0}
    assert voided["PrivateNote"].startswith("Voided")
    assert int(voided["SyncToken"]) > int(invoice["SyncToken"])
    assert get_changes(quickbooks, "2026-11-20T08:00:01-08:00", "Invoice")["Invoice"] == [voided]


def test_Q8_deleted_transaction_leaves_only_a_tombstone(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    invoice = get_open_invoice(quickbooks)["Id"]
    control.advance(5)
    control.edit("invoices", invoice, "delete")
    assert quickbooks.select("Invoice", f"WHERE Id = '{invoice}'") == {}
    answer = quickbooks.request(f"invoice/{invoice}")
    assert (answer.status_code, answer.json()["Fault"]["Error"][0]["code"]) == (400, "610")
    [tombstone] = get_changes(quickbooks, "2026-11-20T08:00:01-08:00")["Invoice"]
    assert tombstone == {
        "domain": "QBO",
        "status": "Deleted",
        "Id": invoice,
        "MetaData": {"LastUpdatedTime": "2026-11-20T08:00:05-08:00"},
    }


def test_Q9_changes_cover_thirty_days(quickbooks: QuickbooksApi) -> None:
    found = get_changes(quickbooks, "2026-10-22T00:00:00-07:00")
    assert {"Invoice", "Payment", "Customer"} <= set(found)
    answer = quickbooks.request("cdc", entities="Invoice", changedSince="2026-10-20T00:00:00-07:00")
    assert answer.status_code == 400


def test_Q9_unchanged_entities_are_empty_objects(quickbooks: QuickbooksApi) -> None:
    names = "Customer,Invoice,Payment,CreditMemo"
    [answer] = quickbooks.get("cdc", entities=names, changedSince="2026-11-20T08:00:00-08:00")["CDCResponse"]
    assert answer["QueryResponse"] == [{}, {}, {}, {}]


def test_Q9_changes_return_at_most_a_thousand_records(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    control.advance(1)
    payments = quickbooks.query("SELECT * FROM Payment ORDERBY Id MAXRESULTS 600")["Payment"]
    invoices = quickbooks.query("SELECT * FROM Invoice ORDERBY Id MAXRESULTS 600")["Invoice"]
    edits = [("payments", row["Id"], {"reference": "R"}) for row in payments]
    edits += [("invoices", row["Id"], {"note": "N"}) for row in invoices]
    edits_json = [{"table": table, "id": int(row), "fields": fields} for table, row, fields in edits]
    assert control.http.post("/__sandbox/records", json=edits_json).is_success
    found = get_changes(quickbooks, "2026-11-20T08:00:01-08:00", "Payment,Invoice")
    assert (len(found["Payment"]), len(found["Invoice"])) == (600, 400)


def test_Q10_payment_updates_its_invoice(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    before = get_open_invoice(quickbooks)
    control.advance(60)
    payment_id = str(control.edit("invoices", before["Id"], "pay", cents=10_000)["id"])
    after = quickbooks.get(f"invoice/{before['Id']}")["Invoice"]
    assert after["Balance"] == pytest.approx(before["Balance"] - 100)
    assert after["MetaData"]["LastUpdatedTime"] == "2026-11-20T08:01:00-08:00"
    assert int(after["SyncToken"]) == int(before["SyncToken"]) + 1
    assert {"TxnId": payment_id, "TxnType": "Payment"} in after["LinkedTxn"]
    payment = quickbooks.get(f"payment/{payment_id}")["Payment"]
    assert payment["Line"] == [{"Amount": 100, "LinkedTxn": [{"TxnId": before["Id"], "TxnType": "Invoice"}]}]


def test_Q10_credit_memo_is_applied_through_a_payment_of_zero(quickbooks: QuickbooksApi) -> None:
    memos = {row["Id"]: row for row in quickbooks.list_all("CreditMemo")}
    nothing = [row for row in quickbooks.list_all("Payment") if row["TotalAmt"] == 0]
    assert len(nothing) == sum(memo["RemainingCredit"] == 0 for memo in memos.values()) > 0
    for payment in nothing:
        links = {link["TxnType"]: link["TxnId"] for line in payment["Line"] for link in line["LinkedTxn"]}
        assert set(links) == {"Invoice", "CreditMemo"}
        assert memos[links["CreditMemo"]]["RemainingCredit"] == 0


def test_Q11_offsets_follow_daylight_saving_time(quickbooks: QuickbooksApi) -> None:
    offsets = {row["MetaData"]["CreateTime"][-6:] for row in quickbooks.list_all("Invoice")}
    assert offsets == {"-08:00", "-07:00"}


def test_Q11_unencoded_plus_is_a_fault(quickbooks: QuickbooksApi) -> None:
    text = "SELECT * FROM Invoice WHERE MetaData.LastUpdatedTime >= '2026-11-01T00:00:00{}00:00'"
    assert quickbooks.query(text.format("+"))["Invoice"]
    assert quickbooks.fault(text.format(" ")) == "4000"


def test_Q12_limits_per_second_and_per_minute(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    answers = [quickbooks.request("preferences") for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert answers[-1].json()["Fault"]["Error"][0]["code"] == "3001"
    assert "Retry-After" not in answers[-1].headers
    control.advance(1)
    control.post("limits", {"quickbooks_per_minute": 12, "quickbooks_per_second": None})
    assert [quickbooks.request("preferences").status_code for _ in range(3)] == [200, 200, 429]
    control.advance(60)
    assert quickbooks.request("preferences").status_code == 200


def test_Q12_monthly_limit(quickbooks: QuickbooksApi, control: ControlApi) -> None:
    control.post("limits", {"quickbooks_per_month": 1})
    assert quickbooks.request("preferences").status_code == 200
    control.advance(3600)
    quickbooks.access_token = ""
    assert quickbooks.request("preferences").status_code == 429


def test_Q13_sub_customers_have_their_own_invoices(quickbooks: QuickbooksApi) -> None:
    children = quickbooks.query("SELECT * FROM Customer WHERE Job = true")["Customer"]
    by_id = {row["Id"]: row for row in quickbooks.list_all("Customer")}
    for child in children:
        parent = by_id[child["ParentRef"]["value"]]
        assert child["FullyQualifiedName"] == f"{parent['DisplayName']}:{child['DisplayName']}"
    owners = {row["CustomerRef"]["value"] for row in quickbooks.list_all("Invoice")}
    assert owners & {row["Id"] for row in children}


def test_Q13_foreign_invoices_have_an_exchange_rate(quickbooks: QuickbooksApi) -> None:
    invoices = quickbooks.list_all("Invoice")
    foreign = [row for row in invoices if row["CurrencyRef"]["value"] == "USD" and row["TotalAmt"]]
    for row in foreign:
        assert 1.3 < row["ExchangeRate"] < 1.42
        assert row["HomeTotalAmt"] == pytest.approx(row["TotalAmt"] * row["ExchangeRate"], abs=0.01)
    assert not any("HomeTotalAmt" in row for row in invoices if row["CurrencyRef"]["value"] == "CAD")
    assert quickbooks.get("preferences")["Preferences"]["CurrencyPrefs"] == {
        "HomeCurrency": {"value": "CAD"},
        "MultiCurrencyEnabled": True,
    }


def test_Q15_responses_have_a_trace_id_and_minorversion_is_optional(quickbooks: QuickbooksApi) -> None:
    plain = quickbooks.request("preferences")
    versioned = quickbooks.request("preferences", minorversion=75)
    assert plain.json()["Preferences"] == versioned.json()["Preferences"]
    refused = quickbooks.request("query", query="nonsense")
    stranger = quickbooks.request("preferences", realm="123")
    for answer in (plain, versioned, refused, stranger, quickbooks.token()):
        assert answer.headers["intuit_tid"]


def test_invoice_totals_match_their_lines(quickbooks: QuickbooksApi) -> None:
    invoices = quickbooks.list_all("Invoice")
    assert len(invoices) >= 1500
    today = date(2026, 11, 20).isoformat()
    states = {
        "voided": [row for row in invoices if row.get("PrivateNote", "").startswith("Voided")],
        "paid": [row for row in invoices if row["TotalAmt"] > 0 and row["Balance"] == 0],
        "partly": [row for row in invoices if 0 < row["Balance"] < row["TotalAmt"]],
        "overdue": [row for row in invoices if row["Balance"] > 0 and row["DueDate"] < today],
        "current": [row for row in invoices if row["Balance"] > 0 and row["DueDate"] >= today],
    }
    assert all(states.values())
    for row in invoices:
        lines = sum(line["Amount"] for line in row["Line"] if line["DetailType"] == "SalesItemLineDetail")
        assert row["TotalAmt"] == pytest.approx(lines + row["TxnTaxDetail"]["TotalTax"])
