"""Authorizes requests: every route declares what it requires, and runs only for a caller who has it.

A route is a plain function. Its parameters of these types are injected: `Connection` (reads), `Session` (one
transaction, committed before the first byte), `Actor` (the caller), `Visitor` (the browser), `SignedRequest` (a
webhook), `Upload` (a form's file and fields), `Clock`, `AppContext`.
"""

import functools
import inspect
import typing
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypedDict, TypeVar

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from typing_extensions import Unpack

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.csrf import require_csrf_token
from regie.access.export_columns import ListExport
from regie.access.idempotency import replay_or_run
from regie.access.operation_summaries import summarize
from regie.access.permissions import Permission
from regie.access.query_parameters import QueryParameters
from regie.access.rate_limits import Rate
from regie.access.responses import ERRORS, FORM_ERRORS, JsonResponse, check_response, response_type, write_response
from regie.access.sessions import TOUCH_EVERY
from regie.access.uploads import Upload, close_form, form_schema, read_form, stored_upload
from regie.access.visitor import (
    SignedRequest,
    Visitor,
    network_of,
    read_client_address,
    read_signed_request,
    read_visitor,
)
from regie.core.api.errors import FieldError, Forbidden, Invalid, SignInNeeded
from regie.core.audit.activity import set_author
from regie.core.text.locale import DEFAULT_LOCALE, Locale, read_locale
from regie.core.time.clock import Clock


class Access(Enum):
    """What a route requires when it is not a permission, from the least to the most.

    SERVICE is an outside service, which signs its requests. HAS_SESSION includes people without a role, ENROLLING
    people who must still set up their second factor; SIGNED_IN is everyone else with a role.
    """

    PUBLIC = "public"
    SERVICE = "service"
    HAS_SESSION = "has_session"
    ENROLLING = "enrolling"
    SIGNED_IN = "signed_in"


Requirement = Permission | Access | tuple[Permission, ...]


@dataclass(frozen=True, slots=True)
class RouteAuth:
    """What a route requires of its caller, and how often one caller may call it."""

    requires: Requirement
    rate: Rate
    forbids_impersonation: bool = False
    is_polling: bool = False
    form: type[BaseModel] | None = None
    # How a list is exported, if it can be.
    export: ListExport | None = None
    # Lists and figures; single records, and what pages request repeatedly, are cheap reads of the primary.
    may_use_replica: bool = False
    # None for webhooks: the services may add parameters to the address.
    parameters: QueryParameters | None = None


class RouteOptions(TypedDict, total=False):
    """Options of a route: a `rate` other than READ or WRITE, the `form` of an upload, the `export` of a list.

    `summary` is its title in the API documentation, where the name of the function does not say it.
    """

    forbids_impersonation: bool
    is_polling: bool
    rate: Rate
    form: type[BaseModel]
    export: ListExport
    summary: str


def _route_auth(requires: Requirement, default_rate: Rate, options: RouteOptions) -> RouteAuth:
    return RouteAuth(
        requires,
        options.get("rate", default_rate),
        options.get("forbids_impersonation", False),
        options.get("is_polling", False),
        options.get("form"),
        options.get("export"),
    )


F = TypeVar("F", bound=Callable[..., Any])
Registrar = Callable[[F], F]
_INJECTED = (Connection, Session, Actor, Clock, AppContext, Visitor, SignedRequest, Upload)


