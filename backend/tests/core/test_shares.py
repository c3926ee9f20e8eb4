"""Tests `share_of` on both engines."""

import pytest
from sqlalchemy import BigInteger, bindparam, select

from regie.core.db.database import Database
from regie.core.money.shares import share_of

NUMBERS = {name: bindparam(name, type_=BigInteger) for name in ("whole", "part", "of")}


@pytest.mark.parametrize(
    ("whole", "part", "of", "share"),
    [
        (10, 2, 3, 6),
        (1, 1, 2, 0),
        (3, 1, 2, 1),
        (0, 5, 7, 0),
        # The product exceeds a 64-bit integer and the precision of a float.
        (999_999_999_999_999, 999_999_999_999_998, 999_999_999_999_999, 999_999_999_999_998),
        (None, 2, 3, None),
    ],
)
def test_share_is_exact_and_rounded_down(database: Database, whole: int | None, part: int, of: int, share: int | None):
    with database.read() as db:
        found = db.execute(select(share_of(*NUMBERS.values())), {"whole": whole, "part": part, "of": of}).scalar_one()
    assert found == share
