"""Tests of importing clients and employees over HTTP: check, mapping, application."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from tests.browser import Browser
from tests.factories.imports import (
    IMPORTS_PATH,
    apply_import,
    check_columns,
    create_import,
    errors_by_line,
    fetch_import_rows,
    import_counts,
    make_csv,
    make_xlsx,
)
from tests.factories.world import World, assert_unchanged

HEADER = ("Name", "Account manager", "Currency", "Tags", "Payment terms (days)")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def manager_email(world: World) -> str:
    return world.people["account_manager"].user.email


def client_names(world: World) -> set[str]:
    with world.database.read() as db:
        return set(db.execute(select(Client.name)).scalars())


def test_file_is_checked_and_applied(world: World, admin: Browser):
    client_id = world.client("account_manager", "own", name="Érable & fils", currency="CAD", payment_terms_days=30)
    content = make_csv(
        HEADER,
        ("Cèdre inc.", manager_email(world), "cad", "vip; web", "45"),
        ("erable &  FILS", "", "", "", "60"),
        ("Bouleau", "unknown@agency.example", "ZZZ", "", "soon"),
    )
    with assert_unchanged(world.database, ("imports", "import_rows", "file_removals", "table_changes")):
        created = create_import(admin, "clients", content)
    assert (created["state"], created["counts"], created["can_apply"]) == (
        "checked",
        import_counts(create=1, update=1, wrong=1),
        False,
    )
    invalid, added, changed = fetch_import_rows(admin, created["api_id"])
    assert (invalid["line"], invalid["name"]) == (4, "Bouleau")
    assert errors_by_line([invalid])[4] == {
        "account_manager": "No record is named “unknown@agency.example”",
        "currency": "The field must be a currency code such as CAD",
        "payment_terms_days": "The field must be a whole number",
    }
    assert (added["line"], added["outcome"], added["record"]) == (2, "create", None)
    assert {change["field"]: change["after"] for change in added["changes"]}["tags"] == "vip; web"
    assert (changed["record"], changed["name"]) == (client_id, "Érable & fils")
    assert changed["changes"] == [{"field": "payment_terms_days", "before": "30", "after": "60"}]
    refused = apply_import(admin, created["api_id"])
    assert (refused.status_code, refused.json()["code"]) == (422, "import_wrong")
    valid = create_import(admin, "clients", content.rsplit(b"\r\n", 1)[0], "clients 2026.csv")
    applied = apply_import(admin, valid["api_id"])
    assert (applied.status_code, applied.json()["data"]["state"]) == (201, "applied"), applied.text
    assert {row["line"]: row["record"] is not None for row in fetch_import_rows(admin, valid["api_id"])} == {
        2: True,
        3: True,
    }
    assert {"Cèdre inc.", "Érable & fils"} <= client_names(world)
    with world.database.read() as db:
        entries = db.execute(select(ActivityEntry.subject_name, ActivityEntry.action, ActivityEntry.changes)).all()
    by_subject = {row.subject_name: row for row in entries if row.changes.get("import") == [None, "clients 2026.csv"]}
    assert {name: row.action for name, row in by_subject.items()} == {
        "Cèdre inc.": "created",
        "Érable & fils": "changed",
        "clients 2026.csv": "imported",
    }
    assert by_subject["clients 2026.csv"].changes["created"] == [None, 1]


def test_employees_are_imported_from_workbook_with_their_manager(world: World):
    header = "Prénom|Nom|Courriel|Date d’entrée|Heures par semaine|Gestionnaire|Service|Coût horaire|Devise du coût"
    first_row = ("Ève", "Côté", "Eve.Cote@agency.example", date(2026, 3, 2), 37.5, None, "design", 61.25, "CAD")
    second_row = (
        "Luc",
        "Roy",
        "luc.roy@agency.example",
        "2026-04-01",
        "35,00",
        "eve.cote@agency.example",
        "Développement",
    )
    content = make_xlsx(header.split("|"), first_row, (*second_row, None, None))
    admin = world.fresh_browser("admin")
    admin.locale = "fr-ca"
    created = create_import(admin, "employees", content, "équipe.xlsx")
    assert created["counts"] == import_counts(create=2), fetch_import_rows(admin, created["api_id"])
    assert apply_import(admin, created["api_id"]).status_code == 201
    with world.database.read() as db:
        rows = {row.email: row for row in db.execute(select(Employee.__table__))}
    first, second = rows["eve.cote@agency.example"], rows["luc.roy@agency.example"]
    assert (second.manager_id, second.department, second.capacity_hours_week) == (first.id, "development", Decimal(35))
    rechecked = create_import(admin, "employees", content, "équipe.xlsx")
    assert rechecked["counts"] == import_counts(unchanged=2), fetch_import_rows(admin, rechecked["api_id"])
    nothing = apply_import(admin, rechecked["api_id"])
    assert (nothing.status_code, nothing.json()["code"]) == (422, "import_nothing")


def test_columns_are_mapped_by_hand(world: World, admin: Browser):
    content = make_csv(("Wer", "Name of it", "Currency"), (manager_email(world), "Pin", "CAD"))
    unmapped = create_import(admin, "clients", content)
    assert (unmapped["state"], unmapped["counts"], unmapped["can_apply"]) == ("refused", None, False)
    assert unmapped["refusal"].startswith("No column contains “Name”")
    assert check_columns(admin, unmapped["api_id"], "account_manager", "name", "currency").json()["data"]["can_apply"]
    chosen = make_csv(("Name", "Wer", "Currency", "Fax"), ("Pin", manager_email(world), "CAD", "1"))
    created = create_import(admin, "clients", chosen)
    assert [column["field"] for column in created["columns"]] == ["name", None, "currency", None]
    assert created["counts"] == import_counts(wrong=1)
    assert errors_by_line(fetch_import_rows(admin, created["api_id"])) == {
        2: {"account_manager": "The field is required"}
    }
    mapped = check_columns(admin, created["api_id"], "name", "account_manager", "currency", "")
    assert mapped.json()["data"]["counts"] == import_counts(create=1), mapped.text
    for columns in (["name", "name", "currency", ""], ["name"], ["fax", "", "", ""], ["", "", "", ""]):
        assert check_columns(admin, created["api_id"], *columns).status_code == 422, columns
    assert admin.get(f"{IMPORTS_PATH}/{created['api_id']}").json()["data"]["counts"] == import_counts(create=1)


def test_data_changed_after_the_check_return_409(world: World, admin: Browser):
    api_id = world.client("account_manager", "own", name="Frêne", payment_terms_days=30)
    created = create_import(admin, "clients", make_csv(("Name", "Payment terms (days)"), ("Frêne", "60")))
    assert admin.patch(f"/api/v1/clients/{api_id}", {"payment_terms_days": 15}).status_code == 200
    with assert_unchanged(world.database):
        refused = apply_import(admin, created["api_id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "import_outdated")
    rechecked = check_columns(admin, created["api_id"], "name", "payment_terms_days").json()["data"]
    assert fetch_import_rows(admin, rechecked["api_id"])[0]["changes"] == [
        {"field": "payment_terms_days", "before": "15", "after": "60"}
    ]
    assert apply_import(admin, created["api_id"]).status_code == 201
    repeated = apply_import(admin, created["api_id"])
    assert (repeated.status_code, repeated.json()["code"]) == (422, "import_over")
