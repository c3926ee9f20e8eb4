"""Every refusal as an answer: status, code and words in the caller's language; never a stack trace."""

import re
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

from regie.access.gate import JsonResponse, odd_parameters, refuse_uninvited
from regie.core.errors import Changed, FieldError, Invalid, NotFound, Problem, TooLarge, Unavailable, WrongMethod
from regie.core.locale import read_locale
from regie.core.wire import write_json

log = structlog.get_logger()
_RETRY_SECONDS = 2
# pydantic's kinds of error that have words of their own; the others are "not valid".
_WORDS = {
    "missing": "required",
    "extra_forbidden": "unknown",
    "string_too_long": "max",
    "too_long": "max_items",
    "string_too_short": "required",
    "literal_error": "choice",
    "enum": "choice",
    "int_parsing": "integer",
    "int_type": "integer",
    "int_from_float": "integer",
    "int_parsing_size": "integer",
    "greater_than_equal": "at_least",
    "less_than_equal": "at_most",
    "date_from_datetime_parsing": "date",
    "date_parsing": "date",
    "date_type": "date",
    "json_invalid": "json",
}
# pydantic names what it expected in English, each value in quotes.
_QUOTED = re.compile("'([^']*)'")
_NOTHING = object()
_OWN_WORDS = frozenset(
    "text unseen unseen_in_lines date reference amount currency email url timezone domain rising".split()
)


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
    guard = request.scope["endpoint"].guard
    try:
        await refuse_uninvited(request, guard)
    except Problem as problem:
        return refuse(request, problem)
    return refuse(request, Invalid(odd_parameters(request, guard) | read_fields(error.errors())))


def read_fields(errors: Any) -> dict[str, FieldError]:
    """pydantic's errors, by field path; the first error of a field counts."""
    fields: dict[str, FieldError] = {}
    for error in errors:
        # Where it was found comes first: the body, the query or the path.
        path = [str(part) for part in error["loc"][1:]]
        # Where in the text a body stops being JSON is no field's name.
        name = "body" if error["type"] == "json_invalid" else ".".join(path) or "body"
        fields.setdefault(name, _read_error(error))
    return fields


def _read_error(error: Any) -> FieldError:
    kind, context = error["type"], error.get("ctx", {})
    if error.get("input", _NOTHING) is None and kind != "extra_forbidden":
        return FieldError("required")
    if kind == "value_error":
        word = str(context.get("error", ""))
        return FieldError(word if word in _OWN_WORDS else "invalid")
    if kind == "string_too_long":
        return FieldError("max", length=context["max_length"])
    if kind == "too_long":
        return FieldError("max_items", length=context["max_length"])
    if kind in ("greater_than_equal", "less_than_equal"):
        return FieldError(_WORDS[kind], limit=context.get("ge", context.get("le")))
    if kind in ("literal_error", "enum"):
        return FieldError("choice", allowed=", ".join(_QUOTED.findall(str(context["expected"]))))
    return FieldError(_WORDS.get(kind, "invalid"))


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
