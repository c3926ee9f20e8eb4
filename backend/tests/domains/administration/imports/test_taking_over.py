"""Files that are large, that two people bring at once, that break off, and that bring what is not theirs to bring."""

import threading
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from regie.core.files import spreadsheet_reader as tables
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.queries import find_person
from regie.domains.administration.imports import actions
from regie.domains.administration.imports.cells import Desk
from regie.domains.administration.imports.models import Import, ImportRow
from regie.domains.administration.imports.queries import RESOURCES
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import make_employee, make_user
from tests.factories.tables import (
    PATH,
    apply,
    check,
    counts,
    csv_of,
    errors_of,
    importer,
    rows_of,
    tried,
    try_file,
    work,
    xlsx_of,
)
from tests.factories.work import make_client
from tests.factories.world import World, fingerprint, unchanged

HEADER = ("Name", "Account manager", "Currency", "Notes")
LARGE = "x" * 400
BUT = ("imports", "import_rows", "file_removals", "table_changes")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def rows(world: World, prefix: str, many: int) -> list[tuple[str, ...]]:
    email = world.people["account_manager"].user.email
    return [(f"{prefix} {number}", email, "CAD", LARGE) for number in range(many)]


def clients(world: World, prefix: str) -> int:
    with world.database.read() as db:
        found = select(func.count()).select_from(Client).where(Client.name.like(f"{prefix} %"))
        return db.execute(found).scalar_one()


def state(browser: Browser, one: dict[str, str]) -> str:
    return browser.get(f"{PATH}/{one['api_id']}").json()["data"]["state"]


def test_a_large_file_is_the_workers(world: World, admin: Browser):
    one = tried(admin, "clients", csv_of(HEADER, *rows(world, "Grand", 200)))
    assert (one["state"], one["counts"], one["can_apply"]) == ("queued", None, False)
    early = apply(admin, one["api_id"])
    assert (early.status_code, early.json()["code"]) == (422, "import_unchecked")
    work(importer(world))
    assert admin.get(f"{PATH}/{one['api_id']}").json()["data"]["counts"] == counts(create=200)
    assert clients(world, "Grand") == 0
    assert apply(admin, one["api_id"]).json()["data"]["state"] == "applying"
    assert check(admin, one["api_id"], "name", "", "", "").status_code == 422
    work(importer(world))
    assert (state(admin, one), clients(world, "Grand")) == ("applied", 200)


def test_a_large_file_that_breaks_off_leaves_nothing_and_is_taken_up_again(
    world: World, admin: Browser, monkeypatch: pytest.MonkeyPatch
):
    one = tried(admin, "clients", csv_of(HEADER, *rows(world, "Rupture", 200)))
    work(importer(world))
    assert apply(admin, one["api_id"]).json()["data"]["state"] == "applying"
    real, calls = actions.record, []

    class Killed(BaseException):
        """What ends a process passes every handler."""

    def die(*args: object, **named: object) -> None:
        calls.append(1)
        raise Killed

    monkeypatch.setattr(actions, "record", die)
    before = fingerprint(world.database)
    with pytest.raises(Killed):
        work(importer(world))
    assert (calls, fingerprint(world.database)) == ([1], before)
    monkeypatch.setattr(actions, "record", real)
    work(importer(world))
    assert (state(admin, one), clients(world, "Rupture")) == ("applied", 200)


def test_what_changed_before_the_worker_came_is_not_taken_over(world: World, admin: Browser):
    one = tried(admin, "clients", csv_of(HEADER, *rows(world, "Entretemps", 200)))
    work(importer(world))
    apply(admin, one["api_id"])
    world.client("account_manager", "own", name="Entretemps 7")
    work(importer(world))
    assert (state(admin, one), clients(world, "Entretemps")) == ("outdated", 1)


