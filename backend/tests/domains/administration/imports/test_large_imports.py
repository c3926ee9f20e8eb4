"""Tests of imports that are large, concurrent, interrupted or not permitted."""

import threading
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from regie.core.files import spreadsheet_reader
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import load_actor
from regie.domains.administration.imports import actions
from regie.domains.administration.imports.cells import ImportContext
from regie.domains.administration.imports.models import Import, ImportRow
from regie.domains.administration.imports.queries import RESOURCES
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.projects.models import Project, ProjectMember, ProjectSeller
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.imports import (
    IMPORTS_PATH,
    apply_import,
    check_columns,
    create_import,
    errors_by_line,
    fetch_import_rows,
    import_counts,
    make_csv,
    make_importer,
    make_xlsx,
    post_import_file,
    run_waiting_imports,
)
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged, fingerprint

HEADER = ("Name", "Account manager", "Currency", "Notes")
LONG_NOTE = "x" * 400
IGNORED_TABLES = ("imports", "import_rows", "file_removals", "table_changes")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def make_rows(world: World, prefix: str, count: int) -> list[tuple[str, ...]]:
    email = world.people["account_manager"].user.email
    return [(f"{prefix} {number}", email, "CAD", LONG_NOTE) for number in range(count)]


def count_clients(world: World, prefix: str) -> int:
    with world.database.read() as db:
        found = select(func.count()).select_from(Client).where(Client.name.like(f"{prefix} %"))
        return db.execute(found).scalar_one()


def read_state(browser: Browser, created: dict[str, str]) -> str:
    return browser.get(f"{IMPORTS_PATH}/{created['api_id']}").json()["data"]["state"]


def test_large_file_is_processed_by_the_worker(world: World, admin: Browser):
    created = create_import(admin, "clients", make_csv(HEADER, *make_rows(world, "Grand", 200)))
    assert (created["state"], created["counts"], created["can_apply"]) == ("queued", None, False)
    early = apply_import(admin, created["api_id"])
    assert (early.status_code, early.json()["code"]) == (422, "import_unchecked")
    run_waiting_imports(make_importer(world))
    assert admin.get(f"{IMPORTS_PATH}/{created['api_id']}").json()["data"]["counts"] == import_counts(create=200)
    assert count_clients(world, "Grand") == 0
    assert apply_import(admin, created["api_id"]).json()["data"]["state"] == "applying"
    assert check_columns(admin, created["api_id"], "name", "", "", "").status_code == 422
    run_waiting_imports(make_importer(world))
    assert (read_state(admin, created), count_clients(world, "Grand")) == ("applied", 200)


def test_interrupted_import_rolls_back_and_starts_again(world: World, admin: Browser, monkeypatch: pytest.MonkeyPatch):
    created = create_import(admin, "clients", make_csv(HEADER, *make_rows(world, "Rupture", 200)))
    run_waiting_imports(make_importer(world))
    assert apply_import(admin, created["api_id"]).json()["data"]["state"] == "applying"
    real, calls = actions.log_event, []

    class Crash(BaseException):
        """Like a kill, no handler catches it."""

    def crash(*args: object, **named: object) -> None:
        calls.append(1)
        raise Crash

    monkeypatch.setattr(actions, "log_event", crash)
    before = fingerprint(world.database)
    with pytest.raises(Crash):
        run_waiting_imports(make_importer(world))
    assert (calls, fingerprint(world.database)) == ([1], before)
    monkeypatch.setattr(actions, "log_event", real)
    run_waiting_imports(make_importer(world))
    assert (read_state(admin, created), count_clients(world, "Rupture")) == ("applied", 200)


def test_data_changed_before_the_worker_makes_import_outdated(world: World, admin: Browser):
    created = create_import(admin, "clients", make_csv(HEADER, *make_rows(world, "Entretemps", 200)))
    run_waiting_imports(make_importer(world))
    apply_import(admin, created["api_id"])
    world.client("account_manager", "own", name="Entretemps 7")
    run_waiting_imports(make_importer(world))
    assert (read_state(admin, created), count_clients(world, "Entretemps")) == ("outdated", 1)


