"""Random edits after months were closed: what was published stays, and the months themselves do not change.

An edit through the API is refused or dated in an open month. A late report of a service is listed as a restatement, and
the restatements add up to the difference.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.insights.statistics.churn_rates import CHURN_RATES
from tests.long_tests import mark_long
from tests.recount import late_reports
from tests.recount.agency import CHURN, Agency
from tests.recount.scenario import run_scenario
from tests.recount.snapshot import Row
from tests.recount.timeline import LAST_DAY

FIRST = date(2024, 1, 1)
MONTHS = [f"{year}-{month:02}" for year in (2024, 2025) for month in range(1, 13)] + ["2026-01"]
# A request about it is refused, because there is none.
_NO_RECORD: Row = {"api_id": "01a21a0c-07dd-73e6-aabd-a9c142ef0aee", "id": 0}
Request = tuple[str, str, Any]


@pytest.fixture(scope="module")
def agency(migrated: Database) -> Agency:
    agency = run_scenario(migrated, checkpoint_days=()).agency
    for month in MONTHS:
        agency.send("POST", f"months/{month}/closings", {"reason": "Checked"})
    return agency


class Editor:
    """Makes random requests about the agency's records, with days in closed and in open months."""

    def __init__(self, agency: Agency, random: Random) -> None:
        self.agency, self.random, self.rows = agency, random, agency.snapshot()

    def day(self) -> str:
        return str(FIRST + timedelta(days=self.random.randint(0, (LAST_DAY - FIRST).days + 20)))

    def pick(self, table: str, **fields: Any) -> dict[str, Any]:
        return self.random.choice(self.rows.where(table, **fields) or [_NO_RECORD])

    def amount(self) -> str:
        return f"{self.random.randint(100, 300_000) / 100:.0f}.00"

    def change_project(self) -> Request:
        project = self.pick("projects")
        changes: list[dict[str, Any]] = [
            {"monthly_fee": self.amount(), "fee_starts_on": self.day()},
            {"start_on": self.day()}, {"end_on": self.day()}, {"end_on": None}, {"currency": "USD"},
            {"status": self.random.choice(["on_hold", "active", "cancelled", "completed", "ended", "draft"])},
            {"kind": self.random.choice(["fixed", "oos", "retainer"])}, {"amount": self.amount()},
            {"sold_on": self.day()}, {"team": None},
            {"account_manager": self.agency.users["bo"].api_id}, {"teamwork_project_id": None},
            {"sold_by": [{"employee": self.agency.employees["eve"].api_id, "weight": 100}]},
            {"counted_hours": "billable"}, {"client": self.agency.clients["Gel"].api_id},
        ]  # fmt: skip
        return "PATCH", f"projects/{project['api_id']}", self.random.choice(changes)

    def record_term(self) -> Request:
        project = self.pick("projects", kind="retainer")
        values: list[dict[str, Any]] = [
            {"name": "state", "state": self.random.choice(["on_hold", "active", "ended"])},
            {"name": "fee", "amount": self.amount()},
            {"name": "fee", "amount": self.amount(), "billing_interval": "quarter"},
            {"name": "included_hours", "hours": "55.00"},
            {"name": "rollover", "rollover": "surplus"},
        ]
        body = self.random.choice(values)
        return "POST", f"projects/{project['api_id']}/terms", body | {"effective_from": self.day()}

    def remove_term(self) -> Request:
        project = self.pick("projects", kind="retainer")
        fees = self.rows.where("project_fees", project_id=project["id"])
        terms = self.rows.where("terms", record="project", record_id=project["id"], name="state")
        days = [("fee", fee["starts_on"]) for fee in fees] + [("state", term["effective_from"]) for term in terms]
        name, day = self.random.choice(days or [("fee", FIRST)])
        return "POST", f"projects/{project['api_id']}/term-removals", {"name": name, "effective_from": str(day)}

    def record_churn(self) -> Request:
        project = self.pick("projects", kind="retainer")
        shares = [{"employee": self.agency.employees["bo"].api_id, "weight": 100}]
        body = CHURN | {"project": project["api_id"], "effective_on": self.day(), "attribution": shares}
        return "POST", "churned-projects", body

    def undo_churn(self) -> Request:
        return "DELETE", f"churned-projects/{self.pick('projects', kind='retainer')['api_id']}", None

    def change_churn(self) -> Request:
        event = self.pick("churn_events")
        change = self.random.choice([{"effective_on": self.day()}, {"notice_on": self.day()}])
        return "PATCH", f"churn-events/{event['api_id']}", change

    def decide_churn(self) -> Request:
        event = self.pick("churn_events")
        if self.random.random() < 0.5:
            return "POST", f"churn-events/{event['api_id']}/rejections", {"reason": "Entered by mistake"}
        return "POST", f"churn-events/{event['api_id']}/confirmations", {}

    def correct_rate(self) -> Request:
        row = self.pick("exchange_rates")
        return "PATCH", f"exchange-rates/{row['api_id']}", {"rate": "1.9999", "reason": "Typed wrong"}

    def add_rate(self) -> Request:
        return "POST", "exchange-rates", {"currency": "EUR", "valid_on": self.day(), "rate": "1.5555"}

    def amend_amount(self) -> Request:
        sign = self.random.choice(["", "-"])
        body = {"effective_on": self.day(), "amount": f"{sign}{self.random.randint(1, 400)}.00", "reason": "More pages"}
        return "POST", f"projects/{self._pick_amended()['api_id']}/amendments", body

    def decide_amendment(self) -> Request:
        amendment = self.pick("project_amendments")
        projects = self.rows.where("projects", id=amendment.get("project_id", 0)) or [_NO_RECORD]
        return "POST", "oos-approvals", {
            "project": projects[0]["api_id"], "amendment": amendment["api_id"], "decision": "approved",
            "decided_on": self.day(), "note": "By phone",
        }  # fmt: skip

    def remove_amendment(self) -> Request:
        return "DELETE", f"project-amendments/{self.pick('project_amendments')['api_id']}", None

    def _pick_amended(self) -> Row:
        return self.pick("projects", kind=self.random.choice(["oos", "fixed"]))

    def decide_sale(self) -> Request:
        project = self.pick("projects", kind="oos")
        return "POST", "oos-approvals", {
            "project": project["api_id"], "decision": self.random.choice(["approved", "declined"]),
            "decided_on": self.day(), "note": "By phone",
        }  # fmt: skip

    def undo_decision(self) -> Request:
        return "DELETE", f"oos-approvals/{self.pick('oos_approvals')['api_id']}", None

    def delete_project(self) -> Request:
        return "DELETE", f"projects/{self.pick('projects')['api_id']}", None

    def link_invoice(self) -> Request:
        project = self.random.choice([self.pick("projects")["api_id"], None])
        return "PATCH", f"invoices/{self.pick('invoices')['api_id']}", {"project": project}

    def link_payment(self) -> Request:
        payment, invoice = self.pick("project_payments"), self.random.choice([self.pick("invoices")["api_id"], None])
        return "PATCH", f"projects-payments/{payment['api_id']}", {"invoice": invoice}

    def change_employee(self) -> Request:
        changes: list[dict[str, Any]] = [
            {"capacity_hours_week": "20.00"}, {"is_billable": False}, {"started_on": self.day()},
            {"ended_on": self.day()}, {"utilisation_target": 90},
        ]  # fmt: skip
        return "PATCH", f"employees/{self.pick('employees')['api_id']}", self.random.choice(changes)

    def link_person(self) -> Request:
        return "PATCH", f"employees/{self.pick('employees')['api_id']}", {"teamwork_user_id": None}

    def record_employment(self) -> Request:
        values = self.random.choice([{"capacity_hours_week": "12.00"}, {"is_billable": False}])
        path = f"employees/{self.pick('employees')['api_id']}/employment-terms"
        return "POST", path, {"effective_from": self.day(), **values}

    def add_leave(self) -> Request:
        body = {"starts_on": self.day(), "ends_on": self.day()}
        return "POST", f"employees/{self.pick('employees')['api_id']}/leaves", body

    def change_client(self) -> Request:
        changes: list[dict[str, Any]] = [
            {"currency": "EUR"}, {"payment_terms_days": 90}, {"account_manager": self.agency.users["bo"].api_id},
            {"team": None},
        ]  # fmt: skip
        return "PATCH", f"clients/{self.pick('clients')['api_id']}", self.random.choice(changes)

    def create_project(self) -> Request:
        kind = self.random.choice(["retainer", "oos", "fixed"])
        own: dict[str, Any] = {"amount": self.amount()}
        if kind == "retainer":
            own = {"monthly_fee": self.amount()}
        elif kind == "oos":
            own |= {
                "parent_project": self.agency.projects["C"], "sold_on": self.day(),
                "sold_by": [{"employee": self.agency.employees["bo"].api_id, "weight": 100}],
            }  # fmt: skip
        return "POST", "projects", own | {
            "name": "Nouveau", "client": self.agency.clients["Dune"].api_id, "kind": kind, "currency": "CAD",
            "account_manager": self.agency.users["bo"].api_id, "start_on": self.day(), "status": "active",
        }  # fmt: skip

    def change_settings(self) -> Request:
        changes: list[dict[str, Any]] = [
            {"aging_buckets": [10, 20, 30]}, {"churn_recognition": self.random.choice(["notice", "effective"])},
            {"fiscal_year_start": "april"}, {"reporting_currency": "USD"},
            {"counted_hours": "billable"}, {"payment_terms_days": 5},
        ]  # fmt: skip
        return "POST", "settings", self.random.choice(changes)

    def change_responsibility(self) -> Request:
        body = {"effective_from": self.day(), "account_manager": self.agency.users["anne"].api_id}
        return "POST", f"projects/{self.pick('projects')['api_id']}/responsibility-terms", body


