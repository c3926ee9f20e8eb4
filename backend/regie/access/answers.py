"""What a route answers: the type that its function declares, its JSON, and the errors that every route may answer."""

import functools
import typing
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_origin

from pydantic import TypeAdapter
from starlette.responses import JSONResponse, Response
from typing_extensions import is_typeddict

from regie.access.app_context import AppContext
from regie.core.api.wire import ChangedRefusal, InvalidRefusal, Refusal, write_json

T = TypeVar("T")


def _describe_error(description: str, model: type[Any] = Refusal) -> dict[str, Any]:
    """By reference: as a `model`, FastAPI would build an adapter for each of 2,400 pairs of route and status."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


# The models that every route's errors refer to; the OpenAPI document lists them once.
ERROR_MODELS: tuple[type[Any], ...] = (Refusal, InvalidRefusal, ChangedRefusal)
ERRORS: dict[int | str, dict[str, Any]] = {
    status: _describe_error(text, {409: ChangedRefusal, 422: InvalidRefusal}.get(status, Refusal))
    for status, text in {
        401: "Not signed in",
        403: "Not allowed",
        404: "Unknown, or outside the caller's scope",
        409: "Changed since it was read",
        413: "Body too large",
        419: "CSRF token missing or stale, or a form's body",
        422: "Invalid input",
        429: "Too many requests",
        503: "Temporarily unavailable",
    }.items()
}

FORM_ERRORS: dict[int | str, dict[str, Any]] = {415: _describe_error("Not a form")}


class Answer(Generic[T]):
    """A result that also sets the session: `sessions` routes return it to change who is signed in."""

    __slots__ = ("data", "known", "remember", "token")

    def __init__(self, data: T, token: str, *, remember: bool = False, known: str = "") -> None:
        self.data = data
        self.token = token
        self.remember = remember
        # Who signed in in this browser so far (`known_browsers`).
        self.known = known


class JsonResponse(JSONResponse):
    """JSON that is bytes already; a JSONResponse, because only those have their model in the OpenAPI document."""

    def render(self, content: bytes) -> bytes:
        return content


def answer_of(function: Callable[..., Any]) -> Any:
    """What the function's own annotation says it answers; None where that is nothing, or a response of its own."""
    hint = typing.get_type_hints(function, include_extras=True).get("return", Any)
    parts = typing.get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    answers = {_body_of(part) for part in parts}
    if len(answers) != 1 or not all(answer is None or is_typeddict(get_origin(answer) or answer) for answer in answers):
        raise RuntimeError(f"{function.__name__} does not say what it answers")
    return answers.pop()


def _body_of(hint: Any) -> Any:
    if get_origin(hint) is Answer:
        (hint,) = typing.get_args(hint)
    return None if hint is NoneType or (isinstance(hint, type) and issubclass(hint, Response)) else hint


def write_answer(context: AppContext, result: Any, status: int) -> Response:
    if isinstance(result, Response):
        return result
    data = result.data if isinstance(result, Answer) else result
    body = b"" if data is None else write_json(data)
    response = Response(status_code=status) if data is None else JsonResponse(body, status_code=status)
    if isinstance(result, Answer):
        context.cookies.write(response, result.token, remember=result.remember)
        if result.known:
            context.cookies.write_known(response, result.known)
    return response


def check_answer(response: Response, context: AppContext, out: Any) -> Response:
    if context.check_answers and out is not None and isinstance(response, JsonResponse):
        _adapter_of(out).validate_json(bytes(response.body), strict=False)
    return response


@functools.cache
def _adapter_of(out: Any) -> TypeAdapter[Any]:
    return TypeAdapter(out)
