"""Names the kinds of matters: the permissions without which a caller has none, and the statement that finds them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.time.clock import Clock
from regie.domains.insights.triage.client_sources import (
    read_broken_promises,
    read_deals,
    read_next_steps,
    read_overdue,
    read_to_invoice,
    read_uninvoiced,
)
from regie.domains.insights.triage.matters import Matter
from regie.domains.insights.triage.overage_sources import read_decide_hours
from regie.domains.insights.triage.project_sources import (
    read_approvals,
    read_churns,
    read_ending_soon,
    read_late_projects,
    read_over_budget,
    read_over_hours,
    read_renewals,
    read_unscheduled,
)
from regie.domains.insights.triage.schemas import MatterKind

OLD_DEAL_DAYS = 180


@dataclass(frozen=True, slots=True)
class MatterSource:
    """The permissions without which a caller has no such matters, and the statement that finds them.

    A personal matter is of one user only and cannot be assigned. `scoped_by` are permissions that widen the matters
    without being required.
    """

    requires: tuple[Permission, ...]
    read: Callable[[Connection, Actor, Clock], list[Matter]]
    is_personal: bool = False
    scoped_by: tuple[Permission, ...] = ()

    def scopes(self, actor: Actor) -> tuple[Scope | None, ...]:
        """The scopes of the caller; users with the same scopes, all of them *all*, have the same matters."""
        return tuple(actor.scope(permission) for permission in (*self.requires, *self.scoped_by))


P = Permission
SOURCES: Mapping[MatterKind, MatterSource] = {
    "next_step": MatterSource((P.CLIENTS_VIEW,), read_next_steps, is_personal=True),
    "overdue": MatterSource((P.INVOICES_VIEW,), read_overdue),
    "promise": MatterSource((P.INVOICES_VIEW,), read_broken_promises),
    "over_hours": MatterSource((P.RETAINERS_VIEW,), read_over_hours),
    "decide_hours": MatterSource((P.RETAINERS_VIEW, P.RETAINERS_ADJUST), read_decide_hours),
    "approval": MatterSource((P.OOS_SALES_VIEW,), read_approvals),
    "renewal": MatterSource((P.RETAINERS_VIEW,), read_renewals),
    "churn": MatterSource((P.CHURNS_VIEW, P.CHURNS_CONFIRM), read_churns),
    "to_invoice": MatterSource((P.PAYMENTS_VIEW, P.PAYMENTS_EDIT), read_to_invoice),
    "uninvoiced": MatterSource((P.PAYMENTS_VIEW, P.PAYMENTS_EDIT), read_uninvoiced),
    "unscheduled": MatterSource((P.PROJECTS_VIEW, P.PAYMENTS_VIEW), read_unscheduled),
    "deal": MatterSource((P.DEALS_VIEW, P.PROJECTS_CREATE), read_deals),
    "late_project": MatterSource((P.PROJECTS_VIEW,), read_late_projects, scoped_by=(P.PROJECTS_EDIT,)),
    "over_budget": MatterSource((P.PROJECTS_VIEW,), read_over_budget, scoped_by=(P.PROJECTS_EDIT,)),
    "ending_soon": MatterSource((P.PROJECTS_VIEW,), read_ending_soon, scoped_by=(P.PROJECTS_EDIT,)),
}


def read_matters(
    db: Connection, actor: Actor, clock: Clock, kinds: Iterable[MatterKind] = tuple(SOURCES)
) -> list[Matter]:
    """Return the matters of these kinds that the caller may see."""
    return [
        matter
        for kind in kinds
        if all(actor.can(permission) for permission in SOURCES[kind].requires)
        for matter in SOURCES[kind].read(db, actor, clock)
    ]


def is_old_deal(matter: Matter) -> bool:
    return matter.kind == "deal" and (matter.facts["days"] or 0) > OLD_DEAL_DAYS
