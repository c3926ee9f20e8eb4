"""Pages: what a list says of itself beside its rows, and lists that are worked out in memory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import ListQuery, Meta, Page

T = TypeVar("T")
S = TypeVar("S")


def in_order(found: Iterable[T], text: str, keys: Mapping[str, Callable[[T], Any]]) -> list[T]:
    """What was worked out in memory by the names of `text`; equal ones stay in the order they came in."""
    ordered = list(found)
    # By the last name first, so that the first one counts most.
    for part in reversed(text.split(",")):
        name = part.strip().removeprefix("-")
        if name not in keys:
            raise Invalid({"sort": FieldError("sort", allowed=", ".join(sorted(keys)))})
        ordered.sort(key=keys[name], reverse=part.strip().startswith("-"))
    return ordered


def page_of(query: ListQuery, found: Sequence[T], show: Callable[[T], S], *, order: str | None) -> Page[S]:
    """The page of a list that is worked out in memory, in `order`, the only one it has; None where it is in the one
    that was asked for (`in_order`).
    """
    if order is not None and query.sort not in ("", order):
        raise Invalid({"sort": FieldError("sort", allowed=order)})
    if query.picked is not None:
        found = [item for item in found if cast(Any, show(item))["api_id"] in query.picked]
    start = (query.page - 1) * query.per_page
    shown = [show(item) for item in found[start : start + query.per_page]]
    return {"data": shown, "meta": page_meta(query, len(found), len(shown))}


def page_meta(query: ListQuery, total: int, shown: int) -> Meta:
    first = (query.page - 1) * query.per_page + 1
    return {
        "current_page": query.page,
        "from": first if shown else None,
        "last_page": max(1, -(-total // query.per_page)),
        "per_page": query.per_page,
        "to": first + shown - 1 if shown else None,
        "total": total,
    }
