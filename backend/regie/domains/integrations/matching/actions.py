"""Keeping what the outside services know together with our clients, projects and people."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from sqlalchemy import FromClause, ScalarSelect, Table, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, aliased

from regie.access.actor import Actor
from regie.access.batches import Batch, BatchResult, done, refused
from regie.core.api import wire
from regie.core.api.errors import Changed, Invalid, NotFound, Problem
from regie.core.db.database import savepoint
from regie.core.lists.shape import Column
from regie.domains.integrations.matching.books import Book, read_book
from regie.domains.integrations.matching.entries import OURS, Entry, Ref
from regie.domains.integrations.matching.grouping import ordered
from regie.domains.integrations.matching.linking import make_ours, open_ours, tie, untie
from regie.domains.integrations.matching.models import KINDS, Kind, MatchDecision
from regie.domains.integrations.matching.schemas import Acceptance, DecisionCreate, MatchCreate, PartChoice
from regie.domains.money.invoices.actions import settle_due_dates
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal, HubspotOwner, QuickbooksCustomer
from regie.domains.records.users.models import User

# A sub-customer's invoices are its client's: QuickBooks nests customers four levels deep.
_LEVELS = 4


def create_match(session: Session, actor: Actor, data: MatchCreate) -> wire.Ref:
    """Link these records to ours, known or new. Changed (409) when a record is not what the caller saw."""
    accepted, parts = _accept(session, actor, read_book(session.connection(), data.kind), data)
    _follow(session, data.kind, parts)
    return accepted


def create_matches(session: Session, actor: Actor, kind: Kind, matches: Sequence[Acceptance]) -> Batch:
    """Each as if it came alone: one that is refused is undone and says why, the others stay.

    In the order of their records, so that two people who accept the same ones wait for each other and never in a ring.
    """
    book = read_book(session.connection(), kind)
    results: dict[int, BatchResult] = {}
    linked: list[Entry] = []
    for position, one in sorted(enumerate(matches), key=lambda pair: _refs(pair[1].parts)):
        try:
            with savepoint(session):
                accepted, parts = _accept(session, actor, book, one)
        except Problem as problem:
            results[position] = refused(problem, actor)
        else:
            results[position] = done(201, accepted)
            linked += parts
    _follow(session, kind, linked)
    return {"results": [results[position] for position in range(len(matches))]}


def _refs(choices: Sequence[PartChoice]) -> list[Ref]:
    return sorted((choice.service, choice.external_id) for choice in choices)


def _accept(session: Session, actor: Actor, book: Book, data: Acceptance) -> tuple[wire.Ref, list[Entry]]:
    """Ours, and the records that are newly linked to it."""
    parts = _find_parts(book, data.parts)
    _require_free(book, parts, data.target)
    free = [part for part in parts if part.ref not in book.owners]
    try:
        if data.target is not None:
            ours = open_ours(session, book.kind, data.target)
        else:
            ours = make_ours(session, actor, book.kind, data, free)
        for part in free:
            tie(session, actor, book.kind, ours, part)
    except IntegrityError as error:
        raise Changed(code="match_taken") from error
    _forget(session, book.kind, free, [*free, _ours(ours.api_id, ours.name)])
    return {"api_id": ours.api_id, "name": ours.name}, free


def delete_match(session: Session, kind: str, service: str, external_id: str) -> None:
    """The record is no longer ours; NotFound when it is linked to nothing."""
    if kind not in KINDS:
        raise NotFound
    book = read_book(session.connection(), kind)
    part = book.entries.get((service, external_id))
    if part is None or part.ref not in book.owners:
        raise NotFound
    untie(session, kind, open_ours(session, kind, book.owners[part.ref].external_id), part)
    _follow(session, kind, [part])


def decide(session: Session, actor: Actor, data: DecisionCreate) -> None:
    """Say that records are not the same, that they are nobody's business, or take that back."""
    book = read_book(session.connection(), data.kind)
    parts, others = _find_parts(book, data.parts), _find_parts(book, data.others)
    if data.target is not None:
        if data.target not in book.ours:
            raise Invalid({"target": "reference"})
        others.append(book.ours[data.target])
    _forget(session, data.kind, parts, [*parts, *others])
    if data.decision == "ignored":
        session.add_all(_decision(actor, data.kind, part, None) for part in parts)
    elif data.decision == "rejected":
        pairs = [*combinations(parts, 2)] if not data.others else []
        pairs += [(part, other) for part in parts for other in others]
        session.add_all(_decision(actor, data.kind, one, other) for one, other in _once(pairs))
    try:
        session.flush()
    except IntegrityError as error:
        raise Changed(code="match_changed") from error


