"""Who holds which figure, of whom, and whose records they may see: the table of rights, written a second time."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.recount.book import Book, Row

NONE, OWN, TEAM, ALL = range(4)
WORDS = {"own": OWN, "team": TEAM, "all": ALL}
_EVERYBODYS = ("super_admin", "admin", "financial_manager")
_MANAGERS = (*_EVERYBODYS, "churn_manager")


def _roles(*names: str, own: tuple[str, ...] = ()) -> dict[str, int]:
    return dict.fromkeys(names, ALL) | dict.fromkeys(own, OWN)


_AM, _STAFF = ("account_manager",), ("employee",)
_CLIENT_MONEY = _roles(*_EVERYBODYS, own=_AM)
_SEES_WORK = _roles(*_MANAGERS, *_AM, own=_STAFF)
# By figure: who is told of it by role, the group of an employee's record that opens it too, and who sees its records.
RIGHTS: dict[str, tuple[dict[str, int], str, dict[str, int]]] = {
    "mrr": (_roles(*_MANAGERS, own=_AM), "retainers", _SEES_WORK),
    "revenue": (_roles(*_EVERYBODYS), "revenue", _SEES_WORK),
    "receivables": (_CLIENT_MONEY, "", _CLIENT_MONEY | {"churn_manager": OWN}),
    "overdue": (_CLIENT_MONEY, "", _CLIENT_MONEY | {"churn_manager": OWN}),
    "oos_sold": (_roles(*_EVERYBODYS), "oos", _SEES_WORK),
    "pipeline": (_CLIENT_MONEY, "", _CLIENT_MONEY),
    "burn_at_risk": (_roles(*_EVERYBODYS, own=(*_AM, *_STAFF)), "", _roles(*_EVERYBODYS, own=(*_AM, *_STAFF))),
    "utilisation": (_roles(*_EVERYBODYS), "hours", _roles(*_MANAGERS, *_AM, *_STAFF)),
    "goals": (
        _roles(*_EVERYBODYS),
        "goals",
        {"super_admin": ALL, "admin": ALL, "account_manager": TEAM}
        | dict.fromkeys(("financial_manager", "churn_manager", "employee"), OWN),
    ),
    "values_received": (_roles(*_EVERYBODYS), "values", _roles(*_MANAGERS, *_AM, *_STAFF)),
    "lost_retainers": (_roles(*_MANAGERS), "churn", _SEES_WORK),
    "lost_clients": (_roles(*_MANAGERS), "churn", _SEES_WORK),
    "active_projects": (_SEES_WORK, "", _SEES_WORK),
    "active_clients": (_SEES_WORK, "", _SEES_WORK),
    "churn": (_roles(*_MANAGERS), "churn", {}),
}
_GROUP_REACH = {"own": OWN, "team": TEAM, "organization": ALL}


@dataclass
class Person:
    """Somebody who asks, as the rows have them."""

    book: Book
    user: Row
    employee: Row | None = None
    teams: set[int] = field(default_factory=set)
    mates: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, book: Book, user_id: int) -> "Person":
        (user,) = book.where("users", id=user_id)
        found = book.where("employees", user_id=user_id)
        teams = {row["team_id"] for row in book.where("team_members", user_id=user_id)}
        mates = {row["user_id"] for row in book.rows["team_members"] if row["team_id"] in teams}
        return cls(book, user, found[0] if found else None, teams, mates)

    @property
    def key(self) -> int:
        return self.user["id"]

    @property
    def employee_key(self) -> int:
        return self.employee["id"] if self.employee else -1

    def reach(self, figure: str, asked: str = "all") -> int:
        """As far as the person holds the figure and asks for it."""
        by_role, group, _ = RIGHTS[figure]
        held = [by_role.get(role, NONE) for role in self.user["roles"]]
        if self.employee and group in self.employee["metric_permissions"]:
            held += [_GROUP_REACH[scope] for scope in self.employee["metric_scopes"]]
        return min(max(held), WORDS[asked])

    def sees_rows(self, figure: str, reach: int) -> bool:
        seen = max(RIGHTS[figure][2].get(role, NONE) for role in self.user["roles"])
        return seen == ALL or (seen > NONE and reach == OWN)

    def manages(self, reach: int) -> Callable[[Row], bool]:
        """Projects whose account or work the person leads, or that are their teams'."""
        return lambda project: (
            reach == ALL
            or project["account_manager_id"] == self.key
            or project["project_manager_id"] == self.employee_key
            or (reach == TEAM and project["team_id"] in self.teams)
        )

    def works_on(self, reach: int) -> Callable[[Row], bool]:
        """Those, and what the person works on or sold."""
        mine = {
            row["project_id"]
            for table in ("project_members", "project_sellers")
            for row in self.book.where(table, employee_id=self.employee_key)
        }
        manages = self.manages(reach)
        return lambda project: manages(project) or project["id"] in mine

    def has_account(self, reach: int) -> Callable[[Row], bool]:
        """Clients whose account the person has, or one of their teams."""
        return lambda client: (
            reach == ALL
            or client["account_manager_id"] == self.key
            or (reach == TEAM and client["team_id"] in self.teams)
        )

    def knows(self, reach: int) -> Callable[[Row], bool]:
        """Clients whose account the person has, or for whom they work."""
        member = {row["project_id"] for row in self.book.where("project_members", employee_id=self.employee_key)}
        there = {
            project["client_id"]
            for project in self.book.rows["projects"]
            if project["project_manager_id"] == self.employee_key or project["id"] in member
        }
        has = self.has_account(reach)
        return lambda client: has(client) or client["id"] in there

    def people(self, reach: int) -> list[Row]:
        return [
            row
            for row in self.book.rows["employees"]
            if reach == ALL or row["id"] == self.employee_key or (reach == TEAM and row["user_id"] in self.mates)
        ]

    def sells(self, reach: int) -> Callable[[Row], bool]:
        """Deals that are the person's, or their teammates'."""
        return lambda deal: (
            reach == ALL
            or deal["account_manager_id"] == self.key
            or (reach == TEAM and deal["account_manager_id"] in self.mates)
        )
