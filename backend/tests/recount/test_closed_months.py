"""Figures of closed months do not change later, or the activity log explains the change."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.factories.activity import read_activity
from tests.factories.work import make_invoice
from tests.recount import late_reports
from tests.recount.agency import Agency
from tests.recount.figures import CURRENT_ONLY
from tests.recount.scenario import run_scenario
from tests.recount.snapshot import Row
from tests.recount.timeline import LAST_DAY

SPANS = [("2024-01-01", "2025-12-31"), ("2025-12-01", "2025-12-31"), ("2026-02-01", "2026-02-28")]
THIS_MONTH, LAST_MONTH = date(2026, 3, 12), date(2026, 2, 11)
_CUSTOMER = "Client of unpaid invoices"
_READERS = ("admin", "anne", "chloe")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> Agency:
    agency = run_scenario(migrated, checkpoint_days=()).agency
    project = next(row for row in agency.snapshot().where("projects", kind="fixed") if row["currency"] == "CAD")
    with agency.database.write() as session:
        for number in range(12):
            whose = {"client_id": project["client_id"], "project_id": project["id"], "customer_name": _CUSTOMER}
            make_invoice(session, **whose, external_id=f"unpaid-{number}", issued_on=date(2025, 9, 1 + number))
    return agency


def _read_closed_months(agency: Agency) -> dict[str, Any]:
    """The figures of closed months: the dashboards of several users, and the months of the MRR bridge."""
    found: dict[str, Any] = {}
    for name in _READERS:
        for first, last in SPANS:
            params = {"from": first, "to": last, "currency": "CAD"}
            figures = agency.get(name, "/api/v1/dashboard", **params)["data"]["figures"]
            found |= {f"{name} {first} {key}": value for key, value in figures.items() if key not in CURRENT_ONLY}
    params = {"from": "2025-01-01", "to": "2026-02-28", "currency": "CAD"}
    analysis = agency.get("admin", "/api/v1/churns-analysis", **params)["data"]
    return found | {f"bridge {month['starts_on']}": month for month in analysis["months"]}


def _find_invoice(agency: Agency) -> Row:
    """An invoice that is not paid at all; each test that changes one finds the next."""
    unpaid = agency.snapshot().where("invoices", customer_name=_CUSTOMER, is_voided=False, deleted_at=None)
    return min((row for row in unpaid if row["balance"] == row["total"]), key=lambda row: row["id"])


def _on_invoice(report: Callable[..., None], *values: date) -> Callable[[Agency], None]:
    return lambda agency: report(agency, _find_invoice(agency), *values)


def _correct_rate(agency: Agency, on: date) -> None:
    (row,) = agency.snapshot().where("exchange_rates", currency="USD", valid_on=on)
    agency.send("PATCH", f"exchange-rates/{row['api_id']}", {"rate": "1.9999", "reason": "Typed wrong"})


def _change_settings(**fields: Any) -> Callable[[Agency], None]:
    return lambda agency: agency.change_settings(**fields)


def _update_project(name: str, **fields: Any) -> Callable[[Agency], None]:
    return lambda agency: agency.update_project(name, **fields)


def _change_account_manager(agency: Agency) -> None:
    agency.update_project("C", account_manager=agency.users["bo"].api_id)


def _wait_a_month(agency: Agency) -> None:
    """Move the clock beyond the end of the month."""
    agency.move_to(LAST_DAY + timedelta(days=40))


def _give_award(agency: Agency) -> None:
    value = agency.snapshot().rows["awards"][0]["core_value_id"]
    with agency.database.read() as db:
        api_id = db.exec_driver_sql(f"SELECT api_id FROM core_values WHERE id = {int(value)}").scalar_one()  # noqa: S608
    body = {"core_value": api_id, "message": "Merci pour tout ce travail", "visibility": "everyone"}
    agency.send("POST", f"employees/{agency.employees['eve'].api_id}/core-values", body)


def _check_in(agency: Agency) -> None:
    goal = agency.snapshot().where("employee_goals", measure="number", visibility="everyone", status="active")[0]
    agency.send("POST", f"employee-goals/{goal['api_id']}/check-ins", {"checked_on": str(LAST_DAY), "value": "9"})


def _start_retainer_today(agency: Agency) -> None:
    agency.start_project("M", "Boréal", "USD", str(agency.today), manager="bo", monthly_fee="333.00")


def _start_retainer_last_year(agency: Agency) -> None:
    agency.start_project("N", "Boréal", "USD", "2025-12-15", manager="bo", monthly_fee="333.00")


def _record_churn(name: str, effective_on: str) -> Callable[[Agency], None]:
    return lambda agency: agency.record_churn(name, effective_on, {"anne": 100})


@dataclass(frozen=True)
class LateChange:
    """A change after a month was reported; `logged` is the subject type of its log entry."""

    apply: Callable[[Agency], None]
    logged: str = ""


UNCHANGED_BY = {
    "todays-rate": lambda agency: _correct_rate(agency, LAST_DAY),
    "paid-this-month": _on_invoice(late_reports.pay_invoice, THIS_MONTH),
    "hours-of-this-month": lambda agency: late_reports.log_hours(agency, THIS_MONTH),
    "the-same-again": _on_invoice(late_reports.resend_unchanged),
    "fee-from-today": _update_project("C", monthly_fee="1250.00", fee_starts_on=str(LAST_DAY)),
    "rollover": _update_project("C", rollover="both", rollover_cap_hours="5", included_hours="99"),
    "thresholds": _change_settings(alert_thresholds=[40, 90], rollover="both", attribution_look_back_months=3),
    "award": _give_award,
    "check-in": _check_in,
    "begins-today": _start_retainer_today,
    "lost-this-month": _record_churn("F", "2026-03-31"),
    "time-alone": _wait_a_month,
    "paused": _update_project("H", status="on_hold"),
}
CHANGED_BY = {
    "rate-of-then": LateChange(lambda agency: _correct_rate(agency, date(2025, 12, 31)), "exchange_rate"),
    "voided": LateChange(_on_invoice(late_reports.void_invoice), "invoice"),
    "grown": LateChange(_on_invoice(late_reports.increase_amount), "invoice"),
    "deleted": LateChange(_on_invoice(late_reports.delete_invoice), "invoice"),
    "vanished": LateChange(_on_invoice(late_reports.sweep_invoice), "invoice"),
    "arrived-late": LateChange(_on_invoice(late_reports.add_late_invoice), "connection"),
    "paid-last-month": LateChange(_on_invoice(late_reports.pay_invoice, LAST_MONTH), "connection"),
    "hours-of-last-month": LateChange(lambda agency: late_reports.log_hours(agency, LAST_MONTH), "connection"),
    "fee-of-last-year": LateChange(_update_project("C", monthly_fee="1300.00", fee_starts_on="2025-10-01"), "project"),
    "begun-last-year": LateChange(_start_retainer_last_year, "project"),
    "lost-last-month": LateChange(_record_churn("L", "2026-02-15"), "churn"),
    "handed-on": LateChange(_change_account_manager, "project"),
    "aging": LateChange(_change_settings(aging_buckets=[15, 45, 75]), "settings"),
}


@pytest.mark.one_database
@pytest.mark.parametrize("name", UNCHANGED_BY)
def test_later_change_leaves_closed_months_identical(agency: Agency, name: str):
    before = _read_closed_months(agency)
    UNCHANGED_BY[name](agency)
    after = _read_closed_months(agency)
    agency.move_to(LAST_DAY)
    assert {key: after[key] for key in before if after[key] != before[key]} == {}


@pytest.mark.one_database("postgres")
@pytest.mark.parametrize("name", CHANGED_BY)
def test_change_of_a_closed_month_is_logged(agency: Agency, name: str):
    before, known_entries = _read_closed_months(agency), len(read_activity(agency.database))
    CHANGED_BY[name].apply(agency)
    after = _read_closed_months(agency)
    assert [key for key in before if after[key] != before[key]] != []
    entries = read_activity(agency.database)[known_entries:]
    assert CHANGED_BY[name].logged in {entry.subject_type for entry in entries}
    # Super administrators see these entries.
    assert {entry.api_id for entry in entries} <= _shown_log(agency)


def _shown_log(agency: Agency) -> set[str]:
    shown: set[str] = set()
    for page in range(1, 100):
        found = agency.get("super", "/api/v1/activity", per_page=100, page=page)["data"]
        shown |= {entry["api_id"] for entry in found}
        if len(found) < 100:
            break
    return shown


def test_log_entry_of_voided_invoice_has_its_amount_and_the_batch_its_days(agency: Agency):
    row, known_entries = _find_invoice(agency), len(read_activity(agency.database))
    late_reports.void_invoice(agency, row)
    batch, own = read_activity(agency.database)[known_entries:]
    assert (batch.action, batch.subject_name, batch.topic) == ("imported", "QuickBooks", "money")
    days = [None, str(row["issued_on"])]
    assert batch.changes == {"updated": [None, 1], "first_on": days, "last_on": days}
    assert (own.action, own.subject_api_id, own.subject_name) == ("changed", row["api_id"], row["number"])
    assert own.changes["amount"] == [f"{row['subtotal']:.2f}", None]
    assert own.actor_name is None


def test_changes_of_the_current_month_are_not_logged(agency: Agency):
    known_entries = len(read_activity(agency.database))
    late_reports.log_hours(agency, THIS_MONTH - timedelta(days=1))
    late_reports.pay_invoice(agency, _find_invoice(agency), THIS_MONTH - timedelta(days=1))
    late_reports.resend_unchanged(agency, _find_invoice(agency))
    assert read_activity(agency.database)[known_entries:] == []
