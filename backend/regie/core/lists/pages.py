"""Builds page metadata, and pages of lists that are calculated in memory."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import ListQuery, Meta, Page

T = TypeVar("T")
S = TypeVar("S")


def sort_rows(found: Iterable[T], text: str, keys: Mapping[str, Callable[[T], Any]]) -> list[T]:
    """Sort items by the sort parameter `text`, such as `name,-amount`; the sort is stable."""
    ordered = list(found)
    # The last key first, so that the first key takes precedence.
    for part in reversed(text.split(",")):
        name = part.strip().removeprefix("-")
        if name not in keys:
            raise Invalid({"sort": FieldError("sort", allowed=", ".join(sorted(keys)))})
        ordered.sort(key=keys[name], reverse=part.strip().startswith("-"))
    return ordered


def paginate(query: ListQuery, found: Sequence[T], show: Callable[[T], S], *, order: str | None) -> Page[S]:
    """Return a page of items in memory, which are in `order`, the only sort that is allowed.

    `order` is None for items that `sort_rows` already sorted.
    """
    if order is not None and query.sort not in ("", order):
        raise Invalid({"sort": FieldError("sort", allowed=order)})
    if query.selected_ids is not None:
        found = [item for item in found if cast(Any, show(item))["api_id"] in query.selected_ids]
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
