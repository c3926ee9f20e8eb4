"""What somebody asked for and nothing else: the view as it is, in their language, in person, and never a formula."""

import io
import zipfile
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import load_workbook

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from tests.browser import Browser
from tests.domains.administration.exports.reading import PATH, export, read_csv, rows_of
from tests.factories.exports import make_export
from tests.factories.log import log_of
from tests.factories.people import make_user
from tests.factories.work import make_client, make_invoice
from tests.factories.world import unchanged

HOSTILE = [
    '=HYPERLINK("http://evil")', "+1+1", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0", "x;=1+1", "x, -1", 'a"b;c,d',
    "Érable 🍁", "'=1",
]  # fmt: skip


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin", first_name="Geneviève", last_name="Roy")


def _ask(browser: Browser, list_name: str = "clients", **asked: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"list_name": list_name, "format": "csv", **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _file(browser: Browser, made: dict[str, Any]) -> Any:
    return browser.get(f"{PATH}/{made['api_id']}/file")


@pytest.fixture
def clients(database: Database) -> list[str]:
    with database.write() as session:
        named = [f"Client {number:03}" for number in range(130)]
        return [make_client(session, name=name, currency="CAD").api_id for name in named]


def test_it_is_the_view_with_its_filter_sort_search_and_columns(owner: Browser, clients: list[str]):
    asked = {"query": "sort=-name&search=client+0&currency=CAD", "columns": ["currency", "name"]}
    read = export(owner, "clients", **asked)
    assert read.head == ["Currency", "Name"]
    rows = rows_of(owner, "clients", asked["query"])
    assert read.rows == [["CAD", row["name"]] for row in rows]
    assert (len(rows) >= 100, read.totals) == (True, [])


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_it_is_the_picked_rows_alone(owner: Browser, clients: list[str], format: str):
    picked = [clients[7], clients[120], new_api_id()]
    read = export(owner, "clients", format, query="sort=-name", columns=["name"], ids=picked)
    assert [row[0] for row in read.rows] == ["Client 120", "Client 007"]


def test_picked_rows_are_judged_as_all_are(sign_in_as: Any, clients: list[str]):
    assert export(sign_in_as("employee"), "clients", ids=clients[:3]).rows == []


def test_two_currencies_are_never_added(owner: Browser, database: Database):
    with database.write() as session:
        for currency, total in (("CAD", "100.10"), ("CAD", "0.05"), ("USD", "7.00")):
            make_invoice(session, client_id=make_client(session).id, currency=currency, total=Decimal(total))
    assert ["Total", "CAD", "100.15"] in export(owner, "invoices").totals
    assert ["Total", "USD", "7.00"] in export(owner, "invoices").totals


def test_in_french_it_is_as_french_spreadsheets_have_it(owner: Browser, database: Database):
    with database.write() as session:
        make_invoice(session, client_id=make_client(session).id, currency="CAD", total=Decimal("1234.50"))
    owner.locale = "fr-ca"
    read = export(owner, "invoices", columns=["issued_on", "status", "total"])
    assert read.head == ["Émise le", "État", "Total", "Total (devise)"]
    ((day, status, amount, currency),) = read.rows
    assert (amount, currency) == ("1234,50", "CAD")
    assert datetime.fromisoformat(day)
    assert status in ("Ouverte", "En retard")
    assert read.totals == [["Total", "CAD", "1234,50"]]


def test_cells_of_a_workbook_have_types(owner: Browser, database: Database):
    with database.write() as session:
        make_invoice(session, client_id=make_client(session).id, currency="CAD", total=Decimal("1234.50"))
    made = _ask(owner, "invoices", format="xlsx", columns=["issued_on", "total", "synced_at", "number"])
    book = load_workbook(io.BytesIO(_file(owner, made).content))
    page = book.worksheets[0]
    assert (page.title, page.freeze_panes, page.auto_filter.ref) == ("Invoices", "A2", "A1:E2")
    cells = next(page.iter_rows(min_row=2))
    assert [cell.data_type for cell in cells] == ["d", "n", "s", "d", "s"]
    assert [cells[0].number_format, cells[1].number_format] == ["yyyy-mm-dd", "#,##0.00"]
    assert cells[1].value == 1234.5
    assert book.worksheets[1].title == "Total"


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_runs_as_a_formula(owner: Browser, database: Database, name: str):
    with database.write() as session:
        make_client(session, name=name)
    for locale in ("en-us", "fr-ca"):
        owner.locale = locale
        made = _ask(owner, columns=["name"])
        ((cell,),) = read_csv(_file(owner, made).content, locale).rows
        # A spreadsheet of the other language separates by the other sign.
        for part in cell.replace(",", ";").split(";"):
            assert not part.lstrip().startswith(("=", "+", "-", "@", "\t", "\r")), cell
        assert cell.replace("'", "") == name.replace("'", "")
        assert export(owner, "clients", "xlsx", columns=["name"]).rows == [[name]]


def test_the_parts_of_a_workbook_hold_no_formula(owner: Browser, database: Database):
    with database.write() as session:
        make_client(session, name=HOSTILE[0], tags=["=1+1", "+2"])
    content = _file(owner, _ask(owner, format="xlsx")).content
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        assert not any(
            b"<f>" in book.read(part) or b"hyperlink" in book.read(part).lower().replace(b"=hyperlink", b"")
            for part in book.namelist()
            if part.startswith("xl/worksheets")
        )


def test_taking_it_away_is_in_the_log(owner: Browser, database: Database, clients: list[str]):
    made = _ask(owner, format="xlsx")
    (entry,) = log_of(database, "exported")
    assert (entry.subject_type, entry.subject_api_id, entry.actor_name) == ("export", made["api_id"], "Geneviève Roy")
    assert (entry.subject_name, entry.changes) == ("Clients", {"rows": [None, 130], "format": [None, "XLSX"]})


def test_the_log_itself_is_one_line_per_field_and_for_super_administrators(sign_in_as: Any, database: Database):
    owner = sign_in_as("super_admin")
    with database.write() as session:
        client = make_client(session)
    owner.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"], "notes": "Mode"})
    read = export(owner, "activity", query="action=changed&subject_type=client")
    assert read.head == [
        "When",
        "Who",
        "Signed in as",
        "What",
        "Kind of record",
        "Record",
        "Field",
        "Before",
        "After",
    ]
    assert sorted(row[6:] for row in read.rows) == [["notes", "", "Mode"], ["tags", "", "vip"]]
    assert [entry.subject_type for entry in log_of(database, "exported")] == ["activity"]
    for role in ("admin", "financial_manager", "account_manager", "churn_manager", "employee"):
        browser = sign_in_as(role)
        with unchanged(database):
            assert browser.post(PATH, {"list_name": "activity", "format": "csv"}).status_code == 403


def test_nobody_takes_away_in_somebody_elses_place(owner: Browser, database: Database):
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
        theirs = make_export(session, admin.id)
    assert owner.post(f"/api/v1/impersonated-users/{admin.api_id}").status_code == 201
    with unchanged(database):
        answers = [
            owner.post(PATH, {"list_name": "clients", "format": "csv"}),
            owner.get(PATH),
            owner.get(f"{PATH}/{theirs.api_id}/file"),
        ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "in_person")] * 3


