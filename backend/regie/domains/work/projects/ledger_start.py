"""Checks with which month a retainer’s ledger begins, with which hours, and who may change that."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change
from regie.core.api.errors import FieldError, Invalid
from regie.domains.records.months.queries import require_open_from
from regie.domains.records.overages.models import OverageDecision
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.projects.dated_terms import values_until
from regie.domains.work.projects.queries import managed_projects

LEDGER_FIELDS = frozenset({"ledger_from", "opening_hours"})


def require_valid_ledger_start(values: Mapping[str, Any], sent: set[str], today: date) -> None:
    """Raise Invalid for a day that begins no past or present month after the start, and for hours without a day."""
    if sent.isdisjoint((*LEDGER_FIELDS, "start_on")):
        return
    first: date | None = values.get("ledger_from")
    if first is None:
        if values.get("opening_hours") is not None:
            raise Invalid({"ledger_from": "required"})
        return
    if first.day != 1:
        raise Invalid({"ledger_from": "first_of_month"})
    if first > today:
        raise Invalid({"ledger_from": "not_yet"})
    if first <= values["start_on"]:
        raise Invalid({"ledger_from": FieldError("ledger_after_start", day=values["start_on"])})


def require_ledger_permissions(
    session: Session, actor: Actor, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Raise Invalid for fields that the caller may not change.

    A later first month locks months, an earlier one unlocks them, and opening hours adjust the ledger.
    """
    first, new_first = before.get("ledger_from"), after.get("ledger_from")
    needed: dict[str, list[Permission]] = {}
    if new_first != first:
        needed["ledger_from"] = [Permission.RETAINERS_LOCK]
        if first is not None and (new_first is None or new_first < first):
            needed["ledger_from"].append(Permission.RETAINERS_UNLOCK)
    if after.get("opening_hours") != before.get("opening_hours"):
        needed["opening_hours"] = [Permission.RETAINERS_ADJUST]
    refused = [
        name
        for name, permissions in needed.items()
        if not all(can_change(session, actor, project, one, managed_projects) for one in permissions)
    ]
    if refused:
        raise Invalid(dict.fromkeys(refused, "not_yours"))


def require_ledger_change_allowed(
    session: Session, actor: Actor, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Refuse a change that the caller may not make, or that the ledger does not allow any more."""
    require_ledger_permissions(session, actor, project, before, after)
    _require_changeable(session, project, before, after)


def _require_changeable(
    session: Session, project: Project, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Refuse a change that would alter a locked month, hours that were decided, or a closed month."""
    changed = [name for name in sorted(LEDGER_FIELDS) if before[name] != after[name]]
    if not changed or project.kind != "retainer":
        return
    of_project = RetainerPeriod.project_id == project.id
    if _exists(session, select(RetainerPeriod.id).where(of_project, RetainerPeriod.status == "locked")):
        raise Invalid(dict.fromkeys(changed, "ledger_locked"))
    if after["ledger_from"] is not None:
        of_month = or_(
            OverageDecision.period_id == RetainerPeriod.id, OverageDecision.carried_to_id == RetainerPeriod.id
        )
        decided = select(OverageDecision.id).join(RetainerPeriod, of_month)
        if _exists(session, decided.where(of_project, RetainerPeriod.starts_on < after["ledger_from"])):
            raise Invalid(dict.fromkeys(changed, "ledger_decided"))
    # The balance rolls over into every later month.
    first = min(one["ledger_from"] or one["start_on"] for one in (before, after))
    require_open_from(session, first, values_until(session, project, project.end_on))


def _exists(session: Session, statement: Any) -> bool:
    return session.execute(statement.limit(1)).first() is not None
