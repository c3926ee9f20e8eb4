"""Builds the requests of the matrix for imports."""

import io
from typing import Any

from regie.core.db.ids import new_api_id
from regie.core.files.store import new_storage_key
from regie.domains.administration.imports.models import Import
from tests.access.accounts import Call
from tests.conftest import NOON
from tests.factories.imports import IMPORTS_PATH, make_csv
from tests.factories.world import World

_HEADERS = {
    "clients": ("Name", "Currency"), "employees": ("Email", "First name"), "projects": ("Client", "Name"),
    "terms": ("Retainer", "Term", "Effective from"), "payments": ("Project", "Label"),
    "costs": ("Project", "Date", "Description"),
    "churns": ("Retainer", "Last day"), "teams": ("Name", "Representative"),
    "goals": ("Employee", "Goal", "Period starts"),
}  # fmt: skip
_FIELDS = {
    "clients": ["name", "currency"], "employees": ["email", "first_name"], "projects": ["client", "name"],
    "terms": ["project", "name", "effective_from"], "payments": ["project", "label"],
    "costs": ["project", "incurred_on", "description"],
    "churns": ["project", "effective_on"], "teams": ["name", "representative"],
    "goals": ["employee", "title", "period_start"],
}  # fmt: skip


def _file(kind: str) -> bytes:
    return make_csv(_HEADERS[kind])


def make_import(world: World, column: str, row: str) -> str:
    """Create an import of a kind, of the user or of another one (`else`)."""
    kind, _, owner = row.partition("_")
    if kind == "missing":
        return new_api_id()
    user = world.stranger if owner == "else" else world.people[column].user
    with world.database.write() as session:
        key = new_storage_key()
        world.app.state.context.files.put(key, io.BytesIO(_file(kind)))
        one = Import(
            user_id=user.id, kind=kind, state="refused", locale="en-us", file_name=f"{kind}.csv", mime="text/csv",
            size=20, sha256="0" * 64, storage_key=key, created_at=NOON,
            columns=[{"header": name, "field": None} for name in _HEADERS[kind]],
        )  # fmt: skip
        session.add(one)
        session.flush()
        return one.api_id


def _upload(kind: str) -> Any:
    return lambda _world, _column, _row: Call(f"{IMPORTS_PATH}/{kind}", form={}, file=("file.csv", _file(kind)))


def _about(path: str = "", body: Any = None) -> Any:
    return lambda world, column, row: Call(f"{IMPORTS_PATH}/{make_import(world, column, row)}{path}", body)


def _template(kind: str) -> Any:
    return lambda _world, _column, row: Call(f"{IMPORTS_PATH}/{kind}/template?format={row}")


def _map(world: World, column: str, row: str) -> Call:
    columns = _FIELDS[row.partition("_")[0]] if row != "missing" else ["name", "currency"]
    return Call(f"{IMPORTS_PATH}/{make_import(world, column, row)}/checks", {"columns": columns})


REQUESTS = {
    **{f"POST {IMPORTS_PATH}/{kind}": _upload(kind) for kind in _HEADERS},
    **{f"GET {IMPORTS_PATH}/{kind}/template": _template(kind) for kind in _HEADERS},
    f"GET {IMPORTS_PATH}/{{id}}": _about(),
    f"POST {IMPORTS_PATH}/{{id}}/checks": _map,
    f"GET {IMPORTS_PATH}/{{id}}/rows": _about("/rows"),
    f"GET {IMPORTS_PATH}/{{id}}/errors": _about("/errors"),
    f"POST {IMPORTS_PATH}/{{id}}/applications": _about("/applications", {"version": 1}),
}
FORM_ROUTES = {f"POST {IMPORTS_PATH}/{kind}" for kind in _HEADERS}
