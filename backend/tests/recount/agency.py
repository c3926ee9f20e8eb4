"""A sample agency that is used through its API: users of every role, and a movable clock."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import insert

from regie.core.db.database import Database
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.projects.models import Project
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES, MovableClock, delete_all_rows
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.work import make_client
from tests.recount.snapshot import Snapshot, days

# The clock does not advance, so rate limits would never reset.
_ENVIRONMENT = {"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000", **SERVICES}
FIRST_RATE, FIRST_DAY = date(2023, 12, 15), date(2024, 1, 8)
# By currency, the CAD rate on the first day, and the step by which it changes each working day.
_CURRENCIES = {"USD": ("1.3400", 7), "EUR": ("1.4600", 11), "JPY": ("0.0094", 0)}
# Longer than the maximum age of a rate, so that some days have none.
DAYS_WITHOUT_EURO_RATE = (date(2025, 5, 8), date(2025, 5, 26))
ALL_METRICS = ["revenue", "retainers", "churn", "oos", "hours", "goals", "values"]
# By name: roles, and the metric groups and scopes of the employee record.
PEOPLE: dict[str, tuple[list[str], list[str], list[str]]] = {
    "super": (["super_admin"], [], []),
    "admin": (["admin"], [], []),
    "finance": (["financial_manager"], [], []),
    "anne": (["account_manager"], [], []),
    "bo": (["account_manager"], ["revenue", "oos", "hours", "goals", "values"], ["team"]),
    "churn": (["churn_manager"], ["revenue", "oos"], ["own"]),
    "both": (["account_manager", "churn_manager"], [], []),
    "chloe": (["employee"], ALL_METRICS, ["own", "team"]),
    "dov": (["employee"], ["retainers", "churn", "hours"], ["organization"]),
    "eve": (["employee"], [], []),
}
CHURN = {"reason": "price", "preventable": True, "initiated_by": "client", "note": "Budget réduit"}


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 17, 0, tzinfo=UTC)


class Agency:
    """Starts on a Monday in January 2024; only `move_to` changes its clock."""

    def __init__(self, database: Database) -> None:
        delete_all_rows(database)
        self.database, self.clock = database, MovableClock()
        self.app: Any = create_app(
            load_settings(_ENVIRONMENT), database=database, clock=self.clock, validate_responses=True
        )
        self.users: dict[str, Any] = {}
        self.employees: dict[str, Any] = {}
        self.clients: dict[str, Any] = {}
        self.projects: dict[str, str] = {}
        self._browsers: dict[str, Browser] = {}
        self.move_to(FIRST_DAY)
        self._create_people()

    def move_to(self, day: date) -> None:
        """Set the clock to a day; all users sign in again, because sessions expire in between."""
        if day != self.today:
            self._browsers.clear()
        self.clock.moment = noon(day)

    @property
    def today(self) -> date:
        return self.clock.today()

    def snapshot(self) -> Snapshot:
        return Snapshot(self.database, self.today)

    def browser(self, name: str) -> Browser:
        if name not in self._browsers:
            self._browsers[name] = Browser(self.app, ORIGIN).signed_in_as(self.users[name], self.clock.now())
        return self._browsers[name]

    def get(self, name: str, path: str, **params: Any) -> dict[str, Any]:
        response = self.browser(name).get(path, params=params)
        assert response.status_code == 200, response.text
        return response.json()

    def send(self, method: str, path: str, body: Any = None) -> Any:
        response = self.browser("super").call(method, f"/api/v1/{path}", json=body)
        assert response.status_code in (200, 201, 204), response.text
        return response.json()["data"] if response.status_code != 204 else None

    def _create_people(self) -> None:
        with self.database.write() as session:
            for number, (name, (roles, groups, scopes)) in enumerate(PEOPLE.items()):
                user = self.users[name] = make_user(session, roles=roles, first_name=name)
                self.employees[name] = make_employee(
                    session, user_id=user.id, first_name=name, metric_permissions=groups, metric_scopes=scopes,
                    teamwork_user_id=f"person-{name}", capacity_hours_week=Decimal("37.5") - number,
                    utilisation_target=None if number % 3 == 0 else 60 + number,
                    started_on=None if number == 4 else date(2023, 6, 1),
                    ended_on=date(2025, 10, 10) if number == 9 else None,
                )  # fmt: skip
            # An employee without a user.
            self.employees["fay"] = make_employee(session, teamwork_user_id="person-fay", started_on=date(2024, 3, 4))
            self.north = make_team(session, self.users["bo"], self.users["chloe"], self.users["eve"])
            make_team(session, self.users["anne"], self.users["dov"])

    def create_client(self, name: str, currency: str, manager: str, **fields: Any) -> None:
        with self.database.write() as session:
            values = {"account_manager_id": self.users[manager].id, "currency": currency} | fields
            self.clients[name] = make_client(session, name=name, **values)

    def start_project(
        self, name: str, client: str, currency: str, start_on: str, *, manager: str, **fields: Any
    ) -> None:
        """Create an active project through the API."""
        body = {
            "name": name, "client": self.clients[client].api_id, "account_manager": self.users[manager].api_id,
            "kind": "retainer", "currency": currency, "start_on": start_on, "status": "active",
        }  # fmt: skip
        self.projects[name] = self.send("POST", "projects", body | fields)["api_id"]

    def update_project(self, name: str, **fields: Any) -> None:
        self.send("PATCH", f"projects/{self.projects[name]}", fields)

    def record_churn(self, name: str, effective_on: str, weights: dict[str, int], **fields: Any) -> None:
        shares = [{"employee": self.employees[one].api_id, "weight": weight} for one, weight in weights.items()]
        body = {"project": self.projects[name], "effective_on": effective_on, "attribution": shares}
        self.send("POST", "churned-projects", CHURN | body | fields)

    def win_back(self, name: str) -> None:
        """Win back a project; within the same month this deletes the churn."""
        self.send("DELETE", f"churned-projects/{self.projects[name]}")

    def change_settings(self, **fields: Any) -> None:
        self.send("POST", "settings", fields)

    def project_id(self, name: str) -> int:
        (row,) = self.snapshot().where("projects", api_id=self.projects[name])
        return row["id"]

    def project(self, session: Any, name: str) -> Project:
        return session.get_one(Project, self.project_id(name))


def create_rates(database: Database, until: date) -> None:
    """Create a different rate for every working day; weekends have none."""
    rows = []
    for currency, (start, step) in _CURRENCIES.items():
        for number, day in enumerate(days(FIRST_RATE, until)):
            if day.weekday() > 4 or (currency == "EUR" and DAYS_WITHOUT_EURO_RATE[0] < day < DAYS_WITHOUT_EURO_RATE[1]):
                continue
            rate = Decimal(start) + Decimal(number * step % 601) / 10_000 + Decimal(number % 13) / 100_000
            rows.append({"currency": currency, "valid_on": day, "observed_on": day, "rate": rate, "source": "imported"})
    with database.write() as session:
        session.execute(insert(ExchangeRate), rows)
