"""Tests of exports: the view's rows and columns, language, permissions, and no formulas."""

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
from tests.domains.administration.exports.export_files import PATH, export_list, fetch_all_rows, parse_csv
from tests.factories.activity import read_activity
from tests.factories.exports import make_export
from tests.factories.people import make_user
from tests.factories.work import make_client, make_invoice
from tests.factories.world import assert_unchanged

HOSTILE = [
    '=HYPERLINK("http://evil")', "+1+1", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0", "x;=1+1", "x, -1", 'a"b;c,d',
    "Érable 🍁", "'=1", "\uff1d1+1", "\uff0b1+1", "\uff0d1+1", "\uff20SUM(A1)", "x;\u3000\uff1d1", "x,\uff0b1",
]  # fmt: skip


@pytest.fixture
def owner(sign_in_as: Any) -> Browser:
    return sign_in_as("super_admin", first_name="Geneviève", last_name="Roy")


def _create(browser: Browser, list_name: str = "clients", **fields: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"list_name": list_name, "format": "csv", **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _download(browser: Browser, created: dict[str, Any]) -> Any:
    return browser.get(f"{PATH}/{created['api_id']}/file")


@pytest.fixture
def clients(database: Database) -> list[str]:
    with database.write() as session:
        named = [f"Client {number:03}" for number in range(130)]
        return [make_client(session, name=name, currency="CAD").api_id for name in named]


def test_export_applies_filter_sort_search_and_columns(owner: Browser, clients: list[str]):
    fields = {"query": "sort=-name&search=client+0&currency=CAD", "columns": ["currency", "name"]}
    exported = export_list(owner, "clients", **fields)
    assert exported.header == ["Currency", "Name"]
    rows = fetch_all_rows(owner, "clients", fields["query"])
    assert exported.rows == [["CAD", row["name"]] for row in rows]
    assert (len(rows) >= 100, exported.totals) == (True, [])


@pytest.mark.parametrize("format", ["csv", "xlsx"])
def test_export_of_selected_rows(owner: Browser, clients: list[str], format: str):
    selected = [clients[7], clients[120], new_api_id()]
    exported = export_list(owner, "clients", format, query="sort=-name", columns=["name"], ids=selected)
    assert [row[0] for row in exported.rows] == ["Client 120", "Client 007"]


def test_selected_rows_respect_the_row_scope(sign_in_as: Any, clients: list[str]):
    assert export_list(sign_in_as("employee"), "clients", ids=clients[:3]).rows == []


def test_totals_are_per_currency(owner: Browser, database: Database):
    with database.write() as session:
        for currency, total in (("CAD", "100.10"), ("CAD", "0.05"), ("USD", "7.00")):
            make_invoice(session, client_id=make_client(session).id, currency=currency, total=Decimal(total))
    assert ["Total", "CAD", "100.15"] in export_list(owner, "invoices").totals
    assert ["Total", "USD", "7.00"] in export_list(owner, "invoices").totals


def test_french_file_uses_french_formats(owner: Browser, database: Database):
    with database.write() as session:
        make_invoice(session, client_id=make_client(session).id, currency="CAD", total=Decimal("1234.50"))
    owner.locale = "fr-ca"
    exported = export_list(owner, "invoices", columns=["issued_on", "status", "total"])
    assert exported.header == ["Émise le", "État", "Total", "Total (devise)"]
    ((day, status, amount, currency),) = exported.rows
    assert (amount, currency) == ("1234,50", "CAD")
    assert datetime.fromisoformat(day)
    assert status in ("Ouverte", "En retard")
    assert exported.totals == [["Total", "CAD", "1234,50"]]


def test_workbook_cells_have_types(owner: Browser, database: Database):
    with database.write() as session:
        make_invoice(session, client_id=make_client(session).id, currency="CAD", total=Decimal("1234.50"))
    created = _create(owner, "invoices", format="xlsx", columns=["issued_on", "total", "synced_at", "number"])
    workbook = load_workbook(io.BytesIO(_download(owner, created).content))
    sheet = workbook.worksheets[0]
    assert (sheet.title, sheet.freeze_panes, sheet.auto_filter.ref) == ("Invoices", "A2", "A1:E2")
    cells = next(sheet.iter_rows(min_row=2))
    assert [cell.data_type for cell in cells] == ["d", "n", "s", "d", "s"]
    assert [cells[0].number_format, cells[1].number_format] == ["yyyy-mm-dd", "#,##0.00"]
    assert cells[1].value == 1234.5
    assert workbook.worksheets[1].title == "Total"


@pytest.mark.parametrize("name", HOSTILE)
def test_names_do_not_run_as_formulas(owner: Browser, database: Database, name: str):
    with database.write() as session:
        make_client(session, name=name)
    for locale in ("en-us", "fr-ca"):
        owner.locale = locale
        created = _create(owner, columns=["name"])
        ((cell,),) = parse_csv(_download(owner, created).content, locale).rows
        # A spreadsheet in the other language uses the other separator.
        for part in cell.replace(",", ";").split(";"):
            assert not part.lstrip().startswith(("=", "+", "-", "@", "\t", "\r", *"\uff1d\uff0b\uff0d\uff20")), cell
        assert cell.replace("'", "") == name.replace("'", "")
        assert export_list(owner, "clients", "xlsx", columns=["name"]).rows == [[name]]


def test_workbook_contains_no_formulas(owner: Browser, database: Database):
    with database.write() as session:
        make_client(session, name=HOSTILE[0], tags=["=1+1", "+2"])
    content = _download(owner, _create(owner, format="xlsx")).content
    with zipfile.ZipFile(io.BytesIO(content)) as workbook:
        assert not any(
            b"<f>" in workbook.read(part) or b"hyperlink" in workbook.read(part).lower().replace(b"=hyperlink", b"")
            for part in workbook.namelist()
            if part.startswith("xl/worksheets")
        )


def test_export_is_logged(owner: Browser, database: Database, clients: list[str]):
    created = _create(owner, format="xlsx")
    (entry,) = read_activity(database, "exported")
    assert (entry.subject_type, entry.subject_api_id, entry.actor_name) == (
        "export",
        created["api_id"],
        "Geneviève Roy",
    )
    assert (entry.subject_name, entry.changes) == ("Clients", {"rows": [None, 130], "format": [None, "XLSX"]})


def test_activity_export_has_one_row_per_field_for_super_admins(sign_in_as: Any, database: Database):
    owner = sign_in_as("super_admin")
    with database.write() as session:
        client = make_client(session)
    owner.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"], "notes": "Mode"})
    exported = export_list(owner, "activity", query="action=changed&subject_type=client")
    assert exported.header == [
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
    assert sorted(row[6:] for row in exported.rows) == [["notes", "", "Mode"], ["tags", "", "vip"]]
    assert [entry.subject_type for entry in read_activity(database, "exported")] == ["activity"]
    for role in ("admin", "financial_manager", "account_manager", "churn_manager", "employee"):
        browser = sign_in_as(role)
        with assert_unchanged(database):
            assert browser.post(PATH, {"list_name": "activity", "format": "csv"}).status_code == 403


def test_export_during_impersonation_returns_403(owner: Browser, database: Database):
    with database.write() as session:
        admin = make_user(session, roles=["admin"])
        theirs = make_export(session, admin.id)
    assert owner.post(f"/api/v1/impersonated-users/{admin.api_id}", {"reason": "Question"}).status_code == 201
    with assert_unchanged(database):
        answers = [
            owner.post(PATH, {"list_name": "clients", "format": "csv"}),
            owner.get(PATH),
            owner.get(f"{PATH}/{theirs.api_id}/file"),
        ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "own_account_only")] * 3


def test_exports_of_others_return_404(owner: Browser, sign_in_as: Any, clients: list[str]):
    created = _create(owner)
    other = sign_in_as("super_admin")
    assert _download(other, created).status_code == other.get(f"{PATH}/{created['api_id']}").status_code == 404
    assert other.delete(f"{PATH}/{created['api_id']}").status_code == 404
    assert other.get(PATH).json()["data"] == []
    assert _download(owner, created).status_code == 200


def test_download_after_losing_permission_is_refused(app: Any, sign_in_as: Any, database: Database):
    browser, owner = sign_in_as("admin"), sign_in_as("super_admin")
    created = _create(browser, "users")
    assert owner.patch(f"/api/v1/users/{browser.user.api_id}", {"roles": ["employee"]}).status_code == 200
    assert _download(browser, created).status_code in (401, 403)


def test_export_expires(owner: Browser, clock: Any, clients: list[str]):
    created = _create(owner)
    clock.moment += timedelta(hours=2)
    assert _download(owner, created).status_code == 404


@pytest.mark.parametrize(
    ("fields", "field"),
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
def test_invalid_request_returns_422(owner: Browser, database: Database, fields: dict[str, Any], field: str):
    with assert_unchanged(database):
        answer = owner.post(PATH, {"list_name": "clients", "format": "csv"} | fields)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_export_reads_a_snapshot_without_blocking_writers(app: Any, database: Database, owner: Browser):
    """A row that is written during the export appears neither twice nor in part."""
    with database.write() as session:
        first = make_client(session, name="Avant")
    with database.snapshot() as db:
        before = db.exec_driver_sql("SELECT count(*) FROM clients").scalar_one()
        assert owner.patch(f"/api/v1/clients/{first.api_id}", {"notes": "Pendant"}).status_code == 200
        with database.write() as session:
            make_client(session, name="Pendant")
        assert db.exec_driver_sql("SELECT count(*) FROM clients").scalar_one() == before
    assert len(export_list(owner, "clients").rows) == before + 1
