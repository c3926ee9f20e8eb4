"""Links records of the outside services to clients, projects and employees, and records matching decisions."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from sqlalchemy import FromClause, ScalarSelect, Table, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.batches import Batch, BatchResult, batch_failure, batch_success
from regie.core.api import wire
from regie.core.api.errors import Changed, Invalid, NotFound, Problem
from regie.core.db.database import savepoint
from regie.core.lists.shape import Column
from regie.domains.integrations.matching.entries import OURS, Entry, Ref
from regie.domains.integrations.matching.grouping import normalize_pair
from regie.domains.integrations.matching.linking import create_target, link_record, lock_target, unlink_record
from regie.domains.integrations.matching.match_index import MatchIndex, read_match_index
from regie.domains.integrations.matching.models import KINDS, Kind, MatchDecision
from regie.domains.integrations.matching.schemas import Acceptance, DecisionCreate, MatchCreate, RecordChoice
from regie.domains.money.invoices.actions import set_payable_dates
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.mirrors.models import HubspotDeal, HubspotOwner, QuickbooksCustomer
from regie.domains.records.users.models import User

# Invoices of a sub-customer belong to its parent's client; QuickBooks nests customers four levels deep.
_MAX_LEVELS = 4


def create_match(session: Session, actor: Actor, data: MatchCreate) -> wire.Ref:
    """Link records to an existing or new client, project or employee; Changed (409) when a record has changed."""
    accepted, records = _accept(session, actor, read_match_index(session.connection(), data.kind), data)
    _update_after_linking(session, data.kind, records)
    return accepted


def create_matches(session: Session, actor: Actor, kind: Kind, matches: Sequence[Acceptance]) -> Batch:
    """Create each match in its own savepoint: a refused one is rolled back with its reason, the others remain.

    Processes them in the order of their records, so that two users who accept the same ones never deadlock.
    """
    index = read_match_index(session.connection(), kind)
    results: dict[int, BatchResult] = {}
    linked: list[Entry] = []
    for position, one in sorted(enumerate(matches), key=lambda pair: _sort_refs(pair[1].records)):
        try:
            with savepoint(session):
                accepted, records = _accept(session, actor, index, one)
        except Problem as problem:
            results[position] = batch_failure(problem, actor)
        else:
            results[position] = batch_success(201, accepted)
            linked += records
    _update_after_linking(session, kind, linked)
    return {"results": [results[position] for position in range(len(matches))]}


def _sort_refs(choices: Sequence[RecordChoice]) -> list[Ref]:
    return sorted((choice.service, choice.external_id) for choice in choices)


def _accept(session: Session, actor: Actor, index: MatchIndex, data: Acceptance) -> tuple[wire.Ref, list[Entry]]:
    """The target, and the newly linked records."""
    records = _find_parts(index, data.records)
    _require_unlinked(index, records, data.target)
    unlinked_parts = [part for part in records if part.ref not in index.linked_targets]
    try:
        if data.target is not None:
            target = lock_target(session, index.kind, data.target)
        else:
            target = create_target(session, actor, index.kind, data, unlinked_parts)
        for part in unlinked_parts:
            link_record(session, actor, index.kind, target, part)
    except IntegrityError as error:
        raise Changed(code="match_taken") from error
    _delete_decisions(session, index.kind, unlinked_parts, [*unlinked_parts, _target_entry(target.api_id, target.name)])
    return {"api_id": target.api_id, "name": target.name}, unlinked_parts


def delete_match(session: Session, kind: str, service: str, external_id: str) -> None:
    """Unlink a record; NotFound when it is not linked."""
    if kind not in KINDS:
        raise NotFound
    index = read_match_index(session.connection(), kind)
    part = index.entries.get((service, external_id))
    if part is None or part.ref not in index.linked_targets:
        raise NotFound
    unlink_record(session, kind, lock_target(session, kind, index.linked_targets[part.ref].external_id), part)
    _update_after_linking(session, kind, [part])


def record_decision(session: Session, actor: Actor, data: DecisionCreate) -> None:
    """Reject a match, ignore records, or restore them."""
    index = read_match_index(session.connection(), data.kind)
    records, others = _find_parts(index, data.records), _find_parts(index, data.others)
    if data.target is not None:
        if data.target not in index.targets:
            raise Invalid({"target": "reference"})
        others.append(index.targets[data.target])
    _delete_decisions(session, data.kind, records, [*records, *others])
    if data.decision == "ignored":
        session.add_all(_new_decision(actor, data.kind, part, None) for part in records)
    elif data.decision == "rejected":
        pairs = [*combinations(records, 2)] if not data.others else []
        pairs += [(part, other) for part in records for other in others]
        session.add_all(_new_decision(actor, data.kind, one, other) for one, other in _unique_pairs(pairs))
    try:
        session.flush()
    except IntegrityError as error:
        raise Changed(code="match_changed") from error


def _find_parts(index: MatchIndex, choices: Sequence[RecordChoice]) -> list[Entry]:
    """The current records, sorted and unique; Changed (409) when one differs from the caller's version."""
    found = {}
    for choice in choices:
        part = index.entries.get((choice.service, choice.external_id))
        if part is None or choice.version not in (None, part.version):
            raise Changed(code="match_changed")
        found[part.ref] = part
    return [found[ref] for ref in sorted(found)]


