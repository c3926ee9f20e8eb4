"""Lets the thresholds of a subject settle: a warning follows what has been true for some time."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from regie.domains.records.hours_warnings.models import UnsettledWarning
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.hours_warnings.schemas import Subject


class Settling:
    """The unsettled thresholds of the projects of one batch."""

    def __init__(self, session: Session, project_ids: Collection[int], now: datetime) -> None:
        self._session, self._now = session, now
        self._since: dict[Subject, dict[str, datetime]] = defaultdict(dict)
        periods = select(RetainerPeriod.id).where(RetainerPeriod.project_id.in_(project_ids))
        of_batch = UnsettledWarning.period_id.in_(periods) | UnsettledWarning.project_id.in_(project_ids)
        found = select(UnsettledWarning).where(of_batch).order_by(UnsettledWarning.id)
        for row in session.execute(found).scalars():
            self._since[Subject(row.period_id, row.project_id)][row.threshold] = row.since

    def settle(self, subject: Subject, thresholds: Sequence[str]) -> bool:
        """Store since when these thresholds wait, forget others, and return whether all of them have settled."""
        before = self._since.pop(subject, {})
        self._delete(subject, before.keys() - set(thresholds))
        if new := [name for name in thresholds if name not in before]:
            rows = [{**subject.columns(), "threshold": name, "since": self._now} for name in new]
            self._session.execute(insert(UnsettledWarning), rows)
        is_settled = not new and all(before[name] <= self._now - SETTLING_TIME for name in thresholds)
        if is_settled:
            self._delete(subject, thresholds)
        return is_settled

    def forget_others(self) -> None:
        """Forget the thresholds of subjects that no longer warn."""
        for subject, thresholds in self._since.items():
            self._delete(subject, thresholds)

    def _delete(self, subject: Subject, thresholds: Collection[str]) -> None:
        if thresholds:
            of_subject = (getattr(UnsettledWarning, name) == key for name, key in subject.columns().items())
            chosen = (*of_subject, UnsettledWarning.threshold.in_(thresholds))
            self._session.execute(delete(UnsettledWarning).where(*chosen))
