"""Creates the agency's invoices, payments, sales, hours, goals, awards and deals."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from regie.domains.insights.goals.models import GoalCheckIn
from regie.domains.money.invoices.actions import set_payable_dates
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import HubspotStage, TimeEntry
from regie.domains.records.projects.models import Project
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_amendment, make_approval, make_oos_sale
from tests.factories.people import make_leave
from tests.factories.recognition import make_award, make_core_value
from tests.factories.work import SYNCED, make_credit, make_deal, make_invoice, make_payment, make_project, make_receipt
from tests.recount.agency import FIRST_DAY, Agency, noon
from tests.recount.timeline import LAST_DAY

_WEEK, _TERM = timedelta(days=7), timedelta(days=30)


def create_records(agency: Agency) -> list[dict[str, Any]]:
    """Create the records of two years at once; records dated later do not count on an earlier day.

    Return the time entries: a retainer cannot end before them, so `log_hours` stores them as the days pass.
    """
    random = Random("recount")
    with agency.database.write() as session:
        fixed = _create_fixed_projects(agency, session)
        _create_invoices(agency, session, fixed, random)
        _create_sales(agency, session)
        entries = _list_hours(agency, random)
        _create_goals(agency, session)
        _create_awards(agency, session)
        _create_deals(agency, session)
        make_leave(session, agency.employees["chloe"], starts_on=date(2024, 2, 26), ends_on=date(2024, 3, 8))
        make_leave(session, agency.employees["fay"], starts_on=date(2026, 3, 16), ends_on=None)
    return entries


def log_hours(agency: Agency, entries: list[dict[str, Any]]) -> None:
    """Store the time entries of the days until the agency's, and take them off the list."""
    due = [entry for entry in entries if entry["worked_on"] <= agency.today]
    entries[:] = [entry for entry in entries if entry["worked_on"] > agency.today]
    if due:
        with agency.database.write() as session:
            session.execute(insert(TimeEntry), due)


def _create_fixed_projects(agency: Agency, session: Session) -> list[Project]:
    projects = []
    for client, manager, currency, fields in (
        ("Érable", "anne", "CAD", {"team_id": agency.north.id}),
        ("Boréal", "bo", "USD", {"project_manager_id": agency.employees["dov"].id}),
        ("Cèdre", "anne", "EUR", {"status": "completed", "archived_at": noon(date(2025, 6, 1))}),
        ("Fjord", "both", "USD", {"status": "draft", "end_on": date(2025, 12, 31)}),
    ):
        whose = {"client_id": agency.clients[client].id, "account_manager_id": agency.users[manager].id}
        projects.append(make_project(session, **whose, currency=currency, start_on=FIRST_DAY, **fields))
    return projects


