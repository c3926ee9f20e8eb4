"""Tests that the shares of a sale add up to its amount to the smallest unit, whatever the weights."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select

from regie.core.money.amounts import AMOUNT_DIGITS, currency_digits
from regie.domains.records.projects.models import Project, ProjectSeller
from regie.domains.work.oos_sales.figures import SHARE
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_employee
from tests.factories.world import World
from tests.long_tests import example_count

MAX_SELLERS = 20


@st.composite
def weights(draw: st.DrawFn) -> list[int]:
    """Whole percentages of at least one that add up to 100."""
    people = draw(st.integers(1, MAX_SELLERS))
    cuts = sorted(draw(st.sets(st.integers(1, 99), min_size=people - 1, max_size=people - 1)))
    return [after - before for before, after in zip([0, *cuts], [*cuts, 100], strict=True)]


def divide_by_fractions(amount: Decimal, currency: str, shares_in_percent: list[int]) -> list[Decimal]:
    """The same by fractions: remaining units go to the largest remainders, on equality to the first seller."""
    unit = Decimal(1).scaleb(-currency_digits(currency))
    unit = next(size for size in (unit, Decimal("0.01"), Decimal(1).scaleb(-AMOUNT_DIGITS)) if amount % size == 0)
    exact = [Fraction(amount) / Fraction(unit) * percentage / 100 for percentage in shares_in_percent]
    units = [int(share) for share in exact]
    remaining = int(sum(exact)) - sum(units)
    order = sorted(range(len(shares_in_percent)), key=lambda number: (units[number] - exact[number], number))
    for number in order[:remaining]:
        units[number] += 1
    return [number * unit for number in units]


def test_shares_add_up_to_the_amount(world: World):
    with world.database.write() as session:
        people = [make_employee(session).id for _ in range(MAX_SELLERS)]
        key = make_oos_sale(session, sellers={people[0]: 100}).id

    @settings(
        max_examples=example_count(120),
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
    def check(amount: Decimal, currency: str, shares_in_percent: list[int]) -> None:
        with world.database.writes.begin() as db:
            db.execute(delete(ProjectSeller).where(ProjectSeller.project_id == key))
            rows = [
                {"project_id": key, "employee_id": employee, "weight": percentage}
                for employee, percentage in zip(people, shares_in_percent, strict=False)
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
        assert found == divide_by_fractions(amount, currency, shares_in_percent)

    check()
