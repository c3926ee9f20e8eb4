"""Answers Teamwork's read requests: lists and single records."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.names import TASK_NAMES
from regie.sandbox.agency.rows import Project, TimeEntry
from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.state import SandboxState
from regie.sandbox.teamwork.access import can_read_rates, check_access, error_reply, make_refusal, unauthorized
from regie.sandbox.teamwork.lists import make_page, select_fields
from regie.sandbox.teamwork.selections import make_listing
from regie.sandbox.teamwork.shapes import (
    budget_id,
    budget_json,
    category_json,
    company_json,
    entry_json,
    person_json,
    project_json,
)

_API = "/projects/api/v3"
_SINGULAR = {"people": "person", "companies": "company", "projects": "project"}
Handler = Callable[[Request], Awaitable[Response]]


class Teamwork:
    def __init__(self, state: SandboxState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        resources = "people|companies|projects|time"
        routes = [
            Route(f"{_API}/me.json", self._handler(self._me)),
            Route(f"{_API}/projectcategories.json", self._handler(self._categories)),
            Route(f"{_API}/projectcategories/{{id:int}}.json", self._handler(self._category)),
            Route(f"{_API}/projects/{{project:int}}/time.json", self._handler(self._time_of_project)),
        ]
        for resource in resources.split("|"):
            routes.append(Route(f"{_API}/{resource}.json", self._handler(self._list(resource))))
            if resource in _SINGULAR:
                routes.append(Route(f"{_API}/{resource}/{{id:int}}.json", self._handler(self._single(resource))))
        return routes

    def _handler(self, respond: Callable[[Request], Any]) -> Handler:
        async def handle(request: Request) -> Response:
            headers: dict[str, str] = {}
            try:
                headers = check_access(self._state, request)
                return json_reply(respond(request), headers=headers)
            except Refusal as refusal:
                refusal.response.headers.update(headers)
                return refusal.response

        return handle

    def _list(self, resource: str) -> Callable[[Request], dict[str, Any]]:
        def respond(request: Request) -> dict[str, Any]:
            return self._page(resource, request, dict(request.query_params))

        return respond

    def _page(self, resource: str, request: Request, params: dict[str, str]) -> dict[str, Any]:
        listing = make_listing(self._state, resource)
        fields = params.pop(f"fields[{resource}]", None)
        rows, meta = make_page(listing, params)
        shapes = select_fields([self._shape(resource, row, request) for row in rows], fields)
        return {listing.key: shapes, "meta": meta, "included": self._included(rows, params.get("include"))}

    def _time_of_project(self, request: Request) -> dict[str, Any]:
        params = {**request.query_params, "projectIds": str(request.path_params["project"])}
        return self._page("time", request, params)

    def _shape(self, resource: str, row: Any, request: Request) -> dict[str, Any]:
        if resource == "people":
            return person_json(row, can_read_rates(request))
        if resource == "companies":
            return company_json(row)
        return project_json(row, self._state.clock.now()) if resource == "projects" else entry_json(row)

    def _single(self, resource: str) -> Callable[[Request], dict[str, Any]]:
        def respond(request: Request) -> dict[str, Any]:
            row = make_listing(self._state, resource).table.get(request.path_params["id"])
            if row is None:
                raise make_refusal(404, "404: Not found")
            singular = _SINGULAR[resource]
            shape = self._shape(resource, row, request)
            [reduced] = select_fields([shape], request.query_params.get(f"fields[{singular}]"))
            return {singular: reduced, "included": self._included([row], request.query_params.get("include"))}

        return respond

    def _me(self, request: Request) -> dict[str, Any]:
        owner = next(row for row in self._state.agency.people.rows if row.is_service_account)
        return {"person": person_json(owner, can_read_rates(request))}

    def _categories(self, request: Request) -> dict[str, Any]:
        counts = self._projects_by_category()
        rows = self._state.agency.categories.rows
        shapes = [category_json(row, counts[row.id]) for row in rows]
        categorized = sum(count for category, count in counts.items() if category is not None)
        totals = {"categorizedItems": categorized, "uncategorizedItems": counts[None]}
        reply: dict[str, Any] = {"projectCategories": shapes, "projectCategoryTotals": totals}
        if self._state.switches.teamwork_categories_meta:
            size = max(50, len(rows))
            reply["meta"] = {"page": {"pageOffset": 0, "pageSize": size, "count": len(rows), "hasMore": False}}
        return reply

    def _category(self, request: Request) -> dict[str, Any]:
        row = self._state.agency.categories.get(request.path_params["id"])
        if row is None:
            raise make_refusal(404, "404: Not found")
        return {"projectCategory": category_json(row, self._projects_by_category()[row.id])}

    def _projects_by_category(self) -> Counter[int | None]:
        return Counter(row.category_id for row in self._state.agency.projects.rows if row.status == "active")

    def _included(self, rows: list[Any], include: str | None) -> dict[str, Any]:
        """Return the related records of the requested kinds, keyed by their ids as text."""
        requested = set((include or "").split(","))
        agency = self._state.agency
        included: dict[str, Any] = {}
        if "companies" in requested:
            ids = dict.fromkeys(row.company_id for row in rows if hasattr(row, "company_id"))
            companies = {key: agency.companies.get(key) for key in ids}
            included["companies"] = {str(key): {"id": key, "name": row.name} for key, row in companies.items() if row}
        projects = [row for row in rows if isinstance(row, Project)]
        if "projectCategories" in requested:
            categories = {
                row.category_id: agency.categories.get(row.category_id) for row in projects if row.category_id
            }
            included["projectCategories"] = {
                str(key): {"id": key, "name": row.name, "color": row.color} for key, row in categories.items() if row
            }
        if "projectBudgets" in requested:
            budgeted = [row for row in projects if row.monthly_minutes is not None]
            included["projectBudgets"] = {str(budget_id(row)): budget_json(row) for row in budgeted}
        if requested & {"users", "projectOwners"}:
            owners = {row.owner_id: agency.people.get(row.owner_id) for row in projects if row.owner_id}
            included["users"] = {
                str(key): {"id": key, "firstName": row.first_name, "lastName": row.last_name}
                for key, row in owners.items()
                if row
            }
        if "tasks" in requested:
            ids = dict.fromkeys(row.task_id for row in rows if isinstance(row, TimeEntry))
            included["tasks"] = {str(key): {"id": key, "name": TASK_NAMES[key % len(TASK_NAMES)]} for key in ids}
        return included


async def unknown_site(request: Request) -> Response:
    """Answer for an unknown site as for a wrong key, as the service does."""
    return unauthorized()


async def unknown_path(request: Request) -> Response:
    return error_reply(404, "404: Not found")


async def method_not_allowed(request: Request) -> Response:
    return error_reply(405, "405: Method not allowed")
