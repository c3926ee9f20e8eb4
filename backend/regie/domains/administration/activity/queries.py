"""Reads the activity log, restricted to the caller's records and topics."""

from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, false, not_, or_, select, true

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden
from regie.core.api.wire import Page
from regie.core.audit.activity import ActivityEntry
from regie.core.lists.listing import Filter, Listing, RowScope, at_least, one_of
from regie.core.lists.shape import RefField, Shape
from regie.core.time.clock import Clock
from regie.domains.administration.activity.schemas import ActivityColumns, ActivityQuery, ActivityRow, Change
from regie.domains.money.payments.queries import visible_payments
from regie.domains.records.clients.models import Client
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import managed_clients
from regie.domains.work.projects.queries import managed_projects
from regie.domains.work.retainers.queries import managed_periods

# The log cannot be changed, so earlier names of fields and values are translated when it is read.
_RENAMED_FIELDS = {"ageing_edges": "aging_buckets", "kept": "existing"}
_RENAMED_CAUSES: dict[object, str] = {"nobody": "no_account"}
# What reading each topic needs.
_TOPICS = {
    "money": (Permission.ACTIVITY_VIEW_MONEY,),
    "cost": (Permission.ACTIVITY_VIEW_MONEY, Permission.EMPLOYEES_COST_RATES),
    "churn": (Permission.ACTIVITY_VIEW_CHURN,),
}


def _done_by(name: str) -> ColumnElement[bool]:
    """Select entries whose actor or impersonator is one of these users."""
    users = bindparam(name, expanding=True)
    return or_(ActivityEntry.actor_api_id.in_(users), ActivityEntry.real_actor_api_id.in_(users))


# Records with a page of their own, which the screen links to as long as they exist.
_SUBJECT_EXISTS = or_(
    *(exists().where(kind.api_id == ActivityEntry.subject_api_id) for kind in (Client, Project, User))
)
ACTIVITY = Listing(
    source=ActivityEntry.__table__,
    key=ActivityEntry.id,
    api_id=ActivityEntry.api_id,
    shape=Shape.of(
        ActivityColumns,
        ActivityEntry,
        subject=ActivityEntry.subject_name,
        subject_exists=_SUBJECT_EXISTS.label("subject_exists"),
        actor=RefField(ActivityEntry.actor_api_id, ActivityEntry.actor_name),
        real_actor=RefField(ActivityEntry.real_actor_api_id, ActivityEntry.real_actor_name),
    ),
    sorts={"at": ActivityEntry.at},
    default_sort="-at",
    search=(ActivityEntry.search_key,),
    filters={
        "subject": one_of(ActivityEntry.subject_api_id),
        "actor": Filter(lambda name, _value: _done_by(name)),
        "person": Filter(
            lambda name, _value: or_(_done_by(name), ActivityEntry.subject_api_id.in_(bindparam(name, expanding=True)))
        ),
        "action": one_of(ActivityEntry.action),
        "subject_type": one_of(ActivityEntry.subject_type),
        "at_from": at_least(ActivityEntry.at),
        "at_to": Filter(lambda name, _value: ActivityEntry.at < bindparam(name)),
    },
)


# Entries about costs that earlier versions filed under money.
_IS_FORMER_COST = and_(
    ActivityEntry.topic == "money",
    or_(ActivityEntry.action == "cost_rate_set", ActivityEntry.subject_type == "project_cost"),
)


def _has_topic(topic: str) -> ColumnElement[bool]:
    filed = ActivityEntry.topic == topic
    if topic == "money":
        return and_(filed, not_(_IS_FORMER_COST))
    return or_(filed, _IS_FORMER_COST) if topic == "cost" else filed


def visible_activity(scope: Scope | None, topics: tuple[str, ...]) -> ColumnElement[bool]:
    """Select all entries, or those of the caller's clients and projects and of whole topics."""
    if scope is Scope.ALL:
        return true()
    own = false()
    if scope is not None:
        clients = select(Client.api_id).where(managed_clients(scope))
        projects = select(Project.api_id).where(managed_projects(scope))
        payments = select(ProjectPayment.api_id).where(visible_payments(scope))
        periods = select(RetainerPeriod.api_id).where(managed_periods(scope))
        own = or_(
            and_(ActivityEntry.subject_type == "client", ActivityEntry.subject_api_id.in_(clients)),
            and_(ActivityEntry.subject_type == "project", ActivityEntry.subject_api_id.in_(projects)),
            and_(ActivityEntry.subject_type == "payment", ActivityEntry.subject_api_id.in_(payments)),
            and_(ActivityEntry.subject_type == "retainer_period", ActivityEntry.subject_api_id.in_(periods)),
        )
    return or_(own, *map(_has_topic, topics))


def activity_row_scope(actor: Actor) -> RowScope:
    scope = actor.scope(Permission.ACTIVITY_VIEW)
    topics = tuple(topic for topic, needed in _TOPICS.items() if all(map(actor.can, needed)))
    if scope is None and not topics:
        raise Forbidden
    return RowScope(
        key=("activity", scope, topics),
        rows=lambda: visible_activity(scope, topics),
        shows_restricted=true,
        params=actor.params,
    )


def list_activity(db: Connection, actor: Actor, clock: Clock, query: ActivityQuery) -> Page[ActivityRow]:
    page = ACTIVITY.page(db, activity_row_scope(actor), _convert_days(query, clock))
    return {"data": [_list_changes(row) for row in page["data"]], "meta": page["meta"]}


def _convert_days(query: ActivityQuery, clock: Clock) -> ActivityQuery:
    """Convert business dates to the instants that the log stores."""
    days = {
        "at_from": query.at_from and clock.start_of(query.at_from),
        "at_to": query.at_to and clock.start_of(query.at_to + timedelta(days=1)),
    }
    return query.model_copy(update=days)


def _list_changes(row: ActivityColumns) -> ActivityRow:
    return {**row, "changes": [_change(name, *pair) for name, pair in row["changes"].items()]}


def _change(name: str, before: object, after: object) -> Change:
    if name == "cause" and after in _RENAMED_CAUSES:
        after = _RENAMED_CAUSES[after]
    return {"field": _RENAMED_FIELDS.get(name, name), "before": before, "after": after}
