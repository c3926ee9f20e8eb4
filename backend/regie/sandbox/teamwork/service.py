"""Answers for Teamwork: lists, single records, and nothing that writes."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.rows import Project
from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.room import Room
from regie.sandbox.teamwork.gate import admit, error, refuse, sees_rates, unauthorised
from regie.sandbox.teamwork.lists import page_of, sparse
from regie.sandbox.teamwork.selections import listing_of
from regie.sandbox.teamwork.shapes import category_json, company_json, entry_json, person_json, project_json

_API = "/projects/api/v3"
_SINGULAR = {"people": "person", "companies": "company", "projects": "project"}
Answer = Callable[[Request], Awaitable[Response]]


class Teamwork:
    def __init__(self, room: Room) -> None:
        self._room = room

    def routes(self) -> list[Route]:
        things = "people|companies|projects|time"
        found = [
            Route(f"{_API}/me.json", self._guarded(self._me)),
            Route(f"{_API}/projectcategories.json", self._guarded(self._categories)),
            Route(f"{_API}/projectcategories/{{id:int}}.json", self._guarded(self._category)),
            Route(f"{_API}/projects/{{project:int}}/time.json", self._guarded(self._time_of_project)),
        ]
        for thing in things.split("|"):
            found.append(Route(f"{_API}/{thing}.json", self._guarded(self._list(thing))))
            if thing in _SINGULAR:
                found.append(Route(f"{_API}/{thing}/{{id:int}}.json", self._guarded(self._one(thing))))
        return found

    def _guarded(self, answer: Callable[[Request], Any]) -> Answer:
        async def guarded(request: Request) -> Response:
            headers: dict[str, str] = {}
            try:
                headers = admit(self._room, request)
                return json_reply(answer(request), headers=headers)
            except Refusal as refusal:
                refusal.response.headers.update(headers)
                return refusal.response

        return guarded

    def _list(self, thing: str) -> Callable[[Request], dict[str, Any]]:
        def answer(request: Request) -> dict[str, Any]:
            return self._page(thing, request, dict(request.query_params))

        return answer

    def _page(self, thing: str, request: Request, params: dict[str, str]) -> dict[str, Any]:
        listing = listing_of(self._room, thing)
        fields = params.pop(f"fields[{thing}]", None)
        rows, meta = page_of(listing, params)
        shapes = sparse([self._shape(thing, row, request) for row in rows], fields)
        return {listing.key: shapes, "meta": meta, "included": self._included(rows, params.get("include"))}

    def _time_of_project(self, request: Request) -> dict[str, Any]:
        params = {**request.query_params, "projectIds": str(request.path_params["project"])}
        return self._page("time", request, params)

    def _shape(self, thing: str, row: Any, request: Request) -> dict[str, Any]:
        if thing == "people":
            return person_json(row, sees_rates(request))
        if thing == "companies":
            return company_json(row)
        return project_json(row, self._room.clock.now()) if thing == "projects" else entry_json(row)

    def _one(self, thing: str) -> Callable[[Request], dict[str, Any]]:
        def answer(request: Request) -> dict[str, Any]:
            row = listing_of(self._room, thing).table.get(request.path_params["id"])
            if row is None:
                raise refuse(404, "404: Not found")
            singular = _SINGULAR[thing]
            shape = self._shape(thing, row, request)
            [kept] = sparse([shape], request.query_params.get(f"fields[{singular}]"))
            return {singular: kept, "included": self._included([row], request.query_params.get("include"))}

        return answer

    def _me(self, request: Request) -> dict[str, Any]:
        owner = next(row for row in self._room.agency.people.rows if row.is_service_account)
        return {"person": person_json(owner, sees_rates(request))}

    def _categories(self, request: Request) -> dict[str, Any]:
        counts = self._projects_by_category()
        rows = self._room.agency.categories.rows
        shapes = [category_json(row, counts[row.id]) for row in rows]
        categorised = sum(count for category, count in counts.items() if category is not None)
        totals = {"categorizedItems": categorised, "uncategorizedItems": counts[None]}
        answer: dict[str, Any] = {"projectCategories": shapes, "projectCategoryTotals": totals}
        if self._room.switches.teamwork_categories_meta:
            size = max(50, len(rows))
            answer["meta"] = {"page": {"pageOffset": 0, "pageSize": size, "count": len(rows), "hasMore": False}}
        return answer

    def _category(self, request: Request) -> dict[str, Any]:
        row = self._room.agency.categories.get(request.path_params["id"])
        if row is None:
            raise refuse(404, "404: Not found")
        return {"projectCategory": category_json(row, self._projects_by_category()[row.id])}

    def _projects_by_category(self) -> Counter[int | None]:
        return Counter(row.category_id for row in self._room.agency.projects.rows if row.status == "active")

    def _included(self, rows: list[Any], include: str | None) -> dict[str, Any]:
        """Rows beside the list, keyed by their ids as text, of the kinds asked for only."""
        asked = set((include or "").split(","))
        agency = self._room.agency
        beside: dict[str, Any] = {}
        if "companies" in asked:
            found = {row.company_id: agency.companies.get(row.company_id) for row in rows if hasattr(row, "company_id")}
            beside["companies"] = {str(key): {"id": key, "name": row.name} for key, row in found.items() if row}
        projects = [row for row in rows if isinstance(row, Project)]
        if "projectCategories" in asked:
            kinds = {row.category_id: agency.categories.get(row.category_id) for row in projects if row.category_id}
            beside["projectCategories"] = {
                str(key): {"id": key, "name": row.name, "color": row.color} for key, row in kinds.items() if row
            }
        if asked & {"users", "projectOwners"}:
            owners = {row.owner_id: agency.people.get(row.owner_id) for row in projects if row.owner_id}
            beside["users"] = {
                str(key): {"id": key, "firstName": row.first_name, "lastName": row.last_name}
                for key, row in owners.items()
                if row
            }
        return beside


async def other_site(request: Request) -> Response:
    """A site that does not exist answers like a wrong key."""
    return unauthorised()


async def unknown(request: Request) -> Response:
    return error(404, "404: Not found")


async def no_writing(request: Request) -> Response:
    return error(405, "405: Method not allowed")
