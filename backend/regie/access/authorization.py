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
from regie.access.app_context import House
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


class Open(Enum):
    """What a route needs when it is not a permission; each opens less than the one before it.

    SERVICE is an outside service's own program, which shows no cookie but signs what it sends. SIGNED_IN lets even
    those in whose last role was taken away, ENROLLING those who must still set up their second factor, PERSON everyone
    else who has a role.
    """

    ANYONE = "anyone"
    SERVICE = "service"
    SIGNED_IN = "signed_in"
    ENROLLING = "enrolling"
    PERSON = "person"


Needs = Permission | Open | tuple[Permission, ...]


@dataclass(frozen=True, slots=True)
class Guard:
    """What a route asks of its caller before it is called, and how often it may be."""

    needs: Needs
    rate: Rate
    in_person: bool = False
    unattended: bool = False
    form: type[BaseModel] | None = None
    # How a list's rows are taken away as a file, if they are.
    export: Exported | None = None
    # Outside services may add parameters of their own to the address that they were given.
    parameters: Parameters | None = None


class Asked(TypedDict, total=False):
    """What a route says beyond its needs: its `rate` where it is not simply a read or a write, the `form` it takes,
    how a list's rows are an `export`."""

    in_person: bool
    unattended: bool
    rate: Rate
    form: type[BaseModel]
    export: Exported


def _guard(needs: Needs, usual: Rate, asked: Asked) -> Guard:
    return Guard(
        needs,
        asked.get("rate", usual),
        asked.get("in_person", False),
        asked.get("unattended", False),
        asked.get("form"),
        asked.get("export"),
    )


F = TypeVar("F", bound=Callable[..., Any])
Registrar = Callable[[F], F]
_INJECTED = (Connection, Session, Actor, Clock, House, Visitor, Signed, Upload)


class Router:
    """Registers routes of one resource; `.api` is what the application includes.

    What is done `in_person` is refused to somebody who impersonates the caller: passwords, roles, tokens, exports,
    what was read.
    What pages ask for by themselves is `unattended`: it keeps no session alive that nobody uses.
    """

    def __init__(self, prefix: str, tag: str) -> None:
        self.api = APIRouter(prefix=prefix, tags=[tag], redirect_slashes=False, route_class=_GatedRoute)

    def get(self, path: str = "", *, needs: Needs, status: int = 200, **asked: Unpack[Asked]) -> Registrar:
        return self._route("GET", path, _guard(needs, Rate.READ, asked), status)

    def post(self, path: str = "", *, needs: Needs, status: int = 201, **asked: Unpack[Asked]) -> Registrar:
        return self._route("POST", path, _guard(needs, Rate.WRITE, asked), status)

    def put(self, path: str = "", *, needs: Needs, status: int = 200, **asked: Unpack[Asked]) -> Registrar:
        return self._route("PUT", path, _guard(needs, Rate.WRITE, asked), status)

    def patch(self, path: str = "", *, needs: Needs, **asked: Unpack[Asked]) -> Registrar:
        return self._route("PATCH", path, _guard(needs, Rate.WRITE, asked), 200)

    def delete(self, path: str = "", *, needs: Needs, status: int = 204, **asked: Unpack[Asked]) -> Registrar:
        return self._route("DELETE", path, _guard(needs, Rate.WRITE, asked), status)

    def _route(self, method: str, path: str, guard: Guard, status: int) -> Registrar[Any]:
        def register(function: F) -> F:
            answer = answer_of(function)
            self.api.add_api_route(
                path,
                _guarded(function, guard, answer, status),
                methods=[method],
                response_model=None,
                status_code=status,
                operation_id=function.__name__,
                responses=ERRORS if guard.form is None else ERRORS | FORM_ERRORS,
                response_class=Response if answer is None else JsonResponse,
                openapi_extra=form_schema(method, guard.form) if guard.form else _export_labels(guard.export),
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
        parameters: Parameters | None = self.endpoint.guard.parameters  # type: ignore[attr-defined]
        if self.body_field is not None or parameters is None:
            return super().get_route_handler()

        async def handle(request: Request) -> Response:
            query = parameters.read(request.query_params.multi_items())
            return await self.endpoint(request, **request.path_params, **query)

        return handle


def _guarded(function: Callable[..., Any], guard: Guard, out: Any, status: int) -> Callable[..., Any]:
    """FastAPI parses the function's own parameters; what it injects is kept out of the signature it sees."""
    hints = typing.get_type_hints(function, include_extras=True)
    injected = {name: hint for name, hint in hints.items() if hint in _INJECTED and name != "return"}
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in injected
    ]
    if guard.needs is not Open.SERVICE:
        guard = replace(guard, parameters=Parameters.of(own))

    async def endpoint(request: Request, **values: Any) -> Response:
        house: House = request.app.state.house
        call = functools.partial(_call, house, request, function, injected, values, guard, status)
        if guard.form is not None:
            return check_answer(await _call_with_form(request, guard, guard.form, call), house, out)
        # A read of the embedded database is quicker than the hop to a thread and back.
        if house.database.is_sqlite and request.method in SAFE_METHODS and Session not in injected.values():
            return check_answer(call(), house, out)
        return check_answer(await anyio.to_thread.run_sync(call), house, out)

    request_parameter = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    endpoint.__signature__ = inspect.Signature([request_parameter, *own])  # type: ignore[attr-defined]
    endpoint.__doc__ = function.__doc__
    endpoint.guard = guard  # type: ignore[attr-defined]
    endpoint.answers = function  # type: ignore[attr-defined]
    return endpoint


