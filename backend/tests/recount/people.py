"""Restates who may see which figure and which records: by role and by employee record."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.recount.snapshot import Row, Snapshot

NONE, OWN, TEAM, ALL = range(4)
SCOPES = {"own": OWN, "team": TEAM, "all": ALL}
_ALL_RECORDS = ("super_admin", "admin", "financial_manager")
_MANAGERS = (*_ALL_RECORDS, "churn_manager")


def _by_role(*names: str, own: tuple[str, ...] = ()) -> dict[str, int]:
    return dict.fromkeys(names, ALL) | dict.fromkeys(own, OWN)


_AM, _STAFF = ("account_manager",), ("employee",)
_CLIENT_MONEY = _by_role(*_ALL_RECORDS, own=_AM)
_MAY_SEE_PROJECTS = _by_role(*_MANAGERS, *_AM, own=_STAFF)
# By figure: the roles that may see it, the metric group that grants it too, and the roles that may see its records.
PERMISSIONS: dict[str, tuple[dict[str, int], str, dict[str, int]]] = {
    "mrr": (_by_role(*_MANAGERS, own=_AM), "retainers", _MAY_SEE_PROJECTS),
    "revenue": (_by_role(*_ALL_RECORDS), "revenue", _MAY_SEE_PROJECTS),
    "invoiced": (_by_role(*_ALL_RECORDS), "revenue", _CLIENT_MONEY | {"churn_manager": OWN}),
    "receivables": (_CLIENT_MONEY, "", _CLIENT_MONEY | {"churn_manager": OWN}),
    "overdue": (_CLIENT_MONEY, "", _CLIENT_MONEY | {"churn_manager": OWN}),
    "oos_sold": (_by_role(*_ALL_RECORDS), "oos", _MAY_SEE_PROJECTS),
    "pipeline": (_CLIENT_MONEY, "", _CLIENT_MONEY),
    "unweighted_deals": (_CLIENT_MONEY, "", _CLIENT_MONEY),
    "burn_at_risk": (_by_role(*_ALL_RECORDS, own=(*_AM, *_STAFF)), "", _by_role(*_ALL_RECORDS, own=(*_AM, *_STAFF))),
    "utilisation": (_by_role(*_ALL_RECORDS), "hours", _by_role(*_MANAGERS, *_AM, *_STAFF)),
    "billable_hours": (_by_role(*_ALL_RECORDS), "hours", _by_role(*_MANAGERS, *_AM, *_STAFF)),
    "goals": (
        _by_role(*_ALL_RECORDS),
        "goals",
        {"super_admin": ALL, "admin": ALL, "account_manager": TEAM}
        | dict.fromkeys(("financial_manager", "churn_manager", "employee"), OWN),
    ),
    "values_received": (_by_role(*_ALL_RECORDS), "values", _by_role(*_MANAGERS, *_AM, *_STAFF)),
    "lost_retainers": (_by_role(*_MANAGERS), "churn", _MAY_SEE_PROJECTS),
    "lost_clients": (_by_role(*_MANAGERS), "churn", _MAY_SEE_PROJECTS),
    "active_projects": (_MAY_SEE_PROJECTS, "", _MAY_SEE_PROJECTS),
    "late_projects": (_MAY_SEE_PROJECTS, "", _MAY_SEE_PROJECTS),
    "active_clients": (_MAY_SEE_PROJECTS, "", _MAY_SEE_PROJECTS),
    "churn": (_by_role(*_MANAGERS), "churn", {}),
}
_METRIC_SCOPES = {"own": OWN, "team": TEAM, "organization": ALL}


@dataclass
class Person:
    """A user with their employee record and teams."""

    snapshot: Snapshot
    user: Row
    employee: Row | None = None
    teams: set[int] = field(default_factory=set)
    teammate_ids: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, snapshot: Snapshot, user_id: int) -> "Person":
        (user,) = snapshot.where("users", id=user_id)
        found = snapshot.where("employees", user_id=user_id)
        teams = {row["team_id"] for row in snapshot.where("team_members", user_id=user_id)}
        teammate_ids = {row["user_id"] for row in snapshot.rows["team_members"] if row["team_id"] in teams}
        return cls(snapshot, user, found[0] if found else None, teams, teammate_ids)

    @property
    def key(self) -> int:
        return self.user["id"]

    @property
    def employee_key(self) -> int:
        return self.employee["id"] if self.employee else -1

    def scope(self, figure: str, requested: str = "all") -> int:
        """The narrower of the user's scope for the figure and the requested scope."""
        by_role, group, _ = PERMISSIONS[figure]
        candidates = [by_role.get(role, NONE) for role in self.user["roles"]]
        if self.employee and group in self.employee["metric_permissions"]:
            candidates += [_METRIC_SCOPES[scope] for scope in self.employee["metric_scopes"]]
        return min(max(candidates), SCOPES[requested])

    def sees_rows(self, figure: str, scope: int) -> bool:
        widest = max(PERMISSIONS[figure][2].get(role, NONE) for role in self.user["roles"])
        return widest == ALL or (widest > NONE and scope == OWN)

    def manages(self, scope: int) -> Callable[[Row], bool]:
        """Projects of which the user is account or project manager, or that belong to their teams."""
        return lambda project: (
            scope == ALL
            or project["account_manager_id"] == self.key
            or project["project_manager_id"] == self.employee_key
            or (scope == TEAM and project["team_id"] in self.teams)
        )

    def may_see_project(self, scope: int) -> Callable[[Row], bool]:
        """Also the projects of which the user is a member or a seller."""
        mine = {
            row["project_id"]
            for table in ("project_members", "project_sellers")
            for row in self.snapshot.where(table, employee_id=self.employee_key)
        }
        manages = self.manages(scope)
        return lambda project: manages(project) or project["id"] in mine

    def manages_account_of(self, scope: int) -> Callable[[Row], bool]:
        """Clients whose account the user or one of their teams manages."""
        return lambda client: (
            scope == ALL
            or client["account_manager_id"] == self.key
            or (scope == TEAM and client["team_id"] in self.teams)
        )

    def may_see_client(self, scope: int) -> Callable[[Row], bool]:
        """Clients whose account the user manages, or for whose projects they work."""
        member = {row["project_id"] for row in self.snapshot.where("project_members", employee_id=self.employee_key)}
        worked_for = {
            project["client_id"]
            for project in self.snapshot.rows["projects"]
            if project["project_manager_id"] == self.employee_key or project["id"] in member
        }
        manages_account = self.manages_account_of(scope)
        return lambda client: manages_account(client) or client["id"] in worked_for

    def people(self, scope: int) -> list[Row]:
        return [
            row
            for row in self.snapshot.rows["employees"]
            if scope == ALL or row["id"] == self.employee_key or (scope == TEAM and row["user_id"] in self.teammate_ids)
        ]

    def may_see_deal(self, scope: int) -> Callable[[Row], bool]:
        """Deals of the user or of their teammates."""
        return lambda deal: (
            scope == ALL
            or deal["account_manager_id"] == self.key
            or (scope == TEAM and deal["account_manager_id"] in self.teammate_ids)
        )
