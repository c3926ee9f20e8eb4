"""A hand-made agency, seen from the outside: people of every role, a clock that moves, and calls over HTTP."""

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
from tests.conftest import ORIGIN, SERVICES, MovableClock, empty
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.work import make_client
from tests.recount.book import Book, days

# Nobody's minute ends on a clock that stands still.
_ENVIRONMENT = {"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000", **SERVICES}
FIRST_RATE, OPENS = date(2023, 12, 15), date(2024, 1, 8)
# Of each currency, what a unit is in dollars on the first day; it moves by a step of its own each working day.
_CURRENCIES = {"USD": ("1.3400", 7), "EUR": ("1.4600", 11), "JPY": ("0.0094", 0)}
# More than a week without a rate: on the days beyond it there is none.
NO_EUROS = (date(2025, 5, 8), date(2025, 5, 26))
EVERYTHING = ["revenue", "retainers", "churn", "oos", "hours", "goals", "values"]
# By name: roles, and what the person's employee record opens, as far as.
PEOPLE: dict[str, tuple[list[str], list[str], list[str]]] = {
    "super": (["super_admin"], [], []),
    "admin": (["admin"], [], []),
    "finance": (["financial_manager"], [], []),
    "anne": (["account_manager"], [], []),
    "bo": (["account_manager"], ["revenue", "oos", "hours", "goals", "values"], ["team"]),
    "churn": (["churn_manager"], ["revenue", "oos"], ["own"]),
    "both": (["account_manager", "churn_manager"], [], []),
    "chloe": (["employee"], EVERYTHING, ["own", "team"]),
    "dov": (["employee"], ["retainers", "churn", "hours"], ["organization"]),
    "eve": (["employee"], [], []),
}
LOSS = {"reason": "price", "preventable": True, "initiated_by": "client", "note": "Budget réduit"}


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 17, 0, tzinfo=UTC)


class Agency:
    """Opens on a Monday of January 2024; `at` moves its clock, and nothing else does."""

    def __init__(self, database: Database) -> None:
        empty(database)
        self.database, self.clock = database, MovableClock()
        self.app: Any = create_app(load_settings(_ENVIRONMENT), database=database, clock=self.clock, check_answers=True)
        self.users: dict[str, Any] = {}
        self.employees: dict[str, Any] = {}
        self.clients: dict[str, Any] = {}
        self.projects: dict[str, str] = {}
        self._browsers: dict[str, Browser] = {}
        self.at(OPENS)
        self._hire()

    def at(self, day: date) -> None:
        """Whoever comes on another day signs in anew: no session outlives the months between two visits."""
        if day != self.today:
            self._browsers.clear()
        self.clock.moment = noon(day)

    @property
    def today(self) -> date:
        return self.clock.today()

    def book(self) -> Book:
        return Book(self.database, self.today)

    def browser(self, name: str) -> Browser:
        if name not in self._browsers:
            self._browsers[name] = Browser(self.app, ORIGIN).carrying(self.users[name], self.clock.now())
        return self._browsers[name]

    def ask(self, name: str, path: str, **params: Any) -> dict[str, Any]:
        answer = self.browser(name).get(path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.browser("super").call(method, f"/api/v1/{path}", json=body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json()["data"] if answer.status_code != 204 else None

    def _hire(self) -> None:
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
            # Somebody who does not sign in.
            self.employees["fay"] = make_employee(session, teamwork_user_id="person-fay", started_on=date(2024, 3, 4))
            self.north = make_team(session, self.users["bo"], self.users["chloe"], self.users["eve"])
            make_team(session, self.users["anne"], self.users["dov"])

    def new_client(self, name: str, currency: str, manager: str, **fields: Any) -> None:
        with self.database.write() as session:
            values = {"account_manager_id": self.users[manager].id, "currency": currency} | fields
            self.clients[name] = make_client(session, name=name, **values)

    def start(self, name: str, client: str, currency: str, start_on: str, *, manager: str, **fields: Any) -> None:
        """A project that is under way, through the door that people use."""
        body = {
            "name": name, "client": self.clients[client].api_id, "account_manager": self.users[manager].api_id,
            "kind": "retainer", "currency": currency, "start_on": start_on, "status": "active",
        }  # fmt: skip
        self.projects[name] = self.do("POST", "projects", body | fields)["api_id"]

    def change(self, name: str, **fields: Any) -> None:
        self.do("PATCH", f"projects/{self.projects[name]}", fields)

    def lose(self, name: str, effective_on: str, who: dict[str, int], **fields: Any) -> None:
        shares = [{"employee": self.employees[one].api_id, "weight": weight} for one, weight in who.items()]
        body = {"project": self.projects[name], "effective_on": effective_on, "attribution": shares}
        self.do("POST", "churned-projects", LOSS | body | fields)

    def win_back(self, name: str) -> None:
        """Or undo what was no loss: the product decides by the month."""
        self.do("DELETE", f"churned-projects/{self.projects[name]}")

    def settle(self, **fields: Any) -> None:
        self.do("POST", "settings", fields)

    def key(self, name: str) -> int:
        (row,) = self.book().where("projects", api_id=self.projects[name])
        return row["id"]

    def of(self, session: Any, name: str) -> Project:
        return session.get_one(Project, self.key(name))


def publish_rates(database: Database, until: date) -> None:
    """Of every working day, another rate each; weekends have none."""
    rows = []
    for currency, (start, step) in _CURRENCIES.items():
        for number, day in enumerate(days(FIRST_RATE, until)):
            if day.weekday() > 4 or (currency == "EUR" and NO_EUROS[0] < day < NO_EUROS[1]):
                continue
            rate = Decimal(start) + Decimal(number * step % 601) / 10_000 + Decimal(number % 13) / 100_000
            rows.append({"currency": currency, "valid_on": day, "observed_on": day, "rate": rate, "source": "imported"})
    with database.write() as session:
        session.execute(insert(ExchangeRate), rows)