def _require_unlinked(index: MatchIndex, records: Sequence[Entry], target_id: str | None) -> None:
    """Raise Changed (409) for records that another user linked meanwhile, with their targets."""
    target = index.targets.get(target_id or "")
    taken = {
        part.name: {"theirs": index.linked_targets[part.ref].name, "yours": target and target.name}
        for part in records
        if part.ref in index.linked_targets and index.linked_targets[part.ref] is not target
    }
    if taken:
        raise Changed(conflicts=taken, code="match_taken")


def _target_entry(api_id: str, name: str) -> Entry:
    return Entry(service=OURS, external_id=api_id, api_id=api_id, name=name, names=frozenset())


def _unique_pairs(pairs: Iterable[tuple[Entry, Entry]]) -> list[tuple[Entry, Entry]]:
    """Each pair once, normalized; without pairs of a record with itself."""
    found = {normalize_pair(one.ref, other.ref): (one, other) for one, other in pairs if one.ref != other.ref}
    return [(one, other) if one.ref == key[0] else (other, one) for key, (one, other) in sorted(found.items())]


def _new_decision(actor: Actor, kind: Kind, one: Entry, other: Entry | None) -> MatchDecision:
    return MatchDecision(
        kind=kind,
        decision="rejected" if other else "ignored",
        service=one.service,
        external_id=one.external_id,
        name=one.name[:200],
        other_service=other.service if other else "",
        other_id=other.external_id if other else "",
        other_name=other.name[:200] if other else None,
        decided_by_id=actor.user_id,
    )


def _delete_decisions(session: Session, kind: Kind, records: Sequence[Entry], members: Sequence[Entry]) -> None:
    """Delete the decisions about these records: a later decision replaces an earlier one."""
    pairs = {normalize_pair(one.ref, other.ref) for one in records for other in members}
    part_refs = {part.ref for part in records}
    known = select(MatchDecision).where(
        MatchDecision.kind == kind,
        MatchDecision.external_id.in_([external_id for pair in pairs for _, external_id in pair]),
    )
    for row in session.execute(known).scalars():
        one, other = (row.service, row.external_id), (row.other_service, row.other_id)
        if (one in part_refs) if row.decision == "ignored" else ((one, other) in pairs):
            session.delete(row)
    session.flush()


def _update_after_linking(session: Session, kind: Kind, records: Sequence[Entry]) -> None:
    if kind == "client":
        update_linked_records(session, {part.service for part in records})


def update_linked_records(session: Session, services: Collection[str] = ("hubspot", "quickbooks")) -> None:
    """Update the clients of invoices and deals after links or copied records changed."""
    if "quickbooks" in services:
        _update_column(session, Invoice.__table__, "client_id", _client_of_customer(Invoice.customer_id))
        _update_column(session, CustomerCredit.__table__, "client_id", _client_of_customer(CustomerCredit.customer_id))
        set_payable_dates(session)
    if "hubspot" in services:
        _update_column(session, HubspotDeal.__table__, "client_id", _client_of_company(HubspotDeal.company_id))
        _update_column(session, HubspotDeal.__table__, "account_manager_id", _user_of_owner(HubspotDeal.owner_id))


def _update_column(session: Session, table: FromClause, name: str, value: ScalarSelect[int]) -> None:
    assert isinstance(table, Table)
    session.execute(update(table).where(table.c[name].is_distinct_from(value)).values({name: value}))


def _client_of_customer(customer_id: Column) -> ScalarSelect[int]:
    """The client linked to the customer, or to its nearest linked parent."""
    customers = [aliased(QuickbooksCustomer) for _ in range(_MAX_LEVELS)]
    links = [aliased(ClientLink) for _ in range(_MAX_LEVELS)]
    source = customers[0]
    statement = select(func.coalesce(*(link.client_id for link in links))).select_from(source)
    for level, link in enumerate(links):
        if level:
            parent = customers[level]
            statement = statement.outerjoin(parent, parent.external_id == customers[level - 1].parent_id)
        owned = (link.external_id == customers[level].external_id) & (link.service == "quickbooks")
        statement = statement.outerjoin(link, owned)
    return statement.where(source.external_id == customer_id).scalar_subquery()


def _client_of_company(company_id: Column) -> ScalarSelect[int]:
    linked = (ClientLink.service == "hubspot") & (ClientLink.external_id == company_id)
    return select(ClientLink.client_id).where(linked).scalar_subquery()


def _user_of_owner(owner_id: Column) -> ScalarSelect[int]:
    """The user with the owner's email address."""
    return (
        select(User.id)
        .join(HubspotOwner, HubspotOwner.email == User.email)
        .where(HubspotOwner.external_id == owner_id)
        .scalar_subquery()
    )
