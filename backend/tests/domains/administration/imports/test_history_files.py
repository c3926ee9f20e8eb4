"""Tests of importing dated terms, scheduled payments, past churn, teams and goals."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.records.terms.models import Term
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
from tests.factories.project_costs import make_cost
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

UNTOUCHED = ("imports", "import_rows", "file_removals", "table_changes")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def make_retainer(world: World, client: str, name: str, **fields: Any) -> int:
    with world.database.write() as session:
        values = {"monthly_fee": "1000.00", "start_on": date(2025, 1, 1), "included_hours": Decimal(10)} | fields
        manager = world.people["account_manager"].user.id
        record = make_client(session, name=client, account_manager_id=manager)
        return make_project(session, client_id=record.id, name=name, **values).id


def import_file(browser: Browser, kind: str, content: bytes, name: str = "file.csv") -> dict[str, Any]:
    """Check and apply a file without errors."""
    created = create_import(browser, kind, content, name)
    assert created["can_apply"], fetch_import_rows(browser, created["api_id"])
    assert apply_import(browser, created["api_id"]).status_code == 201
    return created


def wrong_rows(browser: Browser, kind: str, content: bytes) -> dict[int, dict[str | None, str]]:
    created = create_import(browser, kind, content)
    return errors_by_line(fetch_import_rows(browser, created["api_id"], "per_page=100&outcome=wrong"))


def test_terms_are_recorded_corrected_and_skipped_when_alike(world: World, admin: Browser):
    key = make_retainer(world, "Termes inc.", "Soutien")
    name = "Termes inc. / Soutien"
    rows = [
        {"Retainer": name, "Term": "Fee", "Effective from": "2025-01-01", "Amount": "1000"},
        {"Retainer": name, "Term": "fee", "Effective from": "2025-07-01", "Amount": "$3600.00", "Interval": "Quarter"},
        {"Retainer": name, "Term": "included_hours", "Effective from": "2025-07-01", "Hours": "12.5"},
        {"Retainer": name, "Term": "state", "Effective from": "2025-09-01", "Status": "On hold", "Reason": "Travaux"},
        {"Retainer": name, "Term": "state", "Effective from": "2025-10-01", "Status": "Active"},
    ]
    created = import_file(admin, "terms", make_records_csv(*rows))
    assert created["counts"] == import_counts(create=4, unchanged=1)
    with world.database.read() as db:
        fees = db.execute(select(ProjectFee.__table__).where(ProjectFee.project_id == key)).all()
        terms = db.execute(select(Term.name, Term.effective_from, Term.value).where(Term.record_id == key)).all()
    assert {fee.starts_on: (fee.amount, fee.interval_amount) for fee in fees} == {
        date(2025, 1, 1): (Decimal(1000), None), date(2025, 7, 1): (Decimal(1200), Decimal(3600)),
    }  # fmt: skip
    assert ("state", date(2025, 9, 1), "on_hold") in [tuple(term) for term in terms]
    assert create_import(admin, "terms", make_records_csv(*rows))["counts"] == import_counts(unchanged=5)
    corrected = make_records_csv(rows[1] | {"Amount": "3900"}, rows[2] | {"Hours": "15"})
    assert import_file(admin, "terms", corrected)["counts"] == import_counts(update=2)
    with world.database.read() as db:
        fee = db.execute(select(ProjectFee.amount).where(ProjectFee.project_id == key).order_by(ProjectFee.starts_on))
        hours = db.execute(select(Project.included_hours).where(Project.id == key)).scalar_one()
    assert ([row.amount for row in fee.all()], hours) == ([Decimal(1000), Decimal(1300)], Decimal(15))


def test_end_is_a_term_and_bad_terms_have_reasons(world: World, admin: Browser):
    key = make_retainer(world, "Fin inc.", "Forfait")
    with world.database.write() as session:
        client = session.get_one(Project, key).client_id
        make_project(session, client_id=client, name="Fixe")
    header = ("Retainer", "Term", "Effective from", "Status", "Amount")
    name = "Fin inc. / Forfait"
    content = make_csv(
        header,
        (name, "state", "2026-02-01", "Active", ""),
        (name, "fee", "2024-12-01", "", "5"),
        (name, "fee", "2026-03-01", "", ""),
        ("Fin inc. / Fixe", "fee", "2026-03-01", "", "5"),
        ("Fin inc. / Autre", "fee", "2026-03-01", "", "5"),
        (name, "fee", "soon", "", "5"),
    )
    with assert_unchanged(world.database, UNTOUCHED):
        errors = wrong_rows(admin, "terms", content)
    assert {line: set(fields) for line, fields in errors.items()} == {
        2: {"effective_from"}, 3: {"effective_from"}, 4: {"amount"}, 5: {"name"}, 6: {"project"}, 7: {"effective_from"},
    }  # fmt: skip
    ended = make_csv(header, (name, "state", "2026-04-01", "Ended", ""))
    assert import_file(admin, "terms", ended)["counts"] == import_counts(create=1)
    with world.database.read() as db:
        assert db.execute(select(Project.status, Project.end_on).where(Project.id == key)).one() == (
            "ended", date(2026, 3, 31),
        )  # fmt: skip
    assert create_import(admin, "terms", ended)["counts"] == import_counts(unchanged=1)


def test_terms_follow_rights_and_closed_months(world: World, admin: Browser):
    make_retainer(world, "Clos inc.", "Forfait")
    fee = ("Clos inc. / Forfait", "fee", "2025-05-01", "", "5")
    pause = ("Clos inc. / Forfait", "state", "2026-11-02", "On hold", "")
    header = ("Retainer", "Term", "Effective from", "Status", "Amount")
    finance = world.fresh_browser("financial_manager")
    with assert_unchanged(world.database, UNTOUCHED):
        assert wrong_rows(finance, "terms", make_csv(header, fee, pause)) == {
            3: {None: "You may not change this record"}
        }
    with world.database.write() as session:
        make_closed_month(session, world.stranger.id, "2025-05", closed_at=NOON)
    with assert_unchanged(world.database, UNTOUCHED):
        (message,) = wrong_rows(admin, "terms", make_csv(header, fee))[2].values()
    assert "closed" in message
    with assert_unchanged(world.database, UNTOUCHED):
        assert post_import_file(world.browser("employee"), "terms", b"Term\nfee").status_code == 403


def test_payments_of_a_project_are_scheduled(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session, name="Versements inc.")
        key = make_project(session, client_id=client.id, name="Site", number="Z-00911").id
        make_project(session, client_id=client.id, name="Forfait", monthly_fee="10")
    header = ("Projet", "Libellé", "Échéance", "Montant", "Note")
    browser = world.fresh_browser("admin")
    browser.locale = "fr-ca"
    rows = (
        ("Z-00911", "Dépôt", "31/01/2026", "1\u00a0234,50\u00a0$", None),
        ("versements inc. / site", "Solde", date(2026, 3, 1), 500, "a"),
    )
    content = make_xlsx(header, *rows)
    assert import_file(browser, "payments", content, "a.xlsx")["counts"] == import_counts(create=2)
    with world.database.read() as db:
        found = db.execute(select(ProjectPayment.__table__).where(ProjectPayment.project_id == key)).all()
    assert {row.label: (row.due_on, row.amount, row.note) for row in found} == {
        "Dépôt": (date(2026, 1, 31), Decimal("1234.50"), None), "Solde": (date(2026, 3, 1), Decimal(500), "a"),
    }  # fmt: skip
    assert create_import(browser, "payments", content, "a.xlsx")["counts"] == import_counts(unchanged=2)
    bad = make_csv(
        ("Project", "Label", "Due", "Amount"),
        ("Z-00911", "SOLDE", "2026-03-02", "500"),
        ("Versements inc. / Site", "solde", "2026-03-02", "500"),
        ("Versements inc. / Forfait", "A", "2026-03-02", "500"),
        ("Z-00911", "B", "2026-03-02", "0"),
        ("Z-00911", "C", "2026-03-02", "1.2.3"),
        ("Z-00911", "", "2026-03-02", "1"),
    )
    with assert_unchanged(world.database, UNTOUCHED):
        errors = wrong_rows(admin, "payments", bad)
    assert {line: set(fields) for line, fields in errors.items()} == {
        3: {"label"}, 4: {"project"}, 5: {"amount"}, 6: {"amount"}, 7: {"label"},
    }  # fmt: skip
    with assert_unchanged(world.database, UNTOUCHED):
        assert post_import_file(world.browser("account_manager"), "payments", b"Label\nA").status_code == 403


def test_past_churn_is_recorded_once(world: World, admin: Browser):
    key = make_retainer(world, "Perte inc.", "Forfait")
    email = world.people["account_manager"].employee.email
    row = {
        "Retainer": "Perte inc. / Forfait", "Last day": "2026-06-30", "Notice received on": "2026-05-15",
        "Reason": "price", "Preventable": "Yes", "Ended by": "Client", "Details": "Trop cher", "Competitor": "Autre",
        "Account managers": email,
    }  # fmt: skip
    assert import_file(admin, "churns", make_records_csv(row))["counts"] == import_counts(create=1)
    with world.database.read() as db:
        event = db.execute(select(ChurnEvent.__table__).where(ChurnEvent.project_id == key)).one()
        project = db.execute(select(Project.status, Project.end_on).where(Project.id == key)).one()
        shares = db.execute(select(ChurnAttribution.weight).filter_by(event_id=event.id)).scalars().all()
    assert (event.reason, event.preventable, event.mrr_lost, event.competitor) == (
        "price",
        True,
        Decimal(1000),
        "Autre",
    )
    assert (tuple(project), shares) == (("churned", date(2026, 6, 30)), [100])
    assert create_import(admin, "churns", make_records_csv(row))["counts"] == import_counts(unchanged=1)
    with assert_unchanged(world.database, UNTOUCHED):
        errors = wrong_rows(
            admin, "churns", make_records_csv(row | {"Last day": "2026-07-31"}, row | {"Retainer": "Perte inc. / X"})
        )
    assert set(errors[2]) == {"project"}
    assert set(errors[3]) == {"project"}
    other = make_retainer(world, "Perte à autrui inc.", "Forfait")
    with world.database.write() as session:
        session.get_one(Project, other).account_manager_id = world.stranger.id
    theirs = row | {"Retainer": "Perte à autrui inc. / Forfait"}
    browser = world.fresh_browser("account_manager")
    with assert_unchanged(world.database, UNTOUCHED):
        assert wrong_rows(browser, "churns", make_records_csv(theirs)) == {2: {None: "You may not change this record"}}


def test_external_costs_are_recorded_and_changed(world: World):
    with world.database.write() as session:
        client = make_client(session, name="Coûts inc.")
        key = make_project(session, client_id=client.id, name="Film", number="Z-00931").id
        only = make_project(session, client_id=client.id, name="Long métrage unique").id
    finance = world.fresh_browser("financial_manager")
    finance.locale = "fr-ca"
    header = ("Projet", "Date", "Description", "Fournisseur", "Montant avant taxes", "Devise")
    rows = (
        ("Z-00931", "14/11/2026", "Narration", "Voix du fleuve", "1\u00a0234,50\u00a0$", "cad"),
        ("coûts inc. / film", date(2026, 11, 15), "Musique", None, 80, "USD"),
        ("Long métrage unique", date(2026, 11, 15), "Montage", None, 90, "CAD"),
    )
    content = make_xlsx(header, *rows)
    assert import_file(finance, "costs", content, "a.xlsx")["counts"] == import_counts(create=3)
    with world.database.read() as db:
        costs = db.execute(select(ProjectCost.__table__).where(ProjectCost.project_id == key)).all()
        named = db.execute(select(ProjectCost.description).where(ProjectCost.project_id == only)).scalars().all()
    assert named == ["Montage"]
    assert {one.description: (one.incurred_on, one.amount, one.currency, one.supplier) for one in costs} == {
        "Narration": (date(2026, 11, 14), Decimal("1234.50"), "CAD", "Voix du fleuve"),
        "Musique": (date(2026, 11, 15), Decimal(80), "USD", None),
    }  # fmt: skip
    assert create_import(finance, "costs", content, "a.xlsx")["counts"] == import_counts(unchanged=3)
    corrected = make_xlsx(header, ("Z-00931", date(2026, 11, 14), "NARRATION", "", "1300", "CAD"))
    assert import_file(finance, "costs", corrected, "a.xlsx")["counts"] == import_counts(update=1)


def test_bad_external_costs_have_reasons(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session, name="Mauvais coûts inc.")
        project = make_project(session, client_id=client.id, name="Film", number="Z-00932")
        for _ in range(2):
            make_cost(session, project, description="Deux fois")
        make_cost(session, project, description="Ancien", incurred_on=date(2024, 2, 1))
        make_closed_month(session, world.stranger.id, "2024-02", closed_at=NOON)
        for _ in range(2):
            make_project(session, client_id=make_client(session).id, name="Deux projets du même nom")
    header = ("Project", "Date", "Description", "Amount before tax", "Currency")
    bad = make_csv(
        header,
        ("Z-00932", "2026-11-10", "Zero", "0", "CAD"),
        ("Z-00932", "2026-11-10", "Credit", "-5", "CAD"),
        ("Z-00932", "2026-11-10", "Fraction", "1.005", "CAD"),
        ("Z-00932", "2026-11-10", "Yen", "10.5", "JPY"),
        ("Z-00932", "2026-11-10", "Text", "much", "CAD"),
        ("Z-00932", "2026-11-10", "Currency", "5", "XXX"),
        ("Z-00932", "2026-11-10", "No currency", "5", ""),
        ("Z-00932", "soon", "Day", "5", "CAD"),
        ("Z-99999", "2026-11-10", "Project", "5", "CAD"),
        ("Z-00932", "2026-11-10", "Deux fois", "5", "CAD"),
        ("Z-00932", "2024-02-03", "Closed", "5", "CAD"),
        ("Z-00932", "2024-02-01", "Ancien", "5", "CAD"),
        ("Z-00932", "2026-11-11", "Again", "5", "CAD"),
        ("Z-00932", "2026-11-11", "again", "6", "CAD"),
        ("deux projets du meme nom", "2026-11-11", "Which", "6", "CAD"),
        ("Z-00932", "2026-11-21", "To come", "6", "CAD"),
    )
    with assert_unchanged(world.database, UNTOUCHED):
        errors = wrong_rows(admin, "costs", bad)
    assert {line: set(fields) for line, fields in errors.items()} == {
        2: {"amount"}, 3: {"amount"}, 4: {"amount"}, 5: {"amount"}, 6: {"amount"}, 7: {"currency"}, 8: {"currency"},
        9: {"incurred_on"}, 10: {"project"}, 11: {"description"}, 12: {None}, 13: {None}, 15: {"description"},
        16: {"project"}, 17: {"incurred_on"},
    }  # fmt: skip
    assert "February 2024" in errors[12][None]
    assert all("closed" in errors[line][None] for line in (12, 13))


def test_only_those_who_see_cost_rates_import_costs(world: World):
    content = make_csv(("Project", "Date", "Description"), ("Z-1", "2026-11-10", "A"))
    for role in ("account_manager", "churn_manager", "employee"):
        with assert_unchanged(world.database, UNTOUCHED):
            assert post_import_file(world.browser(role), "costs", content).status_code == 403


def test_teams_are_created_and_changed(world: World, admin: Browser):
    first, second = (world.people[column].user.email for column in ("account_manager", "employee"))
    header = ("Name", "Representative", "Members")
    content = make_csv(header, ("Atelier nord", first, f"{first}; {second}"))
    assert import_file(admin, "teams", content)["counts"] == import_counts(create=1)
    assert create_import(admin, "teams", content)["counts"] == import_counts(unchanged=1)
    smaller = make_csv(header, ("ATELIER NORD", first, first))
    assert import_file(admin, "teams", smaller)["counts"] == import_counts(update=1)
    with world.database.read() as db:
        joined = select(TeamMember.user_id).join(Team, Team.id == TeamMember.team_id)
        members = db.execute(joined.where(Team.name == "Atelier nord")).scalars().all()
    assert members == [world.people["account_manager"].user.id]
    with assert_unchanged(world.database, UNTOUCHED):
        errors = wrong_rows(
            admin, "teams", make_csv(header, ("Sud", second, first), ("Est", "x@agency.example", first))
        )
    assert {line: set(fields) for line, fields in errors.items()} == {2: {"representative"}, 3: {"representative"}}


def test_goals_are_created_and_changed(world: World, admin: Browser):
    person = world.people["employee"].employee
    row = {
        "Employee": person.email, "Goal": "Heures facturables", "Starts on": "2026-01-01", "Due": "2026-12-31",
        "Measure": "percent", "Target": "75", "Status": "Active",
    }  # fmt: skip
    assert import_file(admin, "goals", make_records_csv(row))["counts"] == import_counts(create=1)
    assert create_import(admin, "goals", make_records_csv(row))["counts"] == import_counts(unchanged=1)
    assert import_file(admin, "goals", make_records_csv(row | {"Target": "80.5"}))["counts"] == import_counts(update=1)
    with world.database.read() as db:
        goal = db.execute(select(EmployeeGoal.__table__).where(EmployeeGoal.employee_id == person.id)).one()
    assert (goal.title, goal.status, goal.target_value) == ("Heures facturables", "active", Decimal("80.5"))
    wrong = (row | {"Goal": "Sans cible", "Target": ""}, row | {"Goal": "À l’envers", "Due": "2025-12-31"})
    with assert_unchanged(world.database, UNTOUCHED):
        errors = wrong_rows(admin, "goals", make_records_csv(*wrong))
    assert {line: set(fields) for line, fields in errors.items()} == {2: {"target_value"}, 3: {"period_end"}}
