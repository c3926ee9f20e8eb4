"""Tests every cell of the permission matrix over HTTP: the status, and that refusals change nothing."""

import pytest
from httpx import Response
from sqlalchemy import update

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.domains.people.teams.models import Team
from tests.access.matrix import COLUMNS, MATRIX, TABLES_WRITTEN_BY_REFUSALS, browser_for, build_call, split_route
from tests.factories.people import make_team
from tests.factories.world import COLUMNS as PEOPLE
from tests.factories.world import World, assert_unchanged, build_world, fingerprint

SAFE = {"GET"}


@pytest.fixture
def world(migrated: Database) -> World:
    """A new world per route: a shared one would grow, and each refusal compares all rows."""
    return build_world(migrated)


def _call(world: World, route: str, column: str, row: str) -> tuple[Response, bool]:
    """Return the response, and whether a refused request changed a row."""
    method, _ = split_route(route)
    browser = browser_for(route, world, column)
    call = build_call(route, world, column, row)
    ignored = TABLES_WRITTEN_BY_REFUSALS.get(route, ())
    before = None if method in SAFE else fingerprint(world.database, ignored)
    response = browser.call(method, call.path, **call.options)
    refused = before is not None and response.status_code >= 400
    return response, refused and before != fingerprint(world.database, ignored)


@pytest.mark.parametrize("route", MATRIX)
def test_each_cell_has_its_status(world: World, route: str):
    wrong = []
    for row, cells in MATRIX[route].items():
        for column, expected in zip(COLUMNS, cells, strict=True):
            status = 200 if isinstance(expected, str) else expected
            response, changed = _call(world, route, column, row)
            if response.status_code != status:
                wrong.append(f"{row} as {column}: {response.status_code}, not {status}: {response.text[:200]}")
            elif changed:
                wrong.append(f"{row} as {column}: refused with {status}, but rows changed")
    assert wrong == []


def test_matrix_has_a_column_for_every_role():
    assert tuple(COLUMNS) == PEOPLE


@pytest.mark.parametrize("route", MATRIX)
def test_every_row_is_complete(route: str):
    rows = MATRIX[route]
    assert rows
    for row, cells in rows.items():
        assert len(cells) == len(COLUMNS), row
        scopes = {cell for cell in cells if isinstance(cell, str)}
        assert scopes <= {"all", "own"}, row
        assert not scopes or row == "sees", row


def test_changed_rows_are_detected(world: World):
    """Cases: a new row, a changed value, and a rollback."""
    with (
        pytest.raises(AssertionError, match="teams"),
        assert_unchanged(world.database),
        world.database.write() as session,
    ):
        team = make_team(session)
    with (
        pytest.raises(AssertionError, match="teams"),
        assert_unchanged(world.database),
        world.database.write() as session,
    ):
        session.execute(without_audit(update(Team).where(Team.id == team.id).values(name="Autre")))
    with assert_unchanged(world.database), pytest.raises(ZeroDivisionError):
        _make_and_fail(world)


def _make_and_fail(world: World) -> None:
    with world.database.write() as session:
        make_team(session)
        raise ZeroDivisionError
