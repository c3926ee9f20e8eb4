"""Finds the route of a call by the resource that its path names: the framework tries all routes in turn."""

from collections import defaultdict
from collections.abc import Iterable

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


class Calls(BaseRoute):
    """All routes of the API as one; an address or a method that none of them takes is left to the routes after it."""

    def __init__(self, routes: Iterable[APIRoute]) -> None:
        self.routes = list(routes)
        self._of: dict[str, list[APIRoute]] = defaultdict(list)
        for route in self.routes:
            self._of[_resource(route.path)].append(route)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        for route in self._of.get(_resource(scope["path"]), ()):
            match, found = route.matches(scope)
            if match is Match.FULL:
                return match, found
        return Match.NONE, {}

    def methods_at(self, path: str) -> set[str]:
        """How a call may be made at this address; empty where there is none."""
        routes = [route for route in self._of.get(_resource(path), ()) if route.path_regex.match(path)]
        methods = {method for route in routes for method in route.methods or ()}
        return methods | ({"HEAD"} if "GET" in methods else set())

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["route"].handle(scope, receive, send)


def _resource(path: str) -> str:
    """`/api/v1/invoices/{api_id}` → `invoices`, `/auth/second-factor` → `auth`: what no parameter stands in."""
    parts = path.split("/", 4)
    if len(parts) < 2:  # `OPTIONS *`
        return ""
    return parts[3] if len(parts) > 3 and parts[1] == "api" else parts[1]
