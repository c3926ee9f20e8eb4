"""Files of clients and employees over HTTP: tried, mapped, taken over whole or not at all."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from tests.browser import Browser
from tests.factories.tables import (
    PATH,
    apply,
    check,
    counts,
    csv_of,
    errors_of,
    rows_of,
    tried,
    xlsx_of,
)
from tests.factories.world import World, unchanged

HEADER = ("Name", "Account manager", "Currency", "Tags", "Payment terms (days)")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def manager(world: World) -> str:
    return world.people["account_manager"].user.email


def names(world: World) -> set[str]:
    with world.database.read() as db:
        return set(db.execute(select(Client.name)).scalars())


def test_a_file_is_tried_and_then_taken_over(world: World, admin: Browser):
    old = world.client("account_manager", "own", name="Érable & fils", currency="CAD", payment_terms_days=30)
    content = csv_of(
        HEADER,
        ("Cèdre inc.", manager(world), "cad", "vip; web", "45"),
        ("erable &  FILS", "", "", "", "60"),
        ("Bouleau", "nobody@agency.example", "ZZZ", "", "soon"),
    )
    with unchanged(world.database, ("imports", "import_rows", "file_removals", "table_changes")):
        one = tried(admin, "clients", content)
    assert (one["state"], one["counts"], one["can_apply"]) == ("checked", counts(create=1, update=1, wrong=1), False)
    wrong, new, changed = rows_of(admin, one["api_id"])
    assert (wrong["line"], wrong["name"]) == (4, "Bouleau")
    assert errors_of([wrong])[4] == {
        "account_manager": "No record has the name “nobody@agency.example”",
        "currency": "The field must be a currency code such as CAD",
        "payment_terms_days": "The field must be a whole number",
    }
    assert (new["line"], new["outcome"], new["record"]) == (2, "create", None)
    assert {change["field"]: change["after"] for change in new["changes"]}["tags"] == "vip; web"
    assert (changed["record"], changed["name"]) == (old, "Érable & fils")
    assert changed["changes"] == [{"field": "payment_terms_days", "before": "30", "after": "60"}]
    refused = apply(admin, one["api_id"])
    assert (refused.status_code, refused.json()["code"]) == (422, "import_wrong")
    right = tried(admin, "clients", content.rsplit(b"\r\n", 1)[0], "clients 2026.csv")
    done = apply(admin, right["api_id"])
    assert (done.status_code, done.json()["data"]["state"]) == (201, "applied"), done.text
    assert {row["line"]: row["record"] is not None for row in rows_of(admin, right["api_id"])} == {2: True, 3: True}
    assert {"Cèdre inc.", "Érable & fils"} <= names(world)
    with world.database.read() as db:
        logged = db.execute(select(ActivityEntry.subject_name, ActivityEntry.action, ActivityEntry.changes)).all()
    told = {row.subject_name: row for row in logged if row.changes.get("import") == [None, "clients 2026.csv"]}
    assert {name: row.action for name, row in told.items()} == {
        "Cèdre inc.": "created",
        "Érable & fils": "changed",
        "clients 2026.csv": "imported",
    }
    assert told["clients 2026.csv"].changes["created"] == [None, 1]


def test_employees_come_from_a_workbook_and_managers_from_the_same_file(world: World):
    header = "Prénom|Nom|Courriel|Date d’entrée|Heures par semaine|Gestionnaire|Service|Coût horaire|Devise du coût"
    eve = ("Ève", "Côté", "Eve.Cote@agency.example", date(2026, 3, 2), 37.5, None, "design", 61.25, "CAD")
    luc = ("Luc", "Roy", "luc.roy@agency.example", "2026-04-01", "35,00", "eve.cote@agency.example", "Développement")
    content = xlsx_of(header.split("|"), eve, (*luc, None, None))
    admin = world.fresh_browser("admin")
    admin.locale = "fr-ca"
    one = tried(admin, "employees", content, "équipe.xlsx")
    assert one["counts"] == counts(create=2), rows_of(admin, one["api_id"])
    assert apply(admin, one["api_id"]).status_code == 201
    with world.database.read() as db:
        rows = {row.email: row for row in db.execute(select(Employee.__table__))}
    first, second = rows["eve.cote@agency.example"], rows["luc.roy@agency.example"]
    assert (second.manager_id, second.department, second.capacity_hours_week) == (first.id, "development", Decimal(35))
    again = tried(admin, "employees", content, "équipe.xlsx")
    assert again["counts"] == counts(unchanged=2), rows_of(admin, again["api_id"])
    nothing = apply(admin, again["api_id"])
    assert (nothing.status_code, nothing.json()["code"]) == (422, "import_nothing")


def test_columns_are_chosen_by_hand(world: World, admin: Browser):
    content = csv_of(("Wer", "Name of it", "Currency"), (manager(world), "Pin", "CAD"))
    unclear = tried(admin, "clients", content)
    assert (unclear["state"], unclear["counts"], unclear["can_apply"]) == ("refused", None, False)
    assert unclear["refusal"].startswith("No column is named “Name”")
    assert check(admin, unclear["api_id"], "account_manager", "name", "currency").json()["data"]["can_apply"]
    chosen = csv_of(("Name", "Wer", "Currency", "Fax"), ("Pin", manager(world), "CAD", "1"))
    one = tried(admin, "clients", chosen)
    assert [column["field"] for column in one["columns"]] == ["name", None, "currency", None]
    assert one["counts"] == counts(wrong=1)
    assert errors_of(rows_of(admin, one["api_id"])) == {2: {"account_manager": "The field is required"}}
    mapped = check(admin, one["api_id"], "name", "account_manager", "currency", "")
    assert mapped.json()["data"]["counts"] == counts(create=1), mapped.text
    for columns in (["name", "name", "currency", ""], ["name"], ["fax", "", "", ""], ["", "", "", ""]):
        assert check(admin, one["api_id"], *columns).status_code == 422, columns
    assert admin.get(f"{PATH}/{one['api_id']}").json()["data"]["counts"] == counts(create=1)


def test_what_changed_since_is_not_taken_over(world: World, admin: Browser):
    api_id = world.client("account_manager", "own", name="Frêne", payment_terms_days=30)
    one = tried(admin, "clients", csv_of(("Name", "Payment terms (days)"), ("Frêne", "60")))
    assert admin.patch(f"/api/v1/clients/{api_id}", {"payment_terms_days": 15}).status_code == 200
    with unchanged(world.database):
        refused = apply(admin, one["api_id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "import_outdated")
    again = check(admin, one["api_id"], "name", "payment_terms_days").json()["data"]
    assert rows_of(admin, again["api_id"])[0]["changes"] == [
        {"field": "payment_terms_days", "before": "15", "after": "60"}
    ]
    assert apply(admin, one["api_id"]).status_code == 201
    twice = apply(admin, one["api_id"])
    assert (twice.status_code, twice.json()["code"]) == (422, "import_over")
