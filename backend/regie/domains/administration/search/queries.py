"""Searches all kinds of records that the caller can see, each through its own list and row scope.

There is one statement per kind, built once per scope and number of words; it never finds what the list would not show.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
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
    or_,
    select,
)

from regie.access.actor import Actor
from regie.access.permissions import Permission as P
from regie.core.lists.listing import Listing, RowScope
from regie.core.lists.shape import Column
from regie.core.lists.statements import prune_joins
from regie.core.lists.text_index import SearchShape, contains_terms, parse_search
from regie.core.text.folding import escape_like, fold
from regie.core.text.locale import Locale
from regie.domains.administration.search.schemas import Kind, Owner, OwnerKind, SearchQuery, SearchResult
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

# How well a record matches: by its whole name, the beginning of it, the beginning of a word, or anywhere.
_EXACT_MATCH, _PREFIX_MATCH, _WORD_MATCH, _SUBSTRING_MATCH = map(literal_column, "0123")
_MAX_RANKED = literal_column("2000")
_PHRASE = bindparam("phrase_", type_=String)
_PREFIX = bindparam("prefix_", type_=String)
_WORD_PREFIX = bindparam("word_prefix_", type_=String)


@dataclass(frozen=True, slots=True)
class _OwnerColumns:
    kind: OwnerKind
    api_id: Column
    name: Column


class _RankedHit(NamedTuple):
    """A hit and how well it matches; lower is better."""

    rank: int
    hit: SearchResult


@dataclass(frozen=True, slots=True)
class _Source:
    """One kind of record: its list, its row scope, and the columns of a hit."""

    kind: Kind
    listing: Listing[Any]
    requires: P
    row_scope: Callable[[Actor], RowScope]
    title: Mapping[Locale, Column]
    # Folded like `name_key`, to compare whole names.
    names: tuple[Column, ...]
    context: Column | None = None
    owners: tuple[_OwnerColumns, ...] = ()
    is_archived: ColumnElement[bool] | None = None
    # Sorts equal matches, newest first.
    recency: Column | None = None
    _statements: dict[Hashable, Select[*tuple[Any, ...]]] = field(default_factory=dict)

    def find(self, db: Connection, actor: Actor, shape: SearchShape, values: Mapping[str, object]) -> list[_RankedHit]:
        scope = self.row_scope(actor)
        key = (scope.key, actor.locale, shape)
        if key not in self._statements:
            self._statements[key] = self._build(scope, actor.locale, shape)
        return [self._to_hit(row) for row in db.execute(self._statements[key], {**scope.params, **values})]

    def _build(self, scope: RowScope, locale: Locale, shape: SearchShape) -> Select[*tuple[Any, ...]]:
        best = self._select_best(scope, shape)
        owners = [column for owner in self.owners for column in (owner.api_id, owner.name)]
        return (
            select(
                self.listing.api_id.label("api_id"),
                self.title[locale].label("title"),
                (null() if self.context is None else self.context).label("context"),
                best.c.archived_,
                best.c.rank_,
                *(column.label(f"owner_{index}") for index, column in enumerate(owners)),
            )
            .select_from(self.listing.source.join(best, best.c.key_ == self.listing.key))
            .order_by(*_sort_columns(best))
        )

    def _select_best(self, scope: RowScope, shape: SearchShape) -> Subquery:
        """Select the best rows before joining anything else: a word may occur in very many."""
        found = self._select_candidates(scope, shape).subquery()
        return select(found).order_by(*_sort_columns(found)).limit(bindparam("limit_", type_=Integer)).subquery()

    def _select_candidates(self, scope: RowScope, shape: SearchShape) -> CompoundSelect[*tuple[Any, ...]]:
        """Very many rows may match: the newest are ranked, and those that have exactly this name."""
        texts, key = self.listing.search, self.listing.key
        archived = literal_column("0") if self.is_archived is None else case((self.is_archived, 1), else_=0)
        recency = null() if self.recency is None else self.recency
        columns = (
            key.label("key_"),
            archived.label("archived_"),
            _rank(self.names, texts).label("rank_"),
            recency.label("recency_"),
            self.names[0].label("name_"),
        )
        conditions = [scope.rows(), *contains_terms(texts, shape)]
        source = prune_joins(self.listing.source, [select(*columns), *conditions])
        found = select(*columns).select_from(source).where(*conditions)
        newest = found.order_by(key.desc()).limit(_MAX_RANKED).subquery()
        exact = found.where(or_(*(name == _PHRASE for name in self.names)))
        return select(newest).union(exact)

    def _to_hit(self, row: Row[*tuple[Any, ...]]) -> _RankedHit:
        values = row._mapping
        owners: list[Owner] = [
            {"kind": owner.kind, "api_id": values[f"owner_{2 * index}"], "name": values[f"owner_{2 * index + 1}"]}
            for index, owner in enumerate(self.owners)
        ]
        hit: SearchResult = {
            "kind": self.kind,
            "api_id": row.api_id,
            "title": row.title,
            "context": row.context or None,
            "owner": next((owner for owner in owners if owner["api_id"] is not None), None),
            "is_archived": bool(row.archived_),
        }
        return _RankedHit(row.rank_, hit)


def _sort_columns(found: Subquery) -> list[ColumnElement[Any]]:
    """Best first; the key makes the order stable."""
    columns = found.c
    return [columns.rank_, columns.archived_, columns.recency_.desc(), columns.name_, columns.key_]


def _rank(names: tuple[Column, ...], texts: tuple[Column, ...]) -> ColumnElement[Any]:
    """Lower is better."""

    def any_like(columns: tuple[Column, ...], pattern: Any) -> list[ColumnElement[bool]]:
        return [column.like(pattern, escape="\\") for column in columns]

    return case(
        *((name == _PHRASE, _EXACT_MATCH) for name in names),
        *((condition, _PREFIX_MATCH) for condition in any_like(names, _PREFIX)),
        *((condition, _WORD_MATCH) for condition in (*any_like(texts, _PREFIX), *any_like(texts, _WORD_PREFIX))),
        else_=_SUBSTRING_MATCH,
    )


def _any_locale(title: Column) -> dict[Locale, Column]:
    return {"en-us": title, "fr-ca": title}


_CLIENT_OWNER = _OwnerColumns("client", Client.api_id, Client.name)
_PROJECT_OWNER = _OwnerColumns("project", Project.api_id, Project.name)
_EMPLOYEE_OWNER = _OwnerColumns("employee", Employee.api_id, Employee.name)
_SOURCES = (
    _Source(
        "client", CLIENTS, P.CLIENTS_VIEW, client_row_scope, _any_locale(Client.name), (Client.name_key,),
        context=Client.contact_name, is_archived=Client.archived_at.is_not(None),
    ),
    _Source(
        "project", PROJECTS, P.PROJECTS_VIEW, project_row_scope, _any_locale(Project.name),
        (Project.name_key, func.lower(Project.number)),
        context=Project.number, owners=(_CLIENT_OWNER,), is_archived=Project.archived_at.is_not(None),
    ),
    _Source(
        "employee", EMPLOYEES, P.DIRECTORY_VIEW, employee_row_scope, _any_locale(Employee.name),
        (Employee.name_key, func.lower(Employee.email)),
        context=Employee.job_title, is_archived=Employee.status == "left",
    ),
    _Source(
        "team", TEAMS, P.DIRECTORY_VIEW, team_row_scope, _any_locale(Team.name), (Team.name_key,),
        is_archived=Team.archived_at.is_not(None),
    ),
    _Source(
        "invoice", INVOICES, P.INVOICES_VIEW, invoice_row_scope,
        _any_locale(func.coalesce(Invoice.number, Invoice.external_id)),
        (Invoice.name_key, func.lower(Invoice.number)),
        context=Invoice.customer_name, owners=(_CLIENT_OWNER,), is_archived=Invoice.deleted_at.is_not(None),
        recency=Invoice.issued_on,
    ),
    _Source(
        "deal", DEALS, P.DEALS_VIEW, deal_row_scope, _any_locale(HubspotDeal.name), (HubspotDeal.name_key,),
        context=HubspotDeal.stage, owners=(_CLIENT_OWNER,),
    ),
    _Source(
        "goal", GOALS, P.GOALS_VIEW, goal_row_scope, _any_locale(EmployeeGoal.title), (EmployeeGoal.name_key,),
        context=Employee.name, owners=(_EMPLOYEE_OWNER,), is_archived=EmployeeGoal.status == "cancelled",
        recency=EmployeeGoal.period_end,
    ),
    _Source(
        "churn", CHURNS, P.CHURNS_VIEW, churn_row_scope, _any_locale(Project.name), (Project.name_key,),
        context=Client.name, owners=(_PROJECT_OWNER,), is_archived=ChurnEvent.state == "voided",
        recency=ChurnEvent.effective_on,
    ),
    _Source(
        "core_value", CORE_VALUES, P.CORE_VALUES_VIEW, core_value_row_scope,
        {"en-us": CoreValue.name_en, "fr-ca": CoreValue.name_fr}, (CoreValue.name_key,),
        is_archived=CoreValue.is_active.is_(False),
    ),
    _Source(
        "attachment", ATTACHMENTS, P.DIRECTORY_VIEW, attachment_row_scope,
        _any_locale(func.coalesce(func.nullif(Attachment.title, ""), Attachment.file_name)), (Attachment.name_key,),
        context=Attachment.file_name, owners=(_PROJECT_OWNER, _CLIENT_OWNER, _EMPLOYEE_OWNER),
        recency=Attachment.uploaded_at,
    ),
    _Source("user", USERS, P.USERS_VIEW, user_row_scope, _any_locale(User.name), (User.name_key, User.email),
        context=User.email, is_archived=User.status == "deactivated",
    ),
)  # fmt: skip


def search_everything(db: Connection, actor: Actor, query: SearchQuery) -> list[SearchResult]:
    """Return the best hits first; equal ones in the order of `_SOURCES`."""
    words = parse_search(query.q)
    if not words.long and not words.short:
        return []
    phrase = escape_like(" ".join(fold(query.q).split()))
    values = words.params | {
        "phrase_": " ".join(fold(query.q).split()),
        "prefix_": f"{phrase}%",
        "word_prefix_": f"% {phrase}%",
        "limit_": query.limit,
    }
    found = [
        hit for source in _SOURCES if actor.can(source.requires) for hit in source.find(db, actor, words.shape, values)
    ]
    return [ranked.hit for ranked in sorted(found, key=lambda ranked: ranked.rank)]
