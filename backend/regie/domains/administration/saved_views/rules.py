"""Validates the query of a saved view: parameters and values that its list accepts, without the page."""

from collections.abc import Mapping
from typing import Annotated, get_origin
from urllib.parse import parse_qsl, urlencode

from pydantic import Field, StringConstraints, ValidationError

from regie.access.list_endpoints import ListEndpoint
from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import Input, ListQuery, Search
from regie.domains.administration.saved_views.models import endpoint_name

_LIST_PARAMETERS = frozenset(ListQuery.model_fields)
_COLUMNS = r"^[a-z_]{1,40}(,[a-z_]{1,40}){0,40}$"
_MAX_PARAMETERS = 50
Lists = Mapping[str, ListEndpoint]


class _Layout(Input):
    """The parameters of every list's page besides filters; only the screen knows its columns."""

    per_page: Annotated[int, Field(ge=1, le=100)] = 10
    sort: Annotated[str, StringConstraints(max_length=60, pattern=r"^-?[a-z_]+$")] = "-"
    q: Search = ""
    hidden: Annotated[str, StringConstraints(max_length=1_000, pattern=_COLUMNS)] = "none"
    density: Annotated[str, StringConstraints(max_length=10, pattern=r"^[a-z]+$")] = "regular"


def normalize_query(lists: Lists, list_name: str, query: str) -> str:
    """Return the query in normalized form; raise Invalid with the parameters that the list does not accept."""
    endpoint = lists.get(endpoint_name(list_name))
    if endpoint is None:
        raise Invalid({"list_name": "list"})
    model = endpoint.query_model
    pairs = _parse_pairs(query)
    values = dict(pairs)
    layout = {name: value for name, value in values.items() if name in _Layout.model_fields}
    filters = {name: value for name, value in values.items() if name not in layout}
    invalid = (
        (set(filters) & _LIST_PARAMETERS)
        | _invalid_fields(_Layout, layout)
        | _invalid_fields(model, _split_values(model, filters))
    )
    if len(values) != len(pairs) or invalid:
        raise Invalid({"query": FieldError("view_query", which=", ".join(sorted(invalid)) or query[:60])})
    return urlencode(sorted(values.items()))


def _parse_pairs(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise Invalid({"query": FieldError("view_query", which=query[:60])}) from error


def _split_values(model: type[ListQuery], filters: Mapping[str, str]) -> dict[str, object]:
    """Split the values of multi-value filters, which the query joins with commas."""
    many = {name for name, field in model.model_fields.items() if get_origin(field.annotation) is list}
    return {name: value.split(",") if name in many else value for name, value in filters.items()}


def _invalid_fields(model: type[Input], values: Mapping[str, object]) -> set[str]:
    try:
        model.model_validate(values)
    except ValidationError as error:
        return {str(part["loc"][0]) for part in error.errors()}
    return set()
