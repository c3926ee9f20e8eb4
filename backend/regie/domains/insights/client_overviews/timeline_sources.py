"""Defines what happened with a client: one statement per kind of its own records, restricted to the caller's rights.

Every statement has the position of its rows in time, and the columns that the sentence of its kind shows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, and_, case, func, null, or_, select, type_coerce
from sqlalchemy.orm import aliased

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.audit.activity import ActivityEntry
from regie.core.lists.listing import Statement
from regie.core.lists.shape import Column
from regie.domains.insights.client_overviews.schemas import TimelineKind
from regie.domains.money.collections.queries import clients_within
from regie.domains.money.invoices.queries import invoice_row_scope
from regie.domains.people.teams.models import Team
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client, ClientNote
from regie.domains.records.collections.models import CollectionEntry
from regie.domains.records.dated_fields.schemas import BEGINNING
from regie.domains.records.hours_warnings.models import HoursWarning
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.projects.models import PAUSED, STATE, OosApproval, Project, ProjectFee
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.models import Term
from regie.domains.records.users.models import User
from regie.domains.work.churns.queries import churn_row_scope
from regie.domains.work.oos_sales.queries import visible_extra_work
from regie.domains.work.projects.queries import projects_with_visible_money, visible_projects


@dataclass(frozen=True, slots=True)
class TimelineSource:
    """The rows of one kind; `position` is a day or an instant, `key` orders the rows of one position."""

    kind: TimelineKind
    position: Column
    key: Column
    rows: Statement

    @property
    def is_instant(self) -> bool:
        return self.position.type.python_type is not date


_actor = (User.api_id.label("actor_id"), User.name.label("actor_name"))
_project = (Project.api_id.label("project_id"), Project.name.label("project_name"))


def _units(amount: Column) -> ColumnElement[int]:
    return type_coerce(amount, BigInteger)


def timeline_sources(actor: Actor, client: int, *, sees_money: bool) -> Iterator[TimelineSource]:
    """Yield the kinds that the caller may see; `sees_money` says whether they see the amounts of this client."""
    yield _notes(client)
    yield _responsibilities(client)
    if sees_money and actor.can(Permission.INVOICES_VIEW):
        yield from _invoices(actor, client)
        yield _contacts(actor, client)
    scope = actor.scope(Permission.PROJECTS_VIEW)
    if scope is None:
        return
    projects = and_(Project.client_id == client, visible_projects(scope))
    yield _states(projects)
    if sees_money:
        yield _fees(projects, projects_with_visible_money(actor))
    if actor.can(Permission.CHURNS_VIEW):
        yield from _churns(actor, projects)
    if (sold := actor.scope(Permission.OOS_SALES_VIEW)) is not None:
        yield from _sales(and_(projects, visible_extra_work(sold)), projects_with_visible_money(actor))
    if (hours := actor.scope(Permission.RETAINERS_VIEW)) is not None:
        yield _hours_warnings(projects, hours)


def _notes(client: int) -> TimelineSource:
    rows = select(ClientNote.api_id.label("note_id")).where(ClientNote.client_id == client)
    return TimelineSource("note", ClientNote.noted_on, ClientNote.id, rows)


def _responsibilities(client: int) -> TimelineSource:
    """Changes of the account manager and of the team; the first ones have no day."""
    manager = aliased(User)
    is_manager = Term.name == "account_manager"
    rows = (
        select(
            Term.name.label("value"),
            Term.reason,
            case((is_manager, manager.name), else_=Team.name).label("person"),
            *_actor,
        )
        .outerjoin(User, User.id == Term.recorded_by_id)
        .outerjoin(manager, and_(is_manager, manager.id == Term.reference_id))
        .outerjoin(Team, and_(~is_manager, Team.id == Term.reference_id))
        .where(
            Term.record == "client",
            Term.record_id == client,
            Term.name.in_(("account_manager", "team")),
            Term.effective_from > BEGINNING,
        )
    )
    return TimelineSource("responsibility", Term.effective_from, Term.id, rows)


def _invoices(actor: Actor, client: int) -> Iterator[TimelineSource]:
    """Invoices when they were issued, and what was paid on them; those void or deleted in the service are left out."""
    shown = (
        Invoice.client_id == client,
        Invoice.is_voided.is_(False),
        Invoice.deleted_at.is_(None),
        invoice_row_scope(actor).rows(),
    )
    invoice = (Invoice.api_id.label("invoice_id"), Invoice.number.label("invoice_number"))
    issued = select(*invoice, _units(Invoice.total).label("amount"), Invoice.currency).where(*shown)
    yield TimelineSource("invoice", Invoice.issued_on, Invoice.id, issued)
    paid = (
        select(
            *invoice, InvoicePayment.kind.label("value"), _units(InvoicePayment.amount).label("amount"),
            InvoicePayment.currency,
        )
        .join(Invoice, Invoice.external_id == InvoicePayment.invoice_external_id)
        .where(InvoicePayment.deleted_at.is_(None), *shown)
    )  # fmt: skip
    yield TimelineSource("payment", InvoicePayment.paid_on, InvoicePayment.id, paid)


def _contacts(actor: Actor, client: int) -> TimelineSource:
    """Contacts about what the client owes, with the promise that they led to."""
    visible = clients_within(actor)(actor.require(Permission.INVOICES_VIEW))
    rows = (
        select(
            CollectionEntry.kind.label("value"),
            CollectionEntry.text.label("reason"),
            CollectionEntry.promised_on.label("effective_on"),
            _units(CollectionEntry.promised_amount).label("amount"),
            CollectionEntry.promised_currency.label("currency"),
            *_actor,
        )
        .outerjoin(User, User.id == CollectionEntry.author_id)
        .where(CollectionEntry.client_id == client, CollectionEntry.client_id.in_(select(Client.id).where(visible)))
    )
    return TimelineSource("collection_entry", CollectionEntry.contacted_on, CollectionEntry.id, rows)


def _states(projects: ColumnElement[bool]) -> TimelineSource:
    """Pauses of retainers, and when they ran again; the first state is that of their first day."""
    earlier = aliased(Term)
    has_earlier = (
        select(earlier.id)
        .where(
            earlier.record == Term.record,
            earlier.record_id == Term.record_id,
            earlier.name == Term.name,
            earlier.effective_from < Term.effective_from,
        )
        .correlate(Term)
        .exists()
    )
    rows = (
        select(*_project, Term.value, Term.reason, *_actor)
        .join(Project, Project.id == Term.record_id)
        .outerjoin(User, User.id == Term.recorded_by_id)
        .where(Term.record == "project", Term.name == STATE, projects, or_(Term.value == PAUSED, has_earlier))
    )
    return TimelineSource("state", Term.effective_from, Term.id, rows)


def _fees(projects: ColumnElement[bool], with_money: ColumnElement[bool]) -> TimelineSource:
    """Monthly fees from their first day, each with the fee before it; null for the first."""
    before, previous = aliased(ProjectFee), aliased(ProjectFee)
    previous_start = (
        select(func.max(previous.starts_on))
        .where(previous.project_id == ProjectFee.project_id, previous.starts_on < ProjectFee.starts_on)
        .correlate(ProjectFee)
        .scalar_subquery()
    )
    rows = (
        select(
            *_project,
            _units(ProjectFee.amount).label("amount"),
            _units(before.amount).label("before"),
            Project.currency,
            ProjectFee.reason,
            *_actor,
        )
        .join(Project, Project.id == ProjectFee.project_id)
        .outerjoin(before, and_(before.project_id == ProjectFee.project_id, before.starts_on == previous_start))
        .outerjoin(User, User.id == ProjectFee.recorded_by_id)
        .where(projects, with_money, Project.status != "draft")
    )
    return TimelineSource("fee", ProjectFee.starts_on, ProjectFee.id, rows)


def _churns(actor: Actor, projects: ColumnElement[bool]) -> Iterator[TimelineSource]:
    """Churn when it was recorded, won back or undone, with the MRR lost where the caller sees it."""
    scope = churn_row_scope(actor)
    lost = case((scope.shows_restricted(), _units(ChurnEvent.mrr_lost)), else_=null())
    shown = (*_project, ChurnEvent.effective_on.label("effective_on"))
    recorded = (
        select(*shown, ChurnEvent.reason.label("value"), lost.label("amount"), ChurnEvent.currency, *_actor)
        .join(Project, Project.id == ChurnEvent.project_id)
        .outerjoin(User, User.id == ChurnEvent.recorded_by_id)
        .where(projects, scope.rows())
    )
    yield TimelineSource("churn", ChurnEvent.created_at, ChurnEvent.id, recorded)
    won_back = (
        select(*shown, ChurnEvent.won_back_reason.label("reason"), *_actor)
        .join(Project, Project.id == ChurnEvent.project_id)
        .outerjoin(User, User.id == ChurnEvent.won_back_by_id)
        .where(projects, scope.rows(), ChurnEvent.won_back_on.is_not(None))
    )
    yield TimelineSource("won_back", ChurnEvent.won_back_on, ChurnEvent.id, won_back)
    # An undone churn does not change afterwards: its last entry in the log undid it.
    last = aliased(ActivityEntry)
    last_entry = (
        select(func.max(last.id))
        .where(last.subject_api_id == ChurnEvent.api_id, last.subject_type == "churn")
        .correlate(ChurnEvent)
        .scalar_subquery()
    )
    undone = (
        select(
            *shown, ActivityEntry.actor_api_id.label("actor_id"), ActivityEntry.actor_name.label("actor_name"),
            ChurnEvent.rejection_reason.label("reason"),
        )
        .join(Project, Project.id == ChurnEvent.project_id)
        .join(ActivityEntry, ActivityEntry.id == last_entry)
        .where(projects, scope.rows(), ChurnEvent.state == "voided")
    )  # fmt: skip
    yield TimelineSource("churn_undone", ActivityEntry.at, ActivityEntry.id, undone)


def _sales(sales: ColumnElement[bool], with_money: ColumnElement[bool]) -> Iterator[TimelineSource]:
    """Out-of-scope work when it was sold, and the client's decisions about it and about its amendments."""
    amount = case((with_money, _units(Project.amount)), else_=null()).label("amount")
    sold = select(*_project, amount, Project.currency).where(sales, Project.sold_on.is_not(None))
    yield TimelineSource("sale", Project.sold_on, Project.id, sold)
    decided = (
        select(
            *_project, OosApproval.decision.label("value"), OosApproval.contact_name.label("person"),
            OosApproval.note.label("reason"), *_actor,
        )
        .join(Project, Project.id == OosApproval.project_id)
        .outerjoin(User, User.id == OosApproval.decided_by_id)
        .where(sales)
    )  # fmt: skip
    yield TimelineSource("approval", OosApproval.decided_on, OosApproval.id, decided)


def _hours_warnings(projects: ColumnElement[bool], hours: Scope) -> TimelineSource:
    """Warnings about the hours of a retainer's month, or of the budget of any other project."""
    rows = (
        select(
            *_project,
            HoursWarning.threshold.label("value"),
            HoursWarning.burn_percent.label("percent"),
            RetainerPeriod.starts_on.label("month"),
        )
        .outerjoin(RetainerPeriod, RetainerPeriod.id == HoursWarning.period_id)
        .join(Project, Project.id == func.coalesce(RetainerPeriod.project_id, HoursWarning.project_id))
        .where(projects, visible_projects(hours))
    )
    return TimelineSource("hours_warning", HoursWarning.given_at, HoursWarning.id, rows)


def rows_before(source: TimelineSource, bound: Any, key: int, limit: int) -> Select[Any]:
    """Return at most `limit` rows before a position, the latest first; at the position itself, those below `key`."""
    is_before = or_(source.position < bound, and_(source.position == bound, source.key < key))
    columns = (source.position.label("position_"), source.key.label("key_"))
    return (
        source.rows.add_columns(*columns)
        .where(is_before)
        .order_by(source.position.desc(), source.key.desc())
        .limit(limit)
    )