def _find_parts(book: Book, choices: Sequence[PartChoice]) -> list[Entry]:
    """The records in one order, each once, as they are now; Changed (409) when one is not what the caller saw."""
    found = {}
    for choice in choices:
        part = book.entries.get((choice.service, choice.external_id))
        if part is None or choice.version not in (None, part.version):
            raise Changed(code="match_changed")
        found[part.ref] = part
    return [found[ref] for ref in sorted(found)]


def _require_free(book: Book, parts: Sequence[Entry], target: str | None) -> None:
    """A record that somebody linked elsewhere meanwhile is named with what it belongs to."""
    ours = book.ours.get(target or "")
    taken = {
        part.name: {"theirs": book.owners[part.ref].name, "yours": ours and ours.name}
        for part in parts
        if part.ref in book.owners and book.owners[part.ref] is not ours
    }
    if taken:
        raise Changed(conflicts=taken, code="match_taken")


def _ours(api_id: str, name: str) -> Entry:
    return Entry(service=OURS, external_id=api_id, api_id=api_id, name=name, names=frozenset())


def _once(pairs: Iterable[tuple[Entry, Entry]]) -> list[tuple[Entry, Entry]]:
    """Each pair in its one spelling; a record is always the same as itself."""
    found = {ordered(one.ref, other.ref): (one, other) for one, other in pairs if one.ref != other.ref}
    return [(one, other) if one.ref == key[0] else (other, one) for key, (one, other) in sorted(found.items())]


def _decision(actor: Actor, kind: Kind, one: Entry, other: Entry | None) -> MatchDecision:
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


def _forget(session: Session, kind: Kind, parts: Sequence[Entry], members: Sequence[Entry]) -> None:
    """Take back what was decided of these records: a later word replaces an earlier one."""
    pairs = {ordered(one.ref, other.ref) for one in parts for other in members}
    alone = {part.ref for part in parts}
    known = select(MatchDecision).where(
        MatchDecision.kind == kind,
        MatchDecision.external_id.in_([external_id for pair in pairs for _, external_id in pair]),
    )
    for row in session.execute(known).scalars():
        one, other = (row.service, row.external_id), (row.other_service, row.other_id)
        if (one in alone) if row.decision == "ignored" else ((one, other) in pairs):
            session.delete(row)
    session.flush()


def _follow(session: Session, kind: Kind, parts: Sequence[Entry]) -> None:
    if kind == "client":
        follow_links(session, {part.service for part in parts})


def follow_links(session: Session, services: Collection[str] = ("hubspot", "quickbooks")) -> None:
    """Let invoices and deals follow what clients are linked to: after links or a service's records changed."""
    if "quickbooks" in services:
        _let_follow(session, Invoice.__table__, "client_id", _client_of_customer(Invoice.customer_id))
        settle_due_dates(session)
    if "hubspot" in services:
        _let_follow(session, HubspotDeal.__table__, "client_id", _client_of_company(HubspotDeal.company_id))
        _let_follow(session, HubspotDeal.__table__, "account_manager_id", _user_of_owner(HubspotDeal.owner_id))


def _let_follow(session: Session, table: FromClause, name: str, value: ScalarSelect[int]) -> None:
    assert isinstance(table, Table)
    session.execute(update(table).where(table.c[name].is_distinct_from(value)).values({name: value}))


def _client_of_customer(customer_id: Column) -> ScalarSelect[int]:
    """The customer's own link, or its nearest parent's."""
    customers = [aliased(QuickbooksCustomer) for _ in range(_LEVELS)]
    links = [aliased(ClientLink) for _ in range(_LEVELS)]
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
    """Sellers sign in to both with the same e-mail address."""
    return (
        select(User.id)
        .join(HubspotOwner, HubspotOwner.email == User.email)
        .where(HubspotOwner.external_id == owner_id)
        .scalar_subquery()
    )
