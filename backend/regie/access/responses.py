"""Writes responses: the declared type of a route, its JSON, and the errors of the OpenAPI document."""

import functools
import typing
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_origin

from pydantic import TypeAdapter
from starlette.responses import JSONResponse, Response
from typing_extensions import is_typeddict

from regie.access.app_context import AppContext
from regie.core.api.wire import ConflictErrorBody, ErrorBody, InvalidErrorBody, write_json
from regie.core.text.erased import translate_erased_body
from regie.core.text.locale import Locale

T = TypeVar("T")


def _describe_error(description: str, model: type[Any] = ErrorBody) -> dict[str, Any]:
    """Refer to the schema; given a `model`, FastAPI would build an adapter for each of 2,400 routes and statuses."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


# The models of all errors; the OpenAPI document lists them once.
ERROR_MODELS: tuple[type[Any], ...] = (ErrorBody, InvalidErrorBody, ConflictErrorBody)
_MODELS: dict[int, type[Any]] = {409: ConflictErrorBody, 413: InvalidErrorBody, 422: InvalidErrorBody}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: _describe_error(text, _MODELS.get(status, ErrorBody))
    for status, text in {
        401: "Not signed in",
        403: "Not allowed",
        404: "Unknown, or outside the caller's scope",
        409: "Changed since it was read",
        413: "Body or file too large",
        419: "CSRF token missing or stale, or a form's body",
        422: "Invalid input",
        429: "Too many requests",
        503: "Temporarily unavailable",
    }.items()
}

FORM_ERRORS: dict[int | str, dict[str, Any]] = {415: _describe_error("Not a form")}


class SessionResult(Generic[T]):
    """A result that also sets the session cookie."""

    __slots__ = ("clears_cache", "data", "known_browser", "remember", "token")

    def __init__(
        self, data: T, token: str, *, remember: bool = False, known_browser: str = "", clears_cache: bool = False
    ) -> None:
        self.data = data
        self.token = token
        self.remember = remember
        # The cookie of the accounts that signed in in this browser (`known_browsers`).
        self.known_browser = known_browser
        self.clears_cache = clears_cache


class JsonResponse(JSONResponse):
    """JSON that is already encoded; FastAPI describes the model of a JSONResponse only."""

    def render(self, content: bytes) -> bytes:
        return content


def response_type(function: Callable[..., Any]) -> Any:
    """Return the TypedDict that a route's function returns; None where it returns nothing or a Response."""
    hint = typing.get_type_hints(function, include_extras=True).get("return", Any)
    parts = typing.get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    types = {_body_type(part) for part in parts}
    if len(types) != 1 or not all(one is None or is_typeddict(get_origin(one) or one) for one in types):
        raise RuntimeError(f"{function.__name__} does not declare what it returns")
    return types.pop()


def _body_type(hint: Any) -> Any:
    if get_origin(hint) is SessionResult:
        (hint,) = typing.get_args(hint)
    return None if hint is NoneType or (isinstance(hint, type) and issubclass(hint, Response)) else hint


def write_response(context: AppContext, result: Any, status: int, locale: Locale = "en-us") -> Response:
    if isinstance(result, Response):
        return result
    data = result.data if isinstance(result, SessionResult) else result
    body = b"" if data is None else translate_erased_body(write_json(data), locale)
    response = Response(status_code=status) if data is None else JsonResponse(body, status_code=status)
    if isinstance(result, SessionResult):
        context.cookies.write(response, result.token, remember=result.remember)
        if result.known_browser:
            context.cookies.write_known_browser(response, result.known_browser)
        if result.clears_cache:
            # Not "cookies", which would remove the visitor's new ones, nor "storage", which holds other tabs' drafts.
            response.headers["Clear-Site-Data"] = '"cache"'
    return response


def check_response(response: Response, context: AppContext, declared: Any) -> Response:
    """Validate the body against the declared type in tests."""
    if context.validate_responses and declared is not None and isinstance(response, JsonResponse):
        _type_adapter(declared).validate_json(bytes(response.body), strict=False)
    return response


@functools.cache
def _type_adapter(declared: Any) -> TypeAdapter[Any]:
    return TypeAdapter(declared)