def test_a_file_is_its_owners_alone(owner: Browser, sign_in_as: Any, clients: list[str]):
    made = _ask(owner)
    other = sign_in_as("super_admin")
    assert _file(other, made).status_code == other.get(f"{PATH}/{made['api_id']}").status_code == 404
    assert other.delete(f"{PATH}/{made['api_id']}").status_code == 404
    assert other.get(PATH).json()["data"] == []
    assert _file(owner, made).status_code == 200


def test_who_lost_the_right_meanwhile_downloads_nothing(app: Any, sign_in_as: Any, database: Database):
    browser, owner = sign_in_as("admin"), sign_in_as("super_admin")
    made = _ask(browser, "users")
    assert owner.patch(f"/api/v1/users/{browser.user.api_id}", {"roles": ["employee"]}).status_code == 200
    assert _file(browser, made).status_code in (401, 403)


def test_an_offer_ends(owner: Browser, clock: Any, clients: list[str]):
    made = _ask(owner)
    clock.moment += timedelta(hours=2)
    assert _file(owner, made).status_code == 404


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"list_name": "nothing"}, "list_name"),
        ({"list_name": "saved-views"}, "list_name"),
        ({"list_name": "../clients"}, "list_name"),
        ({"format": "pdf"}, "format"),
        ({"query": "colour=blue"}, "query"),
        ({"query": "status=asleep"}, "query"),
        ({"query": "sort=phone"}, "sort"),
        ({"query": "search=a&search=b"}, "query"),
        ({"query": "page=0"}, "query"),
        ({"columns": ["colour"]}, "columns"),
        ({"columns": ["name", "name"]}, "columns"),
        ({"ids": []}, "ids"),
        ({"ids": ["x"]}, "ids.0"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_what_a_list_does_not_know_is_refused(owner: Browser, database: Database, asked: dict[str, Any], field: str):
    with unchanged(database):
        answer = owner.post(PATH, {"list_name": "clients", "format": "csv"} | asked)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_writers_do_not_wait_for_a_long_file_and_it_does_not_see_them(app: Any, database: Database, owner: Browser):
    """A row that is written while the file is read is neither missing elsewhere nor seen twice."""
    with database.write() as session:
        first = make_client(session, name="Avant")
    with database.snapshot() as db:
        before = db.exec_driver_sql("SELECT count(*) FROM clients").scalar_one()
        assert owner.patch(f"/api/v1/clients/{first.api_id}", {"notes": "Pendant"}).status_code == 200
        with database.write() as session:
            make_client(session, name="Pendant")
        assert db.exec_driver_sql("SELECT count(*) FROM clients").scalar_one() == before
    assert len(export(owner, "clients").rows) == before + 1
