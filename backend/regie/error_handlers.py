"""Converts exceptions to error responses with status, code and translated message, without stack traces."""

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

from regie.access.actor import Actor
from regie.access.authorization import authorize_before_body, invalid_parameters
from regie.access.permissions import Permission
from regie.access.responses import JsonResponse
from regie.core.api.errors import Changed, DiskFull, Invalid, NotFound, Problem, TooLarge, Unavailable, WrongMethod
from regie.core.api.field_errors import read_fields
from regie.core.api.wire import write_json
from regie.core.disk import is_disk_full, is_read_only
from regie.core.text.erased import translate_erased_body
from regie.core.text.locale import read_locale

log = structlog.get_logger()
_RETRY_SECONDS = 2


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(Problem, _handle_problem)
    app.add_exception_handler(RequestValidationError, _handle_invalid)
    app.add_exception_handler(HTTPException, _handle_http)
    app.add_exception_handler(StaleDataError, _handle_stale)
    app.add_exception_handler(DBAPIError, _handle_database)
    app.add_exception_handler(PoolTimeout, _handle_busy)
    app.add_exception_handler(OSError, _handle_files)
    # `edge` handles all other exceptions, so that the response has the common headers.


def error_response(request: Request, problem: Problem) -> Response:
    locale = read_locale(request.headers.get("x-api-locale"))
    body = problem.body(locale) | {"request_id": request.scope.get("regie.request_id", "")}
    content = translate_erased_body(write_json(body), locale)
    response = JsonResponse(content, status_code=problem.status)
    if problem.retry_after:
        response.headers["Retry-After"] = str(problem.retry_after)
    if isinstance(problem, WrongMethod):
        response.headers["Allow"] = ", ".join(problem.allowed)
    return response


async def _handle_problem(request: Request, error: Any) -> Response:
    if isinstance(error, DiskFull) and not _is_administrator(request):
        return error_response(request, Unavailable(retry_after=error.retry_after))
    return error_response(request, error)


def _is_administrator(request: Request) -> bool:
    caller: Actor | None = request.scope.get("regie.caller")
    return caller is not None and caller.can(Permission.SETTINGS_EDIT)


async def _handle_invalid(request: Request, error: Any) -> Response:
    """Authorize first: a refused caller learns nothing about the fields."""
    auth = request.scope["endpoint"].auth
    try:
        await authorize_before_body(request, auth)
    except Problem as problem:
        return error_response(request, problem)
    return error_response(request, Invalid(invalid_parameters(request, auth) | read_fields(error.errors())))


async def _handle_http(request: Request, error: Any) -> Response:
    if error.status_code == 404:
        return error_response(request, NotFound())
    if error.status_code == 400:
        return error_response(request, Invalid({"body": "json"}))
    if error.status_code == 413:
        return error_response(request, TooLarge())
    problem = Problem()
    problem.status = error.status_code
    return error_response(request, problem)


async def _handle_stale(request: Request, _error: Any) -> Response:
    return error_response(request, Changed())


async def _handle_database(request: Request, error: Any) -> Response:
    """Concurrent changes are 409, an unreachable or busy database is 503, anything else is 500."""
    if isinstance(error, IntegrityError):
        return error_response(request, Changed())
    if is_disk_full(error):
        return await _handle_full_disk(request, error)
    if is_read_only(error):
        return _handle_read_only(request, error)
    if isinstance(error, OperationalError) or error.connection_invalidated:
        log.warning("database_unavailable", error=str(error.orig))
        return error_response(request, Unavailable(retry_after=_RETRY_SECONDS))
    return await _handle_unexpected(request, error)


async def _handle_files(request: Request, error: Any) -> Response:
    """Temporary files of uploads and exports."""
    if is_read_only(error):
        return _handle_read_only(request, error)
    return await (_handle_full_disk if is_disk_full(error) else _handle_unexpected)(request, error)


def _handle_read_only(request: Request, error: Any) -> Response:
    log.error("read_only_storage", error=str(error).split("\n")[0][:300])
    return error_response(request, Unavailable(retry_after=_RETRY_SECONDS))


async def _handle_full_disk(request: Request, error: Any) -> Response:
    log.error("disk_full", error=str(error).split("\n")[0][:300])
    return await _handle_problem(request, DiskFull(retry_after=_RETRY_SECONDS))


async def _handle_busy(request: Request, _error: Any) -> Response:
    return error_response(request, Unavailable(retry_after=_RETRY_SECONDS))


async def _handle_unexpected(request: Request, error: Any) -> Response:
    request_id = request.scope.get("regie.request_id", "")
    log.error("unexpected_error", id=request_id, path=request.url.path, exc_info=error)
    return error_response(request, Problem())
