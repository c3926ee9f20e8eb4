"""The MRR of accounts at the end of a day equals what the runs of their retainers say, after any change."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.insights.metrics.accounts import read_account_mrr
from regie.domains.insights.metrics.figures import EmployeeSpan, StoredAmount, mrr_amounts
from regie.domains.insights.metrics.queries import read_account_runs
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import Term
from tests.browser import Browser
from tests.domains.insights.figure_builds.agency import open_agency
from tests.domains.insights.figure_builds.dated_changes import ALL_CHANGES
from tests.factories.retainers import make_retainer

_CHANGES = (
    "add project", "change project", "change fee", "churn", "undo churn", "pause", "resume", "end", "record account",
)  # fmt: skip
_FIRST = date(2026, 4, 20)


def _compare(database: Database, days: list[date]) -> int:
    """Compare the amounts of every employee; return how many are above zero."""
    with database.read() as db:
        people = db.execute(select(Employee.id)).scalars().all()
        spans = [EmployeeSpan(key, _FIRST, day) for key in people for day in days]
        found, held = read_account_mrr(db, spans), read_account_runs(db, spans)
    expected = {span: mrr_amounts(held[span].on(span.last), span.last) for span in spans}

    def above_zero(amounts: Mapping[EmployeeSpan, Iterable[StoredAmount]]) -> dict[EmployeeSpan, Counter[StoredAmount]]:
        return {span: Counter(one for one in amounts[span] if one[2]) for span in spans}

    assert above_zero(found) == above_zero(expected)
    return sum(counter.total() for counter in above_zero(expected).values())


def _win_back(session: Session, random: Random) -> None:
    """Have a churned retainer run again after some days, and another one of its client continue one that ends."""
    event = session.execute(select(ChurnEvent).where(ChurnEvent.state != "voided").limit(1)).scalar()
    if event is not None:
        back_on = event.effective_on + timedelta(days=random.randrange(1, 40))
        event.state, event.won_back_on = "won_back", back_on
        project = session.get_one(Project, event.project_id)
        # The last one is before the day of the churn, as after a later change of the contract.
        last_days = (None, back_on + timedelta(days=20), event.effective_on - timedelta(days=5))
        project.status, project.end_on = "active", random.choice(last_days)
        project.start_on = min(project.start_on, project.end_on or project.start_on)
    retainers = select(Project).where(Project.kind == "retainer").order_by(Project.id)
    ended = next((one for one in session.execute(retainers).scalars() if one.end_on is not None), None)
    if ended is not None and ended.end_on is not None:
        fields = {"client_id": ended.client_id, "account_manager_id": ended.account_manager_id}
        make_retainer(session, start_on=ended.end_on + timedelta(days=1), **fields)


def _days(database: Database, random: Random) -> list[date]:
    """Days on which something of a retainer begins or ends, the days beside them, and others."""
    with database.read() as db:
        found = {
            *db.execute(select(Project.end_on).where(Project.kind == "retainer")).scalars(),
            *db.execute(select(Project.start_on).where(Project.kind == "retainer")).scalars(),
            *db.execute(select(ChurnEvent.won_back_on)).scalars(),
            *db.execute(select(Term.effective_from)).scalars(),
        } - {None}
    near = {day + timedelta(days=offset) for day in found if day > _FIRST for offset in (-1, 0, 1)}
    return random.sample(sorted(near | {date(2026, 11, 30), date(2026, 10, 31)}), 12)


@pytest.mark.parametrize("seed", range(6))
def test_fees_of_accounts_equal_those_of_their_runs(database: Database, sign_in_as: Callable[..., Browser], seed: int):
    random = Random(seed)
    agency, seen = open_agency(database, sign_in_as), 0
    for _ in range(3):
        with database.write() as session:
            for name in random.choices(_CHANGES, k=6):
                ALL_CHANGES[name](session, agency, random)
            _win_back(session, random)
        days = _days(database, random)
        seen += sum(_compare(database, days[first : first + 3]) for first in range(0, len(days), 3))
        # More days than are read at once.
        _compare(database, days)
    assert seen
