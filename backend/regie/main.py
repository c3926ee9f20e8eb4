"""Puts the house together: the only module that knows every room."""

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.telemetry import TelemetryConfig

from regie.access.app_context import AppContext
from regie.access.authorization import Requirement, RouteAuth
from regie.access.list_calls import ListCall
from regie.access.permissions import Permission
from regie.access.query_parameters import Parameters
from regie.access.rate_limits import Rate, Rates
from regie.access.sessions import SessionCookies
from regie.access.sign_in_limits import SignInLimits
from regie.calls import Calls
from regie.connectors.settings import GoogleSettings
from regie.core.api.wire import ListQuery
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.mail.queue import MailBox
from regie.core.time.clock import Clock
from regie.domains.accounts.sessions.actions import touch
from regie.domains.accounts.sessions.queries import find_caller
from regie.domains.records.users.models import SEALED_SECOND_FACTORS
from regie.edge import EdgeMiddleware
from regie.environment import files_of, outside_of
from regie.openapi import build_document
from regie.refusals import answer_refusals
from regie.settings import Settings, refuse_unsafe
from regie.web import serve_front_end

ROUTES = sorted((Path(__file__).parent / "domains").glob("*/*/routes.py"), key=lambda path: path.parent.name)
DOMAINS = [".".join(path.parts[-3:-1]) for path in ROUTES]

# What happened is in our own log; asking at each call whether anybody else listens takes time.
_NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}


def create_app(
    settings: Settings, *, database: Database | None = None, clock: Clock | None = None, check_answers: bool = False
) -> FastAPI:
    """The application; refuses to be put together with an unsafe setting or a route that anyone could call."""
    refuse_unsafe(settings)
    database, clock = database or Database(settings.database_url), clock or Clock()
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
    app.state.context = AppContext(
        database=database,
        clock=clock,
        cookies=SessionCookies(settings.web.secret, is_secure=settings.web.is_secure),
        origin=settings.web.origin,
        secret=settings.web.secret,
        find_caller=find_caller,
        touch=touch,
        sign_in_limits=SignInLimits(database, clock, settings.web.secret),
        rates=Rates(clock, settings.web.rate_factor),
        mail=MailBox(settings.web.secret, settings.web.former_secrets),
        sealed=SealedBox(settings.web.secret, SEALED_SECOND_FACTORS, settings.web.former_secrets),
        files=files_of(settings),
        google=open_google_sign_in(settings),
        outside=outside_of(settings),
        lists=lists_of(routes),
        describe_api=lambda: app.openapi(),
        proxies=settings.web.proxies,
        check_answers=check_answers,
    )
    calls = Calls(routes)
    app.router.routes.append(calls)
    app.openapi = cache(lambda: build_document(app.title, app.version, calls.routes))
    refuse_ungated(app)
    answer_refusals(app)
    serve_front_end(app, calls, settings.web, has_google=settings.google.is_on)
    app.add_middleware(EdgeMiddleware, is_secure=settings.web.is_secure, takes_files=file_routes(app))
    return app


class GoogleWhenAsked:
    """Sign-in with Google; its HTTP client is loaded by the first who uses it, and not at every start."""

    def __init__(self, settings: GoogleSettings) -> None:
        self._settings = settings

    @cached_property
    def _google(self) -> Any:
        from regie.connectors.google.client import Google

        return Google(self._settings)

    def authorization_url(self, **asked: str) -> str:
        return self._google.authorization_url(**asked)

    def identify(self, code: str, **expected: str) -> Any:
        return self._google.identify(code, **expected)


def open_google_sign_in(settings: Settings) -> GoogleWhenAsked | None:
    """Sign-in with Google, where the organization has registered for it."""
    google = settings.google
    if not google.is_on:
        return None
    redirect = f"{settings.web.origin}/auth/login"
    return GoogleWhenAsked(GoogleSettings(google.discovery_url, google.client_id, google.client_secret, redirect))


def refuse_ungated(app: FastAPI) -> None:
    """Default deny: a route that does not say what it needs, and how often, stops the process at its start."""
    others = [part for part in app.routes if not isinstance(part, Calls)]
    for route in (*routes_of(app), *others):
        auth = getattr(getattr(route, "endpoint", None), "auth", None)
        if not isinstance(auth, RouteAuth) or not isinstance(auth.rate, Rate):
            raise RuntimeError(f"{getattr(route, 'path', route)} does not say what it needs")


def file_routes(app: FastAPI) -> Callable[[str, str], bool]:
    """Whether a call takes a form with a file: only there may a body be larger than a megabyte."""
    doors = [(route.methods, route.path_regex) for route in routes_of(app) if route.endpoint.auth.form is not None]  # type: ignore[attr-defined]

    def takes_files(method: str, path: str) -> bool:
        return any(method in (methods or ()) and pattern.match(path) for methods, pattern in doors)

    return takes_files


def all_routes() -> list[Any]:
    """Every call of every domain."""
    return [route for name in DOMAINS for route in import_module(f"regie.domains.{name}.routes").router.api.routes]


def lists_of(routes: Iterable[APIRoute]) -> dict[str, ListCall]:
    """Every list by its path below the API's prefix."""
    asked = {}
    for route in routes:
        if "GET" in (route.methods or ()) and "{" not in route.path:
            for parameter in route.dependant.query_params:
                model = parameter.field_info.annotation
                if isinstance(model, type) and issubclass(model, ListQuery):
                    endpoint: Any = route.endpoint
                    auth: RouteAuth = endpoint.auth
                    asked[route.path.removeprefix("/api/v1/")] = ListCall(
                        model,
                        endpoint.answers,
                        _permissions(auth.requires),
                        auth.parameters or Parameters.of(()),
                        auth.export,
                    )
    return asked


def _permissions(requires: Requirement) -> tuple[Permission, ...]:
    if isinstance(requires, Permission):
        return (requires,)
    return requires if isinstance(requires, tuple) else ()


def routes_of(app: FastAPI) -> list[APIRoute]:
    return [route for part in app.routes if isinstance(part, Calls) for route in part.routes]
