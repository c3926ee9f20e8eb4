"""The records that are listed for a restated figure are those that explain its difference, and add up to it."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import pytest
from sqlalchemy import delete, select, update

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.models import ClosedMonth, PublishedAmount
from regie.domains.records.projects.models import ProjectFee
from regie.domains.records.settings.models import OrganizationSettings
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.administration.exports.export_files import export_list
from tests.factories.people import make_employee, make_leave
from tests.factories.rates import make_rate
from tests.factories.work import (
    make_client,
    make_credit,
    make_invoice,
    make_payment,
    make_project,
    make_receipt,
    make_time,
)

SignInAs = Callable[..., Browser]
ROWS = "/api/v1/month-restatements?month=2026-10&per_page=100"
DAYS = "from=2026-10-01&to=2026-10-31"
# Calculated from other figures, whose records explain them.
RATES = {"gross_revenue_churn", "net_revenue_retention", "logo_churn"}


class Books(NamedTuple):
    """The keys of invoices of October by what happens to them after its closing."""

    paid: int
    due_sooner: int
    renamed_bucket: int
    voided: int
    deleted: int
    moved: int
    untouched: int
    retainer: int
    project: int


@pytest.fixture
def controller(sign_in_as: SignInAs) -> Browser:
    return sign_in_as("financial_manager")


@pytest.fixture
def books(database: Database) -> Books:
    with database.write() as session:
        make_rate(session, "USD", date(2026, 9, 30), "1.2900")
        for day in range(1, 32):
            make_rate(session, "USD", date(2026, 10, day), f"1.3{day:02}")
        client = make_client(session, currency="CAD")
        project = make_project(session, client_id=client.id, kind="fixed", amount=Decimal(9000), currency="CAD")
        retainer = make_project(
            session, client_id=make_client(session, currency="CAD").id, kind="retainer", status="active",
            monthly_fee="1000.00", currency="CAD", start_on=date(2026, 1, 1),
        )  # fmt: skip

        def invoice(amount: str, due_on: date, currency: str = "CAD") -> int:
            money = Decimal(amount)
            return make_invoice(
                session, client_id=client.id, project_id=project.id, issued_on=date(2026, 10, 5), due_on=due_on,
                currency=currency, subtotal=money, tax=Decimal(0), total=money, balance=money,
            ).id  # fmt: skip

        late, later = date(2026, 10, 20), date(2026, 11, 20)
        make_credit(session, "10.00", date(2026, 10, 9), client_id=client.id)
        make_employee(
            session, teamwork_user_id="p-1", capacity_hours_week=Decimal(40), utilisation_target=75,
            started_on=date(2020, 1, 1),
        )  # fmt: skip
        make_time(session, teamwork_user_id="p-1", worked_on=date(2026, 10, 6), minutes=2400, is_billable=True)
        return Books(
            invoice("100.01", late), invoice("200.02", later), invoice("300.03", date(2026, 9, 1)),
            invoice("400.04", late), invoice("500.05", later), invoice("600.06", late, "USD"), invoice("700.07", late),
            retainer.id, project.id,
        )  # fmt: skip


def _close(browser: Browser) -> None:
    answer = browser.post("/api/v1/months/2026-10/closings", {"reason": "Checked"})
    assert answer.status_code == 201, answer.text


def _report_late(database: Database, books: Books) -> None:
    """What the services report after the closing; and a fee and an end that a restore or a repair may change."""

    def change(key: int, **values: Any) -> None:
        session.execute(update(Invoice).where(Invoice.id == key).values(**values))

    with database.write() as session:
        paid = session.get_one(Invoice, books.paid)
        make_receipt(session, paid, "60.01", date(2026, 10, 30))
        change(books.paid, balance=Decimal("40.00"))
        change(books.due_sooner, due_on=date(2026, 10, 10), payable_on=date(2026, 10, 10))
        change(books.voided, is_voided=True, voided_at=NOON, balance_when_voided=Decimal("400.04"), balance=Decimal(0))
        change(books.deleted, deleted_at=NOON)
        change(books.moved, issued_on=date(2026, 10, 25))
        make_credit(session, "5.50", date(2026, 10, 12), client_id=paid.client_id)
        make_time(session, teamwork_user_id="p-1", worked_on=date(2026, 10, 7), minutes=615, is_billable=True)
        session.execute(update(ProjectFee).where(ProjectFee.project_id == books.retainer).values(amount=Decimal(1500)))
        ended = make_project(
            session, client_id=make_client(session, currency="CAD").id, kind="retainer", status="ended",
            monthly_fee="70.00", currency="CAD", start_on=date(2026, 1, 1), end_on=date(2026, 10, 15),
        )  # fmt: skip
        assert ended.end_on is not None
        make_project(
            session, client_id=paid.client_id, kind="oos", status="active", amount=Decimal("333.00"), currency="CAD",
            sold_on=date(2026, 10, 8), approved_on=date(2026, 10, 8), start_on=date(2026, 10, 8),
        )  # fmt: skip
        # All invoices are in other buckets now, and overdue as before.
        session.execute(update(OrganizationSettings).values(aging_buckets=[5, 15, 45]))


def _figures(browser: Browser, currency: str = "CAD") -> dict[str, dict[str, Any]]:
    answer = browser.get(f"/api/v1/months/2026-10/figures?currency={currency}")
    assert answer.status_code == 200, answer.text
    return {one["name"]: one for one in answer.json()["data"]["figures"]}


def _dashboard(browser: Browser, query: str) -> dict[str, Any]:
    answer = browser.get(f"/api/v1/dashboard?{DAYS}&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["figures"]


def _rows(browser: Browser, figure: str, query: str = "currency=CAD") -> list[dict[str, Any]]:
    answer = browser.get(f"{ROWS}&figure={figure}&{query}")
    assert answer.status_code == 200, answer.text
    page = answer.json()
    assert page["meta"]["total"] == len(page["data"])
    return page["data"]


def _explained(unit: str, rows: list[dict[str, Any]]) -> Decimal:
    if unit == "money":
        return sum((Decimal(row["converted"]["amount"]) for row in rows), Decimal(0))
    return sum((Decimal(row["difference_value"]) for row in rows), Decimal(0))


def _difference(unit: str, difference: dict[str, Any]) -> Decimal:
    return Decimal(difference["money"]["amount"] if unit == "money" else difference["value"])


@pytest.mark.parametrize("currency", ["CAD", "USD"])
def test_rows_add_up_to_the_difference_of_every_figure(
    database: Database, controller: Browser, books: Books, currency: str
):
    _close(controller)
    _report_late(database, books)
    figures = _figures(controller, currency)
    restated = {name for name, figure in figures.items() if figure["difference"] is not None}
    assert restated == set(figures)
    for name, figure in figures.items():
        if name in RATES:
            continue
        rows = _rows(controller, name, f"currency={currency}")
        if figure["difference"] is None:
            assert rows == [], name
            continue
        assert rows, name
        if figure["unit"] == "percent":
            # Points do not add up, hours do: those of the part that dashboards show by itself.
            hours = figures["billable_hours"]["difference"]
            assert _explained("hours", rows) == Decimal(hours["value"])
            continue
        assert _explained(figure["unit"], rows) == _difference(figure["unit"], figure["difference"]), name


@pytest.mark.parametrize("currency", ["CAD", "USD"])
def test_restatement_of_a_dashboard_names_the_list_that_explains_it(
    database: Database, controller: Browser, books: Books, currency: str
):
    _close(controller)
    _report_late(database, books)
    found = {name: one for name, one in _dashboard(controller, f"currency={currency}").items() if one["restatement"]}
    assert {"mrr", "revenue", "receivables", "overdue", "oos_sold", "utilisation", "billable_hours", "lost_retainers",
            "lost_clients"} == set(found)  # fmt: skip
    for name, figure in found.items():
        rows = _rows(controller, figure["restatement"]["figure"], f"currency={currency}")
        if figure["unit"] != "percent":
            assert _explained(figure["unit"], rows) == _difference(
                figure["unit"], figure["restatement"]["difference"]
            ), name


def test_overdue_lists_only_overdue_invoices_whose_amount_changed(
    database: Database, controller: Browser, books: Books
):
    _close(controller)
    _report_late(database, books)
    overdue = [(row["record"]["api_id"], row["difference"]["amount"]) for row in _rows(controller, "overdue")]
    receivables = [(row["kind"], row["difference"]["amount"]) for row in _rows(controller, "receivables")]
    with database.write() as session:
        paid, due_sooner = (session.get_one(Invoice, key).api_id for key in (books.paid, books.due_sooner))
    # The voided and the deleted invoice were still owed then; one that is due sooner was owed as well, not overdue.
    assert overdue == [(due_sooner, "200.02"), (paid, "-60.01")]
    assert receivables == [("invoice", "-60.01"), ("credit", "-5.50")]


def test_a_moved_invoice_explains_what_its_rate_changed(database: Database, controller: Browser, books: Books):
    _close(controller)
    with database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == books.moved).values(issued_on=date(2026, 10, 25)))
    revenue = _figures(controller)["revenue"]
    (row,) = _rows(controller, "revenue")
    assert row["difference"] == {"amount": "0.00", "currency": "USD"}
    assert row["converted"] == revenue["difference"]["money"] == {"amount": "12.00", "currency": "CAD"}


def test_leave_that_is_entered_later_explains_a_percentage_but_no_hours(
    database: Database, controller: Browser, books: Books
):
    _close(controller)
    with database.write() as session:
        make_leave(session, session.execute(select(Employee)).scalar_one(), starts_on=date(2026, 10, 19))
    (row,) = _rows(controller, "utilisation")
    assert (row["difference_value"], Decimal(row["difference_of"]) < 0) == ("0.00", True)
    assert _figures(controller)["billable_hours"]["difference"] is None
    assert _rows(controller, "billable_hours") == []


def test_new_aging_buckets_are_no_restatement(database: Database, controller: Browser, books: Books):
    _close(controller)
    with database.write() as session:
        session.execute(update(OrganizationSettings).values(aging_buckets=[5, 15, 45]))
    assert _figures(controller)["overdue"]["difference"] is None
    assert _rows(controller, "receivables") == _rows(controller, "overdue") == []


def test_rows_are_those_of_the_scope_of_the_dashboard(database: Database, sign_in_as: SignInAs):
    admin = sign_in_as("admin")
    with database.write() as session:
        clients = [make_client(session, account_manager_id=admin.user.id), make_client(session)]
        for client in clients:
            make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 5), balance=Decimal(80))
    _close(admin)
    with database.write() as session:
        session.execute(update(Invoice).values(balance=Decimal(50)))
    for scope, total in (("own", "-30.00"), ("all", "-60.00")):
        shown = _dashboard(admin, f"currency=CAD&scope={scope}")["receivables"]["restatement"]
        rows = _rows(admin, shown["figure"], f"currency=CAD&scope={scope}")
        assert shown["difference"]["money"]["amount"] == str(_explained("money", rows)) == total, scope
    refused = admin.get(f"{ROWS}&figure=receivables&scope=everything")
    assert refused.status_code == 422, refused.text


def test_open_month_has_nothing_published(controller: Browser, books: Books):
    for figure in _figures(controller).values():
        assert figure["published"] is None
        assert {one["published"] for one in figure["currencies"]} <= {None}
    assert _rows(controller, "overdue") == []


def test_rest_that_the_earlier_formula_left_out_has_its_own_cause(
    controller: Browser, database: Database, books: Books
):
    with database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == books.untouched).values(subtotal=Decimal("900.00")))
        make_payment(
            session, project_id=books.project, invoice_id=books.untouched, status="ready", amount=Decimal("700.07")
        )
    _close(controller)
    with database.write() as session:
        rest = PublishedAmount.record_id == books.project, PublishedAmount.amount == Decimal("199.93")
        assert session.execute(delete(PublishedAmount).where(PublishedAmount.figure == "revenue", *rest)).rowcount == 1  # type: ignore[attr-defined]
        month = session.execute(select(ClosedMonth)).scalar_one()
        month.formulas = {**month.formulas, "revenue": 2}
    rows = controller.get(f"{ROWS}&figure=revenue").json()["data"]
    assert [(row["cause"], row["difference"]["amount"]) for row in rows] == [("formula", "199.93")]


@pytest.mark.parametrize(("figure", "version"), [("mrr", 1), ("mrr_start", 1), ("oos_sold", 0), ("receivables", 0)])
def test_newer_definition_of_any_figure_is_the_cause(
    controller: Browser, database: Database, books: Books, figure: str, version: int
):
    _close(controller)
    _report_late(database, books)
    with database.write() as session:
        month = session.execute(select(ClosedMonth)).scalar_one()
        present = month.formulas[figure]
        month.formulas = {**month.formulas, figure: version}
    rows = _rows(controller, figure)
    assert {row["cause"] for row in rows} == {"formula"}
    assert {(row["formula"]["published"], row["formula"]["present"]) for row in rows} == {(version, present)}
    shown = _figures(controller)[figure]
    assert (shown["formula_version"], shown["present_formula_version"]) == (version, present)
    controller.locale = "fr-ca"
    file = export_list(controller, "month-restatements", query=f"month=2026-10&figure={figure}&currency=CAD")
    words = f"Définition plus récente (version {present} au lieu de {version})"
    assert {row[file.header.index("Cause")] for row in file.rows} == {words}


def test_newer_definition_does_not_hide_what_a_service_reported(controller: Browser, database: Database, books: Books):
    _close(controller)
    with database.write() as session:
        session.execute(update(Invoice).where(Invoice.id == books.voided).values(is_voided=True, voided_at=None))
        month = session.execute(select(ClosedMonth)).scalar_one()
        month.formulas = {**month.formulas, "receivables": 0}
    assert [row["cause"] for row in _rows(controller, "receivables")] == ["voided"]


def test_newer_definition_of_a_rate_is_named(controller: Browser, database: Database, books: Books):
    _close(controller)
    with database.write() as session:
        month = session.execute(select(ClosedMonth)).scalar_one()
        month.formulas = {**month.formulas, "logo_churn": 0}
    rate = _figures(controller)["logo_churn"]
    assert (rate["formula_version"], rate["present_formula_version"]) == (0, 1)
