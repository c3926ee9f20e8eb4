"""The one door: every route says what it needs, and is called only after the caller was shown to have it.

A route is a plain function. What it needs besides its own parameters it names by type: `Connection` (reads),
`Session` (one transaction, committed before the first byte), `Actor` (the caller), `Visitor` (the browser), `Signed` (a
service's delivery), `Upload` (a form's file and fields), `Clock`, `House`.
"""

import functools
import inspect
import typing
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypedDict, TypeVar

import anyio.to_thread
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
from regie.access.answers import ERRORS, FORM_ERRORS, JsonResponse, answer_of, check_answer, write_answer
from regie.access.app_context import AppContext
from regie.access.csrf import SAFE_METHODS, require_own_page
from regie.access.export_columns import Exported
from regie.access.idempotency import replay_or_run
from regie.access.permissions import Permission
from regie.access.query_parameters import Parameters
from regie.access.rate_limits import Rate
from regie.access.sessions import TOUCH_EVERY
from regie.access.uploads import Upload, close_form, form_schema, keeping, read_form
from regie.access.visitor import Signed, Visitor, owner_of, read_address, read_signed, read_visitor
from regie.core.api.errors import FieldError, Forbidden, Invalid, SignInNeeded
from regie.core.audit.activity import act_as
from regie.core.text.locale import read_locale
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
    """What a route asks of its caller before it is called, and how often it may be."""

    requires: Requirement
    rate: Rate
    in_person: bool = False
    unattended: bool = False
    form: type[BaseModel] | None = None
    # How a list's rows are taken away as a file, if they are.
    export: Exported | None = None
    # Outside services may add parameters of their own to the address that they were given.
    parameters: Parameters | None = None


class RouteOptions(TypedDict, total=False):
    """What a route says beyond its needs: its `rate` where it is not simply a read or a write, the `form` it takes,
    how a list's rows are an `export`."""

    in_person: bool
    unattended: bool
    rate: Rate
    form: type[BaseModel]
    export: Exported


def _route_auth(requires: Requirement, usual: Rate, asked: RouteOptions) -> RouteAuth:
    return RouteAuth(
        requires,
        asked.get("rate", usual),
        asked.get("in_person", False),
        asked.get("unattended", False),
        asked.get("form"),
        asked.get("export"),
    )


F = TypeVar("F", bound=Callable[..., Any])
Registrar = Callable[[F], F]
_INJECTED = (Connection, Session, Actor, Clock, AppContext, Visitor, Signed, Upload)


