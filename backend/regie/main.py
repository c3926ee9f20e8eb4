"""Assembles the application; the only module that imports every package."""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.telemetry import TelemetryConfig

from regie.access.app_context import AppContext, BugReportSettings
from regie.access.authorization import Requirement, RouteAuth
from regie.access.list_endpoints import ListEndpoint
from regie.access.permissions import Permission
from regie.access.query_parameters import QueryParameters
from regie.access.rate_limits import Rate, RateLimiter
from regie.access.request_threads import RequestThreads
from regie.access.sessions import SessionCookies
from regie.access.sign_in_limits import SignInLimits
from regie.connectors.settings import GoogleSettings
from regie.core.api.wire import ListQuery
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.mail.queue import MailCipher, is_email_address
from regie.core.time.clock import Clock
from regie.day_starts import build_day_start
from regie.domains.accounts.sessions.actions import touch
from regie.domains.accounts.sessions.queries import find_caller
from regie.domains.records.users.models import SEALED_SECOND_FACTORS
from regie.domains.work.churns.endings import settle_changed
from regie.edge import EdgeMiddleware
from regie.environment import integration_environment, open_file_store, open_web_database, web_time_limits
from regie.error_handlers import add_error_handlers
from regie.health import add_health_checks
from regie.openapi import build_document
from regie.route_index import RouteIndex, route_template
from regie.settings import Settings, SettingsError, refuse_unsafe
from regie.web import serve_front_end

ROUTES = sorted((Path(__file__).parent / "domains").glob("*/*/routes.py"), key=lambda path: path.parent.name)
DOMAINS = [".".join(path.parts[-3:-1]) for path in ROUTES]

# Requests are in our own log; FastAPI's telemetry checks for listeners at each one.
_NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}


def create_app(
    settings: Settings,
    *,
    database: Database | None = None,
    clock: Clock | None = None,
    validate_responses: bool = False,
) -> FastAPI:
    """Create the application; raises for unsafe settings and for routes without authorization."""
    refuse_unsafe(settings)
    database = database or open_web_database(settings)
    app = FastAPI(
        title="Régie",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry=_NO_TELEMETRY,
    )
    routes = all_routes()
    app.state.context = _build_context(settings, database, clock or Clock(), app, routes, validate_responses)
    route_index = RouteIndex(routes)
    app.router.routes.append(route_index)
    app.openapi = cache(lambda: build_document(app.title, app.version, route_index.routes))
    add_health_checks(app)
    require_route_auth(app)
    add_error_handlers(app)
    app.add_middleware(
        EdgeMiddleware,
        is_secure=settings.web.is_secure,
        accepts_files=upload_route_matcher(app),
        proxies=settings.web.proxies,
        web_origins=settings.web.web_origins,
    )
    if settings.metrics.token:
        _add_metrics(app, settings.metrics.token)
    if settings.reports.traces_url:
        _add_tracing(app, settings)
    serve_front_end(app, route_index, settings.web, database, has_google=settings.google.is_on)
    return app


def _build_context(
    settings: Settings,
    database: Database,
    clock: Clock,
    app: FastAPI,
    routes: list[Any],
    validate_responses: bool,
) -> AppContext:
    return AppContext(
        database=database,
        clock=clock,
        cookies=SessionCookies(
            settings.web.secret,
            settings.web.former_secrets,
            is_secure=settings.web.is_secure,
            csrf_domain=settings.web.csrf_domain,
        ),
        origin=settings.web.origin,
        web_origins=settings.web.web_origins,
        secret=settings.web.secret,
        find_caller=find_caller,
        touch=touch,
        sign_in_limits=SignInLimits(database, clock, settings.web.secret),
        rate_limiter=RateLimiter(clock, settings.web.rate_factor),
        mail=MailCipher(settings.web.secret, settings.web.former_secrets),
        sealed=SealedBox(settings.web.secret, SEALED_SECOND_FACTORS, settings.web.former_secrets),
        files=open_file_store(settings),
        data=settings.data,
        jobs=Database(settings.jobs_url, limits=web_time_limits(settings), pool_size=1, has_small_cache=True),
        started_at=clock.now(),
        threads=RequestThreads(settings.limits.queue),
        day_start=build_day_start(),
        complete_write=settle_changed,
        bug_reports=bug_report_settings(settings),
        google=build_google_sign_in(settings),
        integrations=integration_environment(settings),
        lists=find_list_endpoints(routes),
        describe_api=lambda: app.openapi(),
        proxies=settings.web.proxies,
        former_secrets=settings.web.former_secrets,
        backup_max_age_days=settings.backup.max_age_days,
        validate_responses=validate_responses,
    )


