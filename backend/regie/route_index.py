"""Finds a route by the resource in its path; the framework would try all routes in sequence."""

from collections import defaultdict
from collections.abc import Iterable

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


class RouteIndex(BaseRoute):
    """All API routes as one; requests that match none of them fall through to the next route."""

    def __init__(self, routes: Iterable[APIRoute]) -> None:
        self.routes = list(routes)
        self._by_resource: dict[str, list[APIRoute]] = defaultdict(list)
        for route in self.routes:
            self._by_resource[_resource(route.path)].append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        for route in self._by_resource.get(_resource(scope["path"]), ()):
            match, found = route.matches(scope)
            if match is Match.FULL:
                return match, found
        return Match.NONE, {}

    def methods_at(self, path: str) -> set[str]:
        """Return the methods of a path; empty for an unknown path."""
        routes = [route for route in self._by_resource.get(_resource(path), ()) if route.path_regex.match(path)]
        methods = {method for route in routes for method in route.methods or ()}
        return methods | ({"HEAD"} if "GET" in methods else set())

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)


def route_template(scope: Scope) -> str:
    """Return the path of a request's route, with the names of its parameters; one for screens, files and the unknown.

    For metrics and traces: values in a path can be personal, and there are too many.
    """
    return getattr(scope.get("route") or scope.get("endpoint"), "path", "/{path:path}")


def _resource(path: str) -> str:
    """Return the part without parameters: `/api/v1/invoices/{api_id}` → `invoices`, `/auth/second-factor` → `auth`."""
    parts = path.split("/", 4)
    if len(parts) < 2:  # `OPTIONS *`
        return ""
    return parts[3] if len(parts) > 3 and parts[1] == "api" else parts[1]
