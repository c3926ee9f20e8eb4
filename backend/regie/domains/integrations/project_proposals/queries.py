"""Reads proposed projects, and the rules that name their kind."""

from collections import Counter, defaultdict
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, case, func, join, literal_column, or_, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import Actor
from regie.core.api.wire import Money, Page
from regie.core.job_states import read_job_state
from regie.core.lists.listing import Filter, Listing, RowScope, at_least, at_most, one_of
from regie.core.lists.shape import MoneyField, Shape, ref_to
from regie.core.money.amounts import money
from regie.domains.integrations.project_proposals.kinds import CATEGORY, PIPELINE, RuleKey, read_rules
from regie.domains.integrations.project_proposals.models import JOB, ProjectProposal
from regie.domains.integrations.project_proposals.schemas import (
    Evidence,
    KindRules,
    ProposalCounts,
    ProposalOut,
    ProposalQuery,
    ProposalRow,
    ProposedFee,
    RunAction,
    SavedProposal,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User

_Accepter, _Seller = aliased(User), aliased(Employee)
_SOURCE = (
    join(ProjectProposal, Client, Client.id == ProjectProposal.client_id)
    .join(User, User.id == ProjectProposal.account_manager_id, isouter=True)
    .join(Project, Project.id == ProjectProposal.project_id, isouter=True)
    .join(_Accepter, _Accepter.id == ProjectProposal.accepted_by_id, isouter=True)
    .join(Employee, Employee.id == ProjectProposal.project_manager_id, isouter=True)
    .join(_Seller, _Seller.id == ProjectProposal.seller_id, isouter=True)
)
_REFERENCES = {
    "client": ref_to(Client),
    "account_manager": ref_to(User),
    "amount": MoneyField(ProjectProposal.amount, ProjectProposal.currency),
    "project": ref_to(Project),
    "accepted_by": ref_to(_Accepter),
}
_RANK = case(
    (ProjectProposal.certainty == literal_column("'high'"), literal_column("0")),
    (ProjectProposal.certainty == literal_column("'medium'"), literal_column("1")),
    else_=literal_column("2"),
)


def runs_from(day: date | ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether the work, as far as its last day is known, runs on the day or later."""
    return or_(ProjectProposal.end_on.is_(None), ProjectProposal.end_on >= day)


def _listing(shape: Shape[Any]) -> Listing[Any]:
    return Listing(
        source=_SOURCE,
        key=ProjectProposal.id,
        api_id=ProjectProposal.api_id,
        shape=shape,
        sorts={
            "certainty": _RANK,
            "name": ProjectProposal.name_key,
            "client": Client.name_key,
            "start_on": ProjectProposal.start_on,
            "amount": by_value(ProjectProposal.amount, ProjectProposal.currency),
        },
        default_sort="certainty",
        search=(ProjectProposal.search_key, Client.search_key),
        filters={
            "kind": one_of(ProjectProposal.kind),
            "state": one_of(ProjectProposal.state),
            "certainty": one_of(ProjectProposal.certainty),
            "client": one_of(Client.api_id),
            "runs_from": Filter(lambda name, _value: runs_from(bindparam(name))),
            "runs_to": at_most(ProjectProposal.start_on),
            "sold_from": at_least(ProjectProposal.sold_on),
            "sold_to": at_most(ProjectProposal.sold_on),
        },
    )


_ROWS = func.count(literal_column("1")).label("rows")
_COUNTED = (
    select(_ROWS)
    .select_from(ProjectProposal)
    .join(TeamworkProject, TeamworkProject.external_id == ProjectProposal.teamwork_project_id, isouter=True)
    .join(HubspotDeal, HubspotDeal.id == ProjectProposal.deal_id, isouter=True)
    .where(ProjectProposal.state == literal_column("'open'"))
)
PROPOSALS = _listing(Shape.of(ProposalRow, ProjectProposal, **_REFERENCES))
_DETAILS = _listing(
    Shape.of(SavedProposal, ProjectProposal, **_REFERENCES, project_manager=ref_to(Employee), seller=ref_to(_Seller))
)


def _row_scope(actor: Actor) -> RowScope:
    return RowScope(key="all", rows=true, shows_restricted=true, params=actor.params)


def list_proposals(db: Connection, actor: Actor, query: ProposalQuery) -> Page[ProposalRow]:
    return PROPOSALS.page(db, _row_scope(actor), query)


def find_listed(db: Connection, actor: Actor, query: ProposalQuery, action: RunAction) -> list[int]:
    """Return the ids of all proposals of a list that an action applies to, oldest first.

    Only complete ones can be created: those that are ready, unless others are named.
    """
    fixed: dict[str, Any] = {"state": ["ignored" if action == "restore" else "open"]}
    if action == "create":
        fixed["certainty"] = [level for level in query.certainty or ["high"] if level != "low"]
        if not fixed["certainty"]:
            return []
    found = PROPOSALS.values(db, _row_scope(actor), query, [ProjectProposal.id], fixed)
    return sorted(key for (key,) in found)


def read_proposal(db: Connection, actor: Actor, api_id: str) -> ProposalOut:
    row: Any = _DETAILS.one(db, _row_scope(actor), api_id)
    currency: str = row["currency"]
    row["fees"] = [_read_fee(day, amount, currency) for day, amount in row["fees"]]
    row["evidence"] = [_read_evidence(one, currency) for one in row["evidence"]]
    return row


def _read_fee(day: str, amount: str, currency: str) -> ProposedFee:
    return {"starts_on": date.fromisoformat(day), "amount": _money(amount, currency)}


def _read_evidence(saved: dict[str, Any], currency: str) -> Evidence:
    amount, on, until = saved.get("amount"), saved.get("on"), saved.get("until")
    return {
        "key": saved["key"],
        "kind": saved.get("kind"),
        "name": saved.get("name"),
        "count": saved.get("count"),
        "interval": saved.get("interval"),
        "amount": None if amount is None else _money(amount, currency),
        "hours": saved.get("hours"),
        "on": date.fromisoformat(on) if on else None,
        "until": date.fromisoformat(until) if until else None,
    }


def _money(amount: str, currency: str) -> Money:
    return money(Decimal(amount), currency)


def count_proposals(db: Connection) -> ProposalCounts:
    statement = (
        select(ProjectProposal.state, ProjectProposal.certainty, _ROWS)
        .group_by(ProjectProposal.state, ProjectProposal.certainty)
    )  # fmt: skip
    found = {(row.state, row.certainty): row.rows for row in db.execute(statement)}
    proposed_at = read_job_state(db, JOB).get("ran_at")
    return {
        "ready": found.get(("open", "high"), 0),
        "doubtful": found.get(("open", "medium"), 0),
        "incomplete": found.get(("open", "low"), 0),
        "without_kind": _count_without_kind(db),
        "accepted": sum(count for (state, _), count in found.items() if state == "accepted"),
        "ignored": sum(count for (state, _), count in found.items() if state == "ignored"),
        "proposed_at": None if proposed_at is None else datetime.fromisoformat(proposed_at),
    }


def _count_without_kind(db: Connection) -> int:
    """Count the open proposals without a kind that have a category or a pipeline."""
    has_rule = or_(TeamworkProject.category_id.is_not(None), HubspotDeal.pipeline_id.is_not(None))
    statement = _COUNTED.where(ProjectProposal.kind.is_(None), has_rule)
    return db.execute(statement.with_only_columns(_ROWS)).scalar_one()


def count_open_proposals(db: Connection) -> int:
    """Count the work that is not a project yet and was not ignored."""
    counts = count_proposals(db)
    return counts["ready"] + counts["doubtful"] + counts["incomplete"]


def list_rules(db: Connection) -> KindRules:
    counts = _count_by_rule(db)
    rules: Any = [
        {
            "source": source,
            "external_id": external_id,
            "name": rule.name,
            "guessed": rule.guessed,
            "kind": rule.kind,
            "is_chosen": rule.is_chosen,
            "open_count": sum(counts[source, external_id].values()),
            "retainer_count": counts[source, external_id]["retainer"],
        }
        for (source, external_id), rule in read_rules(db).items()
    ]
    return {"rules": rules}


def _count_by_rule(db: Connection) -> dict[RuleKey, Counter[str | None]]:
    """Count the open proposals of each category and pipeline by kind."""
    counts: dict[RuleKey, Counter[str | None]] = defaultdict(Counter)
    for source, column in ((CATEGORY, TeamworkProject.category_id), (PIPELINE, HubspotDeal.pipeline_id)):
        grouped = _COUNTED.where(column.is_not(None)).group_by(column, ProjectProposal.kind)
        for row in db.execute(grouped.with_only_columns(column.label("id"), ProjectProposal.kind, _ROWS)):
            counts[source, row.id][row.kind] = row.rows
    return counts
