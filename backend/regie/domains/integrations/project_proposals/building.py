"""Stores the proposals of the present records; what a person decided about one stays."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.core.money.amounts import money
from regie.domains.integrations.project_proposals.kinds import read_rules
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.integrations.project_proposals.proposing import (
    Known,
    Proposal,
    certainty_of,
    field_of,
    find_missing,
    propose,
)
from regie.domains.integrations.project_proposals.works import read_known_fees, read_known_names, read_lines, read_works

# SQLite has one writer, which others need too.
SLICE = 200
# Who sets one of these answers what the records leave open. A chosen kind finds other amounts, which may be doubtful.
_ANSWERS = frozenset({"start_on", "end_on", "sold_on", "is_finished", "amount", "billing_interval", "seller"})
_REQUIRED_COLUMNS = ("account_manager_id", "kind", "start_on", "amount", "sold_on", "seller_id")


def find_proposals(db: Connection, today: date) -> dict[str, Proposal]:
    """Propose from all records, by source."""
    works = read_works(db)
    lines = read_lines(db, {work.client.id for work in works})
    decided = db.execute(select(ProjectProposal.source, ProjectProposal.kind, ProjectProposal.decided))
    known = Known(
        names=read_known_names(db, lines.keys()),
        fees=read_known_fees(db, lines.keys()),
        rules=read_rules(db),
        kinds={row.source: row.kind for row in decided if "kind" in row.decided},
        last_bill=max((line.on for of_one in lines.values() for line in of_one), default=today),
        today=today,
    )
    return {one.source: one for one in propose(works, lines, known)}


def read_versions(db: Connection) -> dict[str, int]:
    """Return the version of each stored proposal, by source."""
    rows = db.execute(select(ProjectProposal.source, ProjectProposal.version))
    return {row.source: row.version for row in rows}


def split_sources(proposals: Mapping[str, Proposal], versions: Mapping[str, int]) -> Iterator[list[str]]:
    """Yield what to store in one transaction: first what is gone, so that no work is proposed under two sources."""
    for sources in (sorted(versions.keys() - proposals.keys()), sorted(proposals)):
        for start in range(0, len(sources), SLICE):
            yield sources[start : start + SLICE]


def store_proposals(
    session: Session, sources: Collection[str], proposals: Mapping[str, Proposal], versions: Mapping[str, int]
) -> None:
    """Store the proposals of these sources; those of records that are gone are deleted, unless they have a project.

    One that a person decided while the records were read, since it has another version than then, waits for the next
    run: its project, or that it has none any more, is not in what was read.
    """
    remaining = {source: proposals[source] for source in sources if source in proposals}
    stored = select(ProjectProposal).where(ProjectProposal.source.in_(sources)).order_by(ProjectProposal.id)
    for row in session.execute(stored.with_for_update()).scalars():
        is_created = row.state == "accepted" and row.project_id is not None
        if is_created or versions.get(row.source) != row.version:
            remaining.pop(row.source, None)
        elif (found := remaining.pop(row.source, None)) is None:
            session.delete(row)
        else:
            row.state = "open" if row.state == "accepted" else row.state
            update_proposal_row(row, found)
    session.add_all(ProjectProposal(source=found.source, **found.values) for found in remaining.values())
    session.flush()


def update_proposal_row(row: ProjectProposal, found: Proposal) -> None:
    """Set what the services say, except the fields that a person set."""
    decided = _find_decided(row)
    values = {column: value for column, value in found.values.items() if field_of(column) not in decided}
    for name, value in values.items():
        if getattr(row, name) != value:
            setattr(row, name, value)
    if {"amount", "start_on"} & decided and (fees := build_fees(row)) != row.fees:
        row.fees = fees
    settle(row)


def _find_decided(row: ProjectProposal) -> set[str]:
    """Return the fields that a person set, with those that say what a chosen amount means."""
    decided = set(row.decided)
    if "amount" in decided:
        decided |= {"currency", "fees"}
        if row.billing_interval is not None:
            decided.add("billing_interval")
    return decided


def build_fees(row: ProjectProposal) -> list[list[str]]:
    """Return the fees with the first day and present amount; changes before the first day are left out."""
    if row.start_on is None or row.amount is None:
        return []
    first, amount = row.start_on.isoformat(), money(row.amount, row.currency)["amount"]
    later = [fee for fee in row.fees if fee[0] > first]
    before = [fee for fee in row.fees if fee[0] <= first]
    fees = [[first, before[-1][1] if before else (row.fees[0][1] if row.fees else amount)], *later]
    fees[-1] = [fees[-1][0], amount]
    return fees


def settle(row: ProjectProposal) -> None:
    """Set what is missing, and how certain the proposal is."""
    missing = find_missing(_columns(row))
    if row.missing != missing:
        row.missing = missing
    row.certainty = certainty_of(missing, doubts=row.is_doubtful and _ANSWERS.isdisjoint(row.decided))


def _columns(row: ProjectProposal) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _REQUIRED_COLUMNS}
