"""API schemas of the search."""

from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import Input, Output, Search

Kind = Literal[
    "client",
    "project",
    "employee",
    "team",
    "invoice",
    "deal",
    "goal",
    "churn",
    "core_value",
    "attachment",
    "user",
]
OwnerKind = Literal["client", "project", "employee"]
MAX_HITS_PER_KIND = 20


class Owner(Output):
    """The record that a hit belongs to."""

    kind: OwnerKind
    api_id: str
    name: str


class SearchResult(Output):
    """A found record; `context` distinguishes it from others of the same name."""

    kind: Kind
    api_id: str
    title: str
    context: str | None
    owner: Owner | None
    is_archived: bool


class SearchQuery(Input):
    """`limit` is the maximum per kind; an empty `q` finds nothing."""

    q: Search = ""
    limit: Annotated[int, Field(ge=1, le=MAX_HITS_PER_KIND)] = 5