async def _call_with_form(
    request: Request, guard: Guard, model: type[BaseModel], call: Callable[[], Response]
) -> Response:
    """Nothing of a file is read for somebody who may not send it."""
    await refuse_uninvited(request, guard)
    try:
        await read_form(request, model)
        return await anyio.to_thread.run_sync(call)
    finally:
        close_form(request)


def _call(
    house: House,
    request: Request,
    function: Callable[..., Any],
    injected: dict[str, Any],
    values: dict[str, Any],
    guard: Guard,
    status: int,
) -> Response:
    """One hop, one connection: who calls, may they, do it, commit, and only then the answer."""
    token = None if guard.needs is Open.SERVICE else _own_page_token(house, request, guard)
    if Session not in injected.values():
        with house.database.read() as connection:
            actor = admit(house, request, connection, token, guard)
            _refuse_odd_parameters(request, guard)
            given = {Connection: connection, Actor: actor, **_common(house, request, token, actor)}
            if Signed in injected.values():
                given[Signed] = read_signed(request, house.origin)
            answer = write_answer(house, function(**_fill(injected, given), **values), status)
            return answer if guard.unattended else _touching(answer, house, actor)
    kept = keeping(house, request) if guard.form else nullcontext()
    with kept as upload, house.database.write() as session:
        actor = admit(house, request, session.connection(), token, guard)
        _refuse_odd_parameters(request, guard)
        act_as(session, actor, house.clock.now())
        given = {Session: session, Actor: actor, Upload: upload, **_common(house, request, token, actor)}
        run = functools.partial(function, **_fill(injected, given), **values)
        answer = replay_or_run(session, request, actor, house, lambda: write_answer(house, run(), status))
    return _touching(answer, house, actor)


def _common(house: House, request: Request, token: str | None, actor: Actor | None) -> dict[Any, Any]:
    local = house if actor is None else house.in_zone(actor.zone)
    return {Clock: local.clock, House: local, Visitor: _visitor(house, request, token)}


def _visitor(house: House, request: Request, token: str | None) -> Visitor:
    return read_visitor(request, token, house.proxies, house.cookies.read_known(request))


def _touching(response: Response, house: House, actor: Actor | None) -> Response:
    """Notes that the caller was here, after the answer left and not at every request."""
    if actor is not None and house.clock.now() - actor.seen_at > TOUCH_EVERY:
        response.background = BackgroundTask(house.touch, house.database, actor, house.clock)
    return response


def _own_page_token(house: House, request: Request, guard: Guard) -> str | None:
    token, takes_form = house.cookies.read(request), guard.form is not None
    require_own_page(request, secret=house.secret, origin=house.origin, session_token=token, takes_form=takes_form)
    return token


def admit(house: House, request: Request, connection: Connection, token: str | None, guard: Guard) -> Actor | None:
    """The caller, shown to hold what the route needs; None only where anyone may call."""
    if guard.needs in (Open.ANYONE, Open.SERVICE):
        house.rates.count_call(guard.rate, owner_of(read_address(request, house.proxies)))
        return None
    locale = read_locale(request.headers.get("x-api-locale"))
    actor = house.find_caller(connection, token, house.clock, locale) if token else None
    if actor is None:
        raise SignInNeeded
    request.scope["regie.caller"] = actor
    house.rates.count_call(guard.rate, (actor.impersonator or actor).user_api_id)
    _require(actor, guard)
    return actor


def _require(actor: Actor, guard: Guard) -> None:
    if guard.in_person and actor.impersonator is not None:
        raise Forbidden("in_person")
    if guard.needs is Open.SIGNED_IN:
        return
    if not actor.roles:
        raise Forbidden("deactivated")
    if actor.must_enrol and guard.needs is not Open.ENROLLING:
        raise Forbidden("two_factor_needed")
    wanted = (guard.needs,) if isinstance(guard.needs, Permission) else guard.needs
    if isinstance(wanted, tuple) and not any(actor.may(permission) for permission in wanted):
        raise Forbidden


def _refuse_odd_parameters(request: Request, guard: Guard) -> None:
    """After the caller was admitted: who may not call at all learns nothing of the parameters."""
    if wrong := odd_parameters(request, guard):
        raise Invalid(wrong)


def odd_parameters(request: Request, guard: Guard) -> dict[str, FieldError]:
    return {} if guard.parameters is None else guard.parameters.wrong(request.query_params.multi_items())


async def refuse_uninvited(request: Request, guard: Guard) -> None:
    """For a body that could not be read: a caller who may not call at all learns that first."""
    house: House = request.app.state.house

    def check() -> None:
        token = None if guard.needs is Open.SERVICE else _own_page_token(house, request, guard)
        with house.database.read() as connection:
            admit(house, request, connection, token, guard)

    await anyio.to_thread.run_sync(check)


def _fill(injected: dict[str, Any], given: dict[Any, Any]) -> dict[str, Any]:
    return {name: given[hint] for name, hint in injected.items()}