def _add_metrics(app: FastAPI, token: str) -> None:
    from regie.metrics import add_metrics

    add_metrics(app, token)


def _add_tracing(app: FastAPI, settings: Settings) -> None:
    from regie.tracing import Tracing, TracingMiddleware

    tracing = Tracing(settings.reports.traces_url, settings.web.environment, "web")
    tracing.observe(app.state.context.database)
    app.add_middleware(TracingMiddleware, tracing=tracing, route_template=route_template)
    app.state.tracing = tracing


def bug_report_settings(settings: Settings) -> BugReportSettings:
    address = settings.mail.bug_report_address
    if address and not is_email_address(address):
        raise SettingsError("REGIE_BUG_REPORT_ADDRESS must be one plain address, such as support@regie.example.")
    return BugReportSettings(settings.web.bug_project, address)


class LazyGoogleSignIn:
    """Sign-in with Google; imports its HTTP client on first use."""

    def __init__(self, settings: GoogleSettings) -> None:
        self._settings = settings

    @cached_property
    def _google(self) -> Any:
        from regie.connectors.google.client import GoogleClient

        return GoogleClient(self._settings)

    def authorization_url(self, **params: str) -> str:
        return self._google.authorization_url(**params)

    def identify(self, code: str, **expected: str) -> Any:
        return self._google.identify(code, **expected)


def build_google_sign_in(settings: Settings) -> LazyGoogleSignIn | None:
    """Return the Google sign-in; None when it is not configured."""
    google = settings.google
    if not google.is_on:
        return None
    redirect = f"{settings.web.origin}/auth/login"
    return LazyGoogleSignIn(GoogleSettings(google.discovery_url, google.client_id, google.client_secret, redirect))


def require_route_auth(app: FastAPI) -> None:
    """Default deny: raise RuntimeError for a route without requirement or rate limit."""
    others = [part for part in app.routes if not isinstance(part, RouteIndex)]
    for route in (*api_routes(app), *others):
        auth = getattr(getattr(route, "endpoint", None), "auth", None)
        if not isinstance(auth, RouteAuth) or not isinstance(auth.rate, Rate):
            raise RuntimeError(f"{getattr(route, 'path', route)} does not declare what it requires")


def upload_route_matcher(app: FastAPI) -> Callable[[str, str], bool]:
    """Return a function that tests whether a route takes a file; other bodies are limited to a megabyte."""
    uploads = [(route.methods, route.path_regex) for route in api_routes(app) if route.endpoint.auth.form is not None]  # type: ignore[attr-defined]

    def accepts_files(method: str, path: str) -> bool:
        return any(method in (methods or ()) and pattern.match(path) for methods, pattern in uploads)

    return accepts_files


def all_routes() -> list[Any]:
    """Return the routes of all domains."""
    return [route for name in DOMAINS for route in import_module(f"regie.domains.{name}.routes").router.api.routes]


def find_list_endpoints(routes: Iterable[APIRoute]) -> dict[str, ListEndpoint]:
    """Return every list endpoint by its path below the API prefix."""
    endpoints = {}
    for route in routes:
        if "GET" in (route.methods or ()) and "{" not in route.path:
            for parameter in route.dependant.query_params:
                model = parameter.field_info.annotation
                if isinstance(model, type) and issubclass(model, ListQuery):
                    endpoint: Any = route.endpoint
                    auth: RouteAuth = endpoint.auth
                    endpoints[route.path.removeprefix("/api/v1/")] = ListEndpoint(
                        model,
                        endpoint.function,
                        _permissions(auth.requires),
                        auth.parameters or QueryParameters.of(()),
                        auth.export,
                    )
    return endpoints


def _permissions(requires: Requirement) -> tuple[Permission, ...]:
    if isinstance(requires, Permission):
        return (requires,)
    return requires if isinstance(requires, tuple) else ()


def api_routes(app: FastAPI) -> list[APIRoute]:
    return [route for part in app.routes if isinstance(part, RouteIndex) for route in part.routes]
