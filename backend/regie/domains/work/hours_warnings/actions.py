"""Notifies people that hours run out, once per threshold, when that has settled."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, insert, or_, select, update
from sqlalchemy.orm import Session

from regie.domains.people.notifications.actions import NewNotification, Notifier, notify_all
from regie.domains.records.hours_warnings.models import HoursWarning
from regie.domains.work.hours_warnings.schemas import Subject, WatchedHours
from regie.domains.work.hours_warnings.settling import Settling


def send_settled_warnings(
    session: Session, notifier: Notifier, project_ids: Collection[int], watched: Sequence[WatchedHours], now: datetime
) -> None:
    """Warn of thresholds that have been passed for the settling time; `watched` is all that these projects watch."""
    settling, sent = Settling(session, project_ids, now), _read_sent_warnings(session, watched)
    notifications: dict[str, list[NewNotification]] = defaultdict(list)
    for hours in watched:
        subject = hours.subject
        withdrawn = hours.fallen_thresholds(sent[subject])
        due = hours.due_thresholds(_without(sent[subject], withdrawn, hours.used_percent))
        if not settling.settle(subject, [*withdrawn, *due]):
            continue
        _delete_warnings(session, subject, withdrawn, hours.used_percent)
        if not due:
            continue
        warning = {**subject.columns(), "burn_percent": hours.used_percent, "given_at": now}
        session.execute(insert(HoursWarning), [warning | {"threshold": name} for name in due])
        for message in hours.describe(due):
            # A threshold that was passed again after a correction is another warning.
            dedup_key = f"{message.cause}:{now:%Y%m%dT%H%M}"
            notification = NewNotification(hours.recipients, message.values, hours.link, dedup_key)
            notifications[message.kind].append(notification)
    settling.forget_others()
    for kind, new in notifications.items():
        notify_all(session, notifier, kind, new, now)


def _read_sent_warnings(session: Session, watched: Sequence[WatchedHours]) -> dict[Subject, dict[str, int]]:
    """Return the sent warnings per subject: threshold and stated percentage of hours used."""
    sent: dict[Subject, dict[str, int]] = defaultdict(dict)
    subjects = [hours.subject for hours in watched]
    of_subjects = or_(
        HoursWarning.period_id.in_([subject.period_id for subject in subjects if subject.period_id]),
        HoursWarning.project_id.in_([subject.project_id for subject in subjects if subject.project_id]),
    )
    for warning in session.execute(select(HoursWarning).where(of_subjects)).scalars():
        sent[Subject(warning.period_id, warning.project_id)][warning.threshold] = warning.burn_percent
    return sent


def _without(sent: dict[str, int], withdrawn: Collection[str], used_percent: int) -> dict[str, int]:
    """Return the sent warnings without the withdrawn ones, and without what the others stated of corrected hours."""
    if not withdrawn:
        return sent
    return {name: min(percent, used_percent) for name, percent in sent.items() if name not in withdrawn}


def _delete_warnings(session: Session, subject: Subject, withdrawn: Collection[str], used_percent: int) -> None:
    if withdrawn:
        of_subject = _of(subject)
        session.execute(delete(HoursWarning).where(of_subject, HoursWarning.threshold.in_(withdrawn)))
        corrected = update(HoursWarning).where(of_subject, HoursWarning.burn_percent > used_percent)
        session.execute(corrected.values(burn_percent=used_percent))


def _of(subject: Subject) -> ColumnElement[bool]:
    if subject.period_id is not None:
        return HoursWarning.period_id == subject.period_id
    return HoursWarning.project_id == subject.project_id
