"""Names the kinds of matters: the permissions without which a caller has none, and the statement that finds them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.db.query_cache import QueryCache, read_table_versions
from regie.core.time.clock import Clock
from regie.domains.insights.triage.client_sources import (
    read_broken_promises,
    read_deals,
    read_next_steps,
    read_overdue,
    read_to_invoice,
    read_uninvoiced,
    read_uninvoiced_clients,
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
from regie.domains.records.users.queries import read_currency

OLD_DEAL_DAYS = 180


@dataclass(frozen=True, slots=True)
class MatterSource:
    """The permissions without which a caller has no such matters, and the statement that finds them.

    `tables` are all that it reads; the matters are remembered until one of them changes. A personal matter is of one
    user only and cannot be assigned. `scoped_by` are permissions that widen the matters without being required.
    """

    requires: tuple[Permission, ...]
    read: Callable[[Connection, Actor, Clock], list[Matter]]
    tables: tuple[str, ...]
    is_personal: bool = False
    scoped_by: tuple[Permission, ...] = ()

    def scopes(self, actor: Actor) -> tuple[Scope | None, ...]:
        """The scopes of the caller; users with the same scopes, all of them *all*, have the same matters."""
        return tuple(actor.scope(permission) for permission in (*self.requires, *self.scoped_by))


P = Permission
# Whose records they are, and who may see them.
_RECORDS = ("clients", "project_members", "project_sellers", "projects", "team_members", "users")
_PAYMENTS = (*_RECORDS, "exchange_rates", "invoices", "payment_allocations", "project_payments")
_RETAINERS = (*_RECORDS, "retainer_periods")
_WORK = (*_RECORDS, "employees", "time_entries")
SOURCES: Mapping[MatterKind, MatterSource] = {
    "next_step": MatterSource((P.CLIENTS_VIEW,), read_next_steps, (*_RECORDS, "client_notes"), is_personal=True),
    "overdue": MatterSource((P.INVOICES_VIEW,), read_overdue, (*_RECORDS, "invoices")),
    "promise": MatterSource(
        (P.INVOICES_VIEW,),
        read_broken_promises,
        (*_RECORDS, "client_collections", "customer_credits", "invoice_payments", "invoices"),
    ),
    "over_hours": MatterSource((P.RETAINERS_VIEW,), read_over_hours, _RETAINERS),
    "decide_hours": MatterSource(
        (P.RETAINERS_VIEW, P.RETAINERS_ADJUST), read_decide_hours, (*_RETAINERS, "overage_decisions", "terms")
    ),
    "approval": MatterSource((P.OOS_SALES_VIEW,), read_approvals, (*_WORK, "oos_approvals", "project_amendments")),
    "renewal": MatterSource((P.RETAINERS_VIEW,), read_renewals, (*_RECORDS, "project_fees", "terms")),
    "churn": MatterSource((P.CHURNS_VIEW, P.CHURNS_CONFIRM), read_churns, (*_RECORDS, "churn_events")),
    "to_invoice": MatterSource((P.PAYMENTS_VIEW, P.PAYMENTS_EDIT), read_to_invoice, _PAYMENTS),
    "uninvoiced": MatterSource((P.PAYMENTS_VIEW, P.PAYMENTS_EDIT), read_uninvoiced, _PAYMENTS),
    "unscheduled": MatterSource(
        (P.PROJECTS_VIEW, P.PAYMENTS_VIEW), read_unscheduled, (*_RECORDS, "oos_approvals", "project_payments")
    ),
    "deal": MatterSource((P.DEALS_VIEW, P.PROJECTS_CREATE), read_deals, (*_RECORDS, "hubspot_deals")),
    "late_project": MatterSource((P.PROJECTS_VIEW,), read_late_projects, _WORK, scoped_by=(P.PROJECTS_EDIT,)),
    "over_budget": MatterSource((P.PROJECTS_VIEW,), read_over_budget, _WORK, scoped_by=(P.PROJECTS_EDIT,)),
    "ending_soon": MatterSource((P.PROJECTS_VIEW,), read_ending_soon, _WORK, scoped_by=(P.PROJECTS_EDIT,)),
}
# What finds the matters of a kind without what describes them.
_COUNTED: Mapping[MatterKind, Callable[[Connection, Actor, Clock], list[Matter]]] = {
    "uninvoiced": read_uninvoiced_clients
}
_CACHES: Mapping[MatterKind, QueryCache[list[Matter]]] = {
    kind: QueryCache(source.tables) for kind, source in SOURCES.items()
}


def read_matters(
    db: Connection,
    actor: Actor,
    clock: Clock,
    kinds: Iterable[MatterKind] = tuple(SOURCES),
    counted: Collection[MatterKind] = (),
) -> list[Matter]:
    """Return the matters of these kinds that the caller may see; of the kinds `counted`, only which ones there are."""
    versions = read_table_versions(db)
    granted = (actor.user_id, actor.employee_id, actor.roles, actor.metric_permissions, actor.metric_scopes)
    # Amounts of payments are converted to the caller's currency.
    key = (db.engine, granted, clock.today(), read_currency(db, actor), actor.settings_version)
    matters: list[Matter] = []
    for kind in kinds:
        source, is_counted = SOURCES[kind], kind in counted and kind in _COUNTED
        if all(actor.can(permission) for permission in source.requires):
            read = partial(_COUNTED[kind] if is_counted else source.read, db, actor, clock)
            matters += _CACHES[kind].get_with_versions(versions, (*key, is_counted), read)
    return matters


def is_old_deal(matter: Matter) -> bool:
    return matter.kind == "deal" and (matter.facts["days"] or 0) > OLD_DEAL_DAYS
