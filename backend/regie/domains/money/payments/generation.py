"""Generates the planned payments of retainers from their terms; repeated runs change nothing."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, TypedDict

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.ids import new_api_id
from regie.core.db.inserts import insert_into
from regie.domains.money.payments.terms import PlannedPayment, Terms, plan_payments
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import FeeValue, Project, ProjectFee, fee_value
from regie.domains.records.projects.queries import read_pauses

_BATCH_SIZE = 500


class _PlannedValues(TypedDict):
    """The fields of a payment that the terms define."""

    period_start: date
    period_end: date
    due_on: date
    amount: Decimal
    sequence: int


_PaymentsByMonth = dict[tuple[int, int], Any]


def generate_payments(session: Session, project_ids: Sequence[int], today: date) -> None:
    """Add, update and remove planned payments of these projects to match their terms.

    Payments with another status, or with an edited date or amount, are not changed. The activity log contains the
    change of terms, not these changes.
    """
    for start in range(0, len(project_ids), _BATCH_SIZE):
        _generate(session, project_ids[start : start + _BATCH_SIZE], today)


def _generate(session: Session, project_ids: Sequence[int], today: date) -> None:
    payments = _read_payments(session, project_ids)
    terms = _read_terms(session, project_ids, payments)
    to_insert: list[dict[str, object]] = []
    to_update: list[tuple[int, _PlannedValues]] = []
    to_delete: list[int] = []
    for project_id in project_ids:
        expected = plan_payments(terms[project_id], today) if project_id in terms else []
        existing = payments.get(project_id, {})
        for planned in expected:
            row = existing.pop((planned.period_start.year, planned.period_start.month), None)
            if row is None:
                to_insert.append(_new_row(project_id, planned))
            elif _is_outdated(row, planned):
                to_update.append((row.id, _values(planned)))
        to_delete += [
            row.id for row in existing.values() if row.status == "planned" and _is_generated(row, terms, project_id)
        ]
    _delete(session, to_delete)
    _update(session, to_update)
    _insert(session, to_insert)


def _is_generated(row: Any, terms: dict[int, Terms], project_id: int) -> bool:
    """Whether the payment may be removed: any month of a retainer, or a generated one of a former retainer."""
    return project_id in terms or row.follows_terms


def _is_outdated(row: Any, planned: PlannedPayment) -> bool:
    now = (row.period_start, row.period_end, row.due_on, row.amount)
    return row.follows_terms and row.status == "planned" and now != _term_values(planned)


def _term_values(planned: PlannedPayment) -> tuple[date, date, date, Decimal]:
    return planned.period_start, planned.period_end, planned.due_on, planned.amount


def _values(planned: PlannedPayment) -> _PlannedValues:
    return {
        "period_start": planned.period_start,
        "period_end": planned.period_end,
        "due_on": planned.due_on,
        "amount": planned.amount,
        "sequence": planned.sequence,
    }


def _new_row(project_id: int, planned: PlannedPayment) -> dict[str, object]:
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


def _read_terms(
    session: Session, project_ids: Sequence[int], payments: Mapping[int, _PaymentsByMonth]
) -> dict[int, Terms]:
    fees: dict[int, list[tuple[date, FeeValue]]] = defaultdict(list)
    dated = select(
        ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.billing_interval, ProjectFee.interval_amount,
        ProjectFee.amount,
    ).where(ProjectFee.project_id.in_(project_ids))  # fmt: skip
    for row in session.execute(dated.order_by(ProjectFee.project_id, ProjectFee.starts_on)):
        fee = fee_value(row.billing_interval, row.interval_amount, row.amount)
        fees[row.project_id].append((row.starts_on, fee))
    names = ("status", "currency", "start_on", "end_on", "billing_day", "term_months", "renews_on", "auto_renew")
    columns = [getattr(Project, name) for name in names]
    retainers = select(Project.id, *columns).where(Project.id.in_(project_ids), Project.kind == "retainer")
    pauses = read_pauses(session, Project.id.in_(project_ids))
    return {
        row.id: Terms(
            **dict(zip(names, row[1:], strict=True)), fees=fees[row.id], pauses=pauses.get(row.id, ()),
            decided=_find_decided(payments.get(row.id, {})),
        )
        for row in session.execute(retainers)
    }  # fmt: skip


def _find_decided(payments: _PaymentsByMonth) -> list[tuple[date, date]]:
    decided = (row for row in payments.values() if row.status != "planned")
    return [(row.period_start, row.period_end or row.period_start) for row in decided]


def _read_payments(session: Session, project_ids: Sequence[int]) -> dict[int, _PaymentsByMonth]:
    """By project id, then by year and month."""
    payments: dict[int, _PaymentsByMonth] = defaultdict(dict)
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
        payments[row.project_id][row.period_start.year, row.period_start.month] = row
    return payments


def _batches(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), _BATCH_SIZE):
        yield items[start : start + _BATCH_SIZE]


def _delete(session: Session, ids: Sequence[int]) -> None:
    is_planned = ProjectPayment.status == "planned"
    for batch in _batches(ids):
        session.execute(without_audit(delete(ProjectPayment).where(ProjectPayment.id.in_(batch), is_planned)))


def _update(session: Session, rows: Iterable[tuple[int, _PlannedValues]]) -> None:
    """Update the payments that are still planned, because users may have changed them since they were read."""
    now = datetime.now(UTC)
    for key, values in rows:
        is_planned = (ProjectPayment.id == key, ProjectPayment.status == "planned", ProjectPayment.follows_terms)
        changed = update(ProjectPayment).where(*is_planned)
        session.execute(without_audit(changed.values(**values, updated_at=now, version=ProjectPayment.version + 1)))


def _insert(session: Session, rows: Sequence[dict[str, object]]) -> None:
    """Insert the payments; months that another transaction has inserted are skipped."""
    statement = insert_into(session, ProjectPayment).on_conflict_do_nothing(
        index_elements=["project_id", "period_start"]
    )
    for batch in _batches(rows):
        session.execute(statement, list(batch))
