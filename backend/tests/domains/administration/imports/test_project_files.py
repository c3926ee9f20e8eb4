"""Tests of importing projects of all kinds: fields, references, keys, status, rights and bad input."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.domains.records.projects.models import Project, ProjectFee, ProjectSeller
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.imports import (
    apply_import,
    create_import,
    errors_by_line,
    fetch_import_rows,
    import_counts,
    make_csv,
    make_records_csv,
    make_xlsx,
    post_import_file,
)
from tests.factories.months import make_closed_month
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

UNTOUCHED = ("imports", "import_rows", "file_removals", "table_changes")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def project_row(world: World, client: str, name: str, kind: str = "Fixed-price", **fields: str) -> dict[str, str]:
    row = {
        "client": client, "name": name, "kind": kind, "start_on": "2025-03-01", "currency": "CAD",
        "account_manager": world.people["account_manager"].user.email,
    }  # fmt: skip
    return row | fields


def read_project(world: World, name: str) -> Any:
    with world.database.read() as db:
        return db.execute(select(Project.__table__).where(Project.name == name)).one()


def test_all_kinds_are_created_and_unchanged_when_imported_again(world: World, admin: Browser):
    world.client("account_manager", "own", name="Trois sortes inc.")
    seller, other = (world.people[name].employee.email for name in ("account_manager", "employee"))
    content = make_records_csv(
        project_row(world, "Trois sortes inc.", "Site", amount="12000", status="Completed", end_on="2025-09-30"),
        project_row(
            world, "trois SORTES inc.", "Ajout", "oos", amount="$1500.50", status="active", start_on="03/15/2025",
            parent_project="Trois sortes inc. / Site", sold_by=f"{seller} 60; {other} (40 %)", sold_on="2025-03-10",
        ),
        project_row(
            world, "Trois sortes inc.", "Soutien", "Retainer", status="Active", billing_interval="Quarter",
            interval_fee="9000", included_hours="37.5", ledger_from="2026-10-01", opening_hours="-4.5",
        ),
        project_row(
            world, "Trois sortes inc.", "Ancien", "Retainer", status="Ended", end_on="2025-06-30", monthly_fee="500",
        ),
    )  # fmt: skip
    created = create_import(admin, "projects", content, "projets.csv")
    assert created["counts"] == import_counts(create=4), fetch_import_rows(admin, created["api_id"])
    assert apply_import(admin, created["api_id"]).status_code == 201
    site, extra, retainer, old = (read_project(world, name) for name in ("Site", "Ajout", "Soutien", "Ancien"))
    assert (site.status, site.amount, site.end_on) == ("completed", Decimal(12000), date(2025, 9, 30))
    assert (extra.parent_project_id, extra.amount, extra.start_on) == (site.id, Decimal("1500.50"), date(2025, 3, 15))
    assert (old.status, old.end_on) == ("ended", date(2025, 6, 30))
    with world.database.read() as db:
        weights = db.execute(select(ProjectSeller.weight).where(ProjectSeller.project_id == extra.id)).scalars()
        assert sorted(weights) == [40, 60]
        fee = db.execute(select(ProjectFee.__table__).where(ProjectFee.project_id == retainer.id)).one()
    assert (fee.amount, fee.interval_amount, fee.starts_on) == (Decimal(3000), Decimal(9000), date(2025, 3, 1))
    assert (retainer.status, retainer.included_hours) == ("active", Decimal("37.5"))
    assert (retainer.ledger_from, retainer.opening_hours) == (date(2026, 10, 1), Decimal("-4.5"))
    again = create_import(admin, "projects", content, "projets.csv")
    assert again["counts"] == import_counts(unchanged=4), fetch_import_rows(admin, again["api_id"])


def test_french_workbook_changes_projects_by_number_and_by_name(world: World):
    with world.database.write() as session:
        client = make_client(session, name="Clé & cie")
        numbered = make_project(session, client_id=client.id, name="Avant", number="Z-00901")
        named = make_project(session, client_id=client.id, name="Même nom", budget_hours=Decimal(10))
    admin = world.fresh_browser("admin")
    admin.locale = "fr-ca"
    header = ("Numéro", "Client", "Nom", "Budget (heures)", "Fin")
    rows = (("z-00901", "Clé & cie", "Après", "12,5", "31/12/2026"), (None, "Clé & cie", "MEME  NOM", 20, None))
    created = create_import(admin, "projects", make_xlsx(header, *rows), "projets.xlsx")
    assert created["counts"] == import_counts(update=2), fetch_import_rows(admin, created["api_id"])
    assert apply_import(admin, created["api_id"]).status_code == 201
    with world.database.read() as db:
        rows = {row.id: row for row in db.execute(select(Project.__table__).where(Project.client_id == client.id))}
    first, second = rows[numbered.id], rows[named.id]
    assert (first.name, first.budget_hours, first.end_on) == ("Après", Decimal("12.5"), date(2026, 12, 31))
    assert (second.name, second.budget_hours) == ("Même nom", Decimal(20))


def test_every_bad_row_has_its_reason_and_nothing_changes(world: World, admin: Browser):
    with world.database.write() as session:
        for name in ("Jumeau", "Jumeau"):
            make_client(session, name=name)
        client = make_client(session, name="Refus inc.")
        make_project(session, client_id=client.id, name="Double", number="Z-00902")
        for _ in range(2):
            make_project(session, client_id=client.id, name="Trois")
    rows = [
        project_row(world, "Jumeau", "A", amount="1"),
        project_row(world, "Inconnu", "B", amount="1"),
        project_row(world, "Refus inc.", "C", amount="1", project_manager="unknown@agency.example"),
        project_row(world, "Refus inc.", "D", amount="1.234,567"),
        project_row(world, "Refus inc.", "E", "Retainer", amount="5"),
        project_row(world, "Refus inc.", "F", "oos", amount="5"),
        project_row(world, "Refus inc.", "G", amount="1", start_on="31/12/2025"),
        project_row(world, "Refus inc.", "H", amount="1", currency="XXX"),
        project_row(world, "Refus inc.", "I", amount="1", status="Churned"),
        {"number": "Z-00902", "budget_hours": "5"},
        {"client": "Refus inc.", "name": "DOUBLE", "budget_hours": "6"},
        {"number": "Z-99999", "budget_hours": "5"},
        {"client": "Refus inc.", "name": "Trois", "budget_hours": "6"},
        {"name": "Sans client"},
        project_row(world, "Refus inc.", "J", amount="#REF!"),
        project_row(world, "Refus inc.", "K", "Retainer", status="completed", monthly_fee="10"),
        project_row(world, "Refus inc.", "L", amount="1", parent_project="Refus inc. / Trois"),
    ]
    with assert_unchanged(world.database, UNTOUCHED):
        created = create_import(admin, "projects", make_records_csv(*rows).replace(b"1.234,567", b'"1.234,567"'))
        refused = apply_import(admin, created["api_id"])
    assert (refused.status_code, refused.json()["code"]) == (422, "import_wrong")
    errors = errors_by_line(fetch_import_rows(admin, created["api_id"], "per_page=100&outcome=wrong"))
    several = "Use the email or the number, or change the record manually"
    assert errors[2]["client"] == f"Several records are named “Jumeau”. {several}"
    assert errors[3]["client"] == "No record is named “Inconnu”"
    assert errors[4] == {"project_manager": "No record is named “unknown@agency.example”"}
    assert set(errors[5]) == {"amount"}
    assert set(errors[6]) == {"amount", "monthly_fee"}
    assert set(errors[7]) == {"sold_by", "sold_on"}
    assert set(errors[8]) == {"start_on"}
    assert errors[9] == {"currency": "The field must be a currency code such as CAD"}
    assert set(errors[10]) == {"status"}
    assert errors[12] == {"name": "Row 11 of the file is for the same record"}
    assert errors[13]["number"] == "No record is named “Z-99999”"
    assert errors[14]["name"] == f"Several records are named “Trois”. {several}"
    assert errors[15]["client"] == "The field is required"
    assert errors[16] == {"amount": "The cell contains a formula error"}
    assert set(errors[17]) == {"status"}
    assert set(errors[18]) == {"parent_project"}
    assert created["counts"] == import_counts(update=1, wrong=16)


def test_rights_of_the_form_apply_to_each_row(world: World):
    """An account manager creates any project, and changes only the own ones; equal cells reveal no amounts."""
    browser = world.fresh_browser("account_manager")
    with world.database.write() as session:
        client = make_client(session, name="Droits inc.")
        mine = world.people["account_manager"].user.id
        make_project(session, client_id=client.id, name="Le mien", account_manager_id=mine, amount=Decimal(7))
        make_project(session, client_id=client.id, name="Le leur", account_manager_id=world.stranger.id)
    rows = (("Droits inc.", "Le mien", "9"), ("Droits inc.", "Le leur", "12000"))
    with assert_unchanged(world.database, UNTOUCHED):
        created = create_import(browser, "projects", make_csv(("Client", "Name", "Amount"), *rows))
    assert created["counts"] == import_counts(update=1, wrong=1)
    assert errors_by_line(fetch_import_rows(browser, created["api_id"], "outcome=wrong"))[3][None] == (
        "You may not change this record"
    )
    with assert_unchanged(world.database, UNTOUCHED):
        assert post_import_file(world.browser("financial_manager"), "projects", b"Name\nA").status_code == 403


def test_closed_month_refuses_the_row_in_words(world: World, admin: Browser):
    world.client("account_manager", "own", name="Mois fermé inc.")
    with world.database.write() as session:
        client = session.execute(select(Project.client_id).limit(1)).scalar_one()
        running = make_project(session, client_id=client, name="Court", number="Z-00903", monthly_fee="100")
        assert running.status == "active"
        make_closed_month(session, world.stranger.id, "2026-10", closed_at=NOON)
    with assert_unchanged(world.database, UNTOUCHED):
        created = create_import(admin, "projects", make_csv(("Number", "Ends on"), ("Z-00903", "2026-09-30")))
    (row,) = fetch_import_rows(admin, created["api_id"])
    assert "closed" in row["errors"][0]["message"]


def test_half_of_a_row_is_never_stored(world: World):
    """The second step of a completed project of someone else is refused, and takes the first one back."""
    world.client("account_manager", "own", name="Moitié inc.")
    browser = world.fresh_browser("account_manager")
    row = project_row(world, "Moitié inc.", "Fini", amount="5", status="Completed")
    theirs = row | {"account_manager": world.stranger.email}
    with assert_unchanged(world.database, UNTOUCHED):
        created = create_import(browser, "projects", make_records_csv(theirs))
    assert created["counts"] == import_counts(wrong=1)
    with world.database.read() as db:
        assert db.execute(select(func.count()).select_from(Project).where(Project.name == "Fini")).scalar_one() == 0
