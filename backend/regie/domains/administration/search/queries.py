"""Searching every record that the caller may see: each kind through its own list and its own sight of it.

One statement per kind, built once per scope and number of words; what a kind's list would not show is not found here.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Row,
    Select,
    String,
    Subquery,
    bindparam,
    case,
    func,
    literal_column,
    null,
    select,
)

from regie.access.actor import Actor
from regie.access.permissions import Permission as P
from regie.core.lists.listing import Listing, RowScope
from regie.core.lists.shape import Column
from regie.core.lists.text_index import WordShape, contains_words, words_of
from regie.core.text.folding import escaped, fold
from regie.core.text.locale import Locale
from regie.domains.administration.search.schemas import Hit, Kind, Owner, OwnerKind, SearchQuery
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.insights.core_values.queries import CORE_VALUES, core_value_row_scope
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.goals.queries import GOALS, goal_row_scope
from regie.domains.money.invoices.queries import INVOICES, invoice_row_scope
from regie.domains.people.employees.queries import EMPLOYEES, employee_row_scope
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import TEAMS, team_row_scope
from regie.domains.people.users.queries import USERS, user_row_scope
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.attachments.models import Attachment
from regie.domains.work.attachments.queries import ATTACHMENTS, attachment_row_scope
from regie.domains.work.churns.queries import CHURNS, churn_row_scope
from regie.domains.work.clients.queries import CLIENTS, client_row_scope
from regie.domains.work.deals.queries import DEALS, deal_row_scope
from regie.domains.work.projects.queries import PROJECTS, project_row_scope

# How well a record answers: it is called so, begins so, a word in it begins so, or the words are somewhere in it.
_CALLED_SO, _BEGINS_SO, _A_WORD_BEGINS_SO, _SOMEWHERE = map(literal_column, "0123")
_ENOUGH = literal_column("2000")
_EXACT = bindparam("exact_", type_=String)
_BEGINNING = bindparam("beginning_", type_=String)
_WITHIN = bindparam("within_", type_=String)


@dataclass(frozen=True, slots=True)
class _OwnedBy:
    kind: OwnerKind
    api_id: Column
    name: Column


class _Found(NamedTuple):
    """A hit and how well it answers."""

    rank: int
    hit: Hit


@dataclass(frozen=True, slots=True)
class _Source:
    """One kind of record: its list, who sees what of it, and what of a row is told."""

    kind: Kind
    listing: Listing[Any]
    requires: P
    row_scope: Callable[[Actor], RowScope]
    title: Mapping[Locale, Column]
    # Folded, as `name_key` is: what a record may be called exactly.
    names: tuple[Column, ...]
    context: Column | None = None
    owners: tuple[_OwnedBy, ...] = ()
    is_put_away: ColumnElement[bool] | None = None
    # Of equally good ones these come first.
    newest: Column | None = None
    _statements: dict[Hashable, Select[*tuple[Any, ...]]] = field(default_factory=dict)

    def find(self, db: Connection, actor: Actor, shape: WordShape, values: Mapping[str, object]) -> list[_Found]:
        seen = self.row_scope(actor)
        key = (seen.key, actor.locale, shape)
        if key not in self._statements:
            self._statements[key] = self._build(seen, actor.locale, shape)
        return [self._found(row) for row in db.execute(self._statements[key], {**seen.params, **values})]

    def _build(self, seen: RowScope, locale: Locale, shape: WordShape) -> Select[*tuple[Any, ...]]:
        best = self._best(seen, shape)
        owners = [column for owner in self.owners for column in (owner.api_id, owner.name)]
        return (
            select(
                self.listing.api_id.label("api_id"),
                self.title[locale].label("title"),
                (null() if self.context is None else self.context).label("context"),
                best.c.away_,
                best.c.rank_,
                *(column.label(f"owner_{place}") for place, column in enumerate(owners)),
            )
            .select_from(self.listing.source.join(best, best.c.key_ == self.listing.key))
            .order_by(*_in_order(best))
        )

    def _best(self, seen: RowScope, shape: WordShape) -> Subquery:
        """Which rows, before anything else of them is read: a word may be in very many."""
        found = self._compared(seen, shape).subquery()
        return select(found).order_by(*_in_order(found)).limit(bindparam("limit_", type_=Integer)).subquery()

    def _compared(self, seen: RowScope, shape: WordShape) -> Select[*tuple[Any, ...]]:
        """Short words alone are at the beginning of too many: enough of the newest are compared, and no more."""
        texts, key = self.listing.search, self.listing.key
        away = literal_column("0") if self.is_put_away is None else case((self.is_put_away, 1), else_=0)
        newest = null() if self.newest is None else self.newest
        ranked = select(
            key.label("key_"),
            away.label("away_"),
            _rank(self.names, texts).label("rank_"),
            newest.label("newest_"),
            self.names[0].label("name_"),
        ).select_from(self.listing.source)
        found = ranked.where(seen.rows(), *contains_words(texts, shape))
        return found if shape[0] > 0 else found.order_by(key.desc()).limit(_ENOUGH)

    def _found(self, row: Row[*tuple[Any, ...]]) -> _Found:
        values = row._mapping
        owners: list[Owner] = [
            {"kind": owner.kind, "api_id": values[f"owner_{2 * place}"], "name": values[f"owner_{2 * place + 1}"]}
            for place, owner in enumerate(self.owners)
        ]
        hit: Hit = {
            "kind": self.kind,
            "api_id": row.api_id,
            "title": row.title,
            "context": row.context or None,
            "owner": next((owner for owner in owners if owner["api_id"] is not None), None),
            "is_put_away": bool(row.away_),
        }
        return _Found(row.rank_, hit)


def _in_order(found: Subquery) -> list[ColumnElement[Any]]:
    """The best first; the key comes last, so that equal ones are always in the same order."""
    columns = found.c
    return [columns.rank_, columns.away_, columns.newest_.desc(), columns.name_, columns.key_]


def _rank(names: tuple[Column, ...], texts: tuple[Column, ...]) -> ColumnElement[Any]:
    """The better the smaller."""

    def any_like(columns: tuple[Column, ...], pattern: Any) -> list[ColumnElement[bool]]:
        return [column.like(pattern, escape="\\") for column in columns]

    return case(
        *((name == _EXACT, _CALLED_SO) for name in names),
        *((held, _BEGINS_SO) for held in any_like(names, _BEGINNING)),
        *((held, _A_WORD_BEGINS_SO) for held in (*any_like(texts, _BEGINNING), *any_like(texts, _WITHIN))),
        else_=_SOMEWHERE,
    )


def _always(title: Column) -> dict[Locale, Column]:
    return {"en-us": title, "fr-ca": title}


_OF_CLIENT = _OwnedBy("client", Client.api_id, Client.name)
_OF_PROJECT = _OwnedBy("project", Project.api_id, Project.name)
_OF_EMPLOYEE = _OwnedBy("employee", Employee.api_id, Employee.name)
_SOURCES = (
    _Source(
        "client", CLIENTS, P.CLIENTS_VIEW, client_row_scope, _always(Client.name), (Client.name_key,),
        context=Client.contact_name, is_put_away=Client.archived_at.is_not(None),
    ),
    _Source(
        "project", PROJECTS, P.PROJECTS_VIEW, project_row_scope, _always(Project.name),
        (Project.name_key, func.lower(Project.number)),
        context=Project.number, owners=(_OF_CLIENT,), is_put_away=Project.archived_at.is_not(None),
    ),
    _Source(
        "employee", EMPLOYEES, P.DIRECTORY_VIEW, employee_row_scope, _always(Employee.name),
        (Employee.name_key, func.lower(Employee.email)),
        context=Employee.job_title, is_put_away=Employee.status == "left",
    ),
    _Source(
        "team", TEAMS, P.DIRECTORY_VIEW, team_row_scope, _always(Team.name), (Team.name_key,),
        is_put_away=Team.archived_at.is_not(None),
    ),
    _Source(
        "invoice", INVOICES, P.INVOICES_VIEW, invoice_row_scope,
        _always(func.coalesce(Invoice.number, Invoice.external_id)),
        (Invoice.name_key, func.lower(Invoice.number)),
        context=Invoice.customer_name, owners=(_OF_CLIENT,), is_put_away=Invoice.deleted_at.is_not(None),
        newest=Invoice.issued_on,
    ),
    _Source(
        "deal", DEALS, P.DEALS_VIEW, deal_row_scope, _always(HubspotDeal.name), (HubspotDeal.name_key,),
        context=HubspotDeal.stage, owners=(_OF_CLIENT,),
    ),
    _Source(
        "goal", GOALS, P.GOALS_VIEW, goal_row_scope, _always(EmployeeGoal.title), (EmployeeGoal.name_key,),
        context=Employee.name, owners=(_OF_EMPLOYEE,), is_put_away=EmployeeGoal.status == "cancelled",
        newest=EmployeeGoal.period_end,
    ),
    _Source(
        "churn", CHURNS, P.CHURNS_VIEW, churn_row_scope, _always(Project.name), (Project.name_key,),
        context=Client.name, owners=(_OF_PROJECT,), is_put_away=ChurnEvent.state == "voided",
        newest=ChurnEvent.effective_on,
    ),
    _Source(
        "core_value", CORE_VALUES, P.CORE_VALUES_VIEW, core_value_row_scope,
        {"en-us": CoreValue.name_en, "fr-ca": CoreValue.name_fr}, (CoreValue.name_key,),
        is_put_away=CoreValue.is_active.is_(False),
    ),
    _Source(
        "attachment", ATTACHMENTS, P.DIRECTORY_VIEW, attachment_row_scope,
        _always(func.coalesce(func.nullif(Attachment.title, ""), Attachment.file_name)), (Attachment.name_key,),
        context=Attachment.file_name, owners=(_OF_PROJECT, _OF_CLIENT, _OF_EMPLOYEE), newest=Attachment.uploaded_at,
    ),
    _Source("user", USERS, P.USERS_VIEW, user_row_scope, _always(User.name), (User.name_key, User.email),
        context=User.email, is_put_away=User.status == "deactivated",
    ),
)  # fmt: skip


def search_everything(db: Connection, actor: Actor, query: SearchQuery) -> list[Hit]:
    """The best first; of equally good ones those of the kinds that are looked for most."""
    words = words_of(query.q)
    if not words.long and not words.short:
        return []
    phrase = escaped(" ".join(fold(query.q).split()))
    values = words.params | {
        "exact_": " ".join(fold(query.q).split()),
        "beginning_": f"{phrase}%",
        "within_": f"% {phrase}%",
        "limit_": query.limit,
    }
    found = [
        one for source in _SOURCES if actor.may(source.requires) for one in source.find(db, actor, words.shape, values)
    ]
    return [one.hit for one in sorted(found, key=lambda one: one.rank)]
