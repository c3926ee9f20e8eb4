"""Tests of out-of-scope sales: status, shares, filters, totals and permissions."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import ProjectSeller
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.people import make_employee
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World

PATH = "/api/v1/oos-sales"
APPROVED = date(2026, 11, 4)
TOMORROW = date(2026, 11, 21)


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make_sale(world: World, **fields: Any) -> str:
    """Create an out-of-scope project with this client decision and these invoices; return its api_id."""
    decision, invoices = fields.pop("decision", None), fields.pop("invoices", [])
    payments = fields.pop("payments", [])
    with world.database.write() as session:
        project = make_oos_sale(session, **fields)
        if decision:
            make_approval(session, project, decision=decision)
        for invoice in invoices:
            make_invoice(session, project_id=project.id, client_id=project.client_id, **invoice)
        for number, (amount, invoice) in enumerate(payments, 1):
            billed = make_invoice(session, client_id=project.client_id, **invoice)
            make_payment(
                session, project_id=project.id, sequence=number, due_on=date(2026, 11, 30), amount=Decimal(amount),
                status="ready", invoice_id=billed.id,
            )  # fmt: skip
        return project.api_id


def _read_sale(browser: Browser, project: str) -> dict[str, Any]:
    response = browser.get(f"/api/v1/projects/{project}/oos-sale")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _rows(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    response = browser.get(f"{PATH}?per_page=100{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


FULL = {"subtotal": Decimal("12000.00"), "total": Decimal("13797.00")}
HALF = {"subtotal": Decimal("6000.00"), "total": Decimal("6898.50")}
PAID = {"balance": Decimal(0)}
STATES = [
    ("proposed", {}),
    ("proposed", {"status": "draft"}),
    ("proposed", {"status": "completed", "minutes": 90, "invoices": [FULL]}),
    ("approved", {"status": "draft", "approved_on": APPROVED}),
    ("approved", {"start_on": TOMORROW, "approved_on": APPROVED}),
    ("in_work", {"approved_on": APPROVED}),
    ("in_work", {"status": "draft", "minutes": 90, "decision": "approved"}),
    ("in_work", {"status": "on_hold", "approved_on": APPROVED}),
    ("in_work", {"approved_on": APPROVED, "invoices": [HALF | PAID]}),
    ("delivered", {"status": "completed", "approved_on": APPROVED}),
    ("delivered", {"status": "completed", "approved_on": APPROVED, "invoices": [FULL | {"is_voided": True}]}),
    ("delivered", {"status": "completed", "approved_on": APPROVED, "invoices": [FULL | {"deleted_at": NOON}]}),
    ("delivered", {"status": "completed", "approved_on": APPROVED, "invoices": [FULL | {"currency": "USD"}]}),
    ("delivered", {"status": "completed", "approved_on": APPROVED, "amount": Decimal(0)}),
    ("invoiced", {"approved_on": APPROVED, "invoices": [FULL]}),
    ("invoiced", {"approved_on": APPROVED, "invoices": [HALF | PAID, HALF]}),
    ("invoiced", {"approved_on": APPROVED, "payments": [("12000.00", FULL)]}),
    ("delivered", {"status": "completed", "approved_on": APPROVED, "payments": [("11999.99", FULL)]}),
    ("paid", {"approved_on": APPROVED, "invoices": [FULL | PAID]}),
    ("paid", {"approved_on": APPROVED, "invoices": [HALF | PAID], "payments": [("6000.00", FULL | PAID)]}),
    ("declined", {"decision": "declined"}),
    ("declined", {"status": "cancelled", "decision": "declined"}),
    ("cancelled", {"status": "cancelled", "decision": "approved"}),
    ("cancelled", {"status": "cancelled"}),
]


@pytest.mark.parametrize(("status", "fields"), STATES)
def test_status_of_a_sale(world: World, admin: Browser, status: str, fields: dict[str, Any]):
    project = _make_sale(world, **fields)
    sale = _read_sale(admin, project)
    (row,) = [row for row in _rows(admin, f"&status={status}") if row["project"]["api_id"] == project]
    one = admin.get(f"{PATH}/{row['api_id']}").json()["data"]
    assert (sale["status"], row["status"], one["status"]) == (status, status, status)
    others = [other for other, _ in STATES if other != status]
    listed = _rows(admin, "".join(f"&status={other}" for other in sorted(set(others))))
    assert project not in {row["project"]["api_id"] for row in listed}


def test_list_has_one_row_per_seller_with_their_share(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session)
        parent = make_project(session, client_id=client.id, monthly_fee="4000.00")
        first, second = make_employee(session, last_name="Abel"), make_employee(session, last_name="Zola")
        project = make_oos_sale(
            session, client_id=client.id, parent_project_id=parent.id, amount=Decimal("100.01"), oos_type="rush",
            sellers={first.id: 50, second.id: 50}, minutes=90,
        )  # fmt: skip
    rows = {row["seller"]["name"]: row for row in _rows(admin, f"&parent={parent.api_id}")}
    assert {name: row["amount"] for name, row in rows.items()} == {
        first.name: {"amount": "50.01", "currency": "CAD"},
        second.name: {"amount": "50.00", "currency": "CAD"},
    }
    row = rows[first.name]
    one = admin.get(f"{PATH}/{row['api_id']}").json()["data"]
    shown = {name: value for name, value in row.items() if name not in ("converted", "rate", "rate_on")}
    assert one == shown | {"amendment": None, "hours_logged": "1.50", "approval": None}
    assert row["project_amount"] == {"amount": "100.01", "currency": "CAD"}
    assert (row["parent"]["api_id"], row["client"]["api_id"]) == (parent.api_id, client.api_id)
    assert (row["weight"], row["oos_type"], row["sold_on"], row["number"]) == (50, "rush", "2026-11-02", project.number)
    sale = _read_sale(admin, project.api_id)
    assert [(share["api_id"], share["amount"]["amount"]) for share in sale["sellers"]] == [
        (rows[first.name]["api_id"], "50.01"),
        (rows[second.name]["api_id"], "50.00"),
    ]


def test_sale_keeps_its_id_while_its_seller_stays(world: World, admin: Browser):
    with world.database.write() as session:
        people = [make_employee(session) for _ in range(3)]
        project = make_oos_sale(session, sellers={people[0].id: 60, people[1].id: 40})

    def ids() -> dict[str, str]:
        return {share["seller"]["api_id"]: share["api_id"] for share in _read_sale(admin, project.api_id)["sellers"]}

    before = ids()
    shares = [{"employee": people[0].api_id, "weight": 10}, {"employee": people[2].api_id, "weight": 90}]
    response = admin.patch(f"/api/v1/projects/{project.api_id}", {"sold_by": shares, "amount": "50.00"})
    assert response.status_code == 200, response.text
    after = ids()
    assert after[people[0].api_id] == before[people[0].api_id]
    assert set(after) == {people[0].api_id, people[2].api_id}
    assert admin.get(f"{PATH}/{before[people[1].api_id]}").status_code == 404
    assert [share["amount"]["amount"] for share in _read_sale(admin, project.api_id)["sellers"]] == ["45.00", "5.00"]


def test_sales_filter(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session, currency="EUR")
        parent = make_project(session, client_id=client.id)
        seller = make_employee(session)
        project = make_oos_sale(
            session, client_id=client.id, parent_project_id=parent.id, sellers={seller.id: 100}, currency="EUR",
            oos_type="training", sold_on=date(2031, 5, 6), name="Formation pour l’équipe",
        )  # fmt: skip
        make_oos_sale(session, client_id=client.id, sold_on=date(2020, 1, 1), currency="GBP")
    manager = admin.get(f"/api/v1/clients/{client.api_id}").json()["data"]["account_manager"]["api_id"]
    for query in (
        f"client={client.api_id}&sold_from=2031-05-06",
        f"parent={parent.api_id}",
        f"seller={seller.api_id}",
        f"account_manager={manager}&currency=EUR",
        "currency=EUR",
        "oos_type=training",
        "sold_from=2031-05-06&sold_to=2031-05-06",
        "search=formation+pour",
    ):
        assert [row["project"]["api_id"] for row in _rows(admin, f"&{query}")] == [project.api_id], query
    assert [row["currency"] for row in _rows(admin, f"&client={client.api_id}&sold_to=2031-05-05")] == ["GBP"]
    for query in (
        "sold_from=soon",
        "sold_from=",
        "status=lost",
        "colour=red",
        "currency=XXX",
        "seller=unknown",
        "sort=hours",
    ):
        assert admin.get(f"{PATH}?{query}").status_code == 422, query
        assert admin.get(f"{PATH}/totals?{query}").status_code == (200 if "sort" in query else 422), query


@pytest.mark.parametrize("sort", ["sold_on", "-amount", "seller,-weight", "client", "status", "approved_on", "-number"])
def test_sales_sort(world: World, admin: Browser, sort: str):
    for number in range(3):
        _make_sale(world, amount=Decimal(100 * number + 1), sold_on=date(2025, 1, 1 + number), minutes=60)
    # Amounts of one currency: those of several are sorted by value.
    rows = _rows(admin, f"&currency=CAD&sort={sort}")
    first = sort.split(",")[0]
    name = first.removeprefix("-")
    value = {"amount": lambda row: Decimal(row["amount"]["amount"]), "client": lambda row: row["client"]["name"],
             "seller": lambda row: row["seller"]["name"]}.get(name, lambda row: row[name])  # fmt: skip
    found = [value(row) for row in rows if value(row) is not None]
    assert found == sorted(found, reverse=first.startswith("-"))
    assert admin.get(f"{PATH}/{new_api_id()}").status_code == 404
    assert admin.get(f"{PATH}/total").status_code == 404


def test_totals_separate_currencies_and_proposals(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session)
        people = {make_employee(session).id: 33, make_employee(session).id: 67}

        def sell(amount: str, currency: str = "CAD", **fields: Any) -> None:
            make_oos_sale(
                session, client_id=client.id, sellers=people, amount=Decimal(amount), currency=currency, **fields
            )

        sell("100.01", approved_on=APPROVED)
        sell("250.00", approved_on=APPROVED, status="completed")
        sell("40.00")
        sell("7.00", approved_on=APPROVED, status="cancelled")
        sell("80.00", "USD", approved_on=APPROVED)
        make_approval(session, make_oos_sale(session, client_id=client.id, amount=Decimal(9)), decision="declined")
    here = f"client={client.api_id}"

    def total(currency: str, counted: str, proposed: str) -> dict[str, Any]:
        amounts = {"counted": counted, "proposed": proposed}
        return {"currency": currency} | {k: {"amount": v, "currency": currency} for k, v in amounts.items()}

    found = admin.get(f"{PATH}/totals?{here}").json()["data"]
    assert found["totals"] == [total("CAD", "350.01", "40.00"), total("USD", "80.00", "0.00")]
    assert found["converted"] is None
    one = admin.get(f"{PATH}/totals?{here}&status=proposed").json()["data"]["totals"]
    assert one == [total("CAD", "0.00", "40.00")]
    rows = _rows(admin, f"&{here}&currency=CAD&status=in_work&status=delivered")
    assert sum(Decimal(row["amount"]["amount"]) for row in rows) == Decimal("350.01")


def test_money_is_visible_to_callers_who_see_the_projects(world: World):
    manager, employee = world.people["account_manager"], world.people["employee"]
    with world.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        sellers = {employee.employee.id: 50, make_employee(session).id: 50}
        own = make_oos_sale(session, client_id=client.id, sellers=sellers, approved_on=APPROVED)
        of_own_client = make_oos_sale(
            session, client_id=client.id, account_manager_id=world.stranger.id, approved_on=APPROVED
        )  # fmt: skip
        make_oos_sale(session)
    seen = {row["project"]["api_id"]: row for row in _rows(manager.browser, f"&client={client.api_id}")}
    assert set(seen) == {own.api_id, of_own_client.api_id}
    assert seen[own.api_id]["amount"] == {"amount": "6000.00", "currency": "CAD"}
    assert not {"amount", "project_amount"} & set(seen[of_own_client.api_id])
    (total,) = manager.browser.get(f"{PATH}/totals?client={client.api_id}").json()["data"]["totals"]
    assert total["counted"]["amount"] == "12000.00"
    (row,) = _rows(employee.browser, f"&client={client.api_id}")
    assert (row["seller"]["api_id"], row["weight"]) == (employee.employee.api_id, 50)
    assert not {"amount", "project_amount"} & set(row)
    assert employee.browser.get(f"{PATH}/totals").json()["data"] == {"totals": [], "converted": None}
    sale = _read_sale(employee.browser, own.api_id)
    assert "project_amount" not in sale
    assert [set(share) for share in sale["sellers"]] == [{"api_id", "seller", "weight"}] * 2
    for browser in (manager.browser, employee.browser):
        for sort in ("amount", "-amount"):
            assert browser.get(f"{PATH}?sort={sort}").status_code == 422


def test_lists_use_a_fixed_number_of_statements(world: World, admin: Browser):
    for path in (PATH, "/api/v1/oos-queue"):
        counts = []
        for _ in range(2):
            for number in range(4):
                _make_sale(world, minutes=60, amount=Decimal(100 + number), invoices=[FULL])
            with record_statements(world.database) as statements:
                assert admin.get(f"{path}?per_page=100").status_code == 200
            counts.append(len(statements))
        assert counts[0] == counts[1] <= 8, path


def test_only_out_of_scope_projects_have_a_sale(world: World, admin: Browser):
    fixed = world.project("admin", "own")
    assert admin.get(f"/api/v1/projects/{fixed}/oos-sale").status_code == 404
    with world.database.read() as db:
        sold = db.execute(select(ProjectSeller.api_id)).scalars().all()
    assert len(set(sold)) == len(sold)