def test_whoever_may_no_longer_bring_records_brings_none(world: World):
    with world.database.write() as session:
        user = make_user(session, roles=["admin"])
    browser = Browser(world.app, "http://localhost").carrying(user, NOON)
    one = tried(browser, "clients", csv_of(HEADER, *rows(world, "Parti", 200)))
    work(importer(world))
    assert apply(browser, one["api_id"]).status_code == 201
    world.browser("super_admin").patch(f"/api/v1/users/{user.api_id}", {"roles": ["employee"]})
    work(importer(world))
    with world.database.read() as db:
        refused = db.execute(select(Import.state, Import.refusal).where(Import.api_id == one["api_id"])).one()
    assert (refused.state, refused.refusal["key"], clients(world, "Parti")) == ("refused", "error.forbidden", 0)


def test_two_who_bring_the_same_at_once_make_it_once(world: World):
    content = csv_of(HEADER, *rows(world, "Deux", 20))
    browsers = [world.fresh_browser("admin"), world.fresh_browser("super_admin")]
    ones = [tried(browser, "clients", content) for browser in browsers]
    statuses: list[int] = []
    barrier = threading.Barrier(2)

    def path_of(one: dict[str, str]) -> str:
        return f"{PATH}/{one['api_id']}/applications"

    def take_over(browser: Browser, one: dict[str, str]) -> None:
        barrier.wait()
        # Whoever waited too long for the other is told to come back, and does.
        while (status := browser.post(path_of(one), {"version": one["version"]}).status_code) == 503:
            pass
        statuses.append(status)

    threads = [threading.Thread(target=take_over, args=pair) for pair in zip(browsers, ones, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sorted(statuses), clients(world, "Deux")) == ([201, 409], 20)


def test_what_another_window_has_tried_since_is_not_agreed_to(world: World, admin: Browser):
    email = world.people["account_manager"].user.email
    one = tried(admin, "clients", csv_of(HEADER, ("Fenêtre 1", email, "CAD", "note")))
    assert check(admin, one["api_id"], "name", "account_manager", "currency", "").status_code == 201
    with unchanged(world.database):
        answer = admin.post(f"{PATH}/{one['api_id']}/applications", {"version": one["version"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "import_outdated")


def test_as_many_broken_rows_as_there_may_be_are_named_and_nothing_is_kept_of_them(
    world: World, admin: Browser, monkeypatch: pytest.MonkeyPatch
):
    """Of fewer than there may be otherwise: several batches, and one more."""
    assert tables.MAX_ROWS == 50_000
    monkeypatch.setattr(tables, "MAX_ROWS", 2_300)
    broken = [("Broken", "nobody", "ZZZ", "x" * 20)] * 2_300
    one = tried(admin, "clients", csv_of(HEADER, *broken))
    with unchanged(world.database, BUT):
        work(importer(world))
    found = admin.get(f"{PATH}/{one['api_id']}").json()["data"]
    assert (found["state"], found["counts"], found["can_apply"]) == ("checked", counts(wrong=2_300), False)
    assert len(admin.get(f"{PATH}/{one['api_id']}/errors").text.splitlines()) > 4_600
    one = tried(admin, "clients", csv_of(HEADER, *broken, broken[0]))
    work(importer(world))
    found = admin.get(f"{PATH}/{one['api_id']}").json()["data"]
    assert (found["state"], found["counts"]) == ("refused", None)
    assert found["refusal"] == "The file holds more than 2,300 rows: split it"


def test_a_record_of_somebody_elses_is_an_error_on_its_row(world: World):
    browser = world.browser("account_manager")
    world.client("account_manager", "own", name="À moi")
    world.client("account_manager", "other", name="À toi")
    one = tried(browser, "clients", csv_of(("Name", "Notes"), ("À moi", "a"), ("À toi", "b")))
    assert one["counts"] == counts(update=1, wrong=1)
    assert errors_of(rows_of(browser, one["api_id"], "outcome=wrong")) == {
        3: {None: "This record is not yours to change"}
    }
    with unchanged(world.database):
        assert apply(browser, one["api_id"]).status_code == 422


def test_somebody_elses_import_is_nowhere(world: World, admin: Browser):
    one = tried(admin, "employees", csv_of(("Email", "First name"), ("a@agency.example", "A")))
    for column in ("super_admin", "account_manager"):
        other = world.browser(column)
        for path in ("", "/rows", "/errors"):
            assert other.get(f"{PATH}/{one['api_id']}{path}").status_code == 404
        with unchanged(world.database):
            assert apply_as(other, one).status_code == 404


def apply_as(browser: Browser, one: dict[str, int]) -> object:
    return browser.post(f"{PATH}/{one['api_id']}/applications", {"version": one["version"]})


def test_what_people_cost_is_brought_and_kept_as_history(world: World, admin: Browser):
    with world.database.write() as session:
        person = make_employee(session, email="cout@agency.example")
    file = (("Email", "Hourly cost", "Currency of the cost", "Cost from"), ("cout@agency.example", "61,25", "cad", ""))
    one = tried(admin, "employees", csv_of(*file, sign=";"))
    assert apply(admin, one["api_id"]).status_code == 201, rows_of(admin, one["api_id"])
    with world.database.read() as db:
        rate = select(EmployeeCostRate.amount, EmployeeCostRate.currency)
        found = db.execute(rate.where(EmployeeCostRate.employee_id == person.id)).one()
    assert (str(found.amount.normalize()), found.currency) == ("61.25", "CAD")
    assert tried(admin, "employees", csv_of(*file, sign=";"))["counts"] == counts(unchanged=1)


@pytest.mark.parametrize("kind", ["clients", "employees"])
def test_what_is_there_comes_back_unchanged(world: World, kind: str):
    """Every record written as a file has it, in both languages and forms, changes nothing when it is brought again."""
    with world.database.write() as session:
        make_client(session, name="=Égal; à", account_manager_id=world.stranger.id, tags=["a", "b c"], language="fr-ca",
                    industry="retail", notes="deux\nlignes", payment_terms_days=0, health="amber")  # fmt: skip
        make_client(session, name=f"Sans rien ({kind})", account_manager_id=world.stranger.id)
        boss = make_employee(session, email=f"patron.{kind}@agency.example", capacity_hours_week=Decimal("40.25"))
        make_employee(session, manager_id=boss.id, department="design", is_billable=False, language="en-us")
    resource = RESOURCES[kind]
    model = {"clients": Client, "employees": Employee}[kind]
    for locale in ("en-us", "fr-ca"):
        browser = world.fresh_browser("admin")
        browser.locale = locale
        header = [resource.title(column.field, locale) for column in resource.columns]
        with world.database.write() as session:
            actor = find_person(session.connection(), world.people["admin"].user.id, locale)
            desk = Desk(session, actor, Clock(lambda: NOON), locale)
            records = [resource.read(desk, record).values for record in session.execute(select(model)).scalars()]
            lines = [
                [column.kind.show(values.get(column.field), desk) for column in resource.columns] for values in records
            ]
        keys = [resource.normal(line[[c.field for c in resource.columns].index(resource.key)]) for line in lines]
        lines = [line for line, key in zip(lines, keys, strict=True) if keys.count(key) == 1]
        assert len(lines) >= 2
        one = tried(browser, kind, xlsx_of(header, *lines), "all.xlsx")
        if one["state"] == "queued":
            work(importer(world))
            one = browser.get(f"{PATH}/{one['api_id']}").json()["data"]
        assert one["counts"] == counts(unchanged=len(lines)), rows_of(browser, one["api_id"])


def test_old_imports_are_forgotten_with_their_rows_and_files(world: World, admin: Browser):
    one = tried(admin, "clients", csv_of(("Name", "Notes"), ("Oubli", "a")))
    later = Clock(lambda: NOON + timedelta(days=90))
    actions_before = try_file(admin, "clients", b"").status_code
    replace(importer(world), clock=later).purge()
    assert actions_before == 422
    with world.database.read() as db:
        left = db.execute(select(func.count()).select_from(ImportRow).join(Import)).scalar_one()
    assert (admin.get(f"{PATH}/{one['api_id']}").status_code, left) == (404, 0)