def _create_invoices(agency: Agency, session: Session, fixed: list[Project], random: Random) -> None:
    """Create an invoice every two weeks: paid on time, late, in part, by credit or never; some voided or deleted."""
    for number in range((LAST_DAY - FIRST_DAY).days // 14):
        name = list(agency.clients)[number % len(agency.clients)]
        client, issued_on = agency.clients[name], FIRST_DAY + number * 2 * _WEEK
        total, deleted = Decimal(random.randint(10_001, 999_999)) / 100, number % 17 == 9
        own = [one for one in fixed if one.client_id == client.id]
        invoice = make_invoice(
            session, client_id=None if number % 13 == 12 else client.id, customer_name=name, currency=client.currency,
            issued_on=issued_on, due_on=None if number % 5 == 3 else issued_on + _TERM,
            project_id=own[0].id if own and number % 2 else None, subtotal=round(total / Decimal("1.15"), 2),
            total=total, is_voided=number % 11 == 10, deleted_at=noon(issued_on + 5 * _WEEK) if deleted else None,
        )  # fmt: skip
        shares = [[], ["1"], ["0.4", "0.6"], ["0.25", "0.5"], ["1"]][number % 5]
        for index, share in enumerate(shares):
            paid_on = issued_on + (2 + index * 9) * _WEEK
            kind = "credit" if index and number % 2 else "payment"
            paid = make_receipt(session, invoice, str(round(total * Decimal(share), 2)), paid_on, kind=kind)
            if number % 9 == 4:
                paid.deleted_at = noon(paid_on + _WEEK)
            else:
                invoice.balance -= paid.amount
        if number % 11 == 5:
            _void_later(session, invoice, noon(issued_on + 15 * _WEEK), client.id)
        if own and number % 4 == 0:
            # One invoice bills two scheduled payments; the rest bills no project.
            _bill(session, invoice, own[0], "120.50", "79.99")
        elif own and number % 8 == 3:
            # A part of another project's payment; the rest bills the invoice's own project.
            _bill(session, invoice, own[-1], "33.33")
        elif own and number % 8 == 5:
            # The invoice was lowered below what it bills.
            _bill(session, invoice, own[0], "50.00", str(invoice.subtotal))
    _create_credits(agency, session, random)
    set_payable_dates(session)


def _bill(session: Session, invoice: Invoice, project: Project, *amounts: str) -> None:
    """Schedule payments that the invoice bills, with the latest due first."""
    for number, amount in enumerate(amounts):
        payment = {"project_id": project.id, "status": "ready", "invoice_id": invoice.id}
        make_payment(session, amount=Decimal(amount), due_on=invoice.issued_on - number * _WEEK, **payment)


def _void_later(session: Session, invoice: Invoice, at: datetime, client: int) -> None:
    """Void a paid invoice: what was paid becomes a credit of its client."""
    receipts = session.query(InvoicePayment).filter_by(invoice_external_id=invoice.external_id, deleted_at=None)
    for receipt in receipts:
        credit = make_credit(session, str(receipt.amount), receipt.paid_on, client_id=client, currency=invoice.currency)
        receipt.credit_external_id, receipt.deleted_at = credit.external_id, at
    invoice.balance_when_voided, invoice.voided_at, invoice.is_voided = invoice.balance, at, True
    invoice.subtotal = invoice.tax = invoice.total = invoice.balance = Decimal(0)


def _create_credits(agency: Agency, session: Session, random: Random) -> None:
    """Create credit notes and deposits: never, later or partly applied; one of an unmatched customer, one deleted."""
    owed = session.query(Invoice).filter(Invoice.balance > Decimal(500), Invoice.deleted_at.is_(None)).all()
    for number, invoice in enumerate(owed[:12]):
        dated_on = invoice.issued_on + random.randint(0, 9) * _WEEK
        total, used = Decimal(random.randint(20_000, 40_000)) / 100, Decimal(random.randint(0, 2) * 75)
        credit = make_credit(
            session, str(total - used), dated_on, kind="credit_memo" if number % 3 else "payment", total=total,
            client_id=invoice.client_id, currency=invoice.currency,
            deleted_at=noon(LAST_DAY) if number == 5 else None,
        )  # fmt: skip
        if used:
            later = dated_on + (number % 2) * 6 * _WEEK
            make_receipt(session, invoice, str(used), later, kind="credit", credit_external_id=credit.external_id)
            invoice.balance -= used


def _create_sales(agency: Agency, session: Session) -> None:
    people = {name: one.id for name, one in agency.employees.items()}
    sold: list[tuple[str, str, str, str, dict[str, int], dict[str, Any]]] = [
        ("2024-02-29", "Érable", "CAD", "1000.01", {"anne": 50, "bo": 50}, {"approved_on": date(2024, 3, 1)}),
        (
            "2024-12-31",
            "Boréal",
            "USD",
            "700.00",
            {"bo": 33, "chloe": 34, "dov": 33},
            {"approved_on": date(2025, 1, 2)},
        ),
        ("2025-05-20", "Cèdre", "EUR", "555.55", {"chloe": 100}, {"approved_on": date(2025, 5, 20)}),
        ("2025-08-04", "Dune", "JPY", "30001", {"bo": 70, "eve": 30}, {"approved_on": date(2025, 8, 4)}),
        ("2025-12-31", "Érable", "CAD", "450.00", {"fay": 100}, {"approved_on": date(2025, 12, 31)}),
        ("2026-01-15", "Érable", "CAD", "990.00", {"anne": 100}, {}),
        ("2026-02-10", "Boréal", "USD", "820.00", {"bo": 60, "anne": 40}, {"approved_on": date(2026, 2, 11)}),
        ("2026-03-03", "Dune", "CAD", "610.10", {"chloe": 45, "bo": 55}, {"approved_on": date(2026, 3, 5)}),
        ("2026-03-04", "Dune", "CAD", "5000.00", {"bo": 100}, {"approved_on": date(2026, 3, 4), "status": "cancelled"}),
    ]
    for sold_on, client, currency, amount, sellers, fields in sold:
        own = {"client_id": agency.clients[client].id, "start_on": date.fromisoformat(sold_on), "currency": currency}
        by = {people[name]: weight for name, weight in sellers.items()}
        day = date.fromisoformat(sold_on)
        sale = make_oos_sale(session, sellers=by, sold_on=day, amount=Decimal(amount), **own, **fields)
        _amend_sale(session, sale)
    for decision in ("approved", "declined"):
        sale = make_oos_sale(session, sellers={people["bo"]: 100}, sold_on=date(2026, 3, 9), amount=Decimal("333.33"))
        make_approval(session, sale, decision=decision, decided_on=date(2026, 3, 11))


# By day of sale: differences from later days, with the client's decision.
_AMENDMENTS: dict[str, list[tuple[str, str, str | None]]] = {
    "2024-02-29": [("100.01", "2024-04-30", "approved"), ("-300.05", "2025-02-28", "approved")],
    "2024-12-31": [("55.55", "2025-01-31", "approved"), ("9.99", "2025-03-03", "declined")],
    "2025-08-04": [("-1001", "2025-12-31", "approved"), ("77", "2026-03-10", None)],
    "2026-02-10": [("-20.01", "2026-02-28", "approved"), ("40.01", "2026-03-02", "approved")],
    "2026-03-04": [("250.00", "2026-03-06", "approved")],
}


def _amend_sale(session: Session, sale: Project) -> None:
    for amount, day, decision in _AMENDMENTS.get(str(sale.sold_on), []):
        make_amendment(session, sale, amount, date.fromisoformat(day), decision=decision)


def _list_hours(agency: Agency, random: Random) -> list[dict[str, Any]]:
    """Hours per employee and week, and hours of the last month on the retainers, one of which goes over."""
    rows, names = [], [*agency.employees]
    for week in range((LAST_DAY - FIRST_DAY).days // 7 + 1):
        for name in names:
            day = FIRST_DAY + week * _WEEK + timedelta(days=random.randint(0, 4))
            rows.append((min(day, LAST_DAY), name, random.randint(30, 900), "C"))
    for day, minutes, project in ((2, 1000, "I"), (5, 200, "I"), (10, 100, "I"), (11, 1100, "C"), (12, 30, "A")):
        rows.append((date(2026, 3, day), "fay", minutes, project))
    return [
        {
            "external_id": f"hours-{number}", "worked_on": day, "minutes": minutes, "synced_at": SYNCED,
            "is_billable": number % 3 > 0, "teamwork_user_id": f"person-{name}",
            "teamwork_project_id": f"work-{project}", "deleted_at": noon(day) if number % 29 == 7 else None,
        }
        for number, (day, name, minutes, project) in enumerate(rows)
    ]  # fmt: skip


def _create_goals(agency: Agency, session: Session) -> None:
    linked = {"measure": "linked"}
    wanted: list[tuple[str, str, str, dict[str, Any]]] = [
        (
            "bo",
            "2024-01-01",
            "2024-12-31",
            {"currency": "CAD", "metric_key": "oos_sold", "target_value": Decimal(6000)},
        ),
        (
            "bo",
            "2026-01-01",
            "2026-03-31",
            {"currency": "CAD", "metric_key": "oos_sold", "target_value": Decimal(7001)},
        ),
        (
            "anne",
            "2026-02-15",
            "2026-04-14",
            {"currency": "EUR", "metric_key": "oos_sold", "target_value": Decimal(900)},
        ),
        (
            "anne",
            "2025-01-01",
            "2026-06-30",
            {"currency": "USD", "metric_key": "retained_mrr", "target_value": Decimal(5000)},
        ),
        (
            "chloe",
            "2024-07-01",
            "2026-06-30",
            {"currency": "CAD", "metric_key": "churned_mrr", "direction": "at_most", "target_value": Decimal(1500)},
        ),
        ("chloe", "2026-01-01", "2026-12-31", {"metric_key": "utilisation", "target_value": Decimal(80)}),
        ("eve", "2025-01-01", "2026-12-31", {"metric_key": "values_received", "target_value": Decimal(4), "weight": 3}),
    ]
    for name, first, last, fields in wanted:
        period = {"period_start": date.fromisoformat(first), "period_end": date.fromisoformat(last)}
        make_goal(session, employee_id=agency.employees[name].id, **period, **linked, **fields)
    check_in_period = {"period_start": date(2026, 1, 5), "period_end": date(2026, 5, 29), "weight": 2}
    for visibility in ("private", "team", "everyone"):
        goal = make_goal(session, employee_id=agency.employees["dov"].id, visibility=visibility, **check_in_period)
        mistaken = _create_check_in(agency, session, goal.id, date(2026, 2, 2), "9")
        _create_check_in(agency, session, goal.id, date(2026, 2, 2), "4", corrects_id=mistaken)
        _create_check_in(agency, session, goal.id, date(2026, 3, 16), "7")
    closed = {"closed_on": date(2026, 3, 2), "closed_value": Decimal(8), "status": "achieved"}
    for fields in (closed, closed | {"status": "cancelled"}, {"status": "draft"}):
        make_goal(session, employee_id=agency.employees["eve"].id, **check_in_period, **fields)


def _create_check_in(agency: Agency, session: Session, goal: int, day: date, value: str, **fields: Any) -> int:
    by = {"made_by_id": agency.users["admin"].id, "made_at": noon(day)}
    check_in_period = GoalCheckIn(goal_id=goal, checked_on=day, value=Decimal(value), **by, **fields)
    session.add(check_in_period)
    session.flush()
    return check_in_period.id


def _create_awards(agency: Agency, session: Session) -> None:
    value = make_core_value(session).id
    names = [*agency.employees]
    for number in range(30):
        day: date = min(FIRST_DAY + number * timedelta(days=27), LAST_DAY)
        given: dict[str, Any] = {"created_at": datetime.combine(day, noon(day).timetz())}
        make_award(
            session, core_value_id=value, giver_id=agency.users["admin"].id, awarded_on=day,
            receiver_id=agency.employees[names[number % len(names)]].id,
            visibility="private" if number % 4 == 3 else "everyone", **given,
        )  # fmt: skip


def _create_deals(agency: Agency, session: Session) -> None:
    for name, probability in (("Devis", "0.335"), ("Accord", "0.9"), ("Inconnue", None)):
        session.add(HubspotStage(external_id=name, name=name, probability=probability, synced_at=SYNCED))
    for number, manager in enumerate(["anne", "bo", "both", "admin"] * 3):
        stage = ("Devis", "Accord", "Inconnue")[number % 3]
        make_deal(
            session, stage_id=stage, stage=stage, state="won" if number == 5 else "open",
            account_manager_id=agency.users[manager].id, currency=("CAD", "USD", "EUR", "NOK")[number // 3],
            amount=None if number == 7 else Decimal(1000 + number * 37),
            deleted_at=noon(LAST_DAY) if number == 9 else None,
        )  # fmt: skip
