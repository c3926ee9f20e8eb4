"""Each open point of a month counts exactly the rows of the list to which the page of the month links."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.records.retainers.models import RetainerPeriod
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_employee
from tests.factories.undated_terms import make_undated_state
from tests.factories.work import make_client, make_invoice, make_payment, make_project, make_time

SignInAs = Callable[..., Browser]
_DAYS = {"from": "2026-10-01", "to": "2026-10-31"}
# The filters of `usePointLink` on the page of the month, for October 2026.
LISTS = {
    "retainer_periods": "projects?kind=retainer&archived=include&open_to={to}",
    "hours_over": "retainer-overages?state=undecided&starts_from={from}&starts_to={to}",
    "churns": "churn-events?state=recorded&effective_to={to}",
    "approvals": "oos-queue?sold_to={to}",
    "undated_terms": "undated-terms?state=open&earliest_to={to}",
    "missing_time": "people-figures?from={from}&to={to}&missing_time=true",
    "invoices": "invoices?unlinked=true&issued_from={from}&issued_to={to}",
    "unreconciled_invoices": (
        "invoices?unlinked=false&reconciliation=none&reconciliation=part&issued_from={from}&issued_to={to}"
    ),
}


def _period(session: Session, month: int, status: str, over: str = "0.00", **fields: Any) -> None:
    project = make_project(session, kind="retainer", monthly_fee="900.00", **fields)
    hours = dict.fromkeys(("rollover_in", "late_hours", "rollover_out", "lapsed_hours"), Decimal(0))
    session.add(
        RetainerPeriod(
            project_id=project.id, starts_on=date(2026, month, 1), ends_on=date(2026, month, 28), **hours,
            fee=Decimal(900), base_hours=Decimal(10), used_hours=Decimal(10) + Decimal(over), status=status,
            overage_hours=Decimal(over), closing_balance=-Decimal(over),
        )
    )  # fmt: skip


def _add_periods(session: Session) -> None:
    for month, status in ((9, "open"), (10, "open"), (10, "locked"), (11, "open")):
        _period(session, month, status)
    _period(session, 10, "open", archived_at=NOON, end_on=date(2026, 10, 31))


def _add_hours_over(session: Session) -> None:
    for month, over in ((9, "4.00"), (10, "2.50"), (10, "1.25"), (10, "0.00"), (11, "3.00")):
        _period(session, month, "locked", over)


def _add_churns(session: Session) -> None:
    for day in (date(2026, 9, 3), date(2026, 10, 31), date(2026, 11, 1)):
        make_churn(session, effective_on=day)
    make_churn(session, effective_on=date(2026, 10, 5), state="confirmed")


def _add_work(session: Session) -> None:
    for day, fields in (
        (date(2026, 8, 3), {}),
        (date(2026, 10, 31), {}),
        (date(2026, 10, 6), {"approved_on": date(2026, 10, 7)}),
        (date(2026, 10, 6), {"archived_at": NOON}),
        (date(2026, 10, 6), {"status": "draft"}),
        (date(2026, 11, 1), {}),
    ):
        make_oos_sale(session, **{"sold_on": day, "approved_on": None, "status": "active"} | fields)


def _add_undated_terms(session: Session) -> None:
    for earliest_on in (None, date(2026, 10, 31), date(2026, 11, 1)):
        project = make_project(session, kind="retainer", monthly_fee="900.00")
        make_undated_state(session, project, "pause_without_day", "on_hold", earliest_on=earliest_on)


def _add_people(session: Session) -> None:
    for number, logs_time in enumerate((True, True, False)):
        person = f"logs-{number}" if logs_time else None
        make_employee(session, capacity_hours_week=Decimal(40), teamwork_user_id=person)
    make_time(session, teamwork_user_id="logs-0", worked_on=date(2026, 10, 30), minutes=22 * 480)


def _add_invoices(session: Session) -> None:
    client = make_client(session)
    project = make_project(session, client_id=client.id)
    for day, keys in (
        (date(2026, 10, 7), {"client_id": None, "project_id": None}),
        (date(2026, 10, 8), {"client_id": client.id, "project_id": None}),
        # The match of its customer was removed after it was linked.
        (date(2026, 10, 9), {"client_id": None, "project_id": project.id}),
        (date(2026, 10, 10), {"client_id": client.id, "project_id": project.id}),
        (date(2026, 11, 1), {"client_id": None, "project_id": None}),
    ):
        make_invoice(session, issued_on=day, **keys)


def _add_unreconciled(session: Session) -> None:
    """Of a project: one bills no payment, one a part, one a whole one. The others are other points, or bill nothing."""
    client = make_client(session)
    project = make_project(session, client_id=client.id)
    keys = {"client_id": client.id, "project_id": project.id, "subtotal": Decimal("500.00")}
    make_invoice(session, issued_on=date(2026, 10, 7), **keys)
    for amount in (Decimal("300.00"), Decimal("500.00")):
        billed = make_invoice(session, issued_on=date(2026, 10, 8), **keys)
        make_payment(session, project_id=project.id, status="ready", invoice_id=billed.id, amount=amount)
    make_invoice(session, issued_on=date(2026, 10, 9), **{**keys, "project_id": None})
    make_invoice(session, issued_on=date(2026, 10, 10), is_voided=True, **keys)
    make_invoice(session, issued_on=date(2026, 11, 1), **keys)


@pytest.mark.parametrize(
    ("name", "add", "count"),
    [
        ("retainer_periods", _add_periods, 3),
        ("hours_over", _add_hours_over, 2),
        ("churns", _add_churns, 2),
        ("approvals", _add_work, 2),
        ("undated_terms", _add_undated_terms, 2),
        ("missing_time", _add_people, 1),
        ("invoices", _add_invoices, 3),
        ("unreconciled_invoices", _add_unreconciled, 2),
    ],
)
def test_open_point_counts_the_rows_of_its_list(
    database: Database, sign_in_as: SignInAs, name: str, add: Callable[[Session], None], count: int
):
    with database.write() as session:
        add(session)
    admin = sign_in_as("admin")
    points = admin.get("/api/v1/months/2026-10").json()["data"]["open_points"]
    rows = admin.get(f"/api/v1/{LISTS[name].format(**_DAYS)}")
    assert rows.status_code == 200, rows.text
    assert {point["name"]: point["count"] for point in points}[name] == rows.json()["meta"]["total"] == count
