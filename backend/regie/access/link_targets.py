"""Marks which of the records that a row names its reader can open; the screen shows the others without a link."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, bindparam, select

from regie.access.actor import Actor, ScopeClause
from regie.access.permissions import Permission, Scope

# The model of the named record, the permission to read it, and the rows that each scope includes.
LinkTarget = tuple[type[Any], Permission, ScopeClause]


R = TypeVar("R")


def annotate_can_open(db: Connection, actor: Actor, rows: Iterable[R], targets: Mapping[str, LinkTarget]) -> list[R]:
    """Return the rows with `can_open` in each reference that `targets` names.

    Runs one query per table, and none for a caller whose scope includes all rows.
    """
    found = [dict(cast(Mapping[str, Any], row)) for row in rows]
    named: dict[LinkTarget, set[str]] = {}
    for name, target in targets.items():
        named.setdefault(target, set()).update(row[name]["api_id"] for row in found if row.get(name))
    readable = {target: _find_readable(db, actor, target, api_ids) for target, api_ids in named.items()}
    for row in found:
        row.update(
            {
                name: {**row[name], "can_open": row[name]["api_id"] in readable[target]}
                for name, target in targets.items()
                if row.get(name)
            }
        )
    return cast(list[R], found)


def _find_readable(db: Connection, actor: Actor, target: LinkTarget, api_ids: set[str]) -> set[str]:
    model, permission, clause = target
    scope = actor.scope(permission)
    if scope is None or not api_ids:
        return set()
    if scope is Scope.ALL:
        return api_ids
    statement = select(model.api_id).where(model.api_id.in_(bindparam("named_", expanding=True)), clause(scope))
    return set(db.execute(statement, {**actor.params, "named_": list(api_ids)}).scalars())
