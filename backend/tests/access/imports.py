"""The requests of the matrix about imports: one's own, somebody else's, nobody's."""

import io
from typing import Any

from regie.core.db.ids import new_api_id
from regie.core.files.store import new_key
from regie.domains.administration.imports.models import Import
from tests.access.doors import Call
from tests.conftest import NOON
from tests.factories.tables import PATH, csv_of
from tests.factories.world import World

_HEADERS = {"clients": ("Name", "Currency"), "employees": ("Email", "First name")}


def _file(kind: str) -> bytes:
    return csv_of(_HEADERS[kind])


def make_import(world: World, column: str, row: str) -> str:
    """An import of `clients` or `employees`, the person's own, or somebody `else`'s."""
    kind, _, whose = row.partition("_")
    if kind == "missing":
        return new_api_id()
    user = world.stranger if whose == "else" else world.people[column].user
    with world.database.write() as session:
        key = new_key()
        world.app.state.context.files.put(key, io.BytesIO(_file(kind)))
        one = Import(
            user_id=user.id, kind=kind, state="refused", locale="en-us", file_name=f"{kind}.csv", mime="text/csv",
            size=20, sha256="0" * 64, storage_key=key, created_at=NOON,
            columns=[{"header": name, "field": None} for name in _HEADERS[kind]],
        )  # fmt: skip
        session.add(one)
        session.flush()
        return one.api_id


def _try(kind: str) -> Any:
    return lambda _world, _column, _row: Call(f"{PATH}/{kind}", form={}, file=("file.csv", _file(kind)))


def _about(path: str = "", body: Any = None) -> Any:
    return lambda world, column, row: Call(f"{PATH}/{make_import(world, column, row)}{path}", body)


def _template(kind: str) -> Any:
    return lambda _world, _column, row: Call(f"{PATH}/{kind}/template?format={row}")


def _map(world: World, column: str, row: str) -> Call:
    columns = ["name", "currency"] if row.startswith("clients") else ["email", "first_name"]
    return Call(f"{PATH}/{make_import(world, column, row)}/checks", {"columns": columns})


REQUESTS = {
    f"POST {PATH}/clients": _try("clients"),
    f"POST {PATH}/employees": _try("employees"),
    f"GET {PATH}/clients/template": _template("clients"),
    f"GET {PATH}/employees/template": _template("employees"),
    f"GET {PATH}/{{id}}": _about(),
    f"POST {PATH}/{{id}}/checks": _map,
    f"GET {PATH}/{{id}}/rows": _about("/rows"),
    f"GET {PATH}/{{id}}/errors": _about("/errors"),
    f"POST {PATH}/{{id}}/applications": _about("/applications", {"version": 1}),
}
WITH_FORM = {f"POST {PATH}/clients", f"POST {PATH}/employees"}
