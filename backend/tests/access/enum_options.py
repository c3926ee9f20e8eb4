"""Builds the requests of the matrix for enum options; a row names the list."""

from tests.access.accounts import Call
from tests.factories.world import World

_PATH = "/api/v1/enum-options"
_LISTS = {"reason": "churn_reason", "industry": "industry", "fixed": "project_kind"}
# Each column deletes another option, because deleted options stay deleted.
_DELETED = {
    "super_admin": ("merger", "food"),
    "admin": ("in_house", "health"),
    "churn_manager": ("strategy_change", "other"),
}


def _list(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/{_LISTS[row]}")


def _read(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/{_LISTS[row]}/other")


def _add(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/{_LISTS[row]}", {"name_en": f"New for {column}", "name_fr": f"Nouveau pour {column}"})


def _change(world: World, column: str, row: str) -> Call:
    return Call(f"{_PATH}/{_LISTS[row]}/other", {"is_active": True})


def _delete(world: World, column: str, row: str) -> Call:
    reason, industry = _DELETED.get(column, ("other", "other"))
    return Call(f"{_PATH}/{_LISTS[row]}/{industry if row == 'industry' else reason}")


REQUESTS = {
    f"GET {_PATH}/{{enum}}": _list,
    f"GET {_PATH}/{{enum}}/{{value}}": _read,
    f"POST {_PATH}/{{enum}}": _add,
    f"PATCH {_PATH}/{{enum}}/{{value}}": _change,
    f"DELETE {_PATH}/{{enum}}/{{value}}": _delete,
}
