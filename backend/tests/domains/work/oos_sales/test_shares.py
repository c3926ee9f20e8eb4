"""A sale is shared out to the last coin: the parts of one project add up to its amount, whatever the weights."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select

from regie.core.money.amounts import AMOUNT_DIGITS, digits_of
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.work.oos_sales.figures import SHARE
from tests.factories.people import make_employee
from tests.factories.sales import make_extra
from tests.factories.world import World
from tests.lengths import examples

MOST = 20


@st.composite
def weights(draw: st.DrawFn) -> list[int]:
    """Whole per cents, each at least one, that make a hundred."""
    people = draw(st.integers(1, MOST))
    cuts = sorted(draw(st.sets(st.integers(1, 99), min_size=people - 1, max_size=people - 1)))
    return [after - before for before, after in zip([0, *cuts], [*cuts, 100], strict=True)]


def shared_out(amount: Decimal, currency: str, parts: list[int]) -> list[Decimal]:
    """The same, by fractions: what is left after whole coins goes to the largest remainders, the first seller first."""
    coin = Decimal(1).scaleb(-digits_of(currency))
    coin = next(size for size in (coin, Decimal("0.01"), Decimal(1).scaleb(-AMOUNT_DIGITS)) if amount % size == 0)
    exact = [Fraction(amount) / Fraction(coin) * part / 100 for part in parts]
    coins = [int(share) for share in exact]
    left = int(sum(exact)) - sum(coins)
    order = sorted(range(len(parts)), key=lambda number: (coins[number] - exact[number], number))
    for number in order[:left]:
        coins[number] += 1
    return [number * coin for number in coins]


def test_parts_add_up_to_the_amount(world: World):
    with world.database.write() as session:
        people = [make_employee(session).id for _ in range(MOST)]
        key = make_extra(session, sellers={people[0]: 100}).id

    @settings(
        max_examples=examples(120),
    )
    @given(
        st.integers(0, 9_999_999_999_999).map(lambda cents: Decimal(cents).scaleb(-2)),
        st.sampled_from(["CAD", "EUR", "JPY", "KWD"]),
        weights(),
    )
    @example(Decimal("0.01"), "CAD", [50, 50])
    @example(Decimal("100.00"), "CAD", [33, 33, 34])
    @example(Decimal("1001.00"), "JPY", [33, 33, 34])
    @example(Decimal("12.3456"), "CAD", [10] * 10)
    def check(amount: Decimal, currency: str, parts: list[int]) -> None:
        with world.database.writes.begin() as db:
            db.execute(delete(ProjectSeller).where(ProjectSeller.project_id == key))
            rows = [
                {"project_id": key, "employee_id": employee, "weight": part}
                for employee, part in zip(people, parts, strict=False)
            ]
            db.execute(insert(ProjectSeller), rows)
            changed = Project.__table__.update().where(Project.__table__.c.id == key)  # type: ignore[attr-defined]
            db.execute(changed.values(amount=amount, currency=currency))
            shares = (
                select(SHARE)
                .select_from(ProjectSeller)
                .join(Project, Project.id == ProjectSeller.project_id)
                .where(ProjectSeller.project_id == key)
                .order_by(ProjectSeller.id)
            )
            found = list(db.execute(shares).scalars())
        assert sum(found) == amount
        assert found == shared_out(amount, currency, parts)

    check()
