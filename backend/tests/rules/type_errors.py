"""One type error of each kind in the responses of routes; `make types` fails when pyright misses one.

Nothing imports this file. An unused `ignore` is an error here, so each line must remain a type error.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=error

from datetime import date

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Access, Router
from regie.access.responses import SessionResult
from regie.core.api.wire import Item, Output, Page, Ref
from regie.domains.insights.core_values.queries import CORE_VALUES, core_value_row_scope, read_core_value
from regie.domains.insights.core_values.schemas import CoreValueOut, CoreValueQuery
from regie.domains.work.clients.queries import list_clients

router = Router("/api/v1/type-errors", "type-errors")


class Absence(Output):
    person: Ref
    days: int
    until: date | None
    reason: str


@router.get("/missing-key", requires=Access.SIGNED_IN)
def return_missing_key(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": 2, "until": None}}  # pyright: ignore[reportReturnType]


@router.get("/extra-key", requires=Access.SIGNED_IN)
def return_extra_key(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": 2, "until": None, "reason": "", "hours": 16}}  # pyright: ignore[reportReturnType]


@router.get("/wrong-type", requires=Access.SIGNED_IN)
def return_wrong_type(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": "2", "until": None, "reason": ""}}  # pyright: ignore[reportReturnType]


@router.get("/wrong-nullability", requires=Access.SIGNED_IN)
def return_wrong_nullability(person: Ref) -> Item[Absence]:
    return {"data": {"person": person, "days": 2, "until": None, "reason": None}}  # pyright: ignore[reportReturnType]


@router.get("/missing-key-in-a-nested-record", requires=Access.SIGNED_IN)
def return_nested_missing_key() -> Item[Absence]:
    return {"data": {"person": {"name": "Ada"}, "days": 2, "until": None, "reason": ""}}  # pyright: ignore[reportReturnType]


@router.get("/rows-of-another-noun", requires=Access.SIGNED_IN)
def return_other_rows(db: Connection, actor: Actor, query: CoreValueQuery) -> Page[CoreValueOut]:
    return list_clients(db, actor, query, date.today())  # noqa: DTZ011 # pyright: ignore[reportReturnType]


@router.get("/row-without-computed-key", requires=Access.SIGNED_IN)
def return_columns_only(db: Connection, actor: Actor, id: str) -> Item[CoreValueOut]:
    return {"data": CORE_VALUES.one(db, core_value_row_scope(actor), id)}  # pyright: ignore[reportReturnType]


@router.get("/other-type", requires=Access.SIGNED_IN)
def return_bare_record(db: Connection, actor: Actor, id: str) -> Item[CoreValueOut]:
    return read_core_value(db, actor, id)  # pyright: ignore[reportReturnType]


@router.get("/other-type-with-session", requires=Access.SIGNED_IN)
def return_session_result(person: Ref) -> SessionResult[Item[Absence]]:
    return SessionResult({"data": person}, "token")  # pyright: ignore[reportReturnType]