class Router:
    """Registers routes of one resource; `.api` is what the application includes.

    What is done `in_person` is refused to somebody who impersonates the caller: passwords, roles, tokens, exports,
    what was read.
    What pages ask for by themselves is `unattended`: it keeps no session alive that nobody uses.
    """

    def __init__(self, prefix: str, tag: str) -> None:
        self.api = APIRouter(prefix=prefix, tags=[tag], redirect_slashes=False, route_class=_GatedRoute)

    def get(
        self, path: str = "", *, requires: Requirement, status: int = 200, **asked: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("GET", path, _route_auth(requires, Rate.READ, asked), status)

    def post(
        self, path: str = "", *, requires: Requirement, status: int = 201, **asked: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("POST", path, _route_auth(requires, Rate.WRITE, asked), status)

    def put(
        self, path: str = "", *, requires: Requirement, status: int = 200, **asked: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("PUT", path, _route_auth(requires, Rate.WRITE, asked), status)

    def patch(self, path: str = "", *, requires: Requirement, **asked: Unpack[RouteOptions]) -> Registrar:
        return self._route("PATCH", path, _route_auth(requires, Rate.WRITE, asked), 200)

    def delete(
        self, path: str = "", *, requires: Requirement, status: int = 204, **asked: Unpack[RouteOptions]
    ) -> Registrar:
        return self._route("DELETE", path, _route_auth(requires, Rate.WRITE, asked), status)

    def _route(self, method: str, path: str, auth: RouteAuth, status: int) -> Registrar[Any]:
        def register(function: F) -> F:
            answer = answer_of(function)
            self.api.add_api_route(
                path,
                _guarded(function, auth, answer, status),
                methods=[method],
                response_model=None,
                status_code=status,
                operation_id=function.__name__,
                responses=ERRORS if auth.form is None else ERRORS | FORM_ERRORS,
                response_class=Response if answer is None else JsonResponse,
                openapi_extra=form_schema(method, auth.form) if auth.form else _export_labels(auth.export),
            )
            # An adapter of each takes seconds to build: `build_document` does so when it is asked for.
            typing.cast(APIRoute, self.api.routes[-1]).response_model = answer
            return function

        return register


def _export_labels(export: Exported | None) -> dict[str, Any] | None:
    """The label of each column of a list's file, for the screens that show the same columns."""
    return export and {"x-export-labels": {column.id: export.label(column.id) for column in export.columns}}


class _GatedRoute(APIRoute):
    """FastAPI describes a route and reads its body; where there is none to read, the gate needs nothing else of it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        parameters: Parameters | None = self.endpoint.auth.parameters  # type: ignore[attr-defined]
        if self.body_field is not None or parameters is None:
            return super().get_route_handler()

        async def handle(request: Request) -> Response:
            query = parameters.read(request.query_params.multi_items())
            return await self.endpoint(request, **request.path_params, **query)

        return handle


def _guarded(function: Callable[..., Any], auth: RouteAuth, out: Any, status: int) -> Callable[..., Any]:
    """FastAPI parses the function's own parameters; what it injects is kept out of the signature it sees."""
    hints = typing.get_type_hints(function, include_extras=True)
    injected = {name: hint for name, hint in hints.items() if hint in _INJECTED and name != "return"}
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in injected
    ]
    if auth.requires is not Access.SERVICE:
        auth = replace(auth, parameters=Parameters.of(own))

    async def endpoint(request: Request, **values: Any) -> Response:
        context: AppContext = request.app.state.context
        call = functools.partial(_call, context, request, function, injected, values, auth, status)
        if auth.form is not None:
            return check_answer(await _call_with_form(request, auth, auth.form, call), context, out)
        # A read of the embedded database is quicker than the hop to a thread and back.
        if context.database.is_sqlite and request.method in SAFE_METHODS and Session not in injected.values():
            return check_answer(call(), context, out)
        return check_answer(await anyio.to_thread.run_sync(call), context, out)

    request_parameter = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    endpoint.__signature__ = inspect.Signature([request_parameter, *own])  # type: ignore[attr-defined]
    endpoint.__doc__ = function.__doc__
    endpoint.auth = auth  # type: ignore[attr-defined]
    endpoint.answers = function  # type: ignore[attr-defined]
    return endpoint


async def _call_with_form(
    request: Request, auth: RouteAuth, model: type[BaseModel], call: Callable[[], Response]
) -> Response:
    """Nothing of a file is read for somebody who may not send it."""
    await refuse_uninvited(request, auth)
    try:
        await read_form(request, model)
        return await anyio.to_thread.run_sync(call)
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
    """One hop, one connection: who calls, may they, do it, commit, and only then the answer."""
    token = None if auth.requires is Access.SERVICE else _own_page_token(context, request, auth)
    if Session not in injected.values():
        with context.database.read() as connection:
            actor = admit(context, request, connection, token, auth)
            _refuse_odd_parameters(request, auth)
            given = {Connection: connection, Actor: actor, **_common(context, request, token, actor)}
            if Signed in injected.values():
                given[Signed] = read_signed(request, context.origin)
            answer = write_answer(context, function(**_fill(injected, given), **values), status)
            return answer if auth.unattended else _touching(answer, context, actor)
    kept = keeping(context, request) if auth.form else nullcontext()
    with kept as upload, context.database.write() as session:
        actor = admit(context, request, session.connection(), token, auth)
        _refuse_odd_parameters(request, auth)
        act_as(session, actor, context.clock.now())
        given = {Session: session, Actor: actor, Upload: upload, **_common(context, request, token, actor)}
        run = functools.partial(function, **_fill(injected, given), **values)
        answer = replay_or_run(session, request, actor, context, lambda: write_answer(context, run(), status))
    return _touching(answer, context, actor)


def _common(context: AppContext, request: Request, token: str | None, actor: Actor | None) -> dict[Any, Any]:
    local = context if actor is None else context.in_zone(actor.zone)
    return {Clock: local.clock, AppContext: local, Visitor: _visitor(context, request, token)}


def _visitor(context: AppContext, request: Request, token: str | None) -> Visitor:
    return read_visitor(request, token, context.proxies, context.cookies.read_known(request))


def _touching(response: Response, context: AppContext, actor: Actor | None) -> Response:
    """Notes that the caller was here, after the answer left and not at every request."""
    if actor is not None and context.clock.now() - actor.seen_at > TOUCH_EVERY:
        response.background = BackgroundTask(context.touch, context.database, actor, context.clock)
    return response


def _own_page_token(context: AppContext, request: Request, auth: RouteAuth) -> str | None:
    token, takes_form = context.cookies.read(request), auth.form is not None
    require_own_page(request, secret=context.secret, origin=context.origin, session_token=token, takes_form=takes_form)
    return token


def admit(
    context: AppContext, request: Request, connection: Connection, token: str | None, auth: RouteAuth
) -> Actor | None:
    """The caller, shown to hold what the route needs; None only where anyone may call."""
    if auth.requires in (Access.PUBLIC, Access.SERVICE):
        context.rates.count_call(auth.rate, owner_of(read_address(request, context.proxies)))
        return None
    locale = read_locale(request.headers.get("x-api-locale"))
    actor = context.find_caller(connection, token, context.clock, locale) if token else None
    if actor is None:
        raise SignInNeeded
    request.scope["regie.caller"] = actor
    context.rates.count_call(auth.rate, (actor.impersonator or actor).user_api_id)
    _require(actor, auth)
    return actor


def _require(actor: Actor, auth: RouteAuth) -> None:
    if auth.in_person and actor.impersonator is not None:
        raise Forbidden("in_person")
    if auth.requires is Access.HAS_SESSION:
        return
    if not actor.roles:
        raise Forbidden("deactivated")
    if actor.must_enrol and auth.requires is not Access.ENROLLING:
        raise Forbidden("two_factor_needed")
    wanted = (auth.requires,) if isinstance(auth.requires, Permission) else auth.requires
    if isinstance(wanted, tuple) and not any(actor.may(permission) for permission in wanted):
        raise Forbidden


def _refuse_odd_parameters(request: Request, auth: RouteAuth) -> None:
    """After the caller was admitted: who may not call at all learns nothing of the parameters."""
    if wrong := odd_parameters(request, auth):
        raise Invalid(wrong)


def odd_parameters(request: Request, auth: RouteAuth) -> dict[str, FieldError]:
    return {} if auth.parameters is None else auth.parameters.wrong(request.query_params.multi_items())


async def refuse_uninvited(request: Request, auth: RouteAuth) -> None:
    """For a body that could not be read: a caller who may not call at all learns that first."""
    context: AppContext = request.app.state.context

    def check() -> None:
        token = None if auth.requires is Access.SERVICE else _own_page_token(context, request, auth)
        with context.database.read() as connection:
            admit(context, request, connection, token, auth)

    await anyio.to_thread.run_sync(check)


def _fill(injected: dict[str, Any], given: dict[Any, Any]) -> dict[str, Any]:
    return {name: given[hint] for name, hint in injected.items()}
