"""Serializes QuickBooks' records: text ids, amounts as numbers, times in its servers' zone, unset keys absent."""

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from regie.sandbox.agency.rows import CreditMemo, Customer, Invoice, Payment

_SERVERS = ZoneInfo("America/Los_Angeles")
_CURRENCY_NAMES = {"CAD": "Canadian Dollar", "USD": "United States Dollar", "EUR": "Euro"}
HOME_CURRENCY = "CAD"
COMPANY_NAME = "Atelier Nord inc."
Names = dict[int, str]


def moment(instant_ms: int, milliseconds: bool = False) -> str:
    local = datetime.fromtimestamp(instant_ms / 1000, UTC).astimezone(_SERVERS)
    return local.isoformat(timespec="milliseconds" if milliseconds else "seconds")


def day_text(day: int) -> str:
    return date.fromordinal(day).isoformat()


def number(cents: int) -> int | float:
    """Return an amount, as an integer if it is whole."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def currency_ref(code: str) -> dict[str, str]:
    return {"value": code, "name": _CURRENCY_NAMES[code]}


def _head(row: Customer | Invoice | Payment | CreditMemo) -> dict[str, Any]:
    return {
        "Id": str(row.id),
        "SyncToken": str(row.sync_token),
        "domain": "QBO",
        "sparse": False,
        "MetaData": {"CreateTime": moment(row.created), "LastUpdatedTime": moment(row.updated)},
    }


def full_name(row: Customer) -> str:
    return f"{row.parent_name}:{row.name}" if row.parent_id is not None else row.name


def customer_json(row: Customer) -> dict[str, Any]:
    shape = _head(row)
    shape |= {
        "DisplayName": row.name,
        "FullyQualifiedName": full_name(row),
        "CompanyName": row.company_name,
        "PrintOnCheckName": row.company_name,
        "Active": row.active,
        "Job": row.parent_id is not None,
        "BillWithParent": False,
        "Balance": number(row.balance),
        "BalanceWithJobs": number(row.balance),
        "CurrencyRef": currency_ref(row.currency),
        "Taxable": row.currency == HOME_CURRENCY,
        "PreferredDeliveryMethod": "Email",
    }
    if row.parent_id is not None:
        shape |= {"ParentRef": {"value": str(row.parent_id)}, "Level": 1}
    if row.email:
        shape["PrimaryEmailAddr"] = {"Address": row.email}
    if row.phone:
        shape["PrimaryPhone"] = {"FreeFormNumber": row.phone}
    address = {
        "Line1": row.address,
        "City": row.city,
        "CountrySubDivisionCode": row.region,
        "PostalCode": row.postal_code,
        "Country": row.country,
    }
    if any(address.values()):
        filled = {name: value for name, value in address.items() if value}
        shape["BillAddr"] = {"Id": str(row.id + 100_000), **filled}
    return shape


def _transaction(row: Invoice | Payment | CreditMemo, names: Names) -> dict[str, Any]:
    shape = _head(row)
    shape |= {
        "TxnDate": day_text(row.day),
        "CurrencyRef": currency_ref(row.currency),
        "ExchangeRate": int(row.rate) if row.rate == 1 else row.rate,
        "CustomerRef": {"value": str(row.customer_id), "name": names[row.customer_id]},
        "TotalAmt": number(row.total),
    }
    if row.note:
        shape["PrivateNote"] = row.note
    return shape


def _sale_lines(lines: list[tuple[str, int, int]]) -> list[dict[str, Any]]:
    shapes: list[dict[str, Any]] = [
        {
            "Id": str(line_number),
            "LineNum": line_number,
            "Description": text,
            "Amount": number(amount),
            "DetailType": "SalesItemLineDetail",
            "SalesItemLineDetail": {
                "ItemRef": {"value": "11", "name": "Services"},
                "Qty": quantity,
                "UnitPrice": number(amount // quantity),
                "TaxCodeRef": {"value": "6"},
            },
        }
        for line_number, (text, amount, quantity) in enumerate(lines, start=1)
    ]
    subtotal = number(sum(amount for _, amount, _ in lines))
    return [*shapes, {"Amount": subtotal, "DetailType": "SubTotalLineDetail", "SubTotalLineDetail": {}}]


def invoice_json(row: Invoice, names: Names) -> dict[str, Any]:
    shape = _transaction(row, names)
    net = sum(line.amount for line in row.lines)
    shape |= {
        "DocNumber": row.number,
        "DueDate": day_text(row.due_day),
        "Line": _sale_lines([(line.text, line.amount, line.quantity) for line in row.lines]),
        "TxnTaxDetail": {"TotalTax": number(row.total - net), "TaxLine": [_tax_line(tax, net) for tax in row.taxes]},
        "GlobalTaxCalculation": "TaxInclusive" if row.is_tax_included else "TaxExcluded",
        "Balance": number(row.balance),
        "LinkedTxn": [{"TxnId": str(payment), "TxnType": "Payment"} for payment in row.payment_ids],
        "EmailStatus": "EmailSent",
        "PrintStatus": "NotSet",
        "SalesTermRef": {"value": "3"},
    }
    if row.currency != HOME_CURRENCY:
        shape |= {
            "HomeTotalAmt": number(round(row.total * row.rate)),
            "HomeBalance": number(round(row.balance * row.rate)),
        }
    return shape


def _tax_line(tax: tuple[str, float, int], net: int) -> dict[str, Any]:
    rate_id, percent, amount = tax
    return {
        "Amount": number(amount),
        "DetailType": "TaxLineDetail",
        "TaxLineDetail": {
            "TaxRateRef": {"value": rate_id},
            "PercentBased": True,
            "TaxPercent": int(percent) if percent == int(percent) else percent,
            "NetAmountTaxable": number(net),
        },
    }


def payment_json(row: Payment, names: Names) -> dict[str, Any]:
    shape = _transaction(row, names)
    shape |= {
        "UnappliedAmt": number(row.unapplied),
        "ProcessPayment": False,
        "DepositToAccountRef": {"value": "4"},
        "Line": [
            {"Amount": number(amount), "LinkedTxn": [{"TxnId": str(txn), "TxnType": kind}]}
            for amount, kind, txn in row.applied
        ],
    }
    if row.reference:
        shape["PaymentRefNum"] = row.reference
    return shape


def credit_memo_json(row: CreditMemo, names: Names) -> dict[str, Any]:
    shape = _transaction(row, names)
    shape |= {
        "DocNumber": row.number,
        "Line": _sale_lines([(row.text, row.total, 1)]),
        "TxnTaxDetail": {"TotalTax": 0},
        "Balance": number(row.remaining),
        "RemainingCredit": number(row.remaining),
    }
    if row.currency != HOME_CURRENCY:
        shape["HomeTotalAmt"] = number(round(row.total * row.rate))
    return shape


def preferences_json(created: int) -> dict[str, Any]:
    return {
        "Id": "1",
        "SyncToken": "6",
        "domain": "QBO",
        "sparse": False,
        "MetaData": {"CreateTime": moment(created), "LastUpdatedTime": moment(created)},
        "CurrencyPrefs": {"HomeCurrency": {"value": HOME_CURRENCY}, "MultiCurrencyEnabled": True},
        "SalesFormsPrefs": {"CustomTxnNumbers": False, "DefaultTerms": {"value": "3"}},
        "TaxPrefs": {"UsingSalesTax": True, "PartnerTaxEnabled": False},
        "ReportPrefs": {"ReportBasis": "Accrual"},
    }


def company_json(created: int) -> dict[str, Any]:
    return {
        "CompanyName": COMPANY_NAME,
        "LegalName": COMPANY_NAME,
        "CompanyAddr": {"Id": "1", "City": "Québec", "CountrySubDivisionCode": "QC", "Country": "CAN"},
        "Country": "CA",
        "CompanyStartDate": moment(created)[:10],
        "FiscalYearStartMonth": "January",
        "SupportedLanguages": "en",
        "Id": "1",
        "SyncToken": "4",
        "domain": "QBO",
        "sparse": False,
        "MetaData": {"CreateTime": moment(created), "LastUpdatedTime": moment(created)},
    }
