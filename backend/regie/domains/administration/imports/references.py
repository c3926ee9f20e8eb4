"""Finds the records that cells name: people by email or name, projects by number, name or “Client / Project”."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.core.files.spreadsheet_reader import CellValue
from regie.domains.administration.imports.cells import ImportContext, Reference, Text, read_text
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import visible_teams
from regie.domains.people.users.queries import visible_account_managers, visible_users
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.projects.queries import visible_projects

_SEPARATORS = re.compile(r"[;,\n]")
_SHARE = re.compile(r"(.+?)[\s(]+(\d{1,3})\s*%?\s*\)?")


def load_account_managers(context: ImportContext) -> Iterable[Any]:
    """Yield all users for display; only account managers can be named."""
    scope = context.actor.require(Permission.DIRECTORY_VIEW)
    is_selectable = visible_account_managers(scope).label("is_selectable")
    return context.session.execute(select(User.api_id, User.name, User.email, is_selectable), context.actor.params)


def load_teams(context: ImportContext) -> Iterable[Any]:
    visible = visible_teams(context.actor.require(Permission.DIRECTORY_VIEW))
    is_selectable = (visible & Team.archived_at.is_(None)).label("is_selectable")
    for row in context.session.execute(select(Team.api_id, Team.name, is_selectable), context.actor.params):
        yield row.api_id, row.name, None, row.is_selectable


def load_employees(context: ImportContext) -> Iterable[Any]:
    is_selectable = visible_employees(context.actor.require(Permission.DIRECTORY_VIEW)).label("is_selectable")
    statement = select(Employee.api_id, Employee.name, Employee.email, is_selectable)
    return context.session.execute(statement, context.actor.params)


def load_users(context: ImportContext) -> Iterable[Any]:
    scope = context.actor.scope(Permission.USERS_VIEW)
    if scope is None:
        return ()
    statement = select(User.api_id, User.name, User.email, (User.status != "deactivated").label("is_selectable"))
    return context.session.execute(statement.where(visible_users(scope)), context.actor.params)


def load_clients(context: ImportContext) -> Iterable[Any]:
    visible = visible_clients(context.actor.require(Permission.CLIENTS_VIEW))
    for row in context.session.execute(select(Client.api_id, Client.name).where(visible), context.actor.params):
        yield row.api_id, row.name, None


def load_projects(context: ImportContext) -> Iterable[Any]:
    """Yield projects, which are also named by their name alone; only those that the caller sees can be named."""
    visible = visible_projects(context.actor.require(Permission.PROJECTS_VIEW))
    statement = select(Project.api_id, Project.number, Project.name, Client.name.label("client"))
    statement = statement.join(Client, Client.id == Project.client_id).where(visible)
    for row in context.session.execute(statement, context.actor.params):
        yield row.api_id, row.number, project_label(row.client, row.name), True, row.name


def project_label(client: str, project: str) -> str:
    return f"{client} / {project}"


@dataclass(frozen=True)
class References(Text):
    """Several records in one cell, separated by semicolons, commas or line breaks; their order has no meaning."""

    one: Reference

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        return sorted(self.one.parse(part, context) for part in _split(cell))

    def format(self, value: Any, context: ImportContext) -> str:
        return "; ".join(sorted(self.one.format(api_id, context) for api_id in value or ()))


@dataclass(frozen=True)
class Shares(Text):
    """Employees with their shares in whole per cent, such as `anna@… 60; luc@… 40`; one alone has the whole."""

    one: Reference

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        return sort_shares([self._read_share(part, context) for part in _split(cell)])

    def _read_share(self, part: str, context: ImportContext) -> dict[str, Any]:
        found = _SHARE.fullmatch(part)
        name, weight = found.groups() if found else (part, "100")
        return {"employee": self.one.parse(name, context), "weight": int(weight)}

    def format(self, value: Any, context: ImportContext) -> str:
        return "; ".join(sorted(f"{self.one.format(one['employee'], context)} {one['weight']}" for one in value or ()))


def sort_shares(shares: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(shares, key=lambda share: share["employee"])


def _split(cell: CellValue) -> list[str]:
    return [part.strip() for part in _SEPARATORS.split(read_text(cell)) if part.strip()]


ACCOUNT_MANAGER = Reference(load_account_managers)
CLIENT = Reference(load_clients)
EMPLOYEE = Reference(load_employees)
PROJECT = Reference(load_projects)
TEAM = Reference(load_teams)
USER = Reference(load_users)
