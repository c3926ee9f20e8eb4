"""Every refusal as an answer: status, code and words in the caller's language; never a stack trace."""

from typing import Any

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm.exc import StaleDataError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from regie.access.answers import JsonResponse
from regie.access.authorization import odd_parameters, refuse_uninvited
from regie.core.api.errors import Changed, Invalid, NotFound, Problem, TooLarge, Unavailable, WrongMethod
from regie.core.api.field_errors import read_fields
from regie.core.api.wire import write_json
from regie.core.text.locale import read_locale

log = structlog.get_logger()
_RETRY_SECONDS = 2


def answer_refusals(app: FastAPI) -> None:
    app.add_exception_handler(Problem, _answer_problem)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)
    app.add_exception_handler(StaleDataError, _answer_stale)
    app.add_exception_handler(DBAPIError, _answer_database)
    app.add_exception_handler(PoolTimeout, _answer_busy)
    # Anything else is answered at the edge, so that it too carries the headers of every answer.


def refuse(request: Request, problem: Problem) -> Response:
    locale = read_locale(request.headers.get("x-api-locale"))
    body = problem.body(locale) | {"request_id": request.scope.get("regie.request_id", "")}
    response = JsonResponse(write_json(body), status_code=problem.status)
    if problem.retry_after:
        response.headers["Retry-After"] = str(problem.retry_after)
    if isinstance(problem, WrongMethod):
        response.headers["Allow"] = ", ".join(problem.allowed)
    return response


async def _answer_problem(request: Request, error: Any) -> Response:
    return refuse(request, error)


async def _answer_invalid(request: Request, error: Any) -> Response:
    """Who may not call at all is told so, and learns nothing of the fields."""
    auth = request.scope["endpoint"].auth
    try:
        await refuse_uninvited(request, auth)
    except Problem as problem:
        return refuse(request, problem)
    return refuse(request, Invalid(odd_parameters(request, auth) | read_fields(error.errors())))


async def _answer_http(request: Request, error: Any) -> Response:
    if error.status_code == 404:
        return refuse(request, NotFound())
    if error.status_code == 400:
        return refuse(request, Invalid({"body": "json"}))
    if error.status_code == 413:
        return refuse(request, TooLarge())
    problem = Problem()
    problem.status = error.status_code
    return refuse(request, problem)


async def _answer_stale(request: Request, _error: Any) -> Response:
    return refuse(request, Changed())


async def _answer_database(request: Request, error: Any) -> Response:
    """Two people at once is 409; a database that is away, full or busy is a passing state; anything else is ours."""
    if isinstance(error, IntegrityError):
        return refuse(request, Changed())
    if isinstance(error, OperationalError) or error.connection_invalidated:
        log.warning("database_unavailable", error=str(error.orig))
        return refuse(request, Unavailable(retry_after=_RETRY_SECONDS))
    return await _answer_unexpected(request, error)


async def _answer_busy(request: Request, _error: Any) -> Response:
    return refuse(request, Unavailable(retry_after=_RETRY_SECONDS))


async def _answer_unexpected(request: Request, error: Any) -> Response:
    log.error("unexpected_error", path=request.url.path, exc_info=error)
    return refuse(request, Problem())