def test_import_after_losing_permission_is_refused(world: World):
    with world.database.write() as session:
        user = make_user(session, roles=["admin"])
    browser = Browser(world.app, "http://localhost").signed_in_as(user, NOON)
    created = create_import(browser, "clients", make_csv(HEADER, *make_rows(world, "Parti", 200)))
    run_waiting_imports(make_importer(world))
    assert apply_import(browser, created["api_id"]).status_code == 201
    world.browser("super_admin").patch(f"/api/v1/users/{user.api_id}", {"roles": ["employee"]})
    run_waiting_imports(make_importer(world))
    with world.database.read() as db:
        refused = db.execute(select(Import.state, Import.refusal).where(Import.api_id == created["api_id"])).one()
    assert (refused.state, refused.refusal["key"], count_clients(world, "Parti")) == ("refused", "error.forbidden", 0)


def test_concurrent_imports_create_records_once(world: World):
    content = make_csv(HEADER, *make_rows(world, "Deux", 20))
    browsers = [world.fresh_browser("admin"), world.fresh_browser("super_admin")]
    imports = [create_import(browser, "clients", content) for browser in browsers]
    statuses: list[int] = []
    barrier = threading.Barrier(2)

    def applications_path(created: dict[str, str]) -> str:
        return f"{IMPORTS_PATH}/{created['api_id']}/applications"

    def apply(browser: Browser, created: dict[str, str]) -> None:
        barrier.wait()
        # A request that waited too long for the other receives 503 and tries again.
        while (status := browser.post(applications_path(created), {"version": created["version"]}).status_code) == 503:
            pass
        statuses.append(status)

    threads = [threading.Thread(target=apply, args=pair) for pair in zip(browsers, imports, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sorted(statuses), count_clients(world, "Deux")) == ([201, 409], 20)


def test_import_checked_again_since_returns_409(world: World, admin: Browser):
    email = world.people["account_manager"].user.email
    created = create_import(admin, "clients", make_csv(HEADER, ("Fenêtre 1", email, "CAD", "note")))
    assert check_columns(admin, created["api_id"], "name", "account_manager", "currency", "").status_code == 201
    with assert_unchanged(world.database):
        answer = admin.post(f"{IMPORTS_PATH}/{created['api_id']}/applications", {"version": created["version"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "import_outdated")


def test_all_invalid_rows_have_errors_up_to_the_row_limit(
    world: World, admin: Browser, monkeypatch: pytest.MonkeyPatch
):
    """With a lower limit: several batches and one more row."""
    assert spreadsheet_reader.MAX_ROWS == 50_000
    monkeypatch.setattr(spreadsheet_reader, "MAX_ROWS", 2_300)
    invalid_rows = [("Broken", "unknown", "ZZZ", "x" * 20)] * 2_300
    created = create_import(admin, "clients", make_csv(HEADER, *invalid_rows))
    with assert_unchanged(world.database, IGNORED_TABLES):
        run_waiting_imports(make_importer(world))
    found = admin.get(f"{IMPORTS_PATH}/{created['api_id']}").json()["data"]
    assert (found["state"], found["counts"], found["can_apply"]) == ("checked", import_counts(wrong=2_300), False)
    assert len(admin.get(f"{IMPORTS_PATH}/{created['api_id']}/errors").text.splitlines()) > 4_600
    created = create_import(admin, "clients", make_csv(HEADER, *invalid_rows, invalid_rows[0]))
    run_waiting_imports(make_importer(world))
    found = admin.get(f"{IMPORTS_PATH}/{created['api_id']}").json()["data"]
    assert (found["state"], found["counts"]) == ("refused", None)
    assert found["refusal"] == "The file has more than 2,300 rows. Split it into smaller files"


def test_record_of_others_is_an_error_of_its_row(world: World):
    browser = world.browser("account_manager")
    world.client("account_manager", "own", name="À moi")
    world.client("account_manager", "other", name="À toi")
    created = create_import(browser, "clients", make_csv(("Name", "Notes"), ("À moi", "a"), ("À toi", "b")))
    assert created["counts"] == import_counts(update=1, wrong=1)
    assert errors_by_line(fetch_import_rows(browser, created["api_id"], "outcome=wrong")) == {
        3: {None: "You may not change this record"}
    }
    with assert_unchanged(world.database):
        assert apply_import(browser, created["api_id"]).status_code == 422


def test_imports_of_others_return_404(world: World, admin: Browser):
    created = create_import(admin, "employees", make_csv(("Email", "First name"), ("a@agency.example", "A")))
    for column in ("super_admin", "account_manager"):
        other = world.browser(column)
        for path in ("", "/rows", "/errors"):
            assert other.get(f"{IMPORTS_PATH}/{created['api_id']}{path}").status_code == 404
        with assert_unchanged(world.database):
            assert apply_seen_version(other, created).status_code == 404


def apply_seen_version(browser: Browser, created: dict[str, int]) -> object:
    return browser.post(f"{IMPORTS_PATH}/{created['api_id']}/applications", {"version": created["version"]})


def test_cost_rates_are_imported_with_history(world: World, admin: Browser):
    with world.database.write() as session:
        person = make_employee(session, email="cout@agency.example")
    file = (
        ("Email", "Hourly cost", "Currency of the cost", "Cost effective from"),
        ("cout@agency.example", "61,25", "cad", ""),
    )
    created = create_import(admin, "employees", make_csv(*file, delimiter=";"))
    assert apply_import(admin, created["api_id"]).status_code == 201, fetch_import_rows(admin, created["api_id"])
    with world.database.read() as db:
        rate = select(EmployeeCostRate.amount, EmployeeCostRate.currency)
        found = db.execute(rate.where(EmployeeCostRate.employee_id == person.id)).one()
    assert (str(found.amount.normalize()), found.currency) == ("61.25", "CAD")
    assert create_import(admin, "employees", make_csv(*file, delimiter=";"))["counts"] == import_counts(unchanged=1)


@pytest.mark.parametrize("kind", ["clients", "employees", "projects"])
def test_exported_records_are_unchanged_when_imported(world: World, kind: str):
    """All records, written to a file in both languages and formats, are unchanged when imported again."""
    with world.database.write() as session:
        make_client(session, name="=Égal; à", account_manager_id=world.stranger.id, tags=["a", "b c"], language="fr-ca",
                    industry="retail", notes="deux\nlignes", payment_terms_days=0, health="amber")  # fmt: skip
        make_client(session, name=f"Sans rien ({kind})", account_manager_id=world.stranger.id)
        manager = make_employee(session, email=f"patron.{kind}@agency.example", capacity_hours_week=Decimal("40.25"))
        make_employee(session, manager_id=manager.id, department="design", is_billable=False, language="en-us")
        fixed = make_project(session, tags=["x", "y"], description="deux\nlignes", hourly_rate=Decimal("95.50"))
        sale = make_project(session, client_id=fixed.client_id, kind="oos", parent_project_id=fixed.id)
        make_project(session, monthly_fee="4000.00", included_hours=Decimal("37.5"), auto_renew=False, status="on_hold")
        for person, weight in ((manager, 60), (make_employee(session), 40)):
            session.add(ProjectSeller(project_id=sale.id, employee_id=person.id, weight=weight))
            session.add(ProjectMember(project_id=fixed.id, employee_id=person.id))
    resource = RESOURCES[kind]
    model = {"clients": Client, "employees": Employee, "projects": Project}[kind]
    for locale in ("en-us", "fr-ca"):
        browser = world.fresh_browser("admin")
        browser.locale = locale
        header = [resource.title(column.field, locale) for column in resource.columns]
        with world.database.write() as session:
            actor = load_actor(session.connection(), world.people["admin"].user.id, locale)
            context = ImportContext(session, actor, Clock(lambda: NOON), locale)
            records = [
                {"number": getattr(record, "number", None)} | resource.read(context, record).values
                for record in session.execute(select(model)).scalars()
            ]
            lines = [
                [column.kind.format(values.get(column.field), context) for column in resource.columns]
                for values in records
            ]
        position = [column.field for column in resource.columns].index(resource.keys[0][0])
        keys = [resource.normalize_key(line[position]) for line in lines]
        lines = [line for line, key in zip(lines, keys, strict=True) if keys.count(key) == 1]
        assert len(lines) >= 2
        created = create_import(browser, kind, make_xlsx(header, *lines), "all.xlsx")
        if created["state"] == "queued":
            run_waiting_imports(make_importer(world))
            created = browser.get(f"{IMPORTS_PATH}/{created['api_id']}").json()["data"]
        assert created["counts"] == import_counts(unchanged=len(lines)), fetch_import_rows(browser, created["api_id"])


def test_old_imports_are_deleted_with_rows_and_files(world: World, admin: Browser):
    created = create_import(admin, "clients", make_csv(("Name", "Notes"), ("Oubli", "a")))
    later = Clock(lambda: NOON + timedelta(days=90))
    actions_before = post_import_file(admin, "clients", b"").status_code
    replace(make_importer(world), clock=later).purge()
    assert actions_before == 422
    with world.database.read() as db:
        left = db.execute(select(func.count()).select_from(ImportRow).join(Import)).scalar_one()
    assert (admin.get(f"{IMPORTS_PATH}/{created['api_id']}").status_code, left) == (404, 0)
