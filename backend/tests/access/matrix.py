"""Loads the permission matrix and builds the request of each cell."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from regie.core.db.ids import new_api_id
from regie.domains.integrations.sync.actions import queue_run
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import Mirror, TeamworkCategory, TeamworkCompany, TeamworkProject
from tests.access import (
    accounts,
    amendments,
    attachments,
    awards,
    batches,
    bug_reports,
    churns,
    client_notes,
    client_reports,
    employees,
    enum_options,
    exchange_rates,
    goals,
    imports,
    months,
    oos_sales,
    operations,
    overages,
    payments,
    people_terms,
    project_costs,
    project_proposals,
    reminders,
    retainer_periods,
    teams,
    terms,
    triage,
    undated_terms,
)
from tests.access.accounts import Call
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.people import PASSWORD, make_employee, make_team
from tests.factories.work import SYNCED, make_client
from tests.factories.world import World

_DATA = tomllib.loads((Path(__file__).parents[1] / "matrix.toml").read_text("utf-8"))
COLUMNS: list[str] = _DATA.pop("columns")
MATRIX: dict[str, dict[str, list[Any]]] = _DATA


Request = Callable[[World, str, str], Call]


def split_route(route: str) -> tuple[str, str]:
    method, path = route.split(" ")
    return method, path


def browser_for(route: str, world: World, column: str) -> Browser:
    """Return the column's browser, or a new user's for routes of the own account."""
    return world.new_user_browser(column) if route in OWN_ACCOUNT_ROUTES else world.browser(column)


def build_call(route: str, world: World, column: str, row: str) -> Call:
    """Build the request of one cell for its `browser_for`, and create its records."""
    _, path = split_route(route)
    world.clear_sign_in_counts()
    if route in REQUESTS:
        return REQUESTS[route](world, column, row)
    noun = _NOUNS.get(path)
    return Call(path if noun is None else path.format(id=world.cached_record(noun, column, row)))


def _log_in(world: World, _column: str, row: str) -> Call:
    password = PASSWORD if row == "right_password" else "wrong"
    return Call("/login", {"email": world.last_new_browser.user.email, "password": password})


def _manager(world: World, column: str) -> str:
    """Return the user if their role can manage clients, otherwise the account manager."""
    is_manager = column in ("super_admin", "admin", "account_manager")
    return world.people[column if is_manager else "account_manager"].user.api_id


def _create_client(world: World, column: str, row: str) -> Call:
    manager = {"other": world.stranger.api_id, "missing": new_api_id()}.get(row, _manager(world, column))
    body = {"name": "Maison Pivoine", "account_manager": manager, "currency": "CAD"}
    if row == "archived_team":
        with world.database.write() as session:
            body["team"] = make_team(session, archived_at=NOON).api_id
    return Call("/api/v1/clients", body)


def _update_client(world: World, column: str, row: str) -> Call:
    target, _, part = row.partition("_") if row.endswith("_billing") else (row, "", "")
    api_id = world.client(column, target)
    return Call(f"/api/v1/clients/{api_id}", {"payment_terms_days": 45} if part else {"tags": ["vip"], "version": 1})


def _delete_client(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/clients/{world.client(column, row)}")


def _create_project(world: World, column: str, row: str) -> Call:
    target, _, with_deal = row.partition("_")
    body = {
        "name": "Refonte du site",
        "kind": "fixed",
        "client": world.client(column, target),
        "account_manager": world.stranger.api_id,
        "start_on": "2026-11-01",
        "currency": "CAD",
        "amount": "12000.00",
    }
    return Call("/api/v1/projects", body | ({"deal": world.deal(column, target)} if with_deal else {}))


def _update_project(world: World, column: str, row: str) -> Call:
    target = row.removesuffix("_billing")
    body = {"end_on": "2027-01-31"} if target != row else {"tags": ["urgent"], "version": 1}
    return Call(f"/api/v1/projects/{world.project(column, target)}", body)


def _delete_project(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/projects/{world.project(column, row)}")


def _archive_project(world: World, column: str, row: str) -> Call:
    return Call("/api/v1/archived-projects", {"project": world.project(column, row)})


def _unarchive_project(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/archived-projects/{world.project(column, row)}")


def _update_collection(world: World, column: str, row: str) -> Call:
    client = world.client(column, row)
    return Call(f"/api/v1/clients/{client}/collection", {"collection_state": "disputed", "version": 0})


def _log_contact(world: World, column: str, row: str) -> Call:
    body = {"contacted_on": NOON.date().isoformat(), "kind": "call", "text": "Rappeler mardi"}
    return Call(f"/api/v1/clients/{world.client(column, row)}/collection-entries", body)


def _update_invoice(world: World, column: str, row: str) -> Call:
    target = row.removesuffix("_project")
    body = {"project": None} if target != row else {"follow_up_on": "2026-12-01", "version": 0}
    return Call(f"/api/v1/invoices/{world.invoice(column, target)}", body)


def _project_statistics(world: World, column: str, row: str) -> Call:
    if row == "sees":
        return Call("/api/v1/projects-statistics")
    return Call(f"/api/v1/projects-statistics?id={world.cached_record('project', column, row)}")


def _employee_statistics(world: World, column: str, row: str) -> Call:
    if row == "sees":
        return Call("/api/v1/employees-statistics")
    if row == "missing":
        return Call(f"/api/v1/employees-statistics?id={new_api_id()}")
    if row == "self":
        return Call(f"/api/v1/employees-statistics?id={world.people[column].employee.api_id}")
    with world.database.write() as session:
        left = {"status": "left"} if row == "left" else {}
        return Call(f"/api/v1/employees-statistics?id={make_employee(session, **left).api_id}")


def _read_sync_run(world: World, _column: str, row: str) -> Call:
    if row == "missing":
        return Call(f"/api/v1/sync-runs/{new_api_id()}")
    with world.database.write() as session:
        return Call(f"/api/v1/sync-runs/{queue_run(session, 'teamwork', NOON)}")


def _read_mirror(path: str, model: type[Mirror]) -> Request:
    def request(world: World, column: str, row: str) -> Call:
        if row == "missing":
            return Call(f"{path}/{new_api_id()}")
        with world.database.write() as session:
            record = model(external_id=new_api_id(), name="Maison Pivoine", synced_at=SYNCED)
            session.add(record)
            session.flush()
            return Call(f"{path}/{record.api_id}")

    return request


def _connection(path: str, body: dict[str, Any] | None = None) -> Request:
    def request(_world: World, _column: str, row: str) -> Call:
        service = "fax" if row == "missing" else "teamwork"
        return Call(path.format(service=service, event="project.updated"), body)

    return request


def _company(world: World, row: str) -> str:
    """Create a Teamwork company; `taken` links it to a client."""
    with world.database.write() as session:
        company = TeamworkCompany(external_id=new_api_id(), name="Maison Pivoine", synced_at=SYNCED)
        session.add(company)
        if row == "taken":
            owner = make_client(session, account_manager_id=world.stranger.id)
            session.add(ClientLink(client_id=owner.id, service="teamwork", external_id=company.external_id))
        session.flush()
        return company.external_id


def _create_match(world: World, column: str, row: str) -> Call:
    part = {"service": "teamwork", "external_id": _company(world, row)}
    target = world.client(column, "missing" if row == "missing" else "other")
    return Call("/api/v1/matches", {"kind": "client", "records": [part], "target": target})


def _create_match_batch(world: World, column: str, row: str) -> Call:
    one = dict(_create_match(world, column, row).body)
    return Call("/api/v1/match-batches", {"kind": one.pop("kind"), "matches": [one]})


def _delete_match(world: World, _column: str, row: str) -> Call:
    return Call(f"/api/v1/matches/client/teamwork/{_company(world, row)}")


def _create_match_decision(world: World, _column: str, row: str) -> Call:
    part = {"service": "teamwork", "external_id": "missing" if row == "missing" else _company(world, row)}
    return Call("/api/v1/match-decisions", {"kind": "client", "decision": "ignored", "records": [part]})


_MODULES = (
    accounts,
    amendments,
    attachments,
    awards,
    batches,
    bug_reports,
    churns,
    client_notes,
    client_reports,
    employees,
    enum_options,
    exchange_rates,
    goals,
    imports,
    months,
    oos_sales,
    operations,
    payments,
    people_terms,
    project_costs,
    project_proposals,
    overages,
    reminders,
    retainer_periods,
    teams,
    terms,
    triage,
    undated_terms,
)
REQUESTS: dict[str, Request] = {route: request for module in _MODULES for route, request in module.REQUESTS.items()} | {
    "POST /login": _log_in,
    "POST /logout": lambda _world, _column, _row: Call("/logout"),
    "POST /api/v1/clients": _create_client,
    "PATCH /api/v1/clients/{id}": _update_client,
    "DELETE /api/v1/clients/{id}": _delete_client,
    "POST /api/v1/projects": _create_project,
    "PATCH /api/v1/projects/{id}": _update_project,
    "DELETE /api/v1/projects/{id}": _delete_project,
    "POST /api/v1/archived-projects": _archive_project,
    "DELETE /api/v1/archived-projects/{id}": _unarchive_project,
    "PATCH /api/v1/invoices/{id}": _update_invoice,
    "PATCH /api/v1/clients/{id}/collection": _update_collection,
    "POST /api/v1/clients/{id}/collection-entries": _log_contact,
    "GET /api/v1/projects-statistics": _project_statistics,
    "GET /api/v1/figure-rows": lambda world, column, row: Call(
        f"/api/v1/figure-rows?figure=client_outstanding&id={world.cached_record('client', column, row)}"
    ),
    "GET /api/v1/dashboard-rows": lambda _world, _column, row: Call(f"/api/v1/dashboard-rows?figure={row}"),
    "GET /api/v1/employees-statistics": _employee_statistics,
    "GET /api/v1/sync-runs/{id}": _read_sync_run,
    "GET /api/v1/connections/{service}": _connection("/api/v1/connections/{service}"),
    "PATCH /api/v1/connections/{service}": _connection("/api/v1/connections/{service}", {"calls_per_minute": 290}),
    "DELETE /api/v1/connections/{service}": _connection("/api/v1/connections/{service}"),
    "POST /api/v1/connections/{service}/tests": _connection("/api/v1/connections/{service}/tests"),
    "POST /api/v1/connections/quickbooks/callbacks": _connection(
        "/api/v1/connections/quickbooks/callbacks", {"code": "c", "state": "s", "realm_id": "1"}
    ),
    "POST /hooks/{service}": _connection("/hooks/{service}", {"project": {"id": 1}}),
    "POST /hooks/{service}/{event}": _connection("/hooks/{service}/{event}", {"project": {"id": 1}}),
    "GET /api/v1/teamwork-clients/{id}": _read_mirror("/api/v1/teamwork-clients", TeamworkCompany),
    "GET /api/v1/teamwork-projects/{id}": _read_mirror("/api/v1/teamwork-projects", TeamworkProject),
    "GET /api/v1/teamwork-project-categories/{id}": _read_mirror(
        "/api/v1/teamwork-project-categories", TeamworkCategory
    ),
    "POST /api/v1/matches": _create_match,
    "POST /api/v1/match-batches": _create_match_batch,
    "DELETE /api/v1/matches/{kind}/{service}/{id}": _delete_match,
    "POST /api/v1/match-decisions": _create_match_decision,
    "POST /api/v1/sync-runs": lambda _world, _column, row: Call("/api/v1/sync-runs", {"service": row}),
}
# Routes of the caller's own account and session.
OWN_ACCOUNT_ROUTES = {"POST /login", "POST /logout", *accounts.OWN_REQUESTS}
# The tables that refused requests write: the log of failed sign-ins, and counts of attempts.
TABLES_WRITTEN_BY_REFUSALS = {
    "POST /login": ("activity", "table_changes"),
    "POST /auth/google/callbacks": ("activity", "table_changes"),
    "PUT /api/v1/me/password": ("activity",),
    "POST /api/v1/me/reauthentications": ("activity",),
    "POST /auth/second-factor": ("activity", "pending_sign_ins", "table_changes"),
}
# Routes that only read a record: it is created once per column and row.
_NOUNS = {
    "/api/v1/clients/{id}": "client",
    "/api/v1/clients/{id}/quickbooks-invoices": "client",
    "/api/v1/clients/{id}/health": "client",
    "/api/v1/clients/{id}/revenue": "client",
    "/api/v1/clients/{id}/timeline": "client",
    "/api/v1/clients/{id}/notes": "client",
    "/api/v1/clients/{id}/contacts": "client",
    "/api/v1/clients/{id}/collection": "client",
    "/api/v1/clients/{id}/collection-entries": "client",
    "/api/v1/clients/{id}/days-to-pay": "client",
    "/api/v1/clients/{id}/statement": "client",
    "/api/v1/clients/{id}/statement-document": "client",
    "/api/v1/projects/{id}": "project",
    "/api/v1/invoices/{id}": "invoice",
    "/api/v1/invoices/{id}/allocations": "invoice",
    "/api/v1/projects-payments/{id}": "payment",
    "/api/v1/projects-payments/{id}/invoice-suggestions": "payment",
    "/api/v1/projects-payments/{id}/allocations": "payment",
    "/api/v1/Deals/{id}": "deal",
    "/api/v1/hubspot-deals/{id}": "deal",
}
