"""Answers whether this process runs (`/health/live`) and whether it can serve requests (`/health/ready`)."""

import io
from collections.abc import Callable, Mapping

import anyio
import anyio.to_thread
import structlog
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from regie.access.app_context import AppContext
from regie.access.authorization import Access, RouteAuth
from regie.access.rate_limits import Rate
from regie.access.responses import JsonResponse
from regie.access.visitor import network_of, read_client_address
from regie.core.api.errors import WrongMethod
from regie.core.api.wire import write_json
from regie.draining import is_draining
from regie.migrate import is_compatible

log = structlog.get_logger()
# A check that takes longer has failed: load balancers wait about this long.
CHECK_SECONDS = 5
# Overwritten by every check; attachments have generated keys.
_FILE_KEY = "health-check"
Check = Callable[[AppContext], bool]


def add_health_checks(app: FastAPI) -> None:
    """Register the addresses before the front end, which answers all other paths."""
    checks = {
        "database": can_read_database,
        "draining": is_not_draining,
        "schema": has_compatible_schema,
        "files": can_write_files,
    }
    for endpoint in (HealthEndpoint("/health/live", {}), HealthEndpoint("/health/ready", checks)):
        app.router.routes.append(Route(endpoint.path, endpoint))


class HealthEndpoint:
    """Runs the checks; an object, because Starlette limits the methods of functions."""

    auth = RouteAuth(Access.PUBLIC, Rate.READ)

    def __init__(self, path: str, checks: Mapping[str, Check]) -> None:
        self.path = path
        self._checks = checks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._respond(Request(scope))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise WrongMethod(("GET", "HEAD"))
        context: AppContext = request.app.state.context
        if self._checks:
            network = network_of(read_client_address(request, context.proxies))
            context.rate_limiter.count_call(self.auth.rate, network)
        results: dict[str, str] = {}
        async with anyio.create_task_group() as group:
            for name, check in self._checks.items():
                group.start_soon(_run_check, results, name, check, context)
        is_healthy = all(result == "ok" for result in results.values())
        body = {"status": "ok" if is_healthy else "failed", "checks": dict(sorted(results.items()))}
        return JsonResponse(
            write_json(body), status_code=200 if is_healthy else 503, headers={"cache-control": "no-store"}
        )


async def _run_check(results: dict[str, str], name: str, check: Check, context: AppContext) -> None:
    """Store `ok` or `failed`; the reason is logged only, because it can contain addresses and names."""
    results[name] = "failed"
    with anyio.move_on_after(CHECK_SECONDS):
        try:
            if await anyio.to_thread.run_sync(check, context, abandon_on_cancel=True):
                results[name] = "ok"
                return
            reason = "wrong result"
        except Exception as error:
            reason = type(error).__name__
        log.warning("health_check_failed", check=name, reason=reason)
        return
    log.warning("health_check_failed", check=name, reason="timeout")


def can_read_database(context: AppContext) -> bool:
    with context.database.read() as db:
        return db.exec_driver_sql("SELECT 1").scalar() == 1


def is_not_draining(_context: AppContext) -> bool:
    return not is_draining()


def has_compatible_schema(context: AppContext) -> bool:
    return is_compatible(context.database)


def can_write_files(context: AppContext) -> bool:
    context.files.put(_FILE_KEY, io.BytesIO(b"ok"))
    return True
