"""The summary of receivables, and the filters of receivables by client that it leads to."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.factories.rates import make_rate
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice
from tests.factories.world import World, assert_unchanged, build_world

PATH, LIST = "/api/v1/receivables-summary", "/api/v1/receivables-by-client"
TODAY = date(2026, 11, 20)
COLUMNS = ["admin", "financial_manager", "account_manager", "churn_manager"]


@pytest.fixture
def sample(database: Database) -> World:
    """Invoices of two clients, one managed by the account manager, and of an unmatched customer."""
    world = build_world(database)
    with world.database.write() as session:
        make_rate(session, "USD", TODAY, "1.40")
        own = make_client(session, name="Propre", account_manager_id=world.people["account_manager"].user.id)
        other = make_client(session, name="Autre")
        for client, total, currency, due in (
            (own, "100.00", "CAD", "2026-11-30"),
            (own, "10.00", "USD", "2026-10-01"),
            (other, "90.00", "USD", "2026-11-01"),
            (other, "7.00", "EUR", "2026-01-05"),
            (None, "15.00", "CAD", "2026-12-31"),
        ):
            day = date.fromisoformat(due)
            make_invoice(
                session, client_id=client and client.id, total=total, currency=currency,
                issued_on=date(2026, 1, 1), due_on=day, payable_on=day,
            )  # fmt: skip
    return world


def _summary(world: World, column: str = "admin", query: str = "currency=CAD") -> dict[str, Any]:
    response = world.browser(column).get(f"{PATH}?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _rows(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{LIST}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _names(rows: list[dict[str, Any]]) -> list[str | None]:
    return [row["client"] and row["client"]["name"] for row in rows]


def test_summary_has_amounts_by_age_and_currency(sample: World):
    summary = _summary(sample)
    assert (summary["total"]["amount"], summary["overdue"]["amount"]) == ("255.00", "140.00")
    assert summary["unconverted"] == [{"amount": "7.00", "currency": "EUR"}]
    assert [(one["bucket"], one["amount"]["amount"], one["invoices"]) for one in summary["buckets"]] == [
        ("current", "115.00", 2), ("1_30", "126.00", 1), ("31_60", "14.00", 1), ("61_90", "0.00", 0),
        ("over_90", "0.00", 1),
    ]  # fmt: skip
    assert [(one["currency"], one["amount"]) for one in summary["currencies"]] == [
        ("CAD", "115.00"), ("EUR", "7.00"), ("USD", "100.00"),
    ]  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("owed_in", ["", "&owed_in=USD"])
def test_summary_equals_the_rows_of_each_role(sample: World, column: str, owed_in: str):
    summary, rows = _summary(sample, column, f"currency=CAD{owed_in}"), _rows(sample, f"currency=CAD{owed_in}", column)
    for name in ("total", "overdue"):
        assert Decimal(summary[name]["amount"]) == sum(Decimal(row[name]["amount"]) for row in rows)
    for index, bucket in enumerate(summary["buckets"]):
        cells = [row["buckets"][index] for row in rows]
        assert Decimal(bucket["amount"]["amount"]) == sum(Decimal(cell["amount"]["amount"]) for cell in cells)
        assert bucket["invoices"] == sum(cell["invoices"] for cell in cells)
        filtered = _rows(sample, f"currency=CAD{owed_in}&aging_bucket={bucket['bucket']}", column)
        assert filtered == [row for row in rows if row["buckets"][index]["invoices"]]
    assert summary["clients"] == len(rows)
    for one in summary["statuses"]:
        query = f"currency=CAD{owed_in}&status={one['status']}"
        assert len(_rows(sample, query, column)) == one["clients"], one
    if column == "account_manager":
        assert _names(rows) == ["Propre"]


def test_amounts_in_one_currency_are_not_converted(sample: World):
    rows = _rows(sample, "owed_in=USD&sort=-overdue")
    assert [(row["client"]["name"], row["overdue"]) for row in rows] == [
        ("Autre", {"amount": "90.00", "currency": "USD"}), ("Propre", {"amount": "10.00", "currency": "USD"}),
    ]  # fmt: skip
    # The chips stay: the totals of all currencies.
    assert len(_summary(sample, query="owed_in=USD")["currencies"]) == 3


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("-overdue", ["Autre", "Propre", None]),
        ("-days_past_due", ["Autre", "Propre", None]),
        ("next_follow_up_on", ["Propre", "Autre", None]),
    ],
)
def test_rows_are_sorted_by_overdue_age_and_follow_up(sample: World, sort: str, names: list[str | None]):
    admin = sample.browser("admin")
    [invoice] = _rows(sample, "currency=CAD&search=propre")
    admin.patch(f"/api/v1/invoices/{invoice['follow_up']['invoice']['api_id']}", {"follow_up_on": "2026-11-20"})
    assert _names(_rows(sample, f"currency=CAD&sort={sort}")) == names
    assert _names(_rows(sample, "status=follow_up_due")) == ["Propre"]
    assert _names(_rows(sample, "status=no_follow_up")) == ["Autre"]


def test_employee_and_invalid_query_are_refused(sample: World):
    with assert_unchanged(sample.database):
        assert sample.browser("employee").get(PATH).status_code == 403
        for query in ("currency=XXX", "owed_in=XXX", "day=2026-11-20"):
            assert sample.browser("admin").get(f"{PATH}?{query}").status_code == 422, query


def test_statement_count_does_not_depend_on_number_of_clients(sample: World):
    def counted() -> int:
        with sample.database.write() as session:
            make_invoice(session, client_id=make_client(session).id)
        with record_statements(sample.database) as statements:
            _summary(sample)
            _rows(sample, "currency=CAD&status=overdue")
        return len(statements)

    _summary(sample)  # fills the caches of rates and settings
    assert counted() == counted() <= 12
