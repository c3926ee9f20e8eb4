"""Mistakes in what routes answer, one of each kind. `make types` fails where pyright refuses one of them no longer.

Nothing imports this file. An `ignore` that ignores nothing is an error here, so each line must stay a mistake.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=error

from datetime import date

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.answers import Answer
from regie.access.authorization import Access, Router
from regie.core.api.wire import Item, Output, Page, Ref
from regie.domains.insights.core_values.queries import CORE_VALUES, core_value_row_scope, read_core_value
from regie.domains.insights.core_values.schemas import CoreValueOut, CoreValueQuery
from regie.domains.work.clients.queries import list_clients

router = Router("/api/v1/mistakes", "mistakes")


class Absence(Output):
    person: Ref
    days: int
    until: date | None
    reason: str


@router.get("/missing-key", requires=Access.SIGNED_IN)
def answer_missing_key(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": 2, "until": None}}  # pyright: ignore[reportReturnType]


@router.get("/key-too-many", requires=Access.SIGNED_IN)
def answer_key_too_many(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": 2, "until": None, "reason": "", "hours": 16}}  # pyright: ignore[reportReturnType]


@router.get("/wrong-type", requires=Access.SIGNED_IN)
def answer_wrong_type(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": "2", "until": None, "reason": ""}}  # pyright: ignore[reportReturnType]


@router.get("/wrong-nullability", requires=Access.SIGNED_IN)
def answer_wrong_nullability(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": 2, "until": None, "reason": None}}  # pyright: ignore[reportReturnType]


@router.get("/missing-key-in-a-nested-record", requires=Access.SIGNED_IN)
def answer_nested() -> Item[Absence]:
    return {"data": {"person": {"name": "Ada"}, "days": 2, "until": None, "reason": ""}}  # pyright: ignore[reportReturnType]


@router.get("/rows-of-another-noun", requires=Access.SIGNED_IN)
def list_others(db: Connection, actor: Actor, query: CoreValueQuery) -> Page[CoreValueOut]:
    return list_clients(db, actor, query, date.today())  # noqa: DTZ011 # pyright: ignore[reportReturnType]


@router.get("/row-without-its-computed-key", requires=Access.SIGNED_IN)
def read_columns_only(db: Connection, actor: Actor, id: str) -> Item[CoreValueOut]:
    return {"data": CORE_VALUES.one(db, core_value_row_scope(actor), id)}  # pyright: ignore[reportReturnType]


@router.get("/another-answer", requires=Access.SIGNED_IN)
def answer_bare_record(db: Connection, actor: Actor, id: str) -> Item[CoreValueOut]:
    return read_core_value(db, actor, id)  # pyright: ignore[reportReturnType]


@router.get("/another-answer-with-a-session", requires=Access.SIGNED_IN)
def answer_with_a_session(person: Ref) -> Answer[Item[Absence]]:
    return Answer({"data": person}, "token")  # pyright: ignore[reportReturnType]
