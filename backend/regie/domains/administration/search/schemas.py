"""What a search finds, over the wire."""

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
MOST_OF_A_KIND = 20


class Owner(Output):
    """The record that a hit belongs to."""

    kind: OwnerKind
    api_id: str
    name: str


class Hit(Output):
    """A record as it is listed among others: `context` tells it apart from its namesakes."""

    kind: Kind
    api_id: str
    title: str
    context: str | None
    owner: Owner | None
    is_put_away: bool


class SearchQuery(Input):
    """`limit` is the most that is answered of each kind; nothing is found where nothing is asked."""

    q: Search = ""
    limit: Annotated[int, Field(ge=1, le=MOST_OF_A_KIND)] = 5