EDITS: Sequence[Callable[[Editor], Request]] = (
    Editor.change_project, Editor.record_term, Editor.remove_term, Editor.record_churn, Editor.undo_churn,
    Editor.change_churn, Editor.decide_churn, Editor.correct_rate, Editor.add_rate, Editor.decide_sale,
    Editor.undo_decision, Editor.amend_amount, Editor.decide_amendment, Editor.remove_amendment,
    Editor.delete_project, Editor.create_project, Editor.change_employee,
    Editor.record_employment, Editor.add_leave, Editor.change_client, Editor.change_settings,
    Editor.change_responsibility,
)  # fmt: skip
# What belongs together is found out late, like what a service reports late.
LINKS: Sequence[Callable[[Editor], Request]] = (Editor.link_invoice, Editor.link_payment, Editor.link_person)
REPORTS: Sequence[Callable[[Agency, Row], None]] = (
    late_reports.void_invoice, late_reports.increase_amount, late_reports.add_late_invoice,
    late_reports.delete_invoice, late_reports.sweep_invoice,
)  # fmt: skip


@pytest.mark.parametrize("seed", mark_long(range(10), [0]))
def test_edits_leave_closed_months_and_late_reports_are_explained(agency: Agency, seed: int):
    random = Random(f"edits {seed}")
    editor, months = Editor(agency, random), random.sample(MONTHS, 5)
    published = _read(agency, months, "published")
    for edit in random.sample(EDITS, len(EDITS)) * 2:
        _assert_leaves(agency, months, edit(editor))
    for link in [*LINKS, *LINKS]:
        send(agency, link(editor))
    _report_late(agency, random)
    assert _read(agency, months, "published") == published
    for month in months:
        assert_explained(agency, month)


