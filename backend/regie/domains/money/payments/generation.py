"""Brings planned payments of retainers in step with their terms: for many projects at once, as often as one likes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, TypedDict

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.ids import new_api_id
from regie.domains.money.payments.terms import Planned, Terms, plan_payments
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project, ProjectFee

_A_BATCH = 500


class _PlannedValues(TypedDict):
    """What the terms say of a payment."""

    period_start: date
    period_end: date
    due_on: date
    amount: Decimal
    sequence: int


_Kept = dict[tuple[int, int], Any]


def generate_payments(session: Session, project_ids: Sequence[int], today: date) -> None:
    """Add, rewrite and remove planned payments of these projects so that they are what the terms ask for.

    What somebody has decided on (another state, a day or an amount of their own) stays as it is. Nothing of this is in
    the log: the change of terms is.
    """
    for start in range(0, len(project_ids), _A_BATCH):
        _generate(session, project_ids[start : start + _A_BATCH], today)


def _generate(session: Session, project_ids: Sequence[int], today: date) -> None:
    terms = _read_terms(session, project_ids)
    kept = _read_payments(session, project_ids)
    added: list[dict[str, object]] = []
    rewritten: list[tuple[int, _PlannedValues]] = []
    gone: list[int] = []
    for project_id in project_ids:
        wanted = plan_payments(terms[project_id], today) if project_id in terms else []
        mine = kept.get(project_id, {})
        for planned in wanted:
            row = mine.pop((planned.period_start.year, planned.period_start.month), None)
            if row is None:
                added.append(_new(project_id, planned))
            elif _is_behind(row, planned):
                rewritten.append((row.id, _values(planned)))
        gone += [row.id for row in mine.values() if row.status == "planned" and _is_generated(row, terms, project_id)]
    _remove(session, gone)
    _rewrite(session, rewritten)
    _add(session, added)


def _is_generated(row: Any, terms: dict[int, Terms], project_id: int) -> bool:
    """A month of a retainer; of what is no retainer any more, only what its terms had made."""
    return project_id in terms or row.follows_terms


def _is_behind(row: Any, planned: Planned) -> bool:
    now = (row.period_start, row.period_end, row.due_on, row.amount)
    return row.follows_terms and row.status == "planned" and now != _shape(planned)


def _shape(planned: Planned) -> tuple[date, date, date, Decimal]:
    return planned.period_start, planned.period_end, planned.due_on, planned.amount


def _values(planned: Planned) -> _PlannedValues:
    return {
        "period_start": planned.period_start,
        "period_end": planned.period_end,
        "due_on": planned.due_on,
        "amount": planned.amount,
        "sequence": planned.sequence,
    }


def _new(project_id: int, planned: Planned) -> dict[str, object]:
    now = datetime.now(UTC)
    return {
        "api_id": new_api_id(),
        "project_id": project_id,
        "label": "",
        "status": "planned",
        "follows_terms": True,
        "created_at": now,
        "updated_at": now,
        "version": 1,
        "name_key": "",
        "search_key": "",
        **_values(planned),
    }


def _read_terms(session: Session, project_ids: Sequence[int]) -> dict[int, Terms]:
    fees: dict[int, list[tuple[date, Decimal]]] = defaultdict(list)
    for fee in session.execute(
        select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.amount)
        .where(ProjectFee.project_id.in_(project_ids))
        .order_by(ProjectFee.project_id, ProjectFee.starts_on)
    ):
        fees[fee.project_id].append((fee.starts_on, fee.amount))
    names = ("status", "currency", "start_on", "end_on", "billing_day", "term_months", "renews_on", "auto_renew")
    columns = [getattr(Project, name) for name in names]
    retainers = select(Project.id, *columns).where(Project.id.in_(project_ids), Project.kind == "retainer")
    return {
        row.id: Terms(**dict(zip(names, row[1:], strict=True)), fees=fees[row.id]) for row in session.execute(retainers)
    }


def _read_payments(session: Session, project_ids: Sequence[int]) -> dict[int, _Kept]:
    """By project, then by the month that is billed."""
    kept: dict[int, _Kept] = defaultdict(dict)
    columns = (
        ProjectPayment.id,
        ProjectPayment.project_id,
        ProjectPayment.period_start,
        ProjectPayment.period_end,
        ProjectPayment.due_on,
        ProjectPayment.amount,
        ProjectPayment.status,
        ProjectPayment.follows_terms,
    )
    with_period = ProjectPayment.period_start.is_not(None)
    for row in session.execute(select(*columns).where(ProjectPayment.project_id.in_(project_ids), with_period)):
        kept[row.project_id][row.period_start.year, row.period_start.month] = row
    return kept


def _batches(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), _A_BATCH):
        yield items[start : start + _A_BATCH]


def _remove(session: Session, ids: Sequence[int]) -> None:
    still = ProjectPayment.status == "planned"
    for some in _batches(ids):
        session.execute(without_audit(delete(ProjectPayment).where(ProjectPayment.id.in_(some), still)))


def _rewrite(session: Session, rows: Iterable[tuple[int, _PlannedValues]]) -> None:
    """Only what is still planned: somebody may have decided on it since it was read."""
    now = datetime.now(UTC)
    for key, values in rows:
        still = (ProjectPayment.id == key, ProjectPayment.status == "planned", ProjectPayment.follows_terms)
        changed = update(ProjectPayment).where(*still)
        session.execute(without_audit(changed.values(**values, updated_at=now, version=ProjectPayment.version + 1)))


def _add(session: Session, rows: Sequence[dict[str, object]]) -> None:
    """A month that somebody else made meanwhile is there already."""
    into = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = into(ProjectPayment).on_conflict_do_nothing(index_elements=["project_id", "period_start"])
    for some in _batches(rows):
        session.execute(statement, list(some))
