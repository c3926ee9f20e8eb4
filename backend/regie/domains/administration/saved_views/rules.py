"""What a view may keep: parameters that its list knows, with values that it would take; the page is no part of it."""

from collections.abc import Mapping
from typing import Annotated, get_origin
from urllib.parse import parse_qsl, urlencode

from pydantic import Field, StringConstraints, ValidationError

from regie.access.list_calls import ListCall
from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import Input, ListQuery, Search
from regie.domains.administration.saved_views.models import call_of

_BASE = frozenset(ListQuery.model_fields)
_COLUMNS = r"^[a-z_]{1,40}(,[a-z_]{1,40}){0,40}$"
_MOST_PARAMETERS = 50
Lists = Mapping[str, ListCall]


class _Layout(Input):
    """What every list's address holds beside its filters; the screen judges by itself which columns it has."""

    per_page: Annotated[int, Field(ge=1, le=100)] = 10
    sort: Annotated[str, StringConstraints(max_length=60, pattern=r"^-?[a-z_]+$")] = "-"
    q: Search = ""
    hidden: Annotated[str, StringConstraints(max_length=1_000, pattern=_COLUMNS)] = "none"
    density: Annotated[str, StringConstraints(max_length=10, pattern=r"^[a-z]+$")] = "regular"


def tidy_query(lists: Lists, list_name: str, query: str) -> str:
    """The state in one spelling; Invalid names what the list does not know."""
    call = lists.get(call_of(list_name))
    if call is None:
        raise Invalid({"list_name": "list"})
    model = call.model
    pairs = _pairs(query)
    given = dict(pairs)
    layout = {name: value for name, value in given.items() if name in _Layout.model_fields}
    filters = {name: value for name, value in given.items() if name not in layout}
    wrong = (set(filters) & _BASE) | _refused(_Layout, layout) | _refused(model, _as_filters(model, filters))
    if len(given) != len(pairs) or wrong:
        raise Invalid({"query": FieldError("view_query", which=", ".join(sorted(wrong)) or query[:60])})
    return urlencode(sorted(given.items()))


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=_MOST_PARAMETERS)
    except ValueError as error:
        raise Invalid({"query": FieldError("view_query", which=query[:60])}) from error


def _as_filters(model: type[ListQuery], filters: Mapping[str, str]) -> dict[str, object]:
    """The address joins several values of one filter with commas."""
    many = {name for name, field in model.model_fields.items() if get_origin(field.annotation) is list}
    return {name: value.split(",") if name in many else value for name, value in filters.items()}


def _refused(model: type[Input], values: Mapping[str, object]) -> set[str]:
    try:
        model.model_validate(values)
    except ValidationError as error:
        return {str(part["loc"][0]) for part in error.errors()}
    return set()