def _assert_leaves(agency: Agency, months: Iterable[str], request: Request) -> None:
    """The request is refused, or the months are what they were."""
    before = _read(agency, months, "known_today")
    if send(agency, request):
        after = _read(agency, months, "known_today")
        assert {key: after[key] for key in before if after[key] != before[key]} == {}, request


def send(agency: Agency, request: Request) -> bool:
    method, path, body = request
    status = agency.browser("super").call(method, f"/api/v1/{path}", json=body).status_code
    assert status in (200, 201, 204, 403, 404, 409, 422), (request, status)
    return status < 300


def _report_late(agency: Agency, random: Random) -> None:
    invoices = agency.snapshot().where("invoices", is_voided=False, deleted_at=None)
    for report, invoice in zip(REPORTS, random.sample(invoices, len(REPORTS)), strict=True):
        report(agency, invoice)
    late_reports.pay_invoice(agency, random.choice(invoices), date(2025, random.randint(1, 12), 11))
    late_reports.log_hours(agency, date(2025, random.randint(1, 12), 11))


def _read(agency: Agency, months: Iterable[str], part: str) -> dict[tuple[str, str], Any]:
    return {(month, one["name"]): one[part] for month in months for one in read_figures(agency, month)}


def read_figures(agency: Agency, month: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = agency.get("super", f"/api/v1/months/{month}/figures", currency="CAD")["data"][
        "figures"
    ]
    return found


def assert_explained(agency: Agency, month: str) -> None:
    """The differences of the restated records add up to those of the figures, in each currency."""
    for figure in read_figures(agency, month):
        if figure["name"] in CHURN_RATES:
            # Calculated from other figures, whose records explain them.
            continue
        query = {"month": month, "figure": figure["name"], "per_page": 100}
        page = agency.get("super", "/api/v1/month-restatements", **query)
        assert page["meta"]["total"] == len(page["data"])
        sums: dict[str, Decimal] = defaultdict(Decimal)
        for row in page["data"]:
            if row["difference"] is not None:
                sums[row["difference"]["currency"]] += Decimal(row["difference"]["amount"])
        for one in figure["currencies"]:
            known, published = (one[part] for part in ("known_today", "published"))
            assert Decimal(known["amount"]) - Decimal(published["amount"]) == sums[known["currency"]], (month, figure)
        if figure["difference"] is None and figure["unit"] != "money":
            assert page["data"] == [], (month, figure["name"])
