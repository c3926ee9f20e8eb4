"""Every cell of the permission matrix, over HTTP: the status it names, and nothing changed where it refuses."""

import pytest
from httpx import Response
from sqlalchemy import update

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.domains.people.teams.models import Team
from tests.access.matrix import COLUMNS, MATRIX, NOTED_IN, browser_of, call_of, split
from tests.factories.people import make_team
from tests.factories.world import COLUMNS as PEOPLE
from tests.factories.world import World, build_world, fingerprint, unchanged

SAFE = {"GET"}


@pytest.fixture
def world(migrated: Database) -> World:
    """Anew for each route: what all of them make would be read again and again for each refusal."""
    return build_world(migrated)


def _call(world: World, route: str, column: str, row: str) -> tuple[Response, bool]:
    """The answer, and whether a refused call changed any row all the same."""
    method, _ = split(route)
    browser = browser_of(route, world, column)
    call = call_of(route, world, column, row)
    but = NOTED_IN.get(route, ())
    before = None if method in SAFE else fingerprint(world.database, but)
    answer = browser.call(method, call.path, **call.options)
    refused = before is not None and answer.status_code >= 400
    return answer, refused and before != fingerprint(world.database, but)


@pytest.mark.parametrize("route", MATRIX)
def test_each_person_may_do_what_the_matrix_says(world: World, route: str):
    wrong = []
    for row, cells in MATRIX[route].items():
        for column, expected in zip(COLUMNS, cells, strict=True):
            status = 200 if isinstance(expected, str) else expected
            answer, changed = _call(world, route, column, row)
            if answer.status_code != status:
                wrong.append(f"{row} as {column}: {answer.status_code}, not {status}: {answer.text[:200]}")
            elif changed:
                wrong.append(f"{row} as {column}: refused with {status}, and rows changed all the same")
    assert wrong == []


def test_the_matrix_has_a_column_for_every_kind_of_person():
    assert tuple(COLUMNS) == PEOPLE


@pytest.mark.parametrize("route", MATRIX)
def test_no_cell_is_unstated(route: str):
    rows = MATRIX[route]
    assert rows
    for row, cells in rows.items():
        assert len(cells) == len(COLUMNS), row
        words = {cell for cell in cells if isinstance(cell, str)}
        assert words <= {"all", "own"}, row
        assert not words or row == "sees", row


def test_a_changed_row_is_noticed(world: World):
    """The control of every refusal: one new row, one changed value, and what was rolled back."""
    with pytest.raises(AssertionError, match="teams"), unchanged(world.database), world.database.write() as session:
        team = make_team(session)
    with pytest.raises(AssertionError, match="teams"), unchanged(world.database), world.database.write() as session:
        session.execute(without_audit(update(Team).where(Team.id == team.id).values(name="Autre")))
    with unchanged(world.database), pytest.raises(ZeroDivisionError):
        _make_and_fail(world)


def _make_and_fail(world: World) -> None:
    with world.database.write() as session:
        make_team(session)
        raise ZeroDivisionError
