"""Hours over are conserved: over = billed + carried + given + sold + undecided, whatever people decide and undo."""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from regie.domains.records.projects.models import Project
from tests.domains.money.overages.calls import DECISIONS, PATH, payments_of, periods_of, read, work_for
from tests.factories.overages import make_overage
from tests.factories.retainers import log_time
from tests.factories.world import World
from tests.long_tests import example_count

KINDS = ("billed", "carried", "given", "sold")
RATE = Decimal("137.50")
hours = st.decimals(Decimal("0.01"), Decimal(12), places=2)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("decide"), st.sampled_from(KINDS), hours),
        st.tuples(st.just("undo"), st.integers(0, 5)),
        st.tuples(st.just("reopen"), st.integers(-180, 240)),
    ),
    max_size=12,
)


class Model:
    """What the decisions should be, recomputed from the steps alone."""

    def __init__(self, minutes: int) -> None:
        self.minutes = minutes
        self.decisions: dict[str, tuple[str, Decimal]] = {}

    @property
    def over(self) -> Decimal:
        """Hours beyond the forty that are included, rounded half up."""
        return max(Decimal(0), (Decimal(self.minutes) / 60).quantize(Decimal("0.01")) - 40)

    def sum_of(self, *kinds: str) -> Decimal:
        return sum((taken for kind, taken in self.decisions.values() if kind in kinds), Decimal(0))

    @property
    def undecided(self) -> Decimal:
        return self.over - self.sum_of(*KINDS)


def check(world: World, model: Model, retainer: str, month: str) -> None:
    admin = world.browser("admin")
    if model.over > 0 or model.decisions:
        found = read(admin, month)
        assert Decimal(found["over_hours"]) == model.over
        assert Decimal(found["undecided_hours"]) == model.undecided
        for kind in KINDS:
            assert Decimal(found[f"{kind}_hours"]) == model.sum_of(kind), kind
        (total,) = admin.get(f"{PATH}/totals?project={retainer}").json()["data"]["totals"]
        assert sum(Decimal(total[f"{kind}_hours"]) for kind in (*KINDS, "undecided")) == Decimal(total["over_hours"])
    # Each billed hour is billed once, and each carried hour is taken from the next month once.
    billed = [Decimal(one["amount"]["amount"]) for one in payments_of(admin, retainer) if not one["period_start"]]
    of_bills = [taken for kind, taken in model.decisions.values() if kind == "billed"]
    expected = [(taken * RATE).quantize(Decimal("0.01"), "ROUND_HALF_UP") for taken in of_bills]
    assert Counter(billed) == Counter(expected)
    assert Decimal(periods_of(admin, retainer)[1]["adjustment"]) == -model.sum_of("carried")


def decide(world: World, model: Model, month: str, work: str, kind: str, taken: Decimal) -> None:
    body: dict[str, Any] = {"kind": kind, "hours": f"{taken:.2f}"}
    body |= {"given": {"reason": "Geste"}, "sold": {"project": work}}.get(kind, {})
    response = world.browser("admin").post(f"{PATH}/{month}/decisions", body)
    if taken <= model.undecided and model.over > 0:
        assert response.status_code == 201, response.text
        (new,) = [one for one in response.json()["data"]["decisions"] if one["api_id"] not in model.decisions]
        model.decisions[new["api_id"]] = (kind, taken)
    else:
        assert response.status_code in (409, 422), response.text


def reopen(world: World, model: Model, retainer: str, month: str, minutes: int) -> None:
    """Reopen the month, correct its hours, and close it again."""
    admin = world.browser("admin")
    path = f"/api/v1/retainer-periods/{month}"
    assert admin.post(f"{path}/unlocks", {"reason": "Correction"}).status_code == 201
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        log_time(session, project, date(2026, 9, 20), "0", minutes=minutes)
    assert admin.post(f"{path}/locks").status_code == 201
    model.minutes += minutes


@settings(max_examples=example_count(15))
@given(first=st.integers(0, 900), taken=steps)
def test_hours_over_are_conserved(world: World, first: int, taken: list[tuple[Any, ...]]):
    retainer, month = make_overage(world, "0", overage_rate=RATE)
    model = Model(40 * 60)
    work = work_for(world, retainer)
    reopen(world, model, retainer, month, first)
    for step in taken:
        match step:
            case ("decide", kind, amount):
                decide(world, model, month, work, kind, amount)
            case ("undo", number) if model.decisions:
                decision = list(model.decisions)[number % len(model.decisions)]
                assert world.browser("admin").delete(f"{DECISIONS}/{decision}").status_code == 204
                del model.decisions[decision]
            case ("reopen", minutes):
                reopen(world, model, retainer, month, minutes)
        check(world, model, retainer, month)
