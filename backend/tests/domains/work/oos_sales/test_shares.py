"""Tests that shares of a sale and its amendments add up to the amount to the smallest unit, whatever the weights."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select

from regie.core.audit.activity import without_audit
from regie.core.money.amounts import AMOUNT_DIGITS, currency_digits
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment, ProjectSeller
from regie.domains.work.oos_sales.figures import IS_COUNTED, IS_ORIGINAL, PART_AMOUNT, SALE_PARTS, SHARE, SHARE_KEY
from tests.factories.oos_sales import make_amendment, make_oos_sale
from tests.factories.people import make_employee
from tests.factories.world import World
from tests.long_tests import example_count

MAX_SELLERS = 20
DAY = date(2026, 11, 10)


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


def split(amount: Decimal, currency: str, shares_in_percent: list[int]) -> list[Decimal]:
    """A reduction is split like an increase."""
    shares = divide_by_fractions(abs(amount), currency, shares_in_percent)
    return shares if amount >= 0 else [-share for share in shares]


_cents = st.integers(0, 9_999_999_999_999).map(lambda cents: Decimal(cents).scaleb(-2))
_differences = st.integers(-9_999_999, 9_999_999).map(lambda cents: Decimal(cents).scaleb(-2))
_decisions = st.sampled_from(["approved", "declined", None])


def test_shares_of_all_parts_add_up_to_the_amount(world: World):
    with world.database.write() as session:
        people = [make_employee(session).id for _ in range(MAX_SELLERS)]
        sale = make_oos_sale(session, sellers={people[0]: 100})
        key = sale.id

    @settings(max_examples=example_count(120))
    @given(
        _cents,
        st.sampled_from(["CAD", "EUR", "JPY", "KWD"]),
        weights(),
        st.lists(st.tuples(_differences, _decisions), max_size=4),
    )
    @example(Decimal("0.01"), "CAD", [50, 50], [])
    @example(Decimal("100.00"), "CAD", [33, 33, 34], [(Decimal("-0.01"), "approved")])
    @example(Decimal("1001.00"), "JPY", [33, 33, 34], [(Decimal(10), "approved"), (Decimal(-10), None)])
    @example(Decimal("12.3456"), "CAD", [10] * 10, [(Decimal("0.07"), "declined")])
    def check(
        original: Decimal, currency: str, shares_in_percent: list[int], amendments: list[tuple[Decimal, str | None]]
    ) -> None:
        with world.database.write() as session:
            session.execute(delete(ProjectSeller).where(ProjectSeller.project_id == key))
            session.execute(without_audit(delete(OosApproval).where(OosApproval.project_id == key)))
            session.execute(delete(ProjectAmendment).where(ProjectAmendment.project_id == key))
            rows = [
                {"project_id": key, "employee_id": employee, "weight": percentage}
                for employee, percentage in zip(people, shares_in_percent, strict=False)
            ]
            session.execute(insert(ProjectSeller), rows)
            project = session.get_one(Project, key)
            project.amount, project.currency = original, currency
            for difference, decision in amendments:
                make_amendment(session, project, str(difference), DAY, decision=decision)
            total = project.amount
        statement = (
            select(SHARE, PART_AMOUNT, IS_ORIGINAL, IS_COUNTED | IS_ORIGINAL)
            .select_from(SALE_PARTS)
            .join(Project, Project.id == SALE_PARTS.c.project_id)
            .join(ProjectSeller, ProjectSeller.project_id == Project.id)
            .where(Project.id == key)
            .order_by(SHARE_KEY)
        )
        with world.database.read() as db:
            found = db.execute(statement).all()
        parts = [original, *(difference for difference, _ in amendments)]
        by_part = [found[start : start + len(rows)] for start in range(0, len(found), len(rows))]
        assert [part[0][1] for part in by_part] == parts
        for part, amount in zip(by_part, parts, strict=True):
            assert [row[0] for row in part] == split(amount, currency, shares_in_percent)
        assert sum(row[0] for row in found if row[3]) == total

    check()