class Router:
    """Registers routes of one resource; `.api` is what the application includes.

    `forbids_impersonation` refuses a person who impersonates the caller: passwords, roles, tokens, exports, read
    notifications. `is_polling` marks what pages request without the user: it does not extend an idle session.
    """

    def __init__(self, prefix: str, tag: str) -> None:
        self.api = APIRouter(prefix=prefix, tags=[tag], redirect_slashes=False, route_class=_AuthorizedRoute)

    def get(
        self, path: str = "", *, requires: Requirement, status: int = 200, **options: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("GET", path, _route_auth(requires, Rate.READ, options), options, status)

    def post(
        self, path: str = "", *, requires: Requirement, status: int = 201, **options: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("POST", path, _route_auth(requires, Rate.WRITE, options), options, status)

    def put(
        self, path: str = "", *, requires: Requirement, status: int = 200, **options: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("PUT", path, _route_auth(requires, Rate.WRITE, options), options, status)

    def patch(self, path: str = "", *, requires: Requirement, **options: Unpack[RouteOptions]) -> Registrar:
        return self._route("PATCH", path, _route_auth(requires, Rate.WRITE, options), options, 200)

    def delete(
        self, path: str = "", *, requires: Requirement, status: int = 204, **options: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("DELETE", path, _route_auth(requires, Rate.WRITE, options), options, status)

    def _route(self, method: str, path: str, auth: RouteAuth, options: RouteOptions, status: int) -> Registrar[Any]:
        def register(function: F) -> F:
            returned = response_type(function)
            is_list = method == "GET" and "{" not in path and not auth.is_polling
            route_auth = replace(auth, may_use_replica=is_list)
            self.api.add_api_route(
                path,
                _authorized(function, route_auth, returned, status),
                methods=[method],
                response_model=None,
                status_code=status,
                operation_id=function.__name__,
                summary=options.get("summary", summarize(function.__name__)),
                responses=ERRORS if auth.form is None else ERRORS | FORM_ERRORS,
                response_class=Response if returned is None else JsonResponse,
                openapi_extra=form_schema(method, auth.form) if auth.form else _export_labels(auth.export),
            )
            # Building all adapters takes seconds: `build_document` does it when the document is requested.
            typing.cast(APIRoute, self.api.routes[-1]).response_model = returned
            return function

        return register


def _export_labels(export: ListExport | None) -> dict[str, Any] | None:
    """Return the label key of each exported column, for the screens that show the same columns."""
    return export and {"x-export-labels": {column.id: export.label_key(column.id) for column in export.columns}}


class _AuthorizedRoute(APIRoute):
    """Bypasses FastAPI's parsing where a route has no body: `QueryParameters` is faster."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        parameters: QueryParameters | None = self.endpoint.auth.parameters  # type: ignore[attr-defined]
        if self.body_field is not None or parameters is None:
            return super().get_route_handler()

        async def handle(request: Request) -> Response:
            query = parameters.read(request.query_params.multi_items())
            return await self.endpoint(request, **request.path_params, **query)

        return handle


def _authorized(function: Callable[..., Any], auth: RouteAuth, returned: Any, status: int) -> Callable[..., Any]:
    """Wrap a route's function: FastAPI sees its own parameters only, without the injected ones."""
    hints = typing.get_type_hints(function, include_extras=True)
    injected = {name: hint for name, hint in hints.items() if hint in _INJECTED and name != "return"}
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in injected
    ]
    if auth.requires is not Access.SERVICE:
        auth = replace(auth, parameters=QueryParameters.of(own))

    async def endpoint(request: Request, **values: Any) -> Response:
        context: AppContext = request.app.state.context
        call = functools.partial(_call, context, request, function, injected, values, auth, status)
        if auth.form is not None:
            return check_response(await _call_with_form(request, auth, auth.form, call), context, returned)
        return check_response(await context.threads.run(call), context, returned)

    request_parameter = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    endpoint.__signature__ = inspect.Signature([request_parameter, *own])  # type: ignore[attr-defined]
    endpoint.__doc__ = function.__doc__
    endpoint.auth = auth  # type: ignore[attr-defined]
    endpoint.function = function  # type: ignore[attr-defined]
    return endpoint


async def _call_with_form(
    request: Request, auth: RouteAuth, model: type[BaseModel], call: Callable[[], Response]
) -> Response:
    """Authorize the caller before reading any of the file."""
    await authorize_before_body(request, auth)
    try:
        await read_form(request, model)
        return await request.app.state.context.threads.run(call)
    finally:
        close_form(request)


def _call(
    context: AppContext,
    request: Request,
    function: Callable[..., Any],
    injected: dict[str, Any],
    values: dict[str, Any],
    auth: RouteAuth,
    status: int,
) -> Response:
    """Authorize and run the route on one connection; a write is committed before the response."""
    token = None if auth.requires is Access.SERVICE else _csrf_checked_token(context, request, auth)
    context.day_start.ensure(context.database, context.clock)
    if Session not in injected.values():
        with context.database.read() as connection:
            actor = authorize(context, request, connection, token, auth)
            _refuse_invalid_parameters(request, auth)
            given = {Actor: actor, **_common(context, request, token, actor)}
            if SignedRequest in injected.values():
                given[SignedRequest] = read_signed_request(request, context.origin)

            def read(db: Connection) -> Response:
                given_all = given | {Connection: db}
                return write_response(context, function(**_fill(injected, given_all), **values), status, _locale(actor))

            may_use_replica = auth.may_use_replica and Connection in injected.values()
            response = context.database.read_from_replica(connection, read) if may_use_replica else read(connection)
            return response if auth.is_polling else _touch_after(response, context, actor)
    storing = stored_upload(context, request) if auth.form else nullcontext()
    with storing as upload, context.database.write() as session:
        actor = authorize(context, request, session.connection(), token, auth)
        _refuse_invalid_parameters(request, auth)
        set_author(session, actor, context.clock.now())
        given = {Session: session, Actor: actor, Upload: upload, **_common(context, request, token, actor)}
        run = functools.partial(function, **_fill(injected, given), **values)
        write = functools.partial(write_response, context, status=status, locale=_locale(actor))
        response = replay_or_run(session, request, actor, context, lambda: write(run()))
        context.complete_write(session, given[Clock])
    return _touch_after(response, context, actor)


def _locale(actor: Actor | None) -> Locale:
    return DEFAULT_LOCALE if actor is None else actor.locale


def _common(context: AppContext, request: Request, token: str | None, actor: Actor | None) -> dict[Any, Any]:
    local = context if actor is None else context.in_zone(actor.zone)
    return {Clock: local.clock, AppContext: local, Visitor: _visitor(context, request, token)}


def _visitor(context: AppContext, request: Request, token: str | None) -> Visitor:
    return read_visitor(request, token, context.proxies, context.cookies.read_known_browser(request))


def _touch_after(response: Response, context: AppContext, actor: Actor | None) -> Response:
    """Record the session's last use after the response is sent, at most every few minutes."""
    if actor is not None and context.clock.now() - actor.seen_at > TOUCH_EVERY:
        response.background = BackgroundTask(context.touch, context.database, actor, context.clock)
    return response


def _csrf_checked_token(context: AppContext, request: Request, auth: RouteAuth) -> str | None:
    token, takes_form = context.cookies.read(request), auth.form is not None
    require_csrf_token(
        request,
        secret=context.secret,
        origin=context.origin,
        session_token=token,
        takes_form=takes_form,
        web_origins=context.web_origins,
    )
    return token


def authorize(
    context: AppContext, request: Request, connection: Connection, token: str | None, auth: RouteAuth
) -> Actor | None:
    """Return the caller, who has what the route requires; None for routes without a session."""
    if auth.requires in (Access.PUBLIC, Access.SERVICE):
        context.rate_limiter.count_call(auth.rate, network_of(read_client_address(request, context.proxies)))
        return None
    locale = read_locale(request.headers.get("x-api-locale"))
    actor = context.find_caller(connection, token, context.clock, locale) if token else None
    if actor is None:
        raise SignInNeeded
    request.scope["regie.caller"] = actor
    context.rate_limiter.count_call(auth.rate, (actor.impersonator or actor).user_api_id)
    _require(actor, auth)
    return actor


def _require(actor: Actor, auth: RouteAuth) -> None:
    if auth.forbids_impersonation and actor.impersonator is not None:
        raise Forbidden("own_account_only")
    if auth.requires is Access.HAS_SESSION:
        return
    if not actor.roles:
        raise Forbidden("deactivated")
    if actor.must_enrol and auth.requires is not Access.ENROLLING:
        raise Forbidden("two_factor_needed")
    required = (auth.requires,) if isinstance(auth.requires, Permission) else auth.requires
    if isinstance(required, tuple) and not any(actor.can(permission) for permission in required):
        raise Forbidden


def _refuse_invalid_parameters(request: Request, auth: RouteAuth) -> None:
    """Called after authorization: a refused caller learns nothing about the parameters."""
    if errors := invalid_parameters(request, auth):
        raise Invalid(errors)


def invalid_parameters(request: Request, auth: RouteAuth) -> dict[str, FieldError]:
    return {} if auth.parameters is None else auth.parameters.find_errors(request.query_params.multi_items())


async def authorize_before_body(request: Request, auth: RouteAuth) -> None:
    """Authorize before the body is read or its errors are returned."""
    context: AppContext = request.app.state.context

    def check() -> None:
        token = None if auth.requires is Access.SERVICE else _csrf_checked_token(context, request, auth)
        with context.database.read() as connection:
            authorize(context, request, connection, token, auth)

    await context.threads.run(check)


def _fill(injected: dict[str, Any], given: dict[Any, Any]) -> dict[str, Any]:
    return {name: given[hint] for name, hint in injected.items()}
