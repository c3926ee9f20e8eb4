"""Which of the records that a row names its reader may open: the others are names on a screen, and no links."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, bindparam, select

from regie.access.actor import Actor, Within
from regie.access.permissions import Permission, Scope

# The table of what is named, and by which right who reads which of its rows.
LinkTarget = tuple[type[Any], Permission, Within]


R = TypeVar("R")


def annotate_can_open(db: Connection, actor: Actor, rows: Iterable[R], doors: Mapping[str, LinkTarget]) -> list[R]:
    """The rows, each of their references by these names with `can_open`; a table is asked once, and only by those to
    whom no role opens all of it.
    """
    found = [dict(cast(Mapping[str, Any], row)) for row in rows]
    named: dict[LinkTarget, set[str]] = {}
    for name, door in doors.items():
        named.setdefault(door, set()).update(row[name]["api_id"] for row in found if row.get(name))
    opened = {door: _opened(db, actor, door, api_ids) for door, api_ids in named.items()}
    for row in found:
        row.update(
            {
                name: {**row[name], "can_open": row[name]["api_id"] in opened[door]}
                for name, door in doors.items()
                if row.get(name)
            }
        )
    return cast(list[R], found)


def _opened(db: Connection, actor: Actor, door: LinkTarget, api_ids: set[str]) -> set[str]:
    model, permission, within = door
    scope = actor.scope(permission)
    if scope is None or not api_ids:
        return set()
    if scope is Scope.ALL:
        return api_ids
    statement = select(model.api_id).where(model.api_id.in_(bindparam("named_", expanding=True)), within(scope))
    return set(db.execute(statement, {**actor.params, "named_": list(api_ids)}).scalars())
