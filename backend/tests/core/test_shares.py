"""A share of a whole number is the same on both engines: exact, and rounded towards zero."""

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
        # The product is larger than an integer of the engines, and than what a float holds exactly.
        (999_999_999_999_999, 999_999_999_999_998, 999_999_999_999_999, 999_999_999_999_998),
        (None, 2, 3, None),
    ],
)
def test_a_share_is_exact_and_rounded_towards_zero(
    database: Database, whole: int | None, part: int, of: int, share: int | None
):
    with database.read() as db:
        found = db.execute(select(share_of(*NUMBERS.values())), {"whole": whole, "part": part, "of": of}).scalar_one()
    assert found == share
