"""Rows that a statement joins as one parameter."""

from datetime import date

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.db.row_tables import table_of

_COLUMNS = (("position", int), ("first", date))


@pytest.mark.parametrize("rows", [[], [(0, date(2026, 2, 28))], [(7, date.min), (-1, date.max), (7, date.min)]])
def test_rows_come_back_as_they_were_passed(database: Database, rows: list[tuple[int, date]]) -> None:
    table = table_of("passed", _COLUMNS, rows)

    with database.read() as db:
        found = db.execute(select(table.c.position, table.c.first)).all()

    assert sorted(map(tuple, found)) == sorted(rows)


def test_the_text_of_a_statement_does_not_depend_on_its_rows(database: Database) -> None:
    with database.read() as db:
        texts = {
            str(select(table_of("passed", _COLUMNS, [(0, date.min)] * count)).compile(db.engine)) for count in (1, 5)
        }

    assert len(texts) == 1
